// Parts of very different sizes, parts with next to no core, and shapes exactly in the middle: cases that a fuzzer
// found.

#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <vector>

#include "query/exact_gap.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

// The long arc ends where the small disc begins, where the sine of its angle hardly changes along it.
TEST(CompositeExtremes, TheWayOutOfADiscBesideAHugeOne) {
  for (const Real radius : {Real(4000), Real(50376)}) {
    const std::vector<Shape> discs = {circle(radius, Vec2(radius, -16)), circle(16)};
    const std::optional<Mtv> hit = mtv(box(1, 1), {}, compound(discs), {});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 16.5, 1e-4) << radius;
    EXPECT_NEAR(hit->translation[0], -16.5, 1e-4) << radius;
  }
}

// A disc in all but name: a polygon whose core is smaller than the rounding of its radius.
TEST(CompositeExtremes, SweepsMeetAPieceWithNextToNoCore) {
  std::vector<Vec2> corners;
  const Real tiny = 64 * std::numeric_limits<Real>::epsilon() / 60;
  for (int i = 0; i < 60; ++i) {
    const Rotation turn = Rotation::from_angle(Real(6.2831853) * static_cast<Real>(i) / 60);
    corners.push_back(Vec2(tiny * turn.c, tiny * turn.s));
  }
  const Shape piece[] = {polygon(corners, 16)};
  const Shape disc = compound(piece), ball = circle(Real(0.5));
  for (int i = 0; i < 64; ++i) {
    const Rotation turn = Rotation::from_angle(Real(0.098) * static_cast<Real>(i));
    const Vec2 from(-20 * turn.c, -20 * turn.s), way(10 * turn.c, 10 * turn.s);
    const SweepHit hit = sweep(ball, {from}, way, disc, {});
    EXPECT_EQ(hit.status, SweepStatus::hit) << i;
    EXPECT_NEAR(hit.fraction, 0.35, 1e-4) << i;
  }
}

// The small disc is hidden in the large one, and has no face that could show.
TEST(CompositeExtremes, AHiddenDiscHasNoFaces) {
  const Shape pieces[] = {circle(1), circle(Real(0.25)), box(1, 1, Vec2(8, 0))};
  for (int i = 0; i < 64; ++i) {
    const Rotation turn = Rotation::from_angle(Real(0.098) * static_cast<Real>(i));
    const Vec2 at(Real(2.125) * turn.c, Real(2.125) * turn.s);
    const std::vector<Manifold> found = manifolds(circle(2), {at}, compound(pieces), {});
    ASSERT_EQ(found.size(), 1u) << i;
    EXPECT_NEAR(found[0].points[0].separation, -0.875, 1e-4) << i;
  }
}

// The band of so large a shape is wider than a metre.
TEST(CompositeExtremes, RaysPastTheEndOfAHugePiece) {
  const Shape pieces[] = {capsule(Vec2(Real(-827712), -16), Vec2(-16, -16), 16)};
  const std::optional<RayHit> hit = ray_cast(compound(pieces), {Vec2(-16, -16)}, Vec2(0, -32), Vec2(-64, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->point[0], -16, 2);
}

// Wherever it goes, it comes nearer to the wall.
TEST(CompositeExtremes, ABallThatFillsARoundRoomHitsAtOnce) {
  const Shape ball = circle(16), room = container(circle(16));
  for (const Vec2& at : {Vec2(0, 0), Vec2(-16, -16), Vec2(3, 5)}) {
    for (const Vec2& way : {Vec2(-16, -16), Vec2(16, 16), Vec2(5, 0), Vec2(0, -7)}) {
      const SweepHit hit = sweep(ball, {at}, way, room, {at});
      EXPECT_EQ(hit.status, SweepStatus::hit);
      EXPECT_EQ(hit.fraction, 0);
      EXPECT_LT(hit.normal.dot(way), 0);
      const SweepHit other = sweep(room, {at}, way, ball, {at});
      EXPECT_EQ(other.status, SweepStatus::hit);
      EXPECT_LT(other.normal.dot(way), 0);
    }
  }
}

// A motion almost along a rounded edge, from far away: where it enters beside the edge's end, rounding may say that it
// misses the disc there.
TEST(SweepExtremes, AlmostAlongARoundedEdge) {
  const std::vector<Vec2> corners = {
      {Real(-0.4779698), Real(-0.94404984)}, {0, 0}, {Real(-0.47796965), Real(0.94404984)}};
  const Shape a = polygon(corners), b = capsule({0, 0}, {Real(0.34662628), Real(0.8171387)}, Real(0.55999756));
  const Pose pose_a = {Vec2(0, 0), {Real(-0.89037836), Real(0.45522118)}},
             pose_b = {Vec2(Real(-324.25217), Real(-638.2515))};
  const Vec2 way(Real(-803.0791), Real(-1574.771));
  const Real band = touching_band(a, pose_a, b, pose_b);
  for (int i = -200; i <= 200; ++i) {
    Pose from = pose_a;
    from.position = Vec2(Real(i) / 256, 0);
    const SweepHit hit = sweep(a, from, way, b, pose_b);
    if (hit.status != SweepStatus::hit) continue;
    const Wide t = hit.fraction;
    const WideShape there = placed(a, wide(from.position) + t * wide(way), from.rotation.c, from.rotation.s);
    EXPECT_GT(exact_gap(there, placed(b, pose_b)), -Wide(band)) << i;
  }
}

}  // namespace
}  // namespace bankshot_test
