// How the cost of shapes grows with what they are made of: the rows of docs/limits.md that are about shapes.

#include "broad/growth.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

std::vector<Vec2> corners_on_a_circle(int count) {
  std::vector<Vec2> corners;
  for (int i = 0; i < count; ++i) {
    const Real angle = Real(i) * 2 * std::numbers::pi_v<Real> / Real(count);
    corners.push_back(100 * Vec2(std::cos(angle), std::sin(angle)));
  }
  return corners;
}

std::vector<Vec2> zigzag_of(int count) {
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec2(Real(i), Real(i % 2)));
  return points;
}

Shape row_of_discs(int count) {
  std::vector<Shape> discs;
  for (int i = 0; i < count; ++i) discs.push_back(circle(1, Vec2(Real(3 * i), 0)));
  return compound(discs);
}

TEST(GrowthOfShapes, CornersOfAPolygonAndPointsOfAChain) {
  expect_growth(400, in_proportion, in_proportion,
                [](int n) { return [corners = corners_on_a_circle(n)] { polygon(corners); }; });
  expect_growth(2000, in_proportion, in_proportion, [](int n) { return [points = zigzag_of(n)] { chain(points); }; });
}

std::vector<Vec2> comb_of(int count) {
  std::vector<Vec2> corners = {Vec2(0, 0), Vec2(Real(count), 0)};
  for (int i = count - 3; i > 0; --i) corners.push_back(Vec2(Real(i), Real(i % 2 == 1 ? 5 : 1)));
  return corners;
}

TEST(GrowthOfShapes, CornersOfASimplePolygon) {
  expect_growth(2000, in_proportion, in_proportion,
                [](int n) { return [corners = comb_of(n)] { simple_polygon(corners); }; });
}

auto together(const std::vector<Shape>& pieces) {
  return [pieces] { compound(pieces); };
}

// The spikes of a comb all stand on one part, with half of all corners.
TEST(GrowthOfShapes, CornersOfACompoundWithLargeParts) {
  expect_growth(2000, in_proportion, in_proportion, [](int n) { return together({simple_polygon(comb_of(n))}); });
  expect_growth(400, in_proportion, in_proportion,
                [](int n) { return together(std::vector<Shape>(5, polygon(corners_on_a_circle(n)))); });
}

// Every box crosses every other one: the search is bounded.
TEST(GrowthOfShapes, PartsOfACompoundThatAllMeet) {
  expect_growth(2000, in_proportion, in_proportion, [](int n) {
    std::vector<Shape> boxes;
    for (int i = 0; i < n; ++i) {
      const Real angle =
          std::fmod(Real(i) * Real(1.9416), std::numbers::pi_v<Real>);  // the golden section of half a turn
      const Vec2 along = 500 * Vec2(std::cos(angle), std::sin(angle)), across = Vec2(-along.y(), along.x()) / 10000;
      boxes.push_back(polygon(std::vector<Vec2>{-along - across, along - across, along + across, -along + across}));
    }
    return together(boxes);
  });
}

TEST(GrowthOfShapes, PartsOfACompoundTilesAndPixels) {
  expect_growth(1000, in_proportion, in_proportion, [](int n) { return [n] { row_of_discs(n); }; });
  expect_growth(4096, in_proportion, in_proportion, [](int n) {
    std::vector<Tile> tiles;
    for (int i = 0; i < n; ++i) tiles.push_back((i + i / 64) % 2 == 0 ? solid_tile : empty_tile);
    return [tiles, n] { grid({.columns = 64, .rows = n / 64}, tiles); };
  });
  expect_growth(4096, in_proportion, in_proportion, [](int n) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < n; ++i) pixels.push_back((i + i / 64) % 2 == 0);
    return [pixels, n] { mask({.width = 64, .height = n / 64}, pixels); };
  });
}

/// Two rows of discs; each disc of one row lies in two of the other.
template <class Question>
auto of_two_rows(const Question& question) {
  return [question](int n) {
    return [question, row = row_of_discs(n)] { question(row, Pose{Vec2(Real(0.3), Real(0.2)), {}}, row, Pose{}); };
  };
}

TEST(GrowthOfShapes, OverlapAndManifoldsOfTwoMadeOfParts) {
  expect_growth(100, in_proportion, in_proportion, of_two_rows([](const auto&... pair) { overlap(pair...); }));
  expect_growth(100, in_proportion, in_proportion, of_two_rows([](const auto&... pair) { manifolds(pair...); }));
}

// Each pair of parts forbids a place, and a way out has to be found among the places that all of them leave.
TEST(GrowthOfShapes, TheWayOutOfTwoMadeOfPartsTakesTheCubeOfTheParts) {
  const auto make = of_two_rows([](const auto&... pair) { mtv(pair...); });
  const Cost one = cost_of(make, 40), two = cost_of(make, 80);
  EXPECT_GT(two.bytes, 3 * one.bytes);
  EXPECT_LE(two.bytes, with_the_square * one.bytes);
  if (one.work == 0) GTEST_SKIP() << "work is not counted in this build, see broad/counting_work.hpp";
  EXPECT_GT(two.work, 3 * one.work);
  EXPECT_LE(two.work, with_the_cube * one.work);
}

}  // namespace
}  // namespace bankshot::testing
