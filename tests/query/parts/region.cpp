// Outlines of rounded polygons, the stretches of them inside others, and Minkowski differences: point by point, with
// the judge's distances.

#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/parts/rounded_polygons.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;
using detail::Curve;
using detail::P2;
using detail::RoundedPolygon;
using detail::Span;

oracle::Point point_of(P2 p) { return {p.x, p.y}; }
P2 p2(oracle::Point p) { return {double(p.x), double(p.y)}; }

/// Any shape as a blob, its corners counter-clockwise by the judge's hull.
RoundedPolygon random_blob(Random& random, double size) {
  const Shape shape = random.chance(0.2) ? random_grid_recipe(random).build() : random_recipe(random, size).build();
  const oracle::Placed placed = oracle::place(shape, {random.point(size), random.rotation()});
  RoundedPolygon blob;
  for (const oracle::Point corner : oracle::convex_hull(placed.core)) blob.corners.push_back(p2(corner));
  blob.radius = double(placed.radius);
  return blob;
}

double judged_distance(const RoundedPolygon& blob, P2 point) {
  std::vector<oracle::Point> corners;
  for (const P2 corner : blob.corners) corners.push_back(point_of(corner));
  return double(oracle::signed_distance(point_of(point), corners)) - blob.radius;
}

bool within(const std::vector<Span>& spans, double s) {
  for (const Span& span : spans) {
    if (span.from <= s && s <= span.to) return true;
  }
  return false;
}

/// The curve's point, `hair` farther out.
P2 moved_out(const Curve& curve, double s, double hair) {
  const P2 point = curve.at(s);
  const P2 out = curve.arc() ? point - curve.centre : detail::right_of(curve.to - curve.from);
  return point + (hair / detail::length(out)) * out;
}

TEST(Region, DistancesAreTheJudges) {
  Random random(71);
  for (int i = 0; i < 20000; ++i) {
    const RoundedPolygon blob = random_blob(random, 1);
    const P2 point{random.uniform(-3, 3), random.uniform(-3, 3)};
    ASSERT_NEAR(distance(blob, point), judged_distance(blob, point), 1e-12) << i;
  }
}

TEST(Region, AnOutlineRunsOnceRoundTheBlob) {
  Random random(72);
  for (int i = 0; i < 4000; ++i) {
    const RoundedPolygon blob = random_blob(random, 1);
    if (blob.corners.size() == 1 && blob.radius == 0) continue;
    std::vector<Curve> curves;
    outline(blob, 7, curves);
    double measured = 0, expected = 6.283185307179586 * blob.radius;
    for (std::size_t k = 0; k < blob.corners.size(); ++k) {
      expected += detail::length(blob.corners[(k + 1) % blob.corners.size()] - blob.corners[k]);
    }
    for (std::size_t k = 0; k < curves.size(); ++k) {
      const Curve& curve = curves[k];
      ASSERT_EQ(curve.blob, 7u);
      for (const double share : {0.0, 0.3, 1.0}) {
        ASSERT_NEAR(judged_distance(blob, curve.at(share * curve.end())), 0, 1e-12) << i;
      }
      const P2 seam = curves[(k + 1) % curves.size()].at(0) - curve.at(curve.end());
      ASSERT_LT(detail::length(seam), 1e-14) << i;
      measured += curve.arc() ? curve.radius * 2 * std::atan(curve.end()) : curve.end();
    }
    ASSERT_NEAR(measured, expected, 1e-6 * expected) << i;
  }
}

TEST(Region, WhatIsCoveredLiesInside) {
  Random random(73);
  int both = 0;
  for (int i = 0; i < 4000; ++i) {
    const RoundedPolygon one = random_blob(random, 1), other = random_blob(random, 1);
    const double hair = random.chance(0.5) ? 0 : random.uniform(0, 0.2);
    const double grow = random.chance(0.5) ? 0 : random.uniform(-0.1, 0.2);
    std::vector<Curve> curves;
    outline(one, 0, curves);
    for (const Curve& curve : curves) {
      if (curve.end() == 0) continue;
      std::vector<Span> spans, left;
      covered(curve, hair, other, grow, spans);
      uncovered(curve, spans, left);
      bool seen[2] = {false, false};
      for (int k = 0; k <= 40; ++k) {
        const double s = k / 40.0 * curve.end();
        const double depth = grow - judged_distance(other, moved_out(curve, s, hair));
        if (std::fabs(depth) < 1e-7) continue;
        ASSERT_EQ(within(spans, s), depth > 0) << i << " " << k << " " << depth;
        ASSERT_EQ(within(left, s), depth < 0) << i << " " << k << " " << depth;
        seen[depth > 0] = true;
      }
      both += seen[0] && seen[1];
    }
  }
  EXPECT_GT(both, 1000);
}

// Spans in any arrangement: one in another, end to end, out of order.
TEST(Region, WhatIsLeftIsAllTheRest) {
  Random random(74);
  const Curve curve{{0, 0}, {16, 0}, {}, -1, 0, 0};
  for (int i = 0; i < 4000; ++i) {
    std::vector<Span> spans;
    for (int k = random.integer(0, 5); k > 0; --k) {
      const double from = random.integer(0, 15);
      spans.push_back({from, from + random.integer(0, 16 - int(from))});
    }
    const std::vector<Span> given = spans;
    std::vector<Span> left;
    uncovered(curve, spans, left);
    for (int k = 0; k < 16; ++k) ASSERT_NE(within(given, k + 0.5), within(left, k + 0.5)) << i << " " << k;
    for (std::size_t k = 0; k < left.size(); ++k) {
      ASSERT_LT(left[k].from, left[k].to) << i;
      if (k > 0) {
        ASSERT_LE(left[k - 1].to, left[k].from) << i;
      }
    }
  }
}

TEST(Region, ALineIsInsideInOneStretch) {
  Random random(75);
  int met = 0;
  for (int i = 0; i < 8000; ++i) {
    const RoundedPolygon blob = random_blob(random, 1);
    const P2 from{random.uniform(-2, 2), random.uniform(-2, 2)};
    const Vec2 heading = random.direction();
    const P2 along{heading[0], heading[1]};
    Span span;
    const bool any = line_inside(blob, 0, from, (1 / detail::length(along)) * along, &span);
    met += any;
    for (int k = -40; k <= 40; ++k) {
      const double s = k / 8.0;
      const double depth = -judged_distance(blob, from + (s / detail::length(along)) * along);
      if (std::fabs(depth) < 1e-7) continue;
      ASSERT_EQ(any && span.from <= s && s <= span.to, depth > 0) << i << " " << s;
    }
  }
  EXPECT_GT(met, 2000);
}

// The Minkowski difference: it reaches as far in every direction as both shapes together do.
TEST(Region, AnObstacleIsTheDifferenceOfBothShapes) {
  Random random(76);
  for (int i = 0; i < 6000; ++i) {
    const RandomPair pair = random_pair(random, random.chance(0.3) ? Lie::grid : Lie::overlapping);
    const Shape a = pair.a.build(), b = pair.b.build();
    const detail::Placement at = detail::placement(pair.pose_a, pair.pose_b);
    const RoundedPolygon blob = detail::obstacle({detail_view(a)}, {detail_view(b)}, at);
    const oracle::Placed of_a = oracle::place(a, {Vec2(0, 0), pair.pose_a.rotation}),
                         of_b = oracle::place(b, {Vec2(0, 0), pair.pose_b.rotation});
    std::vector<oracle::Point> differences;
    for (const oracle::Point p : of_b.core) {
      for (const oracle::Point q : of_a.core) differences.push_back((p - q) - oracle::Point{at.d.x, at.d.y});
    }
    const std::vector<oracle::Point> hull = oracle::convex_hull(differences);
    oracle::Number size = 0;
    for (const oracle::Point p : hull) size = std::max(size, oracle::length(p));
    ASSERT_EQ(blob.radius, double(a.radius()) + double(b.radius()));
    ASSERT_LE(blob.corners.size(), of_a.core.size() + of_b.core.size());
    ASSERT_GE(blob.corners.size(), std::min<std::size_t>(hull.size(), 3)) << i;
    RoundedPolygon core = blob;  // corners in line up to rounding may be one edge here and two in the hull
    core.radius = 0;
    for (const oracle::Point corner : hull) {
      const P2 there{static_cast<double>(corner.x), static_cast<double>(corner.y)};
      ASSERT_LE(std::fabs(judged_distance(core, there)), 1e-7L * size) << i;
    }
    const std::size_t n = blob.corners.size();
    for (std::size_t k = 0; n > 2 && k < n; ++k) {
      const P2 before = blob.corners[k], here = blob.corners[(k + 1) % n], after = blob.corners[(k + 2) % n];
      const double turn = detail::cross(here - before, after - here);
      ASSERT_GE(turn, -1e-12 * double(size * size)) << i << " " << k;
    }
  }
}

TEST(Region, EqualEdgesOfAnObstacleAreOne) {
  const Shape small = box(1, 2), large = box(4, 2);
  const RoundedPolygon blob = detail::obstacle({detail_view(small)}, {detail_view(large)}, detail::placement({}, {}));
  EXPECT_EQ(blob.corners.size(), 4u);
}

TEST(Region, SizesAndBoxesHoldTheRadius) {
  const std::vector<RoundedPolygon> blobs = {{{{1, -3}, {2, -3}, {2, 1}}, 0.5, 0}, {{{-2, 0}}, 1, 0}};
  EXPECT_EQ(detail::size_of(blobs), 3.5);
  const detail::Rect rect = detail::rect_of(blobs[0]);
  EXPECT_EQ(rect.lower.x, 0.5);
  EXPECT_EQ(rect.lower.y, -3.5);
  EXPECT_EQ(rect.upper.x, 2.5);
  EXPECT_EQ(rect.upper.y, 1.5);
  const detail::Rect unit{{0, 0}, {1, 1}};
  for (const P2 away : {P2{2, 0}, P2{-2, 0}, P2{0, 2}, P2{0, -2}}) {
    const detail::Rect other{away, away + P2{1, 1}};
    EXPECT_FALSE(detail::meet(unit, other, 0.75));
    EXPECT_TRUE(detail::meet(unit, other, 1));
  }
}

}  // namespace
}  // namespace bankshot_test
