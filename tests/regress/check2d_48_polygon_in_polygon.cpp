// Cause: containment was decided by the flags of single axes; two drawings of the same outline gave different answers.
// https://github.com/nenjack/check2d/issues/48

#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace bankshot;

TEST(Check2d48, ContainmentDoesNotDependOnHowTheOutlineIsGiven) {
  const std::vector<Vec2> outer = {{-4, -3}, {4, -3}, {5, 0}, {4, 3}, {-4, 3}, {-5, 0}};
  const std::vector<Vec2> inner = {{-1, -1}, {2, -1}, {2, 1}, {0, 2}, {-1, 1}};
  for (std::size_t first = 0; first < inner.size(); ++first) {
    for (const bool reversed : {false, true}) {
      std::vector<Vec2> corners = inner;
      std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(first), corners.end());
      if (reversed) std::reverse(corners.begin(), corners.end());
      const Shape a = polygon(corners), b = polygon(outer);
      EXPECT_EQ(relation(a, {}, b, {}), Relation::a_inside_b);
      EXPECT_EQ(relation(b, {}, a, {}), Relation::b_inside_a);
      EXPECT_EQ(relation(a, {Vec2(3, 0), {}}, b, {}), Relation::overlapping) << "a corner sticks out";
      EXPECT_EQ(relation(a, {Vec2(2, 0), {}}, b, {}), Relation::a_inside_b) << "touching from inside";
    }
  }
}
