#include <bankshot/world/bodies/flight.hpp>

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
void hold(const WorldState& world, Rank rank, const Motion& motion, Real dt, Flight& flight) {
  const BodyVelocity& solved = world.bodies.velocity[rank];
  const V2 change = solved.linear - motion.velocity;
  const bool smooth = changes_smoothly(world, rank, change, dt);
  const Real before = smooth ? Real(0.5) : Real(0);  // weight of the velocity at the beginning of the step
  flight.push = flight.velocity - (solved.linear - before * change);
  flight.push_spin = flight.spin - (smooth ? motion.angular : solved.angular);
  flight.spin_rate = smooth ? (solved.angular - motion.angular) / dt : Real(0);
  if (!smooth) flight.acceleration = {};
}

}  // namespace

// A free body flies the parabola of its velocities at both ends. A held one follows a parabola of the same acceleration
// that ends where the solver put it. If that has stopped or thrown it, it follows a line: the time of that is not
// resolved. Its displacement includes the push-out of overlaps, but its velocity does not: that is interpolated between
// those at both ends, or is the last one.
Flight flight_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept {
  Flight flight;
  flight.rotation = world.bodies.pose[rank].rotation;
  flight.held = motion.held;
  const BodyFlags& flags = world.bodies.flags[rank];
  if (!flags.awake) flight.held = flight.slept = true;
  if (flags.type == BodyType::fixed || !flags.awake) return flight;
  flight.acceleration = (1 / dt) * (world.bodies.velocity[rank].linear - motion.velocity);
  flight.velocity = (1 / dt) * motion.displacement;
  flight.spin = motion.turn / dt;
  if (flight.held && flags.type == BodyType::dynamic) hold(world, rank, motion, dt, flight);
  flight.velocity -= (dt / 2) * flight.acceleration;
  return flight;
}

Q2 rotation_at(const Flight& flight, Real time) noexcept {
  const Real angle = flight.spin * (time - flight.since);
  return angle == 0 ? flight.rotation : multiply(rotation_of(angle), flight.rotation);
}

// Over many impacts in a row, the errors of the rotation's length would add up.
void rebase(Flight& flight, Real time) noexcept {
  flight.placed_at = -1, flight.ends_known = false;
  flight.start = flight.displacement(time);
  if (flight.spin != 0 && time != flight.since) {
    const Q2 turned = rotation_at(flight, time);
    const Real inverse = 1 / std::sqrt(turned.c * turned.c + turned.s * turned.s);
    flight.rotation = {turned.c * inverse, turned.s * inverse};
  }
  flight.turned += flight.spin * (time - flight.since);
  flight.velocity = flight.velocity_at(time);
  flight.since = time;
}

Arc arc_from(Flight& flight, Real time) noexcept {
  return {flight.velocity_at(time), flight.acceleration, placed(flight, time).turned_to, flight.spin};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
