#pragma once
// Overlapping pairs among boxes. Not part of the public interface.

#include <bankshot/broad/level_grid.hpp>
#include <bankshot/broad/size_levels.hpp>
#include <bankshot/math/box.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct IndexPair {
  std::uint32_t a, b;  ///< a < b
  friend bool operator==(const IndexPair&, const IndexPair&) = default;
  friend auto operator<=>(const IndexPair&, const IndexPair&) = default;
};

/// A box in the columns and the boxes that it is tested against.
struct BoxTest {
  std::uint32_t at = 0;
  PlaceRange range{};
};

/// Limits the pairs of a finder to a number that fits in memory.
class PairSieve {
 public:
  explicit PairSieve(std::size_t most) : most_(most) {}
  PairSieve(const PairSieve&) = delete;
  PairSieve& operator=(const PairSieve&) = delete;
  virtual ~PairSieve() = default;

  /// The most pairs at a time.
  std::size_t most() const noexcept { return most_; }
  /// True if a pair matters: above that number, others are dropped.
  virtual bool matters(const IndexPair& pair) const = 0;

 private:
  std::size_t most_;
};

struct HitList;  // see pair_finder.cpp

/// All overlapping pairs among a set of boxes that is new each step. A few boxes are tested each with each. For many
/// there is a loose uniform grid rebuilt each time by counting sort, one level per power of two of box size, with
/// sorted cells instead of a table where boxes lie far out. The result is the exact set of overlapping (closed) pairs
/// of `boxes`, sorted by (a, b): it depends on nothing else, not on cell sizes. Keeps its memory between calls;
/// allocates only when a count exceeds its earlier peak. Boxes must be finite with lower <= upper, and fewer than 2^28.
///
/// Its memory is no state: a copy starts with none, an assignment keeps its own.
class PairFinder {
 public:
  PairFinder() = default;
  PairFinder(const PairFinder&) noexcept {}
  PairFinder(PairFinder&&) noexcept = default;
  PairFinder& operator=(const PairFinder&) noexcept { return *this; }
  PairFinder& operator=(PairFinder&&) noexcept = default;
  ~PairFinder() = default;

  /// Returns false if more pairs matter than the sieve allows; `pairs` then has some of them, in no order.
  bool find(std::span<const Box> boxes, std::vector<IndexPair>& pairs, const PairSieve* sieve = nullptr);

  /// True if the last find() dropped pairs.
  bool sifted() const noexcept { return sifted_; }

  /// Replaces `found` by the boxes of the last find() that overlap `box`, each once, in no particular order.
  void query(const Box& box, std::vector<std::uint32_t>& found) const;

 private:
  void test_each_with_each(std::vector<IndexPair>& pairs);
  void file(std::span<const Box> boxes);
  void within_tabulated(const LevelGrid& grid);
  void within_sorted(const LevelGrid& grid);
  void within_list(const LevelGrid& grid);
  void between(const LevelGrid& coarse, const LevelGrid& fine);
  void search_list(const LevelGrid& coarse, const LevelGrid& fine);
  void search_tabulated(const LevelGrid& coarse, const LevelGrid& fine);
  void search_sorted(const LevelGrid& coarse, const LevelGrid& fine);
  HitList hit_list();
  void put_in_order(std::size_t boxes, std::vector<IndexPair>& pairs);

  void look_up(const LevelGrid& grid, const Box& box, std::vector<std::uint32_t>& found) const;

  SizeLevels levels_;
  std::size_t filed_ = 0;  // number of levels in grids_; 0: all boxes are in few_
  std::vector<Box> few_;
  GridStorage storage_;
  std::vector<LevelGrid> grids_;
  std::vector<IndexPair> hits_;  // unsorted; the first hit_count_ are valid
  const PairSieve* sieve_ = nullptr;
  bool sifted_ = false, full_ = false;
  std::size_t hit_count_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
