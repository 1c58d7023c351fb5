// The laws of pair_laws.cpp where rounded numbers tie, or nearly so: corners whose distances have the same rank, equal
// shapes beside one another, slivers as thin as their band.

#include "property/random_shapes.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "effort.hpp"

namespace bankshot_test {
namespace {

using bankshot::SweepHit;
using bankshot::SweepStatus;

constexpr Real eps = std::numeric_limits<Real>::epsilon();

Pose turned_pose(const Pose& pose) {
  return {Vec2(-pose.position[1], pose.position[0]), {-pose.rotation.s, pose.rotation.c}};
}
Pose mirrored_pose(const Pose& pose) {
  return {Vec2(-pose.position[0], pose.position[1]), {pose.rotation.c, -pose.rotation.s}};
}

/// Depth and distance of a pair, which no choice between directions may change, in its mirror image and swapped.
void expect_same_size(const RandomPair& pair, int number) {
  const Shape a = pair.a.build(), b = pair.b.build();
  const Shape mirrored_a = pair.a.mirrored().build(), mirrored_b = pair.b.mirrored().build();
  const Pose image_a = mirrored_pose(pair.pose_a), image_b = mirrored_pose(pair.pose_b);
  const Real distance = bankshot::closest_points(a, pair.pose_a, b, pair.pose_b).distance;
  EXPECT_EQ(distance, bankshot::closest_points(mirrored_a, image_a, mirrored_b, image_b).distance) << number;
  EXPECT_EQ(distance, bankshot::closest_points(b, pair.pose_b, a, pair.pose_a).distance) << number;
  const auto way = bankshot::mtv(a, pair.pose_a, b, pair.pose_b);
  const auto image = bankshot::mtv(mirrored_a, image_a, mirrored_b, image_b);
  ASSERT_EQ(way.has_value(), image.has_value()) << number;
  if (way) {
    EXPECT_EQ(way->depth, image->depth) << number;
  }
}

/// A neighbour of this number or itself.
Real beside(Random& random, Real x) { return x + Real(random.integer(-1, 1)) * eps / 4; }

// Equal capsules side by side, parallel up to rounding: the distances of the corners at their ends tie, or differ by a
// rounding unit, and so do the numbers computed from them.
TEST(PairTies, ParallelCapsulesAreAsDeepInTheMirror) {
  Random random(201);
  for (int i = 0; i < effort(60'000); ++i) {
    RandomPair pair;
    pair.a.kind = Recipe::Kind::capsule;
    const Vec2 from = random.point(1);
    const Vec2 to = random.point(1);
    pair.a.points = {from, to};
    pair.a.radius = random.uniform(0.25, 1);
    pair.b = pair.a;
    pair.pose_a.rotation = random.rotation();
    const Real c = beside(random, pair.pose_a.rotation.c);
    const Real s = beside(random, pair.pose_a.rotation.s);
    pair.pose_b.rotation = {c, s};
    const Vec2 side(from[1] - to[1], to[0] - from[0]);
    const Real away = random.uniform(0.5, 2);
    pair.pose_a.position = Vec2(away * (pair.pose_a.rotation * side));
    expect_same_size(pair, i);
  }
}

// A disc so large and far that a polygon at its rim is a few rounding units of the distance in size.
TEST(PairTies, APolygonInALargeDiscIsAsDeepInTheMirror) {
  Random random(202);
  const double large = 2 / double(eps);
  for (int i = 0; i < effort(60'000); ++i) {
    RandomPair pair;
    pair.a = random_polygon(random, 3, 1);
    pair.b.points = {Vec2(0, 0)};
    pair.b.radius = Real(large);
    pair.pose_a.rotation = random.rotation();
    pair.pose_b.rotation = random.rotation();
    const Vec2 way = random.direction();
    const double distance = large * (0.5 + 0.6 * random.unit());
    pair.pose_b.position = Vec2(Real(distance * way[0]), Real(distance * way[1]));
    expect_same_size(pair, i);
  }
}

// A triangle that is its own mirror image except for a corner on one of its sides, and the same triangle beside it: the
// ways out to the two sides are equally long, and only that corner tells them apart.
TEST(PairTies, EqualShapesBesideOneAnotherObeySwapAndMirror) {
  for (int eighth = 1; eighth < 8; ++eighth) {
    if (eighth == 4) continue;  // in the middle
    const std::vector<Vec2> corners = {{-1, 1}, {-1, -1}, {1, 1}, {Real(1) - Real(eighth) / 4, 1}};
    const std::vector<Vec2> image = {{1, 1}, {1, -1}, {-1, 1}, {Real(eighth) / 4 - 1, 1}};
    const Shape shape = bankshot::polygon(corners), mirrored = bankshot::polygon(image);
    for (const Real step : {Real(0.25), Real(0.5), Real(0.75)}) {
      for (const Real way : {step, -step}) {
        Pose a{Vec2(way, way), {}}, b;
        for (int turns = 0; turns < 4; ++turns, a = turned_pose(a), b = turned_pose(b)) {
          const Vec2 normal = bankshot::closest_points(shape, a, shape, b).normal;
          EXPECT_EQ(normal, Vec2(-bankshot::closest_points(shape, b, shape, a).normal)) << eighth << " " << way;
          const Vec2 there = bankshot::closest_points(mirrored, mirrored_pose(a), mirrored, mirrored_pose(b)).normal;
          EXPECT_EQ(normal, Vec2(-there[0], there[1])) << eighth << " " << way;
          const Vec2 turned = bankshot::closest_points(shape, turned_pose(a), shape, turned_pose(b)).normal;
          EXPECT_EQ(Vec2(-normal[1], normal[0]), turned) << eighth << " " << way;
        }
      }
    }
  }
}

// One shape in the place of its equal: the ways out to the two sides are equally long. A swap changes nothing and no
// answer can follow it, but the shape is not its own mirror image, and the answer follows the reflection.
TEST(PairTies, AShapeInThePlaceOfItsEqualObeysTheMirror) {
  const std::vector<std::vector<Vec2>> shapes = {
      {{0.5, -0.5}, {0.5, 1}, {-0.5, 1}, {-0.5, 0.25}, {0, -0.125}},
      {{-1, -0.25}, {0.75, 0}, {0.84375, 0.09375}, {0.90625, 0.15625}, {1, 0.25}, {-0.09375, 0.09375}, {-0.75, 0}}};
  Random random(204);
  for (const std::vector<Vec2>& corners : shapes) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::polygon;
    recipe.points = corners;
    const Shape shape = recipe.build(), image = recipe.mirrored().build();
    for (int i = 0; i < 500; ++i) {
      const Pose pose{Vec2(0, 0), random.rotation()};
      const Vec2 normal = bankshot::closest_points(shape, pose, shape, pose).normal;
      const Pose there = mirrored_pose(pose);
      EXPECT_EQ(Vec2(-normal[0], normal[1]), bankshot::closest_points(image, there, image, there).normal) << i;
    }
  }
}

/// Triangles a few rounding units wide and a length long.
Recipe sliver(Real radius, const std::vector<Vec2>& points) {
  Recipe recipe;
  recipe.kind = Recipe::Kind::polygon;
  recipe.radius = radius;
  recipe.points = points;
  return recipe;
}

/// A sweep of slivers along their length up to rounding, which is a good deal more than their width.
struct SliverSweep {
  static constexpr Real wide = Real(4.75) * eps, lower = Real(0.51510465), upper = Real(0.5151062);
  Shape a, b;
  Pose pose_a, pose_b;
  Vec2 way;

  explicit SliverSweep(Random& random)
      : a(sliver(0, {{wide, -lower}, {wide, lower}, {0, upper}}).build()),
        b(sliver(8 * eps, {{0, -upper}, {wide, -lower}, {wide, 0}}).build()) {
    pose_a.rotation = random.rotation();
    pose_b.rotation = pose_a.rotation;
    const Vec2 along(-pose_a.rotation.s, pose_a.rotation.c);
    const Real side = random.sign();
    const Real digits = random.uniform(0.5, 1);
    const Real distance = side * digits * Real(1 << random.integer(7, 10));
    pose_b.position = Vec2(distance * along[0], distance * along[1]);
    const Real way_length = distance * random.uniform(0.5, 2);
    way = Vec2(way_length * along[0], way_length * along[1]);
  }
};

// Rounding decides which side of a sliver is met, or its end; but it decides alike in all images.
TEST(PairTies, SweepsOfSliversFollowQuarterTurnsAndSwaps) {
  Random random(203);
  int hits = 0;
  for (int i = 0; i < effort(100'000); ++i) {
    const SliverSweep s(random);
    const SweepHit hit = bankshot::sweep(s.a, s.pose_a, s.way, s.b, s.pose_b);
    const SweepHit turned =
        bankshot::sweep(s.a, turned_pose(s.pose_a), Vec2(-s.way[1], s.way[0]), s.b, turned_pose(s.pose_b));
    const SweepHit swapped = bankshot::sweep(s.b, s.pose_b, Vec2(-s.way), s.a, s.pose_a);
    ASSERT_EQ(hit.status, turned.status) << i;
    ASSERT_EQ(hit.status, swapped.status) << i;
    EXPECT_EQ(hit.fraction, turned.fraction) << i;
    EXPECT_EQ(hit.fraction, swapped.fraction) << i;
    if (hit.status != SweepStatus::hit) continue;
    ++hits;
    EXPECT_EQ(Vec2(-hit.normal[1], hit.normal[0]), turned.normal) << i;
    EXPECT_EQ(hit.normal, Vec2(-swapped.normal)) << i;
    EXPECT_EQ(hit.feature_a, turned.feature_a) << i;
    EXPECT_EQ(hit.feature_a, swapped.feature_b) << i;
  }
  EXPECT_GT(hits, effort(50'000));
}

}  // namespace
}  // namespace bankshot_test
