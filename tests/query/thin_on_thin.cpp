// Shapes without an inside on one another: lines, and solids no thicker than the rounding of their positions. No shape
// is deep in them, and still they are solid.

#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "../effort.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

constexpr Real unit_band = tolerance::band_factor * tolerance::eps;

/// A line of that length from `from` on, or a solid that is less than half a band thick, with its lower side there.
Shape thin_shape(Random& random, const Vec2& from, Real length) {
  const Vec2 to = from + Vec2(length, random.chance(0.5) ? Real(0) : length * unit_band / 4);
  if (random.chance(0.5)) return segment(from, to);
  const Vec2 up(0, random.uniform(0.01, 0.5) * unit_band);
  return polygon(std::vector<Vec2>{from, to, to + up, from + up});
}

struct Thin {
  Shape mover = circle(1), floor = circle(1);
  Pose mover_at, floor_at;
};

/// One that touches the other from above, at up to 0.9 bands from it, both turned together.
Thin touching(Random& random) {
  Thin pair;
  pair.mover = thin_shape(random, Vec2(0, 0), random.uniform(0.05, 0.5));
  pair.floor = thin_shape(random, Vec2(-1, 0), 2);
  if (random.chance(0.5)) pair.floor_at.rotation = random.rotation();
  const Real left = random.uniform(-0.7, 0.2);
  Vec2 place(left, 0);
  pair.mover_at = {pair.floor_at * place, pair.floor_at.rotation};
  const Real band = touching_band(pair.mover, pair.mover_at, pair.floor, pair.floor_at);
  place.y() = unit_band / 2 + random.uniform(0.3, 0.6) * band;
  pair.mover_at.position = pair.floor_at * place;
  return pair;
}

TEST(ThinOnThin, AStraightWayThroughIsStoppedAndOneAlongOrAwayIsNot) {
  Random random(41);
  int asked = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const Thin pair = touching(random);
    if (!overlap(pair.mover, pair.mover_at, pair.floor, pair.floor_at)) continue;
    ++asked;
    const Real down = random.uniform(0.01, 2), aside = random.uniform(-0.2, 0.2);
    const auto swept = [&](const Vec2& way) {
      return sweep(pair.mover, pair.mover_at, pair.floor_at.rotation * way, pair.floor, pair.floor_at);
    };
    const SweepHit through = swept(Vec2(aside * down, -down));
    EXPECT_EQ(through.status, SweepStatus::hit) << "case " << i;
    EXPECT_LT(through.fraction * down, 4 * unit_band) << "case " << i;
    EXPECT_EQ(swept(Vec2(aside * down, down)).status, SweepStatus::missed) << "case " << i << ", away";
    EXPECT_EQ(swept(Vec2(aside, 0)).status, SweepStatus::missed) << "case " << i << ", along";
  }
  EXPECT_GT(asked, effort(10000));
}

/// A floor in two halves stops it as well, except where an end of it meets the seam.
TEST(ThinOnThin, AChainStopsALine) {
  Random random(42);
  int asked = 0;
  for (int i = 0; i < effort(10000); ++i) {
    const Real length = random.uniform(0.05, 0.5);
    const Shape line = segment(Vec2(0, 0), Vec2(length, 0)), floor = chain(std::vector<Vec2>{{-1, 0}, {0, 0}, {1, 0}});
    const Real left = random.uniform(-0.7, 0.2);
    if (std::min(std::abs(left), std::abs(left + length)) < Real(0.01)) continue;
    ++asked;
    const Pose above{Vec2(left, random.uniform(0.01, 0.9) * unit_band), {}};
    const Real down = random.uniform(0.01, 2);
    EXPECT_EQ(sweep(line, above, Vec2(0, -down), floor, {}).status, SweepStatus::hit) << "case " << i;
    EXPECT_EQ(sweep(line, above, Vec2(0, down), floor, {}).status, SweepStatus::missed) << "case " << i << ", away";
  }
  EXPECT_GT(asked, effort(8000));
}

/// A line that slants by a few bands is above one half of the floor and below the other, and deep in neither.
TEST(ThinOnThin, WhatSlantsOverASeamIsStoppedOnTheWayDown) {
  Random random(44);
  for (int i = 0; i < effort(10000); ++i) {
    const Real length = random.uniform(0.02, 0.5), slope = random.uniform(-8, 8) * unit_band;
    const Real thick = random.chance(0.5) ? Real(0) : random.uniform(0.01, 1) * unit_band;
    const std::vector<Vec2> lower{Vec2(0, 0), Vec2(length, slope)};
    const Shape mover =
        thick > 0 ? polygon(std::vector<Vec2>{lower[0], lower[1], lower[1] + Vec2(0, thick), lower[0] + Vec2(0, thick)})
                  : segment(lower[0], lower[1]);
    const Real deep = random.uniform(0.01, 1) * unit_band;
    const Shape slabs[] = {polygon(std::vector<Vec2>{Vec2(-1, -deep), Vec2(0, -deep), Vec2(0, 0), Vec2(-1, 0)}),
                           polygon(std::vector<Vec2>{Vec2(0, -deep), Vec2(1, -deep), Vec2(1, 0), Vec2(0, 0)})};
    const Shape floor = random.chance(0.5) ? compound(slabs) : chain(std::vector<Vec2>{{-1, 0}, {0, 0}, {1, 0}});
    const Real left = -length * random.uniform(0.02, 0.98);
    const Real lowest = std::min(slope, Real(0));
    const Pose above{Vec2(left, random.uniform(0.1, 3) * unit_band - lowest), {}};
    const Vec2 down(random.chance(0.5) ? Real(0) : random.uniform(-0.3, 0.3), -random.uniform(0.01, 2));
    const SweepHit hit = sweep(mover, above, down, floor, {});
    EXPECT_EQ(hit.status, SweepStatus::hit) << "case " << i;
    EXPECT_LT(-hit.fraction * down.y(), 16 * unit_band) << "case " << i;
  }
}

/// A capsule that lies on seams, thinner or thicker than the band, and turns as it goes: moving down it is stopped,
/// and along the floor it is not.
TEST(ThinOnThin, ACapsuleThatTurnsIsStoppedByFloorsWithSeams) {
  Random random(43);
  const Shape floors[] = {chain(std::vector<Vec2>{{2, 0}, {1, 0}, {0, 0}, {-1, 0}}),
                          grid({.columns = 3, .rows = 1, .origin = Vec2(-1, -1)}, std::vector<Tile>(3, solid_tile))};
  for (int i = 0; i < effort(10000); ++i) {
    const Shape& floor = floors[random.chance(0.5) ? 0 : 1];
    const Real radius = unit_band * std::pow(Real(10), random.uniform(-2, 2)), length = random.uniform(0.05, 0.4);
    const Shape mover = capsule(Vec2(0, radius), Vec2(length, radius), radius);
    const Real left = random.uniform(-0.8, 0.4);
    const Motion still{{Vec2(left, random.uniform(0, 0.9) * unit_band), {}}};
    Motion down = still;
    const Real aside = random.uniform(-0.1, 0.1);
    down.translation = Vec2(aside, random.uniform(-1, -0.05));
    down.turn = random.uniform(-0.001, 0.001);
    EXPECT_TRUE(sweep(mover, down, floor, Motion{})) << "case " << i;
    Motion along = still;
    along.translation = Vec2(random.uniform(0.1, 1), 0);
    along.turn = random.uniform(-0.1, 0.1) * unit_band;
    EXPECT_FALSE(sweep(mover, along, floor, Motion{})) << "case " << i << ", along";
  }
}

}  // namespace
}  // namespace bankshot_test
