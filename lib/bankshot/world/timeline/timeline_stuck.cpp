// Bodies that lie deep in others, and two that do in many parts. Part of `Timeline`.
//
// An impact parts two parts along the normal between them. Where a body of many parts lies deep in another one, those
// normals point every way, so the impact of one pair of parts throws the next pair together, and none of them leads
// out. Each pair of parts would go through all the impacts that it may have, and each of these predicts all pairs anew:
// the work would grow with the square of the number of parts. So the two bodies have as many impacts together as one
// pair may have, and then move as one until the step ends. The solver of the next step pushes them apart.
//
// So it is with a body that lies deep in many others that do not move aside, fixed and kinematic ones: all these pairs
// have as many impacts together as one pair may have. Then it stands still until the step ends.
//
// Such pairs may be no deeper than others: a body that is held in a heap of them, or stopped there and led on by those
// that move, may meet every one as often as one pair may. So what a body that does not fly has with those that do not
// give way is bounded for all of them together, as the impacts of one that flies are. Then it stands still; and once it
// has met as many more, which led it on before kinematic ones, those pass over it, and it is the next step's solver
// that pushes it out.

#include <algorithm>
#include <optional>

#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether a pair is so deep in one another when the step begins that no way is known to lead out.
bool Timeline::is_sunk(const WorldState& world, const Candidate& candidate) const {
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  return candidate.overlap > tolerance::solver_way_extents * extent;
}

/// The dynamic one of two bodies of which the other is not; none if both are.
std::optional<Rank> Timeline::against_firm(const WorldState& world, const Candidate& candidate) {
  const auto dynamic = [&](Rank rank) { return world.bodies.flags[rank].type == BodyType::dynamic; };
  const bool a = dynamic(candidate.body_a), b = dynamic(candidate.body_b);
  if (a == b) return std::nullopt;
  return a ? candidate.body_a : candidate.body_b;
}

/// Counts a hit of a body that is deep in one that does not move aside, and stops it where it is out of such impacts.
void Timeline::stop_sunk(const WorldState& world, const Candidate& candidate, Real time) {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank || !movable(world, *rank) || !is_sunk(world, candidate)) return;
  const bool out = ++flights_[flight_of_[*rank]].sunk_hits > world.settings.impact_limits.per_pair;
  if (out) freeze(world, *rank, time, StepStatus::impact_limit);
}

/// Counts a hit of a body that does not fly with what does not give way, and stops it where it is out of such impacts.
void Timeline::stop_crushed(const WorldState& world, const Candidate& candidate, Real time) {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank) return;
  Flight& path = flights_[flight_of_[*rank]];
  if (!path.held && !path.frozen) return;
  const int most = world.settings.impact_limits.per_body;
  if (path.wall_hits <= most) ++path.wall_hits;
  if (path.wall_hits > most && !path.frozen) freeze(world, *rank, time, StepStatus::impact_limit);
}

/// Whether a body that stands still has met so many of those that do not give way that they pass over it.
bool Timeline::is_crushed(const WorldState& world, const Candidate& candidate) const {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank) return false;
  const Flight& path = flights_[flight_of_[*rank]];
  return path.frozen && path.wall_hits > world.settings.impact_limits.per_body;
}

/// Whether a pair is that deep in one another, neither of the two moves by itself, and one is out of such impacts: led
/// out of one it would be led into the next, and back. What they do to one another the solver of the next step sees to.
bool Timeline::is_spent(const WorldState& world, const Candidate& candidate) const {
  if (movable(world, candidate.body_a) || movable(world, candidate.body_b)) return false;
  const int most = world.settings.impact_limits.per_pair;
  const auto out = [&](Rank rank) { return flights_[flight_of_[rank]].sunk_hits > most; };
  return (out(candidate.body_a) || out(candidate.body_b)) && is_sunk(world, candidate);
}

/// Counts a hit of two bodies that are deep in one another in more than one pair of their parts. True if they are out
/// of impacts with it.
bool Timeline::are_stuck(const WorldState& world, const Candidate& candidate, int most) {
  if (world.proxies[candidate.key.a].convex && world.proxies[candidate.key.b].convex) return false;
  const RankPair bodies{candidate.body_a, candidate.body_b};
  auto stuck = std::find_if(stuck_.begin(), stuck_.end(), [&](const StuckPair& pair) { return pair.bodies == bodies; });
  if (stuck == stuck_.end()) {
    int deep = 0;
    const bool by_a = world.bodies.flags[bodies.a].type == BodyType::dynamic;
    for_each_candidate(by_a ? bodies.a : bodies.b, [&](std::uint32_t place) {
      const Candidate& other = candidates_[place];
      if (RankPair{other.body_a, other.body_b} != bodies) return;
      deep += is_sunk(world, other) ? 1 : 0;
    });
    if (deep < 2) return false;
    stuck = stuck_.insert(stuck_.end(), StuckPair());
    stuck->bodies = bodies;
  }
  return ++stuck->hits > most;
}

/// Lets two bodies that are out of impacts move as one: they stand still, or go with the one that is kinematic.
void Timeline::hold_together(WorldState& world, const Candidate& candidate, Real time) {
  const RankPair bodies{candidate.body_a, candidate.body_b};
  const auto stuck =
      std::find_if(stuck_.begin(), stuck_.end(), [&](const StuckPair& pair) { return pair.bodies == bodies; });
  for (const Rank rank : {bodies.a, bodies.b}) {
    const Flight& path = flights_[flight_of_[rank]];
    if (!path.frozen) continue;
    const Rank other = rank == bodies.a ? bodies.b : bodies.a;
    PathChange change{-path.velocity, -path.spin};
    if (world.bodies.flags[other].type != BodyType::dynamic) {
      const Flight& mover = flights_[flight_of_[other]];
      change.linear += mover.velocity_at(time) + cross(mover.spin, difference(world, rank, other, time));
      change.angular += mover.spin;
    }
    deflect(world, rank, change, time);
  }
  stuck->as_one[0] = course_of(bodies.a), stuck->as_one[1] = course_of(bodies.b);
}

Timeline::StuckPair::Path Timeline::course_of(Rank rank) const {
  const Flight& path = flights_[flight_of_[rank]];
  return {path.velocity, path.acceleration, path.spin};
}

/// True if the two move as one still, so that none of their parts comes nearer to another: nobody else has led one of
/// them away. What they still do to one another the solver of the next step sees to.
bool Timeline::is_stuck(const Candidate& candidate) const {
  const auto as_one = [&](const StuckPair& pair) {
    return pair.bodies == RankPair{candidate.body_a, candidate.body_b} &&
           pair.as_one[0] == course_of(candidate.body_a) && pair.as_one[1] == course_of(candidate.body_b);
  };
  return std::any_of(stuck_.begin(), stuck_.end(), as_one);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
