#pragma once
// Rays against composites. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/ray.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

std::optional<RayHit> parts_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                InsideRays inside);

}  // namespace bankshot::BANKSHOT_ABI::detail
