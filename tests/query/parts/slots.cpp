// Ways out on a lattice: floors on which a shape stands, corridors that fit exactly, seams. The judge counts in
// integers: rectangles overlap or not, and every way out ends on the lattice.

#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "effort.hpp"
#include "query/composite_cases.hpp"

namespace bankshot_test {
namespace {

/// Corners, in quarters.
struct Block {
  int left = 0, low = 0, right = 0, high = 0;
};
struct Blocks {
  std::vector<Block> blocks;
  Shape shape = box(1, 1);
};

bool overlap_by(const Blocks& a, const Blocks& b, int x, int y) {
  for (const Block& one : a.blocks) {
    for (const Block& two : b.blocks) {
      if (one.left + x < two.right && two.left < one.right + x && one.low + y < two.high && two.low < one.high + y) {
        return true;
      }
    }
  }
  return false;
}

/// The number of quarters by which A has to move.
int steps_out(const Blocks& a, const Blocks& b, int x, int y) {
  int steps = 0;
  while (overlap_by(a, b, steps * x, steps * y)) ++steps;
  return steps;
}

/// The square of the shortest way out, in quarters.
int square_out(const Blocks& a, const Blocks& b) {
  const int most = std::min(std::min(steps_out(a, b, 1, 0), steps_out(a, b, -1, 0)),
                            std::min(steps_out(a, b, 0, 1), steps_out(a, b, 0, -1)));
  int least = most * most;
  for (int x = -most; x <= most; ++x) {
    for (int y = -most; y <= most; ++y) {
      if (x * x + y * y < least && !overlap_by(a, b, x, y)) least = x * x + y * y;
    }
  }
  return least;
}

Shape box_of(const Block& block) {
  const Vec2 centre(Real(block.left + block.right) / 8, Real(block.low + block.high) / 8);
  return box(Real(block.right - block.left) / 4, Real(block.high - block.low) / 4, centre);
}

Block draw_block(Random& random, int reach, int most) {
  Block block;
  block.left = random.integer(-reach, reach);
  block.low = random.integer(-reach, reach);
  block.right = block.left + random.integer(1, most);
  block.high = block.low + random.integer(1, most);
  return block;
}

Blocks of_boxes(Random& random, int count, int reach, int most) {
  Blocks made;
  std::vector<Shape> boxes;
  for (int i = 0; i < count; ++i) {
    made.blocks.push_back(draw_block(random, reach, most));
    boxes.push_back(box_of(made.blocks.back()));
  }
  made.shape = count == 1 ? boxes[0] : compound(boxes);
  return made;
}

/// Tiles or pixels of half a length, so that heroes of one to four quarters fit their corridors now and then.
Blocks of_cells(Random& random) {
  const int columns = random.integer(2, 8), rows = random.integer(2, 6);
  const double fill = random.uniform(0.3, 0.9);
  Blocks made;
  std::vector<Tile> tiles;
  std::vector<std::uint8_t> pixels;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const bool solid = random.chance(fill);
      tiles.push_back(solid ? solid_tile : empty_tile);
      pixels.push_back(solid ? 1 : 0);
      const int left = 2 * column - columns, low = 2 * row - rows;
      if (solid) made.blocks.push_back({left, low, left + 2, low + 2});
    }
  }
  if (made.blocks.empty()) return of_boxes(random, 3, 4, 8);
  const Vec2 corner(Real(-columns) / 4, Real(-rows) / 4);
  made.shape = random.chance(0.5) ? grid({columns, rows, Real(0.5), corner}, tiles)
                                  : mask({columns, rows, Vec2(Real(0.5), Real(0.5)), corner}, pixels);
  return made;
}

Blocks obstacle_course(Random& random) {
  return random.chance(0.6) ? of_cells(random) : of_boxes(random, random.integer(2, 5), 5, 10);
}

struct Lattice {
  Blocks a, b;
};

Lattice draw_lattice(Random& random) {
  Lattice drawn;
  const int parts = random.integer(1, 3);
  drawn.a = of_boxes(random, parts, 4, 5);
  drawn.b = obstacle_course(random);
  return drawn;
}

TEST(Slots, TheShortestWayOutLeadsAlongThem) {
  Random random(8811);
  int deep = 0;
  for (int i = 0; i < effort(8000); ++i) {
    const Lattice at = draw_lattice(random);
    if (!overlap_by(at.a, at.b, 0, 0)) continue;
    ++deep;
    const auto out = mtv(at.a.shape, {}, at.b.shape, {});
    ASSERT_TRUE(out) << i;
    ASSERT_NEAR(double(out->depth), std::sqrt(double(square_out(at.a, at.b))) / 4, 1e-4) << i;
    ASSERT_NE(relation(at.a.shape, {out->translation, {}}, at.b.shape, {}), Relation::overlapping) << i;
    ASSERT_LE(double((out->translation - out->depth * out->normal).norm()), 1e-5) << i;
  }
  EXPECT_GT(deep, effort(8000) / 3);
}

/// True if all of the cells of A, of a quarter each, are cells of B.
bool lies_within(const Blocks& a, const Blocks& b) {
  const auto holds = [](const Blocks& blocks, int x, int y) {
    return std::any_of(blocks.blocks.begin(), blocks.blocks.end(), [&](const Block& block) {
      return block.left <= x && x < block.right && block.low <= y && y < block.high;
    });
  };
  for (const Block& block : a.blocks) {
    for (int x = block.left; x < block.right; ++x) {
      for (int y = block.low; y < block.high; ++y) {
        if (!holds(b, x, y)) return false;
      }
    }
  }
  return true;
}

TEST(Slots, WhatFillsAHoleIsNotInside) {
  Random random(8814);
  int inside = 0;
  for (int i = 0; i < effort(30000); ++i) {
    Lattice at = draw_lattice(random);
    if (random.chance(0.7)) at.a = of_cells(random);
    if (!overlap_by(at.a, at.b, 0, 0)) continue;
    const bool in_b = lies_within(at.a, at.b), in_a = lies_within(at.b, at.a);
    inside += in_b || in_a;
    const Relation expected = in_b && in_a ? Relation::equal
                              : in_b       ? Relation::a_inside_b
                              : in_a       ? Relation::b_inside_a
                                           : Relation::overlapping;
    ASSERT_EQ(relation(at.a.shape, {}, at.b.shape, {}), expected) << i;
  }
  EXPECT_GT(inside, effort(30000) / 100);
}

TEST(Slots, NeitherFloorNorCeilingHoldsWhatSlidesAlong) {
  Random random(8812);
  const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int i = 0; i < effort(8000); ++i) {
    const Lattice at = draw_lattice(random);
    if (!overlap_by(at.a, at.b, 0, 0)) continue;
    for (const auto& way : ways) {
      const Vec2 axis{Real(way[0]), Real(way[1])};
      const auto along = mtv_along(at.a.shape, {}, at.b.shape, {}, axis);
      ASSERT_TRUE(along) << i;
      const double forward = steps_out(at.a, at.b, way[0], way[1]) / 4.0;
      const double backward = steps_out(at.a, at.b, -way[0], -way[1]) / 4.0;
      ASSERT_NEAR(double(along->forward.depth), forward, 1e-4) << i << " along " << way[0] << " " << way[1];
      ASSERT_NEAR(double(along->backward.depth), backward, 1e-4) << i << " along " << way[0] << " " << way[1];
    }
  }
}

/// The same with the whole scene turned: a shape that stands on a floor may now be in it by rounding.
TEST(Slots, TurnedOnesToo) {
  Random random(8813);
  for (int i = 0; i < effort(4000); ++i) {
    const Lattice at = draw_lattice(random);
    if (!overlap_by(at.a, at.b, 0, 0)) continue;
    const Rotation turn = Rotation::from_angle(random.uniform(0, 6.28));
    const Pose pose{{0, 0}, turn};
    const auto along = mtv_along(at.a.shape, pose, at.b.shape, pose, turn * Vec2(1, 0));
    ASSERT_TRUE(along) << i;
    ASSERT_NEAR(double(along->forward.depth), steps_out(at.a, at.b, 1, 0) / 4.0, 1e-4) << i;
    const auto out = mtv(at.a.shape, pose, at.b.shape, pose);
    ASSERT_NEAR(double(out->depth), std::sqrt(double(square_out(at.a, at.b))) / 4, 1e-4) << i;
  }
}

}  // namespace
}  // namespace bankshot_test
