#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Contains, TheBoundaryIsARelationOfItsOwn) {
  const Shape square = box(2, 2);
  const Pose pose{Vec2(10, 0), {}};
  EXPECT_EQ(contains(square, pose, {10, 0}), PointRelation::inside);
  EXPECT_EQ(contains(square, pose, {11, Real(0.5)}), PointRelation::boundary);
  EXPECT_EQ(contains(square, pose, {11, 1}), PointRelation::boundary);
  EXPECT_EQ(contains(square, pose, {Real(11.01), 0}), PointRelation::outside);
  EXPECT_EQ(contains(square, pose, {11, Real(1.01)}), PointRelation::outside);
}

TEST(Contains, RoundedCorners) {
  const Shape rounded = box(2, 2, Vec2(0, 0), {}, 1);
  EXPECT_EQ(contains(rounded, {}, {Real(1.7), Real(1.7)}), PointRelation::inside);
  EXPECT_EQ(contains(rounded, {}, {Real(1.6), Real(1.8)}), PointRelation::boundary);
  EXPECT_EQ(contains(rounded, {}, {Real(1.75), Real(1.75)}), PointRelation::outside);
  EXPECT_EQ(contains(rounded, {}, {0, 2}), PointRelation::boundary);
}

TEST(Contains, SegmentsHaveNoInside) {
  const Shape line = segment({-1, 0}, {1, 0});
  EXPECT_EQ(contains(line, {}, {Real(0.3), 0}), PointRelation::boundary);
  EXPECT_EQ(contains(line, {}, {1, 0}), PointRelation::boundary);
  EXPECT_EQ(contains(line, {}, {Real(1.01), 0}), PointRelation::outside);
  EXPECT_EQ(contains(line, {}, {Real(0.3), Real(0.01)}), PointRelation::outside);
}

TEST(Contains, NotANumberIsOutside) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(contains(circle(1), {}, {nan, 0}), PointRelation::outside);
  EXPECT_EQ(contains(circle(1), {Vec2(0, 0), {nan, 0}}, {0, 0}), PointRelation::outside);
  EXPECT_EQ(contains(box(1, 1), {Vec2(nan, 0), {}}, {0, 0}), PointRelation::outside);
}

TEST(Contains, AgreesWithTheOracle) {
  Random random(4);
  int seen[3] = {0, 0, 0};
  for (int i = 0; i < 40000; ++i) {
    const Shape shape = (random.chance(0.3) ? random_grid_recipe(random) : random_recipe(random)).build();
    const Pose pose{random.point(4), random.rotation()};
    const auto placed = oracle::place(shape, pose);
    // Somewhere, on a corner, or between two corners: on an edge or a diagonal.
    const auto& corner = placed.core[std::size_t(random.integer(0, int(placed.core.size()) - 1))];
    const auto& other = placed.core[std::size_t(random.integer(0, int(placed.core.size()) - 1))];
    oracle::Point p = oracle::point(pose.position) + oracle::point(random.point(3));
    if (random.chance(0.5)) p = corner + oracle::Number(random.unit()) * (other - corner);
    if (shape.radius() > 0 && random.chance(0.3)) p = corner + placed.radius * oracle::point(random.direction());
    const Vec2 point(Real(p.x), Real(p.y));

    const oracle::Number outside =
        oracle::signed_distance(oracle::point(point), oracle::convex_hull(placed.core)) - placed.radius;
    Real reach = (point - pose.position).norm();
    for (int k = 0; k < shape.corner_count(); ++k) reach = std::max(reach, shape.corner(k).norm() + shape.radius());
    const oracle::Number band = tolerance::band_factor * tolerance::eps * reach;
    const PointRelation answer = contains(shape, pose, point);
    ++seen[int(answer)];
    SCOPED_TRACE(testing::Message() << "case " << i << " kind " << int(shape.kind()) << " by " << outside / band);
    if (outside > 2 * band) {
      EXPECT_EQ(answer, PointRelation::outside);
    }
    if (outside < -2 * band) {
      EXPECT_EQ(answer, PointRelation::inside);
    }
    if (std::fabs(outside) < band / 4) {
      EXPECT_EQ(answer, PointRelation::boundary);
    }
  }
  for (int count : seen) EXPECT_GT(count, 3000);
}

}  // namespace
}  // namespace bankshot_test
