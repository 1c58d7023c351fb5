#include <bankshot/math/cpp20.hpp>
#include <bankshot/shape/composite.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/bodies/structure.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// ---- the rank key -----------------------------------------------------------------------------------------------
//
// Bodies in their first step are ranked after all others, and among themselves by their own state. Every comparison
// below is unchanged if all lengths are multiplied by a power of two, so scaling a scene scales its solution bit for
// bit. Neighbours in space get neighbouring ranks: the order runs along a Z-shaped curve through the positions,
// compared without quantising them (Chan 2002: the coordinate whose highest differing bit is larger decides).

/// Position of the highest bit in which two non-negative numbers differ, as a power of two on a common scale.
int highest_difference(Real a, Real b) {
  if (a == b) return std::numeric_limits<int>::min();
  int exponent_a = 0, exponent_b = 0;
  const Real mantissa_a = std::frexp(a, &exponent_a), mantissa_b = std::frexp(b, &exponent_b);
  if (a == 0) return exponent_b;
  if (b == 0) return exponent_a;
  if (exponent_a != exponent_b) return std::max(exponent_a, exponent_b);  // the first bit of the larger one
  constexpr int digits = std::numeric_limits<Real>::digits;
  const auto bits_a = static_cast<std::uint64_t>(std::ldexp(mantissa_a, digits));
  const auto bits_b = static_cast<std::uint64_t>(std::ldexp(mantissa_b, digits));
  return exponent_a - digits + static_cast<int>(std::bit_width(bits_a ^ bits_b));
}

int compare(Real a, Real b) { return a < b ? -1 : (b < a ? 1 : 0); }

int compare_along_curve(V2 a, V2 b) {
  const int quadrant_a = (a.x < 0 ? 1 : 0) + (a.y < 0 ? 2 : 0), quadrant_b = (b.x < 0 ? 1 : 0) + (b.y < 0 ? 2 : 0);
  if (quadrant_a != quadrant_b) return quadrant_a < quadrant_b ? -1 : 1;
  const int in_x = highest_difference(absolute(a.x), absolute(b.x));
  const int in_y = highest_difference(absolute(a.y), absolute(b.y));
  return in_x <= in_y ? compare(absolute(a.y), absolute(b.y)) : compare(absolute(a.x), absolute(b.x));
}

int compare_materials(const Material& a, const Material& b) {
  if (int c = compare(a.restitution, b.restitution)) return c;
  if (int c = compare(a.friction, b.friction)) return c;
  if (int c = compare(a.density, b.density)) return c;
  if (int c = compare(a.surface_speed, b.surface_speed)) return c;
  return compare(a.rolling_resistance, b.rolling_resistance);
}

template <class T>
int compare_whole(T a, T b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

int compare_locks(const Locks& a, const Locks& b) {
  if (int c = compare_whole(a.x, b.x)) return c;
  if (int c = compare_whole(a.y, b.y)) return c;
  return compare_whole(a.rotation, b.rotation);
}

int compare_parts(const Shape& a, const Shape& b) {
  if (int c = compare_whole(static_cast<int>(a.kind()), static_cast<int>(b.kind()))) return c;
  if (detail_parts(a) == nullptr) return 0;
  std::vector<double> numbers_a, numbers_b;
  detail_parts(a)->describe(numbers_a), detail_parts(b)->describe(numbers_b);
  return numbers_a < numbers_b ? -1 : (numbers_b < numbers_a ? 1 : 0);
}

int compare_shapes(const ShapeSlot& a, const ShapeSlot& b) {
  const ConvexView view_a = detail_view(*a.shape), view_b = detail_view(*b.shape);
  if (int c = compare_whole(view_a.count, view_b.count)) return c;
  if (int c = compare(view_a.radius, view_b.radius)) return c;
  for (int i = 0; i < view_a.count; ++i) {
    if (int c = compare(view_a.points[i].x, view_b.points[i].x)) return c;
    if (int c = compare(view_a.points[i].y, view_b.points[i].y)) return c;
  }
  if (int c = compare_parts(*a.shape, *b.shape)) return c;
  if (int c = compare_materials(a.material, b.material)) return c;
  if (int c = compare_whole(a.palette.size(), b.palette.size())) return c;
  for (std::size_t i = 0; i < a.palette.size(); ++i) {
    if (int c = compare_materials(a.palette[i], b.palette[i])) return c;
  }
  if (int c = compare_whole(static_cast<int>(a.sight), static_cast<int>(b.sight))) return c;
  if (int c = compare_whole(a.filter.category, b.filter.category)) return c;
  if (int c = compare_whole(a.filter.mask, b.filter.mask)) return c;
  return compare_whole(a.filter.group, b.filter.group);
}

int compare_shape_lists(const WorldState& world, const BodySlot& a, const BodySlot& b) {
  std::uint32_t i = a.first_shape, j = b.first_shape;
  for (; i != none && j != none; i = world.shape_slots[i].next, j = world.shape_slots[j].next) {
    if (int c = compare_shapes(world.shape_slots[i], world.shape_slots[j])) return c;
  }
  return compare_whole(i != none, j != none);
}

/// Order of two new bodies by their own state; 0 for identical ones, which are ordered by creation.
int compare_bodies(const WorldState& world, Rank a, Rank b) {
  const Bodies& bodies = world.bodies;
  const BodyPose &pose_a = bodies.pose[a], &pose_b = bodies.pose[b];
  if (int c = compare_along_curve(pose_a.centre, pose_b.centre)) return c;
  if (int c = compare(pose_a.remainder.x, pose_b.remainder.x)) return c;
  if (int c = compare(pose_a.remainder.y, pose_b.remainder.y)) return c;
  if (int c = compare(pose_a.rotation.c, pose_b.rotation.c)) return c;
  if (int c = compare(pose_a.rotation.s, pose_b.rotation.s)) return c;
  const BodyVelocity &velocity_a = bodies.velocity[a], &velocity_b = bodies.velocity[b];
  if (int c = compare(velocity_a.linear.x, velocity_b.linear.x)) return c;
  if (int c = compare(velocity_a.linear.y, velocity_b.linear.y)) return c;
  if (int c = compare(velocity_a.angular, velocity_b.angular)) return c;
  const BodyFlags &flags_a = bodies.flags[a], &flags_b = bodies.flags[b];
  if (int c = compare_whole(static_cast<int>(flags_a.type), static_cast<int>(flags_b.type))) return c;
  if (int c = compare_whole(flags_a.awake, flags_b.awake)) return c;
  if (int c = compare_whole(flags_a.can_sleep, flags_b.can_sleep)) return c;
  if (int c = compare_locks(flags_a.locks, flags_b.locks)) return c;
  if (int c = compare(pose_a.local_centre.x, pose_b.local_centre.x)) return c;
  if (int c = compare(pose_a.local_centre.y, pose_b.local_centre.y)) return c;
  if (int c = compare(bodies.mass[a].mass, bodies.mass[b].mass)) return c;
  if (int c = compare(bodies.mass[a].inertia, bodies.mass[b].inertia)) return c;
  const BodyForces &forces_a = bodies.forces[a], &forces_b = bodies.forces[b];
  if (int c = compare(forces_a.force.x, forces_b.force.x)) return c;
  if (int c = compare(forces_a.force.y, forces_b.force.y)) return c;
  if (int c = compare(forces_a.torque, forces_b.torque)) return c;
  if (int c = compare(forces_a.gravity_scale, forces_b.gravity_scale)) return c;
  if (int c = compare(forces_a.linear_damping, forces_b.linear_damping)) return c;
  if (int c = compare(forces_a.angular_damping, forces_b.angular_damping)) return c;
  if (int c = compare(forces_a.table.linear, forces_b.table.linear)) return c;
  if (int c = compare(forces_a.table.angular, forces_b.table.angular)) return c;
  return compare_shape_lists(world, world.body_slots[bodies.slot[a]], world.body_slots[bodies.slot[b]]);
}

// ---- bodies -----------------------------------------------------------------------------------------------------

template <class T>
void reorder(std::vector<T>& values, const std::vector<Rank>& order) {
  std::vector<T> result;
  result.reserve(order.size());
  for (Rank old : order) result.push_back(values[old]);
  values.swap(result);
}

void reorder(Bodies& bodies, const std::vector<Rank>& order) {
  reorder(bodies.pose, order);
  reorder(bodies.velocity, order);
  reorder(bodies.velocity_remainder, order);
  reorder(bodies.mass, order);
  reorder(bodies.forces, order);
  reorder(bodies.flags, order);
  reorder(bodies.still_time, order);
  reorder(bodies.calm, order);
  reorder(bodies.sleep_island, order);
  reorder(bodies.slot, order);
}

void rank_bodies(WorldState& world) {
  Bodies& bodies = world.bodies;
  std::vector<Rank> order;
  order.reserve(bodies.size());
  for (Rank rank = 0; rank < bodies.size(); ++rank) {
    if (!bodies.flags[rank].removed) order.push_back(rank);
  }
  const auto first_new = std::lower_bound(order.begin(), order.end(), static_cast<Rank>(bodies.ranked));
  std::stable_sort(first_new, order.end(), [&](Rank a, Rank b) { return compare_bodies(world, a, b) < 0; });
  reorder(bodies, order);
  bodies.ranked = bodies.size();
  for (Rank rank = 0; rank < bodies.size(); ++rank) world.body_slots[bodies.slot[rank]].rank = rank;
}

// ---- shapes -----------------------------------------------------------------------------------------------------

/// The shape relative to the body's centre of mass.
Shape bake(const Shape& shape, V2 local_centre) {
  if (local_centre == V2{}) return shape;
  const Composite* parts = detail_parts(shape);
  const ConvexView view = detail_view(shape);
  ConvexData data;
  data.kind = shape.kind();
  data.radius = view.radius;
  data.points.assign(view.points, view.points + view.count);
  if (parts == nullptr && view.count > 1) data.normals.assign(view.normals, view.normals + view.count);
  for (V2& point : data.points) point -= local_centre;
  data.centre = view.centre - local_centre;
  data.reach = view.reach;
  data.extent = view.extent;
  if (parts != nullptr) data.parts = parts->moved(-local_centre);
  return ConvexData::share(std::move(data));
}

/// Gives equal shapes the same number, so that a pile of boxes shares one set of corners, and bodies of one compound
/// its pieces.
class GeometryPool {
 public:
  explicit GeometryPool(WorldState& world) : world_(world) {
    world.baked.clear();
    world.geometry.clear();
  }

  /// Adds the shape relative to the centre of mass of its body.
  std::uint32_t add(const Shape& shape, V2 local_centre) {
    if (shape.kind() == ShapeKind::grid) return append(bake(shape, local_centre));  // never shared: it may be edited
    const Source source{detail_view(shape).points, local_centre.x, local_centre.y};
    const auto [place, is_new] = sources_.emplace(source, 0);
    if (is_new) place->second = add(bake(shape, local_centre));
    return place->second;
  }

 private:
  /// Copies of a shape share their corners.
  using Source = std::tuple<const V2*, Real, Real>;

  std::uint32_t add(const Shape& shape) {
    if (!shape.convex()) return append(shape);
    const std::uint64_t key = hash(detail_view(shape));
    const auto [first, last] = places_.equal_range(key);
    for (auto it = first; it != last; ++it) {
      if (world_.baked[it->second] == shape) return it->second;
    }
    return places_.emplace(key, append(shape))->second;
  }

  std::uint32_t append(const Shape& shape) {
    world_.baked.push_back(shape);
    const ConvexView view = detail_view(shape);
    // For a composite, the narrow phase reads the parts; a single point holds its place here.
    world_.geometry.push_back({shape.convex() ? view.count : 1, view.points, view.normals, view.radius});
    return static_cast<std::uint32_t>(world_.baked.size() - 1);
  }

  static std::uint64_t hash(const ConvexView& view) {
    std::uint64_t h = static_cast<std::uint64_t>(view.count);
    const auto mix = [&h](Real value) {
      h = (h ^ bit_cast<std::uint64_t>(static_cast<double>(value))) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    };
    mix(view.radius);
    for (int i = 0; i < view.count; ++i) mix(view.points[i].x), mix(view.points[i].y);
    return h;
  }

  WorldState& world_;
  std::multimap<std::uint64_t, std::uint32_t> places_;  // by hash
  std::map<Source, std::uint32_t> sources_;
};

Proxy make_proxy(const WorldState& world, Rank rank, std::uint32_t shape_slot, std::uint32_t geometry) {
  const ShapeSlot& slot = world.shape_slots[shape_slot];
  const std::uint32_t body_slot = world.bodies.slot[rank];
  Proxy proxy;
  proxy.body = rank;
  proxy.geometry = geometry;
  proxy.shape = {shape_slot, slot.generation};
  proxy.body_id = {body_slot, world.body_slots[body_slot].generation};
  proxy.sensor = slot.sensor();
  proxy.sees_all = slot.sight == Sight::all;
  proxy.filter = slot.filter;
  proxy.material = slot.material;
  proxy.convex = slot.shape->convex();
  proxy.extent = shape_extent(*slot.shape);
  return proxy;
}

/// Numbers the kinds of proxies, see Proxy::kind, in order of appearance.
class ProxyKinds {
 public:
  std::uint8_t of(const WorldState& world, const Proxy& proxy) {
    if (!proxy.convex || proxy.sensor || world.bodies.flags[proxy.body].type != BodyType::dynamic) return 0;
    if (world.body_slots[proxy.body_id.slot].first_joint != none) return 0;  // may be kept apart from some body
    for (std::size_t i = 0; i < count_; ++i) {
      if (known_[i].filter == proxy.filter && known_[i].material == proxy.material) return number(i);
    }
    if (count_ == known_.size()) return 0;
    known_[count_] = {proxy.filter, proxy.material};
    return number(count_++);
  }

 private:
  struct Kind {
    Filter filter;
    Material material;
  };
  static std::uint8_t number(std::size_t i) { return static_cast<std::uint8_t>(i + 1); }

  std::array<Kind, Proxy::kinds - 1> known_;
  std::size_t count_ = 0;
};

/// Returns a shape's baked geometry.
std::uint32_t add_baked(GeometryPool& pool, const WorldState& world, Rank rank, std::uint32_t shape_slot) {
  return pool.add(*world.shape_slots[shape_slot].shape, world.bodies.pose[rank].local_centre);
}

void rebuild_proxies(WorldState& world) {
  GeometryPool pool(world);
  ProxyKinds kinds;
  find_kept_apart(world);
  world.proxies.clear();
  world.proxy_begin.clear();
  world.seers.clear();
  world.proxies.reserve(world.shape_slots.size());
  world.proxy_begin.reserve(world.bodies.size() + 1);
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    world.proxy_begin.push_back(static_cast<std::uint32_t>(world.proxies.size()));
    for (std::uint32_t slot = world.body_slots[world.bodies.slot[rank]].first_shape; slot != none;
         slot = world.shape_slots[slot].next) {
      world.shape_slots[slot].proxy = static_cast<std::uint32_t>(world.proxies.size());
      world.proxies.push_back(make_proxy(world, rank, slot, add_baked(pool, world, rank, slot)));
      world.proxies.back().kind = kinds.of(world, world.proxies.back());
      if (world.proxies.back().sees_all) world.seers.push_back(world.shape_slots[slot].proxy);
    }
  }
  world.proxy_begin.push_back(static_cast<std::uint32_t>(world.proxies.size()));
}

// ---- contacts ---------------------------------------------------------------------------------------------------

/// True if the two shapes, as they are now, can still meet. If neither moves, no step would find out.
bool still_meet(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  return a != none && b != none && may_meet(world, world.proxies[a], world.proxies[b]);
}

/// The new number of an old proxy; none if its shape is gone.
std::uint32_t renumber(const WorldState& world, const Proxy& old) {
  const ShapeSlot& slot = world.shape_slots[old.shape.slot];
  return slot.body != none && slot.generation == old.shape.generation ? slot.proxy : none;
}

void carry_over(const WorldState& world, const std::vector<Proxy>& old, std::vector<CachedContact>& contacts,
                std::vector<ContactEvent>& ends) {
  std::size_t kept = 0;
  for (CachedContact contact : contacts) {
    const std::uint32_t a = renumber(world, old[contact.key.a]), b = renumber(world, old[contact.key.b]);
    if (!still_meet(world, a, b)) {
      const ContactEvent end = event_of(old, contact.key.a, contact.key.b);
      const bool told = !ends.empty() && ends.back() == end;  // by another pair of parts of the same shapes
      if (contact.touching && !told) ends.push_back(end);
      continue;
    }
    contact.key.a = a, contact.key.b = b;
    contacts[kept++] = contact;
  }
  contacts.resize(kept);
}

void carry_over_sensors(WorldState& world, const std::vector<Proxy>& old) {
  std::size_t kept = 0;
  for (IndexPair pair : world.sensor_pairs) {
    const std::uint32_t a = renumber(world, old[pair.a]), b = renumber(world, old[pair.b]);
    if (still_meet(world, a, b)) {
      world.sensor_pairs[kept++] = {a, b};
      continue;
    }
    append_sensor_events(old, pair, world.pending_sensor_ends);
  }
  world.sensor_pairs.resize(kept);
}

}  // namespace

ContactEvent event_of(const std::vector<Proxy>& proxies, std::uint32_t a, std::uint32_t b) {
  return {proxies[a].body_id, proxies[b].body_id, proxies[a].shape, proxies[b].shape};
}

void append_sensor_events(const std::vector<Proxy>& proxies, const IndexPair& pair, std::vector<ContactEvent>& events) {
  const auto [a, b] = pair;
  if (sees(proxies[a], proxies[b])) events.push_back(event_of(proxies, a, b));
  if (sees(proxies[b], proxies[a])) events.push_back(event_of(proxies, b, a));
}

void number_shapes(WorldState& world) { rebuild_proxies(world); }

void number_shapes(WorldState& world, std::span<const NumberedShape> shapes) {
  GeometryPool pool(world);
  const std::uint32_t nothing = pool.add(circle(1), {});
  world.proxies.clear();
  world.seers.clear();
  for (const NumberedShape& shape : shapes) {
    if (alive(world, shape.shape)) {
      const std::uint32_t slot = shape.shape.slot;
      world.shape_slots[slot].proxy = static_cast<std::uint32_t>(world.proxies.size());
      world.proxies.push_back(make_proxy(world, shape.body, slot, add_baked(pool, world, shape.body, slot)));
      continue;
    }
    Proxy& proxy = world.proxies.emplace_back();
    proxy.body = shape.body;
    proxy.geometry = nothing;
    proxy.shape = shape.shape;
    proxy.body_id = shape.body_id;
    proxy.sensor = shape.sight != Sight::none;
    proxy.sees_all = shape.sight == Sight::all;
  }
}

void drop_passing_bodies(WorldState& world) {
  Bodies& bodies = world.bodies;
  const std::size_t unranked = bodies.size() - bodies.ranked;
  if (unranked < 64 || !std::has_single_bit(unranked)) return;
  std::vector<Rank> order;
  for (Rank rank = 0; rank < bodies.size(); ++rank) {
    if (rank < bodies.ranked || !bodies.flags[rank].removed) order.push_back(rank);
  }
  if (2 * order.size() > bodies.size()) return;
  reorder(bodies, order);
  for (std::size_t rank = bodies.ranked; rank < bodies.size(); ++rank) {
    world.body_slots[bodies.slot[rank]].rank = static_cast<Rank>(rank);
  }
}

void update_structure(WorldState& world) {
  if (!world.structure_changed) return;
  world.structure_changed = false;
  world.by_body.forget();
  world.sight_changed = true;
  settle_masses(world);
  const std::vector<Proxy> old = world.proxies;
  rank_bodies(world);
  rebuild_proxies(world);
  // Renumbering keeps the order of the rest: ranks of old bodies move down together, new ones follow. Shapes added to a
  // body follow its earlier ones.
  carry_over(world, old, world.contacts, world.pending_contact_ends);
  carry_over(world, old, world.sleeping_contacts, world.pending_contact_ends);
  carry_over_sensors(world, old);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
