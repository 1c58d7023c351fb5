#pragma once
// How far the points of each body move in the step. Not part of the public interface.

#include <bankshot/world/pairs/way_bound.hpp>
#include <bankshot/world/timeline/timeline_step.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class PathLengths : private TimelinePart {
 public:
  explicit PathLengths(TimelineStep& step) noexcept : TimelinePart(step) {}

  /// Notes how far bodies move: no pair closes by more than its two bodies move together.
  void measure();
  /// The same for a body whose motion has changed.
  void measure(Rank rank);
  /// Per body, an upper bound of the displacement of any of its points in the step; and the largest of them.
  std::span<const WayBound> ways() const noexcept { return ways_; }
  Real longest() const noexcept { return longest_; }

 private:
  std::vector<WayBound> ways_;
  Real longest_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
