#pragma once
// The closest points of two convex shapes. Not part of the public interface.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/distance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The closest points of two convex parts. Precondition: frame.usable.
ClosestPoints closest_of(const PairFrame& frame, V2 position_a, V2 position_b) noexcept;
/// The same along a known axis.
ClosestPoints closest_along(const PairFrame& frame, const Axis& axis, V2 position_a, V2 position_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
