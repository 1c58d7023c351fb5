#include <bankshot/world/timeline/path_changes.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/rest/corner.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Lets a held body fly from here on: only gravity and the user's force bend its path. A body that rests on firm bodies
/// continues with its velocity of that moment: the contacts that it leaves no longer press, and the others are met
/// again at once. (With the impulses that its contacts would have given it in the rest of the step, a body would rock
/// on two points without end.) A body that rests on others `keeps` the solver's result: it ends with the velocity that
/// the solver gave it plus what impacts add, since the other sides of its contacts got the opposite impulses in this
/// step.
void PathChanges::release(Rank rank, Real time, bool keeps) {
  paths_.of(rank);
  if (!world().bodies.flags[rank].awake || !paths_.is_movable(rank)) return;
  if (motion(rank).tied) return;  // its joints hold it as well
  let_go(rank, time, keeps);
}

void PathChanges::let_go(Rank rank, Real time, bool keeps) {
  Trajectory& path = paths_.of(rank);
  rebase(path, time);
  const BodyVelocity& solved = world().bodies.velocity[rank];
  Real angular = 0;
  path.acceleration = acceleration(world().bodies.mass[rank], world().bodies.forces[rank], world().bodies.flags[rank],
                                   plain(world().settings.gravity), angular);
  const V2 more = solved.linear + path.correction - path.velocity_at(dt());
  const Real more_spin = solved.angular + path.spin_correction - path.spin;
  if (!keeps && rests_on_firm(rank)) {
    path.velocity -= path.push, path.spin -= path.pushed_spin(time);
    if (energy() != nullptr)
      energy()->left_contacts(rank, time, solved, wide3(-path.push - more, -path.pushed_spin(time) - more_spin));
  } else {
    path.deferred += more, path.deferred_spin += more_spin;
  }
  path.push = {};
  path.push_spin = path.spin_rate = 0;
  path.mode = Trajectory::Mode::flying;
  path.left_contacts = path.changed = true;
}

void PathChanges::follow_velocity(Rank rank, Real time) {
  Trajectory& path = paths_[rank];
  const V2 hidden = path.deferred;
  const Real hidden_spin = path.deferred_spin;
  if (motion(rank).tied) return;
  if (path.is_held()) release(rank, time, true);
  rebase(path, time);
  path.changed = true;
  path.velocity += hidden, path.spin += hidden_spin;
  path.deferred -= hidden, path.deferred_spin -= hidden_spin;
  if (energy() != nullptr) energy()->kicked(rank, -hidden, time);
}

bool PathChanges::try_follow_velocity(Rank rank, Real time) {
  const Trajectory& path = paths_[rank];
  if (motion(rank).tied || !paths_.is_movable(rank) || (path.deferred == V2{} && path.deferred_spin == 0)) return false;
  bool room = true;
  candidates_.for_each_resting(rank,
                               [&](std::uint32_t i) { room &= !candidates_[i].deep || candidates_[i].depth == 0; });
  if (room) follow_velocity(rank, time);
  return room;
}

PathChange path_change(const TiedChange& of) {
  return {{static_cast<Real>(of.change[0]), static_cast<Real>(of.change[1])}, static_cast<Real>(of.change[2])};
}

void PathChanges::stop(Rank rank, Real time, StepStatus why) {
  if (!motion(rank).tied) return stop_one(rank, time, why);
  step_.flight->stop(rank, time, paths_);
  for (const Rank other : step_.flight->companions(rank)) {
    if (paths_.of(other).is_stopped()) continue;
    stop_one(other, time, why);
    stopped_.push_back(other);
  }
  // Between the ends of straight paths, joints are not quite in place.
  std::vector<TiedChange> changes;
  step_.flight->find_changes(rank, {}, changes);
  step_.flight->close_ends(rank, time, paths_, changes);
  for (const TiedChange& of : changes) correct(of.rank, path_change(of), time);
}

namespace {

/// Friction on a table ends here for the rest of the step: the path shows the whole spin of its body again.
void end_slide(Trajectory& path, Real time) {
  if (path.slide == Slide::alone) path.spin -= path.pushed_spin(time), path.push_spin = path.spin_rate = 0;
  path.slide = Slide::none;
}

}  // namespace

/// Out of impacts, or stalled: the body stops for the rest of the step. It keeps its velocity for the next step, with
/// what later impacts add. (If it were as firm as a wall that moves at that velocity, it would give energy to all that
/// meet it.)
void PathChanges::stop_one(Rank rank, Real time, StepStatus why) {
  Trajectory& path = paths_[rank];
  if (path.is_held() && world().bodies.flags[rank].awake) let_go(rank, time, true);
  rebase(path, time);
  end_slide(path, time);
  if (energy() != nullptr && !path.left_contacts) energy()->stopped(rank, path, time);
  path.deferred += path.left_contacts ? path.velocity_at(dt()) : path.velocity;
  path.deferred_spin += path.spin;
  path.velocity = path.acceleration = {};
  path.spin = 0;
  if (!path.is_stopped()) path.wall_hits = 0;
  path.mode = Trajectory::Mode::stopped;
  path.changed = true;
  step_.status = step_.status | why;
}

void PathChanges::defer(Rank rank, V2 linear, Real angular, Real time) {
  Trajectory& path = paths_[rank];
  path.deferred += linear;
  if (energy() != nullptr) energy()->kicked(rank, linear, time);
  path.deferred_spin += angular;
  if (!world().bodies.flags[rank].awake) reach_.wake(rank, time);
}

void PathChanges::correct(Rank rank, const PathChange& by, Real time) {
  Trajectory& path = paths_[rank];
  const V2 change = by.linear;
  if (change == V2{} || world().bodies.flags[rank].type != BodyType::dynamic) return;  // nor part of an infinite path
  if (!world().bodies.flags[rank].awake) reach_.wake(rank, time);
  rebase(path, time);
  path.changed = true;
  path.velocity += change;
  path.last_correction = change;
  path.deferred -= change;
  path.spin += by.angular, path.deferred_spin -= by.angular;
  if (energy() != nullptr) energy()->kicked(rank, -change, time);
  if (path.is_held()) path.correction += change, path.spin_correction += by.angular;
}

/// An impact has left its path unchanged, but the pair still closes and
/// would otherwise be missed.
void PathChanges::predict_once_more(Rank rank, Real time) {
  Trajectory& path = paths_[rank];
  if (!paths_.is_movable(rank) || !path.is_held()) return;
  rebase(path, time);
  path.changed = true;
}

bool PathChanges::rests_on_firm(Rank rank) const {
  bool firm = true;
  candidates_.for_each_resting(rank, [&](std::uint32_t i) {
    const Candidate& candidate = candidates_[i];
    const Rank other = other_body(candidate, rank);
    firm &= world().bodies.flags[other].type != BodyType::dynamic;
  });
  return firm;
}

bool PathChanges::in_a_corner(const Candidate& candidate, Rank rank) const {
  const PairKey& hit = candidate.key;
  bool corner = false;
  candidates_.for_each_resting(rank,
                               [&](std::uint32_t i) { corner |= is_other_side(world(), candidates_[i].key, hit); });
  return corner && rests_on_firm(rank);
}

bool PathChanges::is_far(Rank rank, V2 way) const {
  if (!world().bodies.flags[rank].awake || !paths_.is_movable(rank)) return false;
  if (motion(rank).tied) return false;  // it cannot be released, see follow_velocity()
  if (!(length(way) > tolerance::solver_way_extents * world().bodies.mass[rank].extent)) return false;
  bool company = false, room = true;
  candidates_.for_each_resting(
      rank, [&](std::uint32_t i) { company |= candidates_[i].depth > 0, room &= !candidates_[i].deep; });
  return company && room;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
