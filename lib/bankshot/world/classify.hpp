#pragma once
// Which near pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the public
// interface.

#include <bankshot/world/rest.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Runs the narrow phase over the near pairs, and sets `solve` and `touching` of every one that is within the margin.
/// `touched` and `rest` are memory to work in.
void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& touched,
                          RestFinder& rest);

/// Makes the lists of who looks at which near pair from now on.
void deal(const WorldState& world, PairSet& pairs);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
