#include <bankshot/broad/level_grid.hpp>
#include <bankshot/broad/size_levels.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::size_t list_limit = 8;      // boxes: testing them all is cheaper than finding their cells
constexpr double cells_per_box = 4;        // in a table
constexpr std::uint64_t crowd_limit = 8;   // mean number of boxes in a box's own cell
constexpr double farthest = 1073741824;    // 2^30 cells, either way from the middle of a sorted level
constexpr double grown = 1 + 1.0 / 65536;  // see GridAxis
constexpr double smallest_cell = 1e-300;   // its inverse is finite

// The cell size at which a window of width w and height h has `cells` cells: the root of (w / s + 1) (h / s + 1) =
// cells in s, with w and h in units of the larger one to avoid overflow.
double size_for(double w, double h, double cells) {
  const double unit = std::max(w, h);
  if (unit == 0) return 0;
  if (!(unit < 1 / smallest_cell)) return std::numeric_limits<double>::infinity();
  const double half = (w / unit + h / unit) / 2, product = (w / unit) * (h / unit);
  return unit * ((half + std::sqrt(half * half + (cells - 1) * product)) / (cells - 1));
}

struct Quantiles {
  double low, middle, high;
};

// From a sample at fixed, evenly spaced places.
template <class Coordinate>
Quantiles sample(std::size_t n, Coordinate coordinate) {
  constexpr std::size_t most = 32;
  std::array<double, most> values{};
  const std::size_t count = std::min(n, most);
  for (std::size_t k = 0; k < count; ++k) values[k] = static_cast<double>(coordinate(k * n / count));
  std::sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
  return {values[count / 8], values[count / 2], values[count - 1 - count / 8]};
}

}  // namespace

void BoxColumns::reserve(std::size_t n) {
  for (std::vector<Real>* numbers : {&lower_x, &lower_y, &upper_x, &upper_y}) grow_to(*numbers, n + spare);
  grow_to(id, n + spare);
}

void LevelGrid::measure(std::span<const Box> boxes, Members members) {
  bounds_ = boxes[members[0]];
  corners_ = {bounds_.lower, bounds_.lower};
  Real largest = 0;
  for (const std::uint32_t i : members) {
    const Box& box = boxes[i];
    largest = max(largest, extent(box));
    bounds_.upper = {max(bounds_.upper.x, box.upper.x), max(bounds_.upper.y, box.upper.y)};
    corners_.lower = {min(corners_.lower.x, box.lower.x), min(corners_.lower.y, box.lower.y)};
    corners_.upper = {max(corners_.upper.x, box.lower.x), max(corners_.upper.y, box.lower.y)};
  }
  bounds_.lower = corners_.lower;
  size_ = std::max(static_cast<double>(largest) * grown, smallest_cell);
}

// The region of most corners, from a sample.
LevelGrid::Core LevelGrid::find_core(std::span<const Box> boxes, Members members) const {
  const Quantiles x = sample(members.size(), [&](std::size_t k) { return boxes[members[k]].lower.x; });
  const Quantiles y = sample(members.size(), [&](std::size_t k) { return boxes[members[k]].lower.y; });
  return {x.low, y.low, x.middle, y.middle, x.high, y.high};
}

// The part of the corners' bounds between (low_x, low_y) and (high_x, high_y).
LevelGrid::Window LevelGrid::clip(double low_x, double low_y, double high_x, double high_y) const {
  const double least_x = static_cast<double>(corners_.lower.x), least_y = static_cast<double>(corners_.lower.y);
  const double most_x = static_cast<double>(corners_.upper.x), most_y = static_cast<double>(corners_.upper.y);
  return {std::max(low_x, least_x), std::max(low_y, least_y), std::min(high_x, most_x), std::min(high_y, most_y),
          low_x > least_x || low_y > least_y || high_x < most_x || high_y < most_y};
}

void LevelGrid::fit(const Window& window, double size) {
  // An infinite or undefined size (boxes that span the range of the number type) puts all boxes into one cell.
  const double inverse = size < 1 / smallest_cell ? 1 / size : 0;
  const auto last = [&](double length) {
    const double t = length * inverse;
    return t < 2 * farthest - 2 ? std::floor(t) : inverse > 0 ? 2 * farthest - 2 : 0.0;
  };
  const double reach = size_ * inverse + 1.0 / 1048576;
  x_ = {window.low_x, inverse, reach, last(window.high_x - window.low_x)};
  y_ = {window.low_y, inverse, reach, last(window.high_y - window.low_y)};
  row_length_ = static_cast<std::uint64_t>(x_.last) + 2;
}

// Counting sort by cell into the columns. Returns false, with nothing filed, if boxes crowd in cells that are larger
// than the boxes need, and smaller cells will serve better.
bool LevelGrid::tabulate(std::span<const Box> boxes, Members members, const Core& core, GridStorage& storage) {
  const std::size_t n = members.size();
  // A box that fell out of the world must not extend the table up to it: it is filed in a border cell.
  const double beyond_x = 2 * (core.high_x - core.low_x) + 4 * size_;
  const double beyond_y = 2 * (core.high_y - core.low_y) + 4 * size_;
  const Window window =
      clip(core.low_x - beyond_x, core.low_y - beyond_y, core.high_x + beyond_x, core.high_y + beyond_y);
  const double cells = cells_per_box * static_cast<double>(n);
  const double size = std::max(size_, size_for(window.high_x - window.low_x, window.high_y - window.low_y, cells));
  fit(window, size);
  // One extra empty row above, so that the row above the last exists.
  const std::size_t count = (static_cast<std::size_t>(y_.last) + 2) * static_cast<std::size_t>(row_length_) + 2;
  grow_to(storage.start, table_ + count);
  std::uint32_t* const start = storage.start.data() + table_;
  std::fill(start, start + count, 0u);

  std::uint32_t* const cell = storage.sort_index.data();
  for (std::size_t k = 0; k < n; ++k) {
    cell[k] = static_cast<std::uint32_t>(number(boxes[members[k]]));
    ++start[cell[k] + 1];
  }
  std::uint64_t crowd = 0;
  std::uint32_t place = places_.begin;
  start[0] = place;
  for (std::size_t c = 1; c < count; ++c) {
    const std::uint32_t here = start[c];
    crowd += std::uint64_t{here} * here;
    start[c] = place;
    place += here;
  }
  if (crowd > crowd_limit * n && (window.clipped || size > size_)) return false;

  // start[c + 1] is the place of the next box of cell c, and finally the end of c, which is the start of c + 1.
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t at = start[cell[k] + 1]++;
    storage.cell[at] = cell[k];
    storage.columns.set(at, boxes[members[k]], members[k]);
  }
  table_end_ = table_ + count;
  kind_ = Kind::tabulated;
  return true;
}

// Radix sort by cell number, eleven bits at a time, over the bits that occur.
void LevelGrid::sort(std::span<const Box> boxes, Members members, const Core& core, GridStorage& storage) {
  const std::size_t n = members.size();
  // Points do not define a size of cell: it is then a small part of their spread.
  const double spread = std::max(core.high_x - core.low_x, core.high_y - core.low_y);
  const double size = std::max(size_, spread / 1048576);
  const double far = farthest * size;
  fit(clip(core.middle_x - far, core.middle_y - far, core.middle_x + far, core.middle_y + far), size);
  grow_to(storage.key, places_.begin + n);
  grow_to(storage.sort_key, n);
  grow_to(storage.sort_index, 2 * n);
  std::uint64_t* key = storage.key.data() + places_.begin;
  std::uint64_t* other_key = storage.sort_key.data();
  std::uint32_t* index = storage.sort_index.data();
  std::uint32_t* other_index = index + n;
  std::uint64_t used = 0;
  for (std::size_t k = 0; k < n; ++k) {
    key[k] = number(boxes[members[k]]);
    index[k] = members[k];
    used |= key[k];
  }
  constexpr int digit = 11;
  for (int shift = 0; shift < static_cast<int>(std::bit_width(used)); shift += digit) {
    std::array<std::uint32_t, 1 << digit> next{};
    const auto bucket = [&](std::uint64_t k) { return static_cast<std::size_t>(k >> shift) & (next.size() - 1); };
    for (std::size_t k = 0; k < n; ++k) ++next[bucket(key[k])];
    std::uint32_t sum = 0;
    for (std::uint32_t& entry : next) entry = std::exchange(sum, sum + entry);
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t at = next[bucket(key[k])]++;
      other_key[at] = key[k];
      other_index[at] = index[k];
    }
    std::swap(key, other_key);
    std::swap(index, other_index);
  }
  if (key == storage.sort_key.data()) std::copy(key, key + n, other_key);
  for (std::size_t k = 0; k < n; ++k) storage.columns.set(places_.begin + k, boxes[index[k]], index[k]);
  kind_ = Kind::sorted;
}

std::size_t LevelGrid::build(std::span<const Box> boxes, Members members, std::uint32_t begin, std::size_t table,
                             GridStorage& storage) {
  places_ = {begin, begin + static_cast<std::uint32_t>(members.size())};
  table_ = table_end_ = table;
  measure(boxes, members);
  grow_to(storage.sort_index, members.size());
  grow_to(storage.cell, places_.end);
  if (members.size() <= list_limit) {
    kind_ = Kind::list;
    for (std::size_t k = 0; k < members.size(); ++k) storage.columns.set(begin + k, boxes[members[k]], members[k]);
    return table_end_;
  }
  const Core core = find_core(boxes, members);
  if (!tabulate(boxes, members, core, storage)) sort(boxes, members, core, storage);
  return table_end_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
