#pragma once
// What one-way faces stop. Not part of the public interface.
//
// A one-way face stops what comes from its outer side. Where something is on both sides of it one has to know where it
// came from: was it in front of this face in the last step, or of one from which that goes on, it is being pressed in,
// and stays on it however deep; otherwise it comes through from behind, and goes on coming through all faces that go on
// from there. The contact records of the last step tell. What slides fast leaves several faces behind in a step, so
// a face goes on from each that leads to it, face by face, without turning round.
//
// Why nothing that comes through is taken for something pressed in: what is in front of one face and, by no more than
// its extent, behind another one that faces the same way can only have been pressed into that, unless the chain doubles
// back between the two.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether either part of a pair is a one-way face.
bool has_one_way(const WorldState& world, const PairKey& key) noexcept;
inline bool has_one_way(const PartPair& parts) { return parts.a.one_way >= 0 || parts.b.one_way >= 0; }

/// Whether the pair was in front of its one-way face, and near, in the last step, or of one that goes on from it;
/// `far`: or of one that leads to it.
bool stood_there(const WorldState& world, const PairKey& key, const PartPair& parts, bool far);

/// How far behind a one-way face of the pair the other shape may be and still be stopped: what stood on the face stays
/// on it however deep a load presses it in. Length.
Real stopped_within(const WorldState& world, const PairKey& key, const PartPair& parts, bool stood);

/// Whether the other shape of a pair is on its way through the one-way face of the first one, or through one that goes
/// on from it: see above. `past`: it is through a face only if it is farther behind it than that.
bool comes_through(const WorldState& world, const PairKey& key, const PartPair& parts, const Placement& at, Real past);

/// Whether a one-way face of the pair stops the other one, of which it may be that it is partly behind it. So says
/// is_stopped(stood, past), given whether it stood there and how far behind the face it may be. `has_met`: it has hit
/// these shapes in this step.
template <class IsStopped>
bool stopped_at(const WorldState& world, const PairKey& key, const PartPair& parts, bool has_met,
                IsStopped&& is_stopped) {
  const bool stood = has_met || stood_there(world, key, parts, false);
  if (is_stopped(stood, stopped_within(world, key, parts, stood))) return true;
  // Few get here, so only they are asked where they were farther back.
  return !stood && stood_there(world, key, parts, true) && is_stopped(true, stopped_within(world, key, parts, true));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
