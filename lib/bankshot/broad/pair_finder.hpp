#pragma once
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

/// Keeps the pairs that a finder finds to a number that memory can hold.
class PairSieve {
 public:
  explicit PairSieve(std::size_t most) : most_(most) {}
  PairSieve(const PairSieve&) = delete;
  PairSieve& operator=(const PairSieve&) = delete;
  virtual ~PairSieve() = default;

  /// So many pairs at a time.
  std::size_t most() const noexcept { return most_; }
  /// Whether a pair matters: where there are more than that, those that do not are left out.
  virtual bool matters(const IndexPair& pair) const = 0;

 private:
  std::size_t most_;
};

struct HitList;  // see pair_finder.cpp

/// All overlapping pairs among a set of boxes that is new each step: of a few each is tested with each, for many a
/// loose uniform grid rebuilt from nothing by counting sort, one level per power of two of box size, cells sorted
/// instead of tabulated where boxes lie far out. The answer is the exact set of overlapping (closed) pairs of `boxes`,
/// sorted by (a, b): it depends on nothing else, not on cell sizes. Keeps its memory between calls; allocates only when
/// a count passes its earlier peak. Boxes must be finite with lower <= upper, and fewer than 2^28.
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

  /// False: more matter than the sieve allows, and `pairs` has some of them, in no order.
  bool find(std::span<const Box> boxes, std::vector<IndexPair>& pairs, const PairSieve* sieve = nullptr);

  /// Whether the last find() left pairs out.
  bool sifted() const noexcept { return sifted_; }

  /// Which of the boxes of the last find() overlap `box`, each once, in no particular order; they take the place of
  /// what was in `found`.
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
  std::size_t filed_ = 0;  // levels that are filed in grids_; 0: they are all in few_
  std::vector<Box> few_;
  GridStorage storage_;
  std::vector<LevelGrid> grids_;
  std::vector<IndexPair> hits_;  // as they are found; the first hit_count_ are valid
  const PairSieve* sieve_ = nullptr;
  bool sifted_ = false, full_ = false;
  std::size_t hit_count_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
