// The manifold of shapes that overlap, or are near, without a contact of two parts.
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

#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/union_exit.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

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
    if (part_a.one_way >= 0 || part_b.one_way >= 0) return true;
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

/// For shapes that touch already: the nearest parts' own axis may be one that both unions hide, at a joint.
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

void name_parts(Manifold& manifold, const Part& a, const Part& b) {
  for (ManifoldPoint& point : manifold.points) {
    point.feature_a.piece = a.number, point.feature_b.piece = b.number;
  }
}

/// The points of two parts that the normal separates after the move and that touch then; none otherwise.
Manifold beside_normal(const Part& a, const Part& b, const Placement& at, const WayToTouch& way, Real band,
                       V2 position_a) {
  const PairFrame frame = frame_of(a, b, at, band);
  const Real separation = (lowest(frame.a, way.normal) + dot(way.normal, frame.d)) - highest(frame.b, way.normal);
  if (!frame.usable || separation - frame.radii < way.separation - band) return {};
  const Geometry of_a(a.view.count, a.view.points, a.view.normals, a.view.radius);
  const Geometry of_b(b.view.count, b.view.points, b.view.normals, b.view.radius);
  PairInput in;
  in.a = &of_a, in.b = &of_b;
  in.d = at.d, in.qa = at.qa, in.qb = at.qb;
  in.margin = way.separation + band;
  Manifold manifold = manifold_from(contact_along(in, a, b, way.normal), of_a, of_b, position_a);
  name_parts(manifold, a, b);
  return manifold;
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
    if (part_a.one_way >= 0 || part_b.one_way >= 0) return true;
    const Manifold manifold = beside_normal(part_a, part_b, at, way, band, position_a);
    if (manifold.count > 0) out.push_back(manifold);
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

}  // namespace

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

}  // namespace bankshot::BANKSHOT_ABI::detail
