// A ray that starts a denormal distance beside the end of a segment came back with the normal (-inf, -inf): the square
// of that distance is 0, and the normal was divided by its root. Found by the fuzz target `geometry`.

#include <bankshot/query/distance.hpp>
#include <bankshot/query/ray.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace bankshot;

constexpr Real least = std::numeric_limits<Real>::denorm_min();

void expect_unit(const Vec2& normal) {
  EXPECT_NEAR(std::hypot(normal[0], normal[1]), 1, 8 * std::numeric_limits<Real>::epsilon())
      << normal[0] << " " << normal[1];
}

TEST(NormalOfADistanceWhoseSquareUnderflows, OfARay) {
  const Shape shape = segment(Vec2(Real(0.875), 7 * least), Vec2(7 * least, 7 * least));
  const Pose pose = {Vec2(14 * least, 14 * least), {}};
  const auto hit =
      ray_cast(shape, pose, Vec2(14 * least, 14 * least), Vec2(14 * least, 21 * least), InsideRays::hit_exit);
  ASSERT_TRUE(hit);
  expect_unit(hit->normal);
}

TEST(NormalOfADistanceWhoseSquareUnderflows, OfTwoCircles) {
  const ClosestPoints points = closest_points(circle(1), {Vec2(3 * least, 4 * least), {}}, circle(1), {});
  expect_unit(points.normal);
  EXPECT_GT(points.normal[0], 0);
  EXPECT_GT(points.normal[1], 0);
}

}  // namespace
