#include <bankshot/world/bodies/table_friction.hpp>

#include <bankshot/world/bodies/motion.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

bool slides_alone(const WorldState& world, Rank rank) noexcept {
  const Bodies& bodies = world.bodies;
  const BodyForces& forces = bodies.forces[rank];
  if (world.settings.force_hook.function != nullptr || forces.linear_damping > 0 || forces.angular_damping > 0) {
    return false;
  }
  Real angular = 0;
  const V2 pull = acceleration(bodies.mass[rank], forces, bodies.flags[rank], plain(world.settings.gravity), angular);
  return pull == V2{} && angular == 0;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
