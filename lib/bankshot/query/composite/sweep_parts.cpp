#include <bankshot/query/composite/sweep_parts.hpp>

#include <bankshot/query/composite/composite_distance.hpp>
#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/parts/union_exit.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

bool Start::deep() const { return any_overlap(band_ + tolerance::referee_margin * band_); }

bool Start::parts_touch() const { return any_overlap(-near_ - tolerance::referee_margin * band_); }

/// True if two parts that stop one another overlap by `least`; a negative `least` allows a gap.
bool Start::any_overlap(Real least) const {
  bool any = false;
  for_each_pair(a_, b_, at_, max(-least, 0), [&](const Part& part_a, const Part& part_b) {
    const PairFrame frame = frame_of(part_a, part_b, at_, band_);
    if (!frame.usable) return true;
    any = has_one_way(part_a, part_b) ? touch_in_front(part_a, part_b, frame, least)
                                      : depth_of(frame, find_axis(frame).separation) >= least;
    return !any;
  });
  return any;
}

namespace {

/// True if a shape has seams between parts with an interior.
bool has_seams(const Shape& shape) { return !shape.convex() && !thin(shape); }

}  // namespace

bool starts_in_seam(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Start& start, Real band,
                    SweepHit& hit) {
  const bool may = (thin(a) && (thin(b) || has_seams(b))) || (thin(b) && has_seams(a));
  if (!may || !start.touch() || start.deep()) return false;
  const ClosestPoints closest = parts_closest(a, pose_a, b, pose_b);
  if (!(closest.distance < -band)) return false;
  hit.status = SweepStatus::initial_overlap;
  hit.fraction = 0;
  hit.point = closest.point_b, hit.normal = closest.normal;
  hit.feature_a = closest.feature_a, hit.feature_b = closest.feature_b;
  return true;
}

bool stopped(const Part& a, const Part& b, const PairFrame& frame, Meeting& meeting, V2 way, Coming* coming) {
  *coming = coming_to(a, b, frame, meeting, &meeting.normal);
  if (*coming == Coming::over_end) return dot(meeting.normal, way) < -frame.band;
  return *coming == Coming::to_face;
}

bool is_surface(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 normal, V2 heading,
                Coming coming, bool* direct) {
  if (coming != Coming::over_end) return of_the_wholes(meeting, a, b, frame, heading, direct);
  *direct = false;
  return (a.one_way >= 0 || is_real_normal(a, frame.a.q, meeting.a, -normal)) &&
         (b.one_way >= 0 || is_real_normal(b, frame.b.q, meeting.b, normal));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
