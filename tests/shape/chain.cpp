// Chains: segments that share corners, and the surface that shows at these.
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <string>

#include "pieces_checks.hpp"

using namespace bankshot;
using bankshot_test::all_parts;
using bankshot_test::Hulls;
using bankshot_test::Part;

namespace {

std::string why_no_chain(const std::vector<Vec2>& points, bool closed = false) {
  return try_chain(points, closed).reason();
}

std::vector<Vec2> random_walk(Hulls& random, std::size_t count) {
  std::vector<Vec2> points = {Vec2(0, 0)};
  while (points.size() < count) {
    const Vec2 step(static_cast<Real>(random.between(-3, 3)), static_cast<Real>(random.between(-3, 3)));
    if (step[0] == 0 && step[1] == 0) continue;
    const Vec2 next = points.back() + step;
    if (points.size() + 1 < count || next != points[0]) points.push_back(next);
  }
  return points;
}

/// The direction between two points, in extended precision.
void expect_direction(detail::V2 direction, const Vec2& from, const Vec2& to) {
  const double x = double(to[0]) - from[0], y = double(to[1]) - from[1], length = std::hypot(x, y);
  EXPECT_NEAR(direction.x, x / length, 1e-6);
  EXPECT_NEAR(direction.y, y / length, 1e-6);
}

}  // namespace

TEST(Chain, CornersKnowBothSegments) {
  Hulls random(321);
  for (int i = 0; i < 400; ++i) {
    const bool closed = i % 2 == 0;
    const auto sides = i % 3 == 0 ? ChainSides::left : ChainSides::both;
    const std::vector<Vec2> points = random_walk(random, 3 + random.index(20));
    const std::size_t n = points.size();
    const Shape shape = chain(points, closed, sides);
    EXPECT_EQ(shape.kind(), ShapeKind::chain);
    ASSERT_EQ(shape.corner_count(), static_cast<int>(n));
    const std::vector<Part> parts = all_parts(shape);
    ASSERT_EQ(parts.size(), closed ? n : n - 1);
    double shortest = 1e9;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Part& part = parts[k];
      ASSERT_EQ(part.points.size(), 2U);
      EXPECT_EQ(part.points[0], detail::plain(points[k]));
      EXPECT_EQ(part.points[1], detail::plain(points[(k + 1) % n]));
      EXPECT_EQ(part.one_way, sides == ChainSides::left ? 1 : -1);
      const detail::V2 way = part.points[1] - part.points[0];
      EXPECT_GT(cross(way, part.normals[1]), 0) << "edge 1 has the left-hand normal";
      EXPECT_LT(cross(way, part.normals[0]), 0);
      shortest = std::min(shortest, double(length(way)));
      for (std::size_t end = 0; end < 2; ++end) {
        const std::size_t at = (k + end) % n;
        const detail::Seam& seam = part.seams[end];
        EXPECT_TRUE(seam.edge);
        if (!closed && (at == 0 || at + 1 == n)) {
          EXPECT_TRUE(seam.corner);
          EXPECT_EQ(seam.before, seam.after);
          expect_direction(seam.after, points[at], points[at == 0 ? 1 : n - 2]);
          continue;
        }
        const Vec2 before = points[(at + n - 1) % n], here = points[at], after = points[(at + 1) % n];
        const double ax = here[0] - before[0], ay = here[1] - before[1], bx = after[0] - here[0],
                     by = after[1] - here[1];
        const double turn = ax * by - ay * bx;
        const bool back = turn == 0 && ax * bx + ay * by < 0;
        EXPECT_EQ(seam.corner, back || (turn != 0 && (sides == ChainSides::both || turn < 0)));
        expect_direction(seam.before, here, before);
        expect_direction(seam.after, here, after);
      }
    }
    EXPECT_NEAR(detail_view(shape).extent, shortest, 1e-5);
    bankshot_test::expect_finds(shape, 600 + static_cast<std::uint64_t>(i), 12);
    bankshot_test::expect_moves(shape, {7, -5});
  }
}

TEST(Chain, MassIsThatOfThinRods) {
  const MassProperties mass = mass_properties(chain(std::vector<Vec2>{Vec2(0, 0), Vec2(3, 0), Vec2(3, 1)}), 2);
  EXPECT_NEAR(mass.mass, 8, 1e-5);
  EXPECT_NEAR(mass.centre[0], (1.5 * 3 + 3) / 4, 1e-6);
  EXPECT_NEAR(mass.centre[1], 0.5 / 4, 1e-6);
  const double about_origin = 9 + (9 + 1.0 / 3), x = 7.5 / 4, y = 0.125;
  EXPECT_NEAR(mass.inertia, 2 * (about_origin - 4 * (x * x + y * y)), 1e-4);
}

TEST(Chain, Refusals) {
  EXPECT_EQ(why_no_chain({Vec2(0, 0)}), "chain: number of points is 1, must be at least 2");
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(1, 0)}, true),
            "chain: number of points is 2, must be at least 3 for a closed one");
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(1, 0), Vec2(1, 0)}),
            "chain: points 1 and 2 are both (1, 0), must be in different places");
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 0)}, true),
            "chain: points 3 and 0 are both (0, 0), must be in different places");
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 0)}), "");
  const Real infinite = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(infinite, 0)}), "chain: point 1 is (inf, 0), must be finite");
  const Real tiny = std::numeric_limits<Real>::min();
  EXPECT_EQ(why_no_chain({Vec2(0, 0), Vec2(tiny, 0)}).substr(0, 15), "chain: size is ");
  EXPECT_THROW(chain({}), std::invalid_argument);
}

TEST(Chain, EqualityKnowsClosingAndSides) {
  const std::vector<Vec2> points = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1)};
  EXPECT_EQ(chain(points), chain(points));
  EXPECT_FALSE(chain(points) == chain(points, true));
  EXPECT_FALSE(chain(points) == chain(points, false, ChainSides::left));
  const std::vector<Vec2> two = {Vec2(0, 0), Vec2(3, 0)};
  for (const ChainSides sides : {ChainSides::left, ChainSides::both}) {
    EXPECT_EQ(chain_sides(chain(points, false, sides)), sides);
    EXPECT_EQ(chain_sides(chain(two, false, sides)), sides);
  }
  EXPECT_EQ(try_chain(points).value(), chain(points, false)) << "open unless it is said otherwise";
  EXPECT_EQ(pieces(chain(points))[1], segment(Vec2(3, 0), Vec2(3, 1)));
  EXPECT_EQ(all_parts(chain(points))[1].material, 0u) << "only tiles have others";
}
