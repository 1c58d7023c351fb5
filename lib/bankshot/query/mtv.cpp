// The minimum translation vector from the best axis of axis.cpp.

#include <bankshot/query/composite/composite_distance.hpp>
#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/query/mtv.hpp>

namespace bankshot::BANKSHOT_ABI {

std::optional<Mtv> mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_mtv(a, pose_a, b, pose_b);
  PairFrame frame;
  if (!might_meet(a, pose_a, b, pose_b, &frame)) return std::nullopt;
  const Axis axis = find_axis(frame, Search::to_first_gap);
  const Relation relation = classify(frame, axis);
  if (relation == Relation::apart) return std::nullopt;
  return exit_by(frame, axis, relation);
}

}  // namespace bankshot::BANKSHOT_ABI
