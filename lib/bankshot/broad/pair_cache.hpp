#pragma once
// Overlapping pairs among boxes that hardly move. Not part of the public interface.

#include <bankshot/broad/pair_finder.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// All overlapping pairs among a set of boxes that may hardly have moved since the last call. If so, they are picked
/// from the pairs of larger boxes, found once and kept as long as each box stays in its larger one. The results are
/// those of PairFinder in any case; so are the preconditions on boxes. Saves 3.9 % of the instructions of
/// large_pyramid, 15 % of those of large_pyramid --quick, persistent pairs included.
///
/// Its memory is no state: a copy starts with none, an assignment keeps its own.
class PairCache {
 public:
  PairCache() = default;
  PairCache(const PairCache&) noexcept {}
  PairCache(PairCache&&) noexcept = default;
  PairCache& operator=(const PairCache&) noexcept { return *this; }
  PairCache& operator=(PairCache&&) noexcept = default;
  ~PairCache() = default;

  /// See PairFinder::find.
  void find(std::span<const Box> boxes, std::vector<IndexPair>& pairs);
  /// The same in two parts, for callers that split the second one among threads. Returns the number of kept pairs to
  /// pick from; if 0, `pairs` is already complete.
  std::size_t prepare(std::span<const Box> boxes, std::vector<IndexPair>& pairs, const PairSieve* sieve = nullptr);
  /// Writes those among the kept pairs that overlap to `pairs`, which has space for all; returns their number.
  static std::size_t pick(std::span<const Box> boxes, std::span<const IndexPair> among, IndexPair* pairs);
  /// True if prepare() found more pairs that matter than its sieve allows; `pairs` then has only some of them.
  bool crowded() const noexcept { return crowded_; }
  /// All kept pairs, by (a, b).
  std::span<const IndexPair> kept() const noexcept { return kept_; }
  /// Changes whenever the kept pairs may have changed.
  std::uint64_t stamp() const noexcept { return stamp_; }
  /// See PairFinder::query.
  void query(const Box& box, std::vector<std::uint32_t>& found) const;
  /// True if the last find() searched kept pairs only.
  bool picked() const noexcept { return picked_; }

 private:
  bool calm(std::span<const Box> boxes) const;
  void make_room(std::span<const Box> boxes);
  bool in_room(std::span<const Box> boxes) const;

  PairFinder finder_;
  std::vector<Box> last_;        ///< of the last call
  std::vector<Box> room_;        ///< the larger boxes; empty: nothing is kept
  std::vector<IndexPair> kept_;  ///< pairs of the larger boxes
  bool picked_ = false, crowded_ = false;
  std::uint64_t stamp_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
