#pragma once
// The shortest way out of a shape that is not convex. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/parts/region.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Exit {
  V2 translation;              ///< of A
  V2 normal;                   ///< unit, from B to A
  Real depth = 0;              ///< length of the translation
  std::uint32_t a = 0, b = 0;  ///< the parts that meet after it
};

/// The shortest translation of A after which no part of it overlaps any of B. Precondition: some parts overlap, or
/// touch within `band`.
///
/// What has no inside may lie along the seam of two parts, or on a corner where several meet: each of them it only
/// touches, and yet it is deep in the whole. Only what is thin() can, and whether it is interlocked() tells: where no
/// parts overlap and it is not, the shapes touch, and what is said here of a way out does not count.
Exit shortest_exit(const Shape& a, const Shape& b, const Placement& at, Real band);

/// Whether the obstacles hold the origin together: no point within the band of it is out of them all. `wide`: see
/// shortest_exit().
bool surrounded(std::vector<RoundedPolygon> blobs, std::vector<bool> wide, double band);

/// Whether any part of the shape is a line or a point.
BANKSHOT_INLINE bool thin(const Shape& shape) {
  const bool point = shape.kind() == ShapeKind::circle && shape.radius() == 0;
  return point || shape.kind() == ShapeKind::segment || shape.kind() == ShapeKind::chain;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
