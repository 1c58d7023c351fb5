#include <bankshot/shape/shape.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "sound.hpp"

using namespace bankshot;
using bankshot_test::expect_sound;

TEST(Circle, HoldsItsNumbers) {
  const Shape shape = circle(Real(0.5), Vec2(1, 2));
  EXPECT_EQ(shape.kind(), ShapeKind::circle);
  EXPECT_EQ(shape.radius(), Real(0.5));
  EXPECT_EQ(shape.corner_count(), 1);
  EXPECT_EQ(shape.corner(0), Vec2(1, 2));
  EXPECT_EQ(detail_view(shape).reach, Real(0.5));
  EXPECT_EQ(detail_view(shape).extent, 1);
  EXPECT_EQ(detail_view(shape).centre, (detail::V2{1, 2}));
  EXPECT_EQ(shape.aabb(), (Aabb{Vec2(Real(0.5), Real(1.5)), Vec2(Real(1.5), Real(2.5))}));
  EXPECT_EQ(shape.aabb({Vec2(10, 20), {0, 1}}), (Aabb{Vec2(Real(7.5), Real(20.5)), Vec2(Real(8.5), Real(21.5))}));
}

TEST(Circle, RefusesWithTheReason) {
  const Real infinite = std::numeric_limits<Real>::infinity(), none = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(try_circle(0).reason(), "circle: radius is 0, must be greater than 0");
  EXPECT_EQ(try_circle(-2).reason(), "circle: radius is -2, must be greater than 0");
  EXPECT_EQ(try_circle(none).reason(), "circle: radius is nan, must be finite");
  EXPECT_EQ(try_circle(infinite).reason(), "circle: radius is inf, must be finite");
  EXPECT_EQ(try_circle(1, Vec2(none, 0)).reason(), "circle: centre is (nan, 0), must be finite");
  EXPECT_EQ(try_circle(1, Vec2(0, -infinite)).reason(), "circle: centre is (0, -inf), must be finite");
  EXPECT_EQ(try_circle(std::numeric_limits<Real>::min()).reason().substr(0, 17), "circle: radius is");
  if (sizeof(Real) == 4) {
    EXPECT_EQ(try_circle(Real(1e38)).reason(), "circle: radius is 1e+38, must be smaller: the area overflows");
    EXPECT_EQ(try_circle(Real(1e-12)).reason(),
              "circle: radius is 1e-12, must be larger: the moment of inertia underflows");
    EXPECT_EQ(try_circle(1, Vec2(Real(1e38), 0)).reason(),
              "circle: centre is (1e+38, 0), must be nearer to the origin: squares of its coordinates overflow");
  }
}

TEST(Circle, ThrowsTheSameReason) {
  try {
    circle(-1);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "circle: radius is -1, must be greater than 0");
  }
}

TEST(Circle, SizesAndPlacesOfEveryOrder) {
  for (Real size = Real(1e-6); size < Real(2e6); size *= 10) {
    for (Real place = 0; place < Real(1e12); place = 10 * place + 1) {
      expect_sound(circle(size, Vec2(place, -place)));
      EXPECT_EQ(detail_view(circle(size, Vec2(place, -place))).reach, size) << "exact for a single point";
    }
  }
}
