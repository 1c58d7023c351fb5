#include <bankshot/world/bodies/trajectory.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// True if the accelerations of a held body, and no blow, explain the change of its velocity in the step.
bool changes_smoothly(const WorldState& world, Rank rank, V2 change, Real dt) {
  Real angular = 0;
  const Bodies& bodies = world.bodies;
  const V2 drive =
      acceleration(bodies.mass[rank], bodies.forces[rank], bodies.flags[rank], plain(world.settings.gravity), angular);
  const Real most = tolerance::smooth_changes * dt;
  return length_squared(change) <= most * most * length_squared(drive);
}

/// Splits the mean velocities of a held body over the step, of its centre and its turning, into a path and a hidden
/// part.
void hold(const WorldState& world, Rank rank, const Motion& motion, Real dt, Trajectory& path) {
  const BodyVelocity& solved = world.bodies.velocity[rank];
  const V2 change = solved.linear - motion.velocity;
  const bool smooth = changes_smoothly(world, rank, change, dt);
  const Real before = smooth ? Real(0.5) : Real(0);  // weight of the velocity at the beginning of the step
  path.push = path.velocity - (solved.linear - before * change);
  path.push_spin = path.spin - (smooth ? motion.angular : solved.angular);
  path.spin_rate = smooth ? (solved.angular - motion.angular) / dt : Real(0);
  if (!smooth) path.acceleration = {};
}

}  // namespace

// A free body flies the parabola of its velocities at both ends. A held one follows a parabola of the same acceleration
// that ends where the solver put it. If that has stopped or thrown it, it follows a line: the time of that is not
// resolved. Its displacement includes the push-out of overlaps, but its velocity does not: that is interpolated between
// those at both ends, or is the last one.
Trajectory trajectory_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept {
  Trajectory path;
  path.rotation = world.bodies.pose[rank].rotation;
  if (motion.held || !world.bodies.flags[rank].awake) path.mode = Trajectory::Mode::held;
  const BodyFlags& flags = world.bodies.flags[rank];
  path.slept = !flags.awake;
  if (flags.type == BodyType::fixed || !flags.awake) return path;
  path.acceleration = (1 / dt) * (world.bodies.velocity[rank].linear - motion.velocity);
  path.velocity = (1 / dt) * motion.displacement;
  path.spin = motion.turn / dt;
  if (path.is_held() && flags.type == BodyType::dynamic) hold(world, rank, motion, dt, path);
  path.velocity -= (dt / 2) * path.acceleration;
  return path;
}

Q2 rotation_at(const Trajectory& path, Real time) noexcept {
  const Real angle = path.spin * (time - path.since);
  return angle == 0 ? path.rotation : multiply(rotation_of(angle), path.rotation);
}

// Over many impacts in a row, the errors of the rotation's length would add up.
void rebase(Trajectory& path, Real time) noexcept {
  path.placed_at = -1, path.ends_known = false;
  path.start = path.displacement(time);
  if (path.spin != 0 && time != path.since) {
    const Q2 turned = rotation_at(path, time);
    const Real inverse = 1 / std::sqrt(turned.c * turned.c + turned.s * turned.s);
    path.rotation = {turned.c * inverse, turned.s * inverse};
  }
  path.turned += path.spin * (time - path.since);
  path.velocity = path.velocity_at(time);
  path.since = time;
}

Arc arc_from(Trajectory& path, Real time) noexcept {
  return {path.velocity_at(time), path.acceleration, placed(path, time).turned_to, path.spin};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
