#pragma once
// How fast the points of contacts close. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Fills in pairs.speeds of the near pairs from `begin` on, as many as there are of `input`, at the velocities of now.
void find_contact_speeds(const WorldState& world, PairSet& pairs, std::size_t begin,
                         std::span<const PairInput> input) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
