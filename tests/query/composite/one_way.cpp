// Faces that stop only shapes from one side: one-sided chains, platforms of grids.

#include "effort.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace bankshot_test {
namespace {

constexpr Real endless = std::numeric_limits<Real>::infinity();

Shape ledge() {
  const Vec2 points[] = {Vec2(0, 0), Vec2(2, 0), Vec2(4, 0)};  // left of its direction is up
  return chain(points, false, ChainSides::left);
}

TEST(OneWay, NothingIsInsideItAndNothingOverlapsIt) {
  const Shape ball = circle(Real(0.5));
  const Pose on{Vec2(2, 0), {}};
  EXPECT_FALSE(overlap(ball, on, ledge(), {}));
  EXPECT_FALSE(overlap(ledge(), {}, ball, on));
  EXPECT_EQ(relation(ball, on, ledge(), {}), Relation::apart);
  EXPECT_EQ(relation(ledge(), {}, box(20, 20), {}), Relation::apart);
  EXPECT_FALSE(mtv(ball, on, ledge(), {}));
  EXPECT_FALSE(mtv(ledge(), {}, ball, on));
  EXPECT_FALSE(mtv_along(ball, on, ledge(), {}, Vec2(0, 1)));
  EXPECT_EQ(closest_points(ball, on, ledge(), {}).distance, endless);
  EXPECT_EQ(closest_points(ledge(), {}, ball, on).distance, endless);
  EXPECT_EQ(contains(ledge(), {}, Vec2(1, 0)), PointRelation::outside);
}

TEST(OneWay, ContactsAreWithItsFaceAloneAndNotFromFarBehind) {
  const Shape crate = box(1, 1);
  for (const bool swap : {false, true}) {
    const auto contacts = [&](Real height) {
      const Pose pose{Vec2(1, height), {}};
      return swap ? manifolds(ledge(), {}, crate, pose, Real(0.02)) : manifolds(crate, pose, ledge(), {}, Real(0.02));
    };
    ASSERT_EQ(contacts(Real(0.5)).size(), 1u);
    const Manifold resting = contacts(Real(0.5))[0];
    EXPECT_EQ(resting.normal, swap ? Vec2(0, -1) : Vec2(0, 1));
    EXPECT_EQ(resting.count, 2);
    EXPECT_EQ(contacts(Real(0.499)).size(), 1u);
    EXPECT_TRUE(contacts(Real(0.3)).empty());
    EXPECT_TRUE(contacts(Real(-0.5)).empty());
    EXPECT_TRUE(contacts(Real(-0.51)).empty());
  }
}

// A shape without width is behind the face by rounding, and touches it all the same.
TEST(OneWay, WhatIsThinAndTouchesHasAContact) {
  Random random(81);
  const Shape tiles = grid({.columns = 4, .rows = 1}, std::vector<Tile>(4, Tile{Tile::Form::one_way_up}));
  for (int i = 0; i < effort(20000); ++i) {
    const bool on_tiles = random.chance(0.5);
    const Vec2 low = random.point(1), high = low + Vec2(random.uniform(-1, 1), random.uniform(0, 1));
    const Shape line = random.chance(0.5) ? segment(low, high) : capsule(low, high, Real(1e-6));
    const Pose floor{random.point(4), random.rotation()};
    const Real top = on_tiles ? 1 : 0;
    const Vec2 foot(random.uniform(0.1, 3.9), top + line.radius());
    Pose at{floor.position + floor.rotation * Vec2(foot - low), floor.rotation};
    const Real band = touching_band(line, at, on_tiles ? tiles : ledge(), floor);
    const Real above = random.uniform(-0.75, 0.75) * band;
    at.position += floor.rotation * Vec2(0, above);
    EXPECT_FALSE(manifolds(line, at, on_tiles ? tiles : ledge(), floor).empty()) << "draw " << i;
    // One that crosses the line beside a seam comes through one face and touches the next.
    if (std::fabs(foot[0] - std::round(foot[0])) < Real(0.05)) continue;
    at.position += floor.rotation * Vec2(0, -3 * band - Real(1e-5));
    EXPECT_TRUE(manifolds(line, at, on_tiles ? tiles : ledge(), floor).empty()) << "draw " << i;
  }
}

// A tilted box has one corner in front and the other far behind: since it came from behind, it is not thrown out.
TEST(OneWay, TheDeepestCornerDecidesWhetherItCameFromBehind) {
  const Rotation tilt = Rotation::from_angle(Real(0.05));
  const auto contacts = [tilt](Real height) {
    return manifolds(box(1, 1), {Vec2(1, height), tilt}, ledge(), {}, Real(0.1));
  };
  // The lower corner lies (cos + sin) / 2 = 0.5244 below the centre, the other one 0.0500 higher.
  ASSERT_EQ(contacts(Real(0.5225)).size(), 1u);
  EXPECT_EQ(contacts(Real(0.5225))[0].count, 2);
  EXPECT_TRUE(contacts(Real(0.5)).empty());
}

TEST(OneWay, SweepsStopInFrontOfItAloneTurningOrNot) {
  const Shape ball = circle(Real(0.25));
  for (const Real turn : {Real(0), Real(1)}) {
    const Motion falling{{Vec2(1, 1), {}}, Vec2(0, -3), turn}, rising{{Vec2(1, -1), {}}, Vec2(0, 3), turn};
    const Motion leaving{{Vec2(1, Real(0.25)), {}}, Vec2(0, 1), turn}, inside{{Vec2(1, 0), {}}, Vec2(0, -3), turn};
    const Motion rest;
    const SweepHit hit = sweep(ball, falling, ledge(), rest);
    ASSERT_EQ(hit.status, SweepStatus::hit);
    EXPECT_NEAR(hit.fraction, 0.25, 1e-5);
    EXPECT_NEAR(hit.normal[1], 1, 1e-6);
    const SweepHit other = sweep(ledge(), rest, ball, falling);
    ASSERT_EQ(other.status, SweepStatus::hit);
    EXPECT_NEAR(other.fraction, 0.25, 1e-5);
    EXPECT_NEAR(other.normal[1], -1, 1e-6);
    for (const Motion& motion : {rising, leaving, inside}) {
      EXPECT_FALSE(sweep(ball, motion, ledge(), rest));
      EXPECT_FALSE(sweep(ledge(), rest, ball, motion));
    }
  }
  EXPECT_FALSE(sweep(ledge(), {}, Vec2(0, -3), ball, {Vec2(1, -1), {}})) << "a ledge that falls on a ball lets it pass";
  EXPECT_EQ(sweep(ledge(), {}, Vec2(0, 3), ball, {Vec2(1, 1), {}}).status, SweepStatus::hit);
}

TEST(OneWay, ItsEndsStopOnlyWhatComesOverTheFace) {
  const Shape ball = circle(Real(0.25));
  EXPECT_FALSE(sweep(ball, {Vec2(-2, 0), {}}, Vec2(3, 0), ledge(), {})) << "end on";
  EXPECT_FALSE(sweep(ball, {Vec2(Real(-0.3), 1), {}}, Vec2(0, -3), ledge(), {})) << "past its end";
  // Half over the end of the face the normal is that of the face, which is the only one there is.
  const SweepHit half = sweep(ball, {Vec2(Real(-0.2), 1), {}}, Vec2(0, -3), ledge(), {});
  ASSERT_EQ(half.status, SweepStatus::hit);
  EXPECT_EQ(half.normal, Vec2(0, 1));
  EXPECT_NEAR(half.fraction, (1 - 0.15) / 3, 1e-6);
}

TEST(OneWay, RaysThatStartOnItPass) {
  for (const InsideRays inside : {InsideRays::hit_at_start, InsideRays::skip, InsideRays::hit_exit}) {
    EXPECT_FALSE(ray_cast(ledge(), {}, Vec2(1, 0), Vec2(0, -1), inside));
    EXPECT_FALSE(ray_cast(ledge(), {}, Vec2(1, -1), Vec2(0, 3), inside));
    const std::optional<RayHit> hit = ray_cast(ledge(), {}, Vec2(1, 1), Vec2(0, -4), inside);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.25, 1e-6);
    EXPECT_EQ(hit->normal, Vec2(0, 1));
  }
}

TEST(OneWay, AGridsPlatformIsOneToo) {
  Tile up;
  up.form = Tile::Form::one_way_up;
  const Tile tiles[] = {up, up, solid_tile};
  const Shape level = grid({3, 1, 1, Vec2(0, 0)}, tiles);
  const Shape ball = circle(Real(0.25));
  EXPECT_FALSE(overlap(ball, {Vec2(1, 1), {}}, level, {}));
  EXPECT_TRUE(overlap(ball, {Vec2(Real(2.5), 1), {}}, level, {}));
  EXPECT_EQ(relation(ball, {Vec2(Real(2.5), Real(0.5)), {}}, level, {}), Relation::a_inside_b);
  EXPECT_EQ(contains(level, {}, Vec2(Real(0.5), 1)), PointRelation::outside);
  EXPECT_EQ(contains(level, {}, Vec2(Real(2.5), 1)), PointRelation::boundary);
  const ClosestPoints nearest = closest_points(ball, {Vec2(0, 2), {}}, level, {});
  EXPECT_NEAR(nearest.distance, std::hypot(2, 1) - 0.25, 1e-5) << "of the solid tile";
  EXPECT_EQ(nearest.feature_b.piece, 2);
  const std::optional<Mtv> exit = mtv(ball, {Vec2(Real(1.9), Real(0.9)), {}}, level, {});
  ASSERT_TRUE(exit);
  EXPECT_NEAR(exit->translation[0], -0.15, 1e-6) << "through the platform";
  const SweepHit landed = sweep(ball, {Vec2(1, 2), {}}, Vec2(0, -2), level, {});
  ASSERT_EQ(landed.status, SweepStatus::hit);
  EXPECT_NEAR(landed.fraction, 0.375, 1e-6);
}

}  // namespace
}  // namespace bankshot_test
