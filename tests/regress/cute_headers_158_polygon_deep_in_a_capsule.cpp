// Cause: the axes of the capsule's inner segment were not tried, so a polygon across the capsule was pushed along the
// polygon's own axis, and stayed inside.
// https://github.com/RandyGaul/cute_headers/issues/158

#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(CuteHeaders158, APolygonLeavesTheCapsule) {
  const Shape pill = capsule({0, 0}, {0, 3}, Real(0.4));
  const std::vector<Vec2> corners = {{0, 1}, {-1, 1}, {1, -1}};
  const Shape wedge = polygon(corners);
  int met = 0;
  for (int i = -8; i <= 8; ++i) {
    for (int k = -8; k <= 20; ++k) {
      const Pose pose = {Vec2(Real(i) / 5, Real(k) / 5), {}};
      const auto hit = mtv(wedge, pose, pill, {});
      if (!hit || hit->relation == Relation::touching) continue;
      ++met;
      const Pose out = {pose.position + hit->translation, {}};
      EXPECT_EQ(relation(wedge, out, pill, {}), Relation::touching) << i << ' ' << k;
    }
  }
  EXPECT_GT(met, 100);
  const auto across = mtv(wedge, {Vec2(Real(0.1), 1), {}}, pill, {});
  ASSERT_TRUE(across);
  EXPECT_GT(across->depth, Real(0.4));
}
