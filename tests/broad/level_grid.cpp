#include <bankshot/broad/level_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::GridStorage;
using detail::LevelGrid;
using Kind = LevelGrid::Kind;

struct Filed {
  explicit Filed(const std::vector<Box>& boxes) {
    std::vector<std::uint32_t> members(boxes.size());
    std::iota(members.begin(), members.end(), 0u);
    storage.columns.reserve(boxes.size());
    grid.build(boxes, members, 0, 0, storage);
  }
  GridStorage storage;
  LevelGrid grid;
};

TEST(LevelGrid, ChoosesHowToFindCells) {
  EXPECT_EQ(Filed(std::vector<Box>(5, box_at(0, 0, 1, 1))).grid.kind(), Kind::list);
  EXPECT_EQ(Filed(pyramid(20)).grid.kind(), Kind::tabulated);
  EXPECT_EQ(Filed(strewn(1000, 1)).grid.kind(), Kind::tabulated);
  // Outliers are clamped to the border, a crowd far out can't be.
  EXPECT_EQ(Filed(with_outliers()).grid.kind(), Kind::tabulated);
  EXPECT_EQ(Filed(clusters(5000, 1)).grid.kind(), Kind::sorted);
  // Smaller cells would not help boxes in one place.
  EXPECT_EQ(Filed(std::vector<Box>(100, box_at(0, 0, 1, 1))).grid.kind(), Kind::tabulated);
}

TEST(LevelGrid, TablesStaySmall) {
  for (const auto& boxes : {pyramid(40), strewn(1000, 1), with_outliers(), clusters(100, 1)}) {
    const Filed filed(boxes);
    ASSERT_EQ(filed.grid.kind(), Kind::tabulated);
    EXPECT_LE(filed.storage.start.size(), 16 * boxes.size());
  }
}

TEST(LevelGrid, FilesEachBoxOnceInTheOrderOfCells) {
  for (const auto& boxes : {pyramid(40), clusters(5000, 1), std::vector<Box>(6, box_at(0, 0, 1, 1))}) {
    const Filed filed(boxes);
    const auto& columns = filed.storage.columns;
    std::vector<int> seen(boxes.size());
    for (std::size_t at = 0; at < boxes.size(); ++at) {
      ++seen[columns.id[at]];
      EXPECT_EQ(columns.box(at), boxes[columns.id[at]]);
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(boxes.size()));
    if (filed.grid.kind() == Kind::sorted) {
      EXPECT_TRUE(std::is_sorted(filed.storage.key.begin(), filed.storage.key.begin() + std::ptrdiff_t(boxes.size())));
    }
  }
}

// The search relies on this: a block covers the corners of all boxes of the level that overlap.
TEST(LevelGrid, BlocksCoverTheCornersOfOverlappingBoxes) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<Box> boxes;
    const Real offset = random.magnitude(-3, 12), step = random.magnitude(-6, 3);
    for (int i = 0; i < 60; ++i) {
      const V2 lower{offset + step * Real(random.below(40)), -offset + step * Real(random.below(40))};
      boxes.push_back({lower, lower + V2{step * random.uniform(0, 4), step * 4}});
    }
    boxes.push_back(box_at(random.magnitude(0, 30), random.magnitude(0, 30), step, step));
    const Filed filed(boxes);
    for (const Box& a : boxes) {
      const LevelGrid::Block around = filed.grid.block(a);
      for (const Box& b : boxes) {
        if (!overlaps(a, b)) continue;
        // The block of a point is its own cell and those before it.
        const LevelGrid::Block corner = filed.grid.block({b.lower, b.lower});
        ASSERT_TRUE(around.first_row <= corner.last_row && corner.last_row <= around.last_row &&
                    around.first_column <= corner.last_column && corner.last_column <= around.last_column)
            << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
