#include <bankshot/world/contacts/collide.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/query/manifold/far_end.hpp>
#include <bankshot/world/contacts/warm_start.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

void warm_start(const WorldState& world, ContactPairs& pairs) noexcept {
  for (std::size_t i = 0; i < pairs.near.size(); ++i) warm_start(world, pairs.near[i], pairs.geometry[i]);
}

namespace {

/// Asks at the first point of the manifold. An ignored pair is one without points that nothing sweeps.
void ask_hook(const WorldState& world, const PairInput& input, ContactGeometry& contact, ContactPair& pair) {
  if (world.settings.contact_hook.function == nullptr || contact.count == 0 || pair.passes) return;
  const V2 velocity = velocity_at(world, pair, contact.points[0].anchor, input.d);
  const PairMaterial answer = hooked(world, pair.key, contact.normal, velocity, {pair.restitution, pair.friction});
  pair.restitution = answer.restitution, pair.friction = answer.friction;
  if (!answer.ignore) return;
  pair.passes = true;
  contact.count = 0;
  for (auto& point : contact.points) point = {};
}

/// Leaves the geometry of pairs with parts to take_part().
void pose(const WorldState& world, std::span<const ContactPair> near, PairInput* input) {
  const Proxy* const proxies = world.proxies.data();
  const Geometry* const geometry = world.geometry.data();
  const BodyPose* const poses = world.bodies.pose.data();
  for (std::size_t i = 0; i < near.size(); ++i) {
    const ContactPair& pair = near[i];
    const BodyPose &pose_a = poses[pair.body_a], &pose_b = poses[pair.body_b];
    input[i] = {geometry + proxies[pair.key.a].geometry,
                geometry + proxies[pair.key.b].geometry,
                centre_difference(pose_a, pose_b),
                pose_a.rotation,
                pose_b.rotation,
                pair.margin};
  }
}

/// For a contact on a round, non-dynamic body that does not turn.
void hold_far_end(const WorldState& world, const ContactPair& pair, const PairInput& input, ContactGeometry& contact) {
  const auto stays = [&](const Geometry& shape, Rank rank) {
    return shape.radius > 0 && world.bodies.flags[rank].type != BodyType::dynamic &&
           world.bodies.velocity[rank].angular == 0;
  };
  if (contact.count != 1) return;
  const bool a = stays(*input.a, pair.body_a);
  if (a || stays(*input.b, pair.body_b)) add_far_end(input, a, contact);
}

void take_part(const ContactPairs& pairs, const ContactPair& pair, PairInput& input) {
  if (pair.parts == none) return;
  input.a = pairs.parts.geometry_a(pair.parts), input.b = pairs.parts.geometry_b(pair.parts);
}

}  // namespace

PairInput pair_input(const WorldState& world, const ContactPairs& pairs, const ContactPair& pair) noexcept {
  PairInput input;
  pose(world, {&pair, 1}, &input);
  take_part(pairs, pair, input);
  return input;
}

void note_shapes(const WorldState& world, ContactPairs& pairs) {
  const std::uint64_t stamp = world.structure_changed.stamp();
  if (pairs.traits.stamp == stamp) return;
  pairs.traits.stamp = stamp;
  pairs.traits.any_rounded = pairs.traits.any_parts = pairs.traits.any_rolls = false;
  pairs.traits.thinnest = infinite;
  for (const Proxy& proxy : world.proxies) {
    pairs.traits.any_parts |= !proxy.convex;
    pairs.traits.any_rounded |= !proxy.convex || world.geometry[proxy.geometry].radius > 0;
    const std::vector<Material>& palette = world.shape_slots[proxy.shape.slot].palette;
    const auto rolls = [](const Material& material) { return material.rolling_resistance > 0; };
    pairs.traits.any_rolls |= rolls(proxy.material) || std::any_of(palette.begin(), palette.end(), rolls);
    if (!proxy.sensor) pairs.traits.thinnest = min(pairs.traits.thinnest, proxy.extent);
  }
  const std::vector<BodyForces>& forces = world.bodies.forces;
  pairs.traits.any_rubs = std::any_of(forces.begin(), forces.end(), [](const BodyForces& of) { return rubs(of); });
}

void collide(const WorldState& world, std::size_t begin, std::size_t count, ContactPairs& pairs) {
  if (count == 0) return;
  const std::size_t end = begin + count;
  const std::span near(pairs.near.data() + begin, count);
  StackRoom<PairInput, pairs_at_once> room;
  const std::span input(room.data(), count);
  pose(world, near, input.data());
  for (std::size_t i = begin; i < end && !pairs.parts.empty(); ++i) {
    const ContactPair& pair = pairs.near[i];
    if (pair.parts != none) pairs.parts.set(pair.parts, world, pair.key);
    take_part(pairs, pair, input[i - begin]);
  }
  find_manifolds(input, pairs.geometry.data() + begin);
  if (pairs.traits.any_rounded) {
    for (std::size_t i = begin; i < end; ++i) hold_far_end(world, pairs.near[i], input[i - begin], pairs.geometry[i]);
  }
  if (pairs.parts.empty() && world.settings.contact_hook.function == nullptr) return;
  for (std::size_t i = begin; i < end; ++i) {
    ContactPair& pair = pairs.near[i];
    if (pair.parts != none) {
      finish_parts(world, pair.key, pairs.parts[pair.parts], input[i - begin], pairs.geometry[i]);
    }
    ask_hook(world, input[i - begin], pairs.geometry[i], pair);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
