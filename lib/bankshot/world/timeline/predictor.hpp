#pragma once
// Predicts the impacts of pairs on the present paths of their bodies. Not part of the public interface.
//
// It predicts impacts on a new path as late as possible. In a crowd, dozens of bodies are within reach for the rest of
// the step. Usually the body gets to none but the first of them: an impact comes before, and the path changes. So a
// pair that cannot meet before some time is queued with that time, and is swept when its turn comes.

#include <bankshot/world/timeline/closing_bound.hpp>
#include <bankshot/world/timeline/impact_queue.hpp>
#include <bankshot/world/timeline/met_pairs.hpp>
#include <bankshot/world/timeline/stuck_bodies.hpp>
#include <bankshot/world/timeline/surface_continuation.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Contacts of several pairs, found together.
struct ContactBatch {
  std::vector<PairInput> inputs;
  std::vector<ContactGeometry> contacts;  ///< of inputs[i]

  void clear() { inputs.clear(); }
  void find();
};

/// True if a pair overlaps by less than `depth` when the step ends.
bool ends_shallow(const ContactGeometry& end, Real depth);

class Predictor : private TimelinePart {
 public:
  Predictor(TimelineStep& step, Trajectories& paths, Candidates& candidates, ImpactQueue& queue,
            const StuckBodies& stuck, const MetPairs& met, SurfaceContinuation& surface, ContactBatch& batch) noexcept
      : TimelinePart(step),
        paths_(paths),
        candidates_(candidates),
        queue_(queue),
        stuck_(stuck),
        met_(met),
        surface_(surface),
        batch_(batch) {}

  /// Forgets the pairs that are listed.
  void clear() { to_sweep_.clear(), to_check_.clear(); }
  /// Voids the prediction of a pair, and lists it for predict() unless it need not be met.
  void add(std::uint32_t candidate, Real from);
  /// Predicts the listed pairs on their paths from `from` on. With `postpones`, those that cannot meet yet are swept
  /// when their time comes.
  void predict(Real from, bool postpones);
  /// Predicts all pairs of a body whose path has changed.
  void predict_again(Rank rank, Real time);
  /// Sweeps a pair that was postponed, from the beginning of its two paths.
  void sweep_postponed(std::uint32_t candidate);

  /// Returns the closing speed of a pair with this relative velocity over the rest of the step.
  Real closing_speed(const Candidate& candidate, V2 relative, Real time) const;
  /// Upper bound of the closing speed of any two points of the pair.
  Real approach_bound(const Candidate& candidate, Real time) const;

 private:
  /// What to do about a pair with new paths: nothing, a sweep, or a sweep unless it ends_shallow().
  enum class Decision : std::uint8_t { leave, sweep, check_end };
  /// A pair that may meet, as far as is known.
  struct Undecided {
    std::uint32_t candidate = 0;
    ClosingBound closing;
  };

  Decision decide(std::uint32_t candidate, Real from);
  bool stays_apart(Candidate& candidate, Real from);
  bool left_to_solver(const Candidate& candidate) const;
  Real way_left(const Candidate& candidate, Real time) const;
  void check_ends();
  ClosingBound closing_of(const Candidate& candidate, Real from) const;
  void bound(std::uint32_t candidate, Real from, bool postpones);
  bool postpone_parts(std::uint32_t candidate, Real from);
  Real slop_of(const Candidate& candidate) const;
  Real rounding_of(const Candidate& candidate, Real lengths) const;
  bool stays_clear(const Undecided& pair, const PairInput& in, V2 normal, Real from);
  bool postpone(const Undecided& pair, const ContactGeometry& now, Real time);
  bool postpone(std::uint32_t candidate, const ClosingBound& closing, Real gap, Real time);
  void sweep(std::uint32_t candidate, Real from);

  Trajectories& paths_;
  Candidates& candidates_;
  ImpactQueue& queue_;
  const StuckBodies& stuck_;
  const MetPairs& met_;
  SurfaceContinuation& surface_;
  ContactBatch& batch_;
  std::vector<std::uint32_t> to_sweep_, to_check_;  ///< candidates to be swept; those to be swept if they end deep
  std::vector<Undecided> undecided_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
