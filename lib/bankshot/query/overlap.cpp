// Yes or no. Bounding circles first, then separating axes up to the first gap.

#include <bankshot/query/axis.hpp>
#include <bankshot/query/overlap.hpp>

namespace bankshot::inline BANKSHOT_ABI {

Real touching_band(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  return detail::pair_frame(a, pose_a, b, pose_b).band;
}

bool overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  const PairFrame frame = pair_frame(a, pose_a, b, pose_b);
  if (surely_apart(frame)) return false;
  return !apart(frame, find_axis(frame, Search::to_first_gap).separation);
}

}  // namespace bankshot::inline BANKSHOT_ABI
