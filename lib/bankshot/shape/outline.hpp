#pragma once
// Is a list of corners the outline of a convex polygon, and if not, where not. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

struct OutlineCheck {
  std::string fault;  ///< what is wrong, corners counted from 0; empty when the outline is convex
  bool clockwise = false;
};

/// Decides by exact orientations: corners on a straight edge count as convex, everything else needs no tolerance
/// either. A convex outline takes linear time, a bad one O(n log n) and a bounded search for the crossing to name.
/// Preconditions: all coordinates finite, squares of them in range.
OutlineCheck check_outline(std::span<const V2> corners);

/// Whether the outline is that of a convex polygon, in either winding: what check_outline decides, in linear time.
bool convex_outline(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
