// Finds the pairs that might meet on the paths that bodies have when the timeline begins. Most contact pairs do not,
// and the tests here cost a fraction of a sweep.

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/rest/corner.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

Timeline::Course Timeline::new_course(const WorldState& world, Rank rank) const {
  const Motion& motion = (*motion_)[rank];
  const Bodies& bodies = world.bodies;
  const BodyVelocity& velocity = bodies.velocity[rank];
  const bool still = bodies.flags[rank].type == BodyType::fixed || !bodies.flags[rank].awake;
  const V2 bend = still ? V2{} : (dt_ / 2) * (velocity.linear - motion.velocity);
  const auto sign = [](Real speed) { return speed == 0 && std::signbit(speed); };
  const bool signs = sign(velocity.linear.x) || sign(velocity.linear.y) || sign(velocity.angular);
  return {motion.displacement, bend, absolute(motion.turn) * bodies.mass[rank].reach, signs};
}

Timeline::Course Timeline::course_of(const WorldState& world, Rank rank) const {
  return courses_.empty() ? new_course(world, rank) : courses_[rank];
}

/// The relative velocity changes linearly over the step, so along any direction it is largest at one of the ends.
/// Turning adds at most an arc of the reach.
Timeline::Closing Timeline::closing_of(const Course& a, const Course& b) {
  const V2 way = a.way - b.way, bend = a.bend - b.bend;
  return {way - bend, way + bend, a.arc + b.arc};
}

/// Clears all flights.
void Timeline::end_flights(std::size_t bodies) {
  if (flight_of_.size() == bodies) {
    for (const Rank rank : flyer_) flight_of_[rank] = none;
  } else {
    flight_of_.assign(bodies, none);
  }
  flights_.clear(), flyer_.clear();
}

/// Sweeps every pair that the solver does not have and that might meet on the paths as they are now.
void Timeline::start(const WorldState& world, const PairSet& pairs) {
  open_ = false;
  end_flights(world.bodies.size());
  candidates_.clear(), persisting_.clear(), queue_.clear(), met_.clear(), thrown_.clear(), stuck_.clear();
  if (met_shapes_.size() > 0) met_shapes_.clear();
  doubtful_.clear(), doubtful_input_.clear(), sure_.clear();
  listed_.assign(pairs.near.size() + pairs.far.size(), 0);
  // There may be thousands of pairs: if there are more than bodies, each body's course is computed once.
  courses_.clear();
  if (pairs.toi_pairs.size() + pairs.far.size() > world.bodies.size()) {
    resize_anew(courses_, world.bodies.size());
    for (Rank rank = 0; rank < courses_.size(); ++rank) courses_[rank] = new_course(world, rank);
  }
  guard(world, pairs);
  for (const std::uint32_t i : pairs.toi_pairs) start_near(world, pairs, i);
  start_far(world, pairs);
  clear_doubts(world, [&](std::uint32_t listed) { sweep_first(world, pairs, listed); });
  ask_ends(world);
  sweep_sure(world, 0);
}

/// True if the circles about both bodies stay apart, as stay_apart() would find. Only for bodies without negative
/// zeros, which a look would leave unchanged.
bool Timeline::circles_part(const WorldState& world, const RankPair& bodies, const Course& a, const Course& b) const {
  if (a.signs || b.signs) return false;
  const V2 d = centre_difference(world.bodies.pose[bodies.a], world.bodies.pose[bodies.b]);
  const Real reach =
      world.bodies.mass[bodies.a].reach + world.bodies.mass[bodies.b].reach + length(a.bend - b.bend) / 4;
  return stays_beyond(d, a.way - b.way, reach);
}

/// Pairs of parts of the same bodies are adjacent.
void Timeline::start_far(const WorldState& world, const PairSet& pairs) {
  auto listed = static_cast<std::uint32_t>(pairs.near.size());
  RankPair bodies{none, none};
  Course a, b;
  Closing closing;
  bool asked = false, apart = false;
  for (const ToiCandidate& pair : pairs.far) {
    if (pair.bodies != bodies) {
      bodies = pair.bodies;
      a = course_of(world, bodies.a), b = course_of(world, bodies.b);
      closing = closing_of(a, b);
      asked = false;
    }
    if (!closing.cannot_meet(pair.gap)) {
      if (!asked) apart = circles_part(world, bodies, a, b);
      asked = true;
      if (!apart) doubt(world, pair.key, listed, closing);
    }
    ++listed;
  }
}

/// Starts a contact pair that the solver does not have.
void Timeline::start_near(const WorldState& world, const PairSet& pairs, std::uint32_t i) {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  listed_[i] = pair.sensor;  // never a candidate
  if (pair.sensor) return;
  const Closing closing = closing_of(course_of(world, pair.body_a), course_of(world, pair.body_b));
  const bool convex = pair.parts == none;
  // Without points, the gap is more than the margin of the search.
  Real gap = convex ? pair.margin : tolerance::speculative_slops * pair.slop;
  for (int k = 0; k < contact.count; ++k) gap = min(gap, contact.points[k].separation);
  // A contact between parts may have been dropped at a seam: a body that slides to a side that bends up is beside it,
  // not far away.
  if (!convex && contact.count == 0 && closing.cannot_meet(gap) && !rooms_of(world, pair.key).any()) {
    gap = min(gap, gap_of_parts(world, pair.key, pair_input(world, pairs, pair)));
  }
  if (closing.cannot_meet(gap)) return;
  if (convex && contact.count == 0) return doubt(world, pair.key, i, closing);
  if (convex && line_parts(world, pair.body_a, pair.body_b, pair_input(world, pairs, pair), contact.normal, closing))
    return;
  sweep_first(world, pairs, i);
}

/// Makes a candidate of a pair, to be swept with all others.
void Timeline::sweep_first(const WorldState& world, const PairSet& pairs, std::uint32_t listed) {
  listed_[listed] = 1;
  const std::uint32_t place = add(candidate_of(world, pairs, listed));
  candidates_[place].solved = false;  // or has failed to keep it apart
  if (listed < pairs.near.size()) candidates_[place].sunk = depth_beside(world, pairs, listed);
  look_ahead(world, place, 0);
}

/// Notes a pair that is not known to stay apart. All of them are examined together.
void Timeline::doubt(const WorldState& world, const PairKey& key, std::uint32_t listed, const Closing& closing) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  doubtful_.push_back({key, listed, closing});
  PairInput& input = doubtful_input_.emplace_back();
  if (a.convex && b.convex) {
    input = pair_input(world, a, b, closing.farthest());
  } else {
    input = pair_input(world, a, b, 0);
  }
}

/// The same for a candidate, on its paths from `from` on.
void Timeline::doubt_again(const WorldState& world, std::uint32_t place, Real from) {
  const Candidate& candidate = candidates_[place];
  const Proxy &proxy_a = world.proxies[candidate.key.a], &proxy_b = world.proxies[candidate.key.b];
  if (!proxy_a.convex || !proxy_b.convex) return sweep(world, place, from);
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Bodies& bodies = world.bodies;
  const Real rest = dt_ - from;
  const V2 first = rest * (a.velocity_at(from) - b.velocity_at(from));
  const V2 last = first + (rest * rest) * (a.acceleration - b.acceleration);
  const Real arcs = rest * (absolute(a.spin) * bodies.mass[candidate.body_a].reach +
                            absolute(b.spin) * bodies.mass[candidate.body_b].reach);
  const Closing closing{first, last, arcs};
  doubtful_.push_back({candidate.key, place, closing});
  doubtful_input_.push_back(input_at(world, candidate.key, closing.farthest(), from));
}

/// True if the gap is more than the two can close.
bool Timeline::Closing::cannot_meet(Real gap) const {
  const Real slack = gap - arcs;
  return slack > 0 && max(length_squared(first), length_squared(last)) < slack * slack;
}

Real Timeline::Closing::farthest() const { return std::sqrt(max(length_squared(first), length_squared(last))) + arcs; }

/// True if a line perpendicular to `normal` separates the two for the whole time.
bool Timeline::line_parts(const WorldState& world, Rank a, Rank b, const PairInput& in, V2 normal,
                          const Closing& closing) const {
  const Real of_a = reach_along(*in.a, in.qa, normal).low - in.a->radius;
  const Real of_b = reach_along(*in.b, in.qb, normal).high + in.b->radius;
  const Real gap = dot(normal, in.d) + (of_a - of_b);
  const Real way = min(min(dot(closing.first, normal), dot(closing.last, normal)), 0);
  const Real noise = 16 * tolerance::eps * (length(in.d) + world.bodies.mass[a].reach + world.bodies.mass[b].reach);
  return gap + way - closing.arcs > noise;
}

/// True if two convex bodies do not meet from `from` on, nor come so near that a sweep might report a hit. Along a
/// fixed normal, a corner deviates from the chord between its two ends by at most an eighth of its curvature times the
/// time squared. So the gap is at least
///
///   (1 - s) g + s g_end - curving s (1 - s),    s being the fraction of the time that has passed.
bool Timeline::stays_clear(const WorldState& world, const Doubt& doubt, const PairInput& in, V2 normal, Real from) {
  const Candidate& candidate = candidates_[doubt.place];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const Proxy &proxy_a = world.proxies[candidate.key.a], &proxy_b = world.proxies[candidate.key.b];
  if (line_parts(world, rank_a, rank_b, in, normal, doubt.closing)) return true;
  const auto gap_of = [&](V2 d, Q2 qa, Q2 qb) {
    return dot(normal, d) +
           ((reach_along(*in.a, qa, normal).low - in.a->radius) - (reach_along(*in.b, qb, normal).high + in.b->radius));
  };
  const Real noise =
      16 * tolerance::eps *
      (length(in.d) + world.bodies.mass[rank_a].reach + world.bodies.mass[rank_b].reach + doubt.closing.farthest());
  // Within this gap a sweep may report a hit of two that nearly meet.
  const Real target = tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b) + noise;
  const Real now = gap_of(in.d, in.qa, in.qb), gap = now - target;
  if (!(now >= -target)) return false;
  const Flight &a = ended(flights_[flight_of_[rank_a]], dt_), &b = ended(flights_[flight_of_[rank_b]], dt_);
  const V2 end = centre_difference(world.bodies.pose[rank_a], world.bodies.pose[rank_b]) + (a.end - b.end);
  const Real rest = dt_ - from, turn_a = a.spin * rest, turn_b = b.spin * rest;
  const Real curving =
      (max(dot(normal, a.acceleration - b.acceleration), 0) * rest * rest +
       turn_a * turn_a * reach_of_corners(world, proxy_a) + turn_b * turn_b * reach_of_corners(world, proxy_b)) /
      2;
  const Real change = gap_of(end, a.end_turned, b.end_turned) - now - curving;
  if (!(gap > 0)) return change > 4 * noise;  // they touch, and separate all the time
  const Real square = change * change - 4 * curving * gap;
  return change >= 0 || square < 0 || 2 * gap > std::sqrt(square) - change;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
