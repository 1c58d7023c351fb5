#pragma once
// What slides from one part of a fixed shape to the next one: a disc in a bowl made of segments. Not part of the public
// interface.
//
// A disc that slides at v along a side comes to the next one, which is turned by the angle h, with the speed u = v
// sin(h) into it, and goes on at v cos(h): a corner takes m u^2 / 2. As a contact with a gap the next side has to be
// met at the end of the sub-step in which the gap closes, and the impulse that sees to that acts from its beginning on:
// on average half a sub-step t too early. By then the first side bears no more, though the disc is still above it, and
// its load, m g, has no longer the part along the next side that it should have for so long: m g t sin(h) of momentum,
// m g t u of energy. However fine the polygon is, that adds up to m g t v h for a turn by h.
//
// So the next side is the timeline's until it is met: the time is exact, and so is what the impact takes. What comes
// after that is
//
// - free of the side that it leaves: for the rest of the step that bears nothing;
// - not left to the next step's solver: what would fall until then, by less than a slop, would be lifted again;
// - as deep as it was. What rests is a little deep, about 2/3 g t^2, and gets there without gaining speed. If it met
// the
//   next side at its surface it would sink anew behind each corner and lose m g times that. With all sides taken to lie
//   deeper by as much the polygon is the same one, only larger.

#include <bankshot/world/bodies/state.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct PairSet;

/// Whether the keys name two sides, or pieces, of the same shape that does not move.
bool is_other_side(const WorldState& world, const PairKey& one, const PairKey& two);
/// Whether such a near pair, still apart, comes as its body slides along another part of the same shape.
bool comes_round_corner(const WorldState& world, const PairSet& pairs, std::size_t i);
/// How deep the body of such a pair, of those that the solver does not have, is in another part that it rests on.
Real depth_beside(const WorldState& world, const PairSet& pairs, std::size_t i);

}  // namespace bankshot::BANKSHOT_ABI::detail
