#pragma once
// A growing list of boxes, for queries by box. Not part of the public interface.

#include <bankshot/math/box.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Boxes for queries by box, which are added and grow, and are all removed at once: a list, with bounds of every 16
/// boxes and of every 256. Adding a box costs almost nothing, and if neighbours are added one after the other, a query
/// tests few bounds in vain. A value: copies are independent.
class BoxList {
 public:
  void clear() noexcept { boxes_.clear(), users_.clear(), sixteens_.clear(), many_.clear(); }  ///< keeps the memory
  std::size_t size() const noexcept { return boxes_.size(); }
  const Box& box(std::uint32_t place) const noexcept { return boxes_[place]; }

  /// Queries return `user`. Returns the place, which the box keeps.
  std::uint32_t add(const Box& box, std::uint32_t user) {
    const std::size_t place = boxes_.size();
    boxes_.push_back(box);
    users_.push_back(user);
    if (place % group == 0) sixteens_.push_back(box);
    if (place % (group * group) == 0) many_.push_back(box);
    widen_bounds(place, box);
    return static_cast<std::uint32_t>(place);
  }
  /// Replaces the box at a place. Precondition: the new box contains the old one.
  void grow(std::uint32_t place, const Box& box) {
    boxes_[place] = box;
    widen_bounds(place, box);
  }

  /// Calls visit(user) for every box that overlaps `box`, in the order in which they were added.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    for_each_met(many_, 0, many_.size(), box, [&](std::size_t i) {
      for_each_met(sixteens_, i * group, (i + 1) * group, box, [&](std::size_t j) {
        for_each_met(boxes_, j * group, (j + 1) * group, box, [&](std::size_t k) { visit(users_[k]); });
      });
    });
  }

 private:
  static constexpr std::size_t group = 16;

  /// For the boxes from `begin` to `end`, as far as they exist.
  template <class Visit>
  static void for_each_met(const std::vector<Box>& boxes, std::size_t begin, std::size_t end, const Box& box,
                           Visit&& visit) {
    for (std::size_t i = begin; i < std::min(end, boxes.size()); ++i) {
      if (overlaps(boxes[i], box)) visit(i);
    }
  }

  void widen_bounds(std::size_t place, const Box& box) {
    Box &sixteen = sixteens_[place / group], &many = many_[place / (group * group)];
    sixteen = joined(sixteen, box);
    many = joined(many, box);
  }

  std::vector<Box> boxes_;
  std::vector<std::uint32_t> users_;  ///< of boxes_[i]
  std::vector<Box> sixteens_, many_;  ///< bounds of 16 consecutive boxes, and of 256
};

}  // namespace bankshot::BANKSHOT_ABI::detail
