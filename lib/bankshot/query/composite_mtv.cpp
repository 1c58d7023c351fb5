#include <bankshot/query/axis.hpp>
#include <bankshot/query/composite.hpp>
#include <bankshot/query/support_feature.hpp>
#include <bankshot/query/union_exit.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

Feature feature_of(const Shape& shape, std::uint32_t number, Q2 q, V2 outward) {
  PieceSpace space;
  Feature feature = support_feature(place(part_of(shape, number, space).view, q), outward).feature;
  feature.piece = static_cast<std::int32_t>(number);
  return feature;
}

}  // namespace

std::optional<Mtv> parts_mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_mtv(a, pose_a, b, pose_b);
  Mtv result;
  result.relation = parts_relation(a, pose_a, b, pose_b);
  if (result.relation == Relation::apart) return std::nullopt;
  const Placement at = placement(pose_a, pose_b);
  const Exit exit = shortest_exit(a, b, at, band_of(a, b, at));
  result.translation = vec2(exit.translation);
  result.normal = vec2(exit.normal);
  result.depth = exit.depth;
  result.feature_a = feature_of(a, exit.a, at.qa, -exit.normal);
  result.feature_b = feature_of(b, exit.b, at.qb, exit.normal);
  return result;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
