#include <bankshot/broad/pair_finder.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

constexpr std::size_t few_boxes = 24;  // testing each with each is faster than a grid

BANKSHOT_INLINE IndexPair ordered(std::uint32_t i, std::uint32_t j) {
  return i < j ? IndexPair{i, j} : IndexPair{j, i};
}

// Appends to a vector whose size stays ahead of its count. A local of the search loops, so that its members are
// registers.
class Hits {
 public:
  Hits(std::vector<IndexPair>& store, std::size_t& count)
      : store_(store), saved_(count), out_(store.data()), count_(count), room_(store.size()) {}
  ~Hits() { saved_ = count_; }
  Hits(const Hits&) = delete;
  Hits& operator=(const Hits&) = delete;

  // Tests `box`, numbered `id`, against a range of places. Every candidate is written, and the count moves on if it
  // overlaps: no branch to predict. This is the one place for a kernel of several lanes.
  BANKSHOT_INLINE void test(const BoxColumns& columns, const Box& box, std::uint32_t id, PlaceRange range) {
    if (room_ - count_ < range.end - range.begin) return test_one_by_one(columns, box, id, range);
    std::size_t count = count_;
    IndexPair* const out = out_;
    for (std::size_t at = range.begin; at < range.end; ++at) {
      const bool hit = bool(int(columns.lower_x[at] <= box.upper.x) & int(box.lower.x <= columns.upper_x[at]) &
                            int(columns.lower_y[at] <= box.upper.y) & int(box.lower.y <= columns.upper_y[at]));
      out[count] = ordered(id, columns.id[at]);
      count += hit;
    }
    count_ = count;
  }

 private:
  // Where a range might not fit: grows only if a hit really doesn't.
  void test_one_by_one(const BoxColumns& columns, const Box& box, std::uint32_t id, PlaceRange range) {
    for (std::size_t at = range.begin; at < range.end; ++at) {
      if (!overlaps(columns.box(at), box)) continue;
      if (count_ == room_) {
        make_room(store_, std::max<std::size_t>(256, room_ + 1));
        store_.resize(store_.capacity());
        out_ = store_.data();
        room_ = store_.size();
      }
      out_[count_++] = ordered(id, columns.id[at]);
    }
  }

  std::vector<IndexPair>& store_;
  std::size_t& saved_;
  IndexPair* out_;
  std::size_t count_, room_;
};

void test_each_with_each(std::span<const Box> boxes, std::vector<IndexPair>& pairs) {
  pairs.clear();
  const std::uint32_t n = static_cast<std::uint32_t>(boxes.size());
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = a + 1; b < n; ++b) {
      if (overlaps(boxes[a], boxes[b])) pairs.push_back({a, b});
    }
  }
}

}  // namespace

void PairFinder::find(std::span<const Box> boxes, std::vector<IndexPair>& pairs) {
  few_.clear();
  filed_ = 0;
  if (boxes.size() <= few_boxes) {
    few_.assign(boxes.begin(), boxes.end());
    return test_each_with_each(boxes, pairs);
  }
  file(boxes);
  hit_count_ = 0;
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
  put_in_order(boxes.size(), pairs);
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

// Within a level each box looks forward only: at those behind it in its own cell, at the cell to its right, and at the
// three cells of the next row. Cells of a row lie one behind the other, hence two ranges.
void PairFinder::within_tabulated(const LevelGrid& grid) {
  Hits hits(hits_, hit_count_);
  const BoxColumns& columns = storage_.columns;
  const std::uint32_t* const start = storage_.start.data() + grid.table();
  const auto row = static_cast<std::size_t>(grid.row_length());
  for (std::uint32_t at = grid.places().begin; at < grid.places().end; ++at) {
    const std::size_t cell = storage_.cell[at];
    const Box box = columns.box(at);
    const std::uint32_t id = columns.id[at];
    hits.test(columns, box, id, {at + 1, start[cell + 2]});
    hits.test(columns, box, id, {start[cell + row - 1], start[cell + row + 2]});
  }
}

// The same where the cells are sorted: both ranges only ever move forward.
void PairFinder::within_sorted(const LevelGrid& grid) {
  Hits hits(hits_, hit_count_);
  const BoxColumns& columns = storage_.columns;
  const std::uint64_t* const key = storage_.key.data();
  const std::uint64_t row = grid.row_length();
  const auto [begin, end] = grid.places();
  PlaceRange same{begin, begin}, next{begin, begin};
  for (std::uint32_t at = begin; at < end; ++at) {
    while (same.end < end && key[same.end] <= key[at] + 1) ++same.end;
    while (next.begin < end && key[next.begin] < key[at] + row - 1) ++next.begin;
    while (next.end < end && key[next.end] <= key[at] + row + 1) ++next.end;
    const Box box = columns.box(at);
    hits.test(columns, box, columns.id[at], {at + 1, same.end});
    hits.test(columns, box, columns.id[at], next);
  }
}

void PairFinder::within_list(const LevelGrid& grid) {
  Hits hits(hits_, hit_count_);
  for (std::uint32_t at = grid.places().begin; at < grid.places().end; ++at) {
    hits.test(storage_.columns, storage_.columns.box(at), storage_.columns.id[at], {at + 1, grid.places().end});
  }
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
  Hits hits(hits_, hit_count_);
  const BoxColumns& columns = storage_.columns;
  for (std::uint32_t at = coarse.places().begin; at < coarse.places().end; ++at) {
    hits.test(columns, columns.box(at), columns.id[at], fine.places());
  }
}

void PairFinder::search_tabulated(const LevelGrid& coarse, const LevelGrid& fine) {
  Hits hits(hits_, hit_count_);
  const BoxColumns& columns = storage_.columns;
  const std::uint32_t* const start = storage_.start.data() + coarse.table();
  for (std::uint32_t at = fine.places().begin; at < fine.places().end; ++at) {
    const Box box = columns.box(at);
    if (!overlaps(coarse.bounds(), box)) continue;
    const LevelGrid::Block block = coarse.block(box);
    for (std::int64_t row = block.first_row; row <= block.last_row; ++row) {
      const std::uint32_t* const cells = start + static_cast<std::uint64_t>(row) * coarse.row_length();
      hits.test(columns, box, columns.id[at], {cells[block.first_column], cells[block.last_column + 1]});
    }
  }
}

void PairFinder::search_sorted(const LevelGrid& coarse, const LevelGrid& fine) {
  Hits hits(hits_, hit_count_);
  const BoxColumns& columns = storage_.columns;
  const std::uint64_t* const key = storage_.key.data();
  const std::uint64_t* const first = key + coarse.places().begin;
  const std::uint64_t* const last = key + coarse.places().end;
  for (std::uint32_t at = fine.places().begin; at < fine.places().end; ++at) {
    const Box box = columns.box(at);
    if (!overlaps(coarse.bounds(), box)) continue;
    const LevelGrid::Block block = coarse.block(box);
    for (std::int64_t row = block.first_row; row <= block.last_row; ++row) {
      const std::uint64_t left = static_cast<std::uint64_t>(row) * coarse.row_length();
      const std::uint64_t* const begin =
          std::lower_bound(first, last, left + static_cast<std::uint64_t>(block.first_column));
      const std::uint64_t* end = begin;
      while (end != last && *end <= left + static_cast<std::uint64_t>(block.last_column)) ++end;
      hits.test(columns, box, columns.id[at],
                {static_cast<std::uint32_t>(begin - key), static_cast<std::uint32_t>(end - key)});
    }
  }
}

// Counting sort by b, then, keeping that order among equals, by a. The caller's list takes the hits by b, then both
// lists change places: no third one is needed.
void PairFinder::put_in_order(std::size_t boxes, std::vector<IndexPair>& pairs) {
  // Cells and indices have served their time: their memory counts.
  std::vector<std::uint32_t>&next_a = storage_.cell, &next_b = storage_.sort_index;
  grow_to(next_a, boxes);
  grow_to(next_b, boxes);
  std::fill_n(next_a.begin(), boxes, 0u);
  std::fill_n(next_b.begin(), boxes, 0u);
  const std::span<const IndexPair> hits(hits_.data(), hit_count_);
  for (const IndexPair& hit : hits) {
    ++next_a[hit.a];
    ++next_b[hit.b];
  }
  std::uint32_t before_a = 0, before_b = 0;
  for (std::size_t i = 0; i < boxes; ++i) {
    next_a[i] = std::exchange(before_a, before_a + next_a[i]);
    next_b[i] = std::exchange(before_b, before_b + next_b[i]);
  }
  resize_anew(pairs, hit_count_);
  for (const IndexPair& hit : hits) pairs[next_b[hit.b]++] = hit;
  for (const IndexPair& hit : pairs) hits_[next_a[hit.a]++] = hit;
  hits_.resize(hit_count_);
  hits_.swap(pairs);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
