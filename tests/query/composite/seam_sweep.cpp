// A shape that lies on a surface of parts slides over their seams as on one piece. Walls still stop it.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

/// A straight floor along x from the origin, its surface at y = 0: of pieces, and as one.
struct Floor {
  Shape pieces = circle(1), one = circle(1);
  Real length = 0;
};

std::vector<Vec2> points_along(int pieces, Real width, bool to_the_left) {
  std::vector<Vec2> points;
  for (int i = 0; i <= pieces; ++i) points.emplace_back(Real(to_the_left ? pieces - i : i) * width, 0);
  return points;
}

Floor floor_of_tiles(int pieces, Real width) {
  const GridDef def{.columns = pieces, .rows = 2, .cell = width, .origin = Vec2(0, -2 * width)};
  const std::vector<Tile> tiles(static_cast<std::size_t>(2 * pieces), solid_tile);
  const Real length = Real(pieces) * width;
  return {grid(def, tiles), box(length, 2 * width, Vec2(length / 2, -width)), length};
}

Floor floor_of_boxes(int pieces, Real width) {
  std::vector<Shape> boxes;
  for (int i = 0; i < pieces; ++i) boxes.push_back(box(width, 1, Vec2((Real(i) + Real(0.5)) * width, Real(-0.5))));
  const Real length = Real(pieces) * width;
  return {compound(boxes), box(length, 1, Vec2(length / 2, Real(-0.5))), length};
}

Floor random_floor(Random& random) {
  const int pieces = random.integer(2, 7);
  const Real width = random.chance(0.5) ? random.uniform(0.3, 3) : Real(random.integer(1, 3));
  const Shape line = segment(Vec2(0, 0), Vec2(Real(pieces) * width, 0));
  switch (random.integer(0, 3)) {
    case 0: return {chain(points_along(pieces, width, false)), line, Real(pieces) * width};
    case 1: return {chain(points_along(pieces, width, false), false, ChainSides::left), line, Real(pieces) * width};
    case 2: return floor_of_boxes(pieces, width);
    default: return floor_of_tiles(pieces, width);
  }
}

/// A rounded shape, and the height of its origin above the surface on which it lies.
struct Mover {
  Shape shape = circle(1);
  Real height = 0;
};

Mover random_mover(Random& random) {
  const Real radius = random.uniform(0.05, 1), half = random.uniform(0.05, 1), high = random.uniform(0.1, 1);
  switch (random.integer(0, 2)) {
    case 0: return {circle(radius), radius};
    case 1: return {capsule(Vec2(-half, 0), Vec2(half, 0), radius), radius};
    default: return {box(2 * half, high, Vec2(0, 0), {}, radius), high / 2 + radius};
  }
}

/// The same motion as a translation, or as a motion that turns a disc about its middle.
SweepHit slide(const Mover& mover, const Pose& start, const Vec2& way, Real turn, bool as_motion, const Shape& floor,
               const Pose& at) {
  if (!as_motion) return sweep(mover.shape, start, way, floor, at);
  return sweep(mover.shape, Motion{start, way, turn}, floor, Motion{at});
}

TEST(SeamSweep, OverSeamsIsAsOverOnePiece) {
  Random random(1301);
  int asked = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const Floor floor = random_floor(random);
    const Mover mover = random_mover(random);
    const Rotation turned = random.chance(0.3) ? Rotation() : random.rotation();
    const Pose at{Vec2(0, 0), turned};
    const Real from = random.uniform(0, 1) * floor.length, to = random.uniform(0, 1) * floor.length;
    Pose start{at * Vec2(from, mover.height), turned};
    const Vec2 way = at * Vec2(to - from, 0);
    const bool pushed_out = random.chance(0.5), as_motion = random.chance(0.6);
    const Real turn = mover.shape.kind() == ShapeKind::circle ? random.uniform(-6, 6) : Real(0);
    if (pushed_out) {
      start.position = at * Vec2(from, random.uniform(0.7, 1) * mover.height);
      const std::optional<Mtv> out = mtv(mover.shape, start, floor.pieces, at);
      if (!out) continue;
      start.position += out->translation;
    }
    ++asked;
    const SweepHit parts = slide(mover, start, way, turn, as_motion, floor.pieces, at);
    const SweepHit whole = slide(mover, start, way, turn, as_motion, floor.one, at);
    ASSERT_EQ(parts.status, whole.status)
        << "case " << i << " at " << parts.fraction << ", as one at " << whole.fraction;
    ASSERT_NEAR(parts.fraction, whole.fraction, 1e-3) << i;
  }
  EXPECT_GT(asked, effort(15000));
}

/// A floor that ends in a slope which rises by `angle` (falls by it if negative), as a chain or as a solid of two
/// parts.
Shape bent(Random& random, double length, double angle) {
  const Vec2 corner(Real(length), 0);
  const Vec2 end = corner + Real(4) * Vec2(Real(std::cos(angle)), Real(std::sin(angle)));
  if (random.chance(0.5)) return chain(std::vector<Vec2>{Vec2(0, 0), corner, end});
  const Vec2 deep(Real(length), -6);
  const Shape parts[] = {polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(0, -6), deep, corner}),
                         polygon(std::vector<Vec2>{corner, deep, end})};
  return compound(parts);
}

// A disc on the floor meets a slope that rises by the angle a where its centre is r tan(a / 2) before the corner.
TEST(SeamSweep, SlopesThatRiseStopADiscAndThoseThatFallDoNot) {
  Random random(1302);
  for (int i = 0; i < effort(8000); ++i) {
    const double length = random.uniform(1, 4), radius = random.uniform(0.05, 0.5);
    const double angle = random.sign() * random.uniform(0.02, 1.5);
    const Shape shape = bent(random, length, angle);
    const double place = length - double(Real(radius)) * std::tan(angle / 2);
    const double from = random.uniform(0, 0.8) * place;
    // The motion ends at the meeting as often as beyond it: touching counts.
    const bool just = angle > 0 && random.chance(0.3);
    const double way = just ? place - from : length - from + random.uniform(0.1, 1);
    const Mover disc{circle(Real(radius)), Real(radius)};
    const Pose start{Vec2(Real(from), Real(radius)), {}};
    const Real turn = random.uniform(-6, 6);
    const bool as_motion = random.chance(0.5);
    const SweepHit hit = slide(disc, start, Vec2(Real(way), 0), turn, as_motion, shape, {});
    const double rounding = 512 * double(tolerance::eps) / std::fabs(std::sin(angle));
    if (angle < 0) {
      ASSERT_FALSE(hit) << "case " << i << " falls by " << angle << ", hit at " << hit.fraction;
    } else if (!just) {
      ASSERT_EQ(hit.status, SweepStatus::hit) << "case " << i << " rises by " << angle;
    }
    if (hit) {
      ASSERT_NEAR(double(hit.fraction) * way, place - from, rounding) << i;
      ASSERT_NEAR(double(hit.normal.x()), -std::sin(angle), 1e-2) << i;
    }
  }
}

// Far from the origin places are rounded more coarsely than the slope rises at its foot. A motion without turning is a
// translation, in whatever form it is given.
TEST(SeamSweep, GentleSlopesStopWhatComesFarFromTheOrigin) {
  Random random(1303);
  int asked = 0;
  for (int i = 0; i < effort(4000); ++i) {
    const Vec2 far(random.uniform(-1000, 1000), random.uniform(-1000, 1000));
    const Real rise = random.uniform(0.02, 0.5), half = random.uniform(0.1, 1);
    const Shape slope = chain(std::vector<Vec2>{Vec2(0, 0), Vec2(4, 0), Vec2(8, 4 * rise)});
    const Shape mover = box(2 * half, random.uniform(0.1, 1));
    const Pose start{far + Vec2(half + random.uniform(0.1, 1), mover.corner(2).y()), {}};
    const Vec2 way(4, 0);
    const SweepHit hit = sweep(mover, Motion{start, way}, slope, Motion{{far, {}}});
    if (hit.status == SweepStatus::initial_overlap) continue;  // positions are that coarse
    ++asked;
    ASSERT_EQ(hit.status, SweepStatus::hit) << i << " rise " << rise;
    ASSERT_NEAR(hit.fraction * 4, 4 - (start.position.x() - far.x() + half), 0.02 / rise) << i;
    ASSERT_EQ(hit.fraction, sweep(mover, start, way, slope, {far, {}}).fraction) << i;
  }
  EXPECT_GT(asked, effort(2000));
}

/// Columns under a line from x = 0 to the right whose seams bend by less than the precision of normals.
std::vector<Shape> gentle_columns(Random& random, std::vector<Vec2>& line) {
  std::vector<Shape> columns;
  line = {Vec2(0, 0)};
  for (int i = 0; i < 5; ++i) {
    const Real width = random.uniform(0.5, 2);
    const Real slope = random.uniform(-0.003, 0.003);
    const Vec2 from = line.back(), to = from + Vec2(width, slope * width);
    columns.push_back(polygon(std::vector<Vec2>{from, Vec2(from.x(), -8), Vec2(to.x(), -8), to}));
    line.push_back(to);
  }
  return columns;
}

// A meeting at a seam is left to the parts that are the surface there. Where the floor rises by less than the
// precision of normals, none of them says that it is met, and still nothing goes in.
TEST(SeamSweep, NothingRoundedGoesIntoAFloorThatRisesGently) {
  Random random(1306);
  int hits = 0;
  for (int i = 0; i < effort(10000); ++i) {
    std::vector<Vec2> line;
    const std::vector<Shape> columns = gentle_columns(random, line);
    const Mover mover = random_mover(random);
    const bool rolls = mover.shape.kind() == ShapeKind::circle && random.chance(0.7);
    const Vec2 along = (line[1] - line[0]).normalized(), up(-along.y(), along.x());
    Pose start{line[0] + random.uniform(0, 1) * (line[1] - line[0]) + mover.height * up, {along.x(), along.y()}};
    const Shape floor = compound(columns);
    const ClosestPoints closest = closest_points(mover.shape, start, floor, {});
    start.position -= closest.distance * closest.normal;
    const Vec2 way = random.uniform(0.2, 4) * along;
    const SweepHit hit = slide(mover, start, way, rolls ? random.uniform(-6, 6) : 0, rolls, floor, {});
    if (hit.status == SweepStatus::initial_overlap) continue;
    if (hit) ++hits;
    const Real band = touching_band(mover.shape, start, floor, {});
    const Real until = hit ? hit.fraction : Real(1);
    for (int k = 1; k <= 8; ++k) {
      const Pose at{start.position + (until * Real(k) / 8) * way, start.rotation};
      for (const Shape& column : columns) {
        const std::optional<Mtv> out = mtv(mover.shape, at, column, {});
        ASSERT_LE(out ? out->depth : 0, 4 * band) << "case " << i << " rolls " << rolls << " place " << k;
      }
    }
  }
  EXPECT_GT(hits, effort(1000));
}

Shape any_tiles(Random& random) {
  const GridDef def{.columns = random.integer(1, 3), .rows = random.integer(1, 3)};
  std::vector<Tile> tiles{solid_tile};
  for (int i = 1; i < def.columns * def.rows; ++i) tiles.push_back(random.chance(0.5) ? solid_tile : empty_tile);
  return grid(def, tiles);
}

Vec2 whole_place(Random& random) {
  const Real x = Real(random.integer(-3, 3));
  return {x, Real(random.integer(-3, 3))};
}

// At the start, one part may touch a shape that another part already overlaps; a thin shape may lie deep in a seam and
// yet inside no part.
TEST(SeamSweep, AnOverlapAtTheStartIsToldWhateverTouches) {
  Random random(1305);
  int overlaps = 0;
  for (int i = 0; i < effort(8000); ++i) {
    const Vec2 first = whole_place(random), step(Real(random.integer(1, 2)), Real(random.integer(-1, 1)));
    const Shape a = random.chance(0.5) ? any_tiles(random) : chain(std::vector<Vec2>{first, first + step});
    const Shape b = random.chance(0.3) ? container(box(4, 4)) : any_tiles(random);
    const Pose start{whole_place(random), {}};
    const Vec2 way = random.point(3);
    const Relation at_start = relation(a, start, b, {});
    if (at_start == Relation::touching || at_start == Relation::apart) continue;
    ++overlaps;
    ASSERT_EQ(sweep(a, start, way, b, {}).status, SweepStatus::initial_overlap) << i;
    Motion turning{start, way};
    turning.turn = random.uniform(-3, 3);
    ASSERT_EQ(sweep(a, turning, b, Motion{}).status, SweepStatus::initial_overlap) << i;
  }
  EXPECT_GT(overlaps, effort(2000));
}

/// On which side of the line from the origin along `way` a point lies.
int side_of(const Vec2& way, const Vec2& point) {
  const Real turn = way[0] * point[1] - way[1] * point[0];
  return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

Vec2 whole_numbers(Random& random, int reach) {
  const Real x = Real(random.integer(-reach, reach));
  const Real y = Real(random.integer(-reach, reach));
  return Vec2(x, y);
}

// If two lines cross at a corner of one of them, the other only touches each of its segments there, and the two overlap
// all the same.
TEST(SeamSweep, ChainsThatCrossAtACornerOverlapAtTheStart) {
  Random random(7719);
  int crossing = 0;
  for (int i = 0; i < effort(10000); ++i) {
    const Vec2 before = whole_numbers(random, 6), after = whole_numbers(random, 6), way = whole_numbers(random, 4);
    const Vec2 place = whole_numbers(random, 8), motion = whole_numbers(random, 8);
    const Vec2 corners[] = {before, Vec2(0, 0), after};
    const Result<Shape> bent = try_chain(corners);
    if (!bent || way == Vec2(0, 0) || motion == Vec2(0, 0)) continue;
    const int one = side_of(way, before), two = side_of(way, after);
    if (one == 0 || two == 0) continue;
    const Shape line = segment(-way, way);
    const bool crosses = one != two;
    crossing += crosses;
    const SweepHit hit = sweep(*bent, Pose{place, {}}, motion, line, Pose{place, {}});
    ASSERT_EQ(hit.status == SweepStatus::initial_overlap, crosses) << i;
    const SweepHit other = sweep(line, Pose{place, {}}, motion, *bent, Pose{place, {}});
    ASSERT_EQ(other.status == SweepStatus::initial_overlap, crosses) << i;
    const Motion turning{{place, {}}, motion, Real(0.5)};
    ASSERT_EQ(sweep(*bent, turning, line, Motion{{place, {}}}).status == SweepStatus::initial_overlap, crosses) << i;
  }
  EXPECT_GT(crossing, effort(10000) / 5);
}

}  // namespace
}  // namespace bankshot_test
