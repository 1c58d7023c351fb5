// Checks the paths that the solver made. To the solver a contact is a line, or an arc, for a whole step, and it only
// sees the two points that it was given. Some motion remains open: a corner that comes round behind a stopped one, a
// soft push that yields, a normal that turned. None of these brings a pair nearer by more than the displacement of its
// bodies. So only pairs of bodies that moved far are checked, and a bound is enough for most of these.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

Real Timeline::path_length(const WorldState& world, Rank rank) const {
  const Motion& motion = (*motion_)[rank];
  return length(motion.displacement) + absolute(motion.turn) * world.bodies.mass[rank].reach;
}

/// Notes how far bodies move: no pair closes by more than its two bodies move together.
void Timeline::measure_ways(const WorldState& world) {
  ways_.resize(world.bodies.size());
  longest_way_ = 0;
  world.active.for_each([&](Rank rank) {
    const Real way = path_length(world, rank);
    ways_[rank] = WayBound(way);
    longest_way_ = max(longest_way_, way);
  });
}

/// Upper bound of how far two points of a pair closed along the normal of the contact.
Real Timeline::closed_on_path(const WorldState& world, const PairSet& pairs, std::uint32_t i) const {
  const ContactPair& pair = pairs.near[i];
  const V2 normal = pairs.geometry[i].normal;
  const Closing closing = closing_of(course_of(world, pair.body_a), course_of(world, pair.body_b));
  const auto arc = [&](Rank rank, const Proxy& proxy) {
    return absolute((*motion_)[rank].turn) * reach_of_corners(world, proxy);
  };
  const Real along = -min(min(dot(closing.first, normal), dot(closing.last, normal)), 0);
  return along + arc(pair.body_a, world.proxies[pair.key.a]) + arc(pair.body_b, world.proxies[pair.key.b]);
}

/// Upper bound of how far the contact points of a pair closed along its normal: a pair that closes by less than the
/// smaller extent has not passed. A body that slides along a turning face meets it nearer by the sliding distance times
/// the angle that the face turns by.
Real Timeline::closed_at_points(const WorldState& world, const PairSet& pairs, std::uint32_t i) const {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  const Motion &a = (*motion_)[pair.body_a], &b = (*motion_)[pair.body_b];
  const Real turns = max(turning_of_normals(world, pair.key.a, pair.key.part_a, a.turn),
                         turning_of_normals(world, pair.key.b, pair.key.part_b, b.turn));
  Real most = 0;
  for (int k = 0; k < contact.count; ++k) {
    const V2 arm_a = contact.points[k].anchor, arm_b = arm_a + contact.d;
    const V2 way = (a.displacement + cross(a.turn, arm_a)) - (b.displacement + cross(b.turn, arm_b));
    const Real bend = (a.turn * a.turn * length(arm_a) + b.turn * b.turn * length(arm_b)) / 2;
    most = max(most, bend + turns * length(way) - dot(way, contact.normal));
  }
  return most;
}

/// Checks pairs of the solver again. If a pair may have closed a part of its extent, its final depth is checked; if it
/// may have passed, it is swept.
void Timeline::guard(const WorldState& world, const PairSet& pairs) {
  measure_ways(world);
  // How far a pair may close is a part of its own extent: a small motion of a large body may bury a thin one.
  if (2 * longest_way_ <= tolerance::solver_way_extents * pairs.thinnest) return;
  guarded_.clear(), doubtful_input_.clear();
  for (const std::uint32_t i : pairs.solver_pairs) {
    const ContactPair& pair = pairs.near[i];
    const Real most = tolerance::solver_way_extents * pair.extent;
    const Real left = most - overlap_of(pairs.geometry[i]);
    if (ways_[pair.body_a].value() + ways_[pair.body_b].value() <= left) continue;
    const Real closed = closed_on_path(world, pairs, i);
    if (closed < left) continue;
    if (pair.both_movable && pair.speculative) {
      if (closed_at_points(world, pairs, i) > 2 * most) sweep_first(world, pairs, i);
      continue;
    }
    if (closed_at_points(world, pairs, i) > pair.extent) {
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
    const bool convex = world.proxies[key.a].convex && world.proxies[key.b].convex;
    if (!convex) find_contact(world, key, doubtful_input_[k], end);
    // A pair that ends far behind a one-way face has no contact, nor has one that has left a part of a composite
    // sideways: it may have been through by then.
    const bool may_be_behind = end.count == 0 && !convex;
    if (may_be_behind || !ends_shallow(end, guarded_[k].depth)) sweep_first(world, pairs, guarded_[k].place);
  }
  doubtful_input_.clear();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
