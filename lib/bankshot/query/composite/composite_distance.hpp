#pragma once
// How far two unions are apart, or one in the other: closest points and MTV. Not part of the public interface.

#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

ClosestPoints parts_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
std::optional<Mtv> parts_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace bankshot::BANKSHOT_ABI::detail
