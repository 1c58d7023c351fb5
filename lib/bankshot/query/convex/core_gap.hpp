#pragma once
// How far two cores are apart, and where. Not part of the public interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct CoreGap {
  Real gap = 0;   ///< distance of the cores; minus the length of the minimum translation vector when they overlap
  V2 normal;      ///< unit, from B to A
  V2 on_a, on_b;  ///< the points where they are that far apart, each relative to its own centre
  Feature a, b;   ///< what those points lie on
};

/// The distance of the origin to the boundary of the Minkowski difference, in n + m steps. `gap` is the largest
/// separation of the cores over all directions, whatever its sign, and `normal` the direction where it is reached.
/// Where no direction is better than another (points in one place) `fallback` decides; it need not be a unit vector.
CoreGap core_gap(const Core& a, const Core& b, V2 d, V2 fallback) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
