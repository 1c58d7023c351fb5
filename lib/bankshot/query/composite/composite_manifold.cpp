// The manifolds of composites: those of their pairs of parts. For shapes that overlap, or are near, without a contact
// of two parts, see last_manifolds().
//
// The manifold of a convex pair means: moved by the depth along the normal, A touches B, and it does so in these
// points. Its axis is that of the shortest exit, and a point lies halfway between the two places that meet there. This
// is computed pair by pair, and a contact is dropped if the pair's axis is no real normal (see seam.cpp). If a shape
// lies deep in a union, or along a seam, all pairs may be dropped. The meaning above defines the manifold of the unions
// just as well: with t their MTV (union_exit.cpp), A moved by t touches B from outside in some point p. It is on the
// surface of B and, minus t, on that of A, never on a seam: the union surrounds every place in a seam, and A would
// still overlap it. So the normal is that of the exit, the separation is minus its length, and the point is p - t / 2.
// For shapes that are apart, t is the shortest path to one another, and the separation is their distance.
//
// Every pair of parts that this normal separates after the move, and that touches then, has points of its own: the ends
// of the common stretch of the features that face one another. If t ends in a corner between two obstacles, its
// direction need not be a normal of either pair; then the pair at which it ends has the one point where it touches.
//
// Both orders of the shapes are computed in the same one, see exchanged().

#include <bankshot/query/composite/composite_distance.hpp>
#include <bankshot/query/composite/composite_manifold.hpp>
#include <bankshot/query/composite/composite_relation.hpp>
#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/query/convex/closest.hpp>
#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/union_exit.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

Geometry geometry_of(const ConvexView& view) { return {view.count, view.points, view.normals, view.radius}; }

/// Two parts as the kernels take them.
struct PartInput {
  Geometry of_a, of_b;
  PairInput in;

  PartInput(const Part& part_a, const Part& part_b, const Placement& at, Real within)
      : of_a(geometry_of(part_a.view)), of_b(geometry_of(part_b.view)) {
    in.a = &of_a, in.b = &of_b;
    in.d = at.d, in.qa = at.qa, in.qb = at.qb;
    in.margin = within;
  }
  PartInput(const PartInput&) = delete;
};

void name_parts(Manifold& manifold, const Part& a, const Part& b) {
  for (ManifoldPoint& point : manifold.points) {
    point.feature_a.piece = a.number, point.feature_b.piece = b.number;
  }
}

/// Appends a contact, if it has points.
void add(std::vector<Manifold>& out, const ContactGeometry& contact, const Part& a, const Part& b, V2 position_a) {
  if (contact.count == 0) return;
  out.push_back(manifold_from(contact, geometry_of(a.view), geometry_of(b.view), position_a));
  name_parts(out.back(), a, b);
}

ContactGeometry contact_of(const Part& a, const Part& b, const Placement& at, Real margin, Real band) {
  const PartInput input(a, b, at, margin);
  const PairInput& in = input.in;
  ContactGeometry contact;
  find_manifolds({&in, 1}, &contact);
  Real past = 0;  // behind a one-way face; a shape that touches the face is behind it by as much as the band, however
                  // thin it is
  if (has_one_way(a, b)) {
    const Real extent = a.one_way >= 0 ? b.view.extent : a.view.extent;
    past = max(tolerance::slop_fraction * extent, band);
  }
  settle_seams(in, a, b, past, contact);
  return contact;
}

/// Appends the contacts with all limits of the container near the parts of `shape`; `first`: the shape is A.
void room_manifolds(const Shape& shape, const Shape& container, const Placement& at, bool first, Real margin,
                    V2 position_a, std::vector<Manifold>& out) {
  const Part room{detail_view(container)};
  for_each_part(shape, bounds_of(shape), [&](const Part& part) {
    if (part.one_way >= 0) return;
    const RoomPair pair{place(part.view, at.qa), place(room.view, at.qb), at.d};
    for (int limit = 0; limit < limit_count(pair); ++limit) {
      ContactGeometry contact = room_contact(pair, limit, margin);
      if (contact.count == 0) continue;
      if (!first) exchange(contact, -at.d);
      add(out, contact, first ? part : room, first ? room : part, position_a);
    }
  });
}

/// For all pairs of parts of shapes that are no containers.
void pairs_manifolds(const Shape& a, const Shape& b, const Placement& at, Real margin, Real band, V2 position_a,
                     std::vector<Manifold>& out) {
  for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
    if (on_surface(part_a) && on_surface(part_b)) {
      add(out, contact_of(part_a, part_b, at, margin, band), part_a, part_b, position_a);
    }
    return true;
  });
}

/// The move of A to where the unions touch from outside, and the parts that meet there.
struct WayToTouch {
  V2 way;  ///< displacement of A
  V2 normal;
  Real separation = infinite;  ///< negative: the displacement is an exit
  std::uint32_t a = 0, b = 0;
};

/// For the nearest two parts, or those that overlap most.
WayToTouch nearest_parts(const Shape& a, const Shape& b, const Placement& at, Real margin, Real band) {
  WayToTouch nearest;
  for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    const PairFrame frame = frame_of(part_a, part_b, at, band);
    if (!frame.usable) return true;
    const Axis axis = find_axis(frame);
    const Real separation = axis.separation - frame.radii;
    if (!(separation < nearest.separation)) return true;
    nearest = {-separation * axis.normal, axis.normal, separation, static_cast<std::uint32_t>(part_a.number),
               static_cast<std::uint32_t>(part_b.number)};
    return true;
  });
  return nearest;
}

/// For shapes that touch already: the nearest parts' own axis may be one that both unions hide, at a seam.
WayToTouch no_way(const Shape& a, const Shape& b, const Placement& at) {
  const Pose pose_a{vec2(at.d), {at.qa.c, at.qa.s}}, pose_b{Vec2::Zero(), {at.qb.c, at.qb.s}};
  const ClosestPoints closest = parts_closest(a, pose_a, b, pose_b);
  const V2 normal = plain(closest.normal);
  return {-closest.distance * normal, normal, closest.distance, static_cast<std::uint32_t>(closest.feature_a.piece),
          static_cast<std::uint32_t>(closest.feature_b.piece)};
}

WayToTouch way_to_touch(const Shape& a, const Shape& b, const Placement& at, Real margin, Real band) {
  const WayToTouch way = nearest_parts(a, b, at, max(margin, band), band);
  if (way.separation > band) return way;
  if (way.separation >= -band && !interlocked(a, b, at, band)) return no_way(a, b, at);
  const Exit exit = shortest_exit(a, b, at, band);
  return {exit.translation, exit.normal, -exit.depth, exit.a, exit.b};
}

/// The points of two parts that the normal separates after the move and that touch then; none otherwise.
ContactGeometry beside_normal(const Part& a, const Part& b, const Placement& at, const WayToTouch& way, Real band) {
  const PairFrame frame = frame_of(a, b, at, band);
  const Real separation = (lowest(frame.a, way.normal) + dot(way.normal, frame.d)) - highest(frame.b, way.normal);
  if (!frame.usable || separation - frame.radii < way.separation - band) return {};
  return contact_along(PartInput(a, b, at, way.separation + band).in, a, b, way.normal);
}

/// The single point in which two parts touch after the move.
Manifold where_they_touch(const Part& a, const Part& b, const Placement& at, const WayToTouch& way, Real band,
                          V2 position_a) {
  Placement after = at;
  after.d += way.way;
  const ClosestPoints there = closest_of(frame_of(a, b, after, band), {}, {});
  Manifold manifold;
  manifold.count = 1;
  manifold.normal = vec2(way.normal);
  manifold.points[0].position = vec2(position_a + Real(0.5) * (plain(there.point_a) + (plain(there.point_b) - at.d)));
  manifold.points[0].separation = way.separation;
  manifold.points[0].feature_a = there.feature_a, manifold.points[0].feature_b = there.feature_b;
  name_parts(manifold, a, b);
  return manifold;
}

std::vector<Manifold> manifolds_of_way(const Shape& a, const Shape& b, const Placement& at, Real margin,
                                       V2 position_a) {
  const Real band = band_of(a, b, at);
  const WayToTouch way = way_to_touch(a, b, at, margin, band);
  std::vector<Manifold> out;
  if (!finite(way.separation)) return out;
  Placement after = at;
  after.d += way.way;
  for_each_pair(a, b, after, band, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    add(out, beside_normal(part_a, part_b, at, way, band), part_a, part_b, position_a);
    return true;
  });
  if (!out.empty()) return out;
  PieceSpace space_a, space_b;
  out.push_back(where_they_touch(part_of(a, way.a, space_a), part_of(b, way.b, space_b), at, way, band, position_a));
  return out;
}

void turn_round(Manifold& manifold) {
  manifold.normal = vec2(-plain(manifold.normal));
  for (ManifoldPoint& point : manifold.points) std::swap(point.feature_a, point.feature_b);
  if (manifold.count == 2) std::swap(manifold.points[0], manifold.points[1]);
}

/// The manifolds of two shapes that overlap, or come within the margin, if there are none by parts; they are not both
/// convex, and neither is a container.
std::vector<Manifold> last_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                     Real margin) {
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  if (!finite(band) || with_container(a, b)) return {};
  const bool near = margin > band && nearest_parts(a, b, at, margin, band).separation <= margin;
  if (!near && !overlap(a, pose_a, b, pose_b)) return {};
  if (!exchanged(at.d, {})) return manifolds_of_way(a, b, at, margin, plain(pose_a.position));
  std::vector<Manifold> out = manifolds_of_way(b, a, at.exchanged(), margin, plain(pose_b.position));
  for (Manifold& manifold : out) turn_round(manifold);
  return out;
}

}  // namespace

std::vector<Manifold> parts_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      Real margin) {
  std::vector<Manifold> out;
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return out;
  const V2 position_a = plain(pose_a.position);
  const bool room_a = a.kind() == ShapeKind::container, room_b = b.kind() == ShapeKind::container;
  if (room_a && room_b) return out;
  // Shapes that touch may be apart by as much as the band: tested only if nothing is nearer.
  for (const Real within : {margin, max(margin, band)}) {
    if (room_b) room_manifolds(a, b, at, true, within, position_a, out);
    if (room_a) room_manifolds(b, a, at.exchanged(), false, within, position_a, out);
    if (!room_a && !room_b) pairs_manifolds(a, b, at, within, band, position_a, out);
    if (!out.empty()) return out;
  }
  return room_a || room_b ? out : last_manifolds(a, pose_a, b, pose_b, margin);
}

Manifold deepest_manifold(const std::vector<Manifold>& manifolds) noexcept {
  Manifold deepest;
  Real least = infinite;
  for (const Manifold& manifold : manifolds) {
    for (int i = 0; i < manifold.count; ++i) {
      const Real separation = manifold.points[static_cast<std::size_t>(i)].separation;
      if (separation < least) least = separation, deepest = manifold;
    }
  }
  return deepest;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
