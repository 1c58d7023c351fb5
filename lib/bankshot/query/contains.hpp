#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Where a point lies in relation to a shape; `boundary` within the band of tolerance.hpp. A segment has no inside.
enum class PointRelation : std::uint8_t { outside, boundary, inside };

/// Where the world point `point` lies. Anything that is not finite is outside.
BANKSHOT_API PointRelation contains(const Shape& shape, const Pose& pose, const Vec2& point) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
