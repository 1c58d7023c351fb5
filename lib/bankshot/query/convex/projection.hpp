#pragma once
// A shape placed in the world, and its projection on an axis. Not part of the public interface.
//
// No function here forms a world corner. Directions are rotated into the shape's own axes, where the corners are the
// user's numbers, and offsets between shapes are kept as differences of positions. A quarter turn of the world then
// only permutes the terms of commutative sums, and moving everything changes nothing.

#include <bankshot/shape/convex.hpp>
#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A shape with its rotation, taken literally: a rotation of a length other than 1 scales the core.
struct Placed {
  ConvexView shape;
  Q2 q;
  Real scale = 1;    ///< length of q
  Real inverse = 1;  ///< 1 / scale
  Real reach = 0;    ///< no point of the shape lies farther from the pose's position
};

/// Length of q and its inverse. Near 1 the first two terms of the series are exact to rounding and avoid a root.
struct Scale {
  Real scale = 1, inverse = 1;
};
BANKSHOT_INLINE Scale measured(Q2 q) {
  const Real square = q.c * q.c + q.s * q.s;
  const Real excess = square - 1;
  if (excess * excess <= tolerance::eps) return {1 + excess / 2, 1 - excess / 2};
  const Real scale = std::sqrt(square);
  return {scale, 1 / scale};
}
BANKSHOT_INLINE void measure(Placed& placed) {
  const Scale size = measured(placed.q);
  placed.scale = size.scale;
  placed.inverse = size.inverse;
}

/// An upper bound of the distance of the shape's points from its pose's position.
template <class Convex>
BANKSHOT_INLINE Real reach_from_position(const Convex& shape, Real scale) {
  const bool centred = shape.centre.x == 0 && shape.centre.y == 0;
  const Real core = shape.reach - shape.radius + (centred ? Real(0) : length(shape.centre));
  return scale * core + shape.radius;
}

BANKSHOT_INLINE Placed place(const ConvexView& shape, Q2 q) {
  Placed placed;
  placed.shape = shape;
  placed.q = q;
  measure(placed);
  placed.reach = reach_from_position(shape, placed.scale);
  return placed;
}

/// The largest and the smallest of dot(axis, p) over the core, with `axis` in the shape's own axes.
BANKSHOT_INLINE Real highest_local(const ConvexView& shape, V2 axis) {
  Real best = dot(axis, shape.points[0]);
  for (int i = 1; i < shape.count; ++i) best = max(best, dot(axis, shape.points[i]));
  return best;
}
BANKSHOT_INLINE Real lowest_local(const ConvexView& shape, V2 axis) {
  Real best = dot(axis, shape.points[0]);
  for (int i = 1; i < shape.count; ++i) best = min(best, dot(axis, shape.points[i]));
  return best;
}

/// The same for an axis in world directions, relative to the pose's position; without the rounding radius.
BANKSHOT_INLINE Real highest(const Placed& placed, V2 axis) {
  return highest_local(placed.shape, unrotate(placed.q, axis));
}
BANKSHOT_INLINE Real lowest(const Placed& placed, V2 axis) {
  return lowest_local(placed.shape, unrotate(placed.q, axis));
}

/// The end of the core in the direction of the i-th face normal, in units of that face's unit normal.
BANKSHOT_INLINE Real face_offset(const Placed& placed, int i) {
  const ConvexView& shape = placed.shape;
  const V2 normal = shape.normals[i];
  const int next = i + 1 < shape.count ? i + 1 : 0;
  return placed.scale * max(dot(normal, shape.points[i]), dot(normal, shape.points[next]));
}
BANKSHOT_INLINE int face_count(const ConvexView& shape) { return shape.count > 1 ? shape.count : 0; }

/// The i-th face normal in world directions, of unit length up to rounding.
BANKSHOT_INLINE V2 face_normal(const Placed& placed, int i) {
  return placed.inverse * rotate(placed.q, placed.shape.normals[i]);
}

/// The i-th point of the core relative to the pose's position, in world directions.
BANKSHOT_INLINE V2 arm(const Placed& placed, int i) { return rotate(placed.q, placed.shape.points[i]); }

/// Returns the length of v and sets `unit` to v at length 1 (unchanged if v is zero or not finite), safe from underflow
/// and overflow of the square. It scales by powers of two where necessary, which round nothing: both paths give the
/// same bits.
inline Real safe_length(V2 v, V2* unit) {
  using limits = std::numeric_limits<Real>;
  const Real square = length_squared(v);
  if (square > limits::min() / (limits::epsilon() * limits::epsilon()) && square < limits::max()) {
    const Real size = std::sqrt(square);
    *unit = {v.x / size, v.y / size};
    return size;
  }
  const Real greatest = max(absolute(v.x), absolute(v.y));
  if (!(greatest > 0) || !finite(greatest)) return greatest;
  int exponent = 0;
  std::frexp(greatest, &exponent);
  const V2 scaled = {std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent)};
  const Real size = length(scaled);
  *unit = {scaled.x / size, scaled.y / size};
  return std::ldexp(size, exponent);
}

/// `v` at length 1, negative zeros made positive. Precondition: the length of v is near 1.
BANKSHOT_INLINE V2 unit(V2 v) {
  const Real size = length(v);
  return {v.x / size + 0, v.y / size + 0};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
