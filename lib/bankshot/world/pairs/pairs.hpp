#pragma once
// Properties of pairs of shapes: their slop, materials and poses. Not part of the public interface.

#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/pairs/contact_pairs.hpp>
#include <bankshot/world/pairs/static_support.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The materials of a pair, mixed.
struct MixedMaterial {
  PairMaterial pair;
  Real surface_speed = 0;
};

/// True if each body can be pushed out of the other's way. A body that is as firm as a wall to the other pushes it
/// along, unless the lighter one stands against another firm body.
bool both_movable(const WorldState& world, Rank a, Rank b, StaticSupport& backing);

/// Slop of a pair: a fraction of the smallest extent of its dynamic shapes.
Real pair_slop(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// The smallest extent of those shapes of a pair whose bodies are not fixed.
Real moving_extent(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// Upper bound of the distance of the corners of a body's shape from its centre. The rounding about a core does not
/// count: it is the same all round, and turning moves nothing there.
Real reach_of_corners(const WorldState& world, const Proxy& proxy) noexcept;

/// The angle, or the angular speed, by which the normals of a shape turn if its body does by `turn`; not negative. Zero
/// for a disc.
Real turning_of_normals(const WorldState& world, std::uint32_t proxy, std::uint32_t part, Real turn) noexcept;
/// The same as reach_of_corners(), but of one part alone if that is a disc: a wheel is round, whatever is inside it.
Real reach_of_corners(const WorldState& world, const Proxy& proxy, std::uint32_t part) noexcept;

/// The mixed material of a pair.
MixedMaterial mixed_material(const WorldState& world, const PairKey& key) noexcept;

/// Restitution and friction of a pair by the world's rule.
PairMaterial pair_material(const WorldState& world, const PairKey& key) noexcept;

/// Returns the material that the user's contact hook makes of `mixed`, if there is a hook. `velocity`: of A's surface
/// relative to B's.
PairMaterial hooked(const WorldState& world, const PairKey& key, V2 normal, V2 velocity,
                    const PairMaterial& mixed) noexcept;

/// True if the hook has a contact ignored.
inline bool is_ignored(const WorldState& world, const PairKey& key, V2 normal, V2 velocity) noexcept {
  return world.settings.contact_hook.function != nullptr &&
         hooked(world, key, normal, velocity, pair_material(world, key)).ignore;
}

/// The material of a part of a composite.
const Material& material_of_part(const WorldState& world, const Proxy& shape, std::uint32_t part) noexcept;

/// The material of a part: that of its shape, or one of the shape's palette.
inline const Material& material_of(const WorldState& world, std::uint32_t proxy, std::uint32_t part) noexcept {
  const Proxy& own = world.proxies[proxy];
  return own.convex ? own.material : material_of_part(world, own, part);
}

/// The narrow phase's input for a pair at the bodies' current poses.
PairInput pair_input(const WorldState& world, const Proxy& a, const Proxy& b, Real margin) noexcept;

/// Velocity of A relative to B at a point: `point` from A's centre, `d` A's centre minus B's.
inline V2 velocity_at(const WorldState& world, const ContactPair& pair, V2 point, V2 d) noexcept {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  return (a.linear + cross(a.angular, point)) - (b.linear + cross(b.angular, point + d));
}

/// Centre of A minus centre of B, each stored as two numbers.
BANKSHOT_INLINE V2 centre_difference(const BodyPose& a, const BodyPose& b) noexcept {
  return (a.centre - b.centre) + (a.remainder - b.remainder);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
