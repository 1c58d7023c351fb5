#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::inline BANKSHOT_ABI {

/// Where a point lies in relation to a shape; `boundary` within the band of tolerance.hpp.
enum class PointRelation : std::uint8_t { outside, boundary, inside };

BANKSHOT_API PointRelation contains(const Shape& shape, const Pose& pose, const Vec2& point) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI
