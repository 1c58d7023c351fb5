#include <bankshot/query/pair_frame.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

PairFrame pair_frame(const ConvexView& a, Q2 qa, const ConvexView& b, Q2 qb, V2 d) noexcept {
  PairFrame frame;
  frame.a = place(a, qa);
  frame.b = place(b, qb);
  frame.d = d;
  frame.radii = a.radius + b.radius;
  V2 unused;
  frame.band = band_of(frame.a.reach, frame.b.reach, safe_length(d, &unused));
  frame.usable = finite(d) && finite(frame.a.reach + frame.b.reach) && frame.a.scale > 0 && frame.b.scale > 0;
  return frame;
}

PairFrame pair_frame(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  return pair_frame(detail_view(a), {pose_a.rotation.c, pose_a.rotation.s}, detail_view(b),
                    {pose_b.rotation.c, pose_b.rotation.s}, plain(pose_a.position) - plain(pose_b.position));
}

bool surely_apart(const PairFrame& frame) noexcept {
  if (!frame.usable) return true;
  const Placed& a = frame.a;
  const Placed& b = frame.b;
  const V2 between = (rotate(a.q, a.shape.centre) - rotate(b.q, b.shape.centre)) + frame.d;
  const Real scale = max(Real(1), max(a.scale, b.scale));
  // Every rounding on the way to either side of the comparison is below a few eps of what the band is made of.
  const Real limit = scale * (a.shape.reach + b.shape.reach) + 8 * frame.band;
  if (absolute(between.x) > limit || absolute(between.y) > limit) return true;
  return length_squared(between) > limit * limit;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
