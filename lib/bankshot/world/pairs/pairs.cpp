#include <bankshot/math/vector_growth.hpp>
#include <bankshot/query/manifold/far_end.hpp>
#include <bankshot/query/parts/parts.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

bool both_movable(const WorldState& world, Rank a, Rank b, StaticSupport& backing) {
  const BodyFlags &of_a = world.bodies.flags[a], &of_b = world.bodies.flags[b];
  if (!of_a.awake || !of_b.awake || of_a.type == BodyType::fixed || of_b.type == BodyType::fixed) return false;
  if (of_a.type == BodyType::kinematic) return !backing.stands_against_another(world, b, a);
  if (of_b.type == BodyType::kinematic) return !backing.stands_against_another(world, a, b);
  if (far_heavier(world, a, b)) return !backing.stands_against_another(world, b, a);
  if (far_heavier(world, b, a)) return !backing.stands_against_another(world, a, b);
  return true;
}

Real pair_slop(const WorldState& world, const Proxy& a, const Proxy& b) noexcept {
  const bool moves_a = world.bodies.flags[a.body].type == BodyType::dynamic;
  const bool moves_b = world.bodies.flags[b.body].type == BodyType::dynamic;
  const Real extent = moves_a && moves_b ? min(a.extent, b.extent) : (moves_a ? a.extent : b.extent);
  return tolerance::slop_fraction * extent;
}

Real moving_extent(const WorldState& world, const Proxy& a, const Proxy& b) noexcept {
  const bool moves_a = world.bodies.flags[a.body].type != BodyType::fixed;
  const bool moves_b = world.bodies.flags[b.body].type != BodyType::fixed;
  return moves_a && moves_b ? min(a.extent, b.extent) : (moves_a ? a.extent : b.extent);
}

Real reach_of_corners(const WorldState& world, const Proxy& proxy) noexcept {
  const Real rounding = proxy.convex ? world.geometry[proxy.geometry].radius : Real(0);
  return max(world.bodies.mass[proxy.body].reach - rounding, 0);
}

namespace {

/// True if a part of a composite is a disc; sets its centre, relative to its body's.
bool is_disc(const WorldState& world, const Proxy& own, std::uint32_t part, V2& centre) noexcept {
  const Composite* const parts = own.convex ? nullptr : detail_parts(world.baked[own.geometry]);
  if (parts == nullptr) return false;
  PieceSpace space;
  const ConvexView view = part_of(world.baked[own.geometry], part, space).view;
  if (view.count == 1) centre = view.points[0];
  return view.count == 1;
}

}  // namespace

Real reach_of_corners(const WorldState& world, const Proxy& proxy, std::uint32_t part) noexcept {
  V2 centre;
  return is_disc(world, proxy, part, centre) ? length(centre) : reach_of_corners(world, proxy);
}

Real turning_of_normals(const WorldState& world, std::uint32_t proxy, std::uint32_t part, Real turn) noexcept {
  const Proxy& own = world.proxies[proxy];
  V2 centre;
  const bool disc = own.convex ? world.geometry[own.geometry].count == 1 : is_disc(world, own, part, centre);
  return disc ? Real(0) : absolute(turn);
}

const Material& material_of_part(const WorldState& world, const Proxy& own, std::uint32_t part) noexcept {
  const Composite* parts = detail_parts(world.baked[own.geometry]);
  const std::size_t index = parts != nullptr ? parts->material(part) : 0;
  const std::vector<Material>& palette = world.shape_slots[own.shape.slot].palette;
  return index == 0 || index > palette.size() ? own.material : palette[index - 1];
}

MixedMaterial mixed_material(const WorldState& world, const PairKey& key) noexcept {
  const Material &a = material_of(world, key.a, key.part_a), &b = material_of(world, key.b, key.part_b);
  return {pair_material(world, key), a.surface_speed + b.surface_speed};
}

PairMaterial pair_material(const WorldState& world, const PairKey& key) noexcept {
  const Material &a = material_of(world, key.a, key.part_a), &b = material_of(world, key.b, key.part_b);
  if (world.settings.mix == nullptr) return default_mix(a, b);
  const PairMaterial mixed = world.settings.mix(a, b);
  return {mixed.restitution, mixed.friction};
}

PairMaterial hooked(const WorldState& world, const PairKey& key, V2 normal, V2 velocity,
                    const PairMaterial& mixed) noexcept {
  const ContactHook& hook = world.settings.contact_hook;
  if (hook.function == nullptr) return mixed;
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  return hook.function(hook.context, {a.body_id, b.body_id, a.shape, b.shape, vec2(normal), vec2(velocity), mixed});
}

PairInput pair_input(const WorldState& world, const Proxy& a, const Proxy& b, Real margin) noexcept {
  const BodyPose &pose_a = world.bodies.pose[a.body], &pose_b = world.bodies.pose[b.body];
  PairInput input;
  input.a = &world.geometry[a.geometry];
  input.b = &world.geometry[b.geometry];
  input.d = centre_difference(pose_a, pose_b);
  input.qa = pose_a.rotation;
  input.qb = pose_b.rotation;
  input.margin = margin;
  return input;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
