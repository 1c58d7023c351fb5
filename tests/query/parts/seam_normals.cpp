// The closest points of a shape that touches the seam of two parts lie along a normal of the whole, not of a part.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

Shape pair_of(const Shape& left, const Shape& right) {
  const Shape parts[] = {left, right};
  return compound(parts);
}

/// Floors along y = 0 with a seam on x = 0.
std::vector<Shape> flat_floors() {
  const std::vector<Tile> tiles(8, solid_tile);
  return {
      grid({.columns = 2, .rows = 1, .origin = Vec2(-1, -1)}, std::vector<Tile>(2, solid_tile)),
      grid({.columns = 4, .rows = 2, .origin = Vec2(-2, -2)}, tiles),
      pair_of(box(1, 1, Vec2(Real(-0.5), Real(-0.5))), box(1, 1, Vec2(Real(0.5), Real(-0.5)))),
      pair_of(polygon(std::vector<Vec2>{Vec2(-1, 0), Vec2(0, -1), Vec2(0, 0)}),
              polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(0, -1), Vec2(1, 0)})),
      pair_of(polygon(std::vector<Vec2>{Vec2(-2, 0), Vec2(-2, -1), Vec2(1, -1), Vec2(0, 0)}),
              polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(1, -1), Vec2(2, -1), Vec2(2, 0)})),
      mask({.width = 2, .height = 1, .pixel = Vec2(1, 1), .origin = Vec2(-1, -1)}, std::vector<std::uint8_t>{1, 1}),
      simple_polygon(std::vector<Vec2>{Vec2(-1, -2), Vec2(0, -2), Vec2(0, -1), Vec2(1, -1), Vec2(1, 0), Vec2(-1, 0)}),
      chain(std::vector<Vec2>{Vec2(-1, 0), Vec2(0, 0), Vec2(1, 0)})};
}

/// Shapes that touch y = 0 from above, at least at the origin.
std::vector<Shape> standing() {
  const Vec2 tip(0, 0);
  return {polygon(std::vector<Vec2>{tip, Vec2(Real(0.5), 1), Vec2(Real(-0.5), 1)}),
          polygon(std::vector<Vec2>{tip, Vec2(Real(0.5), Real(0.1)), Vec2(Real(-0.5), 2)}),
          segment(tip, Vec2(0, 1)),
          segment(tip, Vec2(1, Real(0.25))),
          segment(Vec2(-1, 0), Vec2(Real(0.5), 0)),
          box(1, 1, Vec2(0, Real(0.5))),
          box(Real(0.5), 1, Vec2(Real(0.25), Real(0.5))),
          box(Real(0.5), 1, Vec2(Real(-0.25), Real(0.5))),
          box(4, 1, Vec2(0, Real(0.5))),
          circle(Real(0.5), Vec2(0, Real(0.5))),
          capsule(Vec2(0, Real(0.25)), Vec2(1, Real(0.75)), Real(0.25)),
          pair_of(box(1, 1, Vec2(Real(-0.5), Real(0.5))), box(1, 1, Vec2(Real(0.5), Real(0.5)))),
          chain(std::vector<Vec2>{Vec2(-1, 1), tip, Vec2(1, Real(0.5))}),
          chain(std::vector<Vec2>{Vec2(-1, 0), tip, Vec2(1, 0)})};
}

void expect_upright(const Shape& body, const Pose& start, const Shape& floor, const Pose& at, std::size_t i,
                    std::size_t j) {
  const Vec2 up = at.rotation * Vec2(0, 1);
  const Real band = touching_band(body, start, floor, at);
  const ClosestPoints one = closest_points(body, start, floor, at), two = closest_points(floor, at, body, start);
  EXPECT_GT(one.normal.dot(up), 0.999) << "body " << i << ", floor " << j << " has " << one.normal.transpose();
  EXPECT_LT(two.normal.dot(up), -0.999) << "body " << i << ", floor " << j;
  EXPECT_LE(std::abs(one.distance), 2 * band) << "body " << i << ", floor " << j;
  EXPECT_LE(((one.point_a - one.point_b) - one.distance * one.normal).norm(), 4 * band) << "body " << i;
  EXPECT_LE(std::abs((one.point_b - at.position).dot(up)), 2 * band) << "body " << i << ", floor " << j;
}

void touch_everything(const Pose& at, Real lift) {
  const std::vector<Shape> bodies = standing(), floors = flat_floors();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < floors.size(); ++j) {
      // A flat line on a flat one touches it from either side.
      if (j + 1 == floors.size() && (i == 4 || i + 1 == bodies.size())) continue;
      expect_upright(bodies[i], {at * Vec2(0, lift), at.rotation}, floors[j], at, i, j);
    }
  }
}

TEST(SeamNormals, ThoseOfAFlatFloorAreUpright) {
  const Rotation quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (const Rotation& turn : quarters) touch_everything({Vec2(0, 0), turn}, 0);
  for (const Rotation& turn : quarters) touch_everything({Vec2(1, 4), turn}, tolerance::eps);
}

TEST(SeamNormals, TurnedOnesToo) {
  Random random(9111);
  for (int i = 0; i < effort(100); ++i) {
    const Vec2 place = random.point(2);
    const Rotation turn = random.rotation();
    touch_everything({place, turn}, random.uniform(-2.5 * tolerance::eps, 2.5 * tolerance::eps));
  }
}

TEST(SeamNormals, OfPointsToo) {
  const std::vector<Shape> floors = flat_floors();
  for (std::size_t j = 0; j + 1 < floors.size(); ++j) {
    for (const Real height : {Real(0), -8 * tolerance::eps, 8 * tolerance::eps}) {
      const ClosestPoints there = closest_points(Vec2(0, height), floors[j], {});
      EXPECT_GT(there.normal[1], 0.999) << "floor " << j << " has " << there.normal.transpose();
      EXPECT_LE(std::abs(there.distance), 16 * tolerance::eps) << j;
      EXPECT_LE(there.point_b.norm(), 16 * tolerance::eps) << j;
    }
  }
}

// Where the seam is at a corner of the whole, the normal is one between those of the two faces.
TEST(SeamNormals, OfAnApexLieBetweenItsFaces) {
  const Shape apex = pair_of(polygon(std::vector<Vec2>{Vec2(-1, -1), Vec2(0, -1), Vec2(0, 0)}),
                             polygon(std::vector<Vec2>{Vec2(0, -1), Vec2(1, -1), Vec2(0, 0)}));
  for (const Shape& body : standing()) {
    const ClosestPoints there = closest_points(body, {}, apex, {});
    EXPECT_GT(there.normal[1], 0.707) << there.normal.transpose();
  }
  EXPECT_GT(closest_points(Vec2(0, 0), apex, {}).normal[1], 0.707);
}

}  // namespace
}  // namespace bankshot_test
