// Overlap test. Bounding circles first, then rectangles by their four axes, then separating axes up to the first gap,
// and the exact predicate near the edge of the band.

#include <bankshot/query/composite/composite_relation.hpp>
#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>
#include <bankshot/query/overlap.hpp>

namespace bankshot::BANKSHOT_ABI {

Real touching_band(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  return detail::pair_frame(a, pose_a, b, pose_b).band;
}

bool overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_overlap(a, pose_a, b, pose_b);
  const ConvexView view_a = detail_view(a), view_b = detail_view(b);
  const Q2 qa = {pose_a.rotation.c, pose_a.rotation.s}, qb = {pose_b.rotation.c, pose_b.rotation.s};
  const V2 d = plain(pose_a.position) - plain(pose_b.position);
  if (circles_verdict(view_a, qa, view_b, qb, d) == Verdict::apart) return false;
  const Verdict verdict = rectangles_verdict(view_a, qa, view_b, qb, d);
  if (verdict != Verdict::unclear) return verdict == Verdict::overlapping;
  const PairFrame frame =
      pair_frame(view_a, qa, view_b, qb, d, rest_of_difference(plain(pose_a.position), plain(pose_b.position)));
  return frame.usable && contact_of(frame, find_axis(frame, Search::to_first_gap).separation) != Contact::apart;
}

Relation relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_relation(a, pose_a, b, pose_b);
  PairFrame frame;
  if (!might_meet(a, pose_a, b, pose_b, &frame)) return Relation::apart;
  return classify(frame, find_axis(frame, Search::to_first_gap));
}

}  // namespace bankshot::BANKSHOT_ABI
