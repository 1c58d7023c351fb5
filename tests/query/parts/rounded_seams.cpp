// Parts or boxes that meet exactly by their definition, but by a rounding error not in fact: their corners were rounded
// one by one.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "effort.hpp"
#include "query/composite_cases.hpp"

namespace bankshot_test {
namespace {

Rotation turn_of_any_kind(Random& random) {
  return Rotation::from_angle(Real(random.uniform(-std::numbers::pi, std::numbers::pi)));
}

/// A row of tiles from x = 0 on whose top is y = 0, turned about the origin, each by itself.
Shape turned_row(int count, Real side, const Rotation& turn, bool as_boxes) {
  std::vector<Shape> tiles;
  for (int i = 0; i < count; ++i) {
    const Real left = Real(i) * side, right = Real(i + 1) * side;
    const Vec2 corners[] = {turn * Vec2(left, 0), turn * Vec2(left, -side), turn * Vec2(right, -side),
                            turn * Vec2(right, 0)};
    const Vec2 centre = turn * Vec2((left + right) / 2, -side / 2);
    tiles.push_back(as_boxes ? box(side, side, centre, turn) : polygon(corners));
  }
  return compound(tiles);
}

struct Row {
  Rotation turn;
  Real side = 0;
  Shape shape = box(1, 1);
};

Row draw_row(Random& random, int count) {
  Row row;
  row.turn = turn_of_any_kind(random);
  row.side = Real(random.uniform(0.1, 1));
  row.shape = turned_row(count, row.side, row.turn, random.chance(0.5));
  return row;
}

TEST(RoundedSeams, APointInOneIsInside) {
  Random random(6021);
  for (int i = 0; i < effort(6000); ++i) {
    const Row row = draw_row(random, 3);
    const Real x = row.side * Real(random.integer(1, 2));
    const Real y = -row.side * Real(random.uniform(0.1, 0.9));
    ASSERT_EQ(contains(row.shape, {}, row.turn * Vec2(x, y)), PointRelation::inside) << i;
  }
}

TEST(RoundedSeams, WhatStandsOnThemHasTheNormalOfTheFloor) {
  Random random(6022);
  for (int i = 0; i < effort(6000); ++i) {
    const Row row = draw_row(random, 4);
    const Pose pose{row.turn * Vec2(row.side * Real(1.5), row.side / 2), row.turn};
    const std::vector<Manifold> found = manifolds(box(row.side, row.side), pose, row.shape, {});
    ASSERT_FALSE(found.empty()) << i;
    const Vec2 up = row.turn * Vec2(0, 1);
    for (const Manifold& manifold : found) ASSERT_GT(manifold.normal.dot(up), Real(0.999)) << i;
  }
}

/// For faces: true if the normal is that of one of the two boxes, which lie alike.
bool of_a_face(const Vec2& normal, const Rotation& turn) {
  const double along = std::fabs(double(normal.dot(turn * Vec2(1, 0))));
  return along < 1e-3 || along > 1 - 1e-3;
}

TEST(RoundedSeams, ACornerOnACornerKeepsTheNormalOfAFace) {
  Random random(6023);
  for (int i = 0; i < effort(6000); ++i) {
    const Rotation turn = turn_of_any_kind(random);
    const Real wide = Real(random.uniform(0.2, 2));
    const Real high = Real(random.uniform(0.2, 2));
    const Pose pose{turn * Vec2((wide + 1) / 2, (high + 1) / 2), turn};
    const Manifold found = manifold(box(wide, high), pose, box(1, 1), {{0, 0}, turn});
    if (found.count > 0) {
      ASSERT_TRUE(of_a_face(found.normal, turn)) << i << " " << found.normal.transpose();
    }
  }
}

}  // namespace
}  // namespace bankshot_test
