// Closest points: the best axis of axis.cpp gives the distance and the normal; the features that face one another along
// it give the points. An edge that faces an edge shares a stretch of the tangent with it: the points take its middle.
// Each point is found relative to its own shape's position, so that a swap changes no bit.

#include <bankshot/query/axis.hpp>
#include <bankshot/query/composite.hpp>
#include <bankshot/query/support_feature.hpp>
#include <bankshot/shape/build.hpp>

#include <limits>

namespace bankshot::inline BANKSHOT_ABI {

namespace detail {

namespace {

/// An edge's shadow on the tangent, relative to its shape's position.
struct EdgeShadow {
  Real lower, upper;
};

EdgeShadow edge_shadow(const Placed& placed, const SupportFeature& edge, V2 tangent) {
  const V2 local = unrotate(placed.q, tangent);
  const Real one = dot(local, placed.shape.points[edge.first]);
  const Real two = dot(local, placed.shape.points[edge.second]);
  return {min(one, two), max(one, two)};
}

/// The middle of what `own` shares with `other` moved by `shift`.
Real middle(const EdgeShadow& own, const EdgeShadow& other, Real shift) {
  return (max(own.lower, other.lower + shift) + min(own.upper, other.upper + shift)) / 2;
}

/// Two points of the cores, each relative to its own shape's position.
struct Witnesses {
  V2 a, b;
};

Witnesses witnesses(const PairFrame& frame, const Axis& axis, const SupportFeature& of_a, const SupportFeature& of_b) {
  const V2 n = axis.normal;
  const V2 between = axis.separation * n;
  if (of_a.edge() && of_b.edge()) {
    const V2 tangent = perp(n);
    const EdgeShadow a = edge_shadow(frame.a, of_a, tangent), b = edge_shadow(frame.b, of_b, tangent);
    const Real shift = dot(tangent, frame.d);
    return {middle(a, b, -shift) * tangent + lowest(frame.a, n) * n,
            middle(b, a, shift) * tangent + highest(frame.b, n) * n};
  }
  const V2 a = arm(frame.a, of_a.first), b = arm(frame.b, of_b.first);
  if (of_a.edge()) return {(b - frame.d) + between, b};
  if (of_b.edge()) return {a, (a + frame.d) - between};
  return {a, b};
}

/// Of a side of several edges, the one on which a point of the core lies; relative to the shape's position.
int edge_at(const Placed& placed, const SupportFeature& side, V2 point) {
  const ConvexView& shape = placed.shape;
  const auto after = [&](int i) { return i + 1 < shape.count ? i + 1 : 0; };
  const V2 local = unrotate(placed.q, point);
  int edge = side.first;
  for (int next = after(edge); next != side.second; next = after(next)) {
    if (dot(local - shape.points[next], shape.points[after(next)] - shape.points[next]) < 0) break;
    edge = next;
  }
  return edge;
}

}  // namespace

ClosestPoints closest_of(const PairFrame& frame, V2 position_a, V2 position_b) noexcept {
  return closest_along(frame, find_axis(frame), position_a, position_b);
}

ClosestPoints closest_along(const PairFrame& frame, const Axis& axis, V2 position_a, V2 position_b) noexcept {
  ClosestPoints result;
  const SupportFeature of_a = support_feature(frame.a, -axis.normal);
  const SupportFeature of_b = support_feature(frame.b, axis.normal);
  const Witnesses core = witnesses(frame, axis, of_a, of_b);
  result.normal = vec2(axis.normal);
  result.distance = axis.separation - frame.radii;
  result.point_a = vec2(position_a + (core.a - frame.a.shape.radius * axis.normal));
  result.point_b = vec2(position_b + (core.b + frame.b.shape.radius * axis.normal));
  result.feature_a = of_a.feature;
  result.feature_b = of_b.feature;
  if (of_a.several) result.feature_a.index = edge_at(frame.a, of_a, core.a);
  if (of_b.several) result.feature_b.index = edge_at(frame.b, of_b, core.b);
  return result;
}

}  // namespace detail

ClosestPoints closest_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_closest(a, pose_a, b, pose_b);
  const PairFrame frame = pair_frame(a, pose_a, b, pose_b);
  if (!frame.usable) {
    ClosestPoints far;
    far.distance = std::numeric_limits<Real>::infinity();
    return far;
  }
  return closest_of(frame, plain(pose_a.position), plain(pose_b.position));
}

// A disc of radius 0, which no builder makes: it has no area.
ClosestPoints closest_points(const Vec2& point, const Shape& b, const Pose& pose_b) noexcept {
  static const Shape single = [] {
    detail::ConvexData data;
    data.kind = ShapeKind::circle;
    data.points = {detail::V2{}};
    detail::derive(data);
    return detail::ConvexData::share(std::move(data));
  }();
  return closest_points(single, Pose{point, {}}, b, pose_b);
}

}  // namespace bankshot::inline BANKSHOT_ABI
