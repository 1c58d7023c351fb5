// Straight sweeps that are decided by bounding circles and by the near side of the Minkowski difference.

#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(SweepFromAfar, WithoutATranslationNothingIsMet) {
  const SweepHit hit = sweep(box(2, 2), at(7, 1), Vec2(0, 0), box(3, 3), at(0, 0));
  EXPECT_EQ(hit.status, SweepStatus::missed);
  EXPECT_EQ(hit.fraction, 1);
}

// A rotation is taken literally: three times its length makes a shape three times as large.
TEST(SweepFromAfar, RotationsThatScaleReachFarther) {
  const Pose scaled = {Vec2(0, 0), {3, 0}};
  EXPECT_EQ(sweep(box(2, 2), at(Real(3.5), 0), Vec2(1, 0), box(2, 2), scaled).status, SweepStatus::initial_overlap);
  const SweepHit hit = sweep(box(2, 2), at(-8, 3), Vec2(8, 0), box(2, 2), scaled);
  EXPECT_EQ(hit.status, SweepStatus::hit);
  EXPECT_EQ(hit.fraction, Real(0.5));
}

TEST(SweepFromAfar, EdgeMeetsEdge) {
  const SweepHit hit = sweep(box(2, 2), at(-8, Real(0.5)), Vec2(12, 0), box(4, 4), at(0, 0));
  ASSERT_EQ(hit.status, SweepStatus::hit);
  EXPECT_EQ(hit.fraction, 5 / Real(12));
  EXPECT_EQ(hit.feature_a, (Feature{Feature::Kind::edge, 1}));
  EXPECT_EQ(hit.feature_b, (Feature{Feature::Kind::edge, 3}));
}

TEST(SweepFromAfar, PastTheShapeAndAwayFromIt) {
  const Shape one = box(2, 2);
  EXPECT_FALSE(sweep(one, at(5, 0), Vec2(10, 0), one, at(0, 0)));
  EXPECT_FALSE(sweep(one, at(5, 0), Vec2(0, 1), one, at(0, 0)));
  EXPECT_FALSE(sweep(one, at(5, 0), Vec2(-Real(2.99), 0), one, at(0, 0))) << "short of it";
  EXPECT_EQ(sweep(one, at(5, 0), Vec2(-3, 0), one, at(0, 0)).status, SweepStatus::hit) << "at the very end";
  EXPECT_TRUE(sweep(one, at(5, 0), Vec2(-Real(3.01), 0), one, at(0, 0)));
  EXPECT_FALSE(sweep(one, at(5, Real(2.01)), Vec2(-10, 0), one, at(0, 0)));
  EXPECT_TRUE(sweep(one, at(5, Real(1.99)), Vec2(-10, 0), one, at(0, 0)));
}

// The walk along the near side finds, to the last bit, the entry that a test of all edges finds.
TEST(SweepFromAfar, TheNearSideHoldsTheEntry) {
  using namespace detail;
  Random random(11);
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool grid = i % 3 == 0;
    const Shape a = grid ? random_grid_recipe(random).build() : random_recipe(random).build();
    const Shape b = grid ? random_grid_recipe(random).build() : random_recipe(random).build();
    const Rotation qa = grid ? Rotation{0, 1} : random.rotation(), qb = grid ? Rotation{} : random.rotation();
    const ConvexView view_a = detail_view(a), view_b = detail_view(b);
    const Core core_a = core_of(view_a, {}, {qa.c, qa.s}), core_b = core_of(view_b, {}, {qb.c, qb.s});
    const V2 d = grid ? V2{Real(random.integer(-9, 9)), Real(random.integer(-9, 9))} : plain(random.point(6));
    const Vec2 direction = grid ? Vec2(i % 2 == 0 ? 1 : 0, i % 2 == 0 ? 0 : -1) : random.direction();
    const V2 u = plain(direction);
    const CoreRay ray = core_ray(core_a, core_b, d, u, 0, Crossing::enter);
    // Over all edges: the least crossing on which the lateral distance rises through zero.
    Real least = std::numeric_limits<Real>::infinity();
    DifferenceWalk walk(core_a, core_b, d);
    DifferenceEdge edge;
    while (walk.next(edge)) {
      if (cross(u, edge.from) >= 0 || cross(u, edge.to) < 0) continue;
      const Real slope = cross(edge.along, u), p = -dot(u, edge.from), q = -dot(u, edge.to);
      const Real distance = slope == 0 ? p : -cross(edge.along, edge.from) / slope;
      least = std::min(least, std::clamp(distance, std::min(p, q), std::max(p, q)));
    }
    if (!std::isfinite(least)) continue;
    ++found;
    ASSERT_TRUE(ray.found) << i;
    ASSERT_EQ(ray.distance, least) << i;
  }
  EXPECT_GT(found, 3000);
}

}  // namespace
}  // namespace bankshot_test
