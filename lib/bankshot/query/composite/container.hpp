#pragma once
// A container and any other shape. Two containers always overlap, and no translation separates them. Not part of the
// public interface.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// Results with A and B exchanged.
Relation other_way_round(Relation relation) noexcept;
Mtv other_way_round(Mtv mtv) noexcept;
ClosestPoints other_way_round(ClosestPoints closest) noexcept;

Relation container_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
std::optional<Mtv> container_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
ClosestPoints container_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
PointRelation container_contains(const Shape& shape, const Pose& pose, const Vec2& point);
std::optional<RayHit> container_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                    InsideRays inside);
SweepHit container_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target);

}  // namespace bankshot::BANKSHOT_ABI::detail
