#pragma once
// Checks whether corners are the outline of a polygon without crossings, and why not. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

struct SimpleOutlineCheck {
  std::string fault;  ///< the fault, with corners counted from 0; empty if only neighbouring edges meet
  bool clockwise = false;
};

/// Decides by exact orientations in O(n log n). Preconditions: all coordinates finite, squares of them in range.
SimpleOutlineCheck check_simple_outline(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
