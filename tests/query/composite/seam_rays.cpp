// Rays that start inside a whole of several parts and cross their seams at any angle: they leave where the whole ends.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/ray.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

/// A block of 4 x 2 around the origin, cut along y = 0, and along x = 0 in three of the four.
Shape random_block(Random& random) {
  const std::vector<Tile> tiles(8, solid_tile);
  const Shape halves[] = {box(4, 1, Vec2(0, Real(-0.5))), box(4, 1, Vec2(0, Real(0.5)))};
  const Shape quarters[] = {box(2, 1, Vec2(-1, Real(-0.5))), box(2, 1, Vec2(1, Real(-0.5))),
                            box(2, 1, Vec2(-1, Real(0.5))), box(2, 1, Vec2(1, Real(0.5)))};
  switch (random.integer(0, 2)) {
    case 0: return compound(halves);
    case 1: return compound(quarters);
    default: return grid({.columns = 4, .rows = 2, .cell = 1, .origin = Vec2(-2, -1)}, tiles);
  }
}

TEST(SeamRays, LeaveWhereTheWholeEnds) {
  Random random(1601);
  for (int i = 0; i < effort(20000); ++i) {
    const Shape block = random_block(random);
    const Pose turned{random.point(3), random.chance(0.3) ? Rotation() : random.rotation()};
    // Along the seam y = 0, nearly or exactly, from beside it or from on it.
    const Real beside = random.sign() * Real(std::pow(10.0, random.uniform(-7, -1))) * (random.chance(0.8) ? 1 : 0);
    const Real slope = -random.sign() * Real(std::pow(10.0, random.uniform(-6, 0))) * (random.chance(0.9) ? 1 : 0);
    const Vec2 from(random.uniform(-1.9, -0.5), beside);
    const Vec2 way = Vec2(1, slope) * 8;
    const Real side = 2 - from.x(), up = slope == 0 ? 100 : (slope > 0 ? 1 - beside : 1 + beside) / std::fabs(slope);
    const std::optional<RayHit> hit =
        ray_cast(block, turned, turned * from, turned.rotation * way, InsideRays::hit_exit);
    ASSERT_TRUE(hit) << i;
    ASSERT_NEAR(hit->fraction * 8, std::min(side, up), 1e-4 / std::min(Real(1), std::max(std::fabs(slope), Real(0.1))))
        << i << " beside " << beside << " slope " << slope;
  }
}

}  // namespace
}  // namespace bankshot_test
