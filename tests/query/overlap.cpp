#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/overlap.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Overlap, TouchingCounts) {
  EXPECT_TRUE(overlap(box(2, 2), at(2, 0), box(2, 2), at(0, 0)));
  EXPECT_TRUE(overlap(circle(1), at(0, 2), circle(1), at(0, 0)));
  EXPECT_FALSE(overlap(circle(1), at(0, Real(2.001)), circle(1), at(0, 0)));
}

// Axes of both polygons are needed: each of these pairs is separated by a face of one shape only.
TEST(Overlap, AxesOfBothShapes) {
  const Shape plate = box(4, 1), diamond = box(2, 2);
  const Pose tip = at(0, Real(2.0), Real(0.7853982));
  EXPECT_FALSE(overlap(plate, at(0, 0), diamond, tip));
  EXPECT_FALSE(overlap(diamond, tip, plate, at(0, 0)));
  EXPECT_TRUE(overlap(plate, at(0, 0), diamond, at(0, Real(1.9), Real(0.7853982))));
}

TEST(Overlap, BoundingCirclesOverlapButTheShapesDoNot) {
  EXPECT_FALSE(overlap(box(10, Real(0.5)), at(0, 0), box(10, Real(0.5)), at(0, 1)));
  EXPECT_FALSE(overlap(box(10, Real(0.5)), at(0, 0, Real(0.5)), box(10, Real(0.5)), at(0, 1, Real(0.5))));
  EXPECT_TRUE(overlap(box(10, Real(0.5)), at(0, 0, Real(0.5)), box(10, Real(0.5)), at(0, 1, -Real(0.5))));
}

TEST(Overlap, SegmentsInALine) {
  const Shape unit = segment({0, 0}, {1, 0});
  EXPECT_TRUE(overlap(unit, at(Real(0.5), 0), unit, at(0, 0)));
  EXPECT_TRUE(overlap(unit, at(1, 0), unit, at(0, 0)));
  EXPECT_FALSE(overlap(unit, at(Real(1.01), 0), unit, at(0, 0)));
  EXPECT_FALSE(overlap(unit, at(0, Real(0.01)), unit, at(0, 0)));
}

TEST(Overlap, OffCentreShapes) {
  const Shape shifted = circle(1, Vec2(100, 0));
  EXPECT_TRUE(overlap(shifted, at(0, 0), circle(1), at(100, Real(1.5))));
  EXPECT_FALSE(overlap(shifted, at(0, 0), circle(1), at(0, 0)));
  EXPECT_TRUE(overlap(shifted, {Vec2(0, 0), {0, 1}}, circle(1), at(0, 100)));
}

TEST(TouchingBand, IsRelativeToReachAndDistance) {
  const Real unit = tolerance::band_factor * tolerance::eps;
  EXPECT_EQ(touching_band(circle(2), at(0, 0), circle(1), at(1, 0)), 2 * unit);
  EXPECT_EQ(touching_band(circle(2), at(3, 4), circle(1), at(0, 0)), 5 * unit);
  EXPECT_EQ(touching_band(circle(2, Vec2(6, 8)), at(0, 0), circle(1), at(1, 0)), 12 * unit);
  EXPECT_EQ(touching_band(circle(2), at(1024, 0), circle(1), at(1025, 0)), 2 * unit);
}

// The early out may only ever skip pairs that are apart: pairs whose shapes touch where their bounding circles do.
TEST(Overlap, EarlyOutIsConservative) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Vec2 u = random.direction();
    const double r1 = 0.01 + random.unit(), r2 = 0.01 + random.unit();
    const Shape a = circle(Real(r1)), b = circle(Real(r2));
    const double apart = double(Real(r1)) + double(Real(r2));
    const Vec2 position(Real(apart * u[0] / std::hypot(double(u[0]), double(u[1]))),
                        Real(apart * u[1] / std::hypot(double(u[0]), double(u[1]))));
    const Pose there{position, random.rotation()};
    EXPECT_EQ(relation(a, there, b, at(0, 0)), Relation::touching) << i;
    EXPECT_TRUE(overlap(a, there, b, at(0, 0))) << i;
  }
}

}  // namespace
}  // namespace bankshot_test
