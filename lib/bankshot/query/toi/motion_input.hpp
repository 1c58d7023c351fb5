#pragma once
// A user's motions as flights over a span of 1. Not part of the public interface.

#include <bankshot/query/sweep.hpp>
#include <bankshot/query/toi/time_of_impact.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

bool finite_motion(const Motion& motion) noexcept;

/// Everything except the shapes.
ToiInput toi_input(const Motion& motion_a, const Motion& motion_b, Real target, Real band) noexcept;

/// Stores a meeting after the share `time` of the motions; `velocity_b`: of B's pivot.
void set_meeting(SweepHit& hit, const ToiResult& found, Real time, V2 normal, const Motion& motion_b,
                 V2 velocity_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
