// A shape that lies deep in a convex one has a contact, no deeper than the way out is long. (It may be less deep: the
// deepest corner need not lie opposite the face that gives the normal, and contact points lie where the two edges face
// one another.)

#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "effort.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

Real deepest(const Manifold& manifold) {
  Real least = 1000;
  for (int i = 0; i < manifold.count; ++i) {
    least = std::min(least, manifold.points[static_cast<std::size_t>(i)].separation);
  }
  return least;
}

/// A block with a corner in its upper side that is all but straight.
Shape low_roof(Random& random) {
  const Real wide = random.uniform(0.5, 2);
  const Real rise = wide * random.uniform(1e-5, 0.05);
  const Real down = random.uniform(0.5, 2);
  return polygon(
      std::vector<Vec2>{Vec2(-wide, -down), Vec2(wide, -down), Vec2(wide, -rise), Vec2(0, 0), Vec2(-wide, -rise)});
}

// The face of such a shape below which the other is least deep, and the corner that is deepest below that face, need
// not be at the same place.
TEST(DeepManifolds, BesideANearlyStraightCorner) {
  Random random(11);
  int deep = 0;
  for (int i = 0; i < effort(100000); ++i) {
    const Shape roof = low_roof(random);
    const Real width = random.uniform(0.1, 3);
    const Shape other = box(width, random.uniform(0.1, 3));
    const Vec2 place = random.point(2);
    const Pose pose{place, random.rotation()};
    const Pose at{Vec2::Zero(), random.rotation()};
    const auto out = mtv(other, pose, roof, at);
    if (!out) continue;
    ++deep;
    for (const Manifold& found : {manifold(other, pose, roof, at), manifold(roof, at, other, pose)}) {
      ASSERT_GE(found.count, 1) << "draw " << i;
      ASSERT_GE(deepest(found), -out->depth - Real(1e-4)) << "draw " << i;
    }
  }
  EXPECT_GT(deep, effort(20000));
}

TEST(DeepManifolds, OfAnyTwoConvexShapes) {
  Random random(12);
  int deep = 0;
  for (int i = 0; i < effort(100000); ++i) {
    const Shape a = random_recipe(random, 1).build();
    const Shape b = random_recipe(random, 1).build();
    const Pose pose_a = random_pose(random, 0.7);
    const Pose pose_b = random_pose(random, 0.7);
    const auto out = mtv(a, pose_a, b, pose_b);
    if (!out) continue;
    ++deep;
    const Manifold found = manifold(a, pose_a, b, pose_b);
    ASSERT_GE(found.count, 1) << "draw " << i;
    ASSERT_GE(deepest(found), -out->depth - Real(1e-4)) << "draw " << i;
  }
  EXPECT_GT(deep, effort(20000));
}

/// 10 to the power of a number within bounds.
Real power_of_ten(Random& random, double lower, double upper) {
  return std::pow(Real(10), random.uniform(lower, upper));
}

// The core of the capsule stands upright under the end of the segment, but for roundings: where it is clipped by the
// end, and what of it is left, is rounding as well. Corners one above the other to a slope of 1/128 keep the face's
// normal: their height then stands for their distance, which is up to 1/32768 longer. In float that is at most a
// sixtieth of a band here, in double thousands of bands.
TEST(DeepManifolds, OfACapsuleUnderTheEndOfALongSegment) {
  Random random(13);
  int deep = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const Real size = power_of_ten(random, 0, 5.5), radius = power_of_ten(random, -1, 1.5);
    const Real height = power_of_ten(random, 0, 1.5), top = random.sign() * power_of_ten(random, -8, -3);
    const Real x = random.sign() * power_of_ten(random, -9, -5);
    const Real foot = x + random.sign() * power_of_ten(random, -9, -5);
    const Shape a = segment(Vec2(-size, 0), Vec2(0, 0)), b = capsule(Vec2(foot, top - height), Vec2(x, top), radius);
    const Vec2 place = random.point(1e-6);
    const Pose pose{place, random.rotation()};
    const auto out = mtv(a, pose, b, pose);
    const Real band = 16 * tolerance::eps * std::max(size, height + radius);
    if (!out || out->depth < 3 * band) continue;
    ++deep;
    const Real level = std::max(radius - out->depth, Real(0)) / 32768;
    for (const Manifold& found : {manifold(a, pose, b, pose), manifold(b, pose, a, pose)}) {
      ASSERT_GE(found.count, 1) << "draw " << i;
      ASSERT_GE(deepest(found), -out->depth - 4 * band - level) << "draw " << i;
    }
  }
  EXPECT_GT(deep, effort(20000));
}

}  // namespace
}  // namespace bankshot_test
