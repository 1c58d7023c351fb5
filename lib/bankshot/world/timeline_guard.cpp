// The paths that the solver made, checked. To the solver a contact is a line, or an arc, for a step, and it looks at
// the two points that it was told of. What that leaves open, a corner that comes round behind a stopped one, a soft
// push that gives way, a normal that turned, cannot carry a pair farther together than its bodies got: so only those
// that got far are looked at, and most of these only by a bound.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Notes which bodies got so far that a pair of theirs may have closed by what it may not. Whether any did.
bool Timeline::find_far_moved(const WorldState& world) {
  const Bodies& bodies = world.bodies;
  far_moved_.resize(bodies.size());
  bool any = false;
  world.active.for_each([&](Rank rank) {
    const Motion& motion = (*motion_)[rank];
    const Real way = length(motion.displacement) + absolute(motion.turn) * bodies.mass[rank].reach;
    far_moved_[rank] = way > tolerance::solver_way_extents / 2 * bodies.mass[rank].extent;
    any |= far_moved_[rank] != 0;
  });
  return any;
}

/// Upper bound of how far two points of a pair came nearer along the normal that the contact had.
Real Timeline::closed_on_path(const WorldState& world, const PairSet& pairs, std::uint32_t i) const {
  const NearPair& pair = pairs.near[i];
  const V2 normal = pairs.geometry[i].normal;
  const Closing closing = closing_of(course_of(world, pair.body_a), course_of(world, pair.body_b));
  const auto arc = [&](Rank rank, const Proxy& proxy) {
    return absolute((*motion_)[rank].turn) * reach_of_corners(world, proxy);
  };
  const Real along = -min(min(dot(closing.first, normal), dot(closing.last, normal)), 0);
  return along + arc(pair.body_a, world.proxies[pair.key.a]) + arc(pair.body_b, world.proxies[pair.key.b]);
}

/// Upper bound of how far the places where a pair touched came nearer along its normal: what comes nearer by less than
/// the smaller extent has not passed.
Real Timeline::closed_at_points(const PairSet& pairs, std::uint32_t i) const {
  const NearPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  const Motion &a = (*motion_)[pair.body_a], &b = (*motion_)[pair.body_b];
  Real most = 0;
  for (int k = 0; k < contact.count; ++k) {
    const V2 arm_a = contact.points[k].anchor, arm_b = arm_a + contact.d;
    const V2 way = (a.displacement + cross(a.turn, arm_a)) - (b.displacement + cross(b.turn, arm_b));
    const Real bend = (a.turn * a.turn * length(arm_a) + b.turn * b.turn * length(arm_b)) / 2;
    most = max(most, bend - dot(way, contact.normal));
  }
  return most;
}

/// Looks once more at pairs that the solver has. What may have closed a part of its extent shows how deep it ends; what
/// may have passed by then is swept.
void Timeline::guard(const WorldState& world, const PairSet& pairs) {
  if (!find_far_moved(world)) return;
  guarded_.clear(), doubtful_input_.clear();
  for (const std::uint32_t i : pairs.solved) {
    const NearPair& pair = pairs.near[i];
    if (!far_moved_[pair.body_a] && !far_moved_[pair.body_b]) continue;
    const Real most = tolerance::solver_way_extents * pair.extent, closed = closed_on_path(world, pairs, i);
    if (closed < most) continue;
    if (pair.yields && pair.speculative) {
      if (closed_at_points(pairs, i) > 2 * most) sweep_first(world, pairs, i);
      continue;
    }
    if (closed_at_points(pairs, i) > pair.extent) {
      sweep_first(world, pairs, i);
      continue;
    }
    guarded_.push_back({i, max(overlap_of(pairs.geometry[i]), most)});
    doubtful_input_.push_back(input_at(world, pair.key, 0, dt_));
  }
  doubtful_contact_.resize(guarded_.size());
  find_manifolds(doubtful_input_, doubtful_contact_.data());
  for (std::size_t k = 0; k < guarded_.size(); ++k) {
    const PairKey& key = pairs.near[guarded_[k].place].key;
    ContactGeometry& end = doubtful_contact_[k];
    if (!world.proxies[key.a].convex || !world.proxies[key.b].convex) find_contact(world, key, doubtful_input_[k], end);
    if (!ends_shallow(end, guarded_[k].depth)) sweep_first(world, pairs, guarded_[k].place);
  }
  doubtful_input_.clear();
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
