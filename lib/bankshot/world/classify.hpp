#pragma once
// Which near pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the public
// interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Runs the narrow phase over the near pairs, and sets `solve` and `touching` of every one that is within the margin.
/// `supported` and `open` are memory to work in.
void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported,
                          std::vector<std::uint32_t>& open);

/// Makes the lists of who looks at which near pair from now on.
void deal(const WorldState& world, PairSet& pairs);

/// Acceleration of one body towards another, length / s^2, up to which nothing presses: what rests on something sits
/// within the slop there, so a normal is known to slop / extent, and side by side on a floor there is no more than
/// that.
Real least_press(const WorldState& world, Rank a, Rank b) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
