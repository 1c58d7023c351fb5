// The tutorial's ball and bucket, as a crossing of two segments: the signed distances of both ends of the path from the
// mouth line show whether and where it is crossed. There is no division by the sine of the angle between the two, so
// parallel lines need no special case: the signs are then equal.

#include <bankshot/query/mouth.hpp>

#include <bankshot/query/convex/projection.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace {

using namespace detail;

/// Distance of `p` from the segment between `from` and `to`.
Real distance_to_path(V2 p, V2 from, V2 to) {
  V2 heading;
  const Real size = safe_length(to - from, &heading);
  const V2 arm = p - from;
  const Real along = clamp(dot(arm, heading), 0, size);
  return length(arm - along * heading);
}

MouthVerdict judge(const MouthPass& pass, bool inward, Real width, Real radius) {
  if (!(pass.along > 0 && pass.along < 1)) return MouthVerdict::beside;
  if (!inward) return MouthVerdict::left;
  if (2 * radius > width) return MouthVerdict::too_wide;
  return pass.clearance < 0 ? MouthVerdict::rim : MouthVerdict::entered;
}

}  // namespace

MouthPass pass_mouth(const Mouth& mouth, const Vec2& from, const Vec2& to, Real radius) noexcept {
  MouthPass pass;
  // All positions are relative to the first rim.
  const V2 origin = plain(mouth.rim_a);
  const V2 line = plain(mouth.rim_b) - origin;
  const V2 start = plain(from) - origin, end = plain(to) - origin;
  if (!finite(line) || !finite(start) || !finite(end) || !finite(radius)) return pass;
  V2 along;
  const Real width = safe_length(line, &along);
  if (!(width > 0)) return pass;
  const V2 inward = -perp(along);
  const Real before = dot(inward, start), after = dot(inward, end);

  pass.clearance = min(distance_to_path({}, start, end), distance_to_path(line, start, end)) - radius;
  pass.fully_inside = after >= radius && after > 0;
  const bool goes_in = before <= 0 && after > 0, goes_out = before > 0 && after <= 0;
  if (!goes_in && !goes_out) return pass;
  pass.fraction = before / (before - after);
  const V2 crossing = start + pass.fraction * (end - start);
  pass.point = vec2(origin + crossing);
  pass.along = dot(along, crossing) / width;
  pass.verdict = judge(pass, goes_in, width, radius);
  return pass;
}

}  // namespace bankshot::BANKSHOT_ABI
