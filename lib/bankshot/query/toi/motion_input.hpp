#pragma once
// A user's motions as flights over a span of 1. Not part of the public interface.

#include <bankshot/query/sweep.hpp>
#include <bankshot/query/toi/time_of_impact.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The pivot relative to the pose's position, in world directions.
V2 arm_of(const Motion& motion) noexcept;
bool finite_motion(const Motion& motion) noexcept;

/// Everything except shapes, target and overlap limit.
ToiInput toi_input(const Motion& motion_a, const Motion& motion_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
