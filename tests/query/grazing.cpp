// Rays and sweeps along edges, through corners alone, and up to the point where a shape begins: on whole numbers, where
// the answer is exact. Touching counts, from either side.

#include "../effort.hpp"
#include "../shape/hull.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace bankshot_test {
namespace {

using namespace bankshot;

Whole operator-(Whole a, Whole b) { return {a.x - b.x, a.y - b.y}; }
Whole operator+(Whole a, Whole b) { return {a.x + b.x, a.y + b.y}; }
std::int64_t cross(Whole a, Whole b) { return a.x * b.y - a.y * b.x; }
Vec2 vec(Whole a) { return Vec2(Real(a.x), Real(a.y)); }

Whole any(Random& random, int reach) { return {random.integer(-reach, reach), random.integer(-reach, reach)}; }

std::vector<Whole> random_polygon_of(Random& random) {
  for (;;) {
    std::vector<Whole> points;
    for (int i = random.integer(3, 7); i > 0; --i) points.push_back(any(random, 4));
    if (std::vector<Whole> corners = hull(points); corners.size() > 2) return corners;
  }
}

Shape shape_of(const std::vector<Whole>& corners) { return polygon(reals(corners)); }

/// The part of the way from `from` by `way`, boundaries included, that lies in the polygon: in [0, 1], empty if low >
/// high. Clips by one side after the other; the polygon lies to the left of each.
struct Stretch {
  double low = 0, high = 1;
  bool empty = false;
  bool along = false;  ///< on an edge all the way, where any place of it is a meeting

  double last() const { return along ? high : low; }
};
Stretch in_polygon(const std::vector<Whole>& corners, Whole from, Whole way) {
  Stretch stretch;
  std::int64_t low_n = 0, low_d = 1, high_n = 1, high_d = 1;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Whole a = corners[i], along = corners[(i + 1) % corners.size()] - a;
    const std::int64_t start = cross(along, from - a), rate = cross(along, way);
    if (rate == 0) {
      stretch.empty |= start < 0, stretch.along |= start == 0;
    } else if (rate > 0) {
      if (-start * low_d > low_n * rate) low_n = -start, low_d = rate;
    } else if (start * high_d < high_n * -rate) {
      high_n = start, high_d = -rate;
    }
  }
  stretch.empty |= low_n * high_d > high_n * low_d;
  stretch.low = double(low_n) / double(low_d), stretch.high = double(high_n) / double(high_d);
  return stretch;
}

/// Along an edge, through a corner, to a corner, or anywhere.
void aim(Random& random, const std::vector<Whole>& corners, Whole& from, Whole& way) {
  const std::size_t i = static_cast<std::size_t>(random.integer(0, int(corners.size()) - 1));
  const Whole corner = corners[i], along = corners[(i + 1) % corners.size()] - corner;
  const int before = random.integer(1, 3), after = random.integer(1, 3);
  switch (random.integer(0, 3)) {
    case 0:
      from = {corner.x - before * along.x, corner.y - before * along.y};
      way = {(before + after) * along.x, (before + after) * along.y};
      break;
    case 1:
      way = any(random, 5);
      from = {corner.x - before * way.x, corner.y - before * way.y};
      way = {(before + after) * way.x, (before + after) * way.y};
      break;
    case 2:
      from = any(random, 9);
      way = corner - from;
      break;
    default: from = any(random, 9), way = any(random, 12);
  }
  if (!random.chance(0.5)) return;
  from = from + way;
  way = {-way.x, -way.y};
}

TEST(Grazing, RaysTouchFromEitherSide) {
  Random random(1401);
  for (int i = 0; i < effort(40000); ++i) {
    const std::vector<Whole> corners = random_polygon_of(random);
    Whole from, way;
    aim(random, corners, from, way);
    if (way.x == 0 && way.y == 0) continue;
    const Stretch stretch = in_polygon(corners, from, way);
    const std::optional<RayHit> hit = ray_cast(shape_of(corners), {}, vec(from), vec(way));
    ASSERT_EQ(hit.has_value(), !stretch.empty)
        << i << ": from (" << from.x << ", " << from.y << ") by (" << way.x << ", " << way.y << ")";
    if (hit) {
      ASSERT_GE(double(hit->fraction), std::max(stretch.low, 0.0) - 1e-5) << i;
      ASSERT_LE(double(hit->fraction), std::max(stretch.last(), 0.0) + 1e-5) << i;
    }
  }
}

TEST(Grazing, SweepsTouchFromEitherSide) {
  Random random(1402);
  int asked = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const std::vector<Whole> a = random_polygon_of(random), b = random_polygon_of(random);
    std::vector<Whole> differences;
    for (const Whole& p : b) {
      for (const Whole& q : a) differences.push_back(p - q);
    }
    const std::vector<Whole> obstacle = hull(differences);
    Whole from, way;
    aim(random, obstacle, from, way);
    if ((way.x == 0 && way.y == 0) || !in_polygon(obstacle, from, {0, 0}).empty) continue;
    ++asked;
    const Stretch stretch = in_polygon(obstacle, from, way);
    const SweepHit hit = sweep(shape_of(a), {vec(from), {}}, vec(way), shape_of(b), {});
    ASSERT_EQ(bool(hit), !stretch.empty) << i << ": from (" << from.x << ", " << from.y << ") by (" << way.x << ", "
                                         << way.y << ")";
    if (hit) {
      ASSERT_GE(double(hit.fraction), stretch.low - 1e-5) << i;
      ASSERT_LE(double(hit.fraction), stretch.last() + 1e-5) << i;
    }
  }
  EXPECT_GT(asked, effort(15000));
}

/// Tiles at random, each solid one with its corners.
struct Tiling {
  GridDef def;
  std::vector<Tile> tiles;
  std::vector<std::vector<Whole>> solid;

  explicit Tiling(Random& random) {
    def.columns = random.integer(1, 4);
    def.rows = random.integer(1, 4);
    for (int k = 0; k < def.columns * def.rows; ++k) {
      const std::int64_t x = k % def.columns, y = k / def.columns;
      tiles.push_back(random.chance(0.5) ? solid_tile : empty_tile);
      if (tiles.back() == solid_tile) solid.push_back({{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}});
    }
  }
};

/// Tiles, and rays of whole numbers: hit if any tile is.
TEST(Grazing, RaysTouchTiles) {
  Random random(1403);
  for (int i = 0; i < effort(20000); ++i) {
    const Tiling tiling(random);
    const std::vector<std::vector<Whole>>& solid = tiling.solid;
    if (solid.empty()) continue;
    Whole from, way;
    aim(random, solid[static_cast<std::size_t>(random.integer(0, int(solid.size()) - 1))], from, way);
    if (way.x == 0 && way.y == 0) continue;
    double first = 2;
    for (const std::vector<Whole>& tile : solid) {
      if (const Stretch stretch = in_polygon(tile, from, way); !stretch.empty) first = std::min(first, stretch.low);
    }
    const std::optional<RayHit> hit = ray_cast(grid(tiling.def, tiling.tiles), {}, vec(from), vec(way));
    ASSERT_EQ(hit.has_value(), first <= 1)
        << i << ": from (" << from.x << ", " << from.y << ") by (" << way.x << ", " << way.y << ")";
    if (hit) {
      ASSERT_NEAR(double(hit->fraction), std::max(first, 0.0), 1e-5) << i;
    }
  }
}

/// The same for polygons that are moved past tiles, in each of four quarter turns.
TEST(Grazing, SweepsTouchTiles) {
  Random random(1404);
  int asked = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const Tiling tiling(random);
    if (tiling.solid.empty()) continue;
    const std::vector<Whole> a = random_polygon_of(random);
    std::vector<std::vector<Whole>> obstacles;
    for (const std::vector<Whole>& tile : tiling.solid) {
      std::vector<Whole> differences;
      for (const Whole& p : tile) {
        for (const Whole& q : a) differences.push_back(p - q);
      }
      obstacles.push_back(hull(differences));
    }
    Whole from, way;
    aim(random, obstacles[static_cast<std::size_t>(random.integer(0, int(obstacles.size()) - 1))], from, way);
    bool clear = way.x != 0 || way.y != 0;
    double first = 2, last = 2;
    for (const std::vector<Whole>& obstacle : obstacles) {
      clear = clear && in_polygon(obstacle, from, {0, 0}).empty;
      const Stretch stretch = in_polygon(obstacle, from, way);
      if (!stretch.empty) first = std::min(first, stretch.low), last = std::min(last, stretch.last());
    }
    if (!clear) continue;
    ++asked;
    const Shape b = grid(tiling.def, tiling.tiles);
    for (const Rotation& turn : {Rotation(1, 0), Rotation(0, 1), Rotation(-1, 0), Rotation(0, -1)}) {
      const SweepHit hit = sweep(shape_of(a), {turn * vec(from), turn}, turn * vec(way), b, {Vec2::Zero(), turn});
      ASSERT_EQ(bool(hit), first <= 1) << i << ": from (" << from.x << ", " << from.y << ") by (" << way.x << ", "
                                       << way.y << "), turned by " << turn.angle();
      if (hit) {
        ASSERT_GE(double(hit.fraction), first - 1e-5) << i;
        ASSERT_LE(double(hit.fraction), last + 1e-5) << i;
      }
    }
  }
  EXPECT_GT(asked, effort(15000));
}

}  // namespace
}  // namespace bankshot_test
