// A translation without turning: the ray from the origin against the Minkowski difference, grown by both radii.
//
// The gap is a convex function of the way travelled. Shapes that touch at the start (within the band) therefore either
// part for good, or go straight into one another; which of the two is asked of the motion itself: they hit if it takes
// them deeper than the band. That holds for corners on corners too, where no single normal could tell.

#include <bankshot/query/core_gap.hpp>
#include <bankshot/query/core_ray.hpp>
#include <bankshot/query/pair_frame.hpp>
#include <bankshot/query/sweep.hpp>

namespace bankshot::inline BANKSHOT_ABI {

namespace {

using namespace detail;

struct LinearPair {
  Core a, b;
  V2 d, heading;
  Real length = 0;
  Real radius = 0;  // both
  Real band = 0;
};

/// Whether the way from `from` to `to` along the heading takes the pair deeper than the band. The deepest place of a
/// chord through a convex set is not always its middle, but the middle is at least half as deep.
bool goes_deeper(const LinearPair& pair, Real from, Real to) {
  const Real middle = from + (to - from) / 2;
  return core_gap(pair.a, pair.b, pair.d + middle * pair.heading, -pair.heading).gap - pair.radius < -pair.band;
}

/// The hit in the order in which it was computed; `normal` and features are not yet those of the caller's order.
struct LinearHit {
  SweepStatus status = SweepStatus::missed;
  Real distance = 0;
  V2 normal, on_a, on_b;
  Feature a, b;
};

template <class Found>
LinearHit hit_from(SweepStatus status, Real distance, const Found& found) {
  return {status, distance, found.normal, found.on_a, found.on_b, found.a, found.b};
}

LinearHit linear_sweep(const LinearPair& pair) {
  const CoreGap start = core_gap(pair.a, pair.b, pair.d, -pair.heading);
  const Real gap = start.gap - pair.radius;
  if (gap < -pair.band) return hit_from(SweepStatus::initial_overlap, 0, start);
  if (!(pair.length > 0)) return {};
  const CoreRay entry = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::enter);
  if (!entry.found || entry.distance > pair.length) return {};
  if (gap <= pair.band) {
    const CoreRay exit = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::leave);
    const Real to = min(exit.distance, pair.length);
    if (to <= 0 || !goes_deeper(pair, max(entry.distance, 0), to)) return {};
    return hit_from(SweepStatus::hit, max(entry.distance, 0), entry);
  }
  if (entry.distance < 0) return {};
  return hit_from(SweepStatus::hit, entry.distance, entry);
}

}  // namespace

SweepHit sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
               const Pose& pose_b) noexcept {
  SweepHit result;
  const PairFrame frame = pair_frame(a, pose_a, b, pose_b);
  const V2 motion = plain(translation);
  if (!frame.usable || !finite(motion)) return result;
  LinearPair pair;
  pair.radius = frame.radii;
  pair.band = frame.band;
  pair.length = safe_length(motion, &pair.heading);
  pair.a = core_of(frame.a.shape, {}, frame.a.q);
  pair.b = core_of(frame.b.shape, {}, frame.b.q);
  pair.d = frame.d;

  const bool exchange = exchanged(pair.d, motion);
  if (exchange) {
    std::swap(pair.a, pair.b);
    pair.d = -pair.d;
    pair.heading = -pair.heading;
  }
  LinearHit hit = linear_sweep(pair);
  if (exchange) {
    std::swap(hit.on_a, hit.on_b);
    std::swap(hit.a, hit.b);
    hit.normal = -hit.normal;
  }
  if (hit.status == SweepStatus::missed) return result;
  result.status = hit.status;
  result.fraction = hit.distance > 0 ? min(hit.distance / pair.length, 1) : 0;
  result.point = vec2(plain(pose_b.position) + (hit.on_b + frame.b.shape.radius * hit.normal));
  result.normal = vec2(hit.normal);
  result.feature_a = hit.a;
  result.feature_b = hit.b;
  return result;
}

}  // namespace bankshot::inline BANKSHOT_ABI
