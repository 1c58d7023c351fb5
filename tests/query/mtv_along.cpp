#include "effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/mtv_along.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace bankshot_test {
namespace {

using namespace bankshot;

constexpr Real close_by = 8 * tolerance::eps;

void expect_vector(const Vec2& v, Real x, Real y) {
  EXPECT_NEAR(v[0], x, close_by);
  EXPECT_NEAR(v[1], y, close_by);
}

TEST(MtvAlong, BothWaysAndTheShorter) {
  const auto hit = mtv_along(box(2, 2), at(Real(0.5), 0), box(4, 4), at(0, 0), Vec2(3, 0));
  ASSERT_TRUE(hit);
  expect_vector(hit->forward.translation, Real(2.5), 0);
  expect_vector(hit->backward.translation, -Real(3.5), 0);
  EXPECT_TRUE(hit->is_forward);
  EXPECT_EQ(hit->shorter().translation, hit->forward.translation);
  EXPECT_EQ(hit->forward.relation, Relation::a_inside_b);
  EXPECT_EQ(hit->forward.normal, Vec2(1, 0));
  EXPECT_EQ(hit->backward.normal, Vec2(-1, 0));
  const auto other = mtv_along(box(2, 2), at(-Real(0.5), 0), box(4, 4), at(0, 0), Vec2(3, 0));
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->is_forward);
  expect_vector(other->shorter().translation, -Real(2.5), 0);
}

// A character sunk into a slope goes straight up, not along the slope's normal; the normal is still the slope's.
TEST(MtvAlong, UpOutOfASlope) {
  const std::vector<Vec2> corners = {{0, 0}, {4, 0}, {4, 4}};  // rises by 45 degrees
  const auto hit = mtv_along(circle(1), at(1, 2), polygon(corners), at(0, 0), Vec2(0, 1));
  ASSERT_TRUE(hit);
  const Real root = std::sqrt(Real(2));
  expect_vector(hit->forward.translation, 0, root - 1);
  expect_vector(hit->forward.normal, -root / 2, root / 2);
  EXPECT_EQ(hit->forward.feature_b, (Feature{Feature::Kind::edge, 2}));
}

TEST(MtvAlong, EmptyWhenApartOrWithoutAnAxis) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(), infinity = std::numeric_limits<Real>::infinity();
  EXPECT_FALSE(mtv_along(circle(1), at(3, 0), circle(1), at(0, 0), Vec2(1, 0)));
  EXPECT_FALSE(mtv_along(circle(1), at(1, 0), circle(1), at(0, 0), Vec2(0, 0)));
  EXPECT_FALSE(mtv_along(circle(1), at(1, 0), circle(1), at(0, 0), Vec2(nan, 0)));
  EXPECT_FALSE(mtv_along(circle(1), at(1, 0), circle(1), at(0, 0), Vec2(infinity, 0)));
  EXPECT_FALSE(mtv_along(circle(1), at(nan, 0), circle(1), at(0, 0), Vec2(1, 0)));
}

// Standing on a long floor: nothing to separate, although leaving the floor sideways would be a long way.
TEST(MtvAlong, TouchingStaysWhereItIs) {
  const auto hit = mtv_along(box(1, 1), at(3, 1), box(20, 1), at(0, 0), Vec2(1, 0));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->forward.relation, Relation::touching);
  EXPECT_EQ(hit->forward.translation, Vec2(0, 0));
  EXPECT_EQ(hit->backward.translation, Vec2(0, 0));
  EXPECT_EQ(hit->forward.normal, Vec2(0, 1));
}

TEST(MtvAlong, ATieGoesTheWayALies) {
  const std::vector<Vec2> corners = {{-1, 0}, {1, 0}, {0, 1}};
  const auto hit = mtv_along(polygon(corners), at(0, 0), box(2, 3), at(0, 0), Vec2(1, 0));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->forward.depth, hit->backward.depth);
  EXPECT_TRUE(hit->is_forward) << "nowhere along the axis: forward";
  const Shape left = box(2, 2, Vec2(-1, 0)), right = box(4, 2);
  const auto level = mtv_along(left, at(1, 0), right, at(0, 0), Vec2(-1, 0));
  ASSERT_TRUE(level);
  EXPECT_EQ(level->forward.depth, level->backward.depth);
}

/// The distance after which A leaves B along a unit direction, by bisection of the oracle's depth.
oracle::Number way_out(const oracle::Placed& a, const oracle::Placed& b, oracle::Point u) {
  oracle::Number in = 0, out = 1;
  while (oracle::depth(a.moved(out * u), b) > 0) out *= 2;
  for (int i = 0; i < 70; ++i) {
    const oracle::Number middle = (in + out) / 2;
    (oracle::depth(a.moved(middle * u), b) > 0 ? in : out) = middle;
  }
  return out;
}

struct OverlappingPair {
  Shape a, b;
  Pose pose_a, pose_b;
};
OverlappingPair overlapping_pair(Random& random) {
  for (;;) {
    const double size = std::ldexp(1.0, random.integer(-3, 3));
    OverlappingPair pair{random_recipe(random, random.chance(0.3) ? size : 1).build(),
                         random_recipe(random, 1).build(),
                         {random.point(1), random.rotation()},
                         {random.point(1), random.rotation()}};
    if (mtv(pair.a, pair.pose_a, pair.b, pair.pose_b)) return pair;
  }
}

TEST(MtvAlong, AgreesWithTheOracle) {
  Random random(1);
  for (int i = 0; i < effort(4000); ++i) {
    const OverlappingPair pair = overlapping_pair(random);
    const Vec2 axis = random.chance(0.3) ? Vec2(0, 1) : random.direction();
    const auto hit = mtv_along(pair.a, pair.pose_a, pair.b, pair.pose_b, Real(3) * axis);
    ASSERT_TRUE(hit) << i;
    const oracle::Placed a = oracle::place(pair.a, pair.pose_a), b = oracle::place(pair.b, pair.pose_b);
    const oracle::Number band = oracle::Number(touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b));
    const oracle::Number depth = oracle::depth(a, b);
    if (hit->forward.relation == Relation::touching) {
      ASSERT_LE(std::fabs(depth), 2 * band) << i;
      continue;
    }
    for (const Mtv* way : {&hit->forward, &hit->backward}) {
      // With rounded shapes the translation has the reported length, lies along the axis, and leaves no gap or overlap.
      const oracle::Point t = oracle::point(way->translation);
      const oracle::Number length = oracle::length(t), sign = way == &hit->forward ? 1 : -1;
      const oracle::Point u = (sign / oracle::length(oracle::point(axis))) * oracle::point(axis);
      ASSERT_NEAR(double(length), double(way->depth), double(4 * oracle::Number(tolerance::eps) * length)) << i;
      ASSERT_LE(oracle::length(t - length * u), 4 * oracle::Number(tolerance::eps) * length) << i;
      const oracle::Number slant = std::fabs(oracle::dot(oracle::point(way->normal), u));
      const oracle::Number exact = way_out(a, b, u);
      ASSERT_LE(std::fabs(length - exact) * slant, band + 4 * oracle::Number(tolerance::eps) * exact) << i;
      ASSERT_LE(std::fabs(oracle::depth(a.moved(t), b)), band + 8 * oracle::Number(tolerance::eps) * length) << i;
      ASSERT_NEAR(double(oracle::length(oracle::point(way->normal))), 1, 8 * double(tolerance::eps)) << i;
      ASSERT_GE(length, depth - band) << "shorter than the shortest, " << i;
    }
    ASSERT_EQ(hit->is_forward, hit->forward.depth < hit->backward.depth ||
                                   (hit->forward.depth == hit->backward.depth && hit->is_forward));
  }
}

TEST(MtvAlong, SwapNegatesExactly) {
  Random random(2);
  for (int i = 0; i < effort(4000); ++i) {
    const OverlappingPair pair = overlapping_pair(random);
    const Vec2 axis = random.direction();
    const auto hit = mtv_along(pair.a, pair.pose_a, pair.b, pair.pose_b, axis);
    const auto swapped = mtv_along(pair.b, pair.pose_b, pair.a, pair.pose_a, axis);
    ASSERT_TRUE(hit && swapped);
    ASSERT_EQ(hit->forward.translation, -swapped->backward.translation) << i;
    ASSERT_EQ(hit->backward.translation, -swapped->forward.translation) << i;
    ASSERT_EQ(hit->forward.normal, -swapped->backward.normal) << i;
    ASSERT_EQ(hit->forward.feature_a, swapped->backward.feature_b) << i;
    if (hit->forward.depth != hit->backward.depth) {
      ASSERT_EQ(hit->is_forward, !swapped->is_forward) << i;
    }
  }
}

// ---- by the side of entry ------------------------------------------------------------------------------------------

TEST(MtvByEntry, ThroughMostOfAPlatformBackToItsTop) {
  const Shape platform = box(10, 1), hero = box(1, 1);
  const Pose sunk = at(2, Real(0.25));  // three quarters into it: the shortest way would be half a length more upwards
  const auto back = mtv_by_entry(hero, at(2, -Real(0.25)), platform, at(0, 0), Vec2(0, -1));
  ASSERT_TRUE(back);
  expect_vector(back->translation, 0, Real(1.25));
  expect_vector(back->normal, 0, 1);
  const auto shortest = mtv(hero, at(2, -Real(0.25)), platform, at(0, 0));
  expect_vector(shortest->translation, 0, -Real(0.75));
  const auto same = mtv_by_entry(hero, sunk, at(2, 3), platform, at(0, 0), at(0, 0));
  ASSERT_TRUE(same);
  expect_vector(same->translation, 0, Real(0.75));
}

TEST(MtvByEntry, MotionIsRelative) {
  const Shape one = box(2, 2);
  // B came from the right, A stood still.
  const auto hit = mtv_by_entry(one, at(0, 0), at(0, 0), one, at(-Real(0.5), Real(1.5)), at(4, Real(1.5)));
  ASSERT_TRUE(hit);
  expect_vector(hit->normal, -1, 0);
  expect_vector(hit->translation, -Real(2.5), 0);
}

TEST(MtvByEntry, WithoutAMotionTheShortestWay) {
  const Shape one = box(2, 2);
  const auto shortest = mtv(one, at(Real(0.5), 1), one, at(0, 0));
  ASSERT_TRUE(shortest);
  for (const Vec2& motion : {Vec2(0, 0), Vec2(std::numeric_limits<Real>::quiet_NaN(), 1)}) {
    const auto hit = mtv_by_entry(one, at(Real(0.5), 1), one, at(0, 0), motion);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->translation, shortest->translation);
    EXPECT_EQ(hit->feature_a, shortest->feature_a);
  }
  // Not apart before: created inside.
  const auto inside = mtv_by_entry(one, at(Real(0.5), 1), at(Real(0.75), 1), one, at(0, 0), at(0, 0));
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->translation, shortest->translation);
  EXPECT_FALSE(mtv_by_entry(one, at(5, 0), one, at(0, 0), Vec2(1, 0)));
}

// Standing on a long floor and walking along it.
TEST(MtvByEntry, TouchingStaysWhereItIs) {
  const auto hit = mtv_by_entry(box(1, 1), at(3, 1), box(20, 1), at(0, 0), Vec2(1, 0));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->relation, Relation::touching);
  EXPECT_LE(hit->depth, close_by);
  EXPECT_EQ(hit->normal, Vec2(0, 1));
}

// Fly in from outside by brute force, and compare with the place and the side of the first contact.
TEST(MtvByEntry, LeavesByTheSideOfTheFirstContact) {
  Random random(3);
  int longer = 0, judged = 0;
  for (int i = 0; i < effort(4000); ++i) {
    const OverlappingPair pair = overlapping_pair(random);
    const auto shortest = mtv(pair.a, pair.pose_a, pair.b, pair.pose_b);
    if (shortest->relation == Relation::touching) continue;
    const Vec2 motion = random.direction();
    const Pose before = {pair.pose_a.position - 64 * motion, pair.pose_a.rotation};
    const auto hit = mtv_by_entry(pair.a, pair.pose_a, before, pair.b, pair.pose_b, pair.pose_b);
    const auto by_velocity = mtv_by_entry(pair.a, pair.pose_a, pair.b, pair.pose_b, motion);
    ASSERT_TRUE(hit && by_velocity) << i;
    const oracle::Placed a = oracle::place(pair.a, pair.pose_a), b = oracle::place(pair.b, pair.pose_b);
    const oracle::Number band = 4 * oracle::Number(touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b));
    const oracle::Point u = (-1 / oracle::length(oracle::point(motion))) * oracle::point(motion);
    const oracle::Placed entering = a.moved(way_out(a, b, u) * u);
    const oracle::Point n = oracle::point(by_velocity->normal);
    oracle::Number low = 1e30L, high = -1e30L;
    for (const oracle::Point& p : entering.core) low = std::min(low, oracle::dot(n, p));
    for (const oracle::Point& p : b.core) high = std::max(high, oracle::dot(n, p));
    // On a side that hardly faces the motion, the place of the contact is known only to rounding / slant.
    const oracle::Number slant = std::fabs(oracle::dot(n, u));
    if (slant > 0.01L) {
      ++judged;
      // Where a rounded corner passes into a face, rounding decides which of the two is met; their normals there differ
      // by the square root of rounding.
      const oracle::Number blur = a.radius + b.radius > 0 ? 8 * std::sqrt(oracle::Number(tolerance::eps)) : 0;
      ASSERT_LE(std::fabs(low - high - a.radius - b.radius), band / slant + blur) << i;
      ASSERT_GE(oracle::dot(n, u), 0) << i;
    }
    const oracle::Point t = oracle::point(by_velocity->translation);
    ASSERT_LE(std::fabs(oracle::depth(a.moved(t), b)), band) << i;
    ASSERT_GE(by_velocity->depth, shortest->depth - Real(band)) << i;
    longer += by_velocity->depth > shortest->depth + Real(band);
    // 64 lengths back the numbers are rounded more coarsely, which can pick a neighbouring side.
    if (hit->feature_a == by_velocity->feature_a && hit->feature_b == by_velocity->feature_b) {
      ASSERT_NEAR(double(hit->depth), double(by_velocity->depth), 1000 * double(band)) << i;
    }
  }
  EXPECT_GT(longer, effort(1000));
  EXPECT_GT(judged, effort(3000));
}

}  // namespace
}  // namespace bankshot_test
