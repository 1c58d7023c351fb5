#include <bankshot/math/double_double.hpp>
#include <bankshot/query/composite/composite_sweep.hpp>
#include <bankshot/query/composite/composite_turning.hpp>
#include <bankshot/query/toi/linear.hpp>
#include <bankshot/query/toi/motion_input.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace {

/// True if the rotation moves any point of the outline: a disc about its centre turns within itself.
bool turns(const Shape& shape, const Motion& motion) {
  if (motion.turn == 0) return false;
  return shape.kind() != ShapeKind::circle || detail_view(shape).points[0] != detail::plain(motion.pivot);
}

/// Without rotation, one shape moves past the other in a straight line, and that sweep is exact. A target above the
/// band allows an earlier end of the approach, so it is not straight.
bool straight(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  using namespace detail;
  if (turns(a, motion_a) || turns(b, motion_b) || with_container(a, b)) return false;
  return !(target > pair_frame(a, motion_a.start, b, motion_b.start).band);
}

SweepHit straight_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b) {
  using namespace detail;
  const V2 of_a = plain(motion_a.translation), of_b = plain(motion_b.translation);
  SweepHit hit = sweep(a, motion_a.start, vec2(of_a - of_b), b, motion_b.start);
  if (hit) hit.point = vec2(plain(hit.point) + hit.fraction * of_b);
  return hit;
}

}  // namespace

SweepHit sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
               const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_sweep(a, pose_a, translation, b, pose_b);
  const ConvexData& data_a = ConvexData::of(a);
  const ConvexData& data_b = ConvexData::of(b);
  LinearPair pair;
  pair.d = plain(pose_a.position) - plain(pose_b.position);
  pair.rest = rest_of_difference(plain(pose_a.position), plain(pose_b.position));
  LinearHit hit;
  SweepHit result;
  if (!sweep_circles_first(data_a, {pose_a.rotation.c, pose_a.rotation.s}, data_b,
                           {pose_b.rotation.c, pose_b.rotation.s}, plain(translation), pair, hit)) {
    return result;
  }
  result.status = hit.status;
  result.fraction = hit.distance > 0 ? min(hit.distance / pair.length, 1) : 0;
  result.point = vec2(plain(pose_b.position) + (hit.on_b + data_b.radius * hit.normal));
  result.normal = vec2(hit.normal);
  result.feature_a = hit.a;
  result.feature_b = hit.b;
  return result;
}

SweepHit sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) noexcept {
  using namespace detail;
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return {};
  if (straight(a, motion_a, b, motion_b, target)) return straight_sweep(a, motion_a, b, motion_b);
  if (!both_convex(a, b)) return parts_sweep(a, motion_a, b, motion_b, target);
  const Real band = pair_frame(a, motion_a.start, b, motion_b.start).band;
  ToiInput in = toi_input(motion_a, motion_b, target, band);
  in.a = detail_view(a);
  in.b = detail_view(b);
  SweepHit result;
  const ToiResult meeting = time_of_impact(in);
  if (meeting.status == SweepStatus::missed) return result;
  set_meeting(result, meeting, meeting.time, meeting.normal, motion_b, in.arc_b.velocity);
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
