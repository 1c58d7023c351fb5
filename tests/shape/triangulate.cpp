// Triangles of polygons: as many as there must be, all with area, and merged into few pieces.
#include <bankshot/shape/decompose.hpp>
#include <bankshot/shape/triangulate.hpp>

#include <gtest/gtest.h>

#include "outlines.hpp"

using namespace bankshot;
using bankshot_test::Hulls;
using bankshot_test::Outline;
using bankshot_test::Whole;

namespace {

std::vector<detail::V2> points_of(const Outline& outline) {
  std::vector<detail::V2> points;
  for (const Whole p : outline) points.push_back({static_cast<Real>(p.x), static_cast<Real>(p.y)});
  return points;
}

}  // namespace

TEST(Triangulate, TrianglesHaveAreaAndMakeTheWhole) {
  Hulls random(351);
  for (int i = 0; i < 600; ++i) {
    const Outline outline = i % 2 == 0 ? bankshot_test::cells(random, static_cast<int>(3 + random.index(60)))
                                       : bankshot_test::tangle(random, 4 + random.index(16), 12);
    const auto triangles = detail::triangulate(points_of(outline));
    ASSERT_EQ(triangles.size(), outline.size() - 2);
    std::int64_t area = 0;
    for (const auto& t : triangles) {
      const std::int64_t doubled = turn(outline[t[0]], outline[t[1]], outline[t[2]]);
      ASSERT_GT(doubled, 0) << i;
      area += doubled;
    }
    EXPECT_EQ(area, bankshot_test::doubled_area(outline));
  }
}

TEST(Triangulate, TwinsAreTheSameEdge) {
  Hulls random(352);
  for (int i = 0; i < 300; ++i) {
    const Outline outline = bankshot_test::tangle(random, 5 + random.index(16), 200);
    const detail::Decomposition cut = detail::decompose(points_of(outline));
    std::vector<std::uint32_t> next(cut.corner.size());
    for (std::size_t piece = 0; piece < cut.size(); ++piece) {
      for (std::uint32_t k = cut.first[piece]; k < cut.first[piece + 1]; ++k) {
        next[k] = k + 1 == cut.first[piece + 1] ? cut.first[piece] : k + 1;
      }
    }
    std::size_t outer = 0;
    for (std::uint32_t k = 0; k < cut.corner.size(); ++k) {
      if (cut.twin[k] == detail::Decomposition::none) {
        ++outer;
        EXPECT_EQ(cut.corner[next[k]], (cut.corner[k] + 1) % outline.size());
        continue;
      }
      EXPECT_EQ(cut.twin[cut.twin[k]], k);
      EXPECT_EQ(cut.corner[next[k]], cut.corner[cut.twin[k]]);
    }
    EXPECT_EQ(outer, outline.size());
  }
}
