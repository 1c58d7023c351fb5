#pragma once
// Keeps the paths of a pair apart if they differ from the velocities of its bodies. Not part of the public interface.

#include <bankshot/world/impact/impact.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>
#include <bankshot/world/timeline/path_changes.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class PathCorrection : private TimelinePart {
 public:
  PathCorrection(TimelineStep& step, Trajectories& paths, PathChanges& changes) noexcept
      : TimelinePart(step), paths_(paths), changes_(changes) {}

  /// Keeps the paths of a pair from crossing if a held or stopped body's path does not show the velocity it was given.
  /// The velocities of the bodies stay as the impact left them.
  void separate(Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                Real time);
  /// Bodies of groups that were led aside since clear(): they have new paths. May have some of them twice.
  const std::vector<Rank>& led() const noexcept { return led_; }
  void clear() { led_.clear(); }

 private:
  struct Lack {
    Real speed = 0;       ///< by which the paths do not separate fast enough
    int point = 0;        ///< where that is most
    bool closes = false;  ///< true if a point closes by the velocities of the bodies as well
  };

  /// A change of a path, and the impulse on the body that would have it made.
  struct Lead {
    PathChange change;
    Triple impulse;
  };

  Lack lack_of(Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
               Real time) const;
  Lead lead_along(Rank rank, V2 normal, V2 arm, Real speed, Real time);
  void lead(Rank rank, const Lead& by, Real time);
  bool leads_group(Rank rank) const;
  Real share_of(Rank rank_a, Rank rank_b, V2 normal, Real time) const;
  bool leaps(Rank rank, V2 change) const;
  bool jams(Rank rank, V2 change, Real most, Real time);

  Trajectories& paths_;
  PathChanges& changes_;
  std::vector<TiedChange> group_;  ///< changes of one group
  std::vector<Rank> led_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
