// Thin shapes that stick into the seam of two parts: the tip of a needle, a slanted line, a thin box. Such a shape may
// overlap either part by less than the band, sideways, and is deep in the whole.

#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "effort.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

/// Widths from the rounding unit up to the depth.
Real any_width(Random& random) { return std::pow(Real(10), random.uniform(std::log10(tolerance::eps), -1.5)); }

/// Ground with its surface at y = 0 and a seam at x = 0.
std::vector<Shape> split_grounds() {
  const Shape two[] = {box(1, 1, Vec2(Real(-0.5), Real(-0.5))), box(1, 1, Vec2(Real(0.5), Real(-0.5)))};
  const Shape uneven[] = {box(1, 2, Vec2(Real(-0.5), -1)), box(2, 1, Vec2(1, Real(-0.5)))};
  const Shape wedges[] = {polygon(std::vector<Vec2>{Vec2(0, -1), Vec2(0, 0), Vec2(-1, 0)}),
                          polygon(std::vector<Vec2>{Vec2(0, -1), Vec2(1, 0), Vec2(0, 0)})};
  const std::vector<Tile> large(30 * 30, solid_tile);
  return {compound(two), compound(uneven), compound(wedges),
          grid({.columns = 2, .rows = 1, .origin = Vec2(-1, -1)}, std::vector<Tile>(2, solid_tile)),
          grid({.columns = 30, .rows = 30, .origin = Vec2(-15, -30)}, large)};
}

/// A shape that reaches up to y = 1 from `depth` below the surface, within `width` of x = 0 there.
Shape stuck_in(Random& random, Real depth, Real width) {
  const Real top = width / depth;
  const Real side = random.sign();
  switch (random.integer(0, 3)) {
    case 0: return segment(Vec2(0, -depth), Vec2(side * top, 1));
    case 1: return box(width, 1 + depth, Vec2(0, (1 - depth) / 2));
    case 2: return chain(std::vector<Vec2>{Vec2(0, -depth), Vec2(side * top, 1), Vec2(1, 1)});
    default: return polygon(std::vector<Vec2>{Vec2(0, -depth), Vec2(top, 1), Vec2(-top, 1)});
  }
}

TEST(ThinInSlits, IsAsDeepAsItsTip) {
  Random random(81);
  const std::vector<Shape> all = split_grounds();
  for (int i = 0; i < effort(20000); ++i) {
    const Shape& ground = all[static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1))];
    const Real depth = random.uniform(0.05, 0.2);
    const Shape mover = stuck_in(random, depth, any_width(random));
    const Vec2 place = random.point(2);
    const Pose at{place, random.rotation()};
    const Vec2 up = at.rotation * Vec2(0, 1);
    const Real band = touching_band(mover, at, ground, at);
    const auto out = mtv(mover, at, ground, at);
    ASSERT_TRUE(out.has_value()) << "draw " << i;
    EXPECT_NE(out->relation, Relation::touching) << "draw " << i;
    EXPECT_NEAR(out->depth, depth, 4 * band) << "draw " << i;
    EXPECT_GT(out->normal.dot(up), 0.99) << "draw " << i;
    EXPECT_NEAR(closest_points(mover, at, ground, at).distance, -depth, 4 * band) << "draw " << i;
    EXPECT_TRUE(overlap(mover, at, ground, at)) << "draw " << i;
    EXPECT_GT(manifold(mover, at, ground, at).normal.dot(up), 0.99) << "draw " << i;
  }
}

// An upright line beside a seam by less than the band gets no deeper than that into either part before its slanting
// motion crosses the seam.
TEST(ThinInSlits, AnUprightLineIsStoppedOnTheWayDown) {
  Random random(83);
  const std::vector<Shape> all = split_grounds();
  for (int i = 0; i < effort(20000); ++i) {
    const std::size_t which = static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
    const Real height = random.uniform(0.01, 0.5);
    const Shape line = random.chance(0.5) ? segment(Vec2(0, 0), Vec2(0, height))
                                          : box(any_width(random) / 1000, height, Vec2(0, height / 2));
    const Real band = touching_band(line, {}, all[which], {});
    const Real aside = random.uniform(-2, 2) * band;
    const Pose start{Vec2(aside, random.uniform(0, 1.5) * band), {}};
    const Real down = random.uniform(0.05, 0.9);
    const Real slant = random.sign() * std::pow(Real(10), random.uniform(-6, -1));
    const SweepHit hit = sweep(line, start, Vec2(slant * down, -down), all[which], {});
    ASSERT_EQ(hit.status, SweepStatus::hit) << "draw " << i << ", ground " << which;
    EXPECT_LE(hit.fraction * down - start.position.y(), 4 * band) << "draw " << i << ", ground " << which;
  }
}

/// A hollow three wide and three high, its lower left corner at (1, 1): of four boxes without a seam, and with seams.
std::vector<Shape> hollows() {
  const Shape plain[] = {box(5, 1, Vec2(Real(2.5), Real(0.5))), box(5, 1, Vec2(Real(2.5), Real(4.5))),
                         box(1, 5, Vec2(Real(0.5), Real(2.5))), box(1, 5, Vec2(Real(4.5), Real(2.5)))};
  std::vector<Tile> tiles;
  std::vector<std::uint8_t> pixels;
  std::vector<Shape> boxes;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      const bool solid = x == 0 || y == 0 || x == 4 || y == 4;
      tiles.push_back(solid ? solid_tile : empty_tile);
      pixels.push_back(solid ? 1 : 0);
      if (solid) boxes.push_back(box(1, 1, Vec2(static_cast<Real>(x) + Real(0.5), static_cast<Real>(y) + Real(0.5))));
    }
  }
  return {compound(plain), grid({.columns = 5, .rows = 5}, tiles), mask({.width = 5, .height = 5}, pixels),
          compound(boxes)};
}

// A plank that is too long for the hollow has no way out of the walls through one of their seams.
TEST(ThinInSlits, APlankDoesNotEndInOne) {
  Random random(82);
  const std::vector<Shape> all = hollows();
  for (int i = 0; i < effort(4000); ++i) {
    const Real length = random.uniform(2.9, 4.2);
    const Real slant = any_width(random) * random.sign() / 8;
    const Real width = random.chance(0.5) ? Real(0) : any_width(random);
    const Shape plank = width > 0 ? box(width, length) : segment(Vec2(0, -length / 2), Vec2(slant, length / 2));
    const Pose start{Vec2(random.uniform(1.1, 3.9), random.uniform(2.3, 2.7)), {}};
    const auto right = mtv(plank, start, all[0], {});
    for (std::size_t j = 1; j < all.size(); ++j) {
      const auto out = mtv(plank, start, all[j], {});
      ASSERT_EQ(out.has_value(), right.has_value()) << "draw " << i << ", hollow " << j;
      if (!out) continue;
      const Pose end{start.position + out->translation, start.rotation};
      const Real band = touching_band(plank, start, all[j], {});
      const auto left = mtv(plank, end, all[0], {});
      EXPECT_LE(left ? left->depth : Real(0), 3 * band) << "draw " << i << ", hollow " << j;
      EXPECT_NEAR(out->depth, right->depth, 4 * band) << "draw " << i << ", hollow " << j;
    }
  }
}

// Nor has a plank that stands in a seam of floor and ceiling, up to three bands wide, a way out along it through a
// wall.
TEST(ThinInSlits, APlankDoesNotSlideAlongOne) {
  Random random(84);
  const std::vector<Shape> all = hollows();
  for (int i = 0; i < effort(3000); ++i) {
    const Real unit = tolerance::band_factor * tolerance::eps * 4;
    const Shape plank = box(random.uniform(0.01, 3) * unit, random.uniform(3.05, 4.2));
    const Real seam = random.chance(0.5) ? 2 : 3;
    const Pose start{Vec2(seam + random.uniform(-0.5, 0.5) * unit, random.uniform(2.3, 2.7)), {}};
    const auto right = mtv_along(plank, start, all[0], {}, Vec2(0, 1));
    ASSERT_TRUE(right.has_value()) << "draw " << i;
    for (std::size_t j = 1; j < all.size(); ++j) {
      const auto out = mtv_along(plank, start, all[j], {}, Vec2(0, 1));
      ASSERT_TRUE(out.has_value()) << "draw " << i << ", hollow " << j;
      const Real slack = 8 * touching_band(plank, start, all[j], {});
      EXPECT_NEAR(out->forward.depth, right->forward.depth, slack) << "draw " << i << ", hollow " << j;
      EXPECT_NEAR(out->backward.depth, right->backward.depth, slack) << "draw " << i << ", hollow " << j;
    }
  }
}

}  // namespace
}  // namespace bankshot_test
