#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/container/room_impact.hpp>
#include <bankshot/query/toi/motion_input.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The earliest meeting of any part of A with the walls of container B.
SweepHit sweep_into(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  SweepHit hit;
  const Real band = band_of(a, b, placement(motion_a.start, motion_b.start));
  if (!finite(band)) return hit;
  ToiInput in = toi_input(motion_a, motion_b);
  in.b = detail_view(b);
  in.target = target > 0 ? max(target, band) : band;
  in.overlap_limit = band;
  std::vector<std::uint32_t> numbers;
  parts_near(a, bounds_of(a), numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) {
    const Part part = part_of(a, number, space);
    if (part.one_way >= 0) continue;
    in.a = part.view;
    const ToiResult found = room_impact(in);
    // One part may meet a wall at the start while another one lies beyond it already.
    const bool overlap = found.status == SweepStatus::initial_overlap && hit.status != found.status;
    if (found.status == SweepStatus::missed || (hit && !overlap && !(found.time < hit.fraction))) continue;
    hit.status = found.status;
    hit.fraction = found.time;
    hit.normal = vec2(found.normal);
    const V2 centre = (plain(motion_b.start.position) + arm_of(motion_b)) + found.time * in.arc_b.velocity;
    hit.point = vec2(centre + found.point_from_b);
    hit.feature_a = found.feature_a, hit.feature_b = found.feature_b;
    hit.feature_a.piece = part.number;
  }
  return hit;
}

}  // namespace

SweepHit container_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return {};
  const bool of_a = a.kind() == ShapeKind::container, of_b = b.kind() == ShapeKind::container;
  if (!of_a) return sweep_into(a, motion_a, b, motion_b, target);
  SweepHit hit;
  if (of_b) {
    hit.status = SweepStatus::initial_overlap;
    hit.fraction = 0;
    return hit;
  }
  hit = sweep_into(b, motion_b, a, motion_a, target);
  hit.normal = vec2(-plain(hit.normal));
  std::swap(hit.feature_a, hit.feature_b);
  return hit;
}

SweepHit container_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
                         const Pose& pose_b) {
  Motion motion_a, motion_b;
  motion_a.start = pose_a, motion_b.start = pose_b;
  motion_a.translation = translation;
  return container_sweep(a, motion_a, b, motion_b, 0);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
