#pragma once
// Distance and closest points of two cores. Not part of the public interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct CoreGap {
  Real gap = 0;   ///< distance of the cores; minus the length of the MTV if they overlap
  V2 normal;      ///< unit, from B to A
  V2 on_a, on_b;  ///< the closest points, each relative to its own centre
  Feature a, b;   ///< the features that those points lie on
};

/// The distance of the origin to the boundary of the Minkowski difference, in n + m steps. `gap` is the largest
/// separation of the cores over all directions, whatever its sign, and `normal` the direction that attains it. If no
/// direction is better than another (points in one place), `fallback` decides; it need not be a unit vector.
CoreGap core_gap(const Core& a, const Core& b, V2 d, V2 fallback) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
