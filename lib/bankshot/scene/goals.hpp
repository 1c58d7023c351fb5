#pragma once
#include <bankshot/scene/scene.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// A body that went in through a goal's line.
struct GoalHit {
  int goal = 0;  ///< index in scene.goals
  BodyId body;
};

/// Counts, step by step, the bodies that go in through the goals of a scene.
///
/// A body starts to go in when its centre of mass crosses the line from the outer to the inner side, between the two
/// ends (query/mouth.hpp); the crossing may be between two steps. It counts as soon as all of it is past the line. It
/// counts again only after its centre has come out. A body wider than the line is long never counts.
class BANKSHOT_API GoalCounter {
 public:
  /// `bodies` are those of the scene in its order, as add_bodies() returns them. They start where they are in `world`.
  GoalCounter(const Scene& scene, std::span<const BodyId> bodies, const World& world);

  /// Examines the world after a step and returns the bodies that went in during it. The span stays valid until the next
  /// call.
  std::span<const GoalHit> update(const World& world);

  int goals() const noexcept;
  int count(int goal) const;  ///< throws std::out_of_range

 private:
  /// One body at one goal.
  struct Watch {
    int goal = 0;
    BodyId body;
    Vec2 centre = Vec2::Zero();  ///< its last position, world
    bool entering = false;       ///< the centre has crossed between the ends
    bool counted = false;
  };
  bool enters(Watch& watch, const World& world) const;

  std::vector<SceneGoal> goals_;
  std::vector<Watch> watches_;
  std::vector<int> counts_;
  std::vector<GoalHit> hits_;
};

}  // namespace bankshot::BANKSHOT_ABI
