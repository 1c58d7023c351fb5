// Containers: solid everywhere outside their interior.
//
// A shape is apart from a container while it lies in the interior, and overlaps it by how far it sticks out. The MTV
// out of the solid leads into the interior: it is the shortest translation that satisfies every wall at once.
// Everything is computed with the contained shape as A and the container as B, and exchanged for callers with the other
// order.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/container/room.hpp>
#include <bankshot/query/container/room_impact.hpp>
#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/cast.hpp>
#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/toi/linear.hpp>
#include <bankshot/query/toi/motion_input.hpp>

#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

bool is_container(const Shape& shape) { return shape.kind() == ShapeKind::container; }

struct Fit {
  RoomLimit limit;
  std::int32_t part = 0;
  Real band = 0;
  bool usable = false;
};

/// The nearest limit over all parts of the shape.
Fit fit_of(const Shape& shape, const Shape& container, const Placement& at) {
  Fit fit;
  fit.band = band_of(shape, container, at);
  fit.limit.separation = infinite;
  if (!finite(fit.band)) return fit;
  const Placed room = place(detail_view(container), at.qb);
  for_each_part(shape, bounds_of(shape), [&](const Part& part) {
    if (part.one_way >= 0) return;
    const RoomLimit limit = nearest_limit({place(part.view, at.qa), room, at.d});
    if (!fit.usable || limit.separation < fit.limit.separation) fit.limit = limit, fit.part = part.number;
    fit.usable = true;
  });
  return fit;
}

/// True if no part of the shape reaches into the interior by more than the band.
bool outside_room(const Shape& shape, const Shape& container, const Placement& at, Real band) {
  const Part room{detail_view(container)};
  std::vector<std::uint32_t> numbers;
  parts_near(shape, bounds_of(shape), numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) {
    const PairFrame frame = frame_of(part_of(shape, number, space), room, at, band);
    if (depth_of(frame, find_axis(frame, Search::to_first_gap).separation) > band) return false;
  }
  return true;
}

Relation relation_to(const Shape& shape, const Shape& container, const Placement& at, const Fit& fit) {
  if (!fit.usable || fit.limit.separation > fit.band) return Relation::apart;
  if (fit.limit.separation >= -fit.band) return Relation::touching;
  return outside_room(shape, container, at, fit.band) ? Relation::a_inside_b : Relation::overlapping;
}

/// Finds the shortest path of the shape into the interior. Returns false if it does not fit; the path then leads to the
/// middle.
bool way_into(const Shape& shape, const Shape& container, const Placement& at, Real band, V2* way) {
  if (shortest_way_in(shape, detail_view(container), at, band, way)) return true;
  *way = (rotate(at.qb, detail_view(container).centre) - rotate(at.qa, middle_of(bounds_of(shape)))) - at.d;
  return false;
}

std::optional<Mtv> exit_into(const Shape& shape, const Shape& container, const Placement& at) {
  const Fit fit = fit_of(shape, container, at);
  Mtv result;
  result.relation = relation_to(shape, container, at, fit);
  if (result.relation == Relation::apart) return std::nullopt;
  V2 way;
  result.separates = way_into(shape, container, at, fit.band, &way);
  V2 normal = fit.limit.normal;
  if (fit.limit.separation < 0) result.depth = safe_length(way, &normal);
  result.normal = vec2(result.depth > 0 ? normal : fit.limit.normal);
  result.translation = vec2(result.depth > 0 ? way : V2{});
  result.feature_a = fit.limit.of_part;
  result.feature_a.piece = fit.part;
  result.feature_b = fit.limit.of_room;
  return result;
}

/// The core's farthest point along `outward`, relative to the position; the middle of an edge.
V2 farthest(const Placed& placed, V2 outward) {
  const SupportFeature support = support_feature(placed, outward);
  return Real(0.5) * (arm(placed, support.first) + arm(placed, support.second));
}

/// The wall nearest to a point relative to the container's position.
RoomLimit wall_near(const Placed& room, V2 point) {
  ConvexView single;
  single.points = &no_arm;
  single.count = 1;
  return nearest_limit({place(single, {}), room, point});
}

/// True if a ray that enters the interior after this distance gets into it. The solid continues over grazing contacts
/// with the interior, at a corner from within the wall or all along a wall: as for solids that touch there, both sides
/// of the line are solid, or one side is and the ray stays on it. So the ray leaves the solid if it gets farther into
/// the interior than the band.
bool gets_in(const Cast& cast, Real distance) {
  LinearPair pair;
  pair.a = cast.point, pair.b = cast.core;
  pair.d = cast.d, pair.rest = cast.rest;
  pair.heading = cast.heading, pair.way = cast.translation;
  pair.length = cast.length;
  pair.radius = pair.radius_b = cast.radius;
  pair.band = cast.band;
  return goes_in(pair, distance);
}

/// The earliest meeting of any part of A with the walls of container B.
SweepHit sweep_into(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  SweepHit hit;
  const Real band = band_of(a, b, placement(motion_a.start, motion_b.start));
  if (!finite(band)) return hit;
  ToiInput in = toi_input(motion_a, motion_b, target, band);
  in.b = detail_view(b);
  for_each_part(a, bounds_of(a), [&](const Part& part) {
    if (part.one_way >= 0) return;
    in.a = part.view;
    const ToiResult found = room_impact(in);
    // One part may meet a wall at the start while another one lies beyond it already.
    const bool overlap = found.status == SweepStatus::initial_overlap && hit.status != found.status;
    if (found.status == SweepStatus::missed || (hit && !overlap && !(found.time < hit.fraction))) return;
    set_meeting(hit, found, found.time, found.normal, motion_b, in.arc_b.velocity);
    hit.feature_a.piece = part.number;
  });
  return hit;
}

}  // namespace

Relation other_way_round(Relation relation) noexcept {
  if (relation == Relation::a_inside_b) return Relation::b_inside_a;
  return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

Mtv other_way_round(Mtv mtv) noexcept {
  const V2 normal = plain(mtv.normal), way = plain(mtv.translation);
  mtv.normal = vec2(-normal), mtv.translation = vec2(-way);
  std::swap(mtv.feature_a, mtv.feature_b);
  mtv.relation = other_way_round(mtv.relation);
  return mtv;
}

ClosestPoints other_way_round(ClosestPoints closest) noexcept {
  std::swap(closest.point_a, closest.point_b);
  std::swap(closest.feature_a, closest.feature_b);
  closest.normal = vec2(-plain(closest.normal));
  return closest;
}

Relation container_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Placement at = placement(pose_a, pose_b);
  if (is_container(a) && is_container(b)) return finite(band_of(a, b, at)) ? Relation::overlapping : Relation::apart;
  if (is_container(b)) return relation_to(a, b, at, fit_of(a, b, at));
  return other_way_round(relation_to(b, a, at.exchanged(), fit_of(b, a, at.exchanged())));
}

std::optional<Mtv> container_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Placement at = placement(pose_a, pose_b);
  if (is_container(a) && is_container(b)) {
    if (!finite(band_of(a, b, at))) return std::nullopt;
    Mtv result;
    result.relation = Relation::overlapping;
    result.separates = false;
    result.depth = infinite;
    return result;
  }
  if (is_container(b)) return exit_into(a, b, at);
  const std::optional<Mtv> result = exit_into(b, a, at.exchanged());
  return result ? std::optional<Mtv>(other_way_round(*result)) : std::nullopt;
}

ClosestPoints container_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  ClosestPoints result;
  result.distance = infinite;
  if (is_container(a)) {
    if (is_container(b)) {
      if (finite(band_of(a, b, placement(pose_a, pose_b)))) result.distance = -infinite;
      return result;
    }
    return other_way_round(container_closest(b, pose_b, a, pose_a));
  }
  Placement at = placement(pose_a, pose_b);
  Fit fit = fit_of(a, b, at);
  if (!fit.usable) return result;
  // A shape that sticks out touches a wall only after it has moved in; its point is then moved back.
  V2 back;
  const bool out = fit.limit.separation < -fit.band;
  if (out) {
    way_into(a, b, at, fit.band, &back);
    at.d += back;
    fit = fit_of(a, b, at);
  }
  PieceSpace space;
  const Placed part = place(part_of(a, static_cast<std::uint32_t>(fit.part), space).view, at.qa);
  const V2 outward = -fit.limit.normal;
  const V2 on_a = farthest(part, outward) + part.shape.radius * outward;
  V2 normal = fit.limit.normal;
  result.distance = out ? -safe_length(back, &normal) : fit.limit.separation;
  result.normal = vec2(normal);
  // A shape that does not fit sticks out after its move to the middle, too: the points are the ends of that move.
  const V2 to_wall = (out ? Real(0) : fit.limit.separation) * outward;
  result.point_a = vec2(plain(pose_a.position) + on_a);
  result.point_b = vec2(plain(pose_b.position) + ((on_a + at.d) + to_wall));
  result.feature_a = fit.limit.of_part, result.feature_b = fit.limit.of_room;
  result.feature_a.piece = fit.part;
  return result;
}

PointRelation container_contains(const Shape& shape, const Pose& pose, const Vec2& point) {
  const V2 d = plain(point) - plain(pose.position);
  const Placed room = place(detail_view(shape), plain(pose.rotation));
  if (!finite(d) || !finite(room.reach) || !(room.scale > 0)) return PointRelation::outside;
  const Real separation = wall_near(room, d).separation, band = band_of(room.reach, 0, length(d));
  if (separation > band) return PointRelation::outside;
  return separation < -band ? PointRelation::inside : PointRelation::boundary;
}

// From the interior, the hit is where the ray leaves it; from the solid, where the ray enters it.
std::optional<RayHit> container_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                    InsideRays inside) {
  const Placed room = place(detail_view(shape), plain(pose.rotation));
  Cast cast;
  if (!stands(room) || !aim(plain(origin) - plain(pose.position), plain(translation), &cast)) return std::nullopt;
  cast.rest = rest_of_difference(plain(origin), plain(pose.position));
  set_target(cast, room.shape, room.q);
  cast.band = band_of(room.reach, 0, length(cast.d));
  const RoomLimit wall = wall_near(room, cast.d);
  const bool in_room = wall.separation > cast.band;
  if (!in_room && inside == InsideRays::skip) return std::nullopt;
  if (!in_room && inside == InsideRays::hit_at_start) {
    return hit_at(cast, 0, origin, cast.length > 0 ? -cast.heading : wall.normal, wall.of_room);
  }
  if (!(cast.length > 0)) return std::nullopt;
  const Crossing crossing = in_room ? Crossing::leave : Crossing::enter;
  const CoreRay found = core_ray(cast.point, cast.core, cast.d, cast.heading, cast.radius, crossing);
  if (!found.found || found.distance > cast.length + cast.band) return std::nullopt;
  if (!in_room && !gets_in(cast, max(found.distance, 0))) return std::nullopt;
  if (found.distance < 0 && !in_room) {  // on the wall and moving in, or past the interior
    if (wall.separation < -cast.band || !(dot(cast.heading, wall.normal) > 0)) return std::nullopt;
    return hit_at(cast, 0, origin, wall.normal, wall.of_room);
  }
  return hit_at(cast, clamp(found.distance / cast.length, 0, 1), origin, -found.normal, found.b);
}

SweepHit container_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return {};
  if (!is_container(a)) return sweep_into(a, motion_a, b, motion_b, target);
  SweepHit hit;
  if (is_container(b)) {
    hit.status = SweepStatus::initial_overlap;
    hit.fraction = 0;
    return hit;
  }
  hit = sweep_into(b, motion_b, a, motion_a, target);
  hit.normal = vec2(-plain(hit.normal));
  std::swap(hit.feature_a, hit.feature_b);
  return hit;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
