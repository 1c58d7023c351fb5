#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

constexpr Real mtv_slack = 8 * tolerance::eps;

void expect_translation(const std::optional<Mtv>& hit, Real x, Real y, Relation relation, Real scale = 1) {
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->translation[0], x, scale * mtv_slack);
  EXPECT_NEAR(hit->translation[1], y, scale * mtv_slack);
  EXPECT_EQ(hit->relation, relation);
}

TEST(Mtv, IsEmptyOnlyWhenApart) {
  EXPECT_FALSE(mtv(circle(1), at(Real(2.1), 0), circle(1), at(0, 0)));
  EXPECT_FALSE(mtv(box(2, 2), at(0, Real(2.1)), box(2, 2), at(0, 0)));
  EXPECT_FALSE(mtv(segment({0, 0}, {1, 0}), at(Real(1.25), 0), segment({0, 0}, {1, 0}), at(0, 0)));  // in one line
  EXPECT_TRUE(mtv(circle(1), at(2, 0), circle(1), at(0, 0)));
}

TEST(Mtv, PointsFromBToA) {
  expect_translation(mtv(circle(1), at(Real(1.5), 0), circle(1), at(0, 0)), Real(0.5), 0, Relation::overlapping);
  expect_translation(mtv(circle(1), at(-Real(1.5), 0), circle(1), at(0, 0)), -Real(0.5), 0, Relation::overlapping);
  expect_translation(mtv(box(2, 2), at(Real(0.25), -Real(1.5)), box(2, 2), at(0, 0)), 0, -Real(0.5),
                     Relation::overlapping);
}

// The centres say "left", the projections say "right": the wide box reaches over.
TEST(Mtv, CentresDoNotDecideTheSide) {
  const std::vector<Vec2> wedge = {{-4, -1}, {4, -1}, {-4, 1}};
  const auto hit = mtv(circle(Real(0.25)), at(-Real(0.1), Real(0.1)), polygon(wedge), at(0, 0));
  ASSERT_TRUE(hit);
  EXPECT_GT(hit->normal[0], 0);
  EXPECT_GT(hit->normal[1], 0);
}

TEST(Mtv, SmallInsideBigLeavesByTheNearerSide) {
  expect_translation(mtv(box(1, 1), at(3, 0), box(10, 10), at(0, 0)), Real(2.5), 0, Relation::a_inside_b);
  expect_translation(mtv(box(1, 1), at(-3, 1), box(10, 10), at(0, 0)), -Real(2.5), 0, Relation::a_inside_b);
  expect_translation(mtv(box(10, 10), at(3, 0), box(1, 1), at(0, 0)), Real(2.5), 0, Relation::b_inside_a);
  expect_translation(mtv(circle(1), at(0, 3), box(10, 10), at(0, 0)), 0, 3, Relation::a_inside_b);
  expect_translation(mtv(circle(1), at(0, 3), circle(8), at(0, 0)), 0, 6, Relation::a_inside_b);
  expect_translation(mtv(segment({-1, 0}, {1, 0}), at(0, 4), box(10, 10), at(0, 0)), 0, 1, Relation::a_inside_b);
}

TEST(Mtv, CapsuleInsideABox) {
  expect_translation(mtv(capsule({-1, 0}, {1, 0}, Real(0.5)), at(0, 3), box(10, 8), at(0, 0)), 0, Real(1.5),
                     Relation::a_inside_b);
  expect_translation(mtv(box(10, 8), at(0, -3), capsule({-1, 0}, {1, 0}, Real(0.5)), at(0, 0)), 0, -Real(1.5),
                     Relation::b_inside_a);
}

TEST(Mtv, EqualShapesLeaveByTheirSmallestWidth) {
  const auto boxes = mtv(box(3, 1), at(5, 5), box(3, 1), at(5, 5));
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->relation, Relation::equal);
  EXPECT_EQ(boxes->depth, 1);
  EXPECT_EQ(std::fabs(boxes->normal[1]), 1);
  const auto circles = mtv(circle(2), at(1, 1), circle(2), at(1, 1));
  ASSERT_TRUE(circles);
  EXPECT_EQ(circles->relation, Relation::equal);
  EXPECT_EQ(circles->depth, 4);
  EXPECT_EQ(circles->normal.norm(), 1);
}

TEST(Mtv, ConcentricCirclesHaveAUnitNormalThatFollowsTheirRotation) {
  const auto still = mtv(circle(1), at(0, 0), circle(3), at(0, 0));
  const auto turned = mtv(circle(1), {Vec2(0, 0), {0, 1}}, circle(3), {Vec2(0, 0), {0, 1}});
  ASSERT_TRUE(still && turned);
  EXPECT_EQ(still->depth, 4);
  EXPECT_EQ(still->relation, Relation::a_inside_b);
  EXPECT_EQ(still->normal.norm(), 1);
  EXPECT_EQ(turned->normal, Vec2(-still->normal[1], still->normal[0]));
}

TEST(Mtv, CentresThatNearlyCoincideStillGiveTheirOwnDirection) {
  const Real tiny = std::numeric_limits<Real>::min() * 64;  // its square underflows
  const auto hit = mtv(circle(1), at(3 * tiny, -4 * tiny), circle(1), at(0, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->normal[0], Real(0.6), mtv_slack);
  EXPECT_NEAR(hit->normal[1], -Real(0.8), mtv_slack);
  EXPECT_EQ(hit->depth, 2);
}

// Only their rotations tell the two apart.
TEST(Mtv, EqualDiscsInOnePlacePartTheOtherWayWhenSwapped) {
  const Shape disc = circle(1);
  for (int i = 1; i < 12; ++i) {
    const Pose one = at(3, 4, Real(0.25)), two = at(3, 4, Real(0.25) + Real(0.5) * Real(i));
    const auto hit = mtv(disc, one, disc, two), swapped = mtv(disc, two, disc, one);
    ASSERT_TRUE(hit && swapped);
    EXPECT_EQ(hit->normal, Vec2(-swapped->normal)) << i;
  }
}

// Two shapes of one size, in one place and side by side: only their roundness tells them apart.
TEST(Mtv, CapsulesOfOneReachPartTheOtherWayWhenSwapped) {
  const Shape slim = capsule(Vec2(-1, 0), Vec2(1, 0), Real(0.5)),
              plump = capsule(Vec2(Real(-0.5), 0), Vec2(Real(0.5), 0), 1);
  const std::optional<Mtv> one = mtv(slim, {}, plump, {}), other = mtv(plump, {}, slim, {});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->depth, Real(1.5));
  EXPECT_EQ(one->translation, -other->translation);
}

TEST(Mtv, CrossingSegmentsLeaveAlongANormal) {
  const Shape level = segment({-2, 0}, {2, 0}), upright = segment({0, -3}, {0, 1});
  expect_translation(mtv(level, at(0, 0), upright, at(0, 0)), 0, 1, Relation::overlapping);
  expect_translation(mtv(upright, at(0, 0), level, at(0, 0)), 0, -1, Relation::overlapping);
  expect_translation(mtv(level, at(Real(1.5), 0), upright, at(0, 0)), Real(0.5), 0, Relation::overlapping);
}

TEST(Mtv, SegmentsThatOverlapInALineTouch) {
  const Shape one = segment({0, 0}, {2, 0});
  expect_translation(mtv(one, at(1, 0), one, at(0, 0)), 0, 0, Relation::touching);
  expect_translation(mtv(one, at(0, 0), one, at(0, 0)), 0, 0, Relation::touching);
  expect_translation(mtv(one, at(2, 0), one, at(0, 0)), 0, 0, Relation::touching);
  expect_translation(mtv(one, at(2, 0), box(4, 4), at(0, -2)), 0, 0, Relation::touching);
}

// A corner of the box faces the circle: the axis runs through the corner, not along a face.
TEST(Mtv, CircleInACornersRegion) {
  const auto hit = mtv(circle(1), at(Real(1.6), Real(1.8)), box(2, 2), at(0, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->normal[0], Real(0.6), mtv_slack);
  EXPECT_NEAR(hit->normal[1], Real(0.8), mtv_slack);
  EXPECT_EQ(hit->feature_b, (Feature{Feature::Kind::corner, 2}));
  EXPECT_FALSE(
      mtv(circle(1), at(Real(1.8), Real(1.8)), box(2, 2), at(0, 0)));  // both faces overlap, the corner is out of reach
}

// The centre lies over a face, the nearest corner is a long way off: the face's axis counts.
TEST(Mtv, CircleInAFacesRegion) {
  const auto hit = mtv(circle(1), at(Real(0.5), Real(1.5)), box(8, 2), at(0, 0));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->normal, Vec2(0, 1));
  EXPECT_EQ(hit->depth, Real(0.5));
  EXPECT_EQ(hit->feature_b, (Feature{Feature::Kind::edge, 2}));
}

TEST(Mtv, RoundedCornersMeetRounded) {
  const Shape rounded = box(2, 2, Vec2(0, 0), {}, Real(0.5));
  EXPECT_FALSE(mtv(rounded, at(Real(2.75), Real(2.75)), rounded, at(0, 0)));
  const auto hit = mtv(rounded, at(Real(2.5), Real(2.5)), rounded, at(0, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->depth, 1 - std::sqrt(Real(0.5)), mtv_slack);
  EXPECT_NEAR(hit->normal[0], std::sqrt(Real(0.5)), mtv_slack);
  EXPECT_EQ(hit->feature_a.kind, Feature::Kind::corner);
}

TEST(Mtv, NamesTheFeatures) {
  const auto edges = mtv(box(2, 2), at(0, Real(1.5)), box(8, 2), at(0, 0));
  ASSERT_TRUE(edges);
  EXPECT_EQ(edges->feature_a, (Feature{Feature::Kind::edge, 0}));
  EXPECT_EQ(edges->feature_b, (Feature{Feature::Kind::edge, 2}));
  const auto corner = mtv(box(2, 2), at(0, 2, Real(0.7853982)), box(8, 2), at(0, 0));
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->feature_a, (Feature{Feature::Kind::corner, 0}));
  EXPECT_EQ(corner->feature_b, (Feature{Feature::Kind::edge, 2}));
  // Both sides of a capsule are edges; the first lies to the right of the way from its first end to its second.
  const Shape level = capsule({-1, 0}, {1, 0}, Real(0.5));
  const auto above = mtv(level, at(0, Real(1.25)), box(8, 2), at(0, 0));
  const auto below = mtv(level, at(0, Real(-1.25)), box(8, 2), at(0, 0));
  ASSERT_TRUE(above && below);
  EXPECT_EQ(above->feature_a, (Feature{Feature::Kind::edge, 0}));
  EXPECT_EQ(below->feature_a, (Feature{Feature::Kind::edge, 1}));
}

TEST(Mtv, TinyFarAndThin) {
  const Real t = Real(1e-6);
  expect_translation(mtv(box(2 * t, 2 * t), at(Real(1.5) * t, 0), box(2 * t, 2 * t), at(0, 0)), t / 2, 0,
                     Relation::overlapping, t);
  expect_translation(mtv(box(2, 2), at(Real(1000001.5), Real(1e6)), box(2, 2), at(Real(1e6), Real(1e6))), Real(0.5), 0,
                     Relation::overlapping);
  expect_translation(mtv(box(10, Real(0.001)), at(0, 0), box(Real(0.001), 10), at(4, 0)), -Real(1.0005), 0,
                     Relation::overlapping, 8);
}

Shape many_sided(int corners, Real radius) {
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) {
    const Rotation turn = Rotation::from_angle(Real(6.283185307) * Real(i) / Real(corners));
    points.emplace_back(radius * turn.c, radius * turn.s);
  }
  return polygon(points);
}

TEST(Mtv, TwoHundredCorners) {
  Random random(7);
  const Shape one = many_sided(200, 2), two = many_sided(200, 1);
  for (int i = 0; i < 20; ++i) {
    const Pose pose_a{random.point(2), random.rotation()}, pose_b{random.point(2), random.rotation()};
    const Real band = touching_band(one, pose_a, two, pose_b);
    const auto expected = double(oracle::depth(oracle::place(one, pose_a), oracle::place(two, pose_b)));
    const auto hit = mtv(one, pose_a, two, pose_b);
    if (expected < -band) {
      EXPECT_FALSE(hit);
      continue;
    }
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, expected, band);
  }
}

// The stored rotation is taken literally: at length 2 it doubles the core and not the radius.
TEST(Mtv, RotationIsTakenLiterally) {
  const Pose doubled{Vec2(0, 0), {2, 0}};
  expect_translation(mtv(circle(1), at(0, Real(2.75)), box(2, 2), doubled), 0, Real(0.25), Relation::overlapping);
  expect_translation(mtv(box(2, 2), doubled, circle(1), at(0, Real(2.75))), 0, -Real(0.25), Relation::overlapping);
}

TEST(Mtv, PosesThatAreNotFiniteAreApartFromEverything) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN(), infinity = std::numeric_limits<Real>::infinity();
  for (Real bad : {nan, infinity}) {
    EXPECT_FALSE(mtv(circle(1), at(bad, 0), circle(1), at(0, 0)));
    EXPECT_FALSE(mtv(box(1, 1), {Vec2(0, 0), {bad, 0}}, box(1, 1), at(0, 0)));
  }
  const Real most = std::numeric_limits<Real>::max();
  EXPECT_FALSE(mtv(box(1, 1), at(most, most), box(1, 1), at(-most, 0)));
}

// Every class of pair against the oracle: the depth is right, nothing shorter separates, and the translation does.
TEST(Mtv, AgreesWithTheOracle) {
  Random random(1);
  int hits = 0;
  for (int i = 0; i < 30000; ++i) {
    const RandomPair pair = random_pair(random);
    const Shape a = pair.a.build(), b = pair.b.build();
    const auto placed_a = oracle::place(a, pair.pose_a), placed_b = oracle::place(b, pair.pose_b);
    const oracle::Number band = touching_band(a, pair.pose_a, b, pair.pose_b);
    const oracle::Number expected = oracle::depth(placed_a, placed_b);
    const auto hit = mtv(a, pair.pose_a, b, pair.pose_b);
    SCOPED_TRACE(testing::Message() << "case " << i << ", lie " << int(pair.lie));
    if (!hit) {
      EXPECT_LT(expected, -band / 2);
      continue;
    }
    ++hits;
    ASSERT_GT(expected, -band * 3 / 2);
    if (expected < band / 2) {
      EXPECT_EQ(hit->relation, Relation::touching);
    }
    if (expected > band * 3 / 2) {
      EXPECT_NE(hit->relation, Relation::touching);
    }
    EXPECT_GE(hit->depth, 0);
    EXPECT_NEAR(double(hit->depth), double(std::max(expected, oracle::Number(0))), double(band));
    EXPECT_NEAR(double(oracle::length(oracle::point(hit->normal))), 1, 2 * double(tolerance::eps));
    const auto moved = placed_a.moved(oracle::point(hit->translation));
    EXPECT_NEAR(double(oracle::depth(moved, placed_b)), 0, double(band));
  }
  EXPECT_GT(hits, 10000);
}

}  // namespace
}  // namespace bankshot_test
