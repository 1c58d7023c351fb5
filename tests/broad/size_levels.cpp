#include <bankshot/broad/size_levels.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::extent;
using detail::SizeLevels;

std::vector<Box> squares(const std::vector<Real>& sizes) {
  std::vector<Box> boxes;
  for (const Real size : sizes) boxes.push_back({{0, 0}, {size, size / 2}});
  return boxes;
}

TEST(SizeLevels, HoldEachBoxOnceAndLargerOnesFirst) {
  Random random(1);
  std::vector<Real> sizes = {0, 0, std::numeric_limits<Real>::denorm_min(), std::numeric_limits<Real>::max()};
  for (int i = 0; i < 5000; ++i) sizes.push_back(random.magnitude(-20, 20));
  const std::vector<Box> boxes = squares(sizes);
  SizeLevels levels;
  levels.split(boxes);
  std::vector<int> seen(boxes.size());
  Real above = std::numeric_limits<Real>::max();
  for (std::size_t level = 0; level < levels.count(); ++level) {
    const auto members = levels.members(level);
    ASSERT_FALSE(members.empty());
    EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
    Real smallest = above, largest = 0;
    for (const std::uint32_t i : members) {
      ++seen[i];
      smallest = std::min(smallest, extent(boxes[i]));
      largest = std::max(largest, extent(boxes[i]));
    }
    EXPECT_LE(largest, above);
    above = smallest;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(boxes.size()));
  EXPECT_GT(levels.count(), 20u);
  EXPECT_LT(levels.count(), 150u);
}

TEST(SizeLevels, NearlyEqualBoxesStayTogether) {
  // Below larger boxes, so that a cut an octave below these would go through the crowd.
  for (const Real largest : {Real(1.5), Real(1.9), Real(2), Real(2.1), Real(3), Real(4)}) {
    std::vector<Real> sizes(20, largest);
    sizes.resize(40, Real(0.1));
    for (int i = 0; i < 500; ++i) sizes.push_back(Real(0.98) + Real(i) * Real(0.00008));
    SizeLevels levels;
    const std::vector<Box> boxes = squares(sizes);
    levels.split(boxes);
    EXPECT_GE(levels.count(), 2u);
    std::size_t most = 0;
    for (std::size_t level = 0; level < levels.count(); ++level) most = std::max(most, levels.members(level).size());
    EXPECT_GE(most, 500u) << largest;
  }
}

TEST(SizeLevels, AFewBoxesAreNoLevelOfTheirOwn) {
  std::vector<Real> sizes(100, 1);
  for (int e = 2; e < 7; ++e) sizes.push_back(std::ldexp(Real(1), -2 * e));
  SizeLevels levels;
  levels.split(squares(sizes));
  EXPECT_EQ(levels.count(), 1u);
}

TEST(SizeLevels, OneLevelForOneSize) {
  SizeLevels levels;
  levels.split({});
  EXPECT_EQ(levels.count(), 1u);
  EXPECT_TRUE(levels.members(0).empty());
  levels.split(pyramid(10));
  EXPECT_EQ(levels.count(), 1u);
  EXPECT_EQ(levels.members(0).size(), 55u);
}

}  // namespace
}  // namespace bankshot::testing
