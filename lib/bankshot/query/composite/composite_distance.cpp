// How far two unions are apart, or one in the other.
//
// The closest points are those of the nearest pair of parts.
//
// If the unions are apart, the line between their nearest points is along a normal of each. If they touch, there is no
// such line, and the axis of a pair of parts may be one that neither union has: at a seam, corners and hidden sides of
// the parts are as near as the surface is. All pairs that touch are then equally near, up to the band. So a pair is
// chosen whose axis is that of a surface of both unions there, see seam.hpp. If no pair has such an axis, the pair with
// the largest separation along an axis of the surfaces is chosen. (A pair that overlaps deeper than the band along that
// axis and only touches along another says nothing about where the unions touch.)
//
// Both orders of a pair are computed in the same one (see exchanged()); otherwise rounding would tell them apart by
// which outline is cut by which.

#include <bankshot/query/composite/composite_distance.hpp>
#include <bankshot/query/composite/composite_relation.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/convex/closest.hpp>
#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/seam.hpp>
#include <bankshot/query/parts/union_exit.hpp>

#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// For shapes that overlap: the closest points after A has moved along the shortest exit, with A's point moved back.
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

void set_parts(ClosestPoints& closest, const Part& a, const Part& b) {
  closest.feature_a.piece = a.number, closest.feature_b.piece = b.number;
}

/// True if a pair meets along its own axis where the unions do.
bool shows(const ClosestPoints& closest, const Part& a, const Part& b, const PairFrame& frame) {
  const V2 normal = plain(closest.normal);
  return is_real_normal(a, frame.a, closest.feature_a, -normal, frame.b, -frame.d, frame.band) &&
         is_real_normal(b, frame.b, closest.feature_b, normal, frame.a, frame.d, frame.band);
}

/// For shapes that touch: the closest points of the nearest pair for which shows() holds; `best` is the nearest of all
/// pairs.
ClosestPoints when_touching(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Real band,
                            const ClosestPoints& best) {
  const Placement at = placement(pose_a, pose_b);
  ClosestPoints direct, along = best;
  direct.distance = infinite;
  Real farthest = -infinite;
  for_each_pair(a, b, at, band, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    const PairFrame frame = frame_of(part_a, part_b, at, band);
    const V2 position_a = plain(pose_a.position), position_b = plain(pose_b.position);
    ClosestPoints found = closest_of(frame, position_a, position_b);
    if (!(found.distance <= best.distance + band)) return true;
    if (shows(found, part_a, part_b, frame)) {
      if (found.distance < direct.distance) direct = found, set_parts(direct, part_a, part_b);
      return true;
    }
    Axis axis;
    if (direct.distance < infinite || !surface_axis(frame, part_a, part_b, &axis, band)) return true;
    const Real separation = axis.separation - frame.radii;
    if (!(separation >= -band) || !(separation > farthest)) return true;
    farthest = separation;
    along = closest_along(frame, axis, position_a, position_b);
    set_parts(along, part_a, part_b);
    return true;
  });
  return direct.distance < infinite ? direct : along;
}

Feature feature_of(const Shape& shape, std::uint32_t number, Q2 q, V2 outward) {
  PieceSpace space;
  Feature feature = support_feature(place(part_of(shape, number, space).view, q), outward).feature;
  feature.piece = static_cast<std::int32_t>(number);
  return feature;
}

Mtv exit_from(const Shape& a, const Placement& at, const Shape& b) {
  Mtv result;
  const Exit exit = shortest_exit(a, b, at, band_of(a, b, at));
  result.translation = vec2(exit.translation);
  result.normal = vec2(exit.normal);
  result.depth = exit.depth;
  result.feature_a = feature_of(a, exit.a, at.qa, -exit.normal);
  result.feature_b = feature_of(b, exit.b, at.qb, exit.normal);
  return result;
}

/// Shapes that touch are out already, up to rounding, and A may fit between two parts. The normal is that of the place
/// where they touch: the nearest outline of an obstacle may be one that both unions hide, at a seam.
Mtv out_of_touch(const ClosestPoints& closest) {
  Mtv result;
  result.normal = closest.normal;
  result.depth = max(-closest.distance, 0);
  result.translation = result.depth * closest.normal;
  result.feature_a = closest.feature_a, result.feature_b = closest.feature_b;
  return result;
}

}  // namespace

// Tests parts out to a margin, which grows until the nearest pair is within it.
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
  bool direct = false;
  Real margin = max(box_gap(into_b(at, box, 0), bounds_of(b)), 0) + (box.upper.x - box.lower.x) / 4 + band;
  while (finite(margin) && best.distance > margin) {
    for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
      if (has_one_way(part_a, part_b)) return true;
      const PairFrame frame = frame_of(part_a, part_b, at, band);
      if (!frame.usable) return true;
      ClosestPoints found = closest_of(frame, plain(pose_a.position), plain(pose_b.position));
      if (!(found.distance < best.distance)) return true;
      best = found, set_parts(best, part_a, part_b);
      direct = found.distance <= band && shows(found, part_a, part_b, frame);
      return true;
    });
    margin *= 2;
  }
  const bool deep = best.distance < -band;
  const bool along_seam = !deep && best.distance <= band && interlocked(a, b, at, band);
  if (deep || along_seam) return when_overlapping(a, pose_a, b, pose_b, band);
  return best.distance <= band && !direct ? when_touching(a, pose_a, b, pose_b, band, best) : best;
}

std::optional<Mtv> parts_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_mtv(a, pose_a, b, pose_b);
  const Relation relation = parts_relation(a, pose_a, b, pose_b);
  if (relation == Relation::apart) return std::nullopt;
  const Placement at = placement(pose_a, pose_b);
  Mtv result;
  if (relation == Relation::touching) {
    result = out_of_touch(parts_closest(a, pose_a, b, pose_b));
  } else {
    result = exchanged(at.d, {}) ? other_way_round(exit_from(b, at.exchanged(), a)) : exit_from(a, at, b);
  }
  result.relation = relation;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
