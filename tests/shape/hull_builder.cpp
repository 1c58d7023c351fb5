// hull(): the smallest convex polygon around points in any order.

#include <bankshot/math/orient.hpp>
#include <bankshot/shape/shape.hpp>

#include "../effort.hpp"
#include "../property/random_shapes.hpp"

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

/// Points of any kind: anywhere, of whole numbers, many in one line, far from the origin.
std::vector<Vec2> random_points(Random& random) {
  const int kind = random.integer(0, 3), count = random.integer(3, 40);
  const Vec2 far = kind == 3 ? random.point(1000) : Vec2(0, 0);
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) {
    Vec2 point = random.point(5) + far;
    if (kind == 1) point = Vec2(Real(random.integer(-2, 2)), Real(random.integer(-2, 2)));
    if (kind == 2 && random.chance(0.8)) point = Vec2(point.x(), Real(0.5) * point.x());
    points.push_back(point);
  }
  return points;
}

TEST(Hull, HoldsAllPointsAndHasOnlyThemForCorners) {
  Random random(51);
  int flat = 0;
  for (int i = 0; i < bankshot_test::effort(4000); ++i) {
    std::vector<Vec2> points = random_points(random);
    const Result<Shape> shape = try_hull(points);
    if (!shape) {
      ++flat;
      for (std::size_t k = 2; k < points.size(); ++k) {
        for (std::size_t m = 1; m < k; ++m) {
          ASSERT_EQ(detail::orient(detail::plain(points[0]), detail::plain(points[m]), detail::plain(points[k])), 0)
              << i;
        }
      }
      continue;
    }
    for (int c = 0; c < shape->corner_count(); ++c) {
      const Vec2 corner = shape->corner(c), next = shape->corner((c + 1) % shape->corner_count());
      ASSERT_NE(std::find(points.begin(), points.end(), corner), points.end()) << i;
      for (const Vec2& point : points) {
        ASSERT_GE(detail::orient(detail::plain(corner), detail::plain(next), detail::plain(point)), 0) << i;
      }
      const Vec2 after = shape->corner((c + 2) % shape->corner_count());
      ASSERT_GT(detail::orient(detail::plain(corner), detail::plain(next), detail::plain(after)), 0) << i;
    }
    std::shuffle(points.begin(), points.end(), std::mt19937_64(static_cast<std::uint64_t>(i)));
    ASSERT_EQ(bankshot::hull(points), *shape) << i;
  }
  EXPECT_LT(flat, bankshot_test::effort(400));
}

TEST(Hull, SaysWhatItRefuses) {
  const std::vector<Vec2> line = {Vec2(0, 0), Vec2(1, 1), Vec2(3, 3), Vec2(2, 2)};
  EXPECT_EQ(try_hull(line).reason(), "hull: the 4 points lie in one line, at least three must not");
  EXPECT_FALSE(try_hull({}));
  const std::vector<Vec2> bad = {Vec2(0, 0), Vec2(1, 0), Vec2(0, std::numeric_limits<Real>::infinity())};
  EXPECT_NE(try_hull(bad).reason().find("point 2"), std::string::npos) << try_hull(bad).reason();
  EXPECT_THROW((void)bankshot::hull(line), std::invalid_argument);
  const std::vector<Vec2> square = {Vec2(1, 1), Vec2(0, 0), Vec2(1, 0), Vec2(0, 1), Vec2(Real(0.5), 0)};
  EXPECT_EQ(bankshot::hull(square, Real(0.25)),
            polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}, Real(0.25)));
  EXPECT_FALSE(try_hull(square, -1));
}

}  // namespace
}  // namespace bankshot_test
