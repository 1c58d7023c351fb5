#include <bankshot/broad/quad_tree.hpp>

#include <gtest/gtest.h>

#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::QuadTree;

TEST(QuadTree, StaysWellFormedWhileBoxesComeAndGo) {
  for (const std::vector<Box>& boxes : {strewn(600, 1), mixed(600, 2), clusters(600, 3), with_outliers()}) {
    QuadTree tree;
    Random random(4);
    std::vector<bool> there(600, false);
    for (int i = 0; i < 6000; ++i) {
      const std::uint32_t slot = static_cast<std::uint32_t>(random.below(600));
      const Box& box = boxes[random.below(boxes.size())];
      if (!there[slot]) {
        tree.insert(slot, box);
        there[slot] = true;
      } else if (random.below(2) == 0) {
        tree.remove(slot);
        there[slot] = false;
      } else {
        tree.move(slot, box);
      }
      if (i % 50 == 0) {
        ASSERT_TRUE(tree.valid()) << i;
      }
    }
  }
}

// Boxes are found through a number of squares that grows with the logarithm of their number, wherever they lie.
TEST(QuadTree, IsCutDownToAFewBoxesASquare) {
  QuadTree tree;
  const std::vector<Box> boxes = strewn(20000, 5);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) tree.insert(i, boxes[i]);
  EXPECT_TRUE(tree.valid());
  EXPECT_GE(tree.height(), 6);
  EXPECT_LE(tree.height(), 12);
  EXPECT_LE(tree.crowd(), 16u);
  for (std::uint32_t i = 10; i < boxes.size(); ++i) tree.remove(i);
  EXPECT_TRUE(tree.valid());
  EXPECT_LE(tree.height(), 8);
}

}  // namespace
}  // namespace bankshot::testing
