#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
enum class Relation : std::uint8_t;
enum class AxisSource : std::uint8_t;
enum class Nesting : std::uint8_t;
struct ExplainedAxis;
struct Explanation;
struct Mtv;
struct MtvAlong;
struct OverlapPair;
struct Manifold;
struct ClosestPoints;
struct RayHit;
struct SweepHit;
}  // namespace bankshot::BANKSHOT_ABI
