#pragma once
// Queries on composites and containers; the public functions call them when one of the shapes is not convex. Not part
// of the public interface.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

BANKSHOT_INLINE bool both_convex(const Shape& a, const Shape& b) { return a.convex() && b.convex(); }

// ---- results with A and B exchanged --------------------------------------------------------------------------------

Relation other_way_round(Relation relation) noexcept;
Mtv other_way_round(Mtv mtv) noexcept;
ClosestPoints other_way_round(ClosestPoints closest) noexcept;

// ---- parts against parts; neither shape is a container ----------------------------------------------------------

Relation parts_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
bool parts_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
std::optional<Mtv> parts_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
std::optional<MtvAlong> parts_mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        V2 heading);
/// `bounded`: A was outside at the start of the motion.
std::optional<Mtv> parts_mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, V2 motion,
                                      bool bounded);
ClosestPoints parts_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
PointRelation parts_contain(const Shape& shape, const Pose& pose, const Vec2& point);
std::optional<RayHit> parts_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                InsideRays inside);
SweepHit parts_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b, const Pose& pose_b);
SweepHit parts_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target);

// ---- a container and any other shape; two containers always overlap, and no translation separates them -----------

BANKSHOT_INLINE bool with_container(const Shape& a, const Shape& b) {
  return a.kind() == ShapeKind::container || b.kind() == ShapeKind::container;
}
Relation container_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
std::optional<Mtv> container_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
ClosestPoints container_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
PointRelation container_contains(const Shape& shape, const Pose& pose, const Vec2& point);
std::optional<RayHit> container_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                    InsideRays inside);
SweepHit container_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
                         const Pose& pose_b);
SweepHit container_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target);

/// Finds where A leaves B, both convex, when it moves along the unit vector `heading`.
CoreRay way_out(const PairFrame& frame, V2 heading) noexcept;

/// The closest points of two convex parts. Precondition: frame.usable.
ClosestPoints closest_of(const PairFrame& frame, V2 position_a, V2 position_b) noexcept;
/// The same along a known axis.
ClosestPoints closest_along(const PairFrame& frame, const Axis& axis, V2 position_a, V2 position_b) noexcept;

/// True if all of A lies in the union of B's parts, up to the band. Tests every part of A.
bool parts_inside(const Shape& a, const Shape& b, const Placement& at, Real band);

}  // namespace bankshot::BANKSHOT_ABI::detail
