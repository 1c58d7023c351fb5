#pragma once
// Predicts the impacts on the paths that bodies have when the timeline begins. Not part of the public interface.

#include <bankshot/world/timeline/predictor.hpp>
#include <bankshot/world/timeline/solver_guard.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class FirstImpacts : private TimelinePart {
 public:
  FirstImpacts(TimelineStep& step, Trajectories& paths, Candidates& candidates, Predictor& predictor,
               PathLengths& lengths, ContactBatch& batch) noexcept
      : TimelinePart(step),
        candidates_(candidates),
        predictor_(predictor),
        batch_(batch),
        guard_(step, paths, lengths, batch) {}

  /// Predicts every pair that the solver does not have and that might meet, and those of the solver that it has failed
  /// to keep apart.
  void predict();

 private:
  /// A pair that is not known to stay apart. All of them are examined together.
  struct Undecided {
    PairKey key;
    std::uint32_t listed = 0;
    ClosingBound closing;
  };

  void measure_paths();
  PathBound path_of(Rank rank) const;
  void add_far();
  void pass_by(std::uint32_t i);
  void add_near(std::uint32_t near);
  void bound(const PairKey& key, std::uint32_t listed, const ClosingBound& closing);
  void decide();
  void add(std::uint32_t listed);

  Candidates& candidates_;
  Predictor& predictor_;
  ContactBatch& batch_;
  SolverGuard guard_;
  std::vector<PathBound> paths_;  ///< per body, filled if many pairs need them
  std::vector<Undecided> undecided_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
