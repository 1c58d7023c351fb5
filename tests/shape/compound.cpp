// Compounds: surface that other pieces cover is hidden, the rest shows.
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/shape/seams.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>

#include "broad/growth.hpp"
#include "outlines.hpp"
#include "pieces_checks.hpp"

using namespace bankshot;
using bankshot_test::all_parts;
using bankshot_test::Hulls;
using bankshot_test::Part;
using bankshot_test::reals;

namespace {

std::string why(const std::vector<Shape>& shapes) { return try_compound(shapes).reason(); }

/// An upright box from whole corners, turned about the origin.
Shape whole_box(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, const Rotation& turn) {
  std::vector<Vec2> corners;
  for (const Vec2& c : {Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}) {
    const Real cx = static_cast<Real>(x) + c[0] * static_cast<Real>(width);
    const Real cy = static_cast<Real>(y) + c[1] * static_cast<Real>(height);
    corners.push_back(Vec2(turn.c * cx - turn.s * cy, turn.s * cx + turn.c * cy));
  }
  return polygon(corners);
}

std::vector<Shape> random_boxes(Hulls& random, std::size_t count, const Rotation& turn) {
  std::vector<Shape> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    boxes.push_back(
        whole_box(random.between(0, 8), random.between(0, 8), random.between(1, 8), random.between(1, 8), turn));
  }
  return boxes;
}

int showing_corners(const Shape& shape) {
  int count = 0;
  for (const Part& part : all_parts(shape)) {
    for (const detail::Seam& seam : part.seams) count += seam.corner;
  }
  return count;
}

int showing_edges(const Shape& shape) {
  int count = 0;
  for (const Part& part : all_parts(shape)) {
    if (part.points.size() < 2) continue;
    for (const detail::Seam& seam : part.seams) count += seam.edge;
  }
  return count;
}

}  // namespace

TEST(Compound, OverlappingBoxesShowTheirOutsideOnly) {
  Hulls random(311);
  for (int i = 0; i < 150; ++i) {
    const Rotation turn =
        i % 2 == 0 ? Rotation{} : Rotation::from_angle(static_cast<Real>(random.between(0, 700)) / 100);
    const Shape shape = compound(random_boxes(random, 2 + random.index(6), turn));
    bankshot_test::expect_convex_pieces(shape);
    bankshot_test::expect_seams(shape, {0.01, i % 2 == 0 ? 0 : 1e-4, true});
    bankshot_test::expect_finds(shape, 500 + static_cast<std::uint64_t>(i), 30);
    bankshot_test::expect_moves(shape, {Real(0.4), Real(-3.3)});
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(Compound, PolygonsThatMeetInCorners) {
  Hulls random(312);
  for (int i = 0; i < 100; ++i) {  // fans of triangles around one point, some with gaps
    std::vector<Shape> fan;
    const std::size_t count = 2 + random.index(8);
    const int skip = static_cast<int>(random.index(count + 1));
    for (std::size_t k = 0; k < count; ++k) {
      if (static_cast<int>(k) == skip) continue;
      const auto at = [count](std::size_t j) {
        const double angle = double(j) * 5 / double(count);
        return Vec2(static_cast<Real>(1 + 4 * std::cos(angle)), static_cast<Real>(2 + 4 * std::sin(angle)));
      };
      fan.push_back(polygon(std::vector<Vec2>{Vec2(1, 2), at(k), at(k + 1)}));
    }
    bankshot_test::expect_seams(compound(fan), {0.004, 1e-5, false});
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(Compound, OfSimplePolygonsHidesTheirCutsAndOneAnother) {
  Hulls random(313);
  for (int i = 0; i < 40; ++i) {
    const Shape cells = simple_polygon(reals(bankshot_test::cells(random, 20)));
    const Shape box = whole_box(16 * random.between(-3, 3), 16 * random.between(-3, 3), 48, 64, {});
    const Shape whole = compound(std::vector<Shape>{cells, box});
    bankshot_test::expect_seams(whole, {0.01, 0, true});
    EXPECT_EQ(compound(std::vector<Shape>{whole}).corner_count(), 4);
    EXPECT_EQ(detail_view(whole).extent, std::min(detail_view(cells).extent, detail_view(box).extent));
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(Compound, WhatIsInsideAnotherPieceVanishes) {
  const Shape big = box(4, 4);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{big, circle(Real(0.5))})), 4);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{big, circle(Real(2.5))})), 5);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{circle(5), big})), 1);
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{circle(5), big})), 0);
  const Shape rod = capsule(Vec2(-1, 0), Vec2(1, 0), Real(0.25));
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, rod})), 4);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{big, rod})), 4);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{big, capsule(Vec2(-1, 0), Vec2(5, 0), Real(0.25))})), 5);
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, box(2, 1, Vec2(0, 0), {}, Real(0.1))})), 4);
  // A disc on the middle of a side leaves its ends; a rod along all of it leaves nothing.
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, circle(1, Vec2(0, 2))})), 4);
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, capsule(Vec2(-3, 2), Vec2(3, 2), Real(0.25))})), 3 + 2);
  // Equal pieces do not hide each other, and an edge that ends flush with another's shows.
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{circle(1), circle(1)})), 2);
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, big})), 8);
  EXPECT_EQ(showing_edges(compound(std::vector<Shape>{big, box(2, 2, Vec2(-1, -1))})), 6);
}

TEST(Compound, RoundedPiecesOfOneRadiusJoin) {
  const Real r = Real(0.25);
  const std::vector<Vec2> way = {Vec2(0, 0), Vec2(2, 0), Vec2(2, 2), Vec2(5, 2)};
  std::vector<Shape> rods;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) rods.push_back(capsule(way[i], way[i + 1], r));
  const std::vector<Part> parts = all_parts(compound(rods));
  // At the first bend the boundary leaves along both rods: it has the normals between these, on their outer side.
  const detail::Seam seam = parts[0].seams[1], same = parts[1].seams[0];
  EXPECT_TRUE(seam.corner && same.corner);
  EXPECT_EQ(seam.after, same.after);
  EXPECT_EQ(seam.before, same.before);
  const auto lets_through = [&seam](Real x, Real y) {
    return dot(seam.before, detail::V2{x, y}) <= 0 && dot(seam.after, detail::V2{x, y}) <= 0;
  };
  EXPECT_TRUE(lets_through(1, -1) && lets_through(1, 0) && lets_through(0, -1));
  EXPECT_FALSE(lets_through(1, Real(0.1)) || lets_through(Real(-0.1), -1) || lets_through(-1, 1));
  const std::vector<Part> straight =
      all_parts(compound(std::vector<Shape>{capsule(way[0], way[1], r), capsule(way[1], Vec2(4, 0), r)}));
  EXPECT_FALSE(straight[0].seams[1].corner || straight[1].seams[0].corner);
  EXPECT_TRUE(straight[0].seams[0].corner && straight[1].seams[1].corner);
}

TEST(Compound, MassCountsOverlapsTwice) {
  const MassProperties mass =
      mass_properties(compound(std::vector<Shape>{box(2, 2), box(2, 2, Vec2(1, 0)), circle(1, Vec2(0, 3))}), 2);
  const double pi = 3.14159265358979, area = 8 + pi;
  EXPECT_NEAR(mass.mass, 2 * area, 1e-4);
  EXPECT_NEAR(mass.centre[0], 4 / area, 1e-6);
  EXPECT_NEAR(mass.centre[1], 3 * pi / area, 1e-6);
  const double about_origin = 4 * 8.0 / 12 + 4 * 8.0 / 12 + 4 + pi / 2 + 9 * pi;
  EXPECT_NEAR(mass.inertia, 2 * (about_origin - (16 + 9 * pi * pi) / area), 1e-3);
}

TEST(Compound, Refusals) {
  EXPECT_EQ(why({}), "compound: number of pieces is 0, must be at least 1");
  const std::string kind = " is of a kind without convex interior, must be a circle, capsule, polygon or compound";
  EXPECT_EQ(why({box(1, 1), segment(Vec2(0, 0), Vec2(1, 0))}), "compound: piece 1" + kind);
  EXPECT_EQ(why({chain(std::vector<Vec2>{Vec2(0, 0), Vec2(1, 0)})}), "compound: piece 0" + kind);
  EXPECT_EQ(why({container(box(1, 1))}), "compound: piece 0" + kind);
  // Each piece has a size that is accepted; the inertia of all together is more than Real holds.
  const Real large = std::sqrt(std::sqrt(std::numeric_limits<Real>::max())) / 2;
  const std::vector<Shape> boxes(1000, box(large, large));
  EXPECT_TRUE(try_compound({boxes.data(), 1}));
  EXPECT_EQ(why(boxes).substr(0, 18), "compound: size is ");
  EXPECT_THROW(compound({}), std::invalid_argument);
}

// A corner on another piece's arc, or where its tangent leaves it, is straight or hollow: hidden.
TEST(Compound, ASharpCornerOnAnArcIsNone) {
  // One corner of the box lies on the circle, one inside of it, two outside.
  const Shape crate = box(1, Real(0.25), Vec2(1, Real(0.125)));  // corners at (0.5, 0), (1.5, 0), ...
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{crate, circle(Real(0.5))})), 4 - 1 + 1);
  EXPECT_EQ(showing_corners(compound(std::vector<Shape>{crate, circle(Real(0.25))})), 4 + 1);
}

TEST(Compound, EqualityIsThatOfThePieces) {
  const Shape a = compound(std::vector<Shape>{box(1, 1), circle(1)});
  EXPECT_EQ(a, compound(std::vector<Shape>{box(1, 1), circle(1)}));
  EXPECT_FALSE(a == compound(std::vector<Shape>{circle(1), box(1, 1)}));
  EXPECT_FALSE(compound(std::vector<Shape>{box(1, 1)}) == box(1, 1));
  const std::vector<Shape> apart = pieces(a);
  ASSERT_EQ(apart.size(), 2U);
  EXPECT_EQ(apart[0], box(1, 1));
  EXPECT_EQ(apart[1], circle(1));
}

// The memory behind the spans from which it is put together is not its own.
TEST(Compound, TakenApartItCanBePutTogether) {
  const std::vector<Shape> made = {box(4, 4), circle(1, Vec2(0, 2)), capsule(Vec2(-1, 0), Vec2(5, 0), Real(0.25))};
  const Shape whole = compound(made);
  const std::vector<Part> parts = all_parts(whole);
  std::vector<Shape> shapes = pieces(whole);
  std::vector<detail::Seam> seams;
  for (const Part& part : parts) seams.insert(seams.end(), part.seams.begin(), part.seams.end());
  ASSERT_EQ(shapes.size(), 3U);
  ASSERT_EQ(seams.size(), 4U + 1U + 2U);
  const Real extent = detail_view(whole).extent;
  shapes.push_back(circle(1, Vec2(9, 9)));
  seams.emplace_back();

  const std::span<const Shape> all(shapes.data(), 3);
  const std::span<const detail::Seam> of_all(seams.data(), 7);
  const Shape again = detail::compound_of(all, of_all, extent).value();
  EXPECT_EQ(again, whole);
  EXPECT_EQ(detail_view(again).extent, extent);
  const std::vector<Part> same = all_parts(again);
  ASSERT_EQ(same.size(), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(same[i].seams.size(), parts[i].seams.size());
    for (std::size_t k = 0; k < parts[i].seams.size(); ++k) {
      const detail::Seam &one = same[i].seams[k], &other = parts[i].seams[k];
      EXPECT_TRUE(one.corner == other.corner && one.edge == other.edge) << i << " " << k;
      EXPECT_TRUE(one.before == other.before && one.after == other.after) << i << " " << k;
    }
  }
}

TEST(Compound, TakenApartWrongIsRefused) {
  std::vector<detail::Seam> seams(4000);  // plenty, and none with a direction
  const auto why_not = [&seams](std::span<const Shape> of, Real extent) {
    return detail::compound_of(of, seams, extent).reason();
  };
  const Shape two[] = {box(4, 4), circle(1)}, thin[] = {box(4, 4), segment(Vec2(0, 0), Vec2(1, 0))};
  EXPECT_EQ(why_not(two, 2), "");
  EXPECT_EQ(why_not({}, 2), "compound: number of pieces is 0, must be 1 to " + std::to_string(detail::piece_limit));
  EXPECT_EQ(why_not(two, 0).substr(0, 17), "compound: extent ");
  EXPECT_EQ(why_not(thin, 2).substr(0, 30), "compound: piece 1 is of a kind");
  const Real large = std::sqrt(std::sqrt(std::numeric_limits<Real>::max())) / 2;
  EXPECT_EQ(why_not(std::vector<Shape>(1000, box(large, large)), 2).substr(0, 18), "compound: size is ");
  for (const bool after : {false, true}) {
    (after ? seams[4].after : seams[4].before) = {1, 1};
    EXPECT_EQ(why_not(two, 2), "compound: a seam of piece 1 is no direction") << after;
    seams[4] = {};
  }
}

namespace {

std::vector<Shape> wall_of(int count, int columns) {
  std::vector<Shape> boxes;
  for (int i = 0; i < count; ++i) {
    boxes.push_back(box(1, 1, Vec2(static_cast<Real>(i % columns), static_cast<Real>(i / columns))));
  }
  return boxes;
}

}  // namespace

TEST(Compound, ManyPiecesInProportionToTheirNumber) {
  using namespace bankshot::testing;
  for (const int columns : {50, 200}) {
    const Shape whole = compound(wall_of(20000, columns));
    EXPECT_EQ(showing_corners(whole), 4);
    EXPECT_EQ(showing_edges(whole), 2 * (columns + 20000 / columns));
  }
  expect_growth(1250, in_proportion, in_proportion,
                [](int n) { return [boxes = wall_of(n, 50)] { compound(boxes); }; });
  compound(std::vector<Shape>(5000, box(1, 1)));  // all in one place
}
