#pragma once
// Cuts a polygon with reflex corners into triangles. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Triangulates an outline: triples of corner numbers, counter-clockwise, none without area: n - 2 of them for n
/// corners, in O(n log n). Precondition: an outline that check_simple_outline accepts, counter-clockwise.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
