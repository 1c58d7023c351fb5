// Distances, ways out along an axis and manifolds of shapes made of parts.

#include "query/composite_cases.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace bankshot_test {
namespace {

constexpr Real infinite = std::numeric_limits<Real>::infinity();

Shape random_any(Random& random, double size) {
  return random.chance(0.5) ? random_star(random, random.integer(4, 8)) : random_recipe(random, size).build();
}

class Parts : public testing::Test {
 protected:
  Random random{20261201};
};

// ---- distance ---------------------------------------------------------------------------------------------------

TEST_F(Parts, TheDistanceIsThatOfTheNearestPieces) {
  int apart = 0;
  for (int i = 0; i < 2500; ++i) {
    const Shape a = random_any(random, 0.5), b = random_star(random, random.integer(5, 9));
    const double reach = random.chance(0.2) ? 40 : 2.5;
    const Pose pose_a = random_pose(random, reach), pose_b = random_pose(random, 0.5);
    const oracle::Number gap = -depth_of(a, pose_a, b, pose_b, {});
    const ClosestPoints found = closest_points(a, pose_a, b, pose_b);
    if (gap < 1e-4L) continue;
    ++apart;
    const double slack = double(touching_band(a, pose_a, b, pose_b));
    ASSERT_NEAR(found.distance, double(gap), slack) << i;
    ASSERT_NEAR(found.normal.norm(), 1, 1e-6) << i;
    const Vec2 between = found.point_a - found.point_b - found.distance * found.normal;
    ASSERT_LT(between.norm(), 4 * slack) << i;
    // These are the pieces that the answer names.
    const oracle::Placed piece_a = oracle::place(pieces(a)[std::size_t(found.feature_a.piece)], pose_a),
                         piece_b = oracle::place(pieces(b)[std::size_t(found.feature_b.piece)], pose_b);
    ASSERT_NEAR(double(-oracle::depth(piece_a, piece_b)), double(gap), slack) << i;
    const ClosestPoints other = closest_points(b, pose_b, a, pose_a);
    ASSERT_NEAR(other.distance, found.distance, slack) << i;
  }
  EXPECT_GT(apart, 500);
}

TEST_F(Parts, TheDistanceOfAnOverlapIsTheWayOut) {
  int overlapping = 0;
  for (int i = 0; i < 600; ++i) {
    const Shape a = random_any(random, 0.4), b = random_star(random, random.integer(5, 9));
    const Pose pose_a = random_pose(random, 0.6), pose_b = random_pose(random, 0.2);
    const std::optional<Mtv> exit = mtv(a, pose_a, b, pose_b);
    if (!exit || exit->relation == Relation::touching) continue;
    ++overlapping;
    const ClosestPoints found = closest_points(a, pose_a, b, pose_b);
    ASSERT_EQ(found.distance, -exit->depth) << i;
    ASSERT_EQ(found.normal, exit->normal) << i;
    ASSERT_EQ(found.feature_a.piece, exit->feature_a.piece) << i;
    ASSERT_EQ(found.feature_b.piece, exit->feature_b.piece) << i;
    // A's point is the one that the translation brings onto B's.
    ASSERT_LT((found.point_a + exit->translation - found.point_b).norm(), 1e-5) << i;
  }
  EXPECT_GT(overlapping, 200);
}

// ---- along an axis ----------------------------------------------------------------------------------------------

TEST(PartsAlong, WhatTouchesStaysAndWhatIsApartHasNoWay) {
  const Shape ball = circle(Real(0.5));
  const std::optional<MtvAlong> ways = mtv_along(ball, {Vec2(Real(2.5), 0), {}}, frame_of_boxes(), {}, Vec2(0, 3));
  ASSERT_TRUE(ways);
  for (const Mtv* way : {&ways->forward, &ways->backward}) {
    EXPECT_EQ(way->translation, Vec2(0, 0));
    EXPECT_EQ(way->depth, 0);
    EXPECT_EQ(way->relation, Relation::touching);
  }
  EXPECT_FALSE(mtv_along(ball, {}, frame_of_boxes(), {}, Vec2(1, 0)));
  EXPECT_FALSE(mtv_along(ball, {Vec2(2, 0), {}}, frame_of_boxes(), {}, Vec2(0, 0)));
  EXPECT_FALSE(mtv_along(ball, {Vec2(2, 0), {}}, frame_of_boxes(), {}, Vec2(infinite, 0)));
}

TEST(PartsAlong, TheHoleIsAPlaceToStop) {
  const Shape ball = circle(Real(0.5));
  const Pose pose{Vec2(Real(1.25), 0), {}};
  const std::optional<MtvAlong> across = mtv_along(ball, pose, frame_of_boxes(), {}, Vec2(2, 0));
  ASSERT_TRUE(across);
  EXPECT_NEAR(across->forward.depth, 1.25, 1e-6);
  EXPECT_NEAR(across->backward.depth, 0.75, 1e-6);
  EXPECT_FALSE(across->is_forward);
  EXPECT_EQ(across->forward.feature_b.piece, 3);
  EXPECT_EQ(across->backward.feature_b.piece, 3);
  EXPECT_EQ(across->forward.normal, Vec2(1, 0));
  // At a slant the contact is still with a face.
  const std::optional<MtvAlong> slant = mtv_along(ball, pose, frame_of_boxes(), {}, Vec2(1, 1));
  ASSERT_TRUE(slant);
  EXPECT_LT((slant->forward.normal - Vec2(1, 0)).norm(), 1e-6);
  EXPECT_NEAR(slant->forward.translation[0], 1.25, 1e-6);
  EXPECT_NEAR(slant->forward.translation[1], 1.25, 1e-6);
  // Upward there is wall all the way, from one part into the next.
  const std::optional<MtvAlong> up = mtv_along(ball, pose, frame_of_boxes(), {}, Vec2(0, 1));
  ASSERT_TRUE(up);
  EXPECT_NEAR(up->forward.depth, 2.5, 1e-6);
  EXPECT_NEAR(up->forward.translation[1], 2.5, 1e-6);
  EXPECT_NEAR(up->backward.translation[1], -2.5, 1e-6);
  EXPECT_EQ(up->forward.feature_b.piece, 0);
  EXPECT_EQ(up->backward.feature_b.piece, 1);
}

// A hole that is too narrow does not count, and the way out of a long wall is as long as the wall.
TEST(PartsAlong, TheWayOutMayBeMuchLongerThanTheShape) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 40; ++i) {
    if (i != 20) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), 0)));
  }
  const Shape wall = compound(tiles);
  const Pose pose{Vec2(10, 0), {}};
  const std::optional<MtvAlong> wide = mtv_along(box(2, Real(0.5)), pose, wall, {}, Vec2(1, 0));
  ASSERT_TRUE(wide);
  EXPECT_NEAR(wide->forward.depth, 31, 1e-5);
  EXPECT_NEAR(wide->backward.depth, 11, 1e-5);
  const std::optional<MtvAlong> narrow = mtv_along(box(Real(0.75), Real(0.5)), pose, wall, {}, Vec2(1, 0));
  ASSERT_TRUE(narrow);
  EXPECT_NEAR(narrow->forward.depth, 10.375, 1e-5);
}

TEST_F(Parts, ByTheSideOfEntryTheWayLeadsBackThere) {
  int entered = 0;
  for (int i = 0; i < 1500; ++i) {
    const Shape a = random_recipe(random, 0.3).build(), b = random_star(random, random.integer(5, 9));
    const Pose pose_a = random_pose(random, 0.7), pose_b = random_pose(random, 0.2);
    const Vec2 motion = random.chance(0.5) ? random.point(5) : random.point(0.05);  // a way, or a velocity of any size
    const std::optional<Mtv> back = mtv_by_entry(a, pose_a, b, pose_b, motion);
    const std::optional<Mtv> shortest = mtv(a, pose_a, b, pose_b);
    ASSERT_EQ(back.has_value(), shortest.has_value()) << i;
    ASSERT_EQ(mtv_by_entry(a, pose_a, b, pose_b, Vec2(0, 0)).has_value(), shortest.has_value());
    if (!back || back->relation == Relation::touching) continue;
    ASSERT_EQ(mtv_by_entry(a, pose_a, b, pose_b, Vec2(0, 0))->translation, shortest->translation) << i;
    ASSERT_EQ(mtv_by_entry(a, pose_a, b, pose_b, Vec2(infinite, 0))->translation, shortest->translation) << i;
    ASSERT_GE(back->depth, shortest->depth - Real(4e-6)) << i;
    ASSERT_NEAR(double(depth_of(a, pose_a, b, pose_b, oracle::point(back->translation))), 0, 4e-6) << i;
    // The place where A came in: back along the motion until A is free, and from there a sweep hits.
    const std::optional<MtvAlong> ways = mtv_along(a, pose_a, b, pose_b, -motion);
    ASSERT_TRUE(ways) << i;
    const Vec2 heading = motion.normalized(), out = pose_a.position + ways->forward.translation;
    const SweepHit entry = sweep(a, {out - Real(1e-3) * heading, pose_a.rotation}, Real(0.01) * heading, b, pose_b);
    ASSERT_LT((back->translation - back->depth * back->normal).norm(), 4e-6) << i;
    ASSERT_LT((back->normal - ways->forward.normal).norm(), 1e-6) << i;
    const Pose before_a{pose_a.position - motion, pose_a.rotation};
    const std::optional<Mtv> between = mtv_by_entry(a, pose_a, before_a, b, pose_b, pose_b);
    const Real far = ways->forward.depth - motion.norm();
    if (std::fabs(far) > Real(1e-5)) {
      const Vec2 expected = far > 0 ? shortest->translation : back->translation;
      ASSERT_LT((between->translation - expected).norm(), 4e-6) << i;
    }
    if (entry.status != SweepStatus::hit) continue;  // in a pocket narrower than the step back
    ++entered;
    ASSERT_GT(back->normal.dot(entry.normal), Real(0.999)) << i;
  }
  EXPECT_GT(entered, 200);
}

// ---- manifolds --------------------------------------------------------------------------------------------------

TEST_F(Parts, ManifoldsOfOnePieceAreThoseOfTheConvexShape) {
  int met = 0;
  for (int i = 0; i < 4000; ++i) {
    const Shape a = random_recipe(random, 0.5).build();
    const Recipe recipe = random_recipe(random, 0.8);
    if (recipe.kind == Recipe::Kind::segment) continue;
    const Shape b = recipe.build();
    const Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 0.3);
    const Manifold one = manifold(a, pose_a, b, pose_b, Real(0.05));
    const Shape alone[] = {b};
    const std::vector<Manifold> all = manifolds(a, pose_a, compound(alone), pose_b, Real(0.05));
    ASSERT_EQ(all.size(), one.count > 0 ? 1u : 0u) << i;
    if (all.empty()) continue;
    ++met;
    ASSERT_EQ(all[0].count, one.count) << i;
    ASSERT_EQ(all[0].normal, one.normal) << i;
    for (int k = 0; k < one.count; ++k) {
      ASSERT_EQ(all[0].points[std::size_t(k)].position, one.points[std::size_t(k)].position) << i;
      ASSERT_EQ(all[0].points[std::size_t(k)].separation, one.points[std::size_t(k)].separation) << i;
      ASSERT_EQ(all[0].points[std::size_t(k)].feature_b.piece, 0) << i;
    }
  }
  EXPECT_GT(met, 800);
}

TEST(PartsManifolds, TheDeepestOfThemIsTheOne) {
  const Shape stairs[] = {box(1, 1, Vec2(0, 0)), box(1, 1, Vec2(3, Real(0.25)))};
  const Shape plank = box(6, 1);
  const Pose pose{Vec2(Real(1.5), Real(1.125)), {}};
  const std::vector<Manifold> all = manifolds(plank, pose, compound(stairs), {}, Real(0.5));
  ASSERT_EQ(all.size(), 2u);
  const Manifold deepest = manifold(plank, pose, compound(stairs), {}, Real(0.5));
  ASSERT_EQ(deepest.count, 2);
  EXPECT_NEAR(deepest.points[0].separation, -0.125, 1e-6);
  EXPECT_EQ(deepest.points[0].feature_b.piece, 1);
  const Manifold swapped = manifold(compound(stairs), {}, plank, pose, Real(0.5));
  ASSERT_EQ(swapped.count, 2);
  EXPECT_EQ(swapped.points[0].feature_a.piece, 1);
  EXPECT_EQ(manifold(plank, {Vec2(0, 9), {}}, compound(stairs), {}, Real(0.5)).count, 0);
  const Pose above{Vec2(Real(1.5), Real(1.375)), {}};  // an eighth over the higher one
  EXPECT_EQ(manifolds(plank, above, compound(stairs), {}, Real(0.25)).size(), 1u);
  EXPECT_TRUE(manifolds(plank, above, compound(stairs), {}).empty()) << "without a margin";
  EXPECT_EQ(manifold(plank, above, compound(stairs), {}).count, 0);
}

// A box whose corner dips into a seam has the normal of the floor there, and stays within the ends of both tiles.
TEST(PartsManifolds, AtASeamTheyHaveTheFloorsNormal) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 6; ++i) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), Real(-0.5))));
  const Shape floor = compound(tiles);
  for (int i = 0; i < 200; ++i) {
    const Pose pose{Vec2(Real(1.5) + Real(i) / 100, Real(0.45)), Rotation::from_angle(Real(0.1))};
    const std::vector<Manifold> contacts = manifolds(box(1, 1), pose, floor, {}, Real(0.01));
    ASSERT_FALSE(contacts.empty()) << i;
    Real least = 1;
    for (const Manifold& contact : contacts) {
      ASSERT_GT(contact.normal[1], Real(0.99)) << i;
      for (int k = 0; k < contact.count; ++k) least = std::min(least, contact.points[std::size_t(k)].separation);
    }
    // The lowest corner: half a diagonal below the centre, nearly.
    const double lowest = 0.45 - 0.5 * (std::cos(0.1) + std::sin(0.1));
    ASSERT_NEAR(least, lowest, 1e-5) << i;
  }
}

// The lowest corners of the parts of an L lie where it is cut: there is no surface there to meet, and the other side of
// the L is not met at all.
TEST(PartsManifolds, NothingIsMetOnTheFarSideHoweverWideTheMargin) {
  const auto k = [](int tenths) { return Real(tenths) / 10; };
  const Vec2 corners[] = {Vec2(k(-6), k(-6)), Vec2(k(6), k(-6)), Vec2(k(6), k(-2)),
                          Vec2(k(-2), k(-2)), Vec2(k(-2), k(6)), Vec2(k(-6), k(6))};
  const Shape ell = simple_polygon(corners), floor = box(14, 1, Vec2(0, Real(-0.5)));
  for (int i = -40; i <= 40; ++i) {
    const Rotation tilt = Rotation::from_angle(Real(i) / 1000);
    // Its lowest corner is within a hundredth of the floor.
    const Real height = Real(0.6) * (tilt.c + std::fabs(tilt.s)) - Real(0.01);
    for (const auto& [x, swap] : {std::pair(Real(-4), false), std::pair(Real(2.7), false), std::pair(Real(2.7), true),
                                  std::pair(Real(4.4), false), std::pair(Real(5.5), true)}) {
      const Pose pose{Vec2(x, height), tilt};
      const std::vector<Manifold> all =
          swap ? manifolds(ell, pose, floor, {}, Real(0.05)) : manifolds(floor, {}, ell, pose, Real(0.05));
      ASSERT_FALSE(all.empty()) << i;
      for (const Manifold& contact : all) {
        ASSERT_GT(swap ? contact.normal[1] : -contact.normal[1], Real(0.99)) << i;
        for (int p = 0; p < contact.count; ++p) {
          ASSERT_GT(contact.points[std::size_t(p)].separation, Real(-0.0101)) << i;
        }
      }
    }
  }
}

// Shapes that are apart have no contact that overlaps, however many corners lie within the whole and however far the
// solver looks.
TEST_F(Parts, WhatIsApartOverlapsInNoContact) {
  int contacts = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto real = [&](double low, double high) { return random.uniform(low, high); };
    const Real width = real(0.5, 1.5), arm = real(0.1, 0.4), high = real(0.2, 1);
    std::vector<Shape> parts = {box(width, arm)};
    if (random.chance(0.5)) {
      for (const Real side : {-width, width})
        parts.push_back(box(arm, high, Vec2((side - std::copysign(arm, side)) / 2, high / 2)));
    } else {
      for (const Real side : {-width, width}) parts.push_back(circle(real(0.3, 1) * arm + arm / 4, Vec2(side / 2, 0)));
    }
    const Real thick = real(0.05, 1), length = real(1, 30);
    const Shape a = compound(parts), b = box(thick, length);
    const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 0.1);
    if (relation(a, pose_a, b, pose_b) != Relation::apart) continue;
    for (const Manifold& contact : manifolds(a, pose_a, b, pose_b, real(0.01, 0.3))) {
      for (int k = 0; k < contact.count; ++k, ++contacts) {
        ASSERT_GT(contact.points[std::size_t(k)].separation, -touching_band(a, pose_a, b, pose_b)) << i;
      }
    }
  }
  EXPECT_GT(contacts, 300);
}

// A box across the seam of two level parts stands on both; tilted by a little, it rests on one and is still near the
// other.
TEST(PartsManifolds, AcrossASeamBothPartsAreNear) {
  const Vec2 points[] = {Vec2(0, 0), Vec2(2, 0), Vec2(4, 0)};
  for (const ChainSides sides : {ChainSides::left, ChainSides::both}) {
    for (const Real angle : {Real(-0.05), Real(0), Real(0.05)}) {
      const Pose pose{Vec2(2, Real(0.5225)), Rotation::from_angle(angle)};
      const std::vector<Manifold> all = manifolds(box(1, 1), pose, chain(points, false, sides), {}, Real(0.1));
      ASSERT_EQ(all.size(), 2u) << angle;
      for (const Manifold& contact : all) {
        EXPECT_EQ(contact.count, 2) << angle;
        EXPECT_EQ(contact.normal, Vec2(0, 1)) << angle;
      }
    }
  }
}

// An edge that lies on tiles and is tilted by a little: each point is as deep as the edge is there, also where a side
// between two tiles would have been the shorter way out.
TEST(PartsManifolds, ATiltedEdgeIsAsDeepAsItIsThere) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 6; ++i) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), Real(-0.5))));
  const Shape floor = compound(tiles), slab = box(2, 1);
  int points = 0;
  for (int i = 0; i < 400; ++i) {
    const Rotation tilt = Rotation::from_angle(i % 2 == 0 ? Real(0.004) : Real(-0.004));
    const Pose pose{Vec2(Real(2.5) + Real(i) / 400, Real(0.4375)), tilt};
    for (const Manifold& contact : manifolds(slab, pose, floor, {}, Real(0.125))) {
      ASSERT_GT(contact.normal[1], Real(0.999)) << i;
      for (int k = 0; k < contact.count; ++k) {
        const ManifoldPoint& point = contact.points[std::size_t(k)];
        const Vec2 local = tilt.inverse() * Vec2(point.position - pose.position);
        const Vec2 bottom = pose.position + tilt * Vec2(local[0], Real(-0.5));
        ASSERT_NEAR(point.separation, bottom[1], 2e-4) << i;
        ++points;
      }
    }
  }
  EXPECT_GT(points, 1600);
}

// ---- turning ----------------------------------------------------------------------------------------------------

TEST_F(Parts, BothTurningTheyMeetAsTheWholeDoes) {
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Cut cut = random_cut(random);
    const Shape other = random_recipe(random).build();
    Motion one{random_pose(random, 3), random.point(4), random.uniform(-3, 3), random.point(0.5)};
    Motion two{random_pose(random, 1), random.point(1), random.uniform(-3, 3), random.point(0.5)};
    if (random.chance(0.2)) one.turn = 0;
    const Real target = random.chance(0.3) ? Real(0.05) : Real(0);
    const SweepHit expected = sweep(cut.whole, one, other, two, target);
    const SweepHit found = sweep(cut.parts, one, other, two, target);
    ASSERT_EQ(found.status, expected.status) << i;
    const SweepHit swapped = sweep(other, two, cut.parts, one, target);
    ASSERT_EQ(swapped.status, expected.status) << i;
    if (expected.status != SweepStatus::hit) continue;
    ++hits;
    ASSERT_NEAR(found.fraction, expected.fraction, 1e-4) << i;
    ASSERT_NEAR(swapped.fraction, expected.fraction, 1e-4) << i;
    if (target == 0) {
      ASSERT_LT((found.point - expected.point).norm(), 2e-3) << i;
    }
    ASSERT_GE(found.feature_a.piece, 0) << i;
    ASSERT_LE(found.feature_a.piece, 1) << i;
  }
  EXPECT_GT(hits, 200);
}

// A box that goes round a pivot beside it: its far side strikes the shape that its near side passes.
TEST(PartsSweep, AboutAPivotItReachesAsFarAsItsFarSide) {
  const Shape blocks[] = {box(2, 2)}, pegs[] = {circle(Real(0.125)), circle(Real(0.125), Vec2(40, 40))};
  const Shape block = compound(blocks), peg = compound(pegs);
  for (const Rotation& turned : {Rotation{1, 0}, Rotation{0, 1}, Rotation{-1, 0}, Rotation{0, -1}}) {
    const Motion round{{}, Vec2(0, 0), 3, turned * Vec2(4, 0)};
    const Motion still{{turned * Vec2(4, Real(-4.75)), {}}};
    for (const SweepHit& hit : {sweep(block, round, peg, still), sweep(peg, still, block, round)}) {
      ASSERT_EQ(hit.status, SweepStatus::hit);
      EXPECT_GT(hit.fraction, Real(0.3));
      EXPECT_LT(hit.fraction, Real(0.5));
    }
  }
}

// ---- poses that are none ----------------------------------------------------------------------------------------

TEST(PartsNowhere, APoseThatIsNotFiniteIsApartFromEverything) {
  const Shape ball = circle(1);
  for (const Real bad : {infinite, std::numeric_limits<Real>::quiet_NaN()}) {
    const Pose nowhere{Vec2(bad, 0), {}};
    for (const Shape& other : {frame_of_boxes(), container(box(4, 4))}) {
      EXPECT_FALSE(overlap(ball, nowhere, other, {}));
      EXPECT_EQ(relation(other, {}, ball, nowhere), Relation::apart);
      EXPECT_FALSE(mtv(ball, nowhere, other, {}));
      EXPECT_EQ(closest_points(ball, nowhere, other, {}).distance, infinite);
      EXPECT_EQ(closest_points(other, {}, ball, nowhere).distance, infinite);
      EXPECT_TRUE(manifolds(ball, nowhere, other, {}, 1).empty());
      EXPECT_FALSE(sweep(ball, nowhere, Vec2(1, 0), other, {}));
      EXPECT_FALSE(sweep(ball, {}, Vec2(bad, 0), other, {Vec2(9, 9), {}}));
      EXPECT_FALSE(sweep(ball, {Vec2(Real(1.5), 0), {}}, Vec2(bad, 0), other, {})) << "even from an overlap";
      EXPECT_FALSE(sweep(ball, {nowhere}, other, {}));
      EXPECT_FALSE(sweep(other, {}, ball, {nowhere}));
      EXPECT_EQ(contains(other, nowhere, Vec2(0, 0)), PointRelation::outside);
      EXPECT_EQ(contains(other, {}, Vec2(bad, 0)), PointRelation::outside);
      EXPECT_FALSE(ray_cast(other, {}, Vec2(bad, 0), Vec2(1, 0)));
      EXPECT_FALSE(ray_cast(other, nowhere, Vec2(0, 0), Vec2(1, 0)));
    }
  }
}

// A rotation is taken literally: one of length two doubles the core.
TEST(PartsNowhere, ARotationOfAnotherLengthScales) {
  const Pose doubled{Vec2(0, 0), {2, 0}};
  EXPECT_EQ(relation(box(3, 3), {}, frame_of_boxes(), doubled), Relation::apart);
  EXPECT_EQ(relation(box(5, 5), {}, frame_of_boxes(), doubled), Relation::overlapping);
  EXPECT_EQ(contains(frame_of_boxes(), doubled, Vec2(3, 0)), PointRelation::inside);
  EXPECT_NEAR(closest_points(box(3, 3), {}, frame_of_boxes(), doubled).distance, 0.5, 1e-6);
  EXPECT_NEAR(ray_cast(frame_of_boxes(), doubled, Vec2(0, 0), Vec2(4, 0))->fraction, 0.5, 1e-6);
}

}  // namespace
}  // namespace bankshot_test
