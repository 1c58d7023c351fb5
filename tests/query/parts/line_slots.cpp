// Ways out of lines among cells, on a lattice: a line is out where no stretch of it has filled cells on both sides. The
// judge counts. Where two cells meet only in a corner, a line through it may be judged either way, and cases in which
// that matters are left out.

#include "effort.hpp"
#include "query/cells.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bankshot_test {
namespace {

constexpr Real cell_size = Real(0.25);  // of the lattice

struct Node {
  int x = 0, y = 0;
};

/// A path along the lattice.
struct Path {
  std::vector<Node> nodes;  ///< neighbours are one step apart
  bool closed = false;
};

struct SlotVerdict {
  bool inside = false, through_corner = false;
};

SlotVerdict verdict(const Path& path, const Cells& field, Node by) {
  SlotVerdict found;
  const std::size_t count = path.nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const int x = path.nodes[i].x + by.x, y = path.nodes[i].y + by.y;
    const bool one = field.at(x, y) && field.at(x - 1, y - 1), two = field.at(x - 1, y) && field.at(x, y - 1);
    found.through_corner = found.through_corner || one != two;
    if (i + 1 == count && !path.closed) break;
    const Node next = path.nodes[i + 1 < count ? i + 1 : 0];
    const int low_x = std::min(x, next.x + by.x), low_y = std::min(y, next.y + by.y);
    const bool upright = next.x + by.x == x;
    const bool here = field.at(low_x, low_y);
    const bool beyond = upright ? field.at(low_x - 1, low_y) : field.at(low_x, low_y - 1);
    found.inside = found.inside || (here && beyond);
  }
  return found;
}

/// The square of the shortest way out in steps, if corners hold the line and if they do not.
struct WayOut {
  int if_held = 0, if_free = 0;
};

WayOut shortest(const Path& path, const Cells& field) {
  constexpr int most = 24;
  WayOut way{2 * most * most, 2 * most * most};
  for (int x = -most; x <= most; ++x) {
    for (int y = -most; y <= most; ++y) {
      const int square = x * x + y * y;
      if (square >= std::max(way.if_held, way.if_free)) continue;
      const SlotVerdict there = verdict(path, field, {x, y});
      if (there.inside) continue;
      way.if_free = std::min(way.if_free, square);
      if (!there.through_corner) way.if_held = std::min(way.if_held, square);
    }
  }
  return way;
}

/// A bar, a hook, a ring or any path.
Path draw_path(Random& random, const Cells& field) {
  Path path;
  Node at{random.integer(0, field.columns), random.integer(0, field.rows)};
  const Node ways[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const auto go = [&](int way, int steps) {
    for (int i = 0; i < steps; ++i) {
      path.nodes.push_back(at);
      at = {at.x + ways[way].x, at.y + ways[way].y};
    }
  };
  const int first = random.integer(0, 3), turn = random.chance(0.5) ? 1 : 3;
  const int one = random.integer(1, 4), two = random.integer(1, 4), kind = random.integer(0, 3);
  go(first, one);
  if (kind >= 1) go((first + turn) % 4, two);
  if (kind == 2) go(first, one);
  if (kind == 3) {
    go((first + 2) % 4, one);
    go((first + turn + 2) % 4, two);
    path.closed = true;
  } else {
    path.nodes.push_back(at);
  }
  return path;
}

/// Cells of one or two steps, so that bars of one to four steps just fit now and then.
Cells draw_field(Random& random) {
  const int size = random.integer(1, 2), columns = random.integer(1, 5), rows = random.integer(1, 5);
  const double fill = random.uniform(0.4, 0.95);
  Cells field{size * columns, size * rows, {}};
  field.filled.assign(static_cast<std::size_t>(field.columns * field.rows), 0);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (!random.chance(fill)) continue;
      for (int i = 0; i < size * size; ++i) {
        const int x = size * column + i % size, y = size * row + i / size;
        field.filled[static_cast<std::size_t>(y * field.columns + x)] = 1;
      }
    }
  }
  return field;
}

/// With a corner at every node, or only where it bends.
Shape shape_of(const Path& path, bool all) {
  std::vector<Vec2> points;
  const std::size_t count = path.nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool end = !path.closed && (i == 0 || i + 1 == count);
    const Node here = path.nodes[i], last = path.nodes[(i + count - 1) % count], next = path.nodes[(i + 1) % count];
    const bool straight = next.x - here.x == here.x - last.x && next.y - here.y == here.y - last.y;
    if (end || all || !straight) points.emplace_back(cell_size * Real(here.x), cell_size * Real(here.y));
  }
  return points.size() == 2 ? segment(points[0], points[1]) : chain(points, path.closed);
}

Shape shape_of(const Cells& field, int kind) {
  if (kind == 0) return mask({field.columns, field.rows, Vec2(cell_size, cell_size), Vec2(0, 0)}, field.filled);
  std::vector<Tile> tiles;
  std::vector<Shape> boxes;
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      tiles.push_back(field.at(column, row) ? solid_tile : empty_tile);
      const Vec2 middle((Real(column) + Real(0.5)) * cell_size, (Real(row) + Real(0.5)) * cell_size);
      if (field.at(column, row)) boxes.push_back(box(cell_size, cell_size, middle));
    }
  }
  return kind == 1 ? grid({field.columns, field.rows, cell_size, Vec2(0, 0)}, tiles) : compound(boxes);
}

struct LineCase {
  Path path;
  Cells field;
  Shape line = circle(1), cells = circle(1);
  Pose pose;
};

LineCase draw_case(Random& random) {
  LineCase drawn;
  do {
    drawn.field = draw_field(random);
  } while (std::count(drawn.field.filled.begin(), drawn.field.filled.end(), 1) == 0);
  drawn.path = draw_path(random, drawn.field);
  drawn.line = shape_of(drawn.path, random.chance(0.3));
  drawn.cells = shape_of(drawn.field, random.integer(0, 2));
  if (random.chance(0.4)) drawn.pose.rotation = random.rotation();
  return drawn;
}

TEST(LineSlots, TheShortestWayOutLeadsIntoThem) {
  Random random(8831);
  int deep = 0;
  for (int i = 0; i < effort(3000); ++i) {
    const LineCase drawn = draw_case(random);
    const SlotVerdict here = verdict(drawn.path, drawn.field, {});
    const WayOut way = shortest(drawn.path, drawn.field);
    if (way.if_held != way.if_free || (here.through_corner && !here.inside)) continue;
    deep += here.inside;
    const double expected = std::sqrt(double(way.if_free)) / 4;
    const Pose& pose = drawn.pose;
    const auto out = mtv(drawn.line, pose, drawn.cells, pose), back = mtv(drawn.cells, pose, drawn.line, pose);
    ASSERT_EQ(out.has_value(), back.has_value()) << i;
    ASSERT_TRUE(out || !here.inside) << i;
    if (!out) continue;
    ASSERT_NEAR(double(out->depth), expected, 1e-4) << i;
    ASSERT_NEAR(double(back->depth), expected, 1e-4) << i;
    const Pose after{out->translation, pose.rotation};
    const Relation left = relation(drawn.line, after, drawn.cells, pose);
    ASSERT_TRUE(left == Relation::touching || left == Relation::apart) << i;
    const ClosestPoints closest = closest_points(drawn.line, pose, drawn.cells, pose);
    ASSERT_NEAR(double(closest.distance), -expected, 1e-4) << i;
  }
  EXPECT_GT(deep, effort(3000) / 4);
}

/// The number of steps by which the path has to move, if corners hold and if they do not.
WayOut straight_out(const Path& path, const Cells& field, Node way) {
  WayOut out{-1, -1};
  for (int steps = 0; out.if_held < 0; ++steps) {
    const SlotVerdict there = verdict(path, field, {steps * way.x, steps * way.y});
    if (there.inside) continue;
    if (out.if_free < 0) out.if_free = steps;
    if (!there.through_corner) out.if_held = steps;
  }
  return out;
}

TEST(LineSlots, ALineStopsInThemOnAStraightWay) {
  Random random(8832);
  const Node ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int i = 0; i < effort(1500); ++i) {
    const LineCase drawn = draw_case(random);
    if (!verdict(drawn.path, drawn.field, {}).inside) continue;
    const Pose& pose = drawn.pose;
    for (const Node way : ways) {
      const WayOut out = straight_out(drawn.path, drawn.field, way);
      if (out.if_held != out.if_free) continue;
      const Vec2 axis = pose.rotation * Vec2(Real(way.x), Real(way.y));
      const auto along = mtv_along(drawn.line, pose, drawn.cells, pose, axis);
      const auto back = mtv_along(drawn.cells, pose, drawn.line, pose, axis);
      ASSERT_TRUE(along && back) << i;
      ASSERT_NEAR(double(along->forward.depth), out.if_free / 4.0, 1e-4) << i << " along " << way.x << " " << way.y;
      ASSERT_NEAR(double(back->backward.depth), out.if_free / 4.0, 1e-4) << i << " along " << way.x << " " << way.y;
    }
  }
}

}  // namespace
}  // namespace bankshot_test
