// A list of boxes against a search of all boxes.

#include <bankshot/broad/box_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace bankshot::testing {
namespace {

using detail::Box;
using detail::BoxList;
using detail::V2;

/// Boxes in a square, and a list that should know them.
class ListedBoxes {
 public:
  explicit ListedBoxes(unsigned seed) : random_(seed) {}

  void add() {
    boxes_.push_back(any_box(1));
    const auto user = static_cast<std::uint32_t>(1000 + boxes_.size() - 1);
    ASSERT_EQ(list_.add(boxes_.back(), user), boxes_.size() - 1);
  }
  void grow_one() {
    const std::size_t i = random_() % boxes_.size();
    boxes_[i] = detail::joined(boxes_[i], any_box(1));
    list_.grow(static_cast<std::uint32_t>(i), boxes_[i]);
  }
  void expect_same(Real size) {
    const Box asked = any_box(size);
    std::vector<std::uint32_t> expected, found;
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      ASSERT_TRUE(list_.box(i) == boxes_[i]);
      if (detail::overlaps(boxes_[i], asked)) expected.push_back(1000 + i);
    }
    list_.query(asked, [&found](std::uint32_t user) { found.push_back(user); });
    EXPECT_EQ(found, expected) << boxes_.size() << " boxes";
  }
  void clear() { boxes_.clear(), list_.clear(); }

 private:
  Box any_box(Real size) {
    const V2 corner{number(-8, 8), number(-8, 8)};
    return {corner, corner + V2{number(0, size), number(0, size)}};
  }
  Real number(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(random_); }

  std::mt19937 random_;
  std::vector<Box> boxes_;
  BoxList list_;
};

TEST(BoxList, FindsWhatOverlapsInTheOrderOfJoining) {
  ListedBoxes boxes(1);
  for (int round = 0; round < 2; ++round) {
    boxes.expect_same(4);
    for (int i = 0; i < 600; ++i) {
      boxes.add();
      if (i % 3 == 0) boxes.grow_one();
      if (i % 5 == 0 || i % 16 == 0) boxes.expect_same(i % 2 == 0 ? Real(0.5) : Real(6));
    }
    boxes.clear();
  }
}

}  // namespace
}  // namespace bankshot::testing
