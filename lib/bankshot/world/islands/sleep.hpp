#pragma once
// Sleeping and waking. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/islands/island.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Islands that wake when the next step begins. There may be as many as bodies: has() takes logarithmic time.
class QueuedIslands {
 public:
  explicit QueuedIslands(const WorldState& world) : labels_(world.wake_islands) {
    std::sort(labels_.begin(), labels_.end());
  }
  /// `label`: a body's; 0, the label of bodies in no island, is not queued.
  bool has(std::uint32_t label) const {
    return label != 0 && std::binary_search(labels_.begin(), labels_.end(), label);
  }

 private:
  std::vector<std::uint32_t> labels_;  // sorted
};

/// Wakes the islands whose label was queued, and moves their contacts back to the awake ones.
void wake_queued_islands(WorldState& world);

/// Queues the islands of sleeping bodies that a moving one touches, to wake when the next step begins.
void wake_touched(WorldState& world, const ContactPairs& pairs);

/// Working memory of update_sleep().
struct SleepScratch {
  std::vector<Real> still;  ///< per group of islands, time for which all of it has been still
  std::vector<Rank> group;  ///< per body
};

/// Counts how long bodies have been still, and puts islands to sleep that have been still long enough; islands that
/// touch do so together. `books` may be null.
void update_sleep(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                  const std::vector<Motion>& motion, const Islands& islands, Real dt, SleepScratch& scratch,
                  EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
