// Ways out of masks, grids, compounds and stars, turned by any angle, against every place where a way out can end.

#include "effort.hpp"
#include "oracle/union_exit.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using oracle::Number;
using oracle::Placed;
using oracle::Point;

/// A shape, and the solids of which its definition makes it.
struct FilledRange {
  Shape shape = circle(1);
  std::vector<std::vector<Point>> solids = {};  ///< convex, in the shape's coordinates
  Real radius = 0;

  std::vector<Placed> at(const Pose& pose) const {
    const Number c = Number(pose.rotation.c), s = Number(pose.rotation.s);
    std::vector<Placed> placed;
    for (const std::vector<Point>& solid : solids) {
      placed.push_back({{}, Number(radius)});
      for (const Point& p : solid) {
        placed.back().core.push_back(oracle::point(pose.position) + Point{c * p.x - s * p.y, s * p.x + c * p.y});
      }
    }
    return placed;
  }
};

FilledRange of_pieces(const Shape& shape) {
  FilledRange made{shape};
  for (const Shape& piece : pieces(shape)) {
    made.solids.emplace_back();
    for (int i = 0; i < piece.corner_count(); ++i) made.solids.back().push_back(oracle::point(piece.corner(i)));
    made.radius = piece.radius();
  }
  return made;
}

FilledRange random_mask(Random& random, int most) {
  MaskDef def;
  def.width = random.integer(1, most);
  def.height = random.integer(1, most);
  const double fill = random.uniform(0.2, 0.95);
  std::vector<std::uint8_t> pixels;
  FilledRange made;
  for (int i = 0; i < def.width * def.height; ++i) {
    pixels.push_back(random.chance(fill) || (i == 0 && def.width * def.height < 3) ? 1 : 0);
  }
  if (std::count(pixels.begin(), pixels.end(), 1) == 0) pixels[0] = 1;
  for (int i = 0; i < def.width * def.height; ++i) {
    const Number x = i % def.width, y = i / def.width;
    if (pixels[static_cast<std::size_t>(i)] != 0)
      made.solids.push_back({{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}});
  }
  made.shape = mask(def, pixels);
  return made;
}

/// Floors and ceilings at any slope, by the sixteenth.
FilledRange random_slopes(Random& random, int most) {
  GridDef def;
  def.columns = random.integer(1, most);
  def.rows = random.integer(1, most);
  std::vector<Tile> tiles;
  FilledRange made;
  for (int i = 0; i < def.columns * def.rows; ++i) {
    const Number x = i % def.columns, y = i / def.columns;
    Tile tile = random.chance(0.3) ? empty_tile : solid_tile;
    if (random.chance(0.5)) {
      tile.form = random.chance(0.5) ? Tile::Form::floor : Tile::Form::ceiling;
      tile.left = static_cast<std::uint8_t>(random.integer(0, 4) * 4);
      tile.right = static_cast<std::uint8_t>(tile.left == 0 ? random.integer(1, 16) : random.integer(0, 16));
    }
    if (i == 0 && tile == empty_tile) tile = solid_tile;
    tiles.push_back(tile);
    const Number left = Number(tile.left) / 16, right = Number(tile.right) / 16;
    if (tile.form == Tile::Form::floor) made.solids.push_back({{x, y}, {x + 1, y}, {x + 1, y + right}, {x, y + left}});
    if (tile.form == Tile::Form::ceiling) {
      made.solids.push_back({{x, y + 1 - left}, {x + 1, y + 1 - right}, {x + 1, y + 1}, {x, y + 1}});
    }
  }
  made.shape = grid(def, tiles);
  return made;
}

/// A pose on a lattice as often as an arbitrary one.
Real fine(Random& random, double lower, double upper) {
  const Real any = random.uniform(lower, upper);
  return random.chance(0.5) ? any : std::round(any * 8) / 8;
}

Rotation any_turn(Random& random) {
  const int quarter = random.integer(0, 11);
  if (quarter == 0) return {0, 1};
  if (quarter == 1) return {-1, 0};
  return quarter == 2 ? Rotation() : random.rotation();
}

FilledRange random_whole(Random& random) {
  switch (random.integer(0, 3)) {
    case 0: return of_pieces(random_star(random, random.integer(4, 9)));
    case 1: return random_slopes(random, 3);
    default: return random_mask(random, random.chance(0.3) ? 7 : 4);
  }
}

FilledRange random_made(Random& random) {
  const int kind = random.integer(0, 5);
  if (kind == 0) return of_pieces(random_recipe(random, 1).build());
  if (kind == 1) return random_mask(random, 2);
  if (kind == 2) {
    const Real half = fine(random, 0.25, 1);
    return of_pieces(capsule(Vec2(-half, 0), Vec2(half, 0), fine(random, 0.25, 1)));
  }
  return of_pieces(circle(std::max(fine(random, 0.125, 3), Real(0.125))));
}

struct Exit {
  Number depth = 0, left = 0, least = 0, most = 0, band = 0;
  bool right() const { return depth >= least - band && depth <= most + band && left <= band; }
};

/// The answer of mtv(), and the lengths of the way out for parts that are thinner and thicker by the band.
Exit exit_of(const FilledRange& a, const Pose& pose_a, const FilledRange& b, const Pose& pose_b, const Mtv& found,
             Number band) {
  const std::vector<Placed> all = oracle::obstacles(a.at(pose_a), b.at(pose_b));
  Exit exit;
  exit.band = band;
  exit.depth = Number(found.depth);
  exit.left = oracle::depth_in(all, oracle::point(found.translation));
  const Number rounding = band / 1024;
  exit.least = oracle::UnionExit(all, -band).length(rounding);
  exit.most = oracle::UnionExit(all, band).length(rounding);
  return exit;
}

TEST(TurnedParts, TheWayOutIsFreeAndNoneIsShorter) {
  Random random(1201);
  int asked = 0;
  for (int i = 0; i < effort(1600); ++i) {
    const FilledRange b = random_whole(random), a = random_made(random);
    const Pose pose_b{random.chance(0.3) ? Vec2(random.point(20)) : Vec2(0, 0), any_turn(random)};
    const Rotation own = random.chance(0.4) ? pose_b.rotation : any_turn(random);
    const Aabb box = b.shape.aabb({});
    const Real x = fine(random, box.lower.x(), box.upper.x()), y = fine(random, box.lower.y(), box.upper.y());
    const Pose pose_a{pose_b * Vec2(x, y), own};
    const std::optional<Mtv> found = mtv(a.shape, pose_a, b.shape, pose_b);
    const Number band = Number(touching_band(a.shape, pose_a, b.shape, pose_b));
    if (!found || found->depth <= band) continue;
    ++asked;
    const Exit exit = exit_of(a, pose_a, b, pose_b, *found, band);
    ASSERT_TRUE(exit.right()) << "case " << i << ": depth " << exit.depth << ", between " << exit.least << " and "
                              << exit.most << ", left " << exit.left << ", band " << band;
    const ClosestPoints closest = closest_points(a.shape, pose_a, b.shape, pose_b);
    ASSERT_EQ(closest.distance, -found->depth) << i;
    // The bits are the same whichever function is asked.
    ASSERT_EQ(mtv(b.shape, pose_b, a.shape, pose_a)->translation, Vec2(-found->translation)) << i;
    const ClosestPoints other = closest_points(b.shape, pose_b, a.shape, pose_a);
    ASSERT_TRUE(other.point_b == closest.point_a && other.normal == Vec2(-closest.normal)) << i;
  }
  EXPECT_GT(asked, effort(1000));
}

// A shape that fits exactly into a gap touches both sides. Rounding may say that it overlaps them, but not that it has
// to leave.
TEST(TurnedParts, WhatFitsIntoAGapTouchesIt) {
  Random random(1202);
  const std::uint8_t pixels[] = {1, 0, 1};
  const Shape gap = mask({.width = 3, .height = 1}, pixels);
  for (int i = 0; i < effort(4000); ++i) {
    const Pose turned{random.point(3), random.rotation()};
    const Pose middle{turned * Vec2(Real(1.5), random.uniform(0.1, 0.9)), turned.rotation};
    const Shape shape = random.chance(0.5) ? circle(Real(0.5)) : box(1, Real(0.25));
    const std::optional<Mtv> found = mtv(shape, middle, gap, turned);
    if (!found || found->relation != Relation::touching) continue;
    ASSERT_LE(found->depth, touching_band(shape, middle, gap, turned)) << i;
    ASSERT_NEAR(std::fabs((turned.rotation.inverse() * found->normal).x()), 1, 1e-3) << i;
  }
}

// The corner where the second row's piece ends lies on its straight lower side; a disc's obstacle is bent there by
// rounding, to either side.
TEST(TurnedParts, ACornerOnAStraightSideHasNoOutlineOfItsOwn) {
  const std::uint8_t pixels[] = {1, 0, 1, 0, 1, 0, 1, 1, 0, 0};
  MaskDef def;
  def.width = 2, def.height = 5;
  const Pose turned{Vec2(0, 0), Rotation::from_angle(Real(0.6))};
  const std::optional<Mtv> found =
      mtv(circle(Real(1.5)), {turned * Vec2(Real(1.25), 1), {}}, mask(def, pixels), turned);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->depth, 1.25, 1e-5);
}

}  // namespace
}  // namespace bankshot_test
