#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
struct Rotation;
struct Pose;
struct Aabb;
struct Interval;
}  // namespace bankshot::BANKSHOT_ABI
