#pragma once
// The pixels of a mask: rows of bits, also cut into rectangles. Not part of the public interface.

#include <bankshot/config.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A rectangle of solid pixels: columns [left, right), rows [low, high).
struct PixelRect {
  int left, low, right, high;
};

/// Rows of 64-bit words, the lowest row first, the lowest bit of a word leftmost; no bits beyond the width. Cut into
/// rectangles block by block of 64 x 64 pixels: each has at most `most_changes` places along its four sides where the
/// pixel on the other side changes between solid and empty.
class MaskBits {
 public:
  static constexpr int block = 64;
  static constexpr int most_changes = 4;
  static constexpr std::uint32_t block_pixels = block * block;

  /// Preconditions: width and height > 0, and width x height pixels.
  MaskBits(int width, int height, std::span<const std::uint8_t> pixels);

  int width() const { return width_; }
  int height() const { return height_; }
  /// In words.
  std::size_t row_length() const { return row_length_; }
  const std::uint64_t* row(int y) const { return words_.data() + static_cast<std::size_t>(y) * row_length_; }
  std::span<const std::uint64_t> words() const { return words_; }
  bool any() const { return !rects_.empty(); }

  bool solid(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && (row(y)[x / block] >> (x % block) & 1) != 0;
  }
  /// The word of that number in a row; 0 outside of the rows.
  std::uint64_t word(int column, int y) const { return y < 0 || y >= height_ ? 0 : row(y)[column]; }

  int block_columns() const { return static_cast<int>(row_length_); }
  int block_rows() const { return (height_ + block - 1) / block; }

  /// Number of a block's first rectangle, and the count of its rectangles, ordered by lowest row. Numbers: block x 4096
  /// + place.
  std::uint32_t first_of(int block_column, int block_row) const {
    return block_index(block_column, block_row) * block_pixels;
  }
  std::uint32_t count_of(int block_column, int block_row) const {
    const std::uint32_t i = block_index(block_column, block_row);
    return first_[i + 1] - first_[i];
  }
  /// The height in rows of a block's tallest rectangle.
  int tallest_of(int block_column, int block_row) const { return tallest_[block_index(block_column, block_row)]; }
  /// True if there is a rectangle of that number.
  bool has(std::uint32_t number) const {
    const std::uint32_t at = number / block_pixels;
    return at + 1 < first_.size() && number % block_pixels < first_[at + 1] - first_[at];
  }
  PixelRect rect(std::uint32_t number) const;

  /// The shortest runs of solid pixels in any row and in any column.
  int shortest_row_run() const;
  int shortest_column_run() const;

 private:
  std::uint32_t block_index(int column, int row) const {
    return static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(row_length_) +
           static_cast<std::uint32_t>(column);
  }
  void cut_block(int column, int row);

  int width_, height_;
  std::size_t row_length_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> first_;   ///< of each block's rectangles in the list; one more than blocks
  std::vector<std::uint8_t> tallest_;  ///< of each block
  std::vector<std::uint32_t> rects_;   ///< left, right - 1, low, high - 1 within the block, six bits each
};

}  // namespace bankshot::BANKSHOT_ABI::detail
