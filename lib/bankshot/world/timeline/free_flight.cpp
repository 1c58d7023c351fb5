#include <bankshot/world/timeline/free_flight.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/world/bodies/force_hook.hpp>
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

/// For forces that change along the path, or damping: sub-steps, each with the mean of its velocities.
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
    const V2 next = linear.keep * v.linear + (h * linear.share) * a.linear;
    const Real next_angular = angular.keep * v.angular + (h * angular.share) * a.angular;
    motion.displacement += (h / 2) * (v.linear + next);
    motion.turn += (h / 2) * (v.angular + next_angular);
    if (books != nullptr) {
      const Wide3 end = wide3(next, next_angular);
      books->substep(rank, static_cast<double>(h), wide3(v.linear, v.angular), end, end, wide3(a.linear, a.angular),
                     damped);
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

void fly(WorldState& world, Rank rank, Real dt, Motion& motion, EnergyRecorder* books) {
  Bodies& bodies = world.bodies;
  const BodyFlags& flags = bodies.flags[rank];
  if (!may_move(flags) || motion.held || motion.tied) return;
  V2 a{};
  Real angular = 0;
  const BodyForces& forces = bodies.forces[rank];
  const bool hook = world.settings.force_hook.function != nullptr;
  const bool dynamic = flags.type == BodyType::dynamic;
  if (dynamic) a = acceleration(bodies.mass[rank], forces, flags, plain(world.settings.gravity), angular);
  if (dynamic && (hook || forces.linear_damping > 0 || forces.angular_damping > 0)) {
    fly_in_substeps(world, rank, {a, angular}, dt, bodies.velocity[rank], motion, books);
    bodies.velocity_remainder[rank] = {};
  } else {
    fly_parabola(a, angular, dt, bodies.velocity[rank], bodies.velocity_remainder[rank], motion);
  }
}

}  // namespace

void fly(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyRecorder* books) {
  const std::size_t least = books != nullptr ? world.bodies.size() + 1 : least_bodies;  // the recorder is serial
  world.active.ranges(world.team, least, [&](const Range& range) {
    for (auto rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
      fly(world, rank, dt, motion[rank], books);
    }
  });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
