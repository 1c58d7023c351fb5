#pragma once
// The speeds at which a pair has to part so that it does not meet again at once. Not part of the public interface.

#include <bankshot/world/impact/impact_group.hpp>
#include <bankshot/world/timeline/predictor.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class HopSpeeds : private TimelinePart {
 public:
  HopSpeeds(TimelineStep& step, Trajectories& paths, Predictor& predictor) noexcept
      : TimelinePart(step), paths_(paths), predictor_(predictor) {}

  /// Sets the speeds of a contact of a pair.
  void set(const Candidate& candidate, const GroupContact& contact, Real time, ImpactSettings& settings);
  /// Half of the least time until the pair is to meet again.
  Real least_hop(const Candidate& candidate, Real time) const;
  /// Depth below the surface at which a pair hops that turning presses together.
  Real sunk_hop(const PairKey& key) const;

 private:
  Real turning_press(const Candidate& candidate, const GroupContact& contact, Real time);

  Trajectories& paths_;
  Predictor& predictor_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
