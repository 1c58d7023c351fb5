#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {
enum class Relation : std::uint8_t;
struct Mtv;
struct Manifold;
struct ClosestPoints;
struct RayHit;
struct SweepHit;
}  // namespace bankshot::inline BANKSHOT_ABI
