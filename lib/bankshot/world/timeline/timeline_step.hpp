#pragma once
// What the parts of the timeline work on in a step. Not part of the public interface.

#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

struct TimelineStep {
  WorldState* world = nullptr;
  PairSet* pairs = nullptr;
  PairCache* finder = nullptr;            ///< of the shapes that moved when the step began
  std::vector<Motion>* motion = nullptr;  ///< of each body, before impacts
  EnergyRecorder* energy = nullptr;       ///< may be null
  Real dt = 0;
  StepStatus status = StepStatus::ok;
};

/// A part of the timeline, bound to the present step.
class TimelinePart {
 protected:
  explicit TimelinePart(TimelineStep& step) noexcept : step_(step) {}
  const WorldState& world() const noexcept { return *step_.world; }
  const PairSet& pairs() const noexcept { return *step_.pairs; }
  const Motion& motion(Rank rank) const { return (*step_.motion)[rank]; }
  EnergyRecorder* energy() const noexcept { return step_.energy; }
  Real dt() const noexcept { return step_.dt; }

  TimelineStep& step_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
