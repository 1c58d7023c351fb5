// Masks against masks, pixel by pixel.

#include "property/random_shapes.hpp"

#include <bankshot/query/overlap.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

struct Pixels {
  MaskDef def;
  std::vector<std::uint8_t> solid;
  bool at(int x, int y) const { return solid[static_cast<std::size_t>(y * def.width + x)] != 0; }
};

Pixels random_pixels(Random& random) {
  Pixels pixels;
  pixels.def.width = random.integer(1, 150);
  pixels.def.height = random.integer(1, 40);
  pixels.def.origin = Vec2(Real(random.integer(-8, 8)), Real(random.integer(-8, 8)));
  const double filled = random.chance(0.5) ? 0.003 : 0.2;
  for (int i = 0; i < pixels.def.width * pixels.def.height; ++i) pixels.solid.push_back(random.chance(filled));
  pixels.solid[static_cast<std::size_t>(random.integer(0, static_cast<int>(pixels.solid.size()) - 1))] = 1;
  return pixels;
}

/// True if any two solid pixels, closed squares, share a point; all numbers are multiples of a quarter.
bool meet(const Pixels& a, Vec2 from, const Pixels& b) {
  for (int y = 0; y < a.def.height; ++y) {
    for (int x = 0; x < a.def.width; ++x) {
      if (!a.at(x, y)) continue;
      const Vec2 lower = from + a.def.origin - b.def.origin + Vec2(Real(x), Real(y));
      for (int v = static_cast<int>(std::ceil(lower[1])) - 1; v <= static_cast<int>(std::floor(lower[1])) + 1; ++v) {
        for (int u = static_cast<int>(std::ceil(lower[0])) - 1; u <= static_cast<int>(std::floor(lower[0])) + 1; ++u) {
          if (u >= 0 && v >= 0 && u < b.def.width && v < b.def.height && b.at(u, v)) return true;
        }
      }
    }
  }
  return false;
}

TEST(MaskOverlap, WordsAgreeWithPixels) {
  Random random(64);
  int met = 0, apart = 0;
  constexpr Real quarter[5] = {1, 0, -1, 0, 1};
  for (int i = 0; i < 1500; ++i) {
    const Pixels a = random_pixels(random), b = random_pixels(random);
    const int step = random.chance(0.5) ? 4 : 1;
    const Vec2 way(Real(step * random.integer(-160, 160)) / 4, Real(step * random.integer(-60, 60)) / 4);
    const bool expected = meet(a, way, b);
    const int turns = random.integer(0, 3);
    const Rotation turn{quarter[turns], quarter[turns + 1]};
    const Vec2 turned(turn.c * way[0] - turn.s * way[1], turn.s * way[0] + turn.c * way[1]);
    const Shape one = mask(a.def, a.solid), two = mask(b.def, b.solid);
    ASSERT_EQ(overlap(one, {turned, turn}, two, {Vec2::Zero(), turn}), expected) << i;
    ASSERT_EQ(overlap(two, {Vec2::Zero(), turn}, one, {turned, turn}), expected) << i;
    // The general algorithm, by the masks' rectangles.
    ASSERT_EQ(relation(one, {turned, turn}, two, {Vec2::Zero(), turn}) != Relation::apart, expected) << i;
    ++(expected ? met : apart);
  }
  EXPECT_GT(met, 300);
  EXPECT_GT(apart, 300);
}

TEST(MaskOverlap, FarMasksAreApart) {
  const std::uint8_t one[] = {1};
  const Shape dot = mask({.width = 1, .height = 1}, one);
  EXPECT_FALSE(overlap(dot, {Vec2(Real(1e30), 0), {}}, dot, {}));
  EXPECT_TRUE(overlap(dot, {Vec2(1, 1), {}}, dot, {}));
  EXPECT_FALSE(overlap(dot, {Vec2(Real(1.01), 1), {}}, dot, {}));
}

}  // namespace
}  // namespace bankshot_test
