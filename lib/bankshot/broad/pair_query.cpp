// Finds the boxes near one more box, in the grids of the last search for pairs.

#include <bankshot/broad/pair_finder.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

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
