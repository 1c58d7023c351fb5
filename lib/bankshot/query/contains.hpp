#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

/// How a point lies relative to a shape; `boundary` within the band of tolerance.hpp. A segment has no inside.
enum class PointRelation : std::uint8_t { outside, boundary, inside };

/// Returns how the world point `point` lies relative to the shape. If anything is not finite, it is outside.
BANKSHOT_API PointRelation contains(const Shape& shape, const Pose& pose, const Vec2& point) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
