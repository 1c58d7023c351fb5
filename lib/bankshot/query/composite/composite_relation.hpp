#pragma once
// Overlap, containment and point tests for composites. Not part of the public interface.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

Relation parts_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
bool parts_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
PointRelation parts_contain(const Shape& shape, const Pose& pose, const Vec2& point);

}  // namespace bankshot::BANKSHOT_ABI::detail
