#pragma once
// Decides which shapes collide. Not part of the public interface.

#include <bankshot/world/bodies/tied_bodies.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if shapes with these filters collide.
BANKSHOT_INLINE bool filters_meet(const Filter& a, const Filter& b) noexcept {
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/// True if a shape is a sensor that reports another one, if they may meet.
BANKSHOT_INLINE bool sees(const Proxy& sensor, const Proxy& other) noexcept {
  return sensor.sensor && (sensor.sees_all || !other.sensor);
}

/// True if two shapes may meet at all: of different bodies, at least one dynamic, not both sensors, the filters agree,
/// and no joint keeps them apart. A sensor sees what a joint ties its body to, and one that sees all also sees other
/// sensors and bodies that are not dynamic.
BANKSHOT_INLINE bool may_meet(const WorldState& world, const Proxy& a, const Proxy& b) noexcept {
  if (a.body == b.body) return false;
  if (a.sees_all || b.sees_all) return filters_meet(a.filter, b.filter);
  if (world.bodies.flags[a.body].type != BodyType::dynamic && world.bodies.flags[b.body].type != BodyType::dynamic) {
    return false;
  }
  if ((a.sensor && b.sensor) || !filters_meet(a.filter, b.filter)) return false;
  return a.sensor || b.sensor || !kept_apart(world, a.body, b.body);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
