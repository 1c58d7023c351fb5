#pragma once
// Checks whether corners are the outline of a polygon, convex or without crossings, and why not. Not part of the public
// interface.

#include <bankshot/math/vec2_math.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

struct OutlineCheck {
  std::string fault;  ///< the fault, with corners counted from 0; empty if there is none
  bool clockwise = false;
};

/// Decides by exact orientations: corners on a straight edge count as convex, and no other decision needs a tolerance
/// either. A convex outline takes linear time, a bad one O(n log n) and a bounded search for the crossing to name.
/// Preconditions: all coordinates finite, squares of them in range.
OutlineCheck check_outline(std::span<const V2> corners);

/// True if the outline is that of a convex polygon, in either winding, as check_outline decides; linear time.
bool convex_outline(std::span<const V2> corners);

/// Accepts an outline of which only neighbouring edges meet. Decides by exact orientations in O(n log n).
/// Preconditions: all coordinates finite, squares of them in range.
OutlineCheck check_simple_outline(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
