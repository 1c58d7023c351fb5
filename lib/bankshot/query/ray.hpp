#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// What happens to a ray that starts inside a shape (its boundary included), in the same way for every shape. One-way
/// tiles and one-sided chains have no inside: a ray that starts on one of their faces or runs along it misses it.
enum class InsideRays : std::uint8_t {
  hit_at_start,  ///< fraction 0, normal against the ray
  skip,          ///< no hit with this shape
  hit_exit  ///< the point where it leaves, normal outward; a ray that starts along an edge leaves at the edge's end
};

struct RayHit {
  Real fraction = 0;            ///< of the translation, in [0, 1]
  Vec2 point = Vec2::Zero();    ///< world
  Vec2 normal = Vec2::UnitX();  ///< unit, from the shape to the ray's origin side (from B to A: the ray is A)
  Feature feature;
};

/// Returns the first hit of the segment from `origin` to `origin + translation` with a shape; empty when it misses.
/// Touching counts, from any side: along an edge, through a corner alone, and at the end of the ray, within half the
/// band of touching_band(), taken from the shape's reach and the distance of its pose. A ray that passes a disc, or
/// runs beside a segment, at a fraction of the band may be reported or not. A zero translation tests the point alone;
/// one that is not finite misses. Exact per shape: half-plane clipping of the core, circles at the corners. Source:
/// Cyrus and Beck 1978.
BANKSHOT_API std::optional<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Vec2& origin,
                                            const Vec2& translation,
                                            InsideRays inside = InsideRays::hit_at_start) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
