#pragma once
// The groups of bodies that joints tie in a world. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/joints/joint_group.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A group of a world: dynamic bodies that joints tie to one another, and the other bodies that these are tied to. Such
/// another body belongs to each group that is tied to it.
struct TiedGroup {
  JointGroup joints;                 ///< places are relative to where `origin` was when they were loaded
  std::vector<Rank> ranks;           ///< of joints.bodies, ascending
  std::vector<std::uint32_t> slots;  ///< of joints.joints
  std::vector<bool> dynamic;         ///< of joints.bodies
  Rank origin = 0;                   ///< the body whose centre of mass is the origin: the first dynamic one
};

class TiedGroups {
 public:
  /// Finds the groups of a world whose ranks are up to date. Does nothing if its structure has not changed since.
  void update(const WorldState& world);
  std::span<TiedGroup> groups() noexcept { return groups_; }
  bool empty() const noexcept { return groups_.empty(); }
  /// The group of a dynamic body; `none` if it has none.
  std::uint32_t group_of(Rank rank) const { return groups_.empty() ? none : group_of_[rank]; }
  /// Bounds, for each tied body, the displacement of any of its points in a step of `dt` seconds, by the fastest of its
  /// group and what pulls at it. A whip may get farther. Empty if there are no groups.
  void bound_ways(const WorldState& world, Real dt, std::vector<Real>& ways) const;
  /// The two bodies of each joint between dynamic bodies.
  std::span<const RankPair> pairs() const noexcept { return pairs_; }

 private:
  struct Tie {
    Rank a = 0, b = 0;
    std::uint32_t slot = 0;
  };
  void list_ties(const WorldState& world);
  void join(const WorldState& world);
  void fill(const WorldState& world);
  Rank root(Rank rank);

  std::uint64_t stamp_ = 0;  ///< of the structure that the groups are of
  std::vector<Tie> ties_;
  std::vector<Rank> parent_;
  std::vector<std::uint32_t> group_of_;  ///< per body
  std::vector<RankPair> pairs_;
  std::vector<TiedGroup> groups_;
};

/// Puts the bodies of a group where they are in the world, with their velocities, accelerations and masses.
void load(const WorldState& world, TiedGroup& group);

/// Writes the turns of joints and their forces to the world, whose lists must be long enough. A force is the mean since
/// load(), over `dt` seconds.
void note_joints(WorldState& world, const TiedGroup& group, double dt);

/// Adds impulses that joints gave in answer to impacts, as pushed() gives them, to the forces of a step of `dt`
/// seconds. `alone`: true if they gave no others in it.
void note_blows(WorldState& world, const TiedGroup& group, std::span<const Triple> given, double dt, bool alone);

/// Wakes whole groups of which a body is awake, or which are tied to a kinematic body that moves. Returns true if any
/// body woke.
bool wake_tied(WorldState& world, TiedGroups& groups);

/// How far a body of a group has come since it was at `from`.
BANKSHOT_INLINE V2 way_of(const JointBody& from, const JointBody& now) {
  return {static_cast<Real>(now.place.x - from.place.x), static_cast<Real>(now.place.y - from.place.y)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
