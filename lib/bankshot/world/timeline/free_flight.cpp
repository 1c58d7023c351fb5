#include <bankshot/world/timeline/free_flight.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/world/bodies/force_hook.hpp>
#include <bankshot/world/bodies/table_friction.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// Constant acceleration: the mean of the velocities at both ends moves the body, which is exact.
void fly_parabola(V2 a, Real angular, Real dt, BodyVelocity& v, V2& remainder, Motion& motion) {
  motion.displacement = dt * ((v.linear + (dt / 2) * a) + remainder);
  motion.turn = dt * (v.angular + (dt / 2) * angular);
  accumulate(v.linear.x, remainder.x, dt * a.x);
  accumulate(v.linear.y, remainder.y, dt * a.y);
  v.angular += dt * angular;
}

/// Nothing but the table's friction acts on a body. Returns true if it stops, or stops turning.
[[gnu::noinline]] bool slide_alone(const BodyMass& mass, const TableFriction& table, Real dt, Rank rank,
                                   BodyVelocity& v, V2& remainder, Motion& motion, EnergyRecorder* books) {
  const Real stop = time_to_stop(length(v.linear), table.linear);
  const Real last_turn = time_to_stop(absolute(v.angular), table.angular);
  const Wide3 first = wide3(v.linear, v.angular) + wide3(remainder, 0);
  const Real next_angular = slowed(v.angular, dt * table.angular);
  motion.turn = min(last_turn, dt) / 2 * (v.angular + next_angular);
  if (stop <= dt) {
    motion.displacement = (stop / 2) * v.linear;
    v.linear = remainder = {};
  } else {
    const V2 change = dt * braking(v.linear, table.linear);
    motion.displacement = dt * ((v.linear + Real(0.5) * change) + remainder);
    accumulate(v.linear.x, remainder.x, change.x);
    accumulate(v.linear.y, remainder.y, change.y);
  }
  v.angular = next_angular;
  if (books != nullptr) books->slid(rank, mass, first, wide3(v.linear, v.angular) + wide3(remainder, 0));
  return min(stop, last_turn) < dt;
}

/// For forces that change along the path, damping, or friction on a table beside other forces: sub-steps, each with the
/// mean of its velocities.
void fly_in_substeps(const WorldState& world, Rank rank, const Drift& drive, Real dt, BodyVelocity& v, Motion& motion,
                     EnergyRecorder* books) {
  const bool hook = world.settings.force_hook.function != nullptr;
  const BodyForces& forces = world.bodies.forces[rank];
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  const Decay linear = decay_of(forces.linear_damping, h), angular = decay_of(forces.angular_damping, h);
  const bool damped = forces.linear_damping != 0 || forces.angular_damping != 0;
  motion.displacement = {};
  motion.turn = 0;
  if (books != nullptr) books->begin_substeps(rank, false);
  for (int substep = 0; substep < world.settings.substeps; ++substep) {
    Drift a = drive;
    if (hook) {
      const V2 centre = world.bodies.pose[rank].centre + motion.displacement;
      const Drift pull = ask_force_hook(world, rank, centre, {v.linear, v.angular}, drive, h);
      a.linear += pull.linear, a.angular += pull.angular;
    }
    V2 next = linear.keep * v.linear + (h * linear.share) * a.linear;
    Real next_angular = angular.keep * v.angular + (h * angular.share) * a.angular;
    const Wide3 base = wide3(next, next_angular);
    if (rubs(forces)) {
      next = slowed(next, h * forces.table.linear), next_angular = slowed(next_angular, h * forces.table.angular);
    }
    motion.displacement += (h / 2) * (v.linear + next);
    motion.turn += (h / 2) * (v.angular + next_angular);
    if (books != nullptr) {
      const Wide3 end = wide3(next, next_angular);
      books->substep(rank, static_cast<double>(h), wide3(v.linear, v.angular), base, end, wide3(a.linear, a.angular),
                     damped);
      if (rubs(forces)) books->push(rank, Entry::friction, momentum(world.bodies.mass[rank], end - base));
    }
    v.linear = next, v.angular = next_angular;
  }
}

}  // namespace

void begin_motion(const WorldState& world, std::vector<Motion>& motion) {
  const Bodies& bodies = world.bodies;
  motion.resize(bodies.size());
  world.active.ranges(world.team, least_bodies, [&](const Range& range) {
    for (std::size_t rank = range.begin; rank < range.end; ++rank) {
      motion[rank] = {};
      motion[rank].velocity = bodies.velocity[rank].linear;
      motion[rank].angular = bodies.velocity[rank].angular;
      motion[rank].remainder = bodies.velocity_remainder[rank];
    }
  });
}

void take_back(WorldState& world, std::vector<Motion>& motion) {
  Bodies& bodies = world.bodies;
  world.active.ranges(world.team, least_bodies, [&](const Range& range) {
    for (std::size_t rank = range.begin; rank < range.end; ++rank) {
      bodies.velocity[rank].linear = motion[rank].velocity;
      bodies.velocity[rank].angular = motion[rank].angular;
      bodies.velocity_remainder[rank] = motion[rank].remainder;
    }
  });
  begin_motion(world, motion);
}

namespace {

bool fly(WorldState& world, Rank rank, Real dt, Motion& motion, EnergyRecorder* books) {
  Bodies& bodies = world.bodies;
  const BodyFlags& flags = bodies.flags[rank];
  if (!may_move(flags) || motion.held || motion.tied) return false;
  V2 a{};
  Real angular = 0;
  const BodyForces& forces = bodies.forces[rank];
  const bool hook = world.settings.force_hook.function != nullptr;
  const bool dynamic = flags.type == BodyType::dynamic;
  if (dynamic) a = acceleration(bodies.mass[rank], forces, flags, plain(world.settings.gravity), angular);
  if (dynamic && (hook || forces.linear_damping > 0 || forces.angular_damping > 0 || rubs(forces))) {
    if (rubs(forces) && slides_alone(world, rank)) {
      return slide_alone(bodies.mass[rank], forces.table, dt, rank, bodies.velocity[rank],
                         bodies.velocity_remainder[rank], motion, books);
    }
    fly_in_substeps(world, rank, {a, angular}, dt, bodies.velocity[rank], motion, books);
    bodies.velocity_remainder[rank] = {};
  } else {
    fly_parabola(a, angular, dt, bodies.velocity[rank], bodies.velocity_remainder[rank], motion);
  }
  return false;
}

}  // namespace

bool fly(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyRecorder* books) {
  const std::size_t least = books != nullptr ? world.bodies.size() + 1 : least_bodies;  // the recorder is serial
  return world.active.any_range(world.team, least, [&](const Range& range) {
    bool stops = false;
    for (auto rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
      stops |= fly(world, rank, dt, motion[rank], books);
    }
    return stops;
  });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
