#pragma once
// Contact pairs that classification cannot decide by themselves. Not part of the public interface.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Places in ContactPairs::near; a list for each range of these.
class PlacesByRange {
 public:
  void make_room(std::size_t ranges) {
    if (lists_.size() < ranges) lists_.resize(ranges);
    used_ = ranges;
  }
  std::vector<std::uint32_t>& operator[](std::size_t range) { return lists_[range]; }
  std::span<std::vector<std::uint32_t>> all() noexcept { return std::span(lists_).first(used_); }
  std::span<const std::vector<std::uint32_t>> all() const noexcept { return std::span(lists_).first(used_); }

 private:
  std::vector<std::vector<std::uint32_t>> lists_;
  std::size_t used_ = 0;
};

struct UndecidedPairs {
  PlacesByRange doubtful;  ///< they depend on other contacts; then: those of them that the solver loses
  PlacesByRange open;      ///< they rest if something presses them
  PlacesByRange ending;    ///< they may meet at the end of a face
};

}  // namespace bankshot::BANKSHOT_ABI::detail
