// A shape without width that is pushed along the seam of two parts only touches each of them, but goes into the whole.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

Shape two_boxes(const Vec2& left, const Vec2& right) {
  const Shape boxes[] = {box(left[0], left[1], Vec2(-left / 2)),
                         box(right[0], right[1], Vec2(right[0], -right[1]) / 2)};
  return compound(boxes);
}

Shape triangles_with_an_apex() {
  const Shape parts[] = {polygon(std::vector<Vec2>{Vec2(-1, -1), Vec2(0, -1), Vec2(0, 0)}),
                         polygon(std::vector<Vec2>{Vec2(0, -1), Vec2(1, -1), Vec2(0, 0)})};
  return compound(parts);
}

Shape nested() {
  const Shape outer[] = {two_boxes(Vec2(1, 1), Vec2(1, 2)), box(1, 1, Vec2(Real(1.5), Real(-0.5)))};
  return compound(outer);
}

/// Grounds with a seam on x = 0 that comes to the surface at the origin; below that is the solid, or a line.
std::vector<Shape> grounds() {
  const std::vector<Tile> solid(4, solid_tile);
  Tile platform;
  platform.form = Tile::Form::one_way_up;
  std::vector<Shape> all{
      grid({.columns = 2, .rows = 1, .origin = Vec2(-1, -1)}, std::vector<Tile>(2, solid_tile)),
      grid({.columns = 4, .rows = 1, .origin = Vec2(-2, -1)}, solid),
      grid({.columns = 2, .rows = 1, .origin = Vec2(-1, -1)}, std::vector<Tile>{platform, platform}),
      two_boxes(Vec2(1, 1), Vec2(1, 1)),
      two_boxes(Vec2(1, 2), Vec2(1, 1)),
      triangles_with_an_apex(),
      nested(),
      chain(std::vector<Vec2>{Vec2(-1, 0), Vec2(0, 0), Vec2(1, 0)}),
      chain(std::vector<Vec2>{Vec2(-1, 0), Vec2(0, 0), Vec2(1, 0)}, false, ChainSides::left),
      chain(std::vector<Vec2>{Vec2(-1, -1), Vec2(0, 0), Vec2(1, -1)}),
      chain(std::vector<Vec2>{Vec2(-1, 1), Vec2(0, 0), Vec2(1, 1)}),
      mask({.width = 2, .height = 1, .pixel = Vec2(1, 1), .origin = Vec2(-1, -1)}, std::vector<std::uint8_t>{1, 1})};
  return all;
}

/// A line that stands on the origin and leads upwards.
std::vector<Shape> lines() {
  return {segment(Vec2(0, 0), Vec2(0, 1)), chain(std::vector<Vec2>{Vec2(Real(-0.3), 2), Vec2(0, 1), Vec2(0, 0)}),
          chain(std::vector<Vec2>{Vec2(0, 0), Vec2(0, Real(0.5)), Vec2(0, 1), Vec2(1, 3)})};
}

void expect_stop(const SweepHit& hit, const Vec2& up, const char* what, int ground, int line) {
  EXPECT_EQ(hit.status, SweepStatus::hit) << what << ", ground " << ground << ", line " << line;
  EXPECT_LE(hit.fraction, 1e-5) << what << ", ground " << ground << ", line " << line;
  EXPECT_GT(hit.normal.dot(up), 0.7) << what << ", ground " << ground << ", line " << line;
}

void push_into(const Pose& at, Real aside) {
  int ground = 0;
  for (const Shape& floor : grounds()) {
    int number = 0;
    for (const Shape& line : lines()) {
      const Pose start{at * Vec2(aside, 0), at.rotation};
      const Vec2 up = at.rotation * Vec2(0, 1);
      for (const Real depth : {Real(0.1), Real(0.5), Real(3)}) {
        const Vec2 way = -depth * up;
        expect_stop(sweep(line, start, way, floor, at), up, "pushed", ground, number);
        expect_stop(sweep(floor, at, -way, line, start), -up, "ground pushed", ground, number);
        expect_stop(sweep(line, Motion{start, way / 2}, floor, Motion{at, -way / 2}), up, "both", ground, number);
      }
      ++number;
    }
    ++ground;
  }
}

TEST(Slits, WhatStandsOnOneIsNotPushedIn) {
  for (int turns = 0; turns < 4; ++turns) {
    const Rotation quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    push_into({Vec2(0, 0), quarters[turns]}, 0);
    push_into({Vec2(3, -5), quarters[turns]}, 0);
  }
}

TEST(Slits, NorTurnedByAnyAngleOrAFractionOfABandBesideIt) {
  Random random(9101);
  for (int i = 0; i < effort(100); ++i) {
    const Vec2 place = random.point(2);
    const Pose at{place, random.rotation()};
    push_into(at, random.uniform(-4 * tolerance::eps, 4 * tolerance::eps));
  }
}

// Each motion begins where the last one ended, and is shorter than the band.
TEST(Slits, NorInSmallSteps) {
  const Shape line = segment(Vec2(0, 0), Vec2(0, 1));
  for (const Shape& floor : grounds()) {
    Pose at;
    const Real band = touching_band(line, at, floor, {});
    for (int i = 0; i < 20; ++i) {
      const Vec2 way(0, -band / 4);
      const SweepHit hit = sweep(line, at, way, floor, {});
      at.position += hit.fraction * way;
    }
    EXPECT_GE(at.position[1], -2 * band);
  }
}

// A line that comes down along a wall reaches the seam of wall and floor; one that moves on the floor reaches the same
// seam.
TEST(Slits, AFloorStopsWhatSlidesDownAWall) {
  const std::vector<Tile> tiles{solid_tile, solid_tile, solid_tile, empty_tile};
  const Shape corner = grid({.columns = 2, .rows = 2, .origin = Vec2(-1, -1)}, tiles);
  const Shape upright = segment(Vec2(0, Real(0.25)), Vec2(0, Real(0.5)));
  const SweepHit down = sweep(upright, {}, Vec2(0, -1), corner, {});
  ASSERT_EQ(down.status, SweepStatus::hit);
  EXPECT_NEAR(down.fraction, 0.25, 1e-5);
  EXPECT_NEAR(down.normal[1], 1, 1e-5);
  const Shape flat = segment(Vec2(Real(0.25), 0), Vec2(Real(0.5), 0));
  const SweepHit along = sweep(flat, {}, Vec2(-1, 0), corner, {});
  ASSERT_EQ(along.status, SweepStatus::hit);
  EXPECT_NEAR(along.fraction, 0.25, 1e-5);
  EXPECT_NEAR(along.normal[0], 1, 1e-5);
}

// A shape with a width that just fits between two parts slides between them, and a line may go back the way it came, or
// along the surface.
TEST(Slits, WhatGoesInNothingIsFree) {
  const Shape line = segment(Vec2(0, 0), Vec2(0, 1)), flat = segment(Vec2(-1, 0), Vec2(1, 0));
  int ground = 0;
  for (const Shape& floor : grounds()) {
    EXPECT_FALSE(sweep(line, {}, Vec2(0, 3), floor, {})) << ground;
    EXPECT_FALSE(sweep(line, {Vec2(0, -8 * tolerance::eps), {}}, Vec2(0, 3), floor, {})) << ground;
    if (++ground == 11) continue;  // a funnel
    EXPECT_FALSE(sweep(line, {}, Vec2(-3, 0), floor, {})) << ground;
    EXPECT_FALSE(sweep(line, {}, Vec2(3, 0), floor, {})) << ground;
    EXPECT_FALSE(sweep(flat, {}, Vec2(Real(0.5), 0), floor, {})) << ground;
  }
  const std::vector<Tile> walls{solid_tile, empty_tile, solid_tile, solid_tile, empty_tile, solid_tile};
  const Shape slot = grid({.columns = 3, .rows = 2, .origin = Vec2(Real(-1.5), -2)}, walls);
  EXPECT_FALSE(sweep(box(1, 1), {Vec2(0, Real(-0.5)), {}}, Vec2(0, -3), slot, {}));
  EXPECT_FALSE(sweep(segment(Vec2(Real(-0.5), 0), Vec2(Real(-0.5), 1)), {}, Vec2(0, -9), slot, {}));
}

}  // namespace
}  // namespace bankshot_test
