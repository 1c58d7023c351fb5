// Shapes that overlap have a manifold, even where every pair of parts would separate across a seam.

#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "effort.hpp"
#include "query/composite_cases.hpp"

namespace bankshot_test {
namespace {

struct Standing {
  Shape shape;
  Pose pose;
};

Real eighths(Random& random, int from, int to) { return Real(random.integer(from, to)) / 8; }

Vec2 aligned_point(Random& random, int reach) {
  const Real x = eighths(random, -reach, reach);
  const Real y = eighths(random, -reach, reach);
  return Vec2(x, y);
}

Rotation quarter_turn(Random& random) {
  const Rotation turns[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return turns[random.integer(0, 3)];
}

Shape aligned_star(Random& random) {
  for (;;) {
    std::vector<Vec2> points;
    const int corners = random.integer(4, 8);
    for (int i = 0; i < corners; ++i) points.push_back(aligned_point(random, 16));
    if (const Result<Shape> made = try_simple_polygon(points)) return *made;
  }
}

Shape aligned_block(Random& random) {
  const int columns = random.integer(1, 4), rows = random.integer(1, 4);
  const auto cells = static_cast<std::size_t>(columns * rows);
  const Vec2 corner(Real(-columns) / 2, Real(-rows) / 2);
  if (random.chance(0.5)) return grid({columns, rows, 1, corner}, std::vector<Tile>(cells, solid_tile));
  return mask({columns, rows, Vec2(1, 1), corner}, std::vector<std::uint8_t>(cells, 1));
}

Shape aligned_segment(Random& random) {
  const Vec2 from = aligned_point(random, 8);
  Vec2 to = from;
  to[random.integer(0, 1)] += eighths(random, 4, 16);
  return segment(from, to);
}

Shape aligned_shape(Random& random) {
  switch (random.integer(0, 5)) {
    case 0: return circle(eighths(random, 1, 8));
    case 1: {
      const Real width = eighths(random, 2, 28);
      const Real height = eighths(random, 2, 28);
      return box(width, height);
    }
    case 2: return aligned_star(random);
    case 3: return aligned_segment(random);
    case 4: {
      const Real side = eighths(random, 4, 12);
      const Shape halves[] = {box(side, side, Vec2(side / 2, 0)), box(side, side, Vec2(-side / 2, 0))};
      return compound(halves);
    }
    default: return aligned_block(random);
  }
}

Standing aligned(Random& random) {
  const Shape shape = aligned_shape(random);
  const Vec2 position = aligned_point(random, 8);
  return {shape, {position, quarter_turn(random)}};
}

/// The distance of a point from the nearest piece.
oracle::Number off(const oracle::Point& p, const Standing& whole) {
  oracle::Number nearest = 1e9L;
  for (const Shape& piece : pieces(whole.shape)) {
    const oracle::Placed solid = oracle::place(piece, whole.pose);
    nearest = std::min(nearest, oracle::signed_distance(p, solid.core) - solid.radius);
  }
  return nearest;
}

/// Halfway between two places of A and B that meet when A moves by the depth along the normal.
void expect_between(const Manifold& found, const Standing& a, const Standing& b, Real band) {
  ASSERT_NEAR(double(found.normal.norm()), 1, 1e-6);
  for (int k = 0; k < found.count; ++k) {
    const ManifoldPoint& point = found.points[static_cast<std::size_t>(k)];
    const oracle::Point at = oracle::point(point.position), n = oracle::point(found.normal);
    const oracle::Number half = oracle::Number(point.separation) / 2;
    ASSERT_LE(off(at + half * n, a), 2 * band);
    ASSERT_LE(off(at - half * n, b), 2 * band);
  }
}

TEST(LastManifold, WhateverOverlapsHasOne) {
  Random random(2711);
  int deep = 0;
  for (int i = 0; i < effort(6000); ++i) {
    const Standing a = aligned(random);
    const Standing b = aligned(random);
    if (depth_of(a.shape, a.pose, b.shape, b.pose, {0, 0}) < 0) continue;
    ++deep;
    const Manifold found = manifold(a.shape, a.pose, b.shape, b.pose);
    ASSERT_GT(found.count, 0) << i;
    ASSERT_FALSE(manifolds(a.shape, a.pose, b.shape, b.pose).empty()) << i;
    ASSERT_NEAR(double(found.normal.norm()), 1, 1e-6);
  }
  EXPECT_GT(deep, effort(6000) / 3);
}

/// Where no two parts have a contact, the manifold is that of the wholes: A is out when it has moved by the depth along
/// the normal.
void expect_way_out(const Standing& a, const Standing& b) {
  const Manifold found = manifold(a.shape, a.pose, b.shape, b.pose), other = manifold(b.shape, b.pose, a.shape, a.pose);
  ASSERT_GT(found.count, 0);
  ASSERT_EQ(other.count, found.count);
  const Real band = touching_band(a.shape, a.pose, b.shape, b.pose);
  const auto depth = -oracle::Number(found.points[0].separation);
  EXPECT_NEAR(double(depth), double(mtv(a.shape, a.pose, b.shape, b.pose)->depth), double(band));
  const oracle::Number left = depth_of(a.shape, a.pose, b.shape, b.pose, depth * oracle::point(found.normal));
  EXPECT_NEAR(double(left), 0, double(2 * band));
  expect_between(found, a, b, band);
  if (a.pose.position == b.pose.position) return;
  EXPECT_EQ(other.normal, Vec2(-found.normal));
  EXPECT_EQ(other.points[0].separation, found.points[static_cast<std::size_t>(found.count - 1)].separation);
}

TEST(LastManifold, DeepInAWholeAndAlongASeamItIsTheWayOut) {
  const Shape tiles = grid({3, 3, 1, Vec2(0, 0)}, std::vector<Tile>(9, solid_tile));
  const Shape four = grid({2, 2, 1, Vec2(-1, -1)}, std::vector<Tile>(4, solid_tile));
  const Vec2 corners[] = {Vec2(2, Real(0.25)), Vec2(Real(0.25), Real(0.75)), Vec2(Real(-1.75), 1),
                          Vec2(Real(-0.25), Real(-0.25)), Vec2(Real(0.75), Real(-1.75))};
  const Shape two = grid({2, 1, 1, Vec2(0, 0)}, std::vector<Tile>(2, solid_tile));
  expect_way_out({circle(Real(0.25)), {Vec2(Real(1.5), Real(1.375)), {}}}, {tiles, {}});
  expect_way_out({box(2, 2), {}}, {four, {}});
  expect_way_out({four, {}}, {four, {}});
  expect_way_out({box(Real(3.5), Real(3.5)), {Vec2(Real(0.5), 1), {}}}, {simple_polygon(corners), {}});
  expect_way_out({segment(Vec2(1, Real(0.5)), Vec2(1, Real(1.75))), {Vec2(0, Real(0.125)), {}}}, {two, {}});
}

TEST(LastManifold, WhatTouchesHasOneAcrossAGapWithinTheBand) {
  const Shape tile = box(1, 1);
  const Shape alone[] = {tile};
  const Shape tiles = compound(alone), room = container(box(3, 1));
  const Real beyond = 1 + touching_band(tile, {}, tile, {Vec2(1, 0), {}}) / 2;
  for (const Shape& other : {tile, tiles}) {
    ASSERT_TRUE(overlap(tile, {Vec2(beyond, 0), {}}, other, {}));
    const Manifold found = manifold(tile, {Vec2(beyond, 0), {}}, other, {});
    ASSERT_EQ(found.count, 2);
    EXPECT_EQ(found.normal, Vec2(1, 0));
    EXPECT_EQ(manifold(tile, {Vec2(Real(1.125), 0), {}}, other, {}).count, 0);
  }
  const Real inside = Real(1) - touching_band(tile, {Vec2(1, 0), {}}, room, {}) / 2;
  EXPECT_GT(manifold(tile, {Vec2(inside, Real(0.0)), {}}, room, {}).count, 0);
}

}  // namespace
}  // namespace bankshot_test
