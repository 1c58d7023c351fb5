#include <bankshot/broad/pair_finder.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// For each set of eight lanes the indices of its lanes, ascending: a byte each, the first one lowest.
[[maybe_unused]] constexpr std::array<std::uint64_t, 256> places_of_bits = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t bits = 0; bits < table.size(); ++bits) {
    int count = 0;
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      if ((bits >> lane & 1u) != 0) table[bits] |= lane << (8 * count++);
    }
  }
  return table;
}();

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/broad/box_tests_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// Destination of hits. A sieve bounds their number at a time, and so the memory. At that number, hits that do not
// matter are dropped. If more than half of them remain, there are too many, and the search ends: so each sifting is
// paid for by half as many new hits. If any were sifted, only those that matter remain in the end: the order in which
// hits are found has no effect.
struct HitList {
  std::vector<IndexPair>& store;
  std::size_t& count;
  const PairSieve* sieve;
  bool &sifted, &full;

  std::size_t most() const { return sieve == nullptr ? store.max_size() : sieve->most(); }

  void use_all_room() { store.resize(std::min(store.capacity(), most())); }

  // Makes room for one more; returns false if that is one too many.
  bool grow() {
    if (count == most()) {
      sift();
    } else {
      make_room(store, std::max<std::size_t>(256, count + 1));
      use_all_room();
    }
    return !full;
  }

  void sift() {
    sifted = true;
    const auto end = store.begin() + static_cast<std::ptrdiff_t>(count);
    const auto kept = std::remove_if(store.begin(), end, [&](const IndexPair& pair) { return !sieve->matters(pair); });
    count = static_cast<std::size_t>(kept - store.begin());
    full = count > most() / 2;
  }
};

namespace {

// The most boxes for which testing each with each is faster than a grid: one by one, or per lane of a vector, in which
// a box is tested against four vectors of others on average. Saves 6 % of the instructions of pinball --quick.
constexpr std::size_t few_boxes = 16, few_for_each_lane = 8;

BANKSHOT_INLINE IndexPair ordered(std::uint32_t i, std::uint32_t j) {
  return i < j ? IndexPair{i, j} : IndexPair{j, i};
}

// Tests boxes against ranges of places, several tests at a time, and appends the pairs to a vector whose size stays
// ahead of its count. finish() runs the tests still waiting: it may allocate, so the destructor does not do it.
class Hits {
 public:
  Hits(const BoxColumns& columns, HitList list)
      : columns_(columns), list_(list), store_(list.store), count_(list.count) {}
  Hits(const Hits&) = delete;
  Hits& operator=(const Hits&) = delete;

  // Tests the box at a place against a range.
  BANKSHOT_INLINE void test(std::uint32_t at, PlaceRange range) {
    if (waiting_ == tests_.size()) flush();
    tests_[waiting_++] = {at, range};
    most_ += range.end - range.begin;
  }
  void finish() { flush(); }

 private:
  void flush() {
    if (list_.full) waiting_ = most_ = 0;
    if (!fits(most_)) list_.use_all_room();
    if (fits(most_)) {
      run(tests_.data(), waiting_);
    } else {
      for (std::size_t i = 0; i < waiting_; ++i) test_in_pieces(tests_[i]);
    }
    waiting_ = most_ = 0;
  }

  bool fits(std::size_t more) const { return count_ + more + BoxColumns::spare <= store_.size(); }

  void run(const BoxTest* tests, std::size_t count) {
    static constexpr auto kernel = BANKSHOT_PER_WIDTH(test_boxes);
    count_ += kernel[active_width()](columns_, tests, static_cast<int>(count), store_.data() + count_);
  }

  void test_in_pieces(const BoxTest& test) {
    for (PlaceRange left = test.range; left.begin < left.end && !list_.full; left.begin += BoxColumns::spare) {
      const BoxTest piece{test.at, {left.begin, std::min<std::uint32_t>(left.begin + BoxColumns::spare, left.end)}};
      if (fits(BoxColumns::spare)) {
        run(&piece, 1);
      } else {
        test_one_by_one(piece);
      }
    }
  }

  // For a range that might not fit: grows only if a hit really does not fit.
  void test_one_by_one(const BoxTest& test) {
    const Box box = columns_.box(test.at);
    for (std::size_t at = test.range.begin; at < test.range.end; ++at) {
      if (!overlaps(columns_.box(at), box)) continue;
      if (count_ == store_.size() && !list_.grow()) return;
      store_[count_++] = ordered(columns_.id[test.at], columns_.id[at]);
    }
  }

  const BoxColumns& columns_;
  HitList list_;
  std::vector<IndexPair>& store_;
  std::size_t& count_;
  std::size_t waiting_ = 0, most_ = 0;  // tests, and an upper bound of their pairs
  std::array<BoxTest, 64> tests_;
};

void test_one_by_one(std::span<const Box> boxes, std::vector<IndexPair>& pairs) {
  pairs.clear();
  const auto count = static_cast<std::uint32_t>(boxes.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (overlaps(boxes[a], boxes[b])) pairs.push_back({a, b});
    }
  }
}

}  // namespace

HitList PairFinder::hit_list() { return {hits_, hit_count_, sieve_, sifted_, full_}; }

bool PairFinder::find(std::span<const Box> boxes, std::vector<IndexPair>& pairs, const PairSieve* sieve) {
  sieve_ = sieve, sifted_ = full_ = false;
  few_.clear();
  filed_ = 0;
  if (boxes.size() <= std::max(few_boxes, few_for_each_lane * static_cast<std::size_t>(width_lanes(active_width())))) {
    few_.assign(boxes.begin(), boxes.end());
    boxes.size() <= few_boxes ? test_one_by_one(boxes, pairs) : test_each_with_each(pairs);
    std::size_t count = pairs.size();
    HitList list{pairs, count, sieve, sifted_, full_};
    if (count > list.most()) list.sift();
    pairs.resize(count);
    return !full_;
  }
  file(boxes);
  hit_count_ = 0;
  if (hits_.size() > hit_list().most()) hits_.resize(hit_list().most());
  const std::size_t levels = levels_.count();
  for (std::size_t fine = 0; fine < levels; ++fine) {
    const LevelGrid& grid = grids_[fine];
    switch (grid.kind()) {
      case LevelGrid::Kind::list: within_list(grid); break;
      case LevelGrid::Kind::tabulated: within_tabulated(grid); break;
      case LevelGrid::Kind::sorted: within_sorted(grid); break;
    }
    for (std::size_t coarse = 0; coarse < fine; ++coarse) between(grids_[coarse], grid);
  }
  if (sifted_ && !full_) hit_list().sift();
  if (full_) {
    hits_.resize(hit_count_);
    hits_.swap(pairs);
    return false;
  }
  put_in_order(boxes.size(), pairs);
  return true;
}

// Tests each box against all behind it, which gives the order of pairs.
void PairFinder::test_each_with_each(std::vector<IndexPair>& pairs) {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(test_boxes);
  const auto count = static_cast<std::uint32_t>(few_.size());
  const Width width = width_for(count, active_width());
  storage_.columns.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) storage_.columns.set(i, few_[i], i);
  hit_count_ = 0;
  for (std::uint32_t at = 0; at + 1 < count; ++at) {
    const std::size_t most = hit_count_ + (count - at) + BoxColumns::spare;
    make_room(hits_, most);
    if (hits_.size() < most) hits_.resize(hits_.capacity());
    const BoxTest test{at, {at + 1, count}};
    hit_count_ += kernel[width](storage_.columns, &test, 1, hits_.data() + hit_count_);
  }
  resize_anew(pairs, hit_count_);
  std::copy_n(hits_.begin(), hit_count_, pairs.begin());
}

void PairFinder::file(std::span<const Box> boxes) {
  levels_.split(boxes);
  storage_.columns.reserve(boxes.size());
  grow_to(grids_, levels_.count());
  std::uint32_t begin = 0;
  std::size_t table = 0;
  for (std::size_t level = 0; level < levels_.count(); ++level) {
    table = grids_[level].build(boxes, levels_.members(level), begin, table, storage_);
    begin = grids_[level].places().end;
  }
  filed_ = levels_.count();
}

// Within a level each box tests only those behind it: in its own cell, in the cell to its right, and in the three cells
// of the next row. Cells of a row are consecutive, hence two ranges.
void PairFinder::within_tabulated(const LevelGrid& grid) {
  Hits hits(storage_.columns, hit_list());
  const std::uint32_t* const start = storage_.start.data() + grid.table();
  const auto row = static_cast<std::size_t>(grid.row_length());
  for (std::uint32_t at = grid.places().begin; at < grid.places().end; ++at) {
    const std::size_t cell = storage_.cell[at];
    hits.test(at, {at + 1, start[cell + 2]});
    hits.test(at, {start[cell + row - 1], start[cell + row + 2]});
  }
  hits.finish();
}

// The same for sorted cells: both ranges only ever move forward.
void PairFinder::within_sorted(const LevelGrid& grid) {
  Hits hits(storage_.columns, hit_list());
  const std::uint64_t* const key = storage_.key.data();
  const std::uint64_t row = grid.row_length();
  const auto [begin, end] = grid.places();
  PlaceRange same{begin, begin}, next{begin, begin};
  for (std::uint32_t at = begin; at < end; ++at) {
    while (same.end < end && key[same.end] <= key[at] + 1) ++same.end;
    while (next.begin < end && key[next.begin] < key[at] + row - 1) ++next.begin;
    while (next.end < end && key[next.end] <= key[at] + row + 1) ++next.end;
    hits.test(at, {at + 1, same.end});
    hits.test(at, next);
  }
  hits.finish();
}

void PairFinder::within_list(const LevelGrid& grid) {
  Hits hits(storage_.columns, hit_list());
  for (std::uint32_t at = grid.places().begin; at < grid.places().end; ++at) {
    hits.test(at, {at + 1, grid.places().end});
  }
  hits.finish();
}

// Between levels the smaller boxes look up the larger ones: a box reaches few of the larger cells, but could reach any
// number of smaller ones.
void PairFinder::between(const LevelGrid& coarse, const LevelGrid& fine) {
  if (!overlaps(coarse.bounds(), fine.bounds())) return;
  switch (coarse.kind()) {
    case LevelGrid::Kind::list: return search_list(coarse, fine);
    case LevelGrid::Kind::tabulated: return search_tabulated(coarse, fine);
    case LevelGrid::Kind::sorted: return search_sorted(coarse, fine);
  }
}

void PairFinder::search_list(const LevelGrid& coarse, const LevelGrid& fine) {
  Hits hits(storage_.columns, hit_list());
  for (std::uint32_t at = coarse.places().begin; at < coarse.places().end; ++at) {
    hits.test(at, fine.places());
  }
  hits.finish();
}

void PairFinder::search_tabulated(const LevelGrid& coarse, const LevelGrid& fine) {
  Hits hits(storage_.columns, hit_list());
  const std::uint32_t* const start = storage_.start.data() + coarse.table();
  for (std::uint32_t at = fine.places().begin; at < fine.places().end; ++at) {
    const Box box = storage_.columns.box(at);
    if (!overlaps(coarse.bounds(), box)) continue;
    const LevelGrid::Block block = coarse.block(box);
    for (std::int64_t row = block.first_row; row <= block.last_row; ++row) {
      const std::uint32_t* const cells = start + static_cast<std::uint64_t>(row) * coarse.row_length();
      hits.test(at, {cells[block.first_column], cells[block.last_column + 1]});
    }
  }
  hits.finish();
}

void PairFinder::search_sorted(const LevelGrid& coarse, const LevelGrid& fine) {
  Hits hits(storage_.columns, hit_list());
  const std::uint64_t* const key = storage_.key.data();
  const std::uint64_t* const first = key + coarse.places().begin;
  const std::uint64_t* const last = key + coarse.places().end;
  for (std::uint32_t at = fine.places().begin; at < fine.places().end; ++at) {
    const Box box = storage_.columns.box(at);
    if (!overlaps(coarse.bounds(), box)) continue;
    const LevelGrid::Block block = coarse.block(box);
    for (std::int64_t row = block.first_row; row <= block.last_row; ++row) {
      const std::uint64_t left = static_cast<std::uint64_t>(row) * coarse.row_length();
      const std::uint64_t* const begin =
          std::lower_bound(first, last, left + static_cast<std::uint64_t>(block.first_column));
      const std::uint64_t* end = begin;
      while (end != last && *end <= left + static_cast<std::uint64_t>(block.last_column)) ++end;
      hits.test(at, {static_cast<std::uint32_t>(begin - key), static_cast<std::uint32_t>(end - key)});
    }
  }
  hits.finish();
}

// Counting sort by b, then a stable one by a. The caller's list receives the hits by b, then both lists are swapped: no
// third one is needed.
void PairFinder::put_in_order(std::size_t boxes, std::vector<IndexPair>& pairs) {
  // Cells and indices are no longer needed: their memory is reused for the counts.
  std::vector<std::uint32_t>&next_a = storage_.cell, &next_b = storage_.sort_index;
  grow_to(next_a, boxes);
  grow_to(next_b, boxes);
  std::fill_n(next_a.begin(), boxes, 0u);
  std::fill_n(next_b.begin(), boxes, 0u);
  const std::span<const IndexPair> hits(hits_.data(), hit_count_);
  std::uint32_t *const of_a = next_a.data(), *const of_b = next_b.data();
  for (const IndexPair& hit : hits) ++of_a[hit.a], ++of_b[hit.b];
  std::uint32_t before_a = 0, before_b = 0;
  for (std::size_t i = 0; i < boxes; ++i) {
    next_a[i] = std::exchange(before_a, before_a + next_a[i]);
    next_b[i] = std::exchange(before_b, before_b + next_b[i]);
  }
  resize_anew(pairs, hit_count_);
  IndexPair *const by_b = pairs.data(), *const by_both = hits_.data();
  for (const IndexPair& hit : hits) by_b[of_b[hit.b]++] = hit;
  for (const IndexPair& hit : pairs) by_both[of_a[hit.a]++] = hit;
  hits_.resize(hit_count_);
  hits_.swap(pairs);
}

// The boxes near one more box, in the grids of the last search for pairs.
void PairFinder::query(const Box& box, std::vector<std::uint32_t>& found) const {
  found.clear();
  for (std::uint32_t i = 0; i < few_.size(); ++i) {
    if (overlaps(few_[i], box)) found.push_back(i);
  }
  for (std::size_t level = 0; level < filed_; ++level) {
    if (overlaps(grids_[level].bounds(), box)) look_up(grids_[level], box, found);
  }
}

// Unlike the boxes of finer levels, see between(), this box may reach more rows than there are boxes: these are then
// tested one by one.
void PairFinder::look_up(const LevelGrid& grid, const Box& box, std::vector<std::uint32_t>& found) const {
  const auto test = [&](PlaceRange range) {
    // Every index is written, and the count advances if its box overlaps: no branch to predict.
    std::size_t count = found.size();
    found.resize(count + (range.end - range.begin));
    for (std::uint32_t at = range.begin; at < range.end; ++at) {
      const Box other = storage_.columns.box(at);
      found[count] = storage_.columns.id[at];
      count += std::size_t(int(box.lower.x <= other.upper.x) & int(other.lower.x <= box.upper.x) &
                           int(box.lower.y <= other.upper.y) & int(other.lower.y <= box.upper.y));
    }
    found.resize(count);
  };
  const PlaceRange all = grid.places();
  if (grid.kind() == LevelGrid::Kind::list) return test(all);
  const LevelGrid::Block block = grid.block(box);
  if (block.last_row - block.first_row >= static_cast<std::int64_t>(all.end - all.begin)) return test(all);
  const std::uint64_t* const key = storage_.key.data();
  for (std::int64_t row = block.first_row; row <= block.last_row; ++row) {
    const std::uint64_t left = static_cast<std::uint64_t>(row) * grid.row_length();
    const std::uint64_t first = left + static_cast<std::uint64_t>(block.first_column);
    const std::uint64_t last = left + static_cast<std::uint64_t>(block.last_column);
    if (grid.kind() == LevelGrid::Kind::tabulated) {
      const std::uint32_t* const start = storage_.start.data() + grid.table();
      test({start[first], start[last + 1]});
    } else {
      const std::uint64_t* const begin = std::lower_bound(key + all.begin, key + all.end, first);
      const std::uint64_t* const end = std::upper_bound(begin, key + all.end, last);
      test({static_cast<std::uint32_t>(begin - key), static_cast<std::uint32_t>(end - key)});
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
