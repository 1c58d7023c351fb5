#pragma once
// Resolves all impacts within a step, in order of time. Not part of the public interface.
//
// The solver has moved the held bodies; all others fly parabolas. The timeline sweeps the pairs that the solver does
// not have. It resolves the earliest impact by the law of impact. Both bodies continue on new paths for the rest of the
// step, and their pairs are swept again.
//
// A held body keeps its path: an impact in this step changes its velocity, which the solver passes on to its neighbours
// in the next step. The other body must not enter that path, so its path is corrected for the rest of the step; it
// keeps the velocity that the impact gave it for later. If two held bodies meet, the approaching one waits. Only if
// they meet so fast that they might pass one another are both released: from then on they fly, and their resting
// contacts are swept like all other pairs.
//
// The class drives the parts, each of which stands in a file of its name: trajectories, candidates, impact_queue;
// first_impacts, predictor, out_of_bounds, which fill the queue; impact_resolver, which takes from it; expanded_reach,
// which finds what a body may meet on a new path.

#include <bankshot/world/timeline/first_impacts.hpp>
#include <bankshot/world/timeline/free_share.hpp>
#include <bankshot/world/timeline/impact_resolver.hpp>
#include <bankshot/world/timeline/out_of_bounds.hpp>
#include <bankshot/world/timeline/table_slides.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline {
 public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Begins a step. The world, and what else it points to, must stay until the next one begins.
  void begin(const TimelineStep& step);

  /// Predicts the first impacts on the paths in `motion`. May be called again after these have changed, as long as no
  /// impact has been run. `stops`: friction on a table stops some body.
  void predict_all(bool stops);

  /// Collects, by key, the predicted impacts that the solver may take over as speculative contacts: see
  /// speculation.hpp.
  void foresee(std::vector<SpeculativeContact>& contacts);

  /// Pairs, by key, that are in no list of the step's pairs: their bodies were thrown farther by the solver than was
  /// expected.
  std::span<const ToiCandidate> out_of_bounds() const noexcept { return out_of_bounds_.pairs_found(); }

  /// Runs all impacts. Writes velocities to the world, paths to `motion` and impacts to the world's list; wakes the
  /// bodies that are hit.
  StepStatus run();

  /// After run(): returns the fraction of the displacement `way` that all `ranks` (in rank order) can move beyond the
  /// ends of their paths without meeting another body, each of which is at the end of its own path.
  Real share_free(std::span<const Rank> ranks, V2 way) { return free_share_.of(ranks, way); }

  /// Pairs that had an impact in this step, by key.
  std::span<const PairKey> met() const noexcept { return met_.keys(); }
  /// Shapes that slept when the step began and were hit.
  std::span<const WokenShape> woken() const noexcept { return reach_.woken(); }
  /// How far bodies moved.
  const PathLengths& lengths() const noexcept { return lengths_; }
  /// After run(): the shapes of which the contact hook had any contact ignored in this step, sorted.
  std::span<const IndexPair> ignored() const noexcept { return ignored_; }
  /// Calls visit(key) for each pair that may have met although it is in no list of the step's pairs.
  template <class Visit>
  void for_each_found(Visit&& visit) const;

 private:
  void finish();
  void list_ignored();
  void land(Rank rank);
  void predict_changed(Real time);
  void stop_sliding();

  TimelineStep step_;
  Trajectories paths_{step_};
  TableSlides slides_{step_, paths_};
  Candidates candidates_{step_, paths_};
  ImpactQueue queue_{step_, paths_, candidates_};
  MetPairs met_;
  StuckBodies stuck_{step_, paths_, candidates_};
  SurfaceContinuation surface_{step_, paths_};
  ContactBatch batch_;
  Predictor predictor_{step_, paths_, candidates_, queue_, stuck_, met_, surface_, batch_};
  PathLengths lengths_{step_};
  FirstImpacts first_impacts_{step_, paths_, candidates_, predictor_, lengths_, batch_};
  ExpandedReach reach_{step_, paths_, candidates_};
  OutOfBounds out_of_bounds_{step_, candidates_, reach_, predictor_};
  FreeShare free_share_{step_, reach_};
  std::vector<IndexPair> ignored_;
  ImpactResolver resolver_{step_, paths_, candidates_, predictor_, stuck_, met_, surface_, reach_, batch_};
};

template <class Visit>
void Timeline::for_each_found(Visit&& visit) const {
  for (std::uint32_t place = 0; place < candidates_.size(); ++place) {
    if (!candidates_[place].listed) visit(candidates_[place].key);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
