#pragma once
// Shapes as plain arrays, for the library itself. Not part of the public interface.

#include <bankshot/math/box.hpp>
#include <bankshot/shape/shape.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class Composite;

/// The arrays behind a convex shape, or behind a container's interior; valid as long as any copy of the shape. For
/// other shapes only the bounding members are meaningful: points and radius, centre, reach and extent.
struct ConvexView {
  const V2* points = nullptr;   ///< core, counter-clockwise
  const V2* normals = nullptr;  ///< normals[i] of the edge points[i] -> points[i + 1]; count entries, 0 for a circle
  int count = 0;                ///< 1 circle, 2 capsule and segment, else polygon
  Real radius = 0;              ///< rounding radius
  V2 centre;                    ///< centre of the core's bounding circle (its box centre), local
  Real reach = 0;               ///< radius of a circle around `centre` that contains the shape, rounding included
  Real extent = 0;              ///< smallest width over all directions, rounding included (0 for a segment)
};

/// True if two edges with these normals are so nearly in line that rounding may take one for the other: within a few
/// eps / angle of the common corner, the separations of two faces at an angle cannot be told apart.
BANKSHOT_INLINE bool nearly_level(V2 normal, V2 other) {
  return absolute(cross(normal, other)) <= Real(1) / 128 && dot(normal, other) > 0;
}

/// True if an edge is nearly level with the next one.
bool has_level_corner(const V2* normals, int count) noexcept;

/// The tight axis-aligned box of rounded points, rotated and then moved.
BANKSHOT_INLINE Box box_around(std::span<const V2> points, Real radius, Q2 turn, V2 position) {
  V2 low = rotate(turn, points[0]);
  V2 high = low;
  for (const V2 point : points.subspan(1)) {
    const V2 turned = rotate(turn, point);
    low = {min(low.x, turned.x), min(low.y, turned.y)};
    high = {max(high.x, turned.x), max(high.y, turned.y)};
  }
  const V2 rounding = {radius, radius};
  return {position + (low - rounding), position + (high + rounding)};
}

struct ConvexData {
  // Gathered by kernels as two records of four numbers.
  V2 centre;
  Real reach = 0;
  Real extent = 0;
  V2 axis;  ///< for a sharp rectangle: the normal of its edge 1, and half its lengths along and across it; else all 0
  Real half_along = 0, half_across = 0;

  Real radius = 0;
  ShapeKind kind = ShapeKind::circle;
  bool level_corner = false;  ///< has_level_corner() of the outline
  std::vector<V2> points;
  std::vector<V2> normals;
  std::shared_ptr<const Composite> parts;  ///< for a shape made of convex pieces; null for a convex one and a container

  static const ConvexData& of(const Shape& shape) { return *shape.data_; }
  static Shape share(ConvexData data);  ///< wraps checked data
  static const std::shared_ptr<const ConvexData>& held_by(const Shape& shape) noexcept;
};
static_assert(offsetof(ConvexData, reach) == 2 * sizeof(Real) && offsetof(ConvexData, axis) == 4 * sizeof(Real) &&
              offsetof(ConvexData, half_across) == 7 * sizeof(Real));

}  // namespace bankshot::BANKSHOT_ABI::detail

namespace bankshot::BANKSHOT_ABI {
BANKSHOT_API detail::ConvexView detail_view(const Shape& shape) noexcept;
/// Null for a convex shape and a container.
BANKSHOT_API const detail::Composite* detail_parts(const Shape& shape) noexcept;
}  // namespace bankshot::BANKSHOT_ABI
