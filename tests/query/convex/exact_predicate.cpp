// Verdicts right beside the edges of the band, against brute force in long double: this is exact to 2^-40 of a band in
// float, and to 2^-11 of a band in double; cases within that are left out.

#include "property/random_shapes.hpp"
#include "query/exact_gap.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/explain.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace bankshot_test {
namespace {

using namespace bankshot;

/// The distance from an edge within which long double cannot tell, in bands.
const Wide unknown = sizeof(Real) == sizeof(float) ? 0x1p-30L : 0x1p-6L;

struct Pair {
  Shape a, b;
  Pose pose_a, pose_b;

  Wide gap() const { return exact_gap(placed(a, pose_a), placed(b, pose_b)); }
  Wide bands() const { return gap() / touching_band(a, pose_a, b, pose_b); }
};

/// A pair moved until its gap is about `target` bands.
Pair pair_at(Random& random, Wide target) {
  Pair pair = {random_recipe(random, 1).build(), random_recipe(random, random.chance(0.2) ? 0.05 : 1).build(),
               random_pose(random, 2), random_pose(random, 2)};
  for (int i = 0; i < 4; ++i) {
    const Vec2 normal = closest_points(pair.a, pair.pose_a, pair.b, pair.pose_b).normal;
    const Wide band = touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b);
    pair.pose_a.position += static_cast<Real>(target * band - pair.gap()) * normal;
  }
  return pair;
}

/// The right verdict at this gap; empty where long double cannot tell.
std::optional<Relation> verdict_at(Wide bands) {
  if (std::fabs(std::fabs(bands) - 1) < unknown) return std::nullopt;
  return bands > 1 ? Relation::apart : bands < -1 ? Relation::overlapping : Relation::touching;
}

Relation without_containment(Relation relation) {
  return relation == Relation::apart || relation == Relation::touching ? relation : Relation::overlapping;
}

/// A quarter of a band around either edge.
Wide beside_an_edge(Random& random) { return Wide(random.sign()) * (0.75 + 0.5 * random.unit()); }

TEST(Referee, VerdictsOfPairsAreExactBesideTheEdgesOfTheBand) {
  Random random(1);
  int seen[3] = {};
  for (int i = 0; i < 20000; ++i) {
    const Pair pair = pair_at(random, beside_an_edge(random));
    const auto right = verdict_at(pair.bands());
    if (!right) continue;
    ++seen[static_cast<int>(*right)];
    const Relation said = relation(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ASSERT_EQ(without_containment(said), *right) << i << ": " << double(pair.bands()) << " bands";
    EXPECT_EQ(overlap(pair.a, pair.pose_a, pair.b, pair.pose_b), *right != Relation::apart) << i;
    std::vector<std::uint32_t> hits;
    overlaps(pair.a, pair.pose_a, {&pair.b, 1}, {&pair.pose_b, 1}, hits);
    EXPECT_EQ(hits.size(), *right != Relation::apart ? 1u : 0u) << i;
    const auto exit = mtv(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ASSERT_EQ(exit.has_value(), *right != Relation::apart) << i;
    const Explanation told = explain(pair.a, pair.pose_a, pair.b, pair.pose_b);
    EXPECT_EQ(told.relation, said) << i;
    const Real band = touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const Real depth = told.axes[static_cast<std::size_t>(told.chosen)].depth;
    EXPECT_EQ(depth < -band, *right == Relation::apart) << i;
    if (!exit) continue;
    EXPECT_EQ(exit->relation, said) << i;
    // The best axis, not the first one along which Real sees a gap.
    EXPECT_EQ(exit->normal, closest_points(pair.a, pair.pose_a, pair.b, pair.pose_b).normal) << i;
    EXPECT_EQ(exit->depth > band, *right == Relation::overlapping) << i;
    EXPECT_EQ(std::max(depth, Real(0)), exit->depth) << i;
  }
  for (const int count : seen) EXPECT_GT(count, 2000);
}

// Far from the origin the difference of two positions is rounded, and the verdict is on the positions.
TEST(Referee, PositionsAreTakenAsTheyAreStored) {
  Random random(2);
  int checked = 0;
  for (int i = 0; i < 4000; ++i) {
    Pair pair = {circle(random.uniform(1, 2)), box(4, random.uniform(1, 3)), {Vec2(0, 0), random.rotation()}, {}};
    pair.pose_b.position = Vec2(random.uniform(-2, 2), random.uniform(-2, 2)) / Real(1 << 10);
    pair.pose_a.position = random.point(8);
    const Wide target = beside_an_edge(random);
    for (int k = 0; k < 4; ++k) {
      const Vec2 normal = closest_points(pair.a, pair.pose_a, pair.b, pair.pose_b).normal;
      const Wide band = touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b);
      pair.pose_a.position += static_cast<Real>(target * band - pair.gap()) * normal;
    }
    const auto right = verdict_at(pair.bands());
    if (!right) continue;
    ++checked;
    EXPECT_EQ(without_containment(relation(pair.a, pair.pose_a, pair.b, pair.pose_b)), *right) << i;
  }
  EXPECT_GT(checked, 2000);
}

/// The gap of a point in bands of the point.
struct PointCase {
  Shape shape;
  Pose pose;
  Vec2 point;

  Real band() const { return touching_band(shape, pose, shape, {point, pose.rotation}); }
  Wide bands() const { return exact_gap({{wide(point)}, 0}, placed(shape, pose)) / band(); }
};

PointCase point_at(Random& random, Wide target) {
  PointCase one = {random_recipe(random, 1).build(), random_pose(random, 2), random.point(3)};
  const Shape dot = circle(Real(1) / 1024);
  for (int i = 0; i < 4; ++i) {
    const Vec2 normal = closest_points(dot, {one.point, {}}, one.shape, one.pose).normal;
    one.point += static_cast<Real>((target - one.bands()) * one.band()) * normal;
  }
  return one;
}

TEST(Referee, PlacesOfPointsAreExactBesideTheEdgesOfTheBand) {
  Random random(3);
  int checked = 0;
  for (int i = 0; i < 20000; ++i) {
    const PointCase one = point_at(random, beside_an_edge(random));
    const auto right = verdict_at(one.bands());
    if (!right) continue;
    ++checked;
    const PointRelation place = *right == Relation::apart      ? PointRelation::outside
                                : *right == Relation::touching ? PointRelation::boundary
                                                               : PointRelation::inside;
    ASSERT_EQ(contains(one.shape, one.pose, one.point), place) << i << ": " << double(one.bands()) << " bands";
  }
  EXPECT_GT(checked, 10000);
}

TEST(Referee, RaysStartOnTheBoundaryWithinTheBandOnly) {
  Random random(4);
  int on = 0, off = 0;
  for (int i = 0; i < 20000; ++i) {
    const PointCase one = point_at(random, 0.75 + 0.5 * random.unit());
    const auto right = verdict_at(one.bands());
    if (!right) continue;
    const Vec2 away = closest_points(circle(Real(1) / 1024), {one.point, {}}, one.shape, one.pose).normal;
    const auto hit = ray_cast(one.shape, one.pose, one.point, away);
    ASSERT_EQ(hit.has_value(), *right == Relation::touching) << i << ": " << double(one.bands()) << " bands";
    (hit ? on : off) += 1;
  }
  EXPECT_GT(std::min(on, off), 2000);
}

TEST(Referee, SweepsStartOverlappingBeyondTheBandOnly) {
  Random random(5);
  int seen[2] = {};
  for (int i = 0; i < 20000; ++i) {
    const Pair pair = pair_at(random, -(0.75 + 0.5 * random.unit()));
    const auto right = verdict_at(pair.bands());
    if (!right) continue;
    const bool said =
        sweep(pair.a, pair.pose_a, random.point(2), pair.b, pair.pose_b).status == SweepStatus::initial_overlap;
    ASSERT_EQ(said, *right == Relation::overlapping) << i << ": " << double(pair.bands()) << " bands";
    ++seen[said];
  }
  EXPECT_GT(std::min(seen[0], seen[1]), 2000);
}

// A disc that touches a wall moves nearly along it, and ends up about a band deep in it.
TEST(Referee, SweepsOfTouchingShapesHitWhenTheyGoDeeperThanTheBand) {
  Random random(6);
  int seen[2] = {};
  for (int i = 0; i < 20000; ++i) {
    const Rotation turn = random.rotation();
    const Shape disc = circle(random.uniform(0.1, 1)), wall = box(8, random.uniform(0.5, 2));
    const Vec2 along = turn * Vec2(1, 0), out = turn * Vec2(0, 1);
    Pair pair = {disc, wall, {}, {random.point(0.5), turn}};
    pair.pose_a.position =
        pair.pose_b.position + random.uniform(-2, 0) * along + (disc.radius() + wall.corner(2)[1]) * out;
    const Wide band = touching_band(disc, pair.pose_a, wall, pair.pose_b);
    pair.pose_a.position -= static_cast<Real>(pair.gap()) * out;
    const Vec2 motion = random.uniform(0.5, 2) * along - static_cast<Real>(beside_an_edge(random) * band) * out;
    if (!(std::fabs(pair.bands()) < 0.5)) continue;
    const WideShape there = placed(wall, pair.pose_b);
    const auto gap_after = [&](Wide share) {
      WideShape moved = placed(disc, pair.pose_a);
      moved.points[0] = moved.points[0] + share * wide(motion);
      return exact_gap(moved, there);
    };
    const Wide least = std::min(gap_after(0), gap_after(1)) / band;  // the wall is flat
    if (std::fabs(least + 1) < unknown) continue;
    const bool hit = sweep(disc, pair.pose_a, motion, wall, pair.pose_b).status == SweepStatus::hit;
    ASSERT_EQ(hit, least < -1) << i << ": deepest " << double(least) << " bands";
    ++seen[hit];
  }
  EXPECT_GT(std::min(seen[0], seen[1]), 1000);
}

// One disc in another, sticking out by about a band, and by about nothing.
TEST(Referee, ContainmentIsClaimedWithinTheBandOnly) {
  Random random(7);
  int out = 0, in = 0;
  for (int i = 0; i < 20000; ++i) {
    const Shape large = circle(random.uniform(1, 2)), small = circle(random.uniform(0.25, 0.75));
    const Pose centre = {random.point(1), random.rotation()};
    const Real band = touching_band(large, centre, small, centre);
    const Real room = large.radius() - small.radius();
    const Real beyond = (random.chance(0.5) ? random.uniform(0.9, 1.1) : random.uniform(-0.1, 0.1)) * band;
    const Pose inner = {centre.position + (room + beyond) * random.direction(), random.rotation()};
    const Wide excess =
        length(wide(inner.position) - wide(centre.position)) + Wide(small.radius()) - Wide(large.radius());
    const bool said = relation(small, inner, large, centre) == Relation::a_inside_b;
    const bool sticks_out = excess > band * (1 + unknown), lies_inside = excess < -unknown * band;
    if (!sticks_out && !lies_inside) continue;
    EXPECT_EQ(said, lies_inside) << double(excess / band) << " bands";
    ++(lies_inside ? in : out);
  }
  EXPECT_GT(std::min(out, in), 2000);
}

}  // namespace
}  // namespace bankshot_test
