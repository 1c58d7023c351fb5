#pragma once
// Predicted impacts, the earliest first. Not part of the public interface.

#include <bankshot/world/timeline/candidates.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class ImpactQueue : private TimelinePart {
 public:
  ImpactQueue(TimelineStep& step, Trajectories& paths, Candidates& candidates) noexcept
      : TimelinePart(step), paths_(paths), candidates_(candidates) {}

  void clear() { heap_.clear(); }
  bool empty() const noexcept { return heap_.empty(); }
  const QueuedImpact& first() const noexcept { return heap_.front(); }
  void push(const QueuedImpact& prediction);
  /// Removes the earliest prediction.
  QueuedImpact pop();
  /// True if it is the latest prediction of its pair.
  bool is_valid(const QueuedImpact& prediction) const {
    return candidates_[prediction.candidate].version == prediction.version;
  }
  /// Drops invalid predictions if they are many.
  void drop_invalid();
  /// All predictions, valid or not, in no particular order.
  const std::vector<QueuedImpact>& all() const noexcept { return heap_; }

  /// Voids the prediction of a pair, and notes the time of the next one; the end of the step: none.
  void set_time(std::uint32_t candidate, Real when);

 private:
  void list(std::uint32_t candidate, bool second);
  void unlist(const Candidate& candidate, bool second);

  Trajectories& paths_;
  Candidates& candidates_;
  std::vector<QueuedImpact> heap_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
