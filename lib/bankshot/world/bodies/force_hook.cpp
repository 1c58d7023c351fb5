#include <bankshot/world/bodies/force_hook.hpp>

#include <bankshot/math/decay.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

Drift ask(const WorldState& world, Rank rank, V2 centre, const Drift& v) {
  const ForceHook& hook = world.settings.force_hook;
  const BodyMass& mass = world.bodies.mass[rank];
  const Locks& locks = world.bodies.flags[rank].locks;
  const ForceOutput output =
      hook.function(hook.context, {body_id(world, rank), vec2(centre), vec2(v.linear), v.angular, mass.mass});
  Drift a{{}, mass.inverse_inertia * output.torque};
  if (!locks.x) a.linear.x = mass.inverse_mass * output.force.data()[0];
  if (!locks.y) a.linear.y = mass.inverse_mass * output.force.data()[1];
  return a;
}

}  // namespace

// A sub-step from x, v to x', v' is
//
//   v' = v + h a(m),   x' = x + h/2 (v + v'),   m = x + h/2 v.
//
// As x' = m + h/2 v', this is half a step along v, a kick, and half a step along v': each of the three preserves area
// in (x, v), and the sequence is the same backwards. So it is leapfrog: of second order, and if the force has a
// potential, the error of the energy oscillates and does not grow. A constant a gives the parabola.
//
// If a depends on v, too, it is taken at the mean of v and of the velocity that a first answer leads to: the midpoint
// rule of second order. A drag of rate k leaves 1 - k h + (k h)^2 / 2 of the velocity, which never reverses it and
// grows only beyond k h = 2. A force across v (rate k) makes the speed grow by (k h)^4 / 8 per sub-step, where a single
// call would make it grow by (k h)^2 / 2.
Drift ask_force_hook(const WorldState& world, Rank rank, V2 start, const Drift& v, const Drift& other, Real h) {
  const V2 middle = start + (h / 2) * v.linear;
  const BodyForces& forces = world.bodies.forces[rank];
  const Decay linear = decay_of(forces.linear_damping, h), angular = decay_of(forces.angular_damping, h);
  const Drift first = ask(world, rank, middle, v);
  const V2 end = linear.keep * v.linear + (h * linear.share) * (other.linear + first.linear);
  const Real end_angular = angular.keep * v.angular + (h * angular.share) * (other.angular + first.angular);
  return ask(world, rank, middle, {Real(0.5) * (v.linear + end), (v.angular + end_angular) / 2});
}

}  // namespace bankshot::BANKSHOT_ABI::detail
