#include <bankshot/world/timeline/joint_flight.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/force_hook.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

Real real(double x) { return static_cast<Real>(x); }

/// Work of a body's accelerations over the way from one place to another.
double work_of_pull(const JointBody& from, const JointBody& to) {
  const double ways[3] = {to.place.x - from.place.x, to.place.y - from.place.y, to.turn - from.turn};
  double work = 0;
  for (int i = 0; i < 3; ++i) work += to.moves(i) ? to.mass[i] * to.pull[i] * ways[i] : 0;
  return work;
}

double work_of_pull(const std::vector<JointBody>& from, const std::vector<JointBody>& to) {
  double work = 0;
  for (std::size_t b = 0; b < from.size(); ++b) work += work_of_pull(from[b], to[b]);
  return work;
}

}  // namespace

JointFlight::Work& JointFlight::Work::operator+=(const Work& o) {
  forces += o.forces, damping += o.damping, movers += o.movers, joints += o.joints, push_out += o.push_out;
  motors += o.motors, friction += o.friction, restitution += o.restitution;
  stored += o.stored;
  return *this;
}

std::uint32_t JointFlight::place_of(const TiedGroup& group, Rank rank) {
  const auto found = std::lower_bound(group.ranks.begin(), group.ranks.end(), rank);
  return static_cast<std::uint32_t>(found - group.ranks.begin());
}

void JointFlight::begin(WorldState& world, TiedGroups& groups, std::vector<Motion>& motion, Real dt,
                        EnergyRecorder* books) {
  world_ = &world, groups_ = &groups, motion_ = &motion;
  dt_ = to_double(dt);
  books_ = books;
  flights_.resize(groups.groups().size());
  if (!groups.empty()) world.joint_forces.resize(world.joint_slots.size());
  cut_.clear(), given_.clear();
  answering_ = none;
  for (const TiedGroup& group : groups.groups()) {
    if (!world.bodies.flags[group.origin].awake) continue;
    for (std::size_t i = 0; i < group.ranks.size(); ++i)
      if (group.dynamic[i]) motion[group.ranks[i]].tied = true;
  }
}

void JointFlight::fly() {
  const std::span<TiedGroup> groups = groups_->groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Flight& flight = flights_[g];
    flight.flies = world_->bodies.flags[groups[g].origin].awake;
    flight.slept = !flight.flies;
    flight.blows.clear();
    for (std::size_t i = 0; i < groups[g].ranks.size(); ++i) {
      if (groups[g].dynamic[i] && (*motion_)[groups[g].ranks[i]].held) flight.flies = false;
    }
    if (!flight.flies) continue;
    if (books_ != nullptr) {
      for (const Rank rank : companions(groups[g].origin)) books_->tied(rank);
    }
    fly(groups[g], flight);
  }
}

void JointFlight::fly(TiedGroup& group, Flight& flight) {
  load(*world_, group);
  flight.first = group.joints.bodies;
  flight.since = 0;
  flight.done = {};
  flight.changed = flight.stopped = false;
  // What users and the rounding of places have left of velocities that contradict the joints. Giving that energy back,
  // as settling does, would turn a pull along a rod into a swing.
  const double energy = group.joints.kinetic_energy();
  project_velocities(group.joints, equations_);
  note_impulses(group.joints, equations_, group.joints.bodies, group.joints.given);
  const double gained = group.joints.kinetic_energy() - energy;
  flight.done.joints = group.joints.is_driven ? -energy_of_change(flight.first, group.joints.bodies) : gained;
  flight.done.movers = gained - flight.done.joints;
  flight.from = group.joints.bodies, flight.given = group.joints.given;
  find_rest(group, flight);
  write(group, flight);
}

/// Finds the path from `since` on to the end of the step, if it does not stay where it is.
void JointFlight::find_rest(TiedGroup& group, Flight& flight) {
  group.joints.bodies = flight.from, group.joints.given = flight.given;
  flight.rest = {};
  if (flight.stopped) return;
  flight.rest = advance(group, flight.since, dt_);
  const std::vector<JointBody> before = group.joints.bodies;
  const double stored = group.joints.stored_energy();
  mend(group.joints, equations_, tolerance::joint_mending * group.joints.extent * (dt_ - flight.since));
  flight.rest.stored += group.joints.stored_energy() - stored;
  flight.rest.push_out += group.joints.stored_energy() - stored - work_of_pull(before, group.joints.bodies);
}

bool JointFlight::is_smooth(const TiedGroup& group) const {
  if (world_->settings.force_hook.function != nullptr) return false;
  return std::none_of(group.ranks.begin(), group.ranks.end(), [&](Rank rank) {
    const BodyForces& forces = world_->bodies.forces[rank];
    return forces.linear_damping != 0 || forces.angular_damping != 0 || rubs(forces);
  });
}

/// Moves a group from one time of the step to another.
JointFlight::Work JointFlight::advance(TiedGroup& group, double begin, double end) {
  Work work;
  if (!(end > begin)) return work;
  if (is_smooth(group)) return advance_part(group, end - begin, true);
  const double share = (end - begin) / dt_ * world_->settings.substeps;
  const int parts = static_cast<int>(std::ceil(share - 1e-9));
  for (int i = 0; i < parts; ++i) {
    const double h = (end - begin) / parts;
    damp(group, h / 2, work);
    ask_hook(group, h);
    work += advance_part(group, h, false);
    damp(group, h / 2, work);
  }
  return work;
}

/// The same while nothing acts but joints and constant forces.
JointFlight::Work JointFlight::advance_part(TiedGroup& group, double h, bool smooth) {
  Work work;
  const std::vector<JointBody> before = group.joints.bodies;
  const double stored = group.joints.stored_energy(), energy = group.joints.kinetic_energy() + stored;
  const JointStepCounts counts = smooth ? step_.run_smoothly(group.joints, h) : step_.run(group.joints, h);
  const double pulled = work_of_pull(before, group.joints.bodies);
  work.motors = counts.work.motors, work.friction = counts.work.friction;
  work.damping = counts.work.damping, work.restitution = counts.work.restitution;
  work.stored = group.joints.stored_energy() - stored;
  const double beyond = group.joints.kinetic_energy() + group.joints.stored_energy() - energy - pulled - work.motors -
                        work.friction - work.damping - work.restitution;
  if (group.joints.is_driven) work.movers = beyond;
  if (!group.joints.is_driven) work.joints = counts.lost ? beyond : counts.settled;
  if (books_ == nullptr) return work;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    const JointBody &from = before[i], &to = group.joints.bodies[i];
    const V2 g = world_->bodies.forces[group.ranks[i]].gravity_scale * plain(world_->settings.gravity);
    JointBody other = to;
    other.pull[0] -= to_double(g.x), other.pull[1] -= to_double(g.y);
    work.forces += work_of_pull(from, other);
  }
  return work;
}

/// Damping and friction on a table as they are at the present velocities, over a time h. They may leave
/// velocities that contradict the joints.
void JointFlight::damp(TiedGroup& group, double h, Work& work) const {
  const double energy = group.joints.kinetic_energy();
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (!group.dynamic[i]) continue;
    const BodyForces& forces = world_->bodies.forces[group.ranks[i]];
    const double linear = to_double(decay_of(forces.linear_damping, real(h)).keep);
    const double angular = to_double(decay_of(forces.angular_damping, real(h)).keep);
    Triple& velocity = group.joints.bodies[i].velocity;
    velocity[0] *= linear, velocity[1] *= linear, velocity[2] *= angular;
  }
  const double damped = group.joints.kinetic_energy();
  work.damping += damped - energy;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    const BodyForces& forces = world_->bodies.forces[group.ranks[i]];
    if (group.dynamic[i] && rubs(forces)) rub(forces.table, h, group.joints.bodies[i].velocity);
  }
  work.friction += group.joints.kinetic_energy() - damped;
}

void JointFlight::ask_hook(TiedGroup& group, double h) const {
  if (world_->settings.force_hook.function == nullptr) return;
  const V2 origin = world_->bodies.pose[group.origin].centre;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (!group.dynamic[i]) continue;
    const Rank rank = group.ranks[i];
    JointBody& body = group.joints.bodies[i];
    Drift other;
    other.linear = acceleration(world_->bodies.mass[rank], world_->bodies.forces[rank], world_->bodies.flags[rank],
                                plain(world_->settings.gravity), other.angular);
    const V2 place = origin + V2{real(body.place.x), real(body.place.y)};
    const Drift v{{real(body.velocity[0]), real(body.velocity[1])}, real(body.velocity[2])};
    const Drift more = ask_force_hook(*world_, rank, place, v, other, real(h));
    body.pull = {{to_double(other.linear.x + more.linear.x), to_double(other.linear.y + more.linear.y),
                  to_double(other.angular + more.angular)}};
  }
}

namespace {

/// What rounding leaves of a number. Not inline: GCC 12 makes 0 of two of them side by side, since its vectors skip the
/// rounding.
[[gnu::noinline]] Real rest_of(double x) { return static_cast<Real>(x - to_double(static_cast<Real>(x))); }

void put_velocity(WorldState& world, Rank rank, const JointBody& body) {
  const V2 linear{static_cast<Real>(body.velocity[0]), static_cast<Real>(body.velocity[1])};
  BodyVelocity& velocity = world.bodies.velocity[rank];
  velocity.linear = linear, velocity.angular = static_cast<Real>(body.velocity[2]);
  world.bodies.velocity_remainder[rank] = {rest_of(body.velocity[0]), rest_of(body.velocity[1])};
}

}  // namespace

void JointFlight::write(const TiedGroup& group, const Flight& flight) {
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (!group.dynamic[i]) continue;
    const JointBody &from = flight.first[i], &to = group.joints.bodies[i];
    Motion& motion = (*motion_)[group.ranks[i]];
    motion.tied = true;
    motion.displacement = way_of(from, to);
    motion.turn = static_cast<Real>(to.turn);
    put_velocity(*world_, group.ranks[i], to);
  }
}

// ---- in the timeline --------------------------------------------------------------------------------------------

void JointFlight::cut(Rank rank, Real time, Trajectories& paths) {
  Flight& flight = flight_of(rank);
  TiedGroup& group = group_of(rank);
  if (flight.stopped || !(to_double(time) > flight.since)) return;
  group.joints.bodies = flight.from, group.joints.given = flight.given;
  flight.done += advance(group, flight.since, to_double(time));
  flight.from = group.joints.bodies, flight.given = group.joints.given;
  flight.since = to_double(time);
  answering_ = none;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (group.dynamic[i]) start_path(group, flight, i, paths.of(group.ranks[i]));
  }
  cut_.push_back(groups_->group_of(rank));
}

void JointFlight::stop(Rank rank, Real time, Trajectories& paths) {
  Flight& flight = flight_of(rank);
  if (!flight.flies || flight.stopped) return;
  cut(rank, time, paths);
  flight.stopped = flight.changed = true;
  find_rest(group_of(rank), flight);
}

/// Lets the path of a body begin where it is in its flight. It bends and turns as before.
void JointFlight::start_path(const TiedGroup& group, const Flight& flight, std::size_t i, Trajectory& path) const {
  const JointBody &first = flight.first[i], &from = flight.from[i];
  rebase(path, real(flight.since));
  path.changed = true;
  if (path.is_stopped()) return;
  path.start = way_of(first, from);
  path.rotation = multiply(rotation_of(real(from.turn)), world_->bodies.pose[group.ranks[i]].rotation);
  path.turned = real(from.turn);
  path.velocity = {real(from.velocity[0]), real(from.velocity[1])};
  path.deferred = {}, path.deferred_spin = 0;
  path.push_spin = path.spin - real(from.velocity[2]) + path.spin_rate * real(flight.since);
}

/// Gives the bodies of a group the parabolas of the rest of its flight.
void JointFlight::set_paths(const TiedGroup& group, const Flight& flight, Trajectories& paths) const {
  const double left = dt_ - flight.since;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (!group.dynamic[i]) continue;
    const JointBody &from = flight.from[i], &to = group.joints.bodies[i];
    Trajectory& path = paths.of(group.ranks[i]);
    if (left > 0 && !path.is_stopped()) {
      const auto bend = [&](double way, double speed) { return real(2 / left * (way / left - speed)); };
      path.acceleration = {bend(to.place.x - from.place.x, from.velocity[0]),
                           bend(to.place.y - from.place.y, from.velocity[1])};
      path.spin = real((to.turn - from.turn) / left);
      path.spin_rate = real((to.velocity[2] - from.velocity[2]) / left);
    }
    start_path(group, flight, i, path);
  }
}

namespace {

/// A body that answers an impulse by W, a symmetric matrix: that of a free body whose mass differs along its axes, and
/// whose centre is elsewhere. `velocity`: of the true centre.
///
/// With A the linear part of W, (d, e) what couples it to turning and f the part of turning, an impulse P at the point
/// r with a moment m about it changes the spin by (d, e) P + f (m + r x P). So at r = (-e, d) / f it does not turn the
/// body, and the velocity of that point changes by A' P, A' = A - f q q^T with q = (-r.y, r.x).
ImpactBody equivalent_body(const double (&w)[3][3], const Triple& velocity) {
  const double f = w[2][2], d = (w[0][2] + w[2][0]) / 2, e = (w[1][2] + w[2][1]) / 2;
  P2 r;
  if (f > 0) r = {-e / f, d / f};
  ImpactBody body;
  body.shift = {real(r.x), real(r.y)};
  body.inverse_mass = {real(std::max(w[0][0] - f * r.y * r.y, 0.0)), real(std::max(w[1][1] - f * r.x * r.x, 0.0))};
  body.inverse_mass_xy = real((w[0][1] + w[1][0]) / 2 + f * r.x * r.y);
  body.inverse_inertia = real(f);
  body.velocity = {real(velocity[0] - velocity[2] * r.y), real(velocity[1] + velocity[2] * r.x)};
  body.angular = real(velocity[2]);
  return body;
}

}  // namespace

/// Prepares for impulses on a group where it is now: one that sleeps has not been placed in this step.
void JointFlight::prepare_answers(std::uint32_t g) {
  if (answering_ == g) return;
  TiedGroup& group = groups_->groups()[g];
  Flight& flight = flights_[g];
  if (flight.flies) group.joints.bodies.swap(flight.from);
  if (!flight.flies && !world_->bodies.flags[group.origin].awake) load(*world_, group);
  answers_.begin(group.joints);
  if (flight.flies) group.joints.bodies.swap(flight.from);
  answering_ = g;
}

void JointFlight::answer_to(std::uint32_t place, const Triple& impulse) {
  answers_.clear(), answers_.add(place, impulse), answers_.find();
}

ImpactBody JointFlight::impact_body(Rank rank, const Triple& velocity) {
  prepare_answers(groups_->group_of(rank));
  const std::uint32_t place = place_of(group_of(rank), rank);
  double w[3][3];
  for (int j = 0; j < 3; ++j) {
    Triple impulse;
    impulse[j] = 1;
    answer_to(place, impulse);
    for (int i = 0; i < 3; ++i) w[i][j] = answers_.change(place)[i];
  }
  return equivalent_body(w, velocity);
}

BodyCoupling JointFlight::coupling_of(Rank a, Rank b) {
  prepare_answers(groups_->group_of(a));
  const std::uint32_t of_a = place_of(group_of(a), a), of_b = place_of(group_of(b), b);
  BodyCoupling tie;
  for (int j = 0; j < 3; ++j) {
    Triple impulse;
    impulse[j] = 1;
    answer_to(of_b, impulse);
    for (int i = 0; i < 3; ++i) tie.answer[i][j] = answers_.change(of_a)[i];
  }
  return tie;
}

void JointFlight::give(Rank rank, const Triple& impulse) { given_.push_back({rank, impulse}); }

void JointFlight::pass_on(std::vector<TiedChange>& held) {
  const auto group_less = [this](const TiedChange& l, const TiedChange& r) {
    return groups_->group_of(l.rank) < groups_->group_of(r.rank);
  };
  std::stable_sort(given_.begin(), given_.end(), group_less);
  for (std::size_t i = 0; i < given_.size();) {
    const std::uint32_t g = groups_->group_of(given_[i].rank);
    TiedGroup& group = groups_->groups()[g];
    Flight& flight = flights_[g];
    prepare_answers(g);
    answers_.clear();
    for (; i < given_.size() && groups_->group_of(given_[i].rank) == g; ++i) {
      answers_.add(place_of(group, given_[i].rank), given_[i].change);
    }
    answers_.find();
    if (!flight.flies) {
      answers_.note(group.joints.bodies, flight.blows);
      list_changes(group, held);
      continue;
    }
    answers_.note(flight.from, flight.given);
    changes_.clear(), list_changes(group, changes_);
    for (const TiedChange& of : changes_) {
      Triple& velocity = flight.from[place_of(group, of.rank)].velocity;
      for (int k = 0; k < 3; ++k) velocity[k] += of.change[k];
    }
    cut_.push_back(g);
  }
  given_.clear();
}

void JointFlight::find_changes(Rank rank, const Triple& impulse, std::vector<TiedChange>& changes) {
  prepare_answers(groups_->group_of(rank));
  answer_to(place_of(group_of(rank), rank), impulse);
  changes.clear();
  list_changes(group_of(rank), changes);
}

/// Changes that agree with the joints at the present places lead the group off its joints as it turns, by
/// arm angle^2 / 2. This changes them so that the joints are closed where the flights end.
void JointFlight::close_ends(Rank rank, Real time, Trajectories& paths, std::vector<TiedChange>& changes) {
  const TiedGroup& group = group_of(rank);
  const Flight& flight = flight_of(rank);
  const double left = dt_ - to_double(time);
  if (!(left > 0)) return;
  ends_ = group.joints;
  for (const TiedChange& of : changes) {
    const std::uint32_t i = place_of(group, of.rank);
    const Motion& motion = (*motion_)[of.rank];
    const V2 known = flight.flies ? way_of(flight.first[i], group.joints.bodies[i]) : motion.displacement;
    const double known_turn = flight.flies ? group.joints.bodies[i].turn : to_double(motion.turn);
    Trajectory& path = paths.of(of.rank);
    const V2 more = ended(path, real(dt_)).end - known;
    const double turn = to_double(path.turned) + to_double(path.spin) * (dt_ - to_double(path.since)) - known_turn;
    JointMove move;
    move.set(ends_.bodies[i], {{to_double(more.x) + left * of.change[0], to_double(more.y) + left * of.change[1],
                                turn + left * of.change[2]}});
    ends_.bodies[i].go(move);
  }
  const std::vector<JointBody> before = ends_.bodies;
  close_joints(ends_, equations_);
  for (TiedChange& of : changes) {
    const std::uint32_t i = place_of(group, of.rank);
    const JointBody &from = before[i], &to = ends_.bodies[i];
    const double ways[3] = {to.place.x - from.place.x, to.place.y - from.place.y, to.turn - from.turn};
    for (int k = 0; k < 3; ++k) of.change[k] += ways[k] / left;
  }
}

/// Adds the answers of the dynamic bodies of a group.
void JointFlight::list_changes(const TiedGroup& group, std::vector<TiedChange>& changes) const {
  for (std::uint32_t b = 0; b < group.ranks.size(); ++b) {
    if (!group.dynamic[b]) continue;
    Triple change = answers_.change(b);
    for (int k = 0; k < 3; ++k) {
      if (!group.joints.bodies[b].moves(k)) change[k] = 0;
    }
    changes.push_back({group.ranks[b], change});
  }
}

std::vector<Rank> JointFlight::companions(Rank rank) {
  const TiedGroup& group = group_of(rank);
  std::vector<Rank> all;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (group.dynamic[i]) all.push_back(group.ranks[i]);
  }
  return all;
}

void JointFlight::go_on(Trajectories& paths) {
  changed_.clear();
  std::sort(cut_.begin(), cut_.end());
  cut_.erase(std::unique(cut_.begin(), cut_.end()), cut_.end());
  for (const std::uint32_t g : cut_) {
    TiedGroup& group = groups_->groups()[g];
    flights_[g].changed = true;
    find_rest(group, flights_[g]);
    set_paths(group, flights_[g], paths);
    for (const Rank rank : companions(group.origin)) changed_.push_back(rank);
  }
  cut_.clear();
}

/// Books the work of gravity: like that of springs, it shows in the turnover, and on bodies that the timeline led aside
/// it is push-out.
void JointFlight::book_gravity(const TiedGroup& group, Flight& flight) {
  double turnover = std::fabs(flight.done.stored);
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    if (!group.dynamic[i]) continue;
    const JointBody &from = flight.first[i], &to = group.joints.bodies[i];
    const double weight = to_double(world_->bodies.mass[group.ranks[i]].mass) *
                          to_double(world_->bodies.forces[group.ranks[i]].gravity_scale);
    const V2 gravity = plain(world_->settings.gravity), moved = (*motion_)[group.ranks[i]].displacement;
    const double g[2] = {weight * to_double(gravity.x), weight * to_double(gravity.y)};
    const double way[2] = {to.place.x - from.place.x, to.place.y - from.place.y};
    turnover += std::fabs(g[0] * way[0] + g[1] * way[1]);
    if (!flight.changed) continue;
    flight.done.push_out -= g[0] * (to_double(moved.x) - way[0]) + g[1] * (to_double(moved.y) - way[1]);
  }
  books_->turned_over(turnover);
}

void JointFlight::land() {
  const std::span<TiedGroup> groups = groups_->groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Flight& flight = flights_[g];
    if (!flight.blows.empty()) note_blows(*world_, groups[g], flight.blows, dt_, flight.slept);
    if (!flight.flies) continue;
    for (std::size_t i = 0; i < groups[g].ranks.size() && flight.changed; ++i) {
      if (groups[g].dynamic[i]) put_velocity(*world_, groups[g].ranks[i], groups[g].joints.bodies[i]);
    }
    note_joints(*world_, groups[g], dt_);
    if (books_ == nullptr) continue;
    flight.done += flight.rest;
    book_gravity(groups[g], flight);
    const Rank first = groups[g].origin;
    books_->gain(first, Entry::forces, flight.done.forces);
    books_->gain(first, Entry::damping, flight.done.damping);
    books_->gain(first, Entry::movers, flight.done.movers);
    books_->gain(first, Entry::joints, flight.done.joints);
    books_->gain(first, Entry::push_out, flight.done.push_out);
    books_->stored(flight.done.stored);
    books_->gain(first, Entry::motors, flight.done.motors);
    books_->gain(first, Entry::friction, flight.done.friction);
    books_->gain(first, Entry::restitution, flight.done.restitution);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
