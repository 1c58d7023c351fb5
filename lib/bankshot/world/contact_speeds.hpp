#pragma once
// How fast the points of contacts close. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Speeds of the near pairs from `begin` on, as many as there are of `input`, at the velocities of now.
void find_contact_speeds(const WorldState& world, const PairSet& pairs, std::size_t begin,
                         std::span<const PairInput> input, ContactSpeeds* speeds) noexcept;

/// Those of one pair: read, or, where nothing bounces and few are asked for, found again.
ContactSpeeds speeds_of(const WorldState& world, const PairSet& pairs, std::size_t i) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
