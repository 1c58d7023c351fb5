#include <bankshot/shape/mask_bits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Bits [from, to).
std::uint64_t bits(int from, int to) {
  const std::uint64_t below_to = to == MaskBits::block ? ~std::uint64_t(0) : (std::uint64_t(1) << to) - 1;
  return below_to & (~std::uint64_t(0) << from);
}

/// Bits within (from, to) that differ from the one to their left.
std::uint64_t changes(std::uint64_t word, int from, int to) {
  return (word ^ (word << 1)) & bits(from, to) & ~(std::uint64_t(1) << from);
}

/// The largest end up to `to` with at most two changes between it and `from`.
int end_after_two_changes(std::uint64_t word, int from, int to) {
  std::uint64_t changed = changes(word, from, to);
  changed &= changed - 1;
  changed &= changed - 1;
  return changed == 0 ? to : std::countr_zero(changed);
}

}  // namespace

MaskBits::MaskBits(int width, int height, std::span<const std::uint8_t> pixels)
    : width_(width), height_(height), row_length_(static_cast<std::size_t>((width - 1) / block + 1)) {
  words_.resize(row_length_ * static_cast<std::size_t>(height));
  std::size_t at = 0;
  for (int y = 0; y < height; ++y) {
    std::uint64_t* const words = words_.data() + static_cast<std::size_t>(y) * row_length_;
    for (int x = 0; x < width; ++x, ++at) words[x / block] |= std::uint64_t(pixels[at] != 0) << (x % block);
  }
  first_.push_back(0);
  for (int row = 0; row < block_rows(); ++row) {
    for (int column = 0; column < block_columns(); ++column) {
      cut_block(column, row);
      first_.push_back(static_cast<std::uint32_t>(rects_.size()));
    }
  }
  rects_.shrink_to_fit();
}

/// Cuts rectangles from the lowest leftmost remaining pixel: as far to the right as the rows below and above change at
/// most twice, then as far up as all changes together allow. A height of one row is always possible.
void MaskBits::cut_block(int column, int row) {
  const int base = row * block, rows = std::min(block, height_ - base);
  std::array<std::uint64_t, block> left;
  int tallest = 0;
  for (int y = 0; y < rows; ++y) left[static_cast<std::size_t>(y)] = word(column, base + y);
  for (int y = 0; y < rows; ++y) {
    while (left[static_cast<std::size_t>(y)] != 0) {
      const std::uint64_t here = left[static_cast<std::size_t>(y)], below = word(column, base + y - 1);
      const int from = std::countr_zero(here);
      int to = from + std::countr_one(here >> from);
      to = end_after_two_changes(below, from, to);
      to = end_after_two_changes(word(column, base + y + 1), from, to);
      const std::uint64_t run = bits(from, to);
      const int x = column * block + from, end = column * block + to;
      int high = y + 1, changed = std::popcount(changes(below, from, to));
      for (int up = y + 1; up < rows && (left[static_cast<std::size_t>(up)] & run) == run; ++up) {
        changed += solid(x - 1, base + up) != solid(x - 1, base + up - 1);
        changed += solid(end, base + up) != solid(end, base + up - 1);
        if (changed > most_changes) break;
        if (changed + std::popcount(changes(word(column, base + up + 1), from, to)) <= most_changes) high = up + 1;
      }
      for (int k = y; k < high; ++k) left[static_cast<std::size_t>(k)] &= ~run;
      tallest = std::max(tallest, high - y);
      rects_.push_back(static_cast<std::uint32_t>(from | (to - 1) << 6 | y << 12 | (high - 1) << 18));
    }
  }
  tallest_.push_back(static_cast<std::uint8_t>(tallest));
}

PixelRect MaskBits::rect(std::uint32_t number) const {
  const std::uint32_t at = number / block_pixels;
  const std::uint32_t packed = rects_[first_[at] + number % block_pixels];
  const auto length = static_cast<std::uint32_t>(row_length_);
  const int x = static_cast<int>(at % length) * block, y = static_cast<int>(at / length) * block;
  const auto field = [packed](int shift) { return static_cast<int>(packed >> shift & 63); };
  return {x + field(0), y + field(12), x + field(6) + 1, y + field(18) + 1};
}

int MaskBits::shortest_row_run() const {
  int shortest = std::numeric_limits<int>::max();
  for (int y = 0; y < height_; ++y) {
    std::uint64_t carry = 0;  // 1 if the pixel to the left is solid
    int start = 0;
    for (int column = 0; column < block_columns(); ++column) {
      const std::uint64_t here = word(column, y);
      for (std::uint64_t changed = here ^ (here << 1 | carry); changed != 0; changed &= changed - 1) {
        const int bit = std::countr_zero(changed), x = column * block + bit;
        if ((here >> bit & 1) != 0) {
          start = x;
        } else {
          shortest = std::min(shortest, x - start);
        }
      }
      carry = here >> (block - 1);
    }
    if (solid(width_ - 1, y) && width_ % block == 0) shortest = std::min(shortest, width_ - start);
  }
  return shortest;
}

int MaskBits::shortest_column_run() const {
  int shortest = std::numeric_limits<int>::max();
  std::vector<int> start(static_cast<std::size_t>(width_));
  for (int y = 0; y <= height_; ++y) {
    for (int column = 0; column < block_columns(); ++column) {
      const std::uint64_t here = word(column, y);
      for (std::uint64_t changed = here ^ word(column, y - 1); changed != 0; changed &= changed - 1) {
        const int bit = std::countr_zero(changed);
        int& from = start[static_cast<std::size_t>(column * block + bit)];
        if ((here >> bit & 1) != 0) {
          from = y;
        } else {
          shortest = std::min(shortest, y - from);
        }
      }
    }
  }
  return shortest;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
