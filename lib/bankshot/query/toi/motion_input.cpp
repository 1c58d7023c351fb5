// A motion with rotation has no acceleration and a span of 1.

#include <bankshot/query/toi/motion_input.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The pivot relative to the pose's position, in world directions.
V2 arm_of(const Motion& motion) { return rotate(plain(motion.start.rotation), plain(motion.pivot)); }

}  // namespace

bool finite_motion(const Motion& motion) noexcept {
  return finite(plain(motion.translation)) && finite(motion.turn) && finite(plain(motion.pivot)) &&
         is_rotation(plain(motion.start.rotation)) && finite(plain(motion.start.position));
}

ToiInput toi_input(const Motion& motion_a, const Motion& motion_b, Real target, Real band) noexcept {
  ToiInput in;
  in.offset_a = -plain(motion_a.pivot);
  in.offset_b = -plain(motion_b.pivot);
  in.d = (plain(motion_a.start.position) - plain(motion_b.start.position)) + (arm_of(motion_a) - arm_of(motion_b));
  in.arc_a = {plain(motion_a.translation), {}, plain(motion_a.start.rotation), motion_a.turn};
  in.arc_b = {plain(motion_b.translation), {}, plain(motion_b.start.rotation), motion_b.turn};
  in.span = 1;
  in.target = target > 0 ? max(target, band) : band;
  in.overlap_limit = band;
  return in;
}

void set_meeting(SweepHit& hit, const ToiResult& found, Real time, V2 normal, const Motion& motion_b,
                 V2 velocity_b) noexcept {
  hit.status = found.status;
  hit.fraction = time;
  hit.normal = vec2(normal);
  const V2 centre_b = (plain(motion_b.start.position) + arm_of(motion_b)) + time * velocity_b;
  hit.point = vec2(centre_b + found.point_from_b);
  hit.feature_a = found.feature_a, hit.feature_b = found.feature_b;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
