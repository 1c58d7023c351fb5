#pragma once
// The MTV of shapes that are not convex. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/parts/region.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Exit {
  V2 translation;              ///< of A
  V2 normal;                   ///< unit, from B to A
  Real depth = 0;              ///< length of the translation
  std::uint32_t a = 0, b = 0;  ///< the parts that touch after it
};

/// The shortest translation of A after which no part of it overlaps any of B. Precondition: some parts overlap, or
/// touch within `band`.
///
/// A shape without interior may lie along the seam of two parts, or on a corner where several meet: it only touches
/// each of them, but it is deep in the union. Only a thin() shape can, and interlocked() decides: if no parts overlap
/// and it returns false, the shapes touch, and the exit returned here does not count.
Exit shortest_exit(const Shape& a, const Shape& b, const Placement& at, Real band);

/// True if the obstacles hold the origin together: no point within the band of it is out of them all. `wide`: false for
/// obstacles of a part without width.
bool surrounded(std::vector<RoundedPolygon> blobs, std::vector<bool> wide, double band);

/// True if any part of the shape is a line or a point.
BANKSHOT_INLINE bool thin(const Shape& shape) {
  const bool point = shape.kind() == ShapeKind::circle && shape.radius() == 0;
  return point || shape.kind() == ShapeKind::segment || shape.kind() == ShapeKind::chain;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
