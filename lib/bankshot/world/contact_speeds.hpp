#pragma once
// How fast the points of contacts close. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Fills in pairs.speeds of the near pairs from `begin` to `end`, at the velocities of now.
void find_contact_speeds(const WorldState& world, PairSet& pairs, std::size_t begin, std::size_t end) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
