#pragma once
// The trajectories of the bodies that the timeline deals with in a step. Not part of the public interface.

#include <bankshot/world/bodies/trajectory.hpp>
#include <bankshot/world/impact/impact.hpp>
#include <bankshot/world/timeline/candidate.hpp>
#include <bankshot/world/timeline/timeline_step.hpp>

#include <memory>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A body gets a trajectory when it is first requested; until then, its motion is that of `Motion`. References stay
/// valid until the step ends.
class Trajectories : private TimelinePart {
 public:
  explicit Trajectories(TimelineStep& step) noexcept : TimelinePart(step) {}

  /// Forgets all trajectories.
  void clear();
  std::size_t size() const noexcept { return bodies_.size(); }
  /// The body of the i-th trajectory.
  Rank body(std::size_t i) const { return bodies_[i]; }

  bool has(Rank rank) const { return rank < path_of_.size() && path_of_[rank] != nullptr; }
  /// Creates the trajectory if the body has none yet.
  BANKSHOT_INLINE Trajectory& of(Rank rank) { return has(rank) ? *path_of_[rank] : create(rank); }
  /// The body must have a trajectory.
  Trajectory& operator[](Rank rank) { return *path_of_[rank]; }
  const Trajectory& operator[](Rank rank) const { return *path_of_[rank]; }

  /// Centre of A minus centre of B.
  V2 difference(Rank a, Rank b, Real time) { return difference(a, of(a), b, of(b), time); }
  /// Narrow-phase input of a pair at a time, for points within `reach` of one another.
  PairInput input_at(const PairKey& key, Real reach, Real time);
  /// The contact of a pair at a time.
  ContactGeometry geometry_at(const PairKey& key, Real reach, Real time);
  /// Velocities and inverse masses at a time, without arms.
  ImpactBody state_at(Rank rank, Real time);
  /// What the path of a body does not show of the velocity with which impacts meet it, and of its spin.
  struct Hidden {
    V2 linear;
    Real spin = 0;
  };
  Hidden hidden_at(Rank rank, Real time) const;

  /// True if the two are alike, and were awake when the step began.
  bool may_overlap(Rank a, Rank b);
  /// True if the body is held by the solver, or is not dynamic.
  bool stands(Rank rank) const;
  /// True if the solver moves the body.
  bool is_held(Rank rank) const;
  /// True if impacts may change the body's path.
  bool is_movable(Rank rank) const;
  /// True if its pairs are still to be predicted again.
  bool waits(Rank rank) const { return has(rank) && (*this)[rank].waits; }
  /// Closing speed of the paths at these points of A and of B; negative: separating.
  Real closing_speed_at(const Candidate& candidate, V2 normal, V2 arm_a, V2 arm_b, Real time) const;
  /// Upper bound, rad/s, of the angular velocity of a pair's normal: that of either body, except for discs.
  Real turning_normal(const Candidate& candidate) const;

 private:
  Trajectory& create(Rank rank);
  void begin_slide(Rank rank, Trajectory& path);
  V2 difference(Rank a, Trajectory& path_a, Rank b, Trajectory& path_b, Real time) const {
    return centre_difference(world().bodies.pose[a], world().bodies.pose[b]) +
           (placed(path_a, time).placed - placed(path_b, time).placed);
  }

  static constexpr std::size_t chunk = 16;
  std::vector<Trajectory*> path_of_;  ///< per body, or null; empty until there is one
  std::vector<Rank> bodies_;          ///< of the trajectories, in the order in which they were created
  std::vector<std::unique_ptr<Trajectory[]>> chunks_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
