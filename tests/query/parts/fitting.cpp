// Shapes that just fit: corridors, slots and forks that have the very size of the shape in them, and seams, which look
// alike.
//
// The judge uses neither obstacles nor seams, but the depths of convex parts in long double. A shape fits where it is
// no deeper than the band in any part and, shrunk about its own middle, is clear of all of them. Lines among cells are
// judged on the lattice: a line is inside the cells where both its sides are filled.

#include "effort.hpp"
#include "query/cells.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/scaled.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace bankshot_test {
namespace {

constexpr Real half_length = Real(0.5), quarter_length = Real(0.25);

/// A shape one length high, with its middle at the origin.
Shape convex_mover(Random& random) {
  const Real size = Real(random.integer(1, 8)) / 8;
  switch (random.integer(0, 6)) {
    case 0: return circle(half_length);
    case 1: return box(size, 1);
    case 2: return capsule(Vec2(0, -quarter_length), Vec2(0, quarter_length), quarter_length);
    case 3: return capsule(Vec2(-size, 0), Vec2(size, 0), half_length);
    case 4: return box(size, half_length, Vec2(0, 0), {}, quarter_length);
    case 5: {
      const Vec2 corners[] = {Vec2(-size, 0), Vec2(0, -half_length), Vec2(size, quarter_length), Vec2(0, half_length)};
      return polygon(corners);
    }
    default: {
      const Real slant = Real(random.integer(-2, 2)) / 8;
      return segment(Vec2(-slant, -half_length), Vec2(slant, half_length));
    }
  }
}

Shape composite_mover(Random& random) {
  switch (random.integer(0, 4)) {
    case 0: {
      const Shape parts[] = {circle(half_length), circle(quarter_length, Vec2(half_length, 0))};
      return compound(parts);
    }
    case 1: {
      const Vec2 points[] = {Vec2(-half_length, -half_length), Vec2(0, half_length), Vec2(half_length, -half_length)};
      return chain(points);
    }
    case 2: {
      const Vec2 points[] = {Vec2(-half_length, -half_length), Vec2(half_length, -half_length),
                             Vec2(half_length, half_length), Vec2(-half_length, half_length)};
      return chain(points, true);
    }
    case 3: {
      const std::uint8_t pixels[] = {1, 1, 0, 1};
      return mask({.width = 2,
                   .height = 2,
                   .pixel = Vec2(half_length, half_length),
                   .origin = Vec2(-half_length, -half_length)},
                  pixels);
    }
    default: {
      const Tile tiles[] = {solid_tile, solid_tile, solid_tile, solid_tile};
      return grid({.columns = 2, .rows = 2, .cell = half_length, .origin = Vec2(-half_length, -half_length)}, tiles);
    }
  }
}

Shape draw_mover(Random& random) { return random.chance(0.6) ? convex_mover(random) : composite_mover(random); }

/// A corridor along x, six lengths long and one high about the x axis, closed on the right or open.
Shape chain_corridor(Random& random) {
  const bool open = random.chance(0.3);
  const Vec2 upper[] = {Vec2(-3, -half_length), Vec2(3, -half_length), Vec2(3 + quarter_length, -1), Vec2(4, 1),
                        Vec2(3, half_length),   Vec2(-3, half_length)};
  const Vec2 closed[] = {Vec2(-3, -half_length), Vec2(3, -half_length), Vec2(3, half_length), Vec2(-3, half_length)};
  return open ? chain(upper) : chain(closed);
}

Shape corridor_of_cells(bool as_mask) {
  std::vector<Tile> tiles;
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < 18; ++i) {
    const bool solid = i / 6 != 1;
    tiles.push_back(solid ? solid_tile : empty_tile);
    pixels.push_back(solid ? 1 : 0);
  }
  const Vec2 origin(-3, Real(-1.5));
  return as_mask ? mask({6, 3, Vec2(1, 1), origin}, pixels) : grid({6, 3, Real(1), origin}, tiles);
}

Shape corridor_of_boxes() {
  const Shape boxes[] = {box(6, 1, Vec2(0, -1)), box(2, 1, Vec2(-2, 1)), box(4, 1, Vec2(1, 1))};
  return compound(boxes);
}

Shape draw_corridor(Random& random) {
  switch (random.integer(0, 4)) {
    case 0:
    case 1: return chain_corridor(random);
    case 2: return corridor_of_cells(false);
    case 3: return corridor_of_cells(true);
    default: return corridor_of_boxes();
  }
}

/// A clasp, and walls of one length round which it fits.
Shape clasp_shape() {
  const Shape parts[] = {box(1, half_length, Vec2(0, Real(0.75))), box(1, half_length, Vec2(0, Real(-0.75))),
                         box(half_length, 2, Vec2(Real(0.75), 0))};
  return compound(parts);
}

Shape draw_wall(Random& random) {
  const Real end = Real(random.integer(0, 3)) / 8;
  switch (random.integer(0, 2)) {
    case 0: {
      const Vec2 loop[] = {Vec2(-2, -half_length), Vec2(end, -half_length), Vec2(end, half_length),
                           Vec2(-2, half_length)};
      return chain(loop, true);
    }
    case 1: return box(2, 1, Vec2(end - 1, 0));
    default: {
      const Tile tiles[] = {solid_tile, solid_tile};
      return grid({.columns = 2, .rows = 1, .cell = Real(1), .origin = Vec2(end - 2, -half_length)}, tiles);
    }
  }
}

struct Fit {
  Shape a = circle(1), b = circle(1);
  Pose pose_a, pose_b;
  Vec2 along;           ///< a free direction
  bool clasps = false;  ///< A fits round B, not in between
};

Fit draw_fit(Random& random) {
  Fit fit;
  const bool clasp = random.chance(0.2);
  fit.clasps = clasp;
  fit.a = clasp ? clasp_shape() : draw_mover(random);
  fit.b = clasp ? draw_wall(random) : draw_corridor(random);
  const Vec2 place(clasp ? Real(0) : Real(random.integer(-8, 8)) / 8, 0);
  if (random.chance(0.5)) fit.pose_b.rotation = Rotation::from_angle(Real(random.uniform(-3, 3)));
  const Real x = Real(random.integer(-32, 32)) / 8;
  const Real y = Real(random.integer(-32, 32)) / 8;
  fit.pose_b.position = Vec2(x, y);
  fit.pose_a = {fit.pose_b.position + fit.pose_b.rotation * place, fit.pose_b.rotation};
  fit.along = fit.pose_b.rotation * Vec2(random.chance(0.5) ? Real(0.125) : Real(-0.125), 0);
  if (clasp) fit.along = fit.pose_b.rotation * Vec2(Real(0.125), 0);
  return fit;
}

/// True if it fits by the judge: no part of one is deep in a part of the other, and when one is shrunk they are clear.
bool fits(const Fit& fit, double band) {
  if (std::fabs(double(depth_of(fit.a, fit.pose_a, fit.b, fit.pose_b, {}))) > band) return false;
  const Vec2 less(Real(63) / 64, Real(63) / 64);
  const Shape a = fit.clasps ? fit.a : scaled(fit.a, less), b = fit.clasps ? scaled(fit.b, less) : fit.b;
  return double(depth_of(a, fit.pose_a, b, fit.pose_b, {})) < -band;
}

void expect_to_touch(const Fit& fit, double band) {
  ASSERT_EQ(relation(fit.a, fit.pose_a, fit.b, fit.pose_b), Relation::touching);
  ASSERT_EQ(relation(fit.b, fit.pose_b, fit.a, fit.pose_a), Relation::touching);
  const auto out = mtv(fit.a, fit.pose_a, fit.b, fit.pose_b);
  ASSERT_TRUE(out);
  ASSERT_LE(double(out->depth), band);
  ASSERT_LE(double(out->translation.norm()), 1.01 * band);
  const ClosestPoints closest = closest_points(fit.a, fit.pose_a, fit.b, fit.pose_b);
  ASSERT_LE(std::fabs(double(closest.distance)), band);
  for (const Manifold& manifold : manifolds(fit.a, fit.pose_a, fit.b, fit.pose_b)) {
    for (int i = 0; i < manifold.count; ++i)
      ASSERT_GE(double(manifold.points[static_cast<std::size_t>(i)].separation), -2 * band);
  }
  const SweepHit straight = sweep(fit.a, fit.pose_a, fit.along, fit.b, fit.pose_b);
  ASSERT_NE(straight.status, SweepStatus::initial_overlap);
  const SweepHit turning = sweep(fit.a, Motion{fit.pose_a, fit.along}, fit.b, Motion{fit.pose_b});
  ASSERT_NE(turning.status, SweepStatus::initial_overlap);
}

TEST(Fitting, WhatJustFitsTouches) {
  Random random(8821);
  int judged = 0;
  for (int i = 0; i < effort(8000); ++i) {
    const Fit fit = draw_fit(random);
    const double band = double(touching_band(fit.a, fit.pose_a, fit.b, fit.pose_b));
    if (!fits(fit, band)) continue;
    ++judged;
    SCOPED_TRACE(i);
    expect_to_touch(fit, band);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(judged, effort(8000) * 3 / 4);
}

/// A straight line among cells of one length: from (x, y) so many cells to the right or up.
struct Line {
  int x = 0, y = 0, cells = 1;
  bool upright = false;
};

Cells draw_cells(Random& random) {
  Cells cells;
  cells.columns = random.integer(1, 4);
  cells.rows = random.integer(1, 5);
  const double fill = random.uniform(0.3, 0.9);
  for (int i = 0; i < cells.columns * cells.rows; ++i) cells.filled.push_back(random.chance(fill) ? 1 : 0);
  cells.filled[0] = 1;
  return cells;
}

Shape shape_of(const Cells& cells, Random& random) {
  const int kind = random.integer(0, 2);
  if (kind == 0) return mask({cells.columns, cells.rows, Vec2(1, 1), Vec2(0, 0)}, cells.filled);
  std::vector<Tile> tiles;
  std::vector<Shape> boxes;
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      tiles.push_back(cells.at(column, row) ? solid_tile : empty_tile);
      const Vec2 middle(Real(column) + half_length, Real(row) + half_length);
      if (cells.at(column, row)) boxes.push_back(box(1, 1, middle));
    }
  }
  return kind == 1 ? grid({cells.columns, cells.rows, Real(1), Vec2(0, 0)}, tiles) : compound(boxes);
}

Line draw_line(Random& random, const Cells& cells) {
  Line line;
  line.upright = random.chance(0.5);
  line.x = random.integer(0, cells.columns);
  line.y = random.integer(0, cells.rows);
  line.cells = random.integer(1, 4);
  return line;
}

/// The cells on the left and on the right of the i-th stretch of the line.
struct Beside {
  bool left = false, right = false;
};

Beside beside(const Cells& cells, const Line& line, int i) {
  if (line.upright) return {cells.at(line.x - 1, line.y + i), cells.at(line.x, line.y + i)};
  return {cells.at(line.x + i, line.y), cells.at(line.x + i, line.y - 1)};
}

enum class Lies { clear, touching, inside, through_corner };

/// Where only the corners of two cells meet, on either side, a line may be judged either way.
Lies lies(const Cells& cells, const Line& line) {
  bool any = false, corner = false;
  for (int i = 0; i < line.cells; ++i) {
    const Beside here = beside(cells, line, i);
    if (here.left && here.right) return Lies::inside;
    any = any || here.left || here.right;
    if (i + 1 == line.cells) continue;
    const Beside next = beside(cells, line, i + 1);
    corner = corner || (here.left && next.right) || (here.right && next.left);
  }
  if (corner) return Lies::through_corner;
  for (const int i : {-1, line.cells}) {
    const Beside end = beside(cells, line, i);
    any = any || end.left || end.right;
  }
  return any ? Lies::touching : Lies::clear;
}

/// As a segment, or as a chain with a corner for every cell.
Shape shape_of(const Line& line, bool as_chain) {
  const Vec2 step = line.upright ? Vec2(0, 1) : Vec2(1, 0);
  const Vec2 from{Real(line.x), Real(line.y)};
  if (!as_chain) return segment(from, from + Real(line.cells) * step);
  std::vector<Vec2> points;
  for (int i = 0; i <= line.cells; ++i) points.push_back(from + Real(i) * step);
  return chain(points);
}

TEST(Fitting, LinesAreInSeamsAndBetweenCellsTheyTouch) {
  Random random(8822);
  int inside = 0, touching = 0;
  for (int i = 0; i < effort(15000); ++i) {
    const Cells cells = draw_cells(random);
    const Line line = draw_line(random, cells);
    const Lies expected = lies(cells, line);
    const bool as_chain = random.chance(0.4);
    const Shape a = shape_of(line, as_chain), b = shape_of(cells, random);
    const Pose pose{Vec2(0, 0), random.chance(0.5) ? random.rotation() : Rotation{}};
    if (expected == Lies::through_corner) continue;
    const Relation told = relation(a, pose, b, pose);
    const bool overlaps = told != Relation::apart && told != Relation::touching;
    inside += expected == Lies::inside;
    touching += expected == Lies::touching;
    ASSERT_EQ(told == Relation::apart, expected == Lies::clear) << i;
    ASSERT_EQ(overlaps, expected == Lies::inside) << i;
    const auto out = mtv(a, pose, b, pose);
    ASSERT_EQ(out && out->depth > Real(0.01), expected == Lies::inside) << i;
    ASSERT_EQ(closest_points(a, pose, b, pose).distance < Real(-0.01), expected == Lies::inside) << i;
  }
  EXPECT_GT(inside, effort(15000) / 10);
  EXPECT_GT(touching, effort(15000) / 10);
}

/// Chains that cross where one has a corner, or along a stretch that they share, and chains that come as near without
/// crossing.
TEST(Fitting, ChainsThatCrossOverlap) {
  Random random(8823);
  for (int i = 0; i < effort(6000); ++i) {
    const Real in = Real(random.integer(1, 8)) / 4;
    const Real out = Real(random.integer(1, 8)) / 4;
    const Real run = Real(random.integer(0, 4)) / 4;
    const bool through = random.chance(0.5);
    std::vector<Vec2> points{Vec2(-in, 1)};
    points.emplace_back(0, 0);
    if (run > 0) points.emplace_back(run, 0);
    points.emplace_back(run + out, through ? -1 : 1);
    const Vec2 seams[] = {Vec2(-3, 0), Vec2(Real(random.integer(0, 2)) / 4, 0), Vec2(4, 0)};
    const Shape a = chain(points), b = random.chance(0.5) ? chain(seams) : segment(seams[0], seams[2]);
    const Pose pose{Vec2(0, 0), random.chance(0.5) ? random.rotation() : Rotation{}};
    const Relation expected = through ? Relation::overlapping : Relation::touching;
    ASSERT_EQ(relation(a, pose, b, pose), expected) << i;
    ASSERT_EQ(relation(b, pose, a, pose), expected) << i;
    const auto between = mtv(a, pose, b, pose);
    ASSERT_EQ(between && between->depth > Real(0.1), through) << i;
  }
}

}  // namespace
}  // namespace bankshot_test
