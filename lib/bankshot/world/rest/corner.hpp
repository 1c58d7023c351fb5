#pragma once
// Bodies that slide from one part of a fixed shape to the next: a disc in a bowl made of segments. Not part of the
// public interface.
//
// A disc that slides at v along a side comes to the next one, which is turned by the angle h. Its speed into that side
// is u = v sin(h), and it goes on at v cos(h): a corner takes m u^2 / 2. As a contact with a gap, the next side has to
// be met at the end of the sub-step in which the gap closes. The impulse for that acts from the beginning of the
// sub-step: on average half a sub-step t too early. From then on the first side bears nothing, though the disc is still
// above it. Its load, m g, loses its part along the next side for that time: m g t sin(h) of momentum, m g t u of
// energy. However fine the polygon is, that adds up to m g t v h for a turn by h.
//
// So the next side is the timeline's until it is met: the time is exact, and so is the energy that the impact takes.
// After that the body is
//
// - free of the side that it leaves, which bears nothing for the rest of the step;
// - not left to the next step's solver: a fall until then, by less than a slop, would be lifted again;
// - as deep as it was. A resting body is a little deep, about 2/3 g t^2, and gets there without gaining speed. If it
//   met the next side at its surface it would sink in anew behind each corner and lose m g times that. With all sides
//   taken to lie deeper by as much, the polygon is the same one, only larger.

#include <bankshot/world/bodies/state.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct ContactPairs;

/// True if the keys name two sides, or pieces, of the same fixed shape.
bool is_other_side(const WorldState& world, const PairKey& one, const PairKey& two);
/// True if such a contact pair, still apart, approaches as its body slides along another part of the same shape.
bool comes_round_corner(const WorldState& world, const ContactPairs& pairs, std::size_t i);
/// Depth of the body of such a pair, which is not the solver's, in another part that it rests on.
Real depth_beside(const WorldState& world, const ContactPairs& pairs, std::size_t i);

}  // namespace bankshot::BANKSHOT_ABI::detail
