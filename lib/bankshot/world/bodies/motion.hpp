#pragma once
// The motion of an awake body in one step, before impacts change it. Not part of the public interface.

#include <bankshot/world/bodies/body.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Motion {
  V2 displacement;           ///< of the centre of mass over the step
  Real turn = 0;             ///< rad over the step
  V2 velocity;               ///< when the step began
  Real angular = 0;          ///< when the step began
  V2 remainder;              ///< of that velocity
  bool held : 1 = false;     ///< by a resting contact: its path is the solver's
  bool tied : 1 = false;     ///< by joints: it is not free even where no contact holds it
  bool pushed : 1 = false;   ///< out of a deep overlap, by displacements without a velocity
  bool changed : 1 = false;  ///< the timeline gave it another path
  bool lost : 1 = false;     ///< displacement or state is NaN or infinite
};

BANKSHOT_INLINE bool moving(const BodyVelocity& v) { return v.linear.x != 0 || v.linear.y != 0 || v.angular != 0; }

/// Adds `change` to value + remainder, with the rounding error of the value in the remainder (Knuth's two-sum).
/// Otherwise each of 600 steps of g dt would be rounded the same way, and a fall would be wrong in its fifth digit.
BANKSHOT_INLINE void accumulate(Real& value, Real& remainder, Real change) {
  const Real add = remainder + change;
  const Real sum = value + add;
  const Real from_add = sum - value;
  remainder = (value - (sum - from_add)) + (add - from_add);
  value = sum;
}

/// The squared distance from the origin of the path from `start` by the displacement `way`.
BANKSHOT_INLINE Real nearest_squared(V2 start, V2 way) {
  const Real square = length_squared(way);
  const Real along = square > 0 ? min(max(-dot(start, way) / square, 0), 1) : Real(0);
  return length_squared(start + along * way);
}

/// A path that is to stay farther from the origin than `reach`, with a margin for rounding and for the gap at which a
/// sweep ends, must stay farther than the root of this.
BANKSHOT_INLINE Real least_squared(Real reach) { return Real(1.125) * reach * reach; }

/// True if the path from `start` by the displacement `way` stays that far.
BANKSHOT_INLINE bool stays_beyond(V2 start, V2 way, Real reach) {
  return nearest_squared(start, way) > least_squared(reach);
}

/// Acceleration of a body by gravity and the user's force, without locked directions; the angular one in `angular`.
BANKSHOT_INLINE V2 acceleration(const BodyMass& mass, const BodyForces& forces, const BodyFlags& flags, V2 gravity,
                                Real& angular) {
  angular = mass.inverse_inertia * forces.torque;
  V2 a = forces.gravity_scale * gravity + mass.inverse_mass * forces.force;
  if (flags.locks.x) a.x = 0;
  if (flags.locks.y) a.y = 0;
  return a;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
