#pragma once
// Falling asleep and waking up. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/islands/island.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Which islands wake when the next step begins. There may be as many as bodies: asking takes a logarithm.
class QueuedIslands {
 public:
  explicit QueuedIslands(const WorldState& world) : labels_(world.wake_islands) {
    std::sort(labels_.begin(), labels_.end());
  }
  /// Of a body's label; 0, that of who is in none, is not queued.
  bool has(std::uint32_t label) const {
    return label != 0 && std::binary_search(labels_.begin(), labels_.end(), label);
  }

 private:
  std::vector<std::uint32_t> labels_;  // in order
};

/// Wakes the islands whose label was queued, moves their contacts back among the awake ones.
void wake_queued_islands(WorldState& world);

/// Wakes who sleeps and will be hit in this step by something that moves, and who those may be pushed into, on and on.
/// `pairs` is as find_pairs() left it, and if that woke anybody out of date but for `pushed`. `is_pushed` is memory to
/// work in.
bool wake_ahead(WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& is_pushed);

/// Queues for waking, when the next step begins, whoever sleeps and is touched by something that moves.
void wake_touched(WorldState& world, const PairSet& pairs);

/// Memory that update_sleep() works in.
struct SleepScratch {
  std::vector<Real> still;  ///< per group of islands, how long all of it has been still
  std::vector<Rank> group;  ///< per body
};

/// Counts how long bodies have been still and puts islands to sleep that have been still long enough, those
/// that touch together. `books` may be
/// null.
void update_sleep(WorldState& world, const PairSet& pairs, const std::vector<Motion>& motion, const Islands& islands,
                  Real dt, SleepScratch& scratch, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
