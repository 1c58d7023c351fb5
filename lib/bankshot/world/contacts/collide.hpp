#pragma once
// The narrow phase over the near pairs of a step. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Before collide(): what it looks up of shapes that are not in parts.
void look_up_shapes(const WorldState& world, PairSet& pairs);

/// Pairs that are looked at while all about them is in the nearest cache.
inline constexpr std::size_t pairs_at_once = 128;

/// Runs the narrow phase over so many near pairs from `begin` on, no more than are looked at at once.
void collide(const WorldState& world, std::size_t begin, std::size_t count, PairSet& pairs);

/// Makes the last step's impulses once more those that the solver starts with, of all near pairs.
void warm_start(const WorldState& world, PairSet& pairs) noexcept;

/// The narrow phase's view of a near pair at its bodies' current poses.
PairInput pair_input(const WorldState& world, const PairSet& pairs, const ContactPair& pair) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
