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

void collect_active(const WorldState& world, Real dt, PairSet& pairs) {
  pairs.active.clear(), pairs.tight.clear(), pairs.reach.clear(), pairs.slack.clear();
  pairs.mobility.assign(world.bodies.size(), {});
  auto pushed = pairs.pushed.begin();
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    if (!active(world.bodies.flags[rank])) continue;
    const Real reach = reach_within(world, rank, dt);
    const BodyVelocity& v = world.bodies.velocity[rank];
    const BodyMass& mass = world.bodies.mass[rank];
    pairs.mobility[rank] = {reach, mass.inverse_mass, v.linear, free_acceleration(world, rank),
                            absolute(v.angular) * mass.reach};
    const Real margin = tolerance::speculative_slops * tolerance::slop_fraction * world.bodies.mass[rank].extent;
    while (pushed != pairs.pushed.end() && pushed->rank < rank) ++pushed;
    const V2 push = pushed != pairs.pushed.end() && pushed->rank == rank ? pushed->way : V2{};
    for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
      const Box tight = shape_box(world.baked[world.proxies[p].geometry], world.bodies.pose[rank]);
      pairs.active.push_back(p);
      pairs.tight.push_back(tight);
      const Box near = grown(tight, reach + margin);
      pairs.reach.push_back(joined(near, {near.lower + push, near.upper + push}));
      pairs.slack.push_back(reach + margin + length(push));
    }
  }
}

/// How far two bodies can come nearer within the step, if nothing pushes them.
Real farthest_way(const Mobility& a, const Mobility& b, Real dt) {
  return (length(a.velocity - b.velocity) + length(a.acceleration - b.acceleration) * dt + (a.spin + b.spin)) * dt;
}

/// Gap up to which the solver may have a pair. For one that yields that is as far as the two can close within the step,
/// and no farther than where they might pass: the solver, which stops them in the sub-step in which they would meet,
/// does what an impact would. (What stands firm is another matter: in a wedge impulses have to be found that the
/// solver's passes come near to but slowly.)
Real solver_margin(const NearPair& pair, const Mobility& a, const Mobility& b, Real dt) {
  const Real least = tolerance::speculative_slops * pair.slop;
  if (!pair.yields || a.way + b.way <= least) return least;
  const Real most = tolerance::solver_way_extents * pair.extent;
  return max(least, min(most, farthest_way(a, b, dt)));
}

/// give_way(), with a short cut for two of like mass.
bool yields(const WorldState& world, const NearPair& pair, Real a, Real b, Backing& backing) {
  return (a > 0 && b > 0 && max(a, b) <= tolerance::pinch * (a + b)) ||
         give_way(world, pair.body_a, pair.body_b, backing);
}

/// Gap beyond which a pair is not near in any case.
Real widest_margin(Real slop, Real extent) {
  return max(tolerance::speculative_slops * slop, tolerance::solver_way_extents * extent);
}

/// Fills in what stays the same of a pair from step to step.
void describe(const WorldState& world, const PairKey& key, PairSet& pairs, NearPair& pair) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  pair.key = key;
  pair.body_a = proxy_a.body, pair.body_b = proxy_b.body;
  pair.sensor = proxy_a.sensor || proxy_b.sensor;
  const Mixer::Mixed& material = pairs.mixer.mix(world, key);
  pair.restitution = material.pair.restitution, pair.friction = material.pair.friction;
  pair.surface_speed = material.surface_speed;
}

/// Whether a pair with this gap is near, as fast as its bodies are now.
bool is_near(const WorldState& world, Real gap, Real dt, PairSet& pairs, NearPair& pair) {
  // What a contact hook will say of it is not known yet.
  const bool bounces =
      pair.restitution > tolerance::pile_restitution || world.settings.contact_hook.function != nullptr;
  pairs.sensors |= pair.sensor;
  const Mobility &a = pairs.mobility[pair.body_a], &b = pairs.mobility[pair.body_b];
  pair.yields = !pair.sensor && !bounces && yields(world, pair, a.inverse_mass, b.inverse_mass, pairs.backing);
  pair.margin = solver_margin(pair, a, b, dt);
  return gap <= pair.margin;
}

/// Sorts a pair of parts into near, far or neither; `gap` is a lower bound of their distance.
void sort_by_gap(const WorldState& world, const PairKey& key, Real slop, Real gap, Real dt, PairSet& pairs) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  const Real extent = min(proxy_a.extent, proxy_b.extent);
  if (gap <= widest_margin(slop, extent)) {
    if (pairs.near_count == pairs.near.size()) pairs.near.emplace_back();
    NearPair& pair = pairs.near[pairs.near_count];  // made where it stays: a copy of what was just written waits for it
    pair = {};
    pair.slop = slop, pair.extent = extent;
    describe(world, key, pairs, pair);
    if (is_near(world, gap, dt, pairs, pair)) {
      if (!proxy_a.convex || !proxy_b.convex) pair.parts = pairs.parts.add(world, key);
      ++pairs.near_count;
      return;
    }
    pair.key = {none, none, none, none};  // one with parts must not be taken for one without
  }
  if (!proxy_a.sensor && !proxy_b.sensor) pairs.far.push_back({key, {proxy_a.body, proxy_b.body}, gap});
}

/// Where the list has come to it, the last step often had the same pair: then most of it is known.
bool still_near(const WorldState& world, const PairKey& key, Real gap, Real dt, PairSet& pairs) {
  if (!pairs.like_before || pairs.near_count == pairs.near.size()) return false;
  NearPair& pair = pairs.near[pairs.near_count];
  if (pair.parts != none || !(pair.key == key) || gap > widest_margin(pair.slop, pair.extent)) return false;
  if (!is_near(world, gap, dt, pairs, pair)) return false;
  pair.old = none;
  pair.solve = pair.fast = pair.touching = false;
  pair.age = 0;
  ++pairs.near_count;
  return true;
}

/// One of a pair's shapes: the box of it now, and how far it may get beyond it within the step.
struct Extent {
  const Box& box;
  Real slack = 0;
};

void sort_candidate(const WorldState& world, std::uint32_t a, std::uint32_t b, const Extent& of_a, const Extent& of_b,
                    Real dt, PairSet& pairs) {
  const Real gap = box_gap(of_a.box, of_b.box);
  if (still_near(world, {a, b, 0, 0}, gap, dt, pairs)) return;
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  if (!may_meet(world, proxy_a, proxy_b)) return;
  const Real slop = pair_slop(world, proxy_a, proxy_b);
  if (proxy_a.convex && proxy_b.convex) {
    sort_by_gap(world, {a, b, 0, 0}, slop, gap, dt, pairs);
    return;
  }
  part_pairs(world, a, b, of_a.slack + of_b.slack, pairs.part_candidates);
  for (const PartCandidate& part : pairs.part_candidates) sort_by_gap(world, part.key, slop, part.gap, dt, pairs);
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

void sort_resting(const WorldState& world, const RestingPair& found, Real dt, PairSet& pairs) {
  const std::uint32_t resting = found.moving_first ? found.pair.b : found.pair.a;
  pairs.sleepers |= world.bodies.flags[world.proxies[resting].body].type != BodyType::fixed;
  const Extent of_moving{pairs.tight[found.moving], pairs.slack[found.moving]};
  const Extent of_resting{world.resting.box(world.shape_slots[world.proxies[resting].shape.slot].leaf)};
  sort_candidate(world, found.pair.a, found.pair.b, found.moving_first ? of_moving : of_resting,
                 found.moving_first ? of_resting : of_moving, dt, pairs);
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

namespace {

/// Begins the list of near pairs. The last step's tell what is constant of a pair unless something was changed since; a
/// contact hook may say something else each time.
void look_back(const WorldState& world, PairSet& pairs) {
  const std::uint64_t stamp = world.structure_changed.stamp();
  pairs.like_before =
      pairs.stamp == stamp && pairs.shapes == world.geometry.data() && world.settings.contact_hook.function == nullptr;
  pairs.stamp = stamp;
  pairs.shapes = world.geometry.data();
  pairs.near_count = 0;
}

}  // namespace

void find_pairs(const WorldState& world, KeptPairs& finder, Real dt, PairSet& pairs) {
  collect_active(world, dt, pairs);
  finder.find(pairs.reach, pairs.found);
  find_with_resting(world, pairs);
  look_back(world, pairs);
  pairs.far.clear(), pairs.parts.clear(), pairs.backing.clear(), pairs.mixer.clear();
  pairs.sensors = pairs.sleepers = false;
  // Both lists are in the order of proxies; one walk keeps it.
  std::size_t resting = 0;
  for (const IndexPair& found : pairs.found) {
    const IndexPair pair{pairs.active[found.a], pairs.active[found.b]};
    for (; resting < pairs.with_resting.size() && pairs.with_resting[resting].pair < pair; ++resting) {
      sort_resting(world, pairs.with_resting[resting], dt, pairs);
    }
    sort_candidate(world, pair.a, pair.b, {pairs.tight[found.a], pairs.slack[found.a]},
                   {pairs.tight[found.b], pairs.slack[found.b]}, dt, pairs);
  }
  for (; resting < pairs.with_resting.size(); ++resting) sort_resting(world, pairs.with_resting[resting], dt, pairs);
  pairs.near.resize(pairs.near_count);
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

namespace {

void pose(const WorldState& world, const PairSet& pairs, NearPair& pair, PairInput& input) {
  if (!pair.posed) {
    input.a = &world.geometry[world.proxies[pair.key.a].geometry];
    input.b = &world.geometry[world.proxies[pair.key.b].geometry];
    pair.posed = true;
  }
  if (pair.parts != none) input.a = pairs.parts.geometry_a(pair.parts), input.b = pairs.parts.geometry_b(pair.parts);
  const BodyPose &pose_a = world.bodies.pose[pair.body_a], &pose_b = world.bodies.pose[pair.body_b];
  input.d = centre_difference(pose_a, pose_b);
  input.qa = pose_a.rotation, input.qb = pose_b.rotation;
  input.margin = pair.margin;
}

/// Of the pairs from `begin` to `end`.
void collide(const WorldState& world, std::size_t begin, std::size_t end, PairSet& pairs) {
  if (begin == end) return;
  // Both lists are in the order of keys: one walk finds every pair's record.
  auto old = std::lower_bound(world.contacts.begin(), world.contacts.end(), pairs.near[begin].key,
                              [](const ContactRecord& l, const PairKey& r) { return l.key < r; });
  for (std::size_t i = begin; i < end; ++i) {
    NearPair& pair = pairs.near[i];
    pose(world, pairs, pair, pairs.input[i]);
    while (old != world.contacts.end() && old->key < pair.key) ++old;
    if (old != world.contacts.end() && old->key == pair.key) {
      pair.old = static_cast<std::uint32_t>(old - world.contacts.begin());
      pair.age = old->age;
      pair.touching = old->touching;
    }
  }
  find_manifolds(std::span<const PairInput>(pairs.input).subspan(begin, end - begin), pairs.geometry.data() + begin);
  if (pairs.parts.empty() && world.settings.contact_hook.function == nullptr) return;
  for (std::size_t i = begin; i < end; ++i) {
    NearPair& pair = pairs.near[i];
    if (pair.parts != none) {
      finish_parts(world, pair.key, pairs.parts[pair.parts], pairs.input[i], pairs.geometry[i]);
    }
    ask_hook(world, pairs.input[i], pairs.geometry[i], pair);
  }
}

}  // namespace

void collide(const WorldState& world, PairSet& pairs) {
  const std::size_t count = pairs.near.size();
  pairs.input.resize(count);
  pairs.geometry.resize(count);
  const auto pieces = static_cast<std::size_t>(world.crew.pieces(count, least_pairs));
  world.crew.each(static_cast<int>(pieces), [&](int piece) {
    const auto i = static_cast<std::size_t>(piece);
    collide(world, count * i / pieces, count * (i + 1) / pieces, pairs);
  });
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
