// The distance of a point from a shape, and the nearest place on its surface, against brute force over the parts of the
// shape.

#include "../effort.hpp"
#include "composite_cases.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using oracle::Number;

void expect_on_surface(const Shape& shape, const Pose& pose, const Vec2& point, const ClosestPoints& found, Real band) {
  EXPECT_EQ(found.point_a, point);
  EXPECT_NEAR(found.normal.norm(), 1, 1e-5);
  EXPECT_EQ(contains(shape, pose, found.point_b), PointRelation::boundary);
  EXPECT_NEAR((point - found.point_b).norm(), std::fabs(found.distance), 4 * band);
}

TEST(PointDistance, OfConvexShapes) {
  Random random(1501);
  for (int i = 0; i < effort(20000); ++i) {
    const Shape shape = random_recipe(random, 1).build();
    const Pose pose{random.point(4), random.rotation()};
    const Vec2 point = pose.position + random.point(3);
    const ClosestPoints found = closest_points(point, shape, pose);
    const oracle::Placed placed = oracle::place(shape, pose);
    const Number judged =
        oracle::signed_distance(oracle::point(point), oracle::convex_hull(placed.core)) - placed.radius;
    const Real band = 16 * tolerance::eps * 8;
    ASSERT_NEAR(double(found.distance), double(judged), double(band)) << i;
    if (!(judged < -1e-3 && shape.kind() == ShapeKind::segment)) expect_on_surface(shape, pose, point, found, band);
    if (HasFailure()) FAIL() << i;
  }
}

// Within a shape of parts the nearest place may lie behind other parts; from outside the nearest part decides.
/// A rectangle with corners on its sides.
Shape with_corners_on_sides(Random& random) {
  const Vec2 ends[] = {{-4, -2}, {4, -2}, {4, 2}, {-4, 2}};
  std::vector<Vec2> corners;
  for (int side = 0; side < 4; ++side) {
    const int parts = random.integer(1, 4);
    for (int i = 0; i < parts; ++i) {
      corners.push_back(ends[side] + Real(i) / Real(parts) * (ends[(side + 1) % 4] - ends[side]));
    }
  }
  return polygon(corners);
}

TEST(PointDistance, TheEdgeIsTheOneThatThePointIsOn) {
  Random random(1502);
  for (int i = 0; i < effort(20000); ++i) {
    const Rotation turn = random.chance(0.5) ? Rotation{} : random.rotation();
    const Shape shape = with_corners_on_sides(random);
    const Vec2 point = random.point(6);
    const ClosestPoints found = closest_points(point, shape, {{0, 0}, turn});
    if (found.feature_b.kind != Feature::Kind::edge) continue;
    const int edge = found.feature_b.index;
    const Vec2 from = shape.corner(edge), along = shape.corner((edge + 1) % shape.corner_count()) - from;
    const Real place = (turn.inverse() * found.point_b - from).dot(along) / along.squaredNorm();
    ASSERT_GE(place, Real(-1e-4)) << i;
    ASSERT_LE(place, Real(1 + 1e-4)) << i;
  }
}

TEST(PointDistance, OfShapesMadeOfParts) {
  Random random(1502);
  for (int i = 0; i < effort(4000); ++i) {
    const Shape shape = random_star(random, random.integer(4, 9));
    const Pose pose{random.point(4), random.rotation()};
    const Vec2 point = pose * random.point(1.2);
    Number nearest = 1e9L;
    const int n = shape.corner_count();
    const auto corner = [&](int k) { return oracle::point(pose * shape.corner(k % n)); };
    for (int k = 0; k < n; ++k) {
      nearest = std::min(nearest, oracle::distance_to_segment(oracle::point(point), corner(k), corner(k + 1)));
    }
    const bool inside = contains(shape, pose, point) == PointRelation::inside;
    const ClosestPoints found = closest_points(point, shape, pose);
    ASSERT_NEAR(double(found.distance), double(inside ? -nearest : nearest), 256 * double(tolerance::eps)) << i;
    expect_on_surface(shape, pose, point, found, 256 * tolerance::eps);
    if (HasFailure()) FAIL() << i;
  }
}

// The feature names a corner or an edge of the piece of that number: the foot is on it.
TEST(PointDistance, TheFeatureIsOneOfThePieceOfThatNumber) {
  Random random(1503);
  for (int i = 0; i < effort(6000); ++i) {
    std::vector<std::uint8_t> pixels(20);
    for (std::uint8_t& pixel : pixels) pixel = random.chance(0.6) ? 1 : 0;
    pixels[7] = 1;
    const Shape shape = i % 3 == 0   ? random_star(random, random.integer(4, 9))
                        : i % 3 == 1 ? random_cut(random).parts
                                     : mask({.width = 5, .height = 4, .pixel = Vec2(Real(0.5), Real(0.5))}, pixels);
    const Pose pose{random.point(4), random.rotation()};
    const Vec2 point = pose * random.point(3);
    const ClosestPoints found = closest_points(point, shape, pose);
    const std::vector<Shape> all = pieces(shape);
    ASSERT_LT(static_cast<std::size_t>(found.feature_b.piece), all.size()) << i;
    const Shape& piece = all[static_cast<std::size_t>(found.feature_b.piece)];
    ASSERT_LT(found.feature_b.index, piece.corner_count()) << i;
    const int end = (found.feature_b.index + 1) % piece.corner_count();
    const bool edge = found.feature_b.kind == Feature::Kind::edge;
    const oracle::Point from = oracle::point(pose * piece.corner(found.feature_b.index));
    const oracle::Point to = edge ? oracle::point(pose * piece.corner(end)) : from;
    const oracle::Point foot = oracle::point(found.point_b);
    const Number off = edge ? oracle::distance_to_segment(foot, from, to) : oracle::length(foot - from);
    EXPECT_LE(off, 256 * tolerance::eps) << i;
  }
}

// Where tiles meet, a point is as deep as anywhere else, and so is a line along their edges.
TEST(PointDistance, OnTheSeamsOfTiles) {
  const std::vector<Tile> tiles(12, solid_tile);
  const Shape block = grid({.columns = 4, .rows = 3}, tiles);
  EXPECT_NEAR(closest_points(Vec2(2, 1), block, {}).distance, -1, 1e-6);
  EXPECT_NEAR(closest_points(Vec2(1, Real(1.5)), block, {}).distance, -1, 1e-6);
  EXPECT_NEAR(closest_points(Vec2(4, 1), block, {}).distance, 0, 1e-6);
  EXPECT_NEAR(closest_points(Vec2(5, 1), block, {}).distance, 1, 1e-6);
  const Shape line = segment(Vec2(1, 0), Vec2(3, 0));
  const Pose middle{Vec2(0, 1), {}};
  EXPECT_EQ(relation(line, middle, block, {}), Relation::a_inside_b);
  EXPECT_NEAR(closest_points(line, middle, block, {}).distance, -1, 1e-6);
  EXPECT_NEAR(mtv(line, middle, block, {}).value().depth, 1, 1e-6);
  EXPECT_EQ(relation(line, {Vec2(0, 3), {}}, block, {}), Relation::touching);
  EXPECT_EQ(relation(block, {}, line, middle), Relation::b_inside_a);
}

// Turned, the corners where tiles meet are rounded, and outlines leave crumbs there.
TEST(PointDistance, InTurnedTiles) {
  Random random(1503);
  for (int i = 0; i < effort(4000); ++i) {
    const int columns = random.integer(1, 5), rows = random.integer(1, 5);
    const std::vector<Tile> tiles(static_cast<std::size_t>(columns * rows), solid_tile);
    const Pose turned{random.point(3), random.rotation()};
    const bool on_lattice = random.chance(0.3);
    const Real x = on_lattice ? Real(random.integer(0, columns)) : random.uniform(0, columns);
    const Real y = on_lattice ? Real(random.integer(0, rows)) : random.uniform(0, rows);
    const Real deep = std::min(std::min(x, Real(columns) - x), std::min(y, Real(rows) - y));
    const Shape block = grid({.columns = columns, .rows = rows}, tiles);
    ASSERT_NEAR(closest_points(turned * Vec2(x, y), block, turned).distance, -deep, 256 * tolerance::eps) << i;
  }
}

TEST(PointDistance, InARoomTheWallIsNearest) {
  const Shape room = container(box(4, 2));
  const ClosestPoints found = closest_points(Vec2(Real(1.5), 0), room, {});
  EXPECT_NEAR(found.distance, 0.5, 1e-6);
  EXPECT_NEAR(found.normal.x(), -1, 1e-6);
  EXPECT_NEAR(closest_points(Vec2(3, 0), room, {}).distance, -1, 1e-6);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(closest_points(Vec2(nan, 0), room, {}).distance, std::numeric_limits<Real>::infinity());
}

}  // namespace
}  // namespace bankshot_test
