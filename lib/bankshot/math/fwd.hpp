#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {
struct Rotation;
struct Pose;
struct Aabb;
struct Interval;
}  // namespace bankshot::inline BANKSHOT_ABI
