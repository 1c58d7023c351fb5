// The minimum translation vector of composites.
//
// Both orders of a pair are computed in the same one (see exchanged()); otherwise rounding would tell them apart by
// which outline is cut by which.

#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/parts/union_exit.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

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
/// where they touch: the nearest outline of an obstacle may be one that both unions hide, at a joint.
Mtv out_of_touch(const ClosestPoints& closest) {
  Mtv result;
  result.normal = closest.normal;
  result.depth = max(-closest.distance, 0);
  result.translation = result.depth * closest.normal;
  result.feature_a = closest.feature_a, result.feature_b = closest.feature_b;
  return result;
}

}  // namespace

Relation other_way_round(Relation relation) noexcept {
  if (relation == Relation::a_inside_b) return Relation::b_inside_a;
  return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

Mtv other_way_round(Mtv mtv) noexcept {
  const V2 normal = plain(mtv.normal), way = plain(mtv.translation);
  mtv.normal = vec2(-normal), mtv.translation = vec2(-way);
  std::swap(mtv.feature_a, mtv.feature_b);
  mtv.relation = other_way_round(mtv.relation);
  return mtv;
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
