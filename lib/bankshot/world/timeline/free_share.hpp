#pragma once
// How far bodies can move on beyond the ends of their paths. Not part of the public interface.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/timeline/expanded_reach.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class FreeShare : private TimelinePart {
 public:
  FreeShare(TimelineStep& step, const ExpandedReach& reach) noexcept : TimelinePart(step), reach_(reach) {}

  /// Returns the fraction of the displacement `way` that all `ranks` (in rank order) can move beyond the ends of their
  /// paths without meeting another body, each of which is at the end of its own path.
  Real of(std::span<const Rank> ranks, V2 way);

 private:
  bool may_pass(const PairKey& key, const ToiResult& met) const;
  Real of(std::uint32_t moving, std::uint32_t other, V2 way);

  const ExpandedReach& reach_;
  PartCandidates parts_;
  std::vector<std::uint32_t> around_;  ///< places in BroadPairs::active
};

}  // namespace bankshot::BANKSHOT_ABI::detail
