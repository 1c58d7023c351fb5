#include "balanced.hpp"

#include <bankshot/draw/explanation.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

using namespace bankshot;
using bankshot_test::count;
using bankshot_test::expect_balanced;

namespace {

Pose at(Real x, Real y) { return {Vec2(x, y), {}}; }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Shape round_polygon(int corners, Real radius) {
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) {
    const Rotation turn = Rotation::from_angle(Real(6.2831853) * Real(i) / Real(corners));
    points.push_back(Vec2(radius * turn.c, radius * turn.s));
  }
  return polygon(points);
}

TEST(ExplanationWords, NameEveryRelation) {
  const Shape small = box(1, 1), large = box(4, 4);
  EXPECT_EQ(verdict(explain(small, at(9, 0), large, at(0, 0))), "A and B are apart");
  EXPECT_EQ(verdict(explain(small, at(Real(2.5), 0), large, at(0, 0))), "A and B touch");
  EXPECT_EQ(verdict(explain(small, at(2, 0), large, at(0, 0))), "A and B overlap");
  EXPECT_EQ(verdict(explain(small, at(1, 0), large, at(0, 0))), "A lies inside B");
  EXPECT_EQ(verdict(explain(large, at(1, 0), small, at(0, 0))), "B lies inside A");
  EXPECT_EQ(verdict(explain(small, at(0, 0), small, at(0, 0))), "A and B cover the same points");
}

TEST(ExplanationWords, GiveTheReason) {
  EXPECT_EQ(reason(explain(box(1, 1), at(2, 0), box(4, 4), at(0, 0))),
            "The shadows overlap on every axis. The shortest way out is along the normal of edge 3 of A, by 0.5.");
  const std::string nested = reason(explain(box(1, 1), at(1, 0), box(4, 4), at(0, 0)));
  EXPECT_TRUE(has(nested,
                  "by 1.5. There the shadow of A lies inside that of B, so the overlap of 1 is not enough: "
                  "0.5 more lead to the end."))
      << nested;
  EXPECT_TRUE(has(nested, "No point of A reaches out of B, so A lies inside."));
  const std::string gap = reason(explain(box(1, 1), at(9, 0), box(4, 4), at(0, 0)));
  EXPECT_TRUE(has(gap, "leave a gap of 6.5.")) << gap;
  EXPECT_TRUE(has(gap, "bounding circles"));
  EXPECT_TRUE(has(reason(explain(circle(1), at(0, 0), circle(1), at(0, 0))), "The two centres are in one place"));
  EXPECT_TRUE(has(reason(explain(circle(1), at(1, 0), circle(1), at(0, 0))),
                  "along the line from centre of B to centre of A, the only axis to ask: A gets out by 1."));
  const std::string touching = reason(explain(box(1, 1), at(Real(2.5), 0), box(4, 4), at(0, 0)));
  EXPECT_TRUE(has(touching, "the band). They touch: what is left to move is within rounding.")) << touching;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(has(reason(explain(box(1, 1), at(nan, 0), box(4, 4), at(0, 0))), "not finite"));
}

TEST(ExplanationWords, NameAxesByWhereTheyComeFrom) {
  const Explanation e = explain(capsule({-1, 0}, {1, 0}, 1), at(Real(2.2), Real(1.4)), box(2, 2), at(0, 0));
  EXPECT_EQ(axis_name(e, 0), "side 0 of A");
  EXPECT_EQ(axis_name(e, 2), "edge 0 of B");
  EXPECT_EQ(axis_name(e, 6), "corner 2 of B to end 0 of A");
  EXPECT_THROW(axis_name(e, 7), std::out_of_range);
  EXPECT_THROW(axis_name(e, -1), std::out_of_range);
}

TEST(ExplanationPicture, IsSoundForEveryKindOfPair) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Shape> shapes = {circle(1),
                                     capsule({-1, 0}, {1, Real(0.5)}, Real(0.3)),
                                     segment({-2, 0}, {2, 1}),
                                     box(2, 1),
                                     box(2, 1, {1, 1}, {}, Real(0.2)),
                                     round_polygon(12, 1)};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (const Pose& pose : {at(0, 0), at(Real(0.4), -Real(0.3)), at(2, 1), at(0, Real(1e6)), at(-Real(1e30), 0),
                               at(Real(1e-30), 0), at(nan, 0)}) {
        const std::string svg = explanation_svg(explain(a, pose, b, at(0, 0)), {"a < b & \"c\""});
        expect_balanced(svg);
        EXPECT_FALSE(has(svg, "inf\"")) << svg;
        EXPECT_TRUE(has(svg, "a &lt; b &amp; &quot;c&quot;"));
        EXPECT_LT(svg.size(), 100'000u);
      }
    }
  }
}

TEST(ExplanationPicture, ShowsTheVectorTheGhostAndTheGap) {
  const std::string overlapping = explanation_svg(explain(box(1, 1), at(2, 0), box(4, 4), at(0, 0)));
  EXPECT_TRUE(has(overlapping, ">MTV 0.5<"));
  EXPECT_TRUE(has(overlapping, "class=\"ghost\""));
  EXPECT_FALSE(has(overlapping, "class=\"gapline\""));
  const std::string apart = explanation_svg(explain(box(1, 1), at(3, 0), box(4, 4), at(0, 0)));
  EXPECT_TRUE(has(apart, ">gap 0.5<"));
  EXPECT_TRUE(has(apart, "class=\"gapline\""));
  EXPECT_FALSE(has(apart, ">MTV "));
}

TEST(ExplanationPicture, OppositeDirectionsShareACard) {
  const std::string boxes = explanation_svg(explain(box(1, 1), at(2, 0), box(4, 4), at(0, 0)));
  EXPECT_EQ(count(boxes, "class=\"panel\""), 2u);  // the large one, and the card that is not chosen
  EXPECT_EQ(count(boxes, "class=\"panel best\""), 1u);
  EXPECT_TRUE(has(boxes, ">edges 1, 3 of A<"));
  EXPECT_TRUE(has(boxes, ">edges 1, 3 of B<"));
}

TEST(ExplanationPicture, TheBestSixteenOfMany) {
  const std::string many = explanation_svg(explain(round_polygon(37, 1), at(1, 0), round_polygon(41, 1), at(0, 0)));
  EXPECT_EQ(count(many, "class=\"panel\""), 16u);
  EXPECT_EQ(count(many, "class=\"panel best\""), 1u);
  EXPECT_TRUE(has(many, ">The best 16 axes; "));
}

// Far from the origin the picture is the same except for the numbers on the grid.
TEST(ExplanationPicture, DoesNotDependOnTheOrigin) {
  const auto without_grid = [](std::string svg) {
    for (std::size_t i = svg.find("\"tick\""); i != std::string::npos; i = svg.find("\"tick\"")) {
      const std::size_t begin = svg.rfind('<', i);
      svg.erase(begin, svg.find('\n', i) - begin);
    }
    return svg;
  };
  const std::string here = explanation_svg(explain(box(1, 1), at(2, 1), circle(2), at(0, 0)));
  const std::string there = explanation_svg(explain(box(1, 1), at(1002, 513), circle(2), at(1000, 512)));
  EXPECT_NE(here, there);
  EXPECT_EQ(without_grid(here), without_grid(there));
}

}  // namespace
