// Capsules and segments: two points and a radius.
#include <bankshot/shape/shape.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "sound.hpp"

using namespace bankshot;
using bankshot_test::expect_sound;

TEST(Capsule, HoldsItsNumbers) {
  const Shape shape = capsule(Vec2(-1, 0), Vec2(3, 0), Real(0.25));
  EXPECT_EQ(shape.kind(), ShapeKind::capsule);
  EXPECT_EQ(shape.radius(), Real(0.25));
  EXPECT_EQ(shape.corner_count(), 2);
  EXPECT_EQ(shape.corner(0), Vec2(-1, 0));
  EXPECT_EQ(shape.corner(1), Vec2(3, 0));
  EXPECT_EQ(shape.normal(0), Vec2(0, -1));
  EXPECT_EQ(shape.normal(1), Vec2(0, 1));
  EXPECT_EQ(detail_view(shape).extent, Real(0.5));
  EXPECT_EQ(detail_view(shape).centre, (detail::V2{1, 0}));
  EXPECT_NEAR(detail_view(shape).reach, 2.25, 1e-5);
  EXPECT_EQ(shape.aabb(), (Aabb{Vec2(Real(-1.25), Real(-0.25)), Vec2(Real(3.25), Real(0.25))}));
}

TEST(Segment, HoldsItsNumbers) {
  const Shape shape = segment(Vec2(1, 1), Vec2(1, 5));
  EXPECT_EQ(shape.kind(), ShapeKind::segment);
  EXPECT_EQ(shape.radius(), 0);
  EXPECT_EQ(shape.corner_count(), 2);
  EXPECT_EQ(shape.normal(0), Vec2(1, 0));
  EXPECT_EQ(shape.normal(1), Vec2(-1, 0));
  EXPECT_EQ(detail_view(shape).extent, 0);
  EXPECT_EQ(shape.aabb(), (Aabb{Vec2(1, 1), Vec2(1, 5)}));
}

TEST(Capsule, RefusesWithTheReason) {
  const Real none = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(try_capsule(Vec2(0, 0), Vec2(1, 0), 0).reason(), "capsule: radius is 0, must be greater than 0");
  EXPECT_EQ(try_capsule(Vec2(0, 0), Vec2(1, 0), none).reason(), "capsule: radius is nan, must be finite");
  EXPECT_EQ(try_capsule(Vec2(none, 0), Vec2(1, 0), 1).reason(), "capsule: a is (nan, 0), must be finite");
  EXPECT_EQ(try_capsule(Vec2(0, 0), Vec2(1, none), 1).reason(), "capsule: b is (1, nan), must be finite");
  EXPECT_EQ(try_capsule(Vec2(1, 2), Vec2(1, 2), 1).reason(), "capsule: b is (1, 2), must be in another place than a");
  EXPECT_EQ(try_segment(Vec2(1, 2), Vec2(1, 2)).reason(), "segment: b is (1, 2), must be in another place than a");
  EXPECT_EQ(try_segment(Vec2(1, 2), Vec2(none, 2)).reason(), "segment: b is (nan, 2), must be finite");
  EXPECT_THROW(capsule(Vec2(0, 0), Vec2(1, 0), -1), std::invalid_argument);
  EXPECT_THROW(segment(Vec2(0, 0), Vec2(0, 0)), std::invalid_argument);
  if (sizeof(Real) == 4) {
    EXPECT_EQ(try_segment(Vec2(0, 0), Vec2(Real(3e-20), Real(4e-20))).reason(),
              "segment: length is 5e-20, must be larger: the moment of inertia underflows");
    EXPECT_EQ(try_segment(Vec2(0, 0), Vec2(Real(4e18), 0)).reason(),
              "segment: length is 4e+18, must be smaller: the moment of inertia overflows");
    EXPECT_EQ(try_capsule(Vec2(0, 0), Vec2(1, 0), Real(1e20)).reason(),
              "capsule: radius is 1e+20, must be smaller: the area overflows");
  }
}

TEST(Capsule, SizesAndPlacesOfEveryOrder) {
  for (Real size = Real(1e-6); size < Real(2e6); size *= 10) {
    for (Real thickness = Real(1e-6); thickness < Real(2e6); thickness *= 10) {
      expect_sound(capsule(Vec2(0, 0), Vec2(size, size), thickness));
      expect_sound(capsule(Vec2(-2 * size, size / 3), Vec2(size, size), thickness));
    }
    expect_sound(segment(Vec2(0, 0), Vec2(-size, size / 7)));
  }
  for (Real place = 10; place < Real(1e9); place *= 10) {
    const Real step = place * std::numeric_limits<Real>::epsilon();
    expect_sound(capsule(Vec2(place, place), Vec2(place, place + step), Real(1e-6)));
    expect_sound(segment(Vec2(place, 0), Vec2(place - step, step)));
  }
}
