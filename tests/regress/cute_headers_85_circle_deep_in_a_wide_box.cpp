// Cause: for a centre inside the box the exit was chosen by the direction to the box's centre, which is right for
// squares only. https://github.com/RandyGaul/cute_headers/issues/85

#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(CuteHeaders85, TheNearestFaceOfAWideBoxIsItsTop) {
  const Shape wide = box(20, 2), ball = circle(Real(0.75));
  for (int i = -36; i <= 36; ++i) {
    const Real x = Real(i) / 4;  // never nearer to an end than to the top
    const auto hit = mtv(ball, {Vec2(x, Real(0.25)), {}}, wide, {});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->normal, Vec2(0, 1)) << x;
    EXPECT_NEAR(hit->depth, Real(1.5), Real(1e-5)) << x;
  }
}
