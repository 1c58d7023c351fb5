#include <bankshot/world/timeline/path_lengths.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void PathLengths::measure() {
  ways_.resize(world().bodies.size());
  longest_ = 0;
  world().active.for_each([&](Rank rank) { measure(rank); });
}

void PathLengths::measure(Rank rank) {
  const Real way = length(motion(rank).displacement) + absolute(motion(rank).turn) * world().bodies.mass[rank].reach;
  ways_[rank] = WayBound(way);
  longest_ = max(longest_, way);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
