#include <bankshot/world/flight.hpp>

#include <bankshot/math/trig.hpp>

#include <cmath>

namespace bankshot::inline BANKSHOT_ABI::detail {

// A body that nothing holds flies the parabola of its velocities at both ends. A held one is taken along the parabola
// of the same acceleration that ends where the solver put it: what the solver's impulses did in between is not
// resolved.
Flight flight_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept {
  Flight flight;
  flight.rotation = world.bodies.pose[rank].rotation;
  flight.held = motion.held;
  const BodyFlags& flags = world.bodies.flags[rank];
  if (!flags.awake) flight.held = true;
  if (flags.type == BodyType::fixed || !flags.awake) return flight;
  flight.acceleration = (1 / dt) * (world.bodies.velocity[rank].linear - motion.velocity);
  flight.velocity = (1 / dt) * motion.displacement - (dt / 2) * flight.acceleration;
  flight.spin = motion.turn / dt;
  return flight;
}

Q2 rotation_at(const Flight& flight, Real time) noexcept {
  const Real angle = flight.spin * (time - flight.since);
  return angle == 0 ? flight.rotation : multiply(rotation_of(angle), flight.rotation);
}

// Where many impacts follow one another, the errors of the rotation's length would add up.
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
