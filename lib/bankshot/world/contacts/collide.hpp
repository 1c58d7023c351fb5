#pragma once
// The narrow phase for the contact pairs of a step. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Before collide(): notes what shapes and bodies there are, if the structure has changed. While 9,600 boxes sleep
/// (smash), a step would else take 15 times the instructions.
void note_shapes(const WorldState& world, ContactPairs& pairs);

/// Number of pairs that are handled while all their data is in the nearest cache.
inline constexpr std::size_t pairs_at_once = 128;

/// Runs the narrow phase for `count` contact pairs from `begin` on, at most pairs_at_once.
void collide(const WorldState& world, std::size_t begin, std::size_t count, ContactPairs& pairs);

/// Restores the last step's impulses of all contact pairs as the start of the solver.
void warm_start(const WorldState& world, ContactPairs& pairs) noexcept;

/// The narrow phase's input for a contact pair at its bodies' current poses.
PairInput pair_input(const WorldState& world, const ContactPairs& pairs, const ContactPair& pair) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
