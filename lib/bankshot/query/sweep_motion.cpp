// A motion with turning is a flight without acceleration over a span of 1.

#include <bankshot/query/core_gap.hpp>
#include <bankshot/query/pair_frame.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/query/time_of_impact.hpp>

namespace bankshot::inline BANKSHOT_ABI {

namespace {

using namespace detail;

Q2 plain(const Rotation& rotation) { return {rotation.c, rotation.s}; }

/// The pivot relative to the pose's position, in the world.
V2 arm_of(const Motion& motion) { return rotate(plain(motion.start.rotation), detail::plain(motion.pivot)); }

bool finite_motion(const Motion& motion) {
  return finite(detail::plain(motion.translation)) && finite(motion.turn) && finite(detail::plain(motion.pivot)) &&
         finite(V2{motion.start.rotation.c, motion.start.rotation.s}) && finite(detail::plain(motion.start.position));
}

}  // namespace

SweepHit sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) noexcept {
  SweepHit result;
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return result;
  const V2 arm_a = arm_of(motion_a), arm_b = arm_of(motion_b);
  ToiInput in;
  in.a = detail_view(a);
  in.b = detail_view(b);
  in.offset_a = -detail::plain(motion_a.pivot);
  in.offset_b = -detail::plain(motion_b.pivot);
  in.d = (detail::plain(motion_a.start.position) - detail::plain(motion_b.start.position)) + (arm_a - arm_b);
  in.arc_a = {detail::plain(motion_a.translation), {}, plain(motion_a.start.rotation), motion_a.turn};
  in.arc_b = {detail::plain(motion_b.translation), {}, plain(motion_b.start.rotation), motion_b.turn};
  in.span = 1;
  const Real band = pair_frame(a, motion_a.start, b, motion_b.start).band;
  in.target = target > 0 ? max(target, band) : band;
  in.overlap_limit = band;

  const ToiResult meeting = time_of_impact(in);
  if (meeting.status == SweepStatus::missed) return result;
  result.status = meeting.status;
  result.fraction = meeting.time;
  result.normal = vec2(meeting.normal);
  const V2 centre_b = (detail::plain(motion_b.start.position) + arm_b) + meeting.time * in.arc_b.velocity;
  result.point = vec2(centre_b + meeting.point_from_b);
  result.feature_a = meeting.feature_a;
  result.feature_b = meeting.feature_b;
  return result;
}

}  // namespace bankshot::inline BANKSHOT_ABI
