#pragma once
// Bodies that a step has to examine. Not part of the public interface.
//
// A step keeps many arrays with an entry for each body, and for all resting bodies most entries are the same. So a
// stage that fills such an array walks the stretches of ranks in which anything moves. The entries between them were
// written when the set of moving bodies last changed: then there is one stretch of all ranks. So sleeping bodies cost
// the moving ones next to nothing.

#include <bankshot/world/bodies/body.hpp>
#include <bankshot/world/threads/thread_team.hpp>

#include <algorithm>
#include <atomic>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a body may move in a step: awake, and not fixed.
inline bool may_move(const BodyFlags& flags) noexcept { return flags.awake && flags.type != BodyType::fixed; }

/// True if forces and contacts move a body. A sleeping one stands firm until it wakes with the next step.
inline bool gives_way(const BodyFlags& flags) noexcept { return flags.awake && flags.type == BodyType::dynamic; }

/// Stretches of ranks that contain all active bodies, and some others. A cache: a copy begins with all ranks.
class ActiveRanks {
 public:
  ActiveRanks() = default;
  ActiveRanks(const ActiveRanks&) noexcept {}
  ActiveRanks& operator=(const ActiveRanks&) noexcept { return *this = ActiveRanks(); }
  ActiveRanks(ActiveRanks&&) noexcept = default;
  ActiveRanks& operator=(ActiveRanks&&) noexcept = default;

  /// Notes that a body woke, fell asleep, or changed its type: all ranks must be examined once more.
  void disturb() noexcept { disturbed_ = true; }
  /// Called when a step begins. `stamp`: of the structure, see StructureMark.
  void begin(const std::vector<BodyFlags>& flags, std::uint64_t stamp);
  /// Called when bodies may have woken within the step.
  void update(const std::vector<BodyFlags>& flags);

  /// Changes whenever a body's type or its sleep state does; unique among all worlds.
  std::uint64_t version() const noexcept { return version_; }
  /// Calls visit(rank) for each rank of each stretch, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Stretch& stretch : stretches_) {
      for (Rank rank = stretch.begin; rank < stretch.end; ++rank) visit(rank);
    }
  }
  /// Like ThreadTeam::ranges(), but a chunk may be called with several ranges, one after the other.
  template <class Work>
  void ranges(const ThreadTeam& team, std::size_t least, Work&& work) const;
  /// Like ThreadTeam::any_range(), with the same difference; asks all ranges.
  template <class Question>
  bool any_range(const ThreadTeam& team, std::size_t least, Question&& question) const;
  /// The number of chunks that ranges() makes.
  int chunks(const ThreadTeam& team, std::size_t least) const noexcept { return team.chunks(count(), least); }

 private:
  struct Stretch {
    Rank begin = 0, end = 0;
    std::size_t before = 0;  ///< number of ranks in the stretches before
  };
  void take_all(std::size_t bodies);
  void find_stretches(const std::vector<BodyFlags>& flags);
  bool holds_all(const std::vector<BodyFlags>& flags) const;
  std::size_t count() const noexcept {
    return stretches_.empty() ? 0 : stretches_.back().before + (stretches_.back().end - stretches_.back().begin);
  }

  std::vector<Stretch> stretches_;
  std::uint64_t stamp_ = 0, version_ = 0;
  bool whole_ = false;     ///< true if there is one stretch of all ranks
  bool disturbed_ = true;  ///< since the last step began
};

template <class Work>
void ActiveRanks::ranges(const ThreadTeam& team, std::size_t least, Work&& work) const {
  team.ranges(count(), least, [&](const Range& range) {
    for (const Stretch& stretch : stretches_) {
      const std::size_t length = stretch.end - stretch.begin;
      if (stretch.before >= range.end) break;
      if (stretch.before + length <= range.begin) continue;
      const std::size_t from = std::max(range.begin, stretch.before) - stretch.before;
      const std::size_t to = std::min(range.end - stretch.before, length);
      work(Range{range.chunk, stretch.begin + from, stretch.begin + to});
    }
  });
}

template <class Question>
bool ActiveRanks::any_range(const ThreadTeam& team, std::size_t least, Question&& question) const {
  std::atomic<bool> yes = false;
  ranges(team, least, [&](const Range& range) {
    if (question(range)) yes.store(true, std::memory_order_relaxed);
  });
  return yes.load(std::memory_order_relaxed);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
