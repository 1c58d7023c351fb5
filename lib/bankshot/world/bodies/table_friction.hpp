#pragma once
// What friction on a table takes of velocities, see TableFriction. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A velocity of which friction has taken `most` >= 0, or all there is.
BANKSHOT_INLINE V2 slowed(V2 v, Real most) {
  if (most == 0) return v;
  const Real speed = length(v);
  return speed <= most ? V2{} : v - most * ((1 / speed) * v);
}
BANKSHOT_INLINE Real slowed(Real v, Real most) {
  if (most == 0) return v;
  return absolute(v) <= most ? Real(0) : v > 0 ? v - most : v + most;
}

/// The acceleration by friction of a body with that velocity.
BANKSHOT_INLINE V2 braking(V2 v, Real most) {
  const Real speed = length(v);
  return most > 0 && speed > 0 ? -most * ((1 / speed) * v) : V2{};
}

/// Seconds until a body stops, at a speed >= 0 and a deceleration; infinite if it stands, or if nothing slows it down.
BANKSHOT_INLINE Real time_to_stop(Real speed, Real deceleration) {
  return speed > 0 && deceleration > 0 ? speed / deceleration : infinite;
}

/// True if nothing but the table's friction acts on a dynamic body that touches nothing.
bool slides_alone(const WorldState& world, Rank rank) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
