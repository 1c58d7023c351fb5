#pragma once
// Bodies that lie deep in others, and two that overlap in many parts. Not part of the public interface.
//
// An impact separates two parts along the normal between them. If a body of many parts lies deep in another one, those
// normals point in all directions: the impact of one pair of parts throws the next pair together, and none of them
// leads out. Each pair of parts would go through all the impacts that it may have, and each of these predicts all pairs
// anew: the work would grow with the square of the number of parts. So the two bodies together have as many impacts as
// one pair may have, and then move as one until the step ends. The solver of the next step pushes them apart.
//
// The same holds for a body that lies deep in many fixed and kinematic ones: all these pairs together have as many
// impacts as one pair may have. Then the body stands still until the step ends.
//
// Such pairs need not be deeper than others. A body that is held in a heap of them, or stopped there and led on by
// moving ones, may meet each of them as often as one pair may. So for a body that does not fly, the impacts with all
// fixed and kinematic bodies together are bounded, as those of a flying body are. Then it stands still. After as many
// more impacts, which led it on before kinematic bodies, those pass over it, and the next step's solver pushes it out.

#include <bankshot/world/timeline/candidates.hpp>

#include <optional>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class PathChanges;

class StuckBodies : private TimelinePart {
 public:
  StuckBodies(TimelineStep& step, Trajectories& paths, const Candidates& candidates) noexcept
      : TimelinePart(step), paths_(paths), candidates_(candidates) {}

  void clear() { stuck_.clear(); }

  /// True if a pair is left to the next step's solver. Only a pair with a stopped body is.
  bool is_left(const Candidate& candidate) const {
    return is_stuck(candidate) || is_spent(candidate) || is_crushed(candidate);
  }
  /// Counts an impact of a pair with a fixed or kinematic body, and stops the other body once it is out of such
  /// impacts.
  void count_hit(const Candidate& candidate, Real time, PathChanges& changes);
  /// Counts an impact of two bodies that are deep in one another in more than one pair of their parts. Returns true if
  /// that uses up their impacts, of which there are `most`.
  bool are_stuck(const Candidate& candidate, int most);
  /// Lets two bodies that are out of impacts move as one: they stand still, or move with the kinematic one.
  void hold_together(const Candidate& candidate, Real time, PathChanges& changes);

 private:
  struct Path {
    V2 velocity, acceleration;
    Real spin = 0;
    friend bool operator==(const Path&, const Path&) = default;
  };
  struct StuckPair {
    RankPair bodies;
    int hits = 0;
    std::optional<Path> as_one[2];  ///< their common motion once they are out of impacts
  };

  bool is_sunk(const Candidate& candidate) const;
  std::optional<Rank> against_firm(const Candidate& candidate) const;
  bool is_stuck(const Candidate& candidate) const;
  bool is_spent(const Candidate& candidate) const;
  bool is_crushed(const Candidate& candidate) const;
  void stop_sunk(const Candidate& candidate, Real time, PathChanges& changes);
  void stop_crushed(const Candidate& candidate, Real time, PathChanges& changes);
  std::vector<StuckPair>::iterator find(const RankPair& bodies);
  Path path_of(Rank rank) const;

  Trajectories& paths_;
  const Candidates& candidates_;
  std::vector<StuckPair> stuck_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
