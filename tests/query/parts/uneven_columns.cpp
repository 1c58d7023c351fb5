// Columns of uneven depth under one flat floor: the walls that they bury in part do not show at the floor.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

Shape column(int left, int right, int depth) {
  return box(Real(right - left), Real(depth), Vec2(Real(left + right) / 2, Real(-depth) / 2));
}

/// Floors along y = 0 from x = -1 to 1 at least, with a seam on x = 0.
std::vector<Shape> floors() {
  const Shape two[] = {column(-1, 0, 2), column(0, 1, 1)}, other[] = {column(-1, 0, 1), column(0, 1, 3)};
  const Shape three[] = {column(-2, 0, 3), column(-1, 1, 1), column(0, 2, 2)};
  const Shape nested[] = {compound(two), column(1, 2, 3), column(-3, -1, 1)};
  const Shape wedge[] = {column(-1, 0, 2), polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(0, -1), Vec2(1, 0)})};
  return {compound(two), compound(other), compound(three), compound(nested), compound(wedge)};
}

void expect_flat(const Shape& body, const Pose& start, const Shape& floor, const Pose& at, std::size_t which) {
  const Vec2 up = at.rotation * Vec2(0, 1);
  for (const Vec2& way : {Vec2(Real(-0.1), Real(-0.5)), Vec2(Real(0.1), Real(-0.5)), Vec2(0, -1)}) {
    const SweepHit hit = sweep(body, start, at.rotation * way, floor, at);
    EXPECT_EQ(hit.status, SweepStatus::hit) << which;
    EXPECT_LE(hit.fraction, 1e-3) << which;
    EXPECT_GT(hit.normal.dot(up), 0.999) << which << " swept, has " << hit.normal.transpose();
  }
  EXPECT_GT(closest_points(body, start, floor, at).normal.dot(up), 0.999) << which;
  const std::vector<Manifold> all = manifolds(body, start, floor, at, Real(0.001));
  EXPECT_FALSE(all.empty()) << which;
  for (const Manifold& manifold : all) {
    EXPECT_GT(manifold.normal.dot(up), 0.999) << which << " manifold, has " << manifold.normal.transpose();
  }
}

void stand_at_the_seam(const Pose& at, Real aside) {
  const Shape bodies[] = {box(1, 1, Vec2(Real(0.5), Real(0.5))), box(1, 1, Vec2(Real(-0.5), Real(0.5))),
                          segment(Vec2(0, 0), Vec2(0, 1)),
                          polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(Real(0.5), 1), Vec2(Real(-0.5), 1)})};
  const std::vector<Shape> all = floors();
  for (const Shape& body : bodies) {
    for (std::size_t i = 0; i < all.size(); ++i) expect_flat(body, {at * Vec2(aside, 0), at.rotation}, all[i], at, i);
  }
}

TEST(UnevenColumns, AreAFlatFloor) {
  const Rotation quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (const Rotation& turn : quarters) {
    for (const Real aside : {Real(0), Real(1e-7), Real(-1e-7), Real(1e-6), Real(-1e-6), Real(1e-5), Real(-1e-5)}) {
      stand_at_the_seam({Vec2(0, 0), turn}, aside);
    }
  }
}

TEST(UnevenColumns, TurnedOnesToo) {
  Random random(9131);
  for (int i = 0; i < effort(60); ++i) {
    const Vec2 place = random.point(2);
    const Rotation turn = random.rotation();
    stand_at_the_seam({place, turn}, random.uniform(-1e-5, 1e-5));
  }
}

// A shape that lies a little deep in the floor, as bodies at rest do, is beside the buried wall.
TEST(UnevenColumns, WhatLiesALittleDeepHasNoContactWithTheBuriedWall) {
  for (const Shape& floor : floors()) {
    for (const Real aside : {Real(1e-6), Real(-1e-6), Real(-1e-4)}) {
      const Shape body = box(1, 1, Vec2(Real(0.5), Real(0.5)));
      const std::vector<Manifold> all = manifolds(body, {Vec2(aside, Real(-0.0005)), {}}, floor, {}, Real(0.001));
      EXPECT_FALSE(all.empty());
      for (const Manifold& manifold : all) EXPECT_GT(manifold.normal[1], 0.999) << manifold.normal.transpose();
    }
  }
}

// Below the neighbour the wall is there.
TEST(UnevenColumns, TheRestOfAWallShows) {
  const Shape floor = floors()[0];
  const Shape body = box(1, Real(0.5), Vec2(Real(0.5), Real(-1.25)));
  const SweepHit hit = sweep(body, {Vec2(1, 0), {}}, Vec2(-2, 0), floor, {});
  ASSERT_EQ(hit.status, SweepStatus::hit);
  EXPECT_NEAR(hit.fraction, 0.5, 1e-5);
  EXPECT_NEAR(hit.normal[0], 1, 1e-5);
  const SweepHit touching = sweep(body, {}, Vec2(-2, 0), floor, {});
  EXPECT_TRUE(touching);
  EXPECT_NEAR(touching.normal[0], 1, 1e-5);
  bool wall = false, ceiling = false;
  for (const Manifold& manifold : manifolds(body, {}, floor, {}, Real(0.001))) {
    wall = wall || manifold.normal[0] > Real(0.999), ceiling = ceiling || manifold.normal[1] < Real(-0.999);
  }
  EXPECT_TRUE(wall && ceiling);
}

// A face that comes out of a floor shows from there on, and stops a shape that slides along the floor to it.
TEST(UnevenColumns, AFaceThatComesOutOfAFloorStopsWhatSlidesToIt) {
  Random random(9132);
  for (int i = 0; i < effort(5000); ++i) {
    const Real rise = random.uniform(0.05, 0.8);
    const Real foot = random.uniform(0.2, 1.5);
    const std::vector<Vec2> ramp{Vec2(-1, -rise), Vec2(0, -1), Vec2(foot, -1), Vec2(random.uniform(1.2, 3), 0),
                                 Vec2(1, rise)};
    const Shape pieces[] = {box(6, 1, Vec2(-1, Real(-0.5))), polygon(ramp)};
    const Shape floor = compound(pieces);
    const Real lean = random.uniform(-1, 0);
    const Vec2 top(lean, random.uniform(0.2, 2));
    const Shape line = segment(Vec2(0, 0), top);
    const Vec2 place = random.point(2);
    const Pose at{place, random.rotation()};
    const Real before = random.uniform(0.1, 0.9);
    const Pose start{at * Vec2(-before, 0), at.rotation};
    const SweepHit hit = sweep(line, start, at.rotation * Vec2(2, 0), floor, at);
    ASSERT_EQ(hit.status, SweepStatus::hit) << "draw " << i;
    EXPECT_LE(2 * hit.fraction, before + Real(1e-3)) << "draw " << i;
  }
}

}  // namespace
}  // namespace bankshot_test
