#include <bankshot/query/composite.hpp>
#include <bankshot/query/difference.hpp>
#include <bankshot/query/union_exit.hpp>

#include <limits>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

/// Of shapes that overlap: the closest points after A has gone the shortest way out, A's taken back by that way.
ClosestPoints when_overlapping(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Real band) {
  const Placement at = placement(pose_a, pose_b);
  const Exit exit = shortest_exit(a, b, at, band);
  PieceSpace space_a, space_b;
  Placement after = at;
  after.d += exit.translation;
  const PairFrame frame = frame_of(part_of(a, exit.a, space_a), part_of(b, exit.b, space_b), after, band);
  ClosestPoints result = closest_of(frame, plain(pose_a.position), plain(pose_b.position));
  result.distance = -exit.depth;
  result.normal = vec2(exit.normal);
  result.feature_a.piece = static_cast<std::int32_t>(exit.a);
  result.feature_b.piece = static_cast<std::int32_t>(exit.b);
  return result;
}

}  // namespace

ClosestPoints other_way_round(ClosestPoints closest) noexcept {
  std::swap(closest.point_a, closest.point_b);
  std::swap(closest.feature_a, closest.feature_b);
  closest.normal = vec2(-plain(closest.normal));
  return closest;
}

// Parts are looked at out to a margin, which grows until the nearest pair is within it.
ClosestPoints parts_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_closest(a, pose_a, b, pose_b);
  const V2 between = plain(pose_a.position) - plain(pose_b.position);
  if (exchanged(between, {})) return other_way_round(parts_closest(b, pose_b, a, pose_a));
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  ClosestPoints best;
  best.distance = std::numeric_limits<Real>::infinity();
  if (!finite(band)) return best;
  const Box box = bounds_of(a);
  Real margin = max(box_gap(into_b(at, box, 0), bounds_of(b)), 0) + (box.upper.x - box.lower.x) / 4 + band;
  while (finite(margin) && best.distance > margin) {
    for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
      if (part_a.one_way >= 0 || part_b.one_way >= 0) return true;
      const PairFrame frame = frame_of(part_a, part_b, at, band);
      if (!frame.usable) return true;
      ClosestPoints found = closest_of(frame, plain(pose_a.position), plain(pose_b.position));
      if (found.distance < best.distance) {
        best = found;
        best.feature_a.piece = part_a.number;
        best.feature_b.piece = part_b.number;
      }
      return true;
    });
    margin *= 2;
  }
  const bool along_seam = best.distance <= band && (thin(a) || thin(b)) && shortest_exit(a, b, at, band).depth > band;
  return best.distance < -band || along_seam ? when_overlapping(a, pose_a, b, pose_b, band) : best;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
