// A world as a value: compared and hashed in everything that can change its future.
//
// Numbers are compared and hashed as bits: 0 and -0 differ, a NaN equals itself. Not included are caches (trees, baked
// shapes, the numbering of proxies, memory of steps), past events and energies, whether energies are recorded, and data
// that the library never reads (user data, the context of a hook).

#include <bankshot/math/cpp20.hpp>
#include <bankshot/shape/composite.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/islands/sleep.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace bankshot::BANKSHOT_ABI {

using detail::BodyFlags;
using detail::BodySlot;
using detail::CachedContact;
using detail::JointSlot;
using detail::none;
using detail::Rank;
using detail::ShapeSlot;
using detail::V2;
using detail::WorldState;

namespace {

using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

Bits bits(Real value) { return detail::bit_cast<Bits>(value); }

// ---- equality ---------------------------------------------------------------------------------------------------

/// Arrays of structures without padding, bit for bit.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same(Real a, Real b) { return bits(a) == bits(b); }
bool same(V2 a, V2 b) { return same(a.x, b.x) && same(a.y, b.y); }

bool same(const Material& a, const Material& b) {
  return same(a.restitution, b.restitution) && same(a.friction, b.friction) && same(a.density, b.density) &&
         same(a.surface_speed, b.surface_speed) && same(a.rolling_resistance, b.rolling_resistance);
}

bool same(const Shape& a, const Shape& b) {
  const detail::ConvexView l = detail_view(a), r = detail_view(b);
  return a.kind() == b.kind() && same(l.radius, r.radius) &&
         std::equal(l.points, l.points + l.count, r.points, r.points + r.count,
                    [](V2 p, V2 q) { return same(p, q); }) &&
         (a.convex() || a == b);
}

bool same(const BodySlot& a, const BodySlot& b) {
  return a.generation == b.generation && a.rank == b.rank && a.first_shape == b.first_shape &&
         a.last_shape == b.last_shape && a.first_joint == b.first_joint;
}

bool same(const JointSlot& a, const JointSlot& b) {
  return a.generation == b.generation && a.body[0] == b.body[0] && a.body[1] == b.body[1] && a.next[0] == b.next[0] &&
         a.next[1] == b.next[1] && a.kind == b.kind && a.collide_connected == b.collide_connected &&
         same(a.anchor[0], b.anchor[0]) && same(a.anchor[1], b.anchor[1]) && same(a.axis, b.axis) &&
         same(a.angle.c, b.angle.c) && same(a.angle.s, b.angle.s) && same(a.length, b.length) &&
         same(a.ratio, b.ratio) && same(a.wheel[0], b.wheel[0]) && same(a.wheel[1], b.wheel[1]) && a.drive == b.drive &&
         same(a.break_force, b.break_force) && same(a.break_torque, b.break_torque);
}

bool same(const ShapeSlot& a, const ShapeSlot& b) {
  return a.generation == b.generation && a.body == b.body && a.next == b.next && a.sight == b.sight &&
         a.filter == b.filter && same(a.material, b.material) &&
         std::equal(a.palette.begin(), a.palette.end(), b.palette.begin(), b.palette.end(),
                    [](const Material& l, const Material& r) { return same(l, r); }) &&
         a.shape.has_value() == b.shape.has_value() && (!a.shape || same(*a.shape, *b.shape));
}

bool same(const WorldDef& a, const WorldDef& b) {
  return same(detail::plain(a.gravity), detail::plain(b.gravity)) && a.substeps == b.substeps && a.sleep == b.sleep &&
         a.impact_limits == b.impact_limits && a.mix == b.mix && a.force_hook.function == b.force_hook.function &&
         a.contact_hook.function == b.contact_hook.function;
}

template <class T>
bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& l, const T& r) { return same(l, r); });
}

bool same(const detail::Bodies& a, const detail::Bodies& b) {
  return same_bits(a.pose, b.pose) && same_bits(a.velocity, b.velocity) &&
         same_bits(a.velocity_remainder, b.velocity_remainder) && same_bits(a.mass, b.mass) &&
         same_bits(a.forces, b.forces) && same_bits(a.flags, b.flags) && same_bits(a.still_time, b.still_time) &&
         same_bits(a.calm, b.calm) && a.sleep_island == b.sleep_island && a.slot == b.slot && a.ranked == b.ranked;
}

bool same_warm_start(const CachedContact& a, const CachedContact& b) {
  return same(a.normal_impulse[0], b.normal_impulse[0]) && same(a.normal_impulse[1], b.normal_impulse[1]) &&
         same(a.friction_impulse, b.friction_impulse) && a.feature[0] == b.feature[0] && a.feature[1] == b.feature[1] &&
         a.count == b.count && a.touching == b.touching && a.age == b.age && a.deep == b.deep;
}

/// Contacts refer to their shapes by a numbering that may already have been renewed in one of the worlds.
bool same_contacts(const WorldState& a, const std::vector<CachedContact>& in_a, const WorldState& b,
                   const std::vector<CachedContact>& in_b) {
  return std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                    [&a, &b](const CachedContact& l, const CachedContact& r) {
                      return a.proxies[l.key.a].shape == b.proxies[r.key.a].shape &&
                             a.proxies[l.key.b].shape == b.proxies[r.key.b].shape && l.key.part_a == r.key.part_a &&
                             l.key.part_b == r.key.part_b && same_warm_start(l, r);
                    });
}

bool same_sensor_pairs(const WorldState& a, const WorldState& b) {
  return std::equal(a.sensor_pairs.begin(), a.sensor_pairs.end(), b.sensor_pairs.begin(), b.sensor_pairs.end(),
                    [&a, &b](const detail::IndexPair& l, const detail::IndexPair& r) {
                      return a.proxies[l.a].shape == b.proxies[r.a].shape &&
                             a.proxies[l.b].shape == b.proxies[r.b].shape;
                    });
}

bool same(const WorldState& a, const WorldState& b) {
  return same(a.settings, b.settings) && a.tick == b.tick && same(a.bodies, b.bodies) &&
         all_same(a.body_slots, b.body_slots) && a.free_body_slots == b.free_body_slots &&
         all_same(a.shape_slots, b.shape_slots) && a.free_shape_slots == b.free_shape_slots &&
         all_same(a.joint_slots, b.joint_slots) && a.free_joint_slots == b.free_joint_slots &&
         a.joint_turns == b.joint_turns && same_contacts(a, a.contacts, b, b.contacts) &&
         same_contacts(a, a.sleeping_contacts, b, b.sleeping_contacts) && same_sensor_pairs(a, b) &&
         a.last_sleep_island == b.last_sleep_island && a.wake_islands == b.wake_islands &&
         a.pending_contact_ends == b.pending_contact_ends && a.pending_sensor_ends == b.pending_sensor_ends &&
         a.pending_joint_ends == b.pending_joint_ends;
}

// ---- hash -------------------------------------------------------------------------------------------------------

/// A 64-bit hash of a sequence of numbers. The finaliser is Stafford's variant 13 (2011) of MurmurHash3's.
class Hasher {
 public:
  void add(std::uint64_t value) noexcept { hash_ = finish(hash_ * 0x9e3779b97f4a7c15u + value); }
  void add(Real value) noexcept { add(std::uint64_t{bits(value)}); }
  void add(V2 value) noexcept { add(value.x), add(value.y); }
  void add(bool value) noexcept { add(std::uint64_t{value}); }
  std::uint64_t value() const noexcept { return finish(hash_); }

 private:
  static std::uint64_t finish(std::uint64_t h) noexcept {
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
  }
  std::uint64_t hash_ = 0x243f6a8885a308d3u;
};

/// The kinds of objects in a sum of hashes.
enum Kind : std::uint64_t { settings_kind, body_kind, contact_kind, sensor_kind, island_kind, joint_kind };

Hasher hasher(Kind kind) {
  Hasher h;
  h.add(std::uint64_t{kind});
  return h;
}

void add(Hasher& h, const Material& material) {
  h.add(material.restitution);
  h.add(material.friction);
  h.add(material.density);
  h.add(material.surface_speed);
  if (material.rolling_resistance > 0) h.add(material.rolling_resistance);  // else as before there was any
}

void add(Hasher& h, const ShapeSlot& slot) {
  const detail::ConvexView view = detail_view(*slot.shape);
  h.add(static_cast<std::uint64_t>(slot.shape->kind()));
  h.add(static_cast<std::uint64_t>(view.count));
  h.add(view.radius);
  for (int i = 0; i < view.count; ++i) h.add(view.points[i]);
  if (const detail::Composite* parts = detail_parts(*slot.shape)) {
    std::vector<double> numbers;
    parts->describe(numbers);
    for (const double number : numbers) h.add(detail::bit_cast<std::uint64_t>(number));
  }
  h.add(static_cast<std::uint64_t>(slot.sight));
  h.add(slot.filter.category);
  h.add(slot.filter.mask);
  h.add(static_cast<std::uint64_t>(slot.filter.group));
  add(h, slot.material);
  for (const Material& material : slot.palette) add(h, material);
}

/// `place` is the rank among the remaining bodies; none before the first step.
std::uint64_t hash_body(const WorldState& state, const detail::QueuedIslands& queued, Rank rank, std::uint32_t place) {
  const detail::Bodies& bodies = state.bodies;
  Hasher h = hasher(body_kind);
  h.add(std::uint64_t{place});
  h.add(bodies.pose[rank].centre);
  h.add(bodies.pose[rank].remainder);
  h.add(bodies.pose[rank].rotation.c);
  h.add(bodies.pose[rank].rotation.s);
  h.add(bodies.pose[rank].local_centre);
  h.add(bodies.velocity[rank].linear);
  h.add(bodies.velocity[rank].angular);
  h.add(bodies.velocity_remainder[rank]);
  h.add(bodies.mass[rank].mass);
  h.add(bodies.mass[rank].inertia);
  h.add(bodies.forces[rank].force);
  h.add(bodies.forces[rank].torque);
  h.add(bodies.forces[rank].gravity_scale);
  h.add(bodies.forces[rank].linear_damping);
  h.add(bodies.forces[rank].angular_damping);
  if (rubs(bodies.forces[rank])) {  // else as before there was any: hashes that users keep stay valid
    h.add(bodies.forces[rank].table.linear);
    h.add(bodies.forces[rank].table.angular);
  }
  const BodyFlags flags = bodies.flags[rank];
  h.add(static_cast<std::uint64_t>(flags.type));
  h.add(flags.awake || queued.has(bodies.sleep_island[rank]));
  h.add(flags.can_sleep);
  h.add(flags.custom_mass);
  h.add(flags.locks.x);
  h.add(flags.locks.y);
  h.add(flags.locks.rotation);
  h.add(bodies.still_time[rank]);
  const detail::BodyCalm& calm = bodies.calm[rank];
  h.add(calm.time);
  h.add(std::uint64_t{calm.place.x} | std::uint64_t{calm.place.y} << 16 | std::uint64_t{calm.place.turn} << 32 |
        std::uint64_t{calm.farthest} << 48);
  for (std::uint32_t i = state.body_slots[bodies.slot[rank]].first_shape; i != none; i = state.shape_slots[i].next) {
    add(h, state.shape_slots[i]);
  }
  return h.value();
}

/// The hashes of all bodies by rank; 0 for removed ones.
std::vector<std::uint64_t> hash_bodies(const WorldState& state) {
  std::vector<std::uint64_t> hashes(state.bodies.size(), 0);
  const detail::QueuedIslands queued(state);
  std::uint32_t place = 0;
  for (Rank rank = 0; rank < state.bodies.size(); ++rank) {
    if (state.bodies.flags[rank].removed) continue;
    hashes[rank] = hash_body(state, queued, rank, rank < state.bodies.ranked ? place : none);
    ++place;
  }
  return hashes;
}

/// For each shape slot, the index of the shape in its body.
std::vector<std::uint32_t> shape_places(const WorldState& state) {
  std::vector<std::uint32_t> places(state.shape_slots.size(), none);
  for (const BodySlot& body : state.body_slots) {
    std::uint32_t place = 0;
    for (std::uint32_t i = body.first_shape; i != none; i = state.shape_slots[i].next) places[i] = place++;
  }
  return places;
}

/// Names a pair by its bodies' hashes and the places of its shapes in them.
class PairNames {
 public:
  PairNames(const WorldState& state, const std::vector<std::uint64_t>& bodies)
      : state_(state), bodies_(bodies), places_(shape_places(state)) {}

  bool alive(std::uint32_t a, std::uint32_t b) const {
    return detail::alive(state_, state_.proxies[a].shape) && detail::alive(state_, state_.proxies[b].shape);
  }
  void add(Hasher& h, std::uint32_t proxy) const {
    h.add(bodies_[state_.proxies[proxy].body]);
    h.add(std::uint64_t{places_[state_.proxies[proxy].shape.slot]});
  }

 private:
  const WorldState& state_;
  const std::vector<std::uint64_t>& bodies_;
  std::vector<std::uint32_t> places_;
};

std::uint64_t hash_contacts(const std::vector<CachedContact>& contacts, const PairNames& names) {
  std::uint64_t sum = 0;
  for (const CachedContact& contact : contacts) {
    if (!names.alive(contact.key.a, contact.key.b)) continue;
    Hasher h = hasher(contact_kind);
    names.add(h, contact.key.a);
    names.add(h, contact.key.b);
    h.add(std::uint64_t{contact.key.part_a});
    h.add(std::uint64_t{contact.key.part_b});
    h.add(contact.normal_impulse[0]);
    h.add(contact.normal_impulse[1]);
    h.add(contact.friction_impulse);
    h.add(std::uint64_t{contact.feature[0]});
    h.add(std::uint64_t{contact.feature[1]});
    h.add(contact.count | std::uint64_t{contact.deep} << 8);
    h.add(contact.touching);
    h.add(std::uint64_t{contact.age});
    sum += h.value();
  }
  return sum;
}

std::uint64_t hash_sensor_pairs(const std::vector<detail::IndexPair>& pairs, const PairNames& names) {
  std::uint64_t sum = 0;
  for (const detail::IndexPair& pair : pairs) {
    if (!names.alive(pair.a, pair.b)) continue;
    Hasher h = hasher(sensor_kind);
    names.add(h, pair.a);
    names.add(h, pair.b);
    sum += h.value();
  }
  return sum;
}

std::uint64_t hash_joints(const WorldState& state, const std::vector<std::uint64_t>& bodies) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < state.joint_slots.size(); ++i) {
    const JointSlot& joint = state.joint_slots[i];
    if (joint.body[0] == none) continue;
    Hasher h = hasher(joint_kind);
    h.add(std::uint64_t{state.joint_turns[i]});
    for (const std::uint32_t body : joint.body) h.add(bodies[state.body_slots[body].rank]);
    h.add(static_cast<std::uint64_t>(joint.kind));
    h.add(joint.collide_connected);
    for (const V2 anchor : joint.anchor) h.add(anchor);
    h.add(joint.axis);
    h.add(joint.angle.c);
    h.add(joint.angle.s);
    h.add(joint.length);
    for (const detail::RowDrive* drive : {&joint.drive.along, &joint.drive.turn}) {
      for (const Real x : {drive->spring.hertz, drive->spring.damping_ratio, drive->spring.rest, drive->motor.speed,
                           drive->motor.largest, drive->limits.lower, drive->limits.upper, drive->limits.restitution}) {
        h.add(x);
      }
      h.add(drive->limited);
    }
    const bool breaks = joint.break_force < unbreakable || joint.break_torque < unbreakable;
    if (breaks) h.add(joint.break_force), h.add(joint.break_torque);
    if (joint.kind >= JointKind::gear) {
      h.add(joint.ratio);
      for (const V2 wheel : joint.wheel) h.add(wheel);
    }
    sum += h.value();
  }
  return sum;
}

/// Hashes which bodies sleep together, independent of the labels.
std::uint64_t hash_sleep_islands(const WorldState& state, const std::vector<std::uint64_t>& bodies) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> members;
  for (Rank rank = 0; rank < state.bodies.size(); ++rank) {
    const std::uint32_t label = state.bodies.sleep_island[rank];
    if (label != 0 && !state.bodies.flags[rank].removed) members.emplace_back(label, bodies[rank]);
  }
  std::sort(members.begin(), members.end());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < members.size();) {
    Hasher h = hasher(island_kind);
    for (const std::uint32_t label = members[i].first; i < members.size() && members[i].first == label; ++i) {
      h.add(members[i].second);
    }
    sum += h.value();
  }
  return sum;
}

std::uint64_t hash_settings(const WorldState& state) {
  Hasher h = hasher(settings_kind);
  h.add(detail::plain(state.settings.gravity));
  h.add(static_cast<std::uint64_t>(state.settings.substeps));
  h.add(state.settings.sleep);
  h.add(static_cast<std::uint64_t>(state.settings.impact_limits.per_pair));
  h.add(static_cast<std::uint64_t>(state.settings.impact_limits.per_body));
  h.add(state.tick);
  return h.value();
}

}  // namespace

bool operator==(const World& a, const World& b) noexcept {
  finish_masses(*a.state_), finish_masses(*b.state_);
  settle_contacts(*a.state_), settle_contacts(*b.state_);
  return same(*a.state_, *b.state_);
}

// A sum of well-mixed hashes does not depend on the order of its terms, so neither slots nor labels matter.
std::uint64_t World::hash() const noexcept {
  finish_masses(*state_), settle_contacts(*state_);
  const std::vector<std::uint64_t> bodies = hash_bodies(*state_);
  const PairNames names(*state_, bodies);
  std::uint64_t sum = hash_settings(*state_) + hash_contacts(state_->contacts, names) +
                      hash_contacts(state_->sleeping_contacts, names) + hash_sensor_pairs(state_->sensor_pairs, names) +
                      hash_sleep_islands(*state_, bodies) + hash_joints(*state_, bodies);
  for (const std::uint64_t body : bodies) sum += body;
  return sum;
}

}  // namespace bankshot::BANKSHOT_ABI
