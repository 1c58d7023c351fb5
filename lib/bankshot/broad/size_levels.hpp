#pragma once
// Sorts boxes into levels by size, so that each level suits a uniform grid of its own.
// Not part of the public interface.

#include <bankshot/math/box.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The larger side of a box, rounded to nearest; infinity if the difference overflows.
BANKSHOT_INLINE Real extent(const Box& box) { return max(box.upper.x - box.lower.x, box.upper.y - box.lower.y); }

/// Levels of about a power of two each, the largest boxes first. Cuts are free to choose, since they affect only the
/// speed and not the pairs found. So they are where few boxes are, and a level of hardly any boxes joins the next
/// larger.
class SizeLevels {
 public:
  void split(std::span<const Box> boxes);

  std::size_t count() const noexcept { return starts_.size() - 1; }
  /// Indices of the boxes in a level, ascending. Level 0 holds the largest.
  std::span<const std::uint32_t> members(std::size_t level) const noexcept {
    return {order_.data() + starts_[level], order_.data() + starts_[level + 1]};
  }

 private:
  // Four bins for each exponent of Real, counted down from the largest box.
  static constexpr std::uint32_t bins = sizeof(Real) == 4 ? 4u << 8 : 4u << 11;

  void count_sizes(std::span<const Box> boxes, std::uint32_t highest, std::uint32_t used);
  void cut_levels(std::uint32_t used);
  std::uint32_t best_cut(std::uint32_t first, std::uint32_t used) const;

  std::array<std::uint32_t, bins> population_{};
  std::array<std::uint16_t, bins> level_{};
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
