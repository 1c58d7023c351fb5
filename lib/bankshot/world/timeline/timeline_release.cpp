#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

// Releases bodies from their contacts within a step, and freezes bodies.

/// Lets a held body fly from here on: only gravity and the user's force bend its path. A body that rests on firm bodies
/// continues with its velocity of that moment: the contacts that it leaves no longer press, and the others are met
/// again at once. (With the impulses that its contacts would have given it in the rest of the step, a body would rock
/// on two points without end.) A body that rests on others `keeps` the solver's result: it ends with the velocity that
/// the solver gave it plus what impacts add, since the other sides of its contacts got the opposite impulses in this
/// step.
void Timeline::release(const WorldState& world, Rank rank, Real time, bool keeps) {
  Flight& path = flights_[flight(world, rank)];
  if (!world.bodies.flags[rank].awake || !movable(world, rank)) return;
  rebase(path, time);
  const BodyVelocity& solved = world.bodies.velocity[rank];
  Real angular = 0;
  path.acceleration = acceleration(world.bodies.mass[rank], world.bodies.forces[rank], world.bodies.flags[rank],
                                   plain(world.settings.gravity), angular);
  const V2 more = solved.linear + path.deflection - path.velocity_at(dt_);
  const Real more_spin = solved.angular + path.spin_deflection - path.spin;
  if (!keeps && rests_on_firm(world, rank)) {
    path.velocity -= path.push, path.spin -= path.pushed_spin(time);
    if (books_ != nullptr)
      books_->left_contacts(rank, time, solved, wide3(-path.push - more, -path.pushed_spin(time) - more_spin));
  } else {
    path.kick += more, path.kick_spin += more_spin;
  }
  path.push = {};
  path.push_spin = path.spin_rate = 0;
  path.held = false;
  path.released = path.bent = true;
}

/// True if a held body rests on nothing that can be moved.
bool Timeline::rests_on_firm(const WorldState& world, Rank rank) const {
  bool firm = true;
  for_each_candidate(rank, first_of_[rank].resting, [&](std::uint32_t i) {
    const Candidate& candidate = candidates_[i];
    const Rank other = candidate.body_a == rank ? candidate.body_b : candidate.body_a;
    firm &= world.bodies.flags[other].type != BodyType::dynamic;
  });
  return firm;
}

/// True if the two are held by one another only. Once the guard has taken their contact from the solver nothing holds
/// them: if one of them were kept still, only the other would be led aside, or leave its parabola, and their centre of
/// mass with it.
bool Timeline::hold_alone(const WorldState& world, const PairSet& pairs, Rank a, Rank b) {
  const auto held_by = [&](Rank rank, Rank other) {
    bool alone = rests(world, rank) && world.bodies.flags[rank].awake;
    if (alone) enlist(world, pairs, rank);
    for_each_candidate(rank, first_of_[rank].resting, [&](std::uint32_t i) {
      alone &= candidates_[i].body_a == other || candidates_[i].body_b == other;
    });
    return alone;
  };
  return held_by(a, b) && held_by(b, a);
}

/// Returns by how much an impact speeds a body of the group up into one of its contacts, at the point where that is
/// most. If the two are farther apart than a slop by now, turning counts as if it went straight in.
Real Timeline::pressed_into(const WorldState& world, const Candidate& candidate, const GroupBody& body, Real time,
                            bool exact) {
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = body.now.angular - body.before.angular;
  const bool first = candidate.body_a == body.rank;
  const Real slop = pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]);
  ContactGeometry found;
  if (exact) found = geometry_in_place(world, candidate.key, candidate.near, slop, time);
  const V2 inward = (first ? Real(-1) : Real(1)) * (found.count > 0 ? found.normal : candidate.normal);
  Real by_turning = std::numeric_limits<Real>::lowest();
  for (int i = 0; i < found.count; ++i) {
    const V2 arm = first ? found.points[i].anchor : found.points[i].anchor + found.d;
    by_turning = max(by_turning, dot(cross(turn, arm), inward));
  }
  if (found.count == 0) by_turning = absolute(turn) * world.bodies.mass[body.rank].reach;
  return dot(change, inward) + by_turning;
}

/// True if a held body that was hit moves on at once: farther in the rest of the step than its contacts would notice,
/// or round a corner, however slowly; and into none of its contacts. An impact that presses the body into its
/// neighbours is left to the solver, which passes it on in the next step.
bool Timeline::leaves_contacts(const WorldState& world, std::size_t place, Real time) {
  const GroupBody& body = cluster_.bodies[place];
  const BodyMass& mass = world.bodies.mass[body.rank];
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = absolute(body.now.angular - body.before.angular) * mass.reach;
  const Real least = tolerance::firm_slops * tolerance::slop_fraction * mass.extent / (dt_ - time);
  const bool moves = length(change) + turn > least;
  if (!moves && !in_a_corner(world, cluster_.contacts.front().candidate, body.rank)) return false;
  bool free = true;
  const bool firm = rests_on_firm(world, body.rank);
  for_each_candidate(body.rank, first_of_[body.rank].resting,
                     [&](std::uint32_t i) { free &= pressed_into(world, candidates_[i], body, time, firm) <= least; });
  return free;
}

/// Releases a held body, which continues with the velocity that impacts have added.
void Timeline::let_go(const WorldState& world, Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  const V2 hidden = path.kick;
  const Real hidden_spin = path.kick_spin;
  if (path.held) release(world, rank, time, true);
  rebase(path, time);
  path.bent = true;
  path.velocity += hidden, path.spin += hidden_spin;
  path.kick -= hidden, path.kick_spin -= hidden_spin;
  if (books_ != nullptr) books_->kicked(rank, -hidden, time);
}

/// True if `way` is farther than the solver could make up for, and the held body touches movable bodies and has room.
bool Timeline::is_far(const WorldState& world, Rank rank, V2 way) const {
  if (!world.bodies.flags[rank].awake || !movable(world, rank)) return false;
  if (!(length(way) > tolerance::solver_way_extents * world.bodies.mass[rank].extent)) return false;
  bool company = false, room = true;
  for_each_candidate(rank, first_of_[rank].resting,
                     [&](std::uint32_t i) { company |= candidates_[i].depth > 0, room &= !candidates_[i].deep; });
  return company && room;
}

/// Makes the path of a body follow its velocity at the end of the step from here on. Returns false if it already does,
/// or if the body lies so deep in a movable one that it has no room for that.
bool Timeline::show_velocity(const WorldState& world, Rank rank, Real time) {
  const Flight& path = flights_[flight_of_[rank]];
  if (!movable(world, rank) || (path.kick == V2{} && path.kick_spin == 0)) return false;
  bool room = true;
  for_each_candidate(rank, first_of_[rank].resting,
                     [&](std::uint32_t i) { room &= !candidates_[i].deep || candidates_[i].depth == 0; });
  if (room) let_go(world, rank, time);
  return room;
}

/// Out of impacts, or stalled: the body stops for the rest of the step. It keeps its velocity for the next step, with
/// what later impacts add. (If it were as firm as a wall that moves at that velocity, it would give energy to all that
/// meet it.)
void Timeline::freeze(const WorldState& world, Rank rank, Real time, StepStatus why) {
  Flight& path = flights_[flight_of_[rank]];
  if (path.held) release(world, rank, time, true);
  rebase(path, time);
  if (books_ != nullptr && !path.released) books_->stopped(rank, path, time);
  path.kick += path.released ? path.velocity_at(dt_) : path.velocity;
  path.kick_spin += path.spin;
  path.velocity = path.acceleration = {};
  path.spin = 0;
  if (!path.frozen) path.wall_hits = 0;
  path.frozen = path.bent = true;
  path.held = false;
  status_ = status_ | why;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
