#include <bankshot/broad/spatial_hash.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Half the larger side; halves first, so that it does not overflow.
double half_side(const Box& box) {
  return std::max(0.5 * double(box.upper.x) - 0.5 * double(box.lower.x),
                  0.5 * double(box.upper.y) - 0.5 * double(box.lower.y));
}

/// The least e with x < 2^e; `least` for 0.
int exponent_above(double x, int least) {
  if (!(x > 0)) return least;
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::max(exponent, least);
}

double middle_of(std::vector<double>& numbers, std::size_t part, std::size_t parts) {
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(part * (numbers.size() - 1) / parts);
  std::nth_element(numbers.begin(), at, numbers.end());
  return *at;
}

}  // namespace

void SpatialHash::clear() noexcept {
  levels_.clear();
  entries_.clear();
  size_ = 0;
  choose_at_ = 16;
  finest_ = finest_possible;
}

int SpatialHash::exponent_for(const Box& box) const { return exponent_above(half_side(box), finest_ - 1) + 1; }

SpatialHash::Level& SpatialHash::level_for(int exponent) {
  for (Level& level : levels_) {
    if (level.exponent == exponent) return level;
  }
  levels_.push_back({exponent, std::ldexp(1.0, exponent), std::ldexp(1.0, -exponent), 0, {}});
  return levels_.back();
}

void SpatialHash::link(Slot slot) {
  Entry& entry = entries_[slot];
  Level& level = level_for(exponent_for(entry.box));
  entry.x = level.cell(entry.box.lower.x);
  entry.y = level.cell(entry.box.lower.y);
  const Slot first = level.first.find(key(entry.x, entry.y));
  level.first.set(key(entry.x, entry.y), slot);
  entry.exponent = level.exponent;
  entry.next = first;
  entry.previous = null;
  if (first != null) entries_[first].previous = slot;
  ++level.boxes;
}

void SpatialHash::unlink(Slot slot) noexcept {
  const Entry entry = entries_[slot];
  const auto level = std::find_if(levels_.begin(), levels_.end(),
                                  [&entry](const Level& one) { return one.exponent == entry.exponent; });
  if (entry.next != null) entries_[entry.next].previous = entry.previous;
  if (entry.previous != null) {
    entries_[entry.previous].next = entry.next;
  } else if (entry.next != null) {
    level->first.set(key(entry.x, entry.y), entry.next);
  } else {
    level->first.erase(key(entry.x, entry.y));
  }
  --level->boxes;
  entries_[slot].exponent = unused;
}

void SpatialHash::insert(Slot slot, const Box& box) {
  if (slot >= entries_.size()) {
    Entry free;
    free.exponent = unused;
    entries_.resize(std::size_t{slot} + 1, free);
  }
  entries_[slot].box = box;
  link(slot);
  if (++size_ >= choose_at_) choose_finest();
}

void SpatialHash::remove(Slot slot) noexcept {
  unlink(slot);
  --size_;
}

void SpatialHash::move(Slot slot, const Box& box) {
  Entry& entry = entries_[slot];
  const int exponent = exponent_for(box);
  if (exponent == entry.exponent) {
    const Level& level = level_for(exponent);
    if (level.cell(box.lower.x) == entry.x && level.cell(box.lower.y) == entry.y) {
      entry.box = box;
      return;
    }
  }
  unlink(slot);
  entry.box = box;
  link(slot);
}

// The finest grid suits the median box. Boxes without size, or with almost none compared to their spread, get cells
// that would each hold a few of them if evenly distributed. Quartiles exclude outliers.
void SpatialHash::choose_finest() {
  choose_at_ = 4 * size_;
  std::vector<double> sizes, xs, ys;
  for (const Entry& entry : entries_) {
    if (entry.exponent == unused) continue;
    sizes.push_back(half_side(entry.box));
    xs.push_back(0.5 * double(entry.box.lower.x));
    ys.push_back(0.5 * double(entry.box.lower.y));
  }
  const double spread = std::max(middle_of(xs, 3, 4) - middle_of(xs, 1, 4), middle_of(ys, 3, 4) - middle_of(ys, 1, 4));
  const double median = middle_of(sizes, 1, 2);
  const double size = median > spread * 0x1p-20 ? median : 2 * spread / std::sqrt(double(sizes.size()));
  const int finest = exponent_above(size, finest_possible - 1) + 1;
  if (finest == finest_) return;
  finest_ = finest;
  levels_.clear();
  for (Slot slot = 0; slot < entries_.size(); ++slot) {
    if (entries_[slot].exponent != unused) link(slot);
  }
}

// Boxes filed in column i reach from i to i + 2 cells. The line covers a range of heights there, and a box it meets has
// its lower corner at most one cell below that range. The margin is above all rounding.
SpatialHash::Strip SpatialHash::beside(const Level& level, const Line& line, std::int32_t i) {
  const double from = line.flat ? line.origin.x : line.origin.y,
               way = line.flat ? line.translation.x : line.translation.y;
  const double side = line.flat ? line.origin.y : line.origin.x;
  const double climb = line.flat ? line.translation.y : line.translation.x;
  const auto rounding = [](double x) { return 32 * double(std::numeric_limits<Real>::epsilon()) * std::fabs(x); };
  const double margin =
      rounding(from) + rounding(way) + rounding(side) + rounding(climb) + double(std::numeric_limits<Real>::min());
  double low = side, high = side + climb;
  if (way != 0) {
    const auto height = [&](double x) { return side + climb * std::clamp((x - from) / way, 0.0, 1.0); };
    low = height((i * level.size) - margin);
    high = height((i + 2.0) * level.size + margin);
  }
  if (low > high) std::swap(low, high);
  return {level.cell(low - margin, 1), level.cell(high + margin)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
