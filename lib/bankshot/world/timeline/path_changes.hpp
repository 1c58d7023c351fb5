#pragma once
// Releases bodies from their contacts within a step, stops them, and changes their paths. Not part of the public
// interface.

#include <bankshot/world/timeline/expanded_reach.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A change of the velocity of a path.
struct PathChange {
  V2 linear;
  Real angular = 0;
};
struct TiedChange;
PathChange path_change(const TiedChange& of);

class PathChanges : private TimelinePart {
 public:
  PathChanges(TimelineStep& step, Trajectories& paths, const Candidates& candidates, ExpandedReach& reach) noexcept
      : TimelinePart(step), paths_(paths), candidates_(candidates), reach_(reach) {}

  /// Lets a held body fly from here on; `keeps`: with the velocity that the solver gave it.
  void release(Rank rank, Real time, bool keeps = false);
  /// Releases a held body, which continues with the velocity that impacts have added.
  void follow_velocity(Rank rank, Real time);
  /// The same for any body, which then ends with that velocity. Returns false if its path already does, or if the body
  /// lies so deep in a movable one that it has no room for that.
  bool try_follow_velocity(Rank rank, Real time);
  /// Stops a body for the rest of the step, and all that joints tie to it: they would come off it.
  void stop(Rank rank, Real time, StepStatus why);
  /// The tied bodies that have been stopped since the last clear_stopped().
  std::span<const Rank> stopped() const noexcept { return stopped_; }
  void clear_stopped() noexcept { stopped_.clear(); }
  /// Adds to the velocity of a path without changing that of the body. Wakes a sleeping body, since it would not move.
  void correct(Rank rank, const PathChange& by, Real time);
  /// Adds to the velocity of a body whose path does not show it.
  void defer(Rank rank, V2 linear, Real angular, Real time);
  /// Predicts the pairs of a held body once more.
  void predict_once_more(Rank rank, Real time);

  /// True if a held body rests on nothing that can be moved.
  bool rests_on_firm(Rank rank) const;
  /// True if a body that rests on firm bodies only meets another part of a fixed shape that it rests on, see
  /// corner.hpp.
  bool in_a_corner(const Candidate& candidate, Rank rank) const;
  /// True if `way` is farther than the solver could make up for, and the held body touches movable bodies and has room.
  bool is_far(Rank rank, V2 way) const;

 private:
  void let_go(Rank rank, Real time, bool keeps);
  void stop_one(Rank rank, Real time, StepStatus why);

  Trajectories& paths_;
  const Candidates& candidates_;
  ExpandedReach& reach_;
  std::vector<Rank> stopped_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
