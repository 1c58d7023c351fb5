#include <bankshot/tolerance.hpp>
#include <bankshot/world/motion.hpp>
#include <bankshot/world/pairs.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

bool active(const BodyFlags& flags) { return flags.awake && flags.type != BodyType::fixed; }

Box grown(const Box& box, Real margin) {
  return {{box.lower.x - margin, box.lower.y - margin}, {box.upper.x + margin, box.upper.y + margin}};
}

/// Lower bound of the distance of two boxes: the larger of the gaps along x and y, negative when they overlap.
Real box_gap(const Box& a, const Box& b) {
  const Real x = max(a.lower.x - b.upper.x, b.lower.x - a.upper.x);
  const Real y = max(a.lower.y - b.upper.y, b.lower.y - a.upper.y);
  return max(x, y);
}

void collect_active(const WorldState& world, Real dt, PairSet& pairs) {
  pairs.active.clear(), pairs.tight.clear(), pairs.reach.clear();
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    if (!active(world.bodies.flags[rank])) continue;
    const Real reach = reach_within(world, rank, dt);
    const Real margin = tolerance::speculative_slops * tolerance::slop_fraction * world.bodies.mass[rank].extent;
    for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
      const Box tight = shape_box(world.baked[world.proxies[p].geometry], world.bodies.pose[rank]);
      pairs.active.push_back(p);
      pairs.tight.push_back(tight);
      pairs.reach.push_back(grown(tight, reach + margin));
    }
  }
}

/// Sorts one candidate into near, far or neither.
void sort_candidate(const WorldState& world, std::uint32_t a, std::uint32_t b, const Box& box_a, const Box& box_b,
                    PairSet& pairs) {
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  if (!may_meet(world, proxy_a, proxy_b)) return;
  const Real slop = pair_slop(world, proxy_a, proxy_b);
  const Real gap = box_gap(box_a, box_b);
  const bool sensor = proxy_a.sensor || proxy_b.sensor;
  if (gap > tolerance::speculative_slops * slop) {
    if (!sensor) pairs.far.push_back({a, b, gap});
    return;
  }
  NearPair pair;
  pair.a = a, pair.b = b;
  pair.body_a = proxy_a.body, pair.body_b = proxy_b.body;
  pair.slop = slop;
  pair.extent = min(proxy_a.extent, proxy_b.extent);
  pair.sensor = sensor;
  pairs.near.push_back(pair);
}

/// Pairs of a moving shape with one that rests: each moving one asks the tree.
void find_with_resting(const WorldState& world, PairSet& pairs) {
  pairs.with_resting.clear();
  if (world.resting.size() == 0) return;
  for (std::uint32_t i = 0; i < pairs.active.size(); ++i) {
    const std::uint32_t moving = pairs.active[i];
    world.resting.query(pairs.reach[i], [&](std::uint32_t shape_slot) {
      const std::uint32_t resting = world.shape_slots[shape_slot].proxy;
      const bool first = moving < resting;
      pairs.with_resting.push_back({first ? IndexPair{moving, resting} : IndexPair{resting, moving}, i, first});
      return true;
    });
  }
  std::sort(pairs.with_resting.begin(), pairs.with_resting.end(),
            [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; });
}

void sort_resting(const WorldState& world, const RestingPair& found, PairSet& pairs) {
  const std::uint32_t resting = found.moving_first ? found.pair.b : found.pair.a;
  const Box& moving_box = pairs.tight[found.moving];
  const Box& resting_box = world.resting.box(world.shape_slots[world.proxies[resting].shape.slot].leaf);
  sort_candidate(world, found.pair.a, found.pair.b, found.moving_first ? moving_box : resting_box,
                 found.moving_first ? resting_box : moving_box, pairs);
}

}  // namespace

Real reach_within(const WorldState& world, Rank rank, Real dt) noexcept {
  const BodyVelocity& velocity = world.bodies.velocity[rank];
  const BodyMass& mass = world.bodies.mass[rank];
  Real angular = 0;
  V2 a{};
  if (mass.inverse_mass > 0) {
    a = acceleration(mass, world.bodies.forces[rank], world.bodies.flags[rank], plain(world.settings.gravity), angular);
  }
  const Real turn = min(absolute(velocity.angular) * dt + absolute(angular) * dt * dt, Real(2));
  return length(velocity.linear) * dt + length(a) * dt * dt + turn * mass.reach;
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

PairMaterial pair_material(const WorldState& world, const Proxy& a, const Proxy& b) noexcept {
  return world.settings.mix != nullptr ? world.settings.mix(a.material, b.material)
                                       : default_mix(a.material, b.material);
}

void find_pairs(const WorldState& world, PairFinder& finder, Real dt, PairSet& pairs) {
  collect_active(world, dt, pairs);
  finder.find(pairs.reach, pairs.found);
  find_with_resting(world, pairs);
  pairs.near.clear(), pairs.far.clear();
  // Both lists are in the order of proxies; one walk keeps it.
  std::size_t resting = 0;
  for (const IndexPair& found : pairs.found) {
    const IndexPair pair{pairs.active[found.a], pairs.active[found.b]};
    for (; resting < pairs.with_resting.size() && pairs.with_resting[resting].pair < pair; ++resting) {
      sort_resting(world, pairs.with_resting[resting], pairs);
    }
    sort_candidate(world, pair.a, pair.b, pairs.tight[found.a], pairs.tight[found.b], pairs);
  }
  for (; resting < pairs.with_resting.size(); ++resting) sort_resting(world, pairs.with_resting[resting], pairs);
}

V2 centre_difference(const BodyPose& a, const BodyPose& b) noexcept {
  return (a.centre - b.centre) + (a.remainder - b.remainder);
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

void collide(const WorldState& world, PairSet& pairs) {
  pairs.input.resize(pairs.near.size());
  pairs.geometry.resize(pairs.near.size());
  std::size_t old = 0;
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    NearPair& pair = pairs.near[i];
    const Proxy &a = world.proxies[pair.a], &b = world.proxies[pair.b];
    pairs.input[i] = pair_input(world, a, b, tolerance::speculative_slops * pair.slop);
    const PairMaterial material = pair_material(world, a, b);
    pair.restitution = material.restitution, pair.friction = material.friction;
    // Both lists are in the order of (a, b): one walk finds every pair's record.
    ContactRecord key;
    key.a = pair.a, key.b = pair.b;
    while (old < world.contacts.size() && before(world.contacts[old], key)) ++old;
    if (old < world.contacts.size() && !before(key, world.contacts[old])) pair.old = static_cast<std::uint32_t>(old);
  }
  find_manifolds(pairs.input, pairs.geometry.data());
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
