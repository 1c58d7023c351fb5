// A motion with rotation has no acceleration and a span of 1.

#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/toi/motion_input.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

V2 arm_of(const Motion& motion) noexcept { return rotate(plain(motion.start.rotation), plain(motion.pivot)); }

bool finite_motion(const Motion& motion) noexcept {
  return finite(plain(motion.translation)) && finite(motion.turn) && finite(plain(motion.pivot)) &&
         is_rotation(plain(motion.start.rotation)) && finite(plain(motion.start.position));
}

ToiInput toi_input(const Motion& motion_a, const Motion& motion_b) noexcept {
  ToiInput in;
  in.offset_a = -plain(motion_a.pivot);
  in.offset_b = -plain(motion_b.pivot);
  in.d = (plain(motion_a.start.position) - plain(motion_b.start.position)) + (arm_of(motion_a) - arm_of(motion_b));
  in.arc_a = {plain(motion_a.translation), {}, plain(motion_a.start.rotation), motion_a.turn};
  in.arc_b = {plain(motion_b.translation), {}, plain(motion_b.start.rotation), motion_b.turn};
  in.span = 1;
  return in;
}

}  // namespace detail

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

SweepHit sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) noexcept {
  using namespace detail;
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return {};
  if (straight(a, motion_a, b, motion_b, target)) return straight_sweep(a, motion_a, b, motion_b);
  if (!both_convex(a, b)) return parts_sweep(a, motion_a, b, motion_b, target);
  SweepHit result;
  ToiInput in = toi_input(motion_a, motion_b);
  in.a = detail_view(a);
  in.b = detail_view(b);
  const Real band = pair_frame(a, motion_a.start, b, motion_b.start).band;
  in.target = target > 0 ? max(target, band) : band;
  in.overlap_limit = band;

  const ToiResult meeting = time_of_impact(in);
  if (meeting.status == SweepStatus::missed) return result;
  result.status = meeting.status;
  result.fraction = meeting.time;
  result.normal = vec2(meeting.normal);
  const V2 centre_b = (detail::plain(motion_b.start.position) + arm_of(motion_b)) + meeting.time * in.arc_b.velocity;
  result.point = vec2(centre_b + meeting.point_from_b);
  result.feature_a = meeting.feature_a;
  result.feature_b = meeting.feature_b;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
