// Rays along the seams of shapes made of parts, out of stretches of parts, without length, and on a container's wall.

#include "effort.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/ray.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace bankshot_test {
namespace {

Shape row_of_tiles(int gap) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 8; ++i) {
    if (i != gap) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), 0)));
  }
  return compound(tiles);
}

TEST(PartsRay, TheExitIsTheEndOfTheStretch) {
  const Vec2 way(16, 0);
  const std::optional<RayHit> whole = ray_cast(row_of_tiles(-1), {}, Vec2(Real(1.5), 0), way, InsideRays::hit_exit);
  ASSERT_TRUE(whole);
  EXPECT_NEAR(whole->point[0], 8, 1e-5);
  EXPECT_EQ(whole->normal, Vec2(1, 0));
  EXPECT_EQ(whole->feature.piece, 7);
  const std::optional<RayHit> first = ray_cast(row_of_tiles(5), {}, Vec2(Real(1.5), 0), way, InsideRays::hit_exit);
  ASSERT_TRUE(first);
  EXPECT_NEAR(first->point[0], 5, 1e-5) << "a gap ends it";
  EXPECT_EQ(first->feature.piece, 4);
  EXPECT_FALSE(ray_cast(row_of_tiles(-1), {}, Vec2(Real(1.5), 0), Vec2(3, 0), InsideRays::hit_exit)) << "too short";
  // Back to front, too: parts come in the order of the ray, not of their numbers.
  const std::optional<RayHit> back = ray_cast(row_of_tiles(5), {}, Vec2(Real(4.5), 0), -way, InsideRays::hit_exit);
  ASSERT_TRUE(back);
  EXPECT_NEAR(back->point[0], 0, 1e-5);
  EXPECT_EQ(back->feature.piece, 0);
}

// A small part inside a large one does not end the ray's path through the solid.
TEST(PartsRay, WhatLiesInsideAnotherPartEndsNothing) {
  const Shape nested[] = {box(6, 2), box(1, 1), box(1, 1, Vec2(-2, 0))};
  const std::optional<RayHit> out =
      ray_cast(compound(nested), {}, Vec2(Real(-2.25), 0), Vec2(8, 0), InsideRays::hit_exit);
  ASSERT_TRUE(out);
  EXPECT_NEAR(out->point[0], 3, 1e-5);
  EXPECT_EQ(out->feature.piece, 0);
}

TEST(PartsRay, WithoutLengthItAsksForThePointAlone) {
  const Shape row = row_of_tiles(5);
  for (const InsideRays inside : {InsideRays::skip, InsideRays::hit_exit}) {
    EXPECT_FALSE(ray_cast(row, {}, Vec2(Real(1.5), 0), Vec2(0, 0), inside));
    EXPECT_FALSE(ray_cast(row, {}, Vec2(Real(5.5), 0), Vec2(0, 0), inside));
  }
  const std::optional<RayHit> inside = ray_cast(row, {}, Vec2(Real(1.5), Real(0.25)), Vec2(0, 0));
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->fraction, 0);
  EXPECT_NEAR(inside->normal.norm(), 1, 1e-6);
  EXPECT_EQ(inside->feature.piece, 1);
  EXPECT_FALSE(ray_cast(row, {}, Vec2(Real(5.5), 0), Vec2(0, 0)));
}

// Where two tiles join, a ray from above meets the upper face of both, and never the side of one.
TEST(PartsRay, AtASeamItMeetsTheFaceOfTheWhole) {
  Random random(61);
  const Shape row = row_of_tiles(-1);
  for (int i = 0; i < 2000; ++i) {
    const Vec2 target(Real(random.integer(1, 7)), Real(0.5));
    const Vec2 way(random.uniform(-4, 4), random.uniform(-4, -0.5));
    const std::optional<RayHit> hit = ray_cast(row, {}, target - way, 2 * way);
    ASSERT_TRUE(hit) << i;
    ASSERT_NEAR(hit->fraction, 0.5, 1e-5) << i;
    ASSERT_EQ(hit->normal, Vec2(0, 1)) << i;
  }
}

TEST(PartsRay, AlongAFloorItMeetsTheStepAtItsEnd) {
  const Shape stairs[] = {box(4, 1, Vec2(2, Real(-0.5))), box(4, 2, Vec2(6, 0))};
  const std::optional<RayHit> hit = ray_cast(compound(stairs), {}, Vec2(1, Real(0.5)), Vec2(6, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->fraction, 0.5, 1e-6);
  EXPECT_EQ(hit->normal, Vec2(-1, 0));
  EXPECT_EQ(hit->feature.piece, 1);
}

TEST(PartsRay, FromTheEdgeItLeavesAtOnceOrRunsThrough) {
  const Shape row = row_of_tiles(-1);
  const std::optional<RayHit> away = ray_cast(row, {}, Vec2(2, Real(0.5)), Vec2(0, 1), InsideRays::hit_exit);
  ASSERT_TRUE(away);
  EXPECT_NEAR(away->fraction, 0, 1e-6);
  EXPECT_EQ(away->normal, Vec2(0, 1));
  const std::optional<RayHit> through = ray_cast(row, {}, Vec2(2, Real(0.5)), Vec2(0, -2), InsideRays::hit_exit);
  ASSERT_TRUE(through);
  EXPECT_NEAR(through->fraction, 0.5, 1e-6);
  EXPECT_EQ(through->normal, Vec2(0, -1));
}

// The distance that counts as on the surface is a share of the shape's size, however small the shape is.
TEST(PartsRay, JustOutsideOfATinyShapeIsOutside) {
  const Real f = std::ldexp(Real(1), -14), eps = std::numeric_limits<Real>::epsilon();
  const Shape corner[] = {box(f, f), box(f, f, Vec2(f, 0))};
  const Shape tiny = compound(corner);
  const Vec2 origin(0, f * (Real(0.5) + 1024 * eps));
  EXPECT_FALSE(ray_cast(tiny, {}, origin, Vec2(0, f)));
  const std::optional<RayHit> hit = ray_cast(tiny, {}, origin, Vec2(0, -f));
  ASSERT_TRUE(hit);
  EXPECT_GT(hit->fraction, 0);
}

TEST(PartsRay, OnAContainersWall) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    const Shape walls = container(room);
    const Vec2 on(2, 0);
    const std::optional<RayHit> start = ray_cast(walls, {}, on, Vec2(0, 0));
    ASSERT_TRUE(start);
    EXPECT_EQ(start->fraction, 0);
    EXPECT_LT((start->normal - Vec2(-1, 0)).norm(), 1e-6) << "into the room";
    EXPECT_FALSE(ray_cast(walls, {}, on, Vec2(-1, 0), InsideRays::skip));
    EXPECT_FALSE(ray_cast(walls, {}, on, Vec2(0, 0), InsideRays::hit_exit));
    const std::optional<RayHit> in = ray_cast(walls, {}, on, Vec2(-1, 0), InsideRays::hit_exit);
    ASSERT_TRUE(in);
    EXPECT_EQ(in->fraction, 0);
    EXPECT_LT((in->normal - Vec2(-1, 0)).norm(), 1e-6);
    EXPECT_FALSE(ray_cast(walls, {}, on, Vec2(1, 0), InsideRays::hit_exit)) << "into the solid, which has no end";
    EXPECT_FALSE(ray_cast(walls, {}, Vec2(3, 0), Vec2(1, 0), InsideRays::hit_exit)) << "past the room";
    EXPECT_FALSE(ray_cast(walls, {}, Vec2(0, 0), Vec2(0, 0))) << "in the room";
    EXPECT_FALSE(ray_cast(walls, {}, Vec2(0, 0), Vec2(1, 0))) << "too short";
  }
}

// The solid continues where a ray only grazes the room: at a corner, along a wall, on a round wall.
TEST(PartsRay, OutOfAWallOnlyWhereItGetsIntoTheRoom) {
  struct Way {
    Vec2 from, way;
  };
  const Way grazes[] = {{Vec2(6, 0), Vec2(-6, 6)},   {Vec2(-5, 3), Vec2(10, 0)}, {Vec2(-3, 3), Vec2(6, 0)},
                        {Vec2(-2, 3), Vec2(4, 0)},   {Vec2(3, 3), Vec2(-9, 0)},  {Vec2(3, 3), Vec2(1, -1)},
                        {Vec2(0, 6), Vec2(12, -12)}, {Vec2(-2, 3), Vec2(9, 0)}};
  const Way enters[] = {{Vec2(6, 0), Vec2(-6, Real(5.9))},
                        {Vec2(-5, Real(2.99)), Vec2(10, 0)},
                        {Vec2(-3, 3), Vec2(6, Real(-0.01))},
                        {Vec2(3, 3), Vec2(-1, -1)}};
  const Shape walls = container(box(6, 6)), around = container(circle(3));
  Random random(9121);
  for (int i = 0; i < effort(200); ++i) {
    const Vec2 place = random.point(4);
    const Pose at = i == 0 ? Pose{} : Pose{place, random.rotation()};
    const auto exit = [&](const Shape& room, const Way& ray) {
      return ray_cast(room, at, at * ray.from, at.rotation * ray.way, InsideRays::hit_exit);
    };
    for (const Way& ray : grazes) EXPECT_FALSE(exit(walls, ray)) << i << " from " << ray.from.transpose();
    for (const Way& ray : enters) EXPECT_TRUE(exit(walls, ray)) << i << " from " << ray.from.transpose();
    EXPECT_FALSE(exit(around, {Vec2(-5, 3), Vec2(10, 0)})) << i;
    EXPECT_FALSE(exit(around, {Vec2(0, 3), Vec2(10, 0)})) << i;
    EXPECT_TRUE(exit(around, {Vec2(-5, Real(2.999)), Vec2(10, 0)})) << i;
  }
}

}  // namespace
}  // namespace bankshot_test
