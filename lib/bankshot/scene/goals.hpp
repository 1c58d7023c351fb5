#pragma once
#include <bankshot/scene/scene.hpp>

#include <span>
#include <utility>
#include <vector>

namespace bankshot::inline BANKSHOT_ABI {

/// A body that went in through a goal's line.
struct GoalHit {
  int goal = 0;  ///< place in scene.goals
  BodyId body;
};

/// Counts, step by step, the bodies that go in through the goals of a scene. A body counts at a goal when its whole
/// outline has passed the line from the outside between the two ends; it counts again only after it has come out.
class BANKSHOT_API GoalCounter {
 public:
  /// `bodies` are those of the scene, in its order, as add_bodies() and World::bodies() give them.
  GoalCounter(const Scene& scene, std::span<const BodyId> bodies, const World& world);

  /// Looks at the world after a step; returns what went in during it. The span stays valid until the next call.
  std::span<const GoalHit> update(const World& world);

  int count(int goal) const { return counts_[static_cast<std::size_t>(goal)]; }
  int goals() const noexcept { return static_cast<int>(counts_.size()); }

 private:
  struct Watch;
  std::vector<int> counts_;
  std::vector<GoalHit> hits_;
};

}  // namespace bankshot::inline BANKSHOT_ABI
