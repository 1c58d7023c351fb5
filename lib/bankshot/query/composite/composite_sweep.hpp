#pragma once
// Sweeps of composites in a straight line. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/sweep.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

SweepHit parts_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b, const Pose& pose_b);

}  // namespace bankshot::BANKSHOT_ABI::detail
