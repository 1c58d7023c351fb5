// Translational sweeps against long-double geometry.

#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include "slide.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;

using tolerance::eps;

TEST(Sweep, AgreesWithTheJudge) {
  Random random(1);
  int hits = 0, misses = 0, inside = 0;
  for (int i = 0; i < 4000; ++i) {
    const Slide s = random_slide(random);
    const Wide tolerance = 32 * eps * s.scale();
    const Wide start = s.gap(0);
    if (std::fabs(start) < tolerance) continue;
    const SweepHit hit = s.run();
    if (start < 0) {
      EXPECT_EQ(hit.status, SweepStatus::initial_overlap) << i;
      EXPECT_EQ(hit.fraction, 0);
      ++inside;
      continue;
    }
    const Chord chord = convex_chord([&](Wide t) { return s.gap(t); }, 0, 1);
    if (std::fabs(chord.least) < tolerance) continue;                                    // grazing, or ending there
    if (s.a.kind() == ShapeKind::segment && s.b.kind() == ShapeKind::segment) continue;  // cannot overlap: below
    if (chord.least > 0) {
      EXPECT_EQ(hit.status, SweepStatus::missed) << i;
      EXPECT_EQ(hit.fraction, 1);
      ++misses;
      continue;
    }
    ASSERT_EQ(hit.status, SweepStatus::hit) << i << " " << chord.least;
    ++hits;
    EXPECT_NEAR(double(s.gap(hit.fraction)), 0, double(tolerance)) << i;
    EXPECT_LT(double(hit.fraction), double((chord.enter + chord.leave) / 2)) << i;
    EXPECT_LT(hit.normal.dot(s.translation), 0) << i;
    EXPECT_NEAR(hit.normal.norm(), 1, 4 * eps) << i;
    // The meeting point lies on both surfaces.
    const WideShape point{{wide(hit.point)}, 0};
    EXPECT_NEAR(double(exact_gap(point, placed(s.b, s.pose_b))), 0, double(2 * tolerance)) << i;
    const WidePoint moved = wide(s.pose_a.position) + hit.fraction * wide(s.translation);
    EXPECT_NEAR(double(exact_gap(point, placed(s.a, moved, s.pose_a.rotation.c, s.pose_a.rotation.s))), 0,
                double(2 * tolerance))
        << i;
    EXPECT_LT(hit.feature_a.index, s.a.corner_count());
    EXPECT_LT(hit.feature_b.index, s.b.corner_count());
  }
  EXPECT_GT(hits, 1200);
  EXPECT_GT(misses, 500);
  EXPECT_GT(inside, 150);
}

/// First time at which a corner of one meets an edge of the other: all pairs, in long double.
Wide corner_meets_edge(const WideShape& corners, const WideShape& edges, WidePoint way) {
  Wide first = INFINITY;
  const std::size_t n = edges.points.size();
  for (const WidePoint p : corners.points) {
    for (std::size_t i = 0; i < n; ++i) {
      const WidePoint e = edges.points[(i + 1) % n] - edges.points[i], f = edges.points[i] - p;
      const Wide turn = cross(way, e);
      if (turn == 0) continue;
      const Wide t = cross(f, e) / turn, s = cross(f, way) / turn;
      if (t >= 0 && s >= 0 && s <= 1) first = std::min(first, t);
    }
  }
  return first;
}

TEST(Sweep, SharpPolygonsAndSegmentsAgreeWithAllCornersAgainstAllEdges) {
  Random random(2);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    Slide s = random_slide(random);
    if (s.a.radius() > 0 || s.b.radius() > 0) continue;
    const Wide tolerance = 32 * eps * s.scale();
    if (s.gap(0) < tolerance) continue;
    const WideShape a = placed(s.a, s.pose_a), b = placed(s.b, s.pose_b);
    const WidePoint way = wide(s.translation);
    const Wide first = std::min(corner_meets_edge(a, b, way), corner_meets_edge(b, a, Wide(-1) * way));
    const SweepHit hit = s.run();
    if (hit.status == SweepStatus::missed) {
      // Either nothing meets, or so near an end that rounding decides.
      if (first < Wide(0.9999)) {
        EXPECT_GT(s.gap(std::min(first + Wide(1e-3), Wide(1))), -tolerance * 100) << i;
      }
      continue;
    }
    ASSERT_EQ(hit.status, SweepStatus::hit) << i;
    ++hits;
    EXPECT_NEAR(double(s.gap(hit.fraction)), 0, double(tolerance)) << i;
    const Wide slope = -dot(wide(hit.normal), way);
    if (slope > Wide(0.01) * length(way)) {
      EXPECT_NEAR(double(hit.fraction - first), 0, double(tolerance / slope)) << i;
    }
  }
  EXPECT_GT(hits, 1500);
}

TEST(Sweep, FastDiscsStopAtThinWalls) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    Slide s;
    s.a = circle(Real(0.1));
    s.b = random.chance(0.5) ? box(Real(0.001), 4) : segment(Vec2(0, -2), Vec2(0, 2));
    s.pose_b = {random.point(5), random.rotation()};
    const Vec2 at = s.pose_b * Vec2(0, random.uniform(-1.9, 1.9));
    const Vec2 heading = s.pose_b.rotation * Vec2(1, random.uniform(-1, 1));
    const Real length = 10000 / Real(60);
    s.pose_a.position = at - random.uniform(0.2, 0.8) * length * heading;
    s.translation = length * heading;
    const SweepHit hit = s.run();
    ASSERT_EQ(hit.status, SweepStatus::hit) << i;
    EXPECT_NEAR(double(s.gap(hit.fraction)), 0, double(32 * eps * s.scale())) << i;
  }
}

TEST(Sweep, TouchingShapesHitOnlyWhenTheyApproach) {
  const auto status = [](const Shape& a, const Vec2& at, const Vec2& way, const Shape& b) {
    const SweepHit hit = sweep(a, {at, {}}, way, b, {});
    if (hit) {
      EXPECT_EQ(hit.fraction, 0);
    }
    return hit.status;
  };
  const Shape square = box(2, 2), disc = circle(1);
  // Face on face.
  EXPECT_EQ(status(square, Vec2(0, 2), Vec2(0, -1), square), SweepStatus::hit);
  EXPECT_EQ(status(square, Vec2(0, 2), Vec2(3, -1), square), SweepStatus::hit);
  EXPECT_EQ(status(square, Vec2(0, 2), Vec2(0, 1), square), SweepStatus::missed);
  EXPECT_EQ(status(square, Vec2(0, 2), Vec2(1, 0), square), SweepStatus::missed);
  // Corner on corner: into the quarter that the other fills, or past it.
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(-1, -1), square), SweepStatus::hit);
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(-1, Real(-0.25)), square), SweepStatus::hit);
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(Real(-0.25), -1), square), SweepStatus::hit);
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(-1, 1), square), SweepStatus::missed);
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(-1, 0), square), SweepStatus::missed);
  EXPECT_EQ(status(square, Vec2(2, 2), Vec2(1, -1), square), SweepStatus::missed);
  // Round on flat, round on round.
  EXPECT_EQ(status(disc, Vec2(Real(0.5), 2), Vec2(5, Real(-0.5)), square), SweepStatus::hit);
  EXPECT_EQ(status(disc, Vec2(Real(0.5), 2), Vec2(5, 0), square), SweepStatus::missed);
  EXPECT_EQ(status(disc, Vec2(2, 0), Vec2(-3, 0), disc), SweepStatus::hit);
  EXPECT_EQ(status(disc, Vec2(2, 0), Vec2(0, 3), disc), SweepStatus::missed);
  // Standing still.
  EXPECT_EQ(status(square, Vec2(0, 2), Vec2(0, 0), square), SweepStatus::missed);
}

TEST(Sweep, SlidingAlongATurnedWallIsNoHit) {
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    Slide s;
    s.a = random.chance(0.5) ? circle(Real(0.5)) : box(1, 1);
    s.b = box(20, 1);
    s.pose_b = {random.point(5), random.rotation()};
    s.pose_a = {s.pose_b * Vec2(random.uniform(-5, 5), 1), s.pose_b.rotation};
    s.translation = s.pose_b.rotation * Vec2(random.uniform(-5, 5), 0);
    EXPECT_EQ(s.run().status, SweepStatus::missed) << i;
    s.translation += s.pose_b.rotation * Vec2(0, Real(-0.01));
    EXPECT_EQ(s.run().status, SweepStatus::hit) << i;
  }
}

TEST(Sweep, ExchangingThePairMirrorsTheAnswer) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    Slide s = random_slide(random);
    if (random.chance(0.5)) {  // exact ties: upright shapes with whole numbers
      s.a = random_grid_recipe(random).build();
      s.b = random_grid_recipe(random).build();
      s.pose_a = {Vec2(Real(random.integer(-8, 8)), Real(random.integer(-8, 8))), {}};
      s.pose_b = {};
      s.translation = Vec2(Real(random.integer(-8, 8)), Real(random.integer(-8, 8)));
      if (s.pose_a.position == Vec2(0, 0)) continue;  // no answer can tell the two apart there
    }
    const SweepHit ab = s.run();
    const SweepHit ba = sweep(s.b, s.pose_b, Vec2(-s.translation), s.a, s.pose_a);
    EXPECT_EQ(ab.status, ba.status) << i;
    EXPECT_EQ(ab.fraction, ba.fraction) << i;
    if (!ab) continue;
    EXPECT_EQ(ab.normal, Vec2(-ba.normal)) << i;
    EXPECT_EQ(ab.feature_a, ba.feature_b) << i;
    EXPECT_EQ(ab.feature_b, ba.feature_a) << i;
  }
}

TEST(Sweep, PowersOfTwoScaleExactly) {
  Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const Recipe a = random_recipe(random), b = random_recipe(random);
    const Real f = std::ldexp(Real(1), random.integer(-12, 12));
    const Pose pose_a = {random.point(5), random.rotation()}, pose_b = {random.point(5), random.rotation()};
    const Vec2 way = random.point(10);
    const SweepHit hit = sweep(a.build(), pose_a, way, b.build(), pose_b);
    const SweepHit scaled = sweep(a.scaled(f).build(), {f * pose_a.position, pose_a.rotation}, f * way,
                                  b.scaled(f).build(), {f * pose_b.position, pose_b.rotation});
    EXPECT_EQ(hit.status, scaled.status) << i;
    EXPECT_EQ(hit.fraction, scaled.fraction) << i;
    EXPECT_EQ(Vec2(f * hit.point), scaled.point) << i;
    if (hit) {
      EXPECT_EQ(hit.normal, scaled.normal) << i;
    }
  }
}

// The second half of the polygon's straight side and the segment turned back are opposite directions, to be met in
// order.
TEST(Sweep, CornersOnAStraightSideAgainstACapsule) {
  const std::vector<Vec2> corners = {{0, 0}, {0.25, 0.25}, {0.75, 0.75}, {-0.25, 0}};
  const Rotation quarter = {0, 1};
  Slide s;
  s.a = polygon(corners);
  s.b = capsule({0, 0}, {-0.5, 0.5}, Real(0.5));
  s.pose_a.rotation = {0, -1};
  s.pose_b.position = Vec2(2, 0);
  s.translation = Vec2(2, 0);
  for (int turns = 0; turns < 4; ++turns) {
    const SweepHit hit = s.run();
    EXPECT_EQ(hit.status, SweepStatus::hit) << turns;
    EXPECT_NEAR(static_cast<double>(s.gap(hit.fraction)), 0, 32 * static_cast<double>(eps)) << turns;
    s.pose_a.rotation = quarter * s.pose_a.rotation;
    s.pose_b = {quarter * s.pose_b.position, quarter * s.pose_b.rotation};
    s.translation = quarter * s.translation;
  }
}

// The overlap is deepest at the far end of the path, and less than twice as deep there as in the middle; the deepest
// place is 1.6 bands deep.
TEST(Sweep, ATouchingStartThatGoesDeeperOffTheMiddleHits) {
  Slide s;
  const Real tiny = std::ldexp(Real(1), -18);
  const std::vector<Vec2> small = {{0, tiny}, {0, 0}, {4 * tiny, 0}};
  const std::vector<Vec2> large = {{Real(-3.1572266), Real(0.91002846)}, {Real(-0.6977749), Real(-0.45681)}, {0, 0}};
  s.a = polygon(small);
  s.b = polygon(large);
  s.pose_b = {Vec2(Real(-1.1592407), Real(-0.99781513)), {Real(-0.7555847), Real(-0.6550493)}};
  s.translation = Vec2(0, -4 * tiny);
  EXPECT_NE(s.run().status, SweepStatus::missed);
}

TEST(Sweep, WhatIsNotANumberMisses) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_FALSE(sweep(box(1, 1), {}, Vec2(nan, 0), box(1, 1), {Vec2(3, 0), {}}));
  EXPECT_FALSE(sweep(box(1, 1), {Vec2(nan, 0), {}}, Vec2(1, 0), box(1, 1), {Vec2(3, 0), {}}));
  Motion bad;
  bad.turn = nan;
  EXPECT_FALSE(sweep(box(1, 1), bad, box(1, 1), Motion{}));
}

}  // namespace
