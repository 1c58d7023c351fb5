#include <bankshot/shape/shape.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "sound.hpp"

using namespace bankshot;
using bankshot_test::expect_sound;

TEST(Box, UnturnedIsExact) {
  std::mt19937_64 random(41);
  for (int i = 0; i < 1000; ++i) {
    const Real w = std::ldexp(static_cast<Real>(random() >> 20), static_cast<int>(random() % 30) - 60);
    const Real h = std::ldexp(static_cast<Real>(random() >> 20), static_cast<int>(random() % 30) - 60);
    const Shape shape = box(w, h);
    const Real x = w / 2, y = h / 2;
    ASSERT_EQ(shape.corner_count(), 4);
    EXPECT_EQ(shape.corner(0), Vec2(-x, -y));
    EXPECT_EQ(shape.corner(1), Vec2(x, -y));
    EXPECT_EQ(shape.corner(2), Vec2(x, y));
    EXPECT_EQ(shape.corner(3), Vec2(-x, y));
    EXPECT_EQ(shape.normal(0), Vec2(0, -1));
    EXPECT_EQ(shape.normal(1), Vec2(1, 0));
    EXPECT_EQ(shape.normal(2), Vec2(0, 1));
    EXPECT_EQ(shape.normal(3), Vec2(-1, 0));
    EXPECT_EQ(detail_view(shape).extent, std::min(w, h));
    EXPECT_EQ(detail_view(shape).centre, (detail::V2{0, 0}));
    EXPECT_EQ(shape.aabb(), (Aabb{Vec2(-x, -y), Vec2(x, y)}));
    EXPECT_EQ(mass_properties(shape, 1).centre, Vec2(0, 0));
    EXPECT_EQ(shape, polygon(std::vector<Vec2>{Vec2(-x, -y), Vec2(x, -y), Vec2(x, y), Vec2(-x, y)}));
  }
}

TEST(Box, NormalsHaveNoNegativeZero) {
  const Shape shape = box(2, 1);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(shape.normal(i)[0] == 0 && std::signbit(shape.normal(i)[0])) << i;
    EXPECT_FALSE(shape.normal(i)[1] == 0 && std::signbit(shape.normal(i)[1])) << i;
  }
}

TEST(Box, TurnedMovedAndRounded) {
  const Shape quarter = box(4, 2, Vec2(10, 20), {0, 1}, Real(0.5));
  EXPECT_EQ(quarter.corner(0), Vec2(11, 18));
  EXPECT_EQ(quarter.corner(1), Vec2(11, 22));
  EXPECT_EQ(quarter.corner(2), Vec2(9, 22));
  EXPECT_EQ(quarter.corner(3), Vec2(9, 18));
  EXPECT_EQ(quarter.normal(0), Vec2(1, 0));
  EXPECT_EQ(quarter.radius(), Real(0.5));
  EXPECT_EQ(detail_view(quarter).extent, 3);
  EXPECT_EQ(quarter.aabb(), (Aabb{Vec2(Real(8.5), Real(17.5)), Vec2(Real(11.5), Real(22.5))}));

  const Rotation turn = Rotation::from_angle(Real(0.6));
  const Shape shape = box(3, 2, Vec2(1, -1), turn, Real(0.125));
  for (int i = 0; i < 4; ++i) {
    const Vec2 local = turn.inverse() * Vec2(shape.corner(i) - Vec2(1, -1));
    EXPECT_NEAR(std::fabs(local[0]), 1.5, 1e-6);
    EXPECT_NEAR(std::fabs(local[1]), 1, 1e-6);
  }
  EXPECT_NEAR(detail_view(shape).extent, 2.25, 1e-5);
  expect_sound(shape);
}

TEST(Box, RefusesWithTheReason) {
  const Real infinite = std::numeric_limits<Real>::infinity(), none = std::numeric_limits<Real>::quiet_NaN();
  const Vec2 origin(0, 0);
  EXPECT_EQ(try_box(-2, 1).reason(), "box: width is -2, must be greater than 0");
  EXPECT_EQ(try_box(0, 1).reason(), "box: width is 0, must be greater than 0");
  EXPECT_EQ(try_box(1, none).reason(), "box: height is nan, must be finite");
  EXPECT_EQ(try_box(1, infinite).reason(), "box: height is inf, must be finite");
  EXPECT_EQ(try_box(1, 1, Vec2(none, 0)).reason(), "box: centre is (nan, 0), must be finite");
  EXPECT_EQ(try_box(1, 1, origin, {1, 0}, -1).reason(), "box: radius is -1, must be 0 or greater");
  EXPECT_EQ(try_box(1, 1, origin, {1, 0}, none).reason(), "box: radius is nan, must be finite");
  EXPECT_EQ(try_box(1, 1, origin, {2, 0}).reason(),
            "box: rotation is (2, 0), must be a cosine and a sine: their squares sum up to 1");
  EXPECT_EQ(try_box(1, 1, origin, {none, 0}).reason().substr(0, 16), "box: rotation is");
  EXPECT_EQ(try_box(1, 1, origin, {0, 0}).reason().substr(0, 16), "box: rotation is");
  EXPECT_THROW(box(1, -1), std::invalid_argument);
  const Real huge = std::numeric_limits<Real>::max();
  EXPECT_FALSE(try_box(huge, 1));
  EXPECT_FALSE(try_box(huge, huge));
  EXPECT_FALSE(try_box(1, 1, origin, {1, 0}, huge));
  EXPECT_FALSE(try_box(std::numeric_limits<Real>::min(), std::numeric_limits<Real>::min(), Vec2(1, 1), {1, 0}, 1))
      << "a core that vanishes is refused, however large the radius";
  // Where the inertia leaves the range, the side to change is named: the short one or the long one.
  const Real small = std::sqrt(std::sqrt(std::numeric_limits<Real>::min())), large = std::sqrt(std::sqrt(huge));
  EXPECT_EQ(try_box(small, small / 8).reason().substr(0, 14), "box: height is");
  EXPECT_EQ(try_box(small / 8, small).reason().substr(0, 13), "box: width is");
  EXPECT_EQ(try_box(large, large * 8).reason().substr(0, 14), "box: height is");
  EXPECT_EQ(try_box(large * 8, large).reason().substr(0, 13), "box: width is");
}

// A box too small for its place, or too thin for its turn, would silently be another shape.
TEST(Box, RefusesWhatRoundingWouldFold) {
  const Real eps = std::numeric_limits<Real>::epsilon();
  EXPECT_EQ(try_box(eps, eps, Vec2(1000, 0)).reason().substr(0, 13), "box: width is");
  EXPECT_NE(try_box(1, eps / 4, Vec2(0, 0), Rotation::from_angle(1)).reason().find("height is"), std::string::npos);
  EXPECT_TRUE(try_box(1, eps / 4));
  EXPECT_TRUE(try_box(1, 64 * eps, Vec2(0, 0), Rotation::from_angle(1)));
  int accepted = 0;
  for (Real thin = eps / 4; thin < 64 * eps; thin *= Real(1.1)) {
    for (Real angle = 0; angle < 3; angle += Real(0.1)) {
      const Result<Shape> shape = try_box(1, thin, Vec2(0, 0), Rotation::from_angle(angle));
      if (!shape) continue;
      ++accepted;
      EXPECT_NEAR(mass_properties(*shape, 1).mass, thin, thin / 60) << "accepted as another shape";
    }
  }
  EXPECT_GT(accepted, 100);
}

TEST(Box, SizesAndPlacesOfEveryOrder) {
  for (Real w = Real(1e-6); w < Real(2e6); w *= 10) {
    for (Real h = Real(1e-6); h < Real(2e6); h *= 10) {
      expect_sound(box(w, h));
      expect_sound(box(w, h, Vec2(0, 0), {1, 0}, w));
      expect_sound(box(w, h, Vec2(h, -w), {0, -1}, h));
    }
    for (Real place = w; place < w * 1000; place *= 2) {
      expect_sound(box(w, w, Vec2(place, place), Rotation::from_angle(place)));
    }
  }
}
