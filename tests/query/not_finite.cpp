// One promise of all queries: a shape whose pose is not finite, or has a rotation of length 0, is infinitely far from
// everything.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace bankshot_test {
namespace {

using namespace bankshot;

std::vector<Shape> every_kind() {
  const Shape halves[] = {box(1, 2, Vec2(Real(-0.5), 0)), box(1, 2, Vec2(Real(0.5), 0))};
  const std::vector<Vec2> zigzag = {Vec2(-1, 0), Vec2(0, Real(0.5)), Vec2(1, 0)};
  const std::vector<Tile> tiles = {solid_tile, {Tile::Form::one_way_up}, solid_tile, {Tile::Form::floor, 4, 12}};
  const std::uint8_t pixels[] = {1, 0, 1, 1};
  return {circle(1),
          capsule(Vec2(-1, 0), Vec2(1, 0), Real(0.5)),
          segment(Vec2(-1, 0), Vec2(1, 0)),
          box(2, 1),
          box(2, 1, Vec2(0, 0), {}, Real(0.25)),
          polygon(std::vector<Vec2>{Vec2(-1, 0), Vec2(1, 0), Vec2(0, 1)}),
          compound(halves),
          chain(zigzag),
          chain(zigzag, false, ChainSides::left),
          container(circle(4)),
          container(box(6, 6)),
          grid({.columns = 2, .rows = 2}, tiles),
          mask({.width = 2, .height = 2}, pixels)};
}

std::vector<Pose> poses_that_are_not_finite() {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(), inf = std::numeric_limits<Real>::infinity();
  return {{Vec2(nan, 0), {}},     {Vec2(0, inf), {}},     {Vec2(-inf, nan), {}},
          {Vec2(0, 0), {nan, 0}}, {Vec2(0, 0), {1, inf}}, {Vec2(0, 0), {0, 0}}};
}

void expect_far(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  EXPECT_FALSE(overlap(a, pose_a, b, pose_b));
  EXPECT_EQ(relation(a, pose_a, b, pose_b), Relation::apart);
  EXPECT_FALSE(mtv(a, pose_a, b, pose_b));
  EXPECT_FALSE(mtv_along(a, pose_a, b, pose_b, Vec2(1, 0)));
  EXPECT_FALSE(mtv_by_entry(a, pose_a, b, pose_b, Vec2(1, 0)));
  const ClosestPoints closest = closest_points(a, pose_a, b, pose_b);
  EXPECT_EQ(closest.distance, std::numeric_limits<Real>::infinity());
  EXPECT_NEAR(closest.normal.norm(), 1, 1e-6);
  EXPECT_EQ(manifold(a, pose_a, b, pose_b, 1).count, 0);
  EXPECT_TRUE(manifolds(a, pose_a, b, pose_b, 1).empty());
  EXPECT_FALSE(sweep(a, pose_a, Vec2(1, 0), b, pose_b));
  EXPECT_FALSE(sweep(a, Motion{pose_a, Vec2(1, 0), 1}, b, Motion{pose_b}));
}

TEST(NotFinite, IsFarFromEverything) {
  const std::vector<Shape> shapes = every_kind();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      for (const Pose& pose : poses_that_are_not_finite()) {
        SCOPED_TRACE(std::to_string(i) + " with " + std::to_string(k));
        expect_far(shapes[i], pose, shapes[k], {});
        expect_far(shapes[i], {}, shapes[k], pose);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(NotFinite, NoPointIsInItAndNoRayMeetsIt) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(), inf = std::numeric_limits<Real>::infinity();
  for (const Shape& shape : every_kind()) {
    for (const Pose& pose : poses_that_are_not_finite()) {
      EXPECT_EQ(contains(shape, pose, Vec2(0, 0)), PointRelation::outside);
      for (const InsideRays inside : {InsideRays::hit_at_start, InsideRays::skip, InsideRays::hit_exit}) {
        EXPECT_FALSE(ray_cast(shape, pose, Vec2(-9, 0), Vec2(18, 0), inside));
        EXPECT_FALSE(ray_cast(shape, pose, Vec2(0, 0), Vec2(18, 0), inside));
      }
    }
    for (const Vec2& point : {Vec2(nan, 0), Vec2(0, inf)}) {
      EXPECT_EQ(contains(shape, {}, point), PointRelation::outside);
      EXPECT_FALSE(ray_cast(shape, {}, point, Vec2(1, 0)));
      EXPECT_FALSE(ray_cast(shape, {}, Vec2(0, 0), point));
      EXPECT_FALSE(sweep(circle(1), {}, point, shape, {}));
    }
  }
}

}  // namespace
}  // namespace bankshot_test
