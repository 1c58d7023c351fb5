#pragma once
// What the parts of the timeline work on in a step. Not part of the public interface.

#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/pairs/broad_pairs.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/solver_work.hpp>
#include <bankshot/world/pairs/toi_work.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;
class JointFlight;

struct TimelineStep {
  WorldState* world = nullptr;
  const BroadPairs* broad = nullptr;
  std::vector<Box>* reach = nullptr;  ///< of the moving shapes; enlarged when something is sent farther
  const ContactPairs* pairs = nullptr;
  const SolverWork* solver_work = nullptr;
  const ToiWork* toi = nullptr;
  PairCache* finder = nullptr;            ///< of the shapes that moved when the step began
  std::vector<Motion>* motion = nullptr;  ///< of each body, before impacts
  EnergyRecorder* energy = nullptr;       ///< may be null
  Real dt = 0;
  JointFlight* flight = nullptr;  ///< of tied bodies; may be null if there are none
  StepStatus status = StepStatus::ok;
};

/// A part of the timeline, bound to the present step.
class TimelinePart {
 protected:
  explicit TimelinePart(TimelineStep& step) noexcept : step_(step) {}
  const WorldState& world() const noexcept { return *step_.world; }
  const BroadPairs& broad() const noexcept { return *step_.broad; }
  std::vector<Box>& reach() const noexcept { return *step_.reach; }
  const ContactPairs& pairs() const noexcept { return *step_.pairs; }
  const SolverWork& solver_work() const noexcept { return *step_.solver_work; }
  const ToiWork& toi() const noexcept { return *step_.toi; }
  const Motion& motion(Rank rank) const { return (*step_.motion)[rank]; }
  EnergyRecorder* energy() const noexcept { return step_.energy; }
  /// True if joints move the body: it is tied, and not held.
  bool is_tied(Rank rank) const { return motion(rank).tied && !motion(rank).held; }
  /// True if the body is of a group of tied bodies: such a group answers to impacts as a whole.
  bool is_of_group(Rank rank) const;
  Real dt() const noexcept { return step_.dt; }

  TimelineStep& step_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
