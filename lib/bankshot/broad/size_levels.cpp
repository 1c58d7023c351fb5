#include <bankshot/broad/size_levels.hpp>
#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/vector_growth.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <type_traits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::uint32_t bins_per_octave = 4;
constexpr std::uint32_t narrow = 5;       // bins: boxes of such similar size need one level only
constexpr std::uint32_t hardly_any = 16;  // boxes: too few to be worth a level that every smaller box must search

// Exponent and the two leading bits of the mantissa: monotone in the size, four steps per octave.
BANKSHOT_INLINE std::uint32_t size_bin(Real size) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr int shift = std::numeric_limits<Real>::digits - 3;
  return size > 0 ? static_cast<std::uint32_t>(bit_cast<Bits>(size) >> shift) : 0;
}

}  // namespace

void SizeLevels::count_sizes(std::span<const Box> boxes, std::uint32_t highest, std::uint32_t used) {
  std::fill_n(population_.begin(), used, 0u);
  for (const Box& box : boxes) ++population_[highest - size_bin(extent(box))];
}

// One past the last bin of the level that starts at `first`: an octave or slightly more, so that a crowd of nearly
// equal boxes is not cut in two (every box of the lower half would have to search both levels).
std::uint32_t SizeLevels::best_cut(std::uint32_t first, std::uint32_t used) const {
  std::uint32_t best = std::min(first + bins_per_octave, used);
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t cut = best; cut < std::min(first + bins_per_octave + 3, used); ++cut) {
    const std::uint32_t split = std::min(population_[cut - 1], population_[cut]);
    if (split < fewest) {
      fewest = split;
      best = cut;
    }
  }
  return best;
}

void SizeLevels::cut_levels(std::uint32_t used) {
  starts_.assign(1, 0);
  std::uint32_t promoted = hardly_any;  // the first level has no level to join
  for (std::uint32_t first = 0; first < used;) {
    if (population_[first] == 0) {
      ++first;
      continue;
    }
    const std::uint32_t cut = best_cut(first, used);
    const std::uint32_t members = std::accumulate(population_.begin() + first, population_.begin() + cut, 0u);
    if (promoted + members <= hardly_any) {
      promoted += members;
      starts_.back() += members;
    } else {
      promoted = 0;
      starts_.push_back(starts_.back() + members);
    }
    std::fill(level_.begin() + first, level_.begin() + cut, static_cast<std::uint16_t>(starts_.size() - 2));
    first = cut;
  }
}

void SizeLevels::split(std::span<const Box> boxes) {
  const std::size_t n = boxes.size();
  if (order_.size() < n) resize_anew(order_, n);
  std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max(), highest = 0;
  for (const Box& box : boxes) {
    const std::uint32_t bin = size_bin(extent(box));
    lowest = std::min(lowest, bin);
    highest = std::max(highest, bin);
  }
  if (n == 0 || highest - lowest < narrow) {
    starts_.assign({0, static_cast<std::uint32_t>(n)});
    std::iota(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(n), 0u);
    return;
  }
  const std::uint32_t used = highest - lowest + 1;
  count_sizes(boxes, highest, used);
  cut_levels(used);
  // Counting sort by level. starts_[l] serves as the place of the next box of level l, and finally is its end.
  starts_.pop_back();
  for (std::uint32_t i = 0; i < n; ++i) {
    order_[starts_[level_[highest - size_bin(extent(boxes[i]))]]++] = i;
  }
  starts_.insert(starts_.begin(), 0);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
