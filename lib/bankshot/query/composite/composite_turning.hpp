#pragma once
// Sweeps of composites with rotation. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/sweep.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

SweepHit parts_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target);

}  // namespace bankshot::BANKSHOT_ABI::detail
