#pragma once
// Shapes that the solver has sent out of the boxes in which their pairs were found. Not part of the public interface.

#include <bankshot/world/timeline/expanded_reach.hpp>
#include <bankshot/world/timeline/predictor.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class OutOfBounds : private TimelinePart {
 public:
  OutOfBounds(TimelineStep& step, Candidates& candidates, ExpandedReach& reach, Predictor& predictor) noexcept
      : TimelinePart(step), candidates_(candidates), reach_(reach), predictor_(predictor) {}

  /// Finds such shapes, makes candidates of all that they may meet, and predicts these.
  void expand();
  /// Those pairs, by key. They are in no list of the step's pairs.
  std::span<const ToiCandidate> pairs_found() const noexcept { return found_; }

 private:
  bool is_out(std::size_t active) const;
  bool expand_together();
  bool grow_boxes();
  void find_resting();

  Candidates& candidates_;
  ExpandedReach& reach_;
  Predictor& predictor_;
  std::vector<std::uint32_t> shapes_;    ///< places in BroadPairs::active
  std::vector<std::uint8_t> is_marked_;  ///< per shape, see grow_boxes()
  std::vector<IndexPair> places_;        ///< of pairs of moving shapes, see expand_together()
  std::vector<RestingPair> resting_;     ///< pairs of marked shapes with resting ones
  std::vector<ToiCandidate> found_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
