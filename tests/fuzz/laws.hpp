#pragma once
// The laws that a fuzz target checks. A broken law aborts the program: that is how a fuzzer notices it.

#include "query/exact_gap.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/tolerance.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace bankshot_fuzz {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Shape;
using bankshot::Vec2;

inline void broken(const char* law, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken law: %s\n", file, line, law);
  std::abort();
}

#define BANKSHOT_LAW(condition) \
  ((condition) ? static_cast<void>(0) : ::bankshot_fuzz::broken(#condition, __FILE__, __LINE__))

inline bool finite(Real x) { return x - x == 0; }
inline bool finite(const Vec2& v) { return finite(v[0]) && finite(v[1]); }
inline bool unit(const Vec2& v) {
  const bankshot_test::Wide size = bankshot_test::length(bankshot_test::wide(v));
  return std::fabs(size - 1) <= 8 * bankshot::tolerance::eps;
}

/// Returns the exact gap of two shapes in long double; negative if they overlap. A stands at its place relative to B,
/// for the band does not grow with the distance from the origin: tiny shapes far from it have bands of double that are
/// less than the rounding of long double there.
inline bankshot_test::Wide gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  using namespace bankshot_test;
  const WidePoint between = wide(pose_a.position) - wide(pose_b.position);
  return exact_gap(placed(a, between, pose_a.rotation.c, pose_a.rotation.s),
                   placed(b, WidePoint{}, pose_b.rotation.c, pose_b.rotation.s));
}

/// Returns the rounding error of one position.
inline Real rounding(const Pose& pose) {
  return bankshot::tolerance::eps * std::max(std::fabs(pose.position[0]), std::fabs(pose.position[1]));
}

/// Checks rays at a shape, with each way of treating rays that start inside.
inline void check_points(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& way) {
  using bankshot::InsideRays;
  const bankshot::PointRelation place = bankshot::contains(shape, pose, origin);
  for (const InsideRays inside : {InsideRays::hit_at_start, InsideRays::skip, InsideRays::hit_exit}) {
    const std::optional<bankshot::RayHit> hit = bankshot::ray_cast(shape, pose, origin, way, inside);
    if (hit) BANKSHOT_LAW(hit->fraction >= 0 && hit->fraction <= 1 && unit(hit->normal) && finite(hit->point));
    const bool starts_inside = place == bankshot::PointRelation::inside;
    if (inside == InsideRays::hit_at_start && starts_inside) BANKSHOT_LAW(hit && hit->fraction == 0);
  }
}

}  // namespace bankshot_fuzz
