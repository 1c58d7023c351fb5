// Rays that run along an edge, beside its line by less than a hundredth of a band: they touch at the corner where they
// reach the edge, and not where rounding makes them cross the line.

#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "../effort.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

/// With an edge from (1, 1) down to (1, -1), on whose right there is nothing.
std::vector<Shape> with_a_wall() {
  const Shape boxes[] = {box(2, 1, Vec2(0, Real(0.5))), box(2, 1, Vec2(0, Real(-0.5)))};
  const std::vector<Vec2> stairs{Vec2(-1, -2), Vec2(3, -2), Vec2(3, -1), Vec2(1, -1), Vec2(1, 1), Vec2(-1, 1)};
  return {
      box(2, 2),
      polygon(std::vector<Vec2>{Vec2(1, -1), Vec2(1, 1), Vec2(-1, 2), Vec2(-2, 0)}),
      simple_polygon(stairs),
      compound(boxes),
      grid({.columns = 2, .rows = 2, .origin = Vec2(-1, -1)}, std::vector<Tile>(4, solid_tile)),
      mask({.width = 2, .height = 2, .pixel = Vec2(1, 1), .origin = Vec2(-1, -1)}, std::vector<std::uint8_t>(4, 1))};
}

TEST(RaysAlongEdges, TouchWhereTheyGetThere) {
  Random random(91);
  const std::vector<Shape> all = with_a_wall();
  for (int i = 0; i < effort(20000); ++i) {
    const std::size_t which = static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
    const Vec2 place = random.point(2);
    const Pose at{place, random.rotation()};
    const Real top = random.uniform(2, 5);
    const Vec2 from = at * Vec2(1 + tolerance::eps * random.uniform(-2, 2), top);
    const Vec2 to = at * Vec2(1 + tolerance::eps * random.uniform(-2, 2), -4);
    const auto hit = ray_cast(all[which], at, from, to - from);
    ASSERT_TRUE(hit.has_value()) << "draw " << i << ", shape " << which;
    const Real band = touching_band(circle(Real(0.5)), {from, {}}, all[which], at);
    EXPECT_NEAR(hit->fraction * (top + 4), top - 1, 4 * band) << "draw " << i << ", shape " << which;
  }
}

// From the boundary, which counts as inside, on either side of the line. The third stands on a wider base.
TEST(RaysAlongEdges, LeaveWhereTheEdgeEnds) {
  Random random(92);
  std::vector<Shape> all = with_a_wall();
  all.push_back(box(Real(1.5), 1, Vec2::Zero(), {}, Real(0.25)));
  all.push_back(capsule(Vec2(Real(0.5), -1), Vec2(Real(0.5), 1), Real(0.5)));
  for (int i = 0; i < effort(20000); ++i) {
    const std::size_t which = static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
    const Vec2 place = random.point(2);
    const Pose at{place, random.rotation()};
    const Real rounding = 2 * tolerance::eps, end = which == 2 ? -2 : which == 6 ? Real(-0.5) : -1;
    const Real top = random.uniform(-0.5, 0.5);
    const Vec2 from = at * Vec2(1 + rounding * random.uniform(-1, 1), top);
    const Vec2 to = at * Vec2(1 + rounding * random.uniform(-1, 1), -4);
    const auto hit = ray_cast(all[which], at, from, to - from, InsideRays::hit_exit);
    ASSERT_TRUE(hit.has_value()) << "draw " << i << ", shape " << which;
    const Real band = touching_band(circle(Real(0.5)), {from, {}}, all[which], at);
    // A ray leaves a disc at the end within the square root of the rounding.
    const Real round = all[which].radius() > 0 ? std::sqrt(4 * band) : 4 * band;
    EXPECT_NEAR(hit->fraction * (top + 4), top - end, round) << "draw " << i << ", shape " << which;
  }
}

// However flat the approach: an end a third of the band above the face touches, and one two bands above it does not.
TEST(RaysAlongEdges, TouchWhereTheyEndAtAFace) {
  Random random(93);
  const std::vector<Shape> all = with_a_wall();
  for (int i = 0; i < effort(20000); ++i) {
    const std::size_t which = static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
    const Pose at{random.point(2), random.rotation()};
    const Real flat = std::pow(Real(10), random.uniform(-3, 0)), along = random.uniform(-0.4, 0.9), way = 1;
    const auto hits = [&](Real above) {
      const Vec2 end = at * Vec2(1 + above, along), from = at * Vec2(1 + above + flat * way, along + way);
      return ray_cast(all[which], at, from, end - from).has_value();
    };
    const Real band = touching_band(circle(Real(1e-6)), {at * Vec2(1, along), {}}, all[which], at);
    EXPECT_TRUE(hits(band / 4)) << "draw " << i << ", shape " << which << ", flat " << flat;
    EXPECT_FALSE(hits(2 * band)) << "draw " << i << ", shape " << which << ", flat " << flat;
  }
}

}  // namespace
}  // namespace bankshot_test
