#pragma once
// Which near pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the public
// interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Sets `solve` and `touching` of every near pair that the narrow phase found within the margin.
void classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
