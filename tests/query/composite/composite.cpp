// Shapes made of parts. A convex polygon cut in two must answer as the whole does; a shape without a convex twin is
// checked by brute force over the parts, with a judge of its own.

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

namespace bankshot_test {
namespace {

using namespace bankshot;

class Twins : public testing::Test {
 protected:
  Random random{20261121};
};

TEST_F(Twins, RelationAndExitAreThoseOfTheWhole) {
  for (int i = 0; i < 4000; ++i) {
    const Cut cut = random_cut(random);
    const Shape other = random_recipe(random, random.chance(0.2) ? 0.1 : 1).build();
    const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 1);
    const Relation expected = relation(cut.whole, pose_a, other, pose_b);
    ASSERT_EQ(relation(cut.parts, pose_a, other, pose_b), expected) << i;
    ASSERT_EQ(overlap(cut.parts, pose_a, other, pose_b), expected != Relation::apart) << i;
    const Real band = touching_band(cut.whole, pose_a, other, pose_b);
    const std::optional<Mtv> one = mtv(cut.whole, pose_a, other, pose_b), two = mtv(cut.parts, pose_a, other, pose_b);
    ASSERT_EQ(one.has_value(), two.has_value()) << i;
    if (two) {
      ASSERT_NEAR(one->depth, two->depth, band) << i;
      ASSERT_NEAR(two->normal.norm(), 1, 1e-6) << i;
      ASSERT_EQ(two->relation, expected) << i;
    }
    ASSERT_NEAR(closest_points(cut.whole, pose_a, other, pose_b).distance,
                closest_points(cut.parts, pose_a, other, pose_b).distance, band)
        << i;
  }
}

TEST_F(Twins, SwapNegatesTheExit) {
  for (int i = 0; i < 2000; ++i) {
    const Shape a = random_star(random, 7), b = random_star(random, 5);
    const Pose pose_a = random_pose(random, 0.6), pose_b = random_pose(random, 0.6);
    const std::optional<Mtv> one = mtv(a, pose_a, b, pose_b), two = mtv(b, pose_b, a, pose_a);
    ASSERT_EQ(one.has_value(), two.has_value());
    if (one) {
      ASSERT_EQ(one->translation, Vec2(-two->translation)) << i;
      ASSERT_EQ(closest_points(a, pose_a, b, pose_b).point_a, closest_points(b, pose_b, a, pose_a).point_b) << i;
    }
  }
}

TEST_F(Twins, RaysMeetTheWhole) {
  int hits = 0;
  for (int i = 0; i < 6000; ++i) {
    const Cut cut = random_cut(random);
    const Pose pose = random_pose(random, 1);
    const Vec2 origin = random.point(2), way = random.point(4);
    for (const InsideRays inside : {InsideRays::hit_at_start, InsideRays::skip, InsideRays::hit_exit}) {
      const std::optional<RayHit> one = ray_cast(cut.whole, pose, origin, way, inside);
      const std::optional<RayHit> two = ray_cast(cut.parts, pose, origin, way, inside);
      ASSERT_EQ(one.has_value(), two.has_value()) << i;
      if (!one) continue;
      ++hits;
      ASSERT_NEAR(one->fraction, two->fraction, 1e-5) << i;
      ASSERT_GT(one->normal.dot(two->normal), Real(0.99)) << i;
    }
  }
  EXPECT_GT(hits, 3000);
}

TEST_F(Twins, PointsOnTheCutAreInside) {
  for (int i = 0; i < 4000; ++i) {
    const Cut cut = random_cut(random);
    const Pose pose = random_pose(random, 1);
    const Shape part = pieces(cut.parts)[0];
    // Along every edge of a piece, including the cut, and at random.
    const int edge = random.integer(0, part.corner_count() - 1);
    const Vec2 from = part.corner(edge), to = part.corner((edge + 1) % part.corner_count());
    const Vec2 local = random.chance(0.5) ? Vec2(from + Real(0.37) * (to - from)) : random.point(1);
    const Vec2 point = pose.position + Vec2(pose.rotation.c * local[0] - pose.rotation.s * local[1],
                                            pose.rotation.s * local[0] + pose.rotation.c * local[1]);
    ASSERT_EQ(contains(cut.parts, pose, point), contains(cut.whole, pose, point)) << i;
  }
}

TEST_F(Twins, SweepsMeetTheWhole) {
  for (int i = 0; i < 4000; ++i) {
    const Cut cut = random_cut(random);
    const Shape other = random_recipe(random).build();
    const Pose pose_a = random_pose(random, 3), pose_b = random_pose(random, 1);
    const Vec2 way = random.point(5);
    const SweepHit one = sweep(cut.whole, pose_a, way, other, pose_b),
                   two = sweep(cut.parts, pose_a, way, other, pose_b);
    ASSERT_EQ(one.status, two.status) << i;
    if (one.status == SweepStatus::hit) {
      ASSERT_NEAR(one.fraction, two.fraction, 1e-5) << i;
    }
    const Motion motion{pose_a, way, random.uniform(-2, 2)}, rest{pose_b};
    const SweepHit turning = sweep(cut.whole, motion, other, rest), cut_turning = sweep(cut.parts, motion, other, rest);
    ASSERT_EQ(turning.status, cut_turning.status) << i;
    if (turning.status == SweepStatus::hit) {
      ASSERT_NEAR(turning.fraction, cut_turning.fraction, 1e-4) << i;
    }
  }
}

// ---- brute force ------------------------------------------------------------------------------------------------

TEST_F(Twins, TheExitFreesAllPartsAndNoneIsShorter) {
  int overlapping = 0;
  for (int i = 0; i < 250; ++i) {
    const Shape a = random.chance(0.5) ? random_star(random, random.integer(4, 8)) : random_recipe(random, 0.4).build();
    const Shape b = random_star(random, random.integer(5, 9));
    const Pose pose_a = random_pose(random, 0.7), pose_b = random_pose(random, 0.2);
    const std::optional<Mtv> exit = mtv(a, pose_a, b, pose_b);
    ASSERT_EQ(exit.has_value(), depth_of(a, pose_a, b, pose_b, {}) > -1e-5L) << i;
    if (!exit || exit->relation == Relation::touching) continue;
    ++overlapping;
    const oracle::Point by = oracle::point(exit->translation);
    ASSERT_NEAR(double(depth_of(a, pose_a, b, pose_b, by)), 0, 4e-6) << i;
    for (int k = 0; k < 60; ++k) {
      const Rotation turn = Rotation::from_angle(random.angle());
      const oracle::Number far = oracle::Number(exit->depth) * (1 - 1e-3L) * std::sqrt(random.unit());
      const oracle::Point shorter{far * turn.c, far * turn.s};
      ASSERT_GT(depth_of(a, pose_a, b, pose_b, shorter), 0) << i;
    }
  }
  EXPECT_GT(overlapping, 100);
}

TEST_F(Twins, AlongAnAxisTheFirstFreePlaceIsFound) {
  int overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape a = random_recipe(random, 0.3).build(), b = random_star(random, random.integer(5, 9));
    const Pose pose_a = random_pose(random, 0.7), pose_b = random_pose(random, 0.2);
    const Vec2 axis = random.direction();
    const std::optional<MtvAlong> ways = mtv_along(a, pose_a, b, pose_b, axis);
    if (!ways || ways->forward.relation == Relation::touching) continue;
    ++overlapping;
    for (const Mtv* way : {&ways->forward, &ways->backward}) {
      const oracle::Point by = oracle::point(way->translation);
      ASSERT_NEAR(double(depth_of(a, pose_a, b, pose_b, by)), 0, 4e-6) << i;
      for (int k = 0; k < 40; ++k) {
        ASSERT_GT(depth_of(a, pose_a, b, pose_b, oracle::Number(k) / 41 * by), -1e-5L) << i;
      }
    }
  }
  EXPECT_GT(overlapping, 100);
}

// ---- containment ------------------------------------------------------------------------------------------------

// The allowance for rounding follows the size of the numbers, wherever in the shape the origin of its coordinates lies.
TEST(CompositeTouching, IsFoundWhereverTheOriginLies) {
  for (const int corner : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const Vec2 size(corner < 4 ? 1000 : 100, corner < 4 ? 100 : 1000);
    const Vec2 centre((corner & 1 ? size[0] : -size[0]) / 2, (corner & 2 ? size[1] : -size[1]) / 2);
    const Shape large[] = {box(size[0], size[1], centre)};
    for (const Vec2& side : {Vec2(1, 0), Vec2(-1, 0), Vec2(0, 1), Vec2(0, -1)}) {
      const Vec2 beside = centre + (std::fabs(side.dot(size)) / 2 + Real(0.5)) * side;
      const Shape small[] = {box(1, 1, beside)}, off[] = {box(1, 1, beside + Real(0.25) * side)};
      EXPECT_EQ(relation(compound(large), {}, compound(small), {}), Relation::touching) << corner;
      EXPECT_EQ(relation(compound(small), {}, compound(large), {}), Relation::touching) << corner;
      EXPECT_EQ(relation(compound(large), {}, compound(off), {}), Relation::apart) << corner;
    }
  }
}

// A gap within the band is touching, and no way leads across it.
TEST(CompositeTouching, AcrossAGapThereIsNoWay) {
  const Shape parts[] = {box(1, 1), box(1, 1, Vec2(0, 1))}, block = box(1, 1);
  const Shape wall = compound(parts);
  const Pose beside{Vec2(1 + 2 * tolerance::eps, Real(0.25))};
  for (const bool swap : {false, true}) {
    const std::optional<Mtv> exit = swap ? mtv(wall, {}, block, beside) : mtv(block, beside, wall, {});
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->relation, Relation::touching);
    EXPECT_EQ(exit->depth, 0);
    EXPECT_EQ(exit->translation, Vec2(0, 0));
    EXPECT_EQ(exit->normal, Vec2(swap ? -1 : 1, 0));
  }
}

TEST(CompositeContainment, AHoleIsNoPlaceToBeInside) {
  EXPECT_EQ(relation(box(3, 3), {}, frame_of_boxes(), {}), Relation::overlapping);
  EXPECT_EQ(relation(box(1, 1), {}, frame_of_boxes(), {}), Relation::apart);
  EXPECT_EQ(relation(box(2, 2), {}, frame_of_boxes(), {}), Relation::touching);
  EXPECT_EQ(relation(box(Real(0.5), 3), {Vec2(Real(1.5), 0), {}}, frame_of_boxes(), {}), Relation::a_inside_b);
  EXPECT_EQ(relation(frame_of_boxes(), {}, box(4, 4), {}), Relation::a_inside_b);
  EXPECT_EQ(relation(box(5, 5), {}, frame_of_boxes(), {}), Relation::b_inside_a);
  EXPECT_EQ(relation(circle(Real(0.4)), {Vec2(Real(1.5), Real(1.5)), {}}, frame_of_boxes(), {}), Relation::a_inside_b);
  EXPECT_EQ(contains(frame_of_boxes(), {}, Vec2(0, 0)), PointRelation::outside);
  EXPECT_EQ(contains(frame_of_boxes(), {}, Vec2(Real(1.5), 1)), PointRelation::inside);
  EXPECT_EQ(contains(frame_of_boxes(), {}, Vec2(1, 0)), PointRelation::boundary);
}

TEST(CompositeContainment, CutDifferentlyItIsTheSame) {
  const Vec2 corners[] = {Vec2(0, 0), Vec2(4, 0), Vec2(4, 1), Vec2(1, 1), Vec2(1, 4), Vec2(0, 4)};
  const Shape parts[] = {box(4, 1, Vec2(2, Real(0.5))), box(1, 3, Vec2(Real(0.5), Real(2.5)))};
  EXPECT_EQ(relation(simple_polygon(corners), {}, compound(parts), {}), Relation::equal);
}

// The way out of a ring leads into its hole when that is nearer, and out of a pocket through its mouth.
TEST(CompositeContainment, TheWayOutMayLeadIntoAHole) {
  const std::optional<Mtv> exit = mtv(circle(Real(0.25)), {Vec2(Real(1.1), 0), {}}, frame_of_boxes(), {});
  ASSERT_TRUE(exit);
  EXPECT_NEAR(exit->translation[0], Real(-0.35), 1e-6);
  EXPECT_NEAR(exit->translation[1], 0, 1e-6);
}

// A block in the middle of a slab that has a far piece to the right, so A lies to the left of B's middle. Of two
// equally long ways out it takes the one that leads there; where neither does, it takes the left one.
TEST(CompositeExit, OfWaysAsLongItTakesTheOneTowardsItsSide) {
  const Shape far = box(1, 1, Vec2(10, 0)), block = box(1, 1);
  for (const auto& [slab, way] :
       {std::pair(box(2, 6), Vec2(Real(-1.5), 0)), std::pair(box(6, 2), Vec2(0, Real(-1.5)))}) {
    const Shape parts[] = {slab, far}, exchanged[] = {far, slab};
    for (const Rotation& turn : {Rotation{1, 0}, Rotation{0, 1}, Rotation{-1, 0}, Rotation{0, -1}}) {
      for (const Shape& b : {compound(parts), compound(exchanged)}) {
        const Pose pose{Vec2(0, 0), turn};
        const std::optional<Mtv> exit = mtv(block, {}, b, pose), swapped = mtv(b, pose, block, {});
        ASSERT_TRUE(exit && swapped);
        EXPECT_EQ(exit->translation, turn * way);
        EXPECT_EQ(swapped->translation, -(turn * way));
      }
    }
  }
}

// ---- seams ------------------------------------------------------------------------------------------------------

Shape floor_of_tiles() {
  std::vector<Shape> tiles;
  for (int i = 0; i < 8; ++i) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), Real(-0.5))));
  return compound(tiles);
}

TEST(Seams, ABoxSlidesOverThem) {
  const Shape crate = box(1, 1);
  for (const Real sink : {Real(0), bankshot::tolerance::eps, 8 * bankshot::tolerance::eps}) {
    const Pose pose{Vec2(1, Real(0.5) - sink), {}};
    EXPECT_FALSE(sweep(crate, pose, Vec2(6, 0), floor_of_tiles(), {})) << sink;
    const SweepHit down = sweep(crate, pose, Vec2(3, -1), floor_of_tiles(), {});
    EXPECT_EQ(down.status, SweepStatus::hit) << sink;
    EXPECT_EQ(down.normal, Vec2(0, 1)) << sink;
  }
}

// A slab slides on its lower corner with the rest of it lifted: the side of the next tile, which its front touches
// within the band, does not stop it. If it moves down instead, it is stopped at once.
TEST(Seams, AFrontThatIsLiftedPassesTheNextTile) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 6; ++i) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), Real(-0.5))));
  const Shape floor = compound(tiles), slab = box(Real(1.5), 1);
  const Pose start{Vec2(Real(2.25), Real(0.5)), {}};
  const Pose sunk{start.position - Vec2(0, touching_band(slab, start, floor, {}) / 8), {}};
  const Vec2 rear(Real(-0.75), Real(-0.5));
  EXPECT_NE(sweep(slab, {sunk, Vec2(1, 0), Real(0.5), rear}, floor, {}).status, SweepStatus::hit);
  const SweepHit down = sweep(slab, {sunk, Vec2(1, 0), Real(-0.5), rear}, floor, {});
  EXPECT_EQ(down.status, SweepStatus::hit);
  EXPECT_EQ(down.fraction, 0);
  EXPECT_EQ(down.normal, Vec2(0, 1));
}

TEST(Seams, ManifoldsHaveTheNormalOfTheWhole) {
  for (int i = 0; i <= 60; ++i) {
    const Pose pose{Vec2(1 + Real(i) / 10, Real(0.49)), Rotation::from_angle(Real(i % 7 - 3) * Real(0.01))};
    const std::vector<Manifold> contacts = manifolds(box(1, 1), pose, floor_of_tiles(), {}, Real(0.01));
    ASSERT_FALSE(contacts.empty());
    for (const Manifold& contact : contacts) {
      EXPECT_GT(contact.normal[1], Real(0.99)) << i;
    }
  }
}

TEST(Seams, AChainHasNoGhostCorners) {
  const Vec2 points[] = {Vec2(4, 0), Vec2(3, 0), Vec2(2, 0), Vec2(1, 0), Vec2(0, 0)};
  const Shape ground = chain(points);
  EXPECT_FALSE(sweep(box(Real(0.5), Real(0.5)), {Vec2(Real(0.5), Real(0.25)), {}}, Vec2(3, 0), ground, {}));
  const SweepHit landed = sweep(box(Real(0.5), Real(0.5)), {Vec2(Real(1.25), 1), {}}, Vec2(Real(0.5), -2), ground, {});
  ASSERT_EQ(landed.status, SweepStatus::hit);
  EXPECT_EQ(landed.normal, Vec2(0, 1));
}

TEST(Seams, AOneSidedChainLetsPassFromBehind) {
  const Vec2 points[] = {Vec2(0, 0), Vec2(4, 0)};  // left of its direction is up
  const Shape ledge = chain(points, false, ChainSides::left);
  const Shape ball = circle(Real(0.25));
  EXPECT_FALSE(sweep(ball, {Vec2(2, -1), {}}, Vec2(0, 3), ledge, {}));
  const SweepHit from_above = sweep(ball, {Vec2(2, 1), {}}, Vec2(0, -3), ledge, {});
  ASSERT_EQ(from_above.status, SweepStatus::hit);
  EXPECT_NEAR(from_above.fraction, 0.25, 1e-6);
  EXPECT_FALSE(ray_cast(ledge, {}, Vec2(2, -1), Vec2(0, 3)));
  EXPECT_TRUE(ray_cast(ledge, {}, Vec2(2, 1), Vec2(0, -3)));
}

}  // namespace
}  // namespace bankshot_test
