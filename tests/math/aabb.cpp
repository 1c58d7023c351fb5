#include <bankshot/math/aabb.hpp>

#include <gtest/gtest.h>

#include <limits>

using namespace bankshot;

namespace {
Aabb around(Real x0, Real y0, Real x1, Real y1) { return {Vec2(x0, y0), Vec2(x1, y1)}; }
}  // namespace

TEST(Aabb, CentreAndExtents) {
  EXPECT_EQ(around(1, 2, 4, 10).centre(), Vec2(Real(2.5), 6));
  EXPECT_EQ(around(1, 2, 4, 10).extents(), Vec2(3, 8));
  const Real huge = std::numeric_limits<Real>::max();
  EXPECT_EQ(around(huge / 2, 0, huge, 0).centre()[0], huge / 2 / 2 + huge / 2) << "no overflow of the sum";
}

TEST(Aabb, ValidNeedsFiniteOrderedBounds) {
  const Real inf = std::numeric_limits<Real>::infinity(), nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(around(0, 0, 0, 0).valid());
  EXPECT_FALSE(around(1, 0, 0, 0).valid());
  EXPECT_FALSE(around(0, 1, 0, 0).valid());
  EXPECT_FALSE(around(0, 0, inf, 0).valid());
  EXPECT_FALSE(around(0, -inf, 0, 0).valid());
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(around(i == 0 ? nan : 0, i == 1 ? nan : 0, i == 2 ? nan : 1, i == 3 ? nan : 1).valid()) << i;
  }
}

// Each side alone decides: a box that fails at one side only must fail.
TEST(Aabb, OverlapsIsClosedOnEverySide) {
  const Aabb box = around(0, 0, 2, 2);
  EXPECT_TRUE(box.overlaps(around(2, 0, 3, 2)));
  EXPECT_TRUE(box.overlaps(around(-1, 0, 0, 2)));
  EXPECT_TRUE(box.overlaps(around(0, 2, 2, 3)));
  EXPECT_TRUE(box.overlaps(around(0, -1, 2, 0)));
  EXPECT_FALSE(box.overlaps(around(Real(2.01), 0, 3, 2)));
  EXPECT_FALSE(box.overlaps(around(-1, 0, Real(-0.01), 2)));
  EXPECT_FALSE(box.overlaps(around(0, Real(2.01), 2, 3)));
  EXPECT_FALSE(box.overlaps(around(0, -1, 2, Real(-0.01))));
  EXPECT_TRUE(box.overlaps(around(-5, -5, 5, 5)));
  EXPECT_TRUE(around(-5, -5, 5, 5).overlaps(box));
}

TEST(Aabb, ContainsIsClosedOnEverySide) {
  const Aabb box = around(0, 0, 2, 3);
  EXPECT_TRUE(box.contains(Vec2(0, 0)));
  EXPECT_TRUE(box.contains(Vec2(2, 3)));
  EXPECT_FALSE(box.contains(Vec2(Real(-0.01), 1)));
  EXPECT_FALSE(box.contains(Vec2(Real(2.01), 1)));
  EXPECT_FALSE(box.contains(Vec2(1, Real(-0.01))));
  EXPECT_FALSE(box.contains(Vec2(1, Real(3.01))));
  EXPECT_TRUE(box.contains(box));
  EXPECT_FALSE(box.contains(around(-1, 0, 2, 3)));
  EXPECT_FALSE(box.contains(around(0, -1, 2, 3)));
  EXPECT_FALSE(box.contains(around(0, 0, 3, 3)));
  EXPECT_FALSE(box.contains(around(0, 0, 2, 4)));
}

// This holds although the intervals of an empty box, read backwards, would overlap those of a box around it.
TEST(Aabb, AnEmptyBoxOverlapsNothingAndAddsNothing) {
  const Aabb box = around(-5, -5, 5, 5), far = around(8, 8, 9, 9);
  for (const Aabb& empty : {around(1, 0, -1, 1), around(0, 1, 1, -1), around(1, 1, -1, -1)}) {
    EXPECT_TRUE(empty.empty());
    EXPECT_FALSE(empty.overlaps(box));
    EXPECT_FALSE(box.overlaps(empty));
    EXPECT_FALSE(empty.overlaps(empty));
    EXPECT_EQ(empty.joined(far), far);
    EXPECT_EQ(far.joined(empty), far);
    EXPECT_TRUE(empty.joined(empty).empty());
  }
  EXPECT_FALSE(around(1, 1, 1, 1).empty()) << "a point";
}

TEST(Aabb, JoinedAndGrown) {
  EXPECT_EQ(around(0, 1, 2, 3).joined(around(-1, 2, 1, 5)), around(-1, 1, 2, 5));
  EXPECT_EQ(around(-1, 2, 1, 5).joined(around(0, 1, 2, 3)), around(-1, 1, 2, 5));
  EXPECT_EQ(around(0, 1, 2, 3).grown(Real(0.5)), around(Real(-0.5), Real(0.5), Real(2.5), Real(3.5)));
}
