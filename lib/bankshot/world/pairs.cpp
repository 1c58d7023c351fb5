#include <bankshot/math/room.hpp>
#include <bankshot/query/far_end.hpp>
#include <bankshot/query/parts.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/motion.hpp>
#include <bankshot/world/pairs.hpp>
#include <bankshot/world/warm_start.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI::detail {

bool give_way(const WorldState& world, Rank a, Rank b, Backing& backing) {
  const BodyFlags &of_a = world.bodies.flags[a], &of_b = world.bodies.flags[b];
  if (!of_a.awake || !of_b.awake || of_a.type == BodyType::fixed || of_b.type == BodyType::fixed) return false;
  if (of_a.type == BodyType::kinematic) return !backing.stands_against_another(world, b, a);
  if (of_b.type == BodyType::kinematic) return !backing.stands_against_another(world, a, b);
  if (far_firmer(world, a, b)) return !backing.stands_against_another(world, b, a);
  if (far_firmer(world, b, a)) return !backing.stands_against_another(world, a, b);
  return true;
}

bool may_meet(const WorldState& world, const Proxy& a, const Proxy& b) noexcept {
  if (a.body == b.body) return false;
  if (world.bodies.flags[a.body].type != BodyType::dynamic && world.bodies.flags[b.body].type != BodyType::dynamic) {
    return false;
  }
  if (a.sensor && b.sensor) return false;
  if (a.filter.group != 0 && a.filter.group == b.filter.group) return a.filter.group > 0;
  return (a.filter.category & b.filter.mask) != 0 && (b.filter.category & a.filter.mask) != 0;
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

/// Whether a part of a composite is a disc; its centre, relative to its body's.
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

const Mixer::Mixed& Mixer::mix(const WorldState& world, const PairKey& key) noexcept {
  const Material &a = material_of(world, key.a, key.part_a), &b = material_of(world, key.b, key.part_b);
  if (known_ && a == a_ && b == b_) return mixed_;
  known_ = true;
  a_ = a, b_ = b;
  mixed_ = {pair_material(world, key), a.surface_speed + b.surface_speed};
  return mixed_;
}

PairMaterial pair_material(const WorldState& world, const PairKey& key) noexcept {
  const Material &a = material_of(world, key.a, key.part_a), &b = material_of(world, key.b, key.part_b);
  return world.settings.mix != nullptr ? world.settings.mix(a, b) : default_mix(a, b);
}

PairMaterial hooked(const WorldState& world, const PairKey& key, V2 normal, V2 velocity,
                    const PairMaterial& mixed) noexcept {
  const ContactHook& hook = world.settings.contact_hook;
  if (hook.function == nullptr) return mixed;
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  return hook.function(hook.context, {a.body_id, b.body_id, a.shape, b.shape, vec2(normal), vec2(velocity), mixed});
}

namespace {

/// At the first point of the manifold.
void ask_hook(const WorldState& world, const PairInput& input, const ContactGeometry& contact, NearPair& pair) {
  if (world.settings.contact_hook.function == nullptr || contact.count == 0) return;
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  const V2 arm = contact.points[0].anchor;
  const V2 velocity = (a.linear + cross(a.angular, arm)) - (b.linear + cross(b.angular, arm + input.d));
  const PairMaterial answer = hooked(world, pair.key, contact.normal, velocity, {pair.restitution, pair.friction});
  pair.restitution = answer.restitution, pair.friction = answer.friction;
}

}  // namespace

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

void warm_start(const WorldState& world, PairSet& pairs) noexcept {
  static constexpr ContactRecord unknown;
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const std::uint32_t old = pairs.near[i].old;
    warm_start(old != none ? world.contacts[old] : unknown, pairs.geometry[i]);
  }
}

namespace {

/// Of pairs without parts, but for those that have some.
void pose(const WorldState& world, const PairSet& pairs, std::span<const NearPair> near, PairInput* input) {
  const ShapePlace* const shape_of = pairs.shape_of.data();
  const Geometry* const geometry = world.geometry.data();
  const BodyPose* const poses = world.bodies.pose.data();
  for (std::size_t i = 0; i < near.size(); ++i) {
    const NearPair& pair = near[i];
    const BodyPose &pose_a = poses[pair.body_a], &pose_b = poses[pair.body_b];
    input[i] = {geometry + shape_of[pair.key.a].geometry(),
                geometry + shape_of[pair.key.b].geometry(),
                centre_difference(pose_a, pose_b),
                pose_a.rotation,
                pose_b.rotation,
                pair.margin};
  }
}

/// On what is round, never gives way, and does not turn.
void hold_far_end(const WorldState& world, const NearPair& pair, const PairInput& input, ContactGeometry& contact) {
  const auto stays = [&](const Geometry& shape, Rank rank) {
    return shape.radius > 0 && world.bodies.flags[rank].type != BodyType::dynamic &&
           world.bodies.velocity[rank].angular == 0;
  };
  if (contact.count != 1) return;
  const bool a = stays(*input.a, pair.body_a);
  if (a || stays(*input.b, pair.body_b)) add_far_end(input, a, contact);
}

void take_part(const PairSet& pairs, const NearPair& pair, PairInput& input) {
  if (pair.parts == none) return;
  input.a = pairs.parts.geometry_a(pair.parts), input.b = pairs.parts.geometry_b(pair.parts);
}

}  // namespace

PairInput pair_input(const WorldState& world, const PairSet& pairs, const NearPair& pair) noexcept {
  PairInput input;
  pose(world, pairs, {&pair, 1}, &input);
  take_part(pairs, pair, input);
  return input;
}

void look_up_shapes(const WorldState& world, PairSet& pairs) {
  const std::uint64_t stamp = world.structure_changed.stamp();
  if (pairs.shape_of_stamp == stamp && pairs.shape_of.size() == world.proxies.size()) return;
  pairs.shape_of_stamp = stamp;
  pairs.any_round = pairs.any_rounded = pairs.any_parts = false;
  pairs.thinnest = infinite;
  resize_anew(pairs.shape_of, world.proxies.size());
  for (std::size_t i = 0; i < world.proxies.size(); ++i) {
    const Proxy& proxy = world.proxies[i];
    const bool box = proxy.convex && world.geometry[proxy.geometry].kind == GeometryKind::box;
    pairs.shape_of[i] = {2 * proxy.geometry + (box ? 1 : 0)};
    pairs.any_round |= world.geometry[proxy.geometry].count == 1;
    pairs.any_parts |= !proxy.convex;
    pairs.any_rounded |= !proxy.convex || world.geometry[proxy.geometry].radius > 0;
    if (!proxy.sensor) pairs.thinnest = min(pairs.thinnest, proxy.extent);
  }
}

void collide(const WorldState& world, std::size_t begin, std::size_t count, PairSet& pairs) {
  if (count == 0) return;
  const std::size_t end = begin + count;
  const std::span near(pairs.near.data() + begin, count);
  StackRoom<PairInput, pairs_at_once> room;
  const std::span input(room.data(), count);
  pose(world, pairs, near, input.data());
  for (std::size_t i = begin; i < end && !pairs.parts.empty(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (pair.parts != none) pairs.parts.set(pair.parts, world, pair.key);
    take_part(pairs, pair, input[i - begin]);
  }
  find_manifolds(input, pairs.geometry.data() + begin);
  if (pairs.any_rounded) {
    for (std::size_t i = begin; i < end; ++i) hold_far_end(world, pairs.near[i], input[i - begin], pairs.geometry[i]);
  }
  if (pairs.parts.empty() && world.settings.contact_hook.function == nullptr) return;
  for (std::size_t i = begin; i < end; ++i) {
    NearPair& pair = pairs.near[i];
    if (pair.parts != none) {
      finish_parts(world, pair.key, pairs.parts[pair.parts], input[i - begin], pairs.geometry[i]);
    }
    ask_hook(world, input[i - begin], pairs.geometry[i], pair);
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
