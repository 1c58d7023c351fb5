#include <bankshot/world/timeline/stuck_bodies.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline/path_changes.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a pair is so deep when the step begins that no way out is known.
bool StuckBodies::is_sunk(const Candidate& candidate) const {
  const Real extent = min(world().proxies[candidate.key.a].extent, world().proxies[candidate.key.b].extent);
  return candidate.overlap > tolerance::solver_way_extents * extent;
}

/// Returns the dynamic body if the other one is not dynamic; otherwise none.
std::optional<Rank> StuckBodies::against_firm(const Candidate& candidate) const {
  const auto dynamic = [&](Rank rank) { return world().bodies.flags[rank].type == BodyType::dynamic; };
  const bool a = dynamic(candidate.body_a), b = dynamic(candidate.body_b);
  if (a == b) return std::nullopt;
  return a ? candidate.body_a : candidate.body_b;
}

void StuckBodies::count_hit(const Candidate& candidate, Real time, PathChanges& changes) {
  stop_sunk(candidate, time, changes);
  stop_crushed(candidate, time, changes);
}

/// Counts an impact of a body that lies deep in a fixed or kinematic one, and stops the body once it is out of such
/// impacts.
void StuckBodies::stop_sunk(const Candidate& candidate, Real time, PathChanges& changes) {
  const std::optional<Rank> rank = against_firm(candidate);
  if (!rank || !paths_.is_movable(*rank) || !is_sunk(candidate)) return;
  const bool out = ++paths_[*rank].sunk_hits > world().settings.impact_limits.per_pair;
  if (out) changes.stop(*rank, time, StepStatus::impact_limit);
}

/// Counts an impact between a body that does not fly and a fixed or kinematic one, and stops the body once it is out of
/// such impacts.
void StuckBodies::stop_crushed(const Candidate& candidate, Real time, PathChanges& changes) {
  const std::optional<Rank> rank = against_firm(candidate);
  if (!rank) return;
  Trajectory& path = paths_[*rank];
  if (!path.is_held() && !path.is_stopped()) return;
  const int most = world().settings.impact_limits.per_body;
  if (path.wall_hits <= most) ++path.wall_hits;
  if (path.wall_hits > most && !path.is_stopped()) changes.stop(*rank, time, StepStatus::impact_limit);
}

/// True if a stopped body has met so many fixed or kinematic bodies that they pass over it.
bool StuckBodies::is_crushed(const Candidate& candidate) const {
  const std::optional<Rank> rank = against_firm(candidate);
  if (!rank) return false;
  const Trajectory& path = paths_[*rank];
  return path.is_stopped() && path.wall_hits > world().settings.impact_limits.per_body;
}

/// True if a pair is that deep, neither of the two moves by itself, and one is out of such impacts: it would be led out
/// of one body into the next, and back. Their contact is left to the solver of the next step.
bool StuckBodies::is_spent(const Candidate& candidate) const {
  if (paths_.is_movable(candidate.body_a) || paths_.is_movable(candidate.body_b)) return false;
  const int most = world().settings.impact_limits.per_pair;
  const auto out = [&](Rank rank) { return paths_[rank].sunk_hits > most; };
  return (out(candidate.body_a) || out(candidate.body_b)) && is_sunk(candidate);
}

std::vector<StuckBodies::StuckPair>::iterator StuckBodies::find(const RankPair& bodies) {
  return std::find_if(stuck_.begin(), stuck_.end(), [&](const StuckPair& pair) { return pair.bodies == bodies; });
}

bool StuckBodies::are_stuck(const Candidate& candidate, int most) {
  if (world().proxies[candidate.key.a].convex && world().proxies[candidate.key.b].convex) return false;
  const RankPair bodies{candidate.body_a, candidate.body_b};
  auto stuck = find(bodies);
  if (stuck == stuck_.end()) {
    int deep = 0;
    const bool by_a = world().bodies.flags[bodies.a].type == BodyType::dynamic;
    candidates_.for_each(by_a ? bodies.a : bodies.b, [&](std::uint32_t place) {
      const Candidate& other = candidates_[place];
      if (RankPair{other.body_a, other.body_b} != bodies) return;
      deep += is_sunk(other) ? 1 : 0;
    });
    if (deep < 2) return false;
    stuck = stuck_.insert(stuck_.end(), StuckPair());
    stuck->bodies = bodies;
  }
  return ++stuck->hits > most;
}

void StuckBodies::hold_together(const Candidate& candidate, Real time, PathChanges& changes) {
  const RankPair bodies{candidate.body_a, candidate.body_b};
  const auto stuck = find(bodies);
  for (const Rank rank : {bodies.a, bodies.b}) {
    const Trajectory& path = paths_[rank];
    if (!path.is_stopped()) continue;
    const Rank other = rank == bodies.a ? bodies.b : bodies.a;
    PathChange change{-path.velocity, -path.spin};
    if (world().bodies.flags[other].type != BodyType::dynamic) {
      const Trajectory& mover = paths_[other];
      change.linear += mover.velocity_at(time) + cross(mover.spin, paths_.difference(rank, other, time));
      change.angular += mover.spin;
    }
    changes.correct(rank, change, time);
  }
  stuck->as_one[0] = path_of(bodies.a), stuck->as_one[1] = path_of(bodies.b);
}

StuckBodies::Path StuckBodies::path_of(Rank rank) const {
  const Trajectory& path = paths_[rank];
  return {path.velocity, path.acceleration, path.spin};
}

/// True if the two still move as one, so that none of their parts approach: no other body has led one of them away.
/// Their contact is left to the solver of the next step.
bool StuckBodies::is_stuck(const Candidate& candidate) const {
  const auto as_one = [&](const StuckPair& pair) {
    return pair.bodies == RankPair{candidate.body_a, candidate.body_b} && pair.as_one[0] == path_of(candidate.body_a) &&
           pair.as_one[1] == path_of(candidate.body_b);
  };
  return std::any_of(stuck_.begin(), stuck_.end(), as_one);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
