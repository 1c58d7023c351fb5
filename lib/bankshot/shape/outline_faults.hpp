#pragma once
// Descriptions of faults of an outline. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

inline std::size_t corner_after(std::span<const V2> corners, std::size_t i) {
  return i + 1 == corners.size() ? 0 : i + 1;
}
inline std::size_t corner_before(std::span<const V2> corners, std::size_t i) {
  return (i == 0 ? corners.size() : i) - 1;
}

/// True if the edge goes up, or level to the right: the upper half of all directions, which a walk around enters once
/// per revolution.
inline bool goes_up(V2 from, V2 to) { return to.y > from.y || (to.y == from.y && to.x > from.x); }

/// The first two corners in one place, by their numbers; empty if there are none. O(n log n).
std::string repeated_corner(std::span<const V2> corners);

/// The two edges at corner i overlap.
std::string overlapping_neighbours(std::span<const V2> corners, std::size_t i);

/// Edges i and j meet at `point`.
std::string crossing_edges(std::span<const V2> corners, std::size_t i, std::size_t j, V2 point);

/// True if the closed segments a b and c d share a point; `point` is set to one, to rounding.
bool segments_meet(V2 a, V2 b, V2 c, V2 d, V2& point);

}  // namespace bankshot::BANKSHOT_ABI::detail
