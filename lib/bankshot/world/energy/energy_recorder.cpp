#include <bankshot/world/energy/energy_recorder.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_links.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI {

double EnergyLedger::booked() const noexcept {
  return forces + movers + surfaces + motors + restitution + friction + damping + push_out + support + sleep + frozen +
         joints;
}

double EnergyLedger::passed() const noexcept { return before.kinetic + turnover; }

double EnergyLedger::error() const noexcept { return after.total() - before.total() - booked(); }

EnergyLedger& EnergyLedger::operator+=(const EnergyLedger& next) noexcept {
  after = next.after;
  forces += next.forces, movers += next.movers, surfaces += next.surfaces, motors += next.motors;
  restitution += next.restitution, friction += next.friction, damping += next.damping;
  push_out += next.push_out, support += next.support;
  sleep += next.sleep, frozen += next.frozen, joints += next.joints;
  turnover += next.turnover;
  return *this;
}

namespace detail {
namespace {

/// In double, and with the remainders of rounding: the loss of a bounce is small against the total.
Energy energy_of(const WorldState& world, Rank rank) {
  const Bodies& bodies = world.bodies;
  const BodyPose& pose = bodies.pose[rank];
  const BodyMass& mass = bodies.mass[rank];
  const V2 gravity = plain(world.settings.gravity);
  const Wide3 v =
      wide3(bodies.velocity[rank].linear, bodies.velocity[rank].angular) + wide3(bodies.velocity_remainder[rank], 0);
  const Wide3 place = wide3(pose.centre, 0) + wide3(pose.remainder, 0);
  Energy energy;
  energy.kinetic =
      0.5 * to_double(mass.mass) * (v.x * v.x + v.y * v.y) + 0.5 * to_double(mass.inertia) * v.turn * v.turn;
  energy.potential =
      -to_double(mass.mass) * to_double(bodies.forces[rank].gravity_scale) * dot(wide3(gravity, 0), place);
  return energy;
}

double linear_square(const Wide3& v) { return v.x * v.x + v.y * v.y; }

/// Bound of the number of sums that a velocity goes through in a sub-step, contacts times passes, in units of the
/// largest: few of them are as large as that.
constexpr double roundings = 16;

constexpr Entry source(std::size_t i) { return static_cast<Entry>(i); }

/// The user's force on a body, without locked directions.
Wide3 user_force(const WorldState& world, Rank rank) {
  const BodyForces& forces = world.bodies.forces[rank];
  const Locks& locks = world.bodies.flags[rank].locks;
  const bool turns = world.bodies.mass[rank].inverse_inertia > 0;
  return {locks.x ? 0 : to_double(forces.force.x), locks.y ? 0 : to_double(forces.force.y),
          turns ? to_double(forces.torque) : 0};
}

}  // namespace

Energy energy_of(const WorldState& world) {
  Energy sum;
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    const BodyFlags& flags = world.bodies.flags[rank];
    if (flags.removed || flags.type != BodyType::dynamic) continue;
    const Energy energy = energy_of(world, rank);
    sum.kinetic += energy.kinetic;
    sum.potential += energy.potential;
  }
  for (std::uint32_t i = 0; i < world.joint_slots.size(); ++i) {
    if (world.joint_slots[i].body[0] != none) sum.elastic += stored_energy(world, i);
  }
  return sum;
}

void EnergyRecorder::begin(const WorldState& world, Real dt) {
  const Bodies& all = world.bodies;
  dt_ = to_double(dt);
  before_ = energy_of(world);
  stored_ = turnover_ = 0;
  bodies_.assign(all.size(), {});
  rows_.assign(all.size(), {});
  for (Rank rank = 0; rank < all.size(); ++rank) {
    if (all.flags[rank].type != BodyType::dynamic) continue;
    Body& body = bodies_[rank];
    const BodyFlags& flags = all.flags[rank];
    body.dynamic = true, body.awake = flags.awake;
    body.mass = to_double(all.mass[rank].mass), body.inertia = to_double(all.mass[rank].inertia);
    body.velocity =
        wide3(all.velocity[rank].linear, all.velocity[rank].angular) + wide3(all.velocity_remainder[rank], 0);
    body.energy = energy_of(world, rank).total();
    const Real scale = all.forces[rank].gravity_scale;
    const V2 gravity = plain(world.settings.gravity);
    body.weight = (body.mass * to_double(scale)) * wide3(gravity, 0);
    const V2 fall = scale * gravity;  // rounded as in the step, so that no spurious force results from the difference
    body.pull = body.mass * Wide3{flags.locks.x ? 0 : to_double(fall.x), flags.locks.y ? 0 : to_double(fall.y), 0};
    if (!body.awake) continue;
    body.impulse[0] = dt_ * body.pull;
    body.impulse[1] = dt_ * user_force(world, rank);
  }
}

// ---- forces and contacts over (sub-)steps -----------------------------------------------------------------------

void EnergyRecorder::begin_substeps(Rank rank, bool held) {
  Body& body = bodies_[rank];
  body.impulse = {};
  body.substepped = true, body.held = held;
}

void EnergyRecorder::substep(Rank rank, double h, const Wide3& start, const Wide3& base, const Wide3& end,
                             const Wide3& drive, bool damped) {
  Body& body = bodies_[rank];
  body.mean = 0.5 * (start + end);
  if (!body.dynamic || !body.awake) return;
  const auto momentum = [&body](const Wide3& v) {
    return Wide3{body.mass * v.x, body.mass * v.y, body.inertia * v.turn};
  };
  const Wide3 pulled = h * body.pull;
  push(rank, Entry::gravity, pulled);
  push(rank, Entry::forces, h * momentum(drive) - pulled);
  if (damped) push(rank, Entry::damping, momentum(base - (start + h * drive)));
  body.mean_way += h * body.mean;
  body.unexplained = momentum(end - base);
  body.pressed = body.turned = 0;
}

// A body that walls crush takes impulses from all sides that are thousands of times larger than their sum. Its velocity
// is the rest of sums with all of them, and has their rounding errors, which is momentum, too. An excess beyond
// rounding stays an error of the ledger.
void EnergyRecorder::end_substep(Rank rank, const Wide3& shaken) {
  Body& body = bodies_[rank];
  if (!body.dynamic || !body.awake) return;
  const double unit = roundings * to_double(tolerance::eps);
  const double most = unit * (body.pressed + body.mass * std::sqrt(linear_square(shaken)));
  const double most_turn = unit * (body.turned + body.inertia * std::fabs(shaken.turn));
  const Wide3& rest = body.unexplained;
  const Wide3 rounding{std::clamp(rest.x, -most, most), std::clamp(rest.y, -most, most),
                       std::clamp(rest.turn, -most_turn, most_turn)};
  transfer(rank, Entry::restitution, Entry::push_out, push(rank, Entry::restitution, rounding));
}

double EnergyRecorder::push(Rank rank, Entry entry, const Wide3& impulse) {
  Body& body = bodies_[rank];
  const double work = dot(impulse, body.mean);
  if (!body.dynamic) {  // its energy comes from outside
    rows_[rank][entry] += work;
    rows_[rank][Entry::movers] -= work;
    return work;
  }
  if (!body.awake) return 0;
  body.impulse[static_cast<std::size_t>(entry)] += impulse;
  body.step[entry] += work;
  body.unexplained = body.unexplained - impulse;
  body.pressed += std::sqrt(linear_square(impulse));
  body.turned += std::fabs(impulse.turn);
  return work;
}

void EnergyRecorder::transfer(Rank rank, Entry from, Entry to, double energy) {
  bodies_[rank].step[from] -= energy;
  bodies_[rank].step[to] += energy;
}

void EnergyRecorder::set_right(Rank rank, const Wide3& from, const Wide3& to) {
  substep(rank, 0, from, from, to, {}, false);
  const Wide3 impulse = bodies_[rank].unexplained;
  transfer(rank, Entry::restitution, Entry::push_out, push(rank, Entry::restitution, impulse));
}

void EnergyRecorder::amend(Rank rank, const Wide3& from, const Wide3& to) {
  const Body& body = bodies_[rank];
  const Wide3 change = to - from, mean = 0.5 * (from + to);
  rows_[rank][Entry::push_out] +=
      body.mass * (change.x * mean.x + change.y * mean.y) + body.inertia * (change.turn * mean.turn);
}

void EnergyRecorder::moved(Rank rank, V2 way) {
  rows_[rank][Entry::push_out] -= dot(bodies_[rank].weight, wide3(way, 0));
}

// ---- end of the step --------------------------------------------------------------------------------------------

void EnergyRecorder::settle(const std::vector<Motion>& motion) {
  for (Rank rank = 0; rank < bodies_.size(); ++rank) {
    Body& body = bodies_[rank];
    if (!body.dynamic || body.tied) continue;
    const Wide3 moved = wide3(motion[rank].displacement, motion[rank].turn);
    if (body.left) {
      settle_left(rank, moved);
    } else {
      settle_path(rank, moved);
    }
  }
}

/// For a body that ends with the velocity that solver or free flight gave it, plus what impacts added.
void EnergyRecorder::settle_path(Rank rank, const Wide3& moved) {
  Body& body = bodies_[rank];
  Entries& row = rows_[rank];
  row[Entry::support] += body.held_support;
  row[Entry::friction] += body.slid;
  if (body.awake && !body.substepped) {  // one parabola
    row[Entry::gravity] += dot(body.impulse[0], moved) / dt_;
    row[Entry::forces] += dot(body.impulse[1], moved) / dt_;
    return;
  }
  for (std::size_t i = 0; i < entry_count; ++i) row.of[i] += body.step.of[i];
  // Sub-steps in free flight move a body by the means of its velocities; contacts and leads do not.
  if (body.held || !body.awake) row[Entry::push_out] -= dot(body.weight, moved - body.mean_way);
}

// A body on a path of its own flies with the mean acceleration a of the whole step, to which source i contributes Ji /
// (m dt). It gains m a . s over the displacement s, of which Ji . s / dt is due to source i. The timeline lets it turn
// with the mean angular velocity of the step all the time: half of the torque has acted before.
void EnergyRecorder::settle_left(Rank rank, const Wide3& moved) {
  Body& body = bodies_[rank];
  Entries& row = rows_[rank];
  double turn = 0;
  for (const Wide3& impulse : body.impulse) turn += impulse.turn;
  const double mean_turn = body.velocity.turn + (body.inertia > 0 ? 0.5 * turn / body.inertia : 0);
  for (std::size_t i = 0; i < source_count; ++i) {
    const Wide3& impulse = body.impulse[i];
    row[source(i)] += (impulse.x * body.way.x + impulse.y * body.way.y) / dt_ +
                      0.25 * impulse.turn * (body.velocity.turn + mean_turn);
  }
  const double by_gravity = dot(body.impulse[0], body.way) / dt_;
  row[Entry::friction] -= body.share * body.step[Entry::surfaces];
  row[Entry::surfaces] += body.share * body.step[Entry::surfaces];
  // The one parabola that replaces the sub-steps starts with another velocity.
  if (body.substepped) {
    const double spin = body.path_velocity.turn;
    row[Entry::push_out] += 0.5 * body.mass * (linear_square(body.path_velocity) - linear_square(body.velocity)) +
                            0.5 * body.inertia * (spin * spin - mean_turn * mean_turn);
  }
  row[Entry::push_out] -= body.weight.x * moved.x + body.weight.y * moved.y - by_gravity;
  row[Entry::support] += body.path_support;
  row[Entry::friction] += body.rubbed;
}

void EnergyRecorder::froze(Rank rank) {
  rows_[rank] = {};
  rows_[rank][Entry::frozen] = -bodies_[rank].energy;
}

void EnergyRecorder::slept(const WorldState& world, Rank rank) {
  if (bodies_[rank].dynamic) rows_[rank][Entry::sleep] -= energy_of(world, rank).kinetic;
}

EnergyLedger EnergyRecorder::close(const WorldState& world) const {
  Entries sum;
  EnergyLedger ledger;
  for (Rank rank = 0; rank < rows_.size(); ++rank) {
    for (std::size_t i = 0; i < entry_count; ++i) {
      sum.of[i] += rows_[rank].of[i];
      if (bodies_[rank].dynamic) ledger.turnover += std::fabs(rows_[rank].of[i]);
    }
  }
  ledger.turnover += turnover_;
  ledger.before = before_, ledger.after = energy_of(world);
  const double aside = ledger.after.elastic - ledger.before.elastic - stored_;
  ledger.forces = sum[Entry::forces], ledger.movers = sum[Entry::movers], ledger.surfaces = sum[Entry::surfaces];
  ledger.motors = sum[Entry::motors];
  ledger.restitution = sum[Entry::restitution], ledger.friction = sum[Entry::friction];
  ledger.damping = sum[Entry::damping], ledger.push_out = sum[Entry::push_out] + aside,
  ledger.support = sum[Entry::support];
  ledger.sleep = sum[Entry::sleep], ledger.frozen = sum[Entry::frozen], ledger.joints = sum[Entry::joints];
  return ledger;
}

}  // namespace detail
}  // namespace bankshot::BANKSHOT_ABI
