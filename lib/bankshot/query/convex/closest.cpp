// Closest points: the best axis of axis.cpp gives the distance and the normal; the features that face one another along
// it give the points. Two edges that face one another share a stretch of the tangent: the points take its middle. Each
// point is computed relative to its own shape's position, so that a swap changes no bit.

#include <bankshot/query/convex/closest.hpp>
#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/convex/support_feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// An edge's projection on the tangent, relative to its shape's position.
struct EdgeShadow {
  Real lower, upper;
};

EdgeShadow edge_shadow(const Placed& placed, const SupportFeature& edge, V2 tangent) {
  const V2 local = unrotate(placed.q, tangent);
  const Real one = dot(local, placed.shape.points[edge.first]);
  const Real two = dot(local, placed.shape.points[edge.second]);
  return {min(one, two), max(one, two)};
}

/// The middle of the common stretch of `own` and `other`, moved by `shift`.
Real middle(const EdgeShadow& own, const EdgeShadow& other, Real shift) {
  return (max(own.lower, other.lower + shift) + min(own.upper, other.upper + shift)) / 2;
}

/// The end of an edge that is farther along the direction.
int end_along(const Placed& placed, const SupportFeature& edge, V2 direction) {
  const V2 local = unrotate(placed.q, direction);
  const ConvexView& shape = placed.shape;
  return dot(local, shape.points[edge.first] - shape.points[edge.second]) > 0 ? edge.first : edge.second;
}

/// Two points of the cores, each relative to its own shape's position.
struct Witnesses {
  V2 a, b;
  bool aside = false;  ///< the direction between them is the axis only to the accuracy of axes
};

/// The corner at the end of the edge beyond which the point lies; -1 if the point lies beside the edge.
int end_before(const Placed& placed, const SupportFeature& edge, V2 point) {
  const V2 local = unrotate(placed.q, point);
  const V2 first = placed.shape.points[edge.first], second = placed.shape.points[edge.second], along = second - first;
  if (dot(local - first, along) < 0) return edge.first;
  return dot(local - second, along) > 0 ? edge.second : -1;
}

/// The first place along the outline from a corner, in the direction given by `after`, from which the outline leads
/// away from the point.
V2 nearest_onward(const Placed& placed, int corner, bool after, V2 point) {
  const int count = placed.shape.count;
  for (int steps = 1; steps < count; ++steps) {
    const int next = after ? (corner + 1 < count ? corner + 1 : 0) : (corner > 0 ? corner - 1 : count - 1);
    const V2 from = arm(placed, corner), along = arm(placed, next) - from;
    const Real share = dot(point - from, along), square = length_squared(along);
    if (!(share > 0)) return from;
    if (share < square) return from + (share / square) * along;
    corner = next;
  }
  return arm(placed, corner);
}

/// By how much the squared length of `way + one` exceeds that of `way + two`. At large distances the squares themselves
/// are less accurate than the difference.
Real excess(V2 way, V2 one, V2 two) { return dot(one - two, (way + one) + (way + two)); }

/// The nearer place of both directions around the outline.
V2 nearest_from(const Placed& placed, int corner, V2 point) {
  const V2 one = nearest_onward(placed, corner, true, point), two = nearest_onward(placed, corner, false, point);
  return excess(-point, one, two) > 0 ? two : one;
}

/// The points of an edge and of the corner that faces it, each relative to its own shape's position; `d` leads from the
/// edge's shape to the corner's, `between` from the edge to the corner. For two edges almost parallel, or in line,
/// either normal is an equally good axis, to rounding. If the foot of the corner lies beyond the edge, the other normal
/// holds: the outline of the edge continues there beneath the corner, or an edge at the corner runs above the end of
/// this one.
Witnesses edge_and_corner(const Placed& edge_of, const SupportFeature& edge, const Placed& corner_of, int corner, V2 d,
                          V2 between) {
  const V2 at = arm(corner_of, corner), foot = (at + d) - between;
  const int end = end_before(edge_of, edge, foot);
  if (end < 0) return {foot, at};
  const V2 onward = nearest_from(edge_of, end, at + d), from = arm(edge_of, end);
  const V2 above = nearest_from(corner_of, corner, from - d);
  const bool goes_on = excess(-d, onward - at, from - above) < 0;
  return goes_on ? Witnesses{onward, at, true} : Witnesses{from, above, true};
}

/// True if the outline leads nearer to a point from the corner; `way` leads from the corner to the point.
bool leads_nearer(const Placed& placed, int corner, V2 way) {
  const ConvexView& shape = placed.shape;
  if (shape.count == 1) return false;
  const V2 local = unrotate(placed.q, way), from = shape.points[corner];
  const int after = corner + 1 < shape.count ? corner + 1 : 0, before = corner > 0 ? corner - 1 : shape.count - 1;
  return dot(local, shape.points[after] - from) > 0 || dot(local, shape.points[before] - from) > 0;
}

/// For two edges without a common stretch: from the end of either that is nearer to the other one, along that one's
/// outline, whichever is shorter.
Witnesses end_and_end(const PairFrame& frame, int end_a, int end_b) {
  const V2 a = arm(frame.a, end_a), b = arm(frame.b, end_b);
  const V2 on_a = nearest_from(frame.a, end_a, b - frame.d), on_b = nearest_from(frame.b, end_b, a + frame.d);
  const Real longer = excess(frame.d, a - on_b, on_a - b);
  const bool take_a = longer < 0 || (longer == 0 && exchanged(frame.d, {}));
  return take_a ? Witnesses{a, on_b, true} : Witnesses{on_a, b, true};
}

Witnesses witnesses(const PairFrame& frame, const Axis& axis, const SupportFeature& of_a, const SupportFeature& of_b) {
  const V2 n = axis.normal;
  const V2 between = axis.separation * n;
  if (of_a.edge() && of_b.edge()) {
    const V2 tangent = perp(n);
    const EdgeShadow a = edge_shadow(frame.a, of_a, tangent), b = edge_shadow(frame.b, of_b, tangent);
    const Real shift = dot(tangent, frame.d);
    const bool above = shift + (a.lower - b.upper) > 0;  // to the last bit the same as with A and B exchanged
    if (above || (b.lower - a.upper) - shift > 0) {
      const V2 to_b = above ? -tangent : tangent;
      return end_and_end(frame, end_along(frame.a, of_a, to_b), end_along(frame.b, of_b, -to_b));
    }
    return {middle(a, b, -shift) * tangent + lowest(frame.a, n) * n,
            middle(b, a, shift) * tangent + highest(frame.b, n) * n};
  }
  if (of_a.edge()) return edge_and_corner(frame.a, of_a, frame.b, of_b.first, -frame.d, -between);
  if (of_b.edge()) {
    const Witnesses found = edge_and_corner(frame.b, of_b, frame.a, of_a.first, frame.d, between);
    return {found.b, found.a, found.aside};
  }
  const V2 a = arm(frame.a, of_a.first), b = arm(frame.b, of_b.first), way = (b - a) - frame.d;
  // If the direction from corner to corner is as good as the normal of an edge, to rounding, the edge's other end may
  // be the one on top.
  const bool wrong = axis.separation > frame.band &&
                     (leads_nearer(frame.a, of_a.first, way) || leads_nearer(frame.b, of_b.first, -way));
  return wrong ? end_and_end(frame, of_a.first, of_b.first) : Witnesses{a, b};
}

/// For a side of several edges, the edge on which a point of the core lies; relative to the shape's position.
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
  V2 way = axis.normal;
  if (core.aside && axis.separation > frame.band) {
    V2 between;
    const Real far = safe_length(frame.d + (core.a - core.b), &between);
    if (far > 0 && finite(far)) way = between + V2{0, 0};  // no signed zero
  }
  // An axis that misses the line between the points by more than the band is only as good as that line to rounding. For
  // shapes that overlap, the axis is that of the MTV.
  const bool apart = axis.separation - frame.radii > frame.band;
  const bool off = apart && absolute(cross(axis.normal, frame.d + (core.a - core.b))) > frame.band;
  result.normal = vec2(off ? way : axis.normal);
  result.distance = axis.separation - frame.radii;
  result.point_a = vec2(position_a + (core.a - frame.a.shape.radius * way));
  result.point_b = vec2(position_b + (core.b + frame.b.shape.radius * way));
  result.feature_a = of_a.feature;
  result.feature_b = of_b.feature;
  if (of_a.several) result.feature_a.index = edge_at(frame.a, of_a, core.a);
  if (of_b.several) result.feature_b.index = edge_at(frame.b, of_b, core.b);
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
