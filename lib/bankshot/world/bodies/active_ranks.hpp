#pragma once
// Which bodies a step has to look at. Not part of the public interface.
//
// A step keeps many arrays with an entry for each body, and most entries say the same of all that rests. So a stage
// that makes such an array goes over the stretches of ranks in which anything moves. What lies between them was written
// when the set of moving bodies last changed: then there is one stretch of all ranks. What sleeps costs what
// moves next to nothing.

#include <bankshot/world/bodies/body.hpp>
#include <bankshot/world/threads/thread_team.hpp>

#include <algorithm>
#include <atomic>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether a body may move in a step: awake, and not fixed.
inline bool may_move(const BodyFlags& flags) noexcept { return flags.awake && flags.type != BodyType::fixed; }

/// Ranks of active bodies, in stretches that hold some others as well. A cache: a copy begins with all ranks.
class ActiveRanks {
 public:
  ActiveRanks() = default;
  ActiveRanks(const ActiveRanks&) noexcept {}
  ActiveRanks& operator=(const ActiveRanks&) noexcept { return *this = ActiveRanks(); }
  ActiveRanks(ActiveRanks&&) noexcept = default;
  ActiveRanks& operator=(ActiveRanks&&) noexcept = default;

  /// A body woke, fell asleep, or is of another type: all ranks are to be looked at once more.
  void disturb() noexcept { disturbed_ = true; }
  /// When a step begins. `stamp`: of the structure, see StructureMark.
  void begin(const std::vector<BodyFlags>& flags, std::uint64_t stamp);
  /// When bodies may have woken within the step.
  void update(const std::vector<BodyFlags>& flags);

  /// Changes whenever any body's type does, or whether it is awake; no two worlds have one at the same time.
  std::uint64_t version() const noexcept { return version_; }
  /// Calls visit(rank) for each rank of each stretch, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Stretch& stretch : stretches_) {
      for (Rank rank = stretch.begin; rank < stretch.end; ++rank) visit(rank);
    }
  }
  /// As ThreadTeam::ranges(), but a piece may be called with several ranges, one after the other.
  template <class Work>
  void ranges(const ThreadTeam& team, std::size_t least, Work&& work) const;
  /// As ThreadTeam::any_range(), likewise; asks all ranges.
  template <class Question>
  bool any_range(const ThreadTeam& team, std::size_t least, Question&& question) const;
  /// Into how many pieces ranges() cuts.
  int pieces(const ThreadTeam& team, std::size_t least) const noexcept { return team.pieces(count(), least); }

 private:
  struct Stretch {
    Rank begin = 0, end = 0;
    std::size_t before = 0;  ///< ranks in the stretches before
  };
  void take_all(std::size_t bodies);
  void find_stretches(const std::vector<BodyFlags>& flags);
  bool holds_all(const std::vector<BodyFlags>& flags) const;
  std::size_t count() const noexcept {
    return stretches_.empty() ? 0 : stretches_.back().before + (stretches_.back().end - stretches_.back().begin);
  }

  std::vector<Stretch> stretches_;
  std::uint64_t stamp_ = 0, version_ = 0;
  bool whole_ = false;     ///< one stretch of all ranks
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
      work(Range{range.piece, stretch.begin + from, stretch.begin + to});
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
