#pragma once
// Regions of the plane made of rounded convex polygons, and the parts of a curve outside of them. In double for either
// Real: the corners of a Minkowski difference of floats are nearly exact in it. Not part of the public interface.

#include <bankshot/math/vec2d.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A convex polygon (or two points, or one) grown by a radius.
struct RoundedPolygon {
  std::vector<P2> corners;  ///< counter-clockwise
  double radius = 0;
  std::uint32_t tag = 0;  ///< identifies its owner; not used here
};

/// A piece of a rounded polygon's outline, counter-clockwise: a segment, or an arc of a quarter turn at most.
struct Curve {
  P2 from, to;  ///< of a segment: its ends; of an arc: unit vectors from its centre
  P2 centre;
  double radius = -1;  ///< of an arc; negative: a segment
  std::uint32_t blob = 0;
  std::int32_t index = 0;  ///< edge or corner of the rounded polygon

  bool arc() const { return radius >= 0; }
  /// Largest parameter: for a segment its length; for an arc the tangent of half its angle, 1 at most.
  double end() const;
  P2 at(double s) const;
  /// For an arc: the parameter of the point in the direction of the unit vector u from the centre, which lies at most
  /// half a turn after `from`.
  double parameter_of(P2 u) const;
  /// The change of the parameter at s over a short distance along the curve.
  double parameter_change(double s, double way) const;
};

/// Part of a curve, by its parameter.
struct Span {
  double from = 0, to = 0;
};

/// The parameter in the span at which the curve is nearest to the origin; that of the whole curve's nearest point if it
/// lies beyond the span by a length less than `loose`.
double nearest_on(const Curve& curve, const Span& span, double loose);
P2 outward_at(const Curve& curve, double s);

/// Appends the outline of `blob`.
void outline(const RoundedPolygon& blob, std::uint32_t number, std::vector<Curve>& curves);

/// Distance of a point from a rounded polygon, from the nearest face or corner; negative inside.
double distance(const RoundedPolygon& blob, P2 point);

/// Appends where the curve, moved outward by `hair`, runs inside `blob` grown by `grow` (which may be negative).
void covered(const Curve& curve, double hair, const RoundedPolygon& blob, double grow, std::vector<Span>& spans);

/// Appends the rest of the curve outside of `spans`, in order; sorts `spans`.
void uncovered(const Curve& curve, std::vector<Span>& spans, std::vector<Span>& left);

/// How far a rounded polygon reaches to the left and right of a line; `along` is of unit length. Negative: it does not
/// reach the line.
struct Sides {
  double left = 0, right = 0;
};
Sides reach_across(const RoundedPolygon& blob, P2 from, P2 along);

/// Finds the part of the line from + s along, along of unit length, inside `blob` grown by `grow` (which may be
/// negative); returns false if there is none.
bool line_inside(const RoundedPolygon& blob, double grow, P2 from, P2 along, Span* inside);

}  // namespace bankshot::BANKSHOT_ABI::detail
