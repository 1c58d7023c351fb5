#pragma once
// Regions of the plane made of rounded convex polygons, and what is left of a curve outside of them. In double whatever
// Real is: the corners of a Minkowski difference of floats are all but exact in it. Not part of the public interface.

#include <bankshot/math/vec2d.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A convex polygon (or two points, or one) grown by a radius.
struct RoundedPolygon {
  std::vector<P2> corners;  ///< counter-clockwise
  double radius = 0;
  std::uint32_t tag = 0;  ///< whose it is; of no meaning here
};

/// A piece of a blob's outline, run through counter-clockwise: a segment, or an arc of a quarter turn at most.
struct Curve {
  P2 from, to;  ///< of a segment: its ends; of an arc: unit vectors from its centre
  P2 centre;
  double radius = -1;  ///< of an arc; negative: a segment
  std::uint32_t blob = 0;
  std::int32_t index = 0;  ///< the edge or the corner of the blob

  bool arc() const { return radius >= 0; }
  /// Largest parameter: the length of a segment; of an arc the tangent of half its angle, 1 at most.
  double end() const;
  P2 at(double s) const;
  /// Of an arc: the parameter of the point in the direction of the unit vector u from the centre, which lies at most
  /// half a turn after `from`.
  double parameter_of(P2 u) const;
  /// By how much the parameter grows at s on a short way along the curve.
  double parameter_change(double s, double way) const;
};

/// Part of a curve, by its parameter.
struct Span {
  double from = 0, to = 0;
};

/// The parameter in the span at which the curve is nearest to the origin; that of the whole curve's nearest point where
/// it lies beyond the span by a length less than `loose`.
double nearest_on(const Curve& curve, const Span& span, double loose);
P2 outward_at(const Curve& curve, double s);

/// Appends the outline of `blob`.
void outline(const RoundedPolygon& blob, std::uint32_t number, std::vector<Curve>& curves);

/// Distance of a point from a blob, negative inside: from the nearest face or corner.
double distance(const RoundedPolygon& blob, P2 point);

/// Appends where the curve, moved outward by `hair`, runs inside the blob grown by `grow` (which may be negative).
void covered(const Curve& curve, double hair, const RoundedPolygon& blob, double grow, std::vector<Span>& spans);

/// What is left of the curve when `spans` are taken away, in order; `spans` is sorted on the way.
void uncovered(const Curve& curve, std::vector<Span>& spans, std::vector<Span>& left);

/// How far a blob reaches from a line on its left and on its right; along is of unit length. Negative: not up to it.
struct Sides {
  double left = 0, right = 0;
};
Sides reach_across(const RoundedPolygon& blob, P2 from, P2 along);

/// Where the line from + s along, along of unit length, runs inside the blob grown by `grow` (which may be negative);
/// false when it does not.
bool line_inside(const RoundedPolygon& blob, double grow, P2 from, P2 along, Span* inside);

}  // namespace bankshot::BANKSHOT_ABI::detail
