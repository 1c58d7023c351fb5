// Composites take part in a step part by part: a pair of such shapes becomes the pairs of their parts that are near
// enough, each with its own cached contact, contact and time of impact. A container has limits of its room instead of
// parts: its walls, or, in a round room, the corners of the inner shape.

#include <bankshot/world/pairs/part_pairs.hpp>

#include <bankshot/query/container/room_impact.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/parts/seam.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/pairs/one_way.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool is_container(const WorldState& world, std::uint32_t proxy) {
  return shape_of(world, proxy).kind() == ShapeKind::container;
}

Placement placement_of(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  const BodyPose& pose_a = world.bodies.pose[world.proxies[a].body];
  const BodyPose& pose_b = world.bodies.pose[world.proxies[b].body];
  return {pose_a.rotation, pose_b.rotation, centre_difference(pose_a, pose_b)};
}

Geometry geometry_of(const ConvexView& view) { return {view.count, view.points, view.normals, view.radius}; }

/// Bounding box of a part in world directions.
Box box_of(const ConvexView& view, Q2 q, V2 centre) {
  return box_around({view.points, static_cast<std::size_t>(view.count)}, view.radius, q, centre);
}

/// True if a convex shape is farther than `reach` from every limit of a room, by its bounding circle. Holds for most
/// shapes in a room. Saves 4 % of the instructions of popcorn --quick.
bool amid(const ConvexView& inner, const ConvexView& room, const Placement& at, Real reach) {
  const V2 centre = unrotate(at.qb, at.d + rotate(at.qa, inner.centre));  // in the room's coordinates
  const Real size = room.reach + length(room.centre), noise = 16 * tolerance::eps * (size + length(at.d));
  const Real away = inner.reach + reach + noise;
  if (room.count == 1) return length(centre - room.points[0]) < room.radius - away;
  for (int i = 0; i < room.count; ++i) {
    if (dot(room.normals[i], room.points[i] - centre) <= away) return false;
  }
  return true;
}

/// Finds the parts of `inner` near the limits of `room`; `at` places inner (A) and room (B).
void room_pairs(const Shape& inner, const ConvexView& room, const Placement& at, Real reach, PairKey key,
                bool inner_first, PartCandidates& out) {
  if (inner.convex() && amid(detail_view(inner), room, at, reach)) return;
  std::vector<std::uint32_t>& numbers = out.numbers.of_a;
  numbers.clear();
  parts_near(inner, bounds_of(inner), numbers);
  const Placed placed_room = place(room, at.qb);
  PieceSpace space;
  for (const std::uint32_t number : numbers) {
    const Part part = part_of(inner, number, space);
    if (part.one_way >= 0) continue;
    const RoomPair pair{place(part.view, at.qa), placed_room, at.d};
    for (int limit = 0; limit < limit_count(pair); ++limit) {
      const Real gap = room_gap(pair, limit);
      if (gap > reach) continue;
      (inner_first ? key.part_a : key.part_b) = number;
      (inner_first ? key.part_b : key.part_a) = static_cast<std::uint32_t>(limit);
      out.list.push_back({key, gap});
    }
  }
  std::sort(out.list.begin(), out.list.end(),
            [](const PartCandidate& l, const PartCandidate& r) { return l.key < r.key; });
}

bool has_part(const Shape& shape, std::uint32_t number) noexcept {
  const Composite* const parts = detail_parts(shape);
  return parts == nullptr ? number == 0 : parts->has(number);
}

/// True if a room has a limit of that number for a part of `inner`.
bool has_limit(const Shape& room, std::uint32_t limit, const Shape& inner, std::uint32_t part) noexcept {
  if (inner.kind() == ShapeKind::container || !has_part(inner, part)) return false;
  PieceSpace space;
  const RoomPair pair{place(part_of(inner, part, space).view, {}), place(detail_view(room), {}), {}};
  return limit < static_cast<std::uint32_t>(limit_count(pair));
}

}  // namespace

bool has_parts(const WorldState& world, const PairKey& key) noexcept {
  const auto have = [&key](const Shape& a, const Shape& b) {
    if (a.kind() == ShapeKind::container) return has_limit(a, key.part_a, b, key.part_b);
    if (b.kind() == ShapeKind::container) return has_limit(b, key.part_b, a, key.part_a);
    return has_part(a, key.part_a) && has_part(b, key.part_b);
  };
  const auto now = [&world](std::uint32_t proxy) -> const Shape& {
    return *world.shape_slots[world.proxies[proxy].shape.slot].shape;
  };
  return have(shape_of(world, key.a), shape_of(world, key.b)) && have(now(key.a), now(key.b));
}

Rooms rooms_of(const WorldState& world, const PairKey& key) noexcept {
  return {is_container(world, key.a), is_container(world, key.b)};
}

Part side_of(const Shape& shape, std::uint32_t number, PieceSpace& space) noexcept {
  if (shape.kind() == ShapeKind::container) return {detail_view(shape)};
  return part_of(shape, number, space);
}

void PartStore::resize(std::size_t count) {
  used_ = count;
  if (slots_.size() < count) slots_.resize(count);
}

void PartStore::set(std::uint32_t place, const WorldState& world, const PairKey& key) {
  Slot& slot = slots_[place];
  slot.pair.a = side_of(shape_of(world, key.a), key.part_a, slot.space_a);
  slot.pair.b = side_of(shape_of(world, key.b), key.part_b, slot.space_b);
  slot.a = geometry_of(slot.pair.a.view);
  slot.b = geometry_of(slot.pair.b.view);
}

void part_pairs(const WorldState& world, std::uint32_t a, std::uint32_t b, Real reach, const PartLimits& limits,
                PartCandidates& out) {
  out.list.clear(), out.buried = out.crowded = false;
  const PairKey key{a, b, 0, 0};
  const Rooms rooms = rooms_of(world, key);
  const Placement at = placement_of(world, a, b);
  const Shape &shape_a = shape_of(world, a), &shape_b = shape_of(world, b);
  if (rooms.a && rooms.b) return;
  if (rooms.b) return room_pairs(shape_a, detail_view(shape_b), at, reach, key, true, out);
  if (rooms.a) return room_pairs(shape_b, detail_view(shape_a), at.exchanged(), reach, key, false, out);
  const bool sensor = world.proxies[a].sensor || world.proxies[b].sensor;
  std::size_t overlapping = 0;
  for_each_pair(shape_a, shape_b, at, reach, out.numbers, [&](const Part& part_a, const Part& part_b) {
    const bool hidden = !sensor && !(on_surface(part_a) && on_surface(part_b));
    if (hidden && out.buried) return true;
    const Real gap = box_gap(box_of(part_a.view, at.qa, at.d), box_of(part_b.view, at.qb, {}));
    if (hidden) out.buried = !(gap > 0);
    if (hidden || gap > reach) return true;
    overlapping += gap > 0 ? 0 : 1;
    out.crowded = out.list.size() >= limits.all || overlapping > limits.overlapping;
    if (out.crowded) return false;
    out.list.push_back(
        {{a, b, static_cast<std::uint32_t>(part_a.number), static_cast<std::uint32_t>(part_b.number)}, gap});
    return true;
  });
}

BuriedPair deepest_buried(const WorldState& world, const IndexPair& shapes, PartNumbers& numbers) {
  BuriedPair found{{shapes.a, shapes.b, 0, 0}};
  if (rooms_of(world, found.key).any()) return found;
  const Shape &a = shape_of(world, shapes.a), &b = shape_of(world, shapes.b);
  const Placement at = placement_of(world, shapes.a, shapes.b);
  for_each_pair(a, b, at, 0, numbers, [&](const Part& part_a, const Part& part_b) {
    if (part_a.one_way >= 0 || part_b.one_way >= 0 || (on_surface(part_a) && on_surface(part_b))) return true;
    const Geometry geometry_a = geometry_of(part_a.view), geometry_b = geometry_of(part_b.view);
    ContactGeometry contact;
    find_manifold({&geometry_a, &geometry_b, at.d, at.qa, at.qb}, contact);
    const Real depth = overlap_of(contact);
    if (depth <= found.depth) return true;
    found.depth = depth;
    found.key.part_a = static_cast<std::uint32_t>(part_a.number);
    found.key.part_b = static_cast<std::uint32_t>(part_b.number);
    return true;
  });
  return found;
}

void finish_parts(const WorldState& world, const PairKey& key, const PartPair& parts, const PairInput& in,
                  ContactGeometry& contact) {
  const Rooms rooms = rooms_of(world, key);
  if (!rooms.any()) {
    if (world.proxies[key.a].sensor || world.proxies[key.b].sensor) return;
    if (!has_one_way(parts)) return settle_seams(in, parts.a, parts.b, 0, contact);
    if (contact.count == 0) return;
    const ContactGeometry found = contact;
    const bool stopped = stopped_at(world, key, parts, false, [&](bool stood, Real past) {
      contact = found;
      settle_seams(in, parts.a, parts.b, past, contact);
      return contact.count > 0 && (stood || !comes_through(world, key, parts, {in.qa, in.qb, in.d}, past));
    });
    if (!stopped) contact.count = 0;
    return;
  }
  if (rooms.b) {
    const RoomPair pair{place(parts.a.view, in.qa), place(parts.b.view, in.qb), in.d};
    contact = room_contact(pair, static_cast<int>(key.part_b), in.margin);
    return;
  }
  const RoomPair pair{place(parts.b.view, in.qb), place(parts.a.view, in.qa), -in.d};
  contact = room_contact(pair, static_cast<int>(key.part_a), in.margin);
  exchange(contact, in.d);
}

namespace {

/// Both sides of a pair, built for a single query.
class Sides {
 public:
  Sides(const WorldState& world, const PairKey& key)
      : parts_{side_of(shape_of(world, key.a), key.part_a, space_a_),
               side_of(shape_of(world, key.b), key.part_b, space_b_)},
        a_(geometry_of(parts_.a.view)),
        b_(geometry_of(parts_.b.view)) {}
  const PartPair& parts() const { return parts_; }
  const Geometry& a() const { return a_; }
  const Geometry& b() const { return b_; }

 private:
  PieceSpace space_a_, space_b_;
  PartPair parts_;
  Geometry a_, b_;
};

void find_contact(const WorldState& world, const PairKey& key, const Sides& sides, PairInput& in,
                  ContactGeometry& contact) {
  in.a = &sides.a(), in.b = &sides.b();
  find_manifold(in, contact);
  finish_parts(world, key, sides.parts(), in, contact);
  in.a = in.b = nullptr;
}

}  // namespace

void find_contact(const WorldState& world, const PairKey& key, PairInput& in, ContactGeometry& contact) {
  if (!world.proxies[key.a].convex || !world.proxies[key.b].convex) {
    find_contact(world, key, Sides(world, key), in, contact);
  } else {
    find_manifold(in, contact);
  }
}

Real gap_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal) {
  const auto gap = [&](const Geometry& a, const Geometry& b) {
    return dot(normal, in.d) +
           ((reach_along(a, in.qa, normal).low - a.radius) - (reach_along(b, in.qb, normal).high + b.radius));
  };
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  if (a.convex && b.convex) return gap(world.geometry[a.geometry], world.geometry[b.geometry]);
  const Sides sides(world, key);
  return gap(sides.a(), sides.b());
}

Real gap_of_parts(const WorldState& world, const PairKey& key, const PairInput& in) {
  const Sides sides(world, key);
  const ConvexView &a = sides.parts().a.view, &b = sides.parts().b.view;
  return core_gap(core_of(a, {}, in.qa), core_of(b, {}, in.qb), in.d, V2{}).gap - (a.radius + b.radius);
}

bool at_a_face(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal) {
  const Sides sides(world, key);
  const auto has_face = [](const Geometry& shape, Q2 q, V2 outward) {
    bool found = false;
    for (int i = 0; i < shape.count && shape.count > 1; ++i) found |= same_normal(rotate(q, shape.normals[i]), outward);
    return found;
  };
  return has_face(sides.a(), in.qa, -normal) || has_face(sides.b(), in.qb, normal);
}

bool face_along(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 outward, V2& face) {
  const Sides sides(world, key);
  const Geometry& shape = first ? sides.a() : sides.b();
  const Q2 q = first ? in.qa : in.qb;
  bool found = false;
  Real best = 0;
  for (int i = 0; i < shape.count && shape.count > 1; ++i) {
    const V2 normal = rotate(q, shape.normals[i]);
    const Real facing = dot(normal, outward);
    if (!same_normal(normal, outward) || (found && facing <= best)) continue;
    found = true, best = facing, face = normal;
  }
  return found;
}

bool climbs(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 own, V2 along, Real line) {
  // A steeper one is a step.
  if (same_normal(own, along) || !(dot(own, along) > absolute(cross(own, along)))) return false;
  const Sides sides(world, key);
  const Geometry &shape = first ? sides.a() : sides.b(), &other = first ? sides.b() : sides.a();
  const Q2 q = first ? in.qa : in.qb, other_q = first ? in.qb : in.qa;
  const Real sign = first ? Real(-1) : Real(1);
  const V2 outward = sign * own, up = sign * along;
  const Real rests = sign * dot(up, in.d) + (reach_along(other, other_q, up).low - other.radius);
  for (int i = 0; i < shape.count && shape.count > 1; ++i) {
    const V2 face = rotate(q, shape.normals[i]);
    if (!same_normal(face, outward)) continue;
    const V2 middle = shape.points[i] + shape.points[i + 1 < shape.count ? i + 1 : 0];
    return rests - (dot(up, rotate(q, middle)) / 2 + shape.radius * dot(face, up)) < line;
  }
  return false;
}

ContactGeometry contact_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal) {
  const Sides sides(world, key);
  return contact_along(in, sides.parts().a, sides.parts().b, normal);
}

FeaturePair contact_features(const WorldState& world, const PairKey& key, const ContactGeometry& contact) noexcept {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  if (a.convex && b.convex) return features_of(contact, world.geometry[a.geometry], world.geometry[b.geometry]);
  const Sides sides(world, key);
  FeaturePair features = features_of(contact, sides.a(), sides.b());
  features.a.piece = sides.parts().a.number, features.b.piece = sides.parts().b.number;
  return features;
}

Manifold part_manifold(const WorldState& world, const PairKey& key, Real margin) {
  const Sides sides(world, key);
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  PairInput in = pair_input(world, a, b, margin);
  ContactGeometry contact;
  find_contact(world, key, sides, in, contact);
  Manifold manifold = manifold_from(contact, sides.a(), sides.b(), world.bodies.pose[a.body].centre);
  for (ManifoldPoint& point : manifold.points) {
    point.feature_a.piece = sides.parts().a.number;
    point.feature_b.piece = sides.parts().b.number;
  }
  return manifold;
}

namespace {

/// room_impact() with the container as A.
ToiResult exchanged_room_impact(const ToiInput& in, int limit) {
  ToiInput other = in;
  std::swap(other.a, other.b);
  std::swap(other.offset_a, other.offset_b);
  std::swap(other.arc_a, other.arc_b);
  other.d = -in.d;
  ToiResult result = room_impact(other, limit);
  result.normal = -result.normal;
  std::swap(result.point_from_a, result.point_from_b);
  std::swap(result.feature_a, result.feature_b);
  return result;
}

/// Gives a meeting the real normal of the whole shapes there; `then`: the placement at the meeting. Returns false if
/// the meeting is at a seam and leads into no surface.
bool meet_as_wholes(const ToiInput& in, const Part& a, const Part& b, const PairFrame& then, ToiResult& result) {
  Meeting meeting{result.normal, result.feature_a, result.feature_b};
  bool direct = true;
  if (!of_the_wholes(meeting, a, b, then, way_of_cores(in, result), &direct)) return false;
  // A round part touches the surface of the whole elsewhere than at the corner of the part, and must approach it there.
  // The point that rolls over a seam comes down on the corner, but the disc does not.
  const bool round_a = a.view.count == 1, round_b = b.view.count == 1;
  if (!direct && (round_a || round_b)) {
    const V2 n = meeting.normal;
    if (round_a) {
      result.point_from_a = rotate(then.a.q, a.view.points[0]) - a.view.radius * n;
      result.point_from_b = result.point_from_a + then.d;
    } else {
      result.point_from_b = rotate(then.b.q, b.view.points[0]) + b.view.radius * n;
      result.point_from_a = result.point_from_b - then.d;
    }
  }
  result.normal = meeting.normal;
  result.feature_a = meeting.a, result.feature_b = meeting.b;
  return true;
}

/// A segment, lengthened at one end.
struct Lengthened {
  V2 points[2];
  bool done = false;
};

/// In a chain that bends up, a disc that is a little deep in one segment comes to the end of the next one, hardly ever
/// along that segment's normal. The whole shape has no such end, only the face, which continues behind the first
/// segment as a wall of a room does. Lengthens the segment to where the disc is beside it then. Returns true if this is
/// such an end. `corner`: the feature that the disc came to.
bool comes_to_end(const ToiInput& in, const PairFrame& then, bool first, Feature corner, Part& part,
                  Lengthened& longer) {
  const ConvexView& other = first ? in.b : in.a;
  if (longer.done || part.view.count != 2 || other.count != 1 || corner.kind != Feature::Kind::corner) return false;
  if (part.seams == nullptr) return false;
  const Placed &own = first ? then.a : then.b, &round = first ? then.b : then.a;
  const V2 end = part.view.points[corner.index], side = end - part.view.points[1 - corner.index];
  const V2 core = unrotate(own.q, rotate(round.q, other.points[0]) + (first ? -then.d : then.d)) - end;
  const Seam& seam = part.seams[corner.index];
  const V2 onward = corner.index == 0 ? seam.before : seam.after;
  const Real share = dot(core, side) / length_squared(side);
  const bool bends_up = cross(side, onward) * cross(side, core) > 0;
  if (!bends_up || !(share > 0)) return false;
  longer.points[0] = part.view.points[0], longer.points[1] = part.view.points[1];
  longer.points[corner.index] += share * side;
  longer.done = true;
  part.view.points = longer.points;
  part.view.centre += (share / 2) * side, part.view.reach += (share / 2) * length(side);
  return true;
}

}  // namespace

ToiResult parts_impact(const WorldState& world, const PairKey& key, bool has_met, ToiInput& in) {
  const Rooms rooms = rooms_of(world, key);
  PieceSpace space_a, space_b;
  Part a = side_of(shape_of(world, key.a), key.part_a, space_a);
  Part b = side_of(shape_of(world, key.b), key.part_b, space_b);
  in.a = a.view, in.b = b.view;
  const auto named = [&](ToiResult result) {
    result.feature_a.piece = a.number, result.feature_b.piece = b.number;
    return result;
  };
  if (rooms.b) return named(room_impact(in, static_cast<int>(key.part_b)));
  if (rooms.a) return named(exchanged_room_impact(in, static_cast<int>(key.part_a)));

  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  const Real slop = pair_slop(world, proxy_a, proxy_b), extent = min(proxy_a.extent, proxy_b.extent);
  const Placement start{in.arc_a.rotation, in.arc_b.rotation, in.d};
  Real passed = 0;
  Lengthened longer;
  for (;;) {
    ToiResult result = time_of_impact(in);
    if (result.status == SweepStatus::missed) return result;
    const PairFrame then = frame_at(in, result);
    if (has_one_way({a, b})) {
      // A body that has hit a face in this step may hop below its surface, and is not on its way through.
      const Real hops = 2 * tolerance::spin_hop_slops * slop;
      const bool stopped = stopped_at(world, key, {a, b}, has_met, [&](bool stood, Real past) {
        return !passes(a, b, then, past + in.sunk) && (stood || !comes_through(world, key, {a, b}, start, past + hops));
      });
      if (!stopped) return {};
    }
    const Feature met_a = result.feature_a, met_b = result.feature_b;
    if (result.status != SweepStatus::hit || meet_as_wholes(in, a, b, then, result)) {
      result.time += passed;
      return named(result);
    }
    // It may turn into that surface later.
    go_on_from(in, result.time);
    passed += result.time;
    if (comes_to_end(in, then, true, met_a, a, longer) || comes_to_end(in, then, false, met_b, b, longer)) {
      in.a = a.view, in.b = b.view;
    } else {
      in.sunk = max(2 * in.sunk, slop);
    }
    if (!(in.span > 0) || in.sunk > tolerance::solver_way_extents * extent) return {};
  }
}

bool same_normal(V2 n, V2 m) noexcept { return dot(n, m) >= 1 - tolerance::seam_angle * tolerance::seam_angle; }

}  // namespace bankshot::BANKSHOT_ABI::detail
