// Cause: a small body is past the middle of a platform after one step, so the shortest way out, and with it the normal,
// points down, although the body came from above; a game that looks at the normal takes the hit for one from below.
// https://github.com/liabru/matter-js/issues/810

#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(MatterJs810, TheNormalPointsToWhereTheBodyCameFrom) {
  const Shape platform = box(100, 10);
  for (const Real size : {Real(40), Real(10), Real(3), Real(0.5), Real(0.01)}) {
    for (int step = 0; step < 20; ++step) {
      const Pose now = {Vec2(7, 5 + size / 2 - (10 + size) * (Real(step) + Real(0.5)) / 20), {}};
      const auto hit = mtv_by_entry(box(size, size), now, platform, {}, Vec2(0, -600));
      ASSERT_TRUE(hit) << size << ' ' << step;
      EXPECT_EQ(hit->normal, Vec2(0, 1)) << size << ' ' << step;
    }
    // With a sweep it never gets in at all.
    const SweepHit swept = sweep(box(size, size), {Vec2(7, 300), {}}, Vec2(0, -600), platform, {});
    EXPECT_EQ(swept.status, SweepStatus::hit);
    EXPECT_GT(swept.normal[1], Real(0.9999));
  }
}
