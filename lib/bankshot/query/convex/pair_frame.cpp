#include <bankshot/math/double_double.hpp>
#include <bankshot/query/convex/pair_frame.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

PairFrame pair_frame(const ConvexView& a, Q2 qa, const ConvexView& b, Q2 qb, V2 d, V2 rest) noexcept {
  PairFrame frame;
  frame.a = place(a, qa);
  frame.b = place(b, qb);
  frame.d = d;
  frame.rest = rest;
  frame.radii = a.radius + b.radius;
  V2 unused;
  frame.band = band_of(frame.a.reach, frame.b.reach, safe_length(d, &unused));
  frame.usable = finite(d) && finite(frame.a.reach + frame.b.reach) && frame.a.scale > 0 && frame.b.scale > 0;
  return frame;
}

PairFrame pair_frame(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  const V2 at_a = plain(pose_a.position), at_b = plain(pose_b.position);
  return pair_frame(detail_view(a), {pose_a.rotation.c, pose_a.rotation.s}, detail_view(b),
                    {pose_b.rotation.c, pose_b.rotation.s}, at_a - at_b, rest_of_difference(at_a, at_b));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
