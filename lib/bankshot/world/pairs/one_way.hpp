#pragma once
// Decides what one-way faces stop. Not part of the public interface.
//
// A one-way face stops bodies that come from its outer side. If a body is on both sides of it, the direction it came
// from decides. If it was in front of this face in the last step, or in front of a face that this one continues, it is
// being pressed in, and stays on the face however deep. Otherwise it comes through from behind, and goes on through all
// faces that continue from there. The cached contacts of the last step tell which. A fast sliding body passes several
// faces in a step. So a face continues each face that leads to it, face by face, without turning round.
//
// No body that comes through is taken for one that is pressed in. A body that is in front of one face and, by no more
// than its extent, behind another one of the same direction can only have been pressed into that one, unless the chain
// doubles back between the two.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if either part of a pair is a one-way face.
bool has_one_way(const WorldState& world, const PairKey& key) noexcept;
inline bool has_one_way(const PartPair& parts) { return parts.a.one_way >= 0 || parts.b.one_way >= 0; }

/// True if the pair was near in the last step, in front of its one-way face or of one that is joined to it; `far`: or
/// of one that leads to it.
bool stood_there(const WorldState& world, const PairKey& key, const PartPair& parts, bool far);

/// Length by which the other shape may be behind a one-way face of the pair and still be stopped: a body that stood on
/// the face stays on it however deep a load presses it in.
Real stopped_within(const WorldState& world, const PairKey& key, const PartPair& parts, bool stood);

/// True if the other shape of a pair is on its way through its one-way face, or through one that is connected to it:
/// see above. `past`: it counts as through only if it is farther behind the face than that.
bool comes_through(const WorldState& world, const PairKey& key, const PartPair& parts, const Placement& at, Real past);

/// True if a one-way face of the pair stops the other shape, which may be partly behind it. is_stopped(stood, past)
/// decides, given whether the shape stood there and how far behind the face it may be. `has_met`: the shape has hit
/// these shapes in this step.
template <class IsStopped>
bool stopped_at(const WorldState& world, const PairKey& key, const PartPair& parts, bool has_met,
                IsStopped&& is_stopped) {
  const bool stood = has_met || stood_there(world, key, parts, false);
  if (is_stopped(stood, stopped_within(world, key, parts, stood))) return true;
  // Few get here, so the longer search for an earlier face is made only for them.
  return !stood && stood_there(world, key, parts, true) && is_stopped(true, stopped_within(world, key, parts, true));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
