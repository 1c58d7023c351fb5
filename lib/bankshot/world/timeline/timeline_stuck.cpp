// Bodies that lie deep in others, and two that overlap in many parts. Part of `Timeline`.
//
// An impact separates two parts along the normal between them. If a body of many parts lies deep in another one, those
// normals point in all directions: the impact of one pair of parts throws the next pair together, and none of them
// leads out. Each pair of parts would go through all the impacts that it may have, and each of these predicts all pairs
// anew: the work would grow with the square of the number of parts. So the two bodies together have as many impacts as
// one pair may have, and then move as one until the step ends. The solver of the next step pushes them apart.
//
// The same holds for a body that lies deep in many fixed and kinematic ones: all these pairs together have as many
// impacts as one pair may have. Then the body stands still until the step ends.
//
// Such pairs need not be deeper than others. A body that is held in a heap of them, or stopped there and led on by
// moving ones, may meet each of them as often as one pair may. So for a body that does not fly, the impacts with all
// fixed and kinematic bodies together are bounded, as those of a flying body are. Then it stands still. After as many
// more impacts, which led it on before kinematic bodies, those pass over it, and the next step's solver pushes it out.

#include <algorithm>
#include <optional>

#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a pair is so deep when the step begins that no way out is known.
bool Timeline::is_sunk(const WorldState& world, const Candidate& candidate) const {
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  return candidate.overlap > tolerance::solver_way_extents * extent;
}

/// Returns the dynamic body if the other one is not dynamic; otherwise none.
std::optional<Rank> Timeline::against_firm(const WorldState& world, const Candidate& candidate) {
  const auto dynamic = [&](Rank rank) { return world.bodies.flags[rank].type == BodyType::dynamic; };
  const bool a = dynamic(candidate.body_a), b = dynamic(candidate.body_b);
  if (a == b) return std::nullopt;
  return a ? candidate.body_a : candidate.body_b;
}

/// Counts an impact of a body that lies deep in a fixed or kinematic one, and stops the body once it is out of such
/// impacts.
void Timeline::stop_sunk(const WorldState& world, const Candidate& candidate, Real time) {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank || !movable(world, *rank) || !is_sunk(world, candidate)) return;
  const bool out = ++flights_[flight_of_[*rank]].sunk_hits > world.settings.impact_limits.per_pair;
  if (out) freeze(world, *rank, time, StepStatus::impact_limit);
}

/// Counts an impact between a body that does not fly and a fixed or kinematic one, and stops the body once it is out of
/// such impacts.
void Timeline::stop_crushed(const WorldState& world, const Candidate& candidate, Real time) {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank) return;
  Flight& path = flights_[flight_of_[*rank]];
  if (!path.held && !path.frozen) return;
  const int most = world.settings.impact_limits.per_body;
  if (path.wall_hits <= most) ++path.wall_hits;
  if (path.wall_hits > most && !path.frozen) freeze(world, *rank, time, StepStatus::impact_limit);
}

/// True if a frozen body has met so many fixed or kinematic bodies that they pass over it.
bool Timeline::is_crushed(const WorldState& world, const Candidate& candidate) const {
  const std::optional<Rank> rank = against_firm(world, candidate);
  if (!rank) return false;
  const Flight& path = flights_[flight_of_[*rank]];
  return path.frozen && path.wall_hits > world.settings.impact_limits.per_body;
}

/// True if a pair is that deep, neither of the two moves by itself, and one is out of such impacts: it would be led out
/// of one body into the next, and back. Their contact is left to the solver of the next step.
bool Timeline::is_spent(const WorldState& world, const Candidate& candidate) const {
  if (movable(world, candidate.body_a) || movable(world, candidate.body_b)) return false;
  const int most = world.settings.impact_limits.per_pair;
  const auto out = [&](Rank rank) { return flights_[flight_of_[rank]].sunk_hits > most; };
  return (out(candidate.body_a) || out(candidate.body_b)) && is_sunk(world, candidate);
}

/// Counts an impact of two bodies that are deep in one another in more than one pair of their parts. Returns true if
/// that uses up their impacts.
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

/// Lets two bodies that are out of impacts move as one: they stand still, or move with the kinematic one.
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

/// True if the two still move as one, so that none of their parts approach: no other body has led one of them away.
/// Their contact is left to the solver of the next step.
bool Timeline::is_stuck(const Candidate& candidate) const {
  const auto as_one = [&](const StuckPair& pair) {
    return pair.bodies == RankPair{candidate.body_a, candidate.body_b} &&
           pair.as_one[0] == course_of(candidate.body_a) && pair.as_one[1] == course_of(candidate.body_b);
  };
  return std::any_of(stuck_.begin(), stuck_.end(), as_one);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
