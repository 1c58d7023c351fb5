#pragma once
// Is a list of corners the outline of a polygon without crossings, and if not, why not. Not part of the public
// interface.

#include <bankshot/math/vec2_math.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

struct SimpleOutlineCheck {
  std::string fault;  ///< what is wrong, corners counted from 0; empty when no two edges meet but neighbours
  bool clockwise = false;
};

/// Decides by exact orientations in O(n log n). Preconditions: all coordinates finite, squares of them in range.
SimpleOutlineCheck check_simple_outline(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
