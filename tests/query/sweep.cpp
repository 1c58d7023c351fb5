// Translational sweeps against long-double geometry, and sweeps with turning against dense sampling.

#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include "../property/random_shapes.hpp"
#include "exact_gap.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;

constexpr Real eps = tolerance::eps;

struct Slide {
  Shape a = circle(1), b = circle(1);
  Pose pose_a, pose_b;
  Vec2 translation = Vec2::Zero();

  SweepHit run() const { return sweep(a, pose_a, translation, b, pose_b); }
  Wide gap(Wide t) const {
    return exact_gap(placed(a, wide(pose_a.position) + t * wide(translation), pose_a.rotation.c, pose_a.rotation.s),
                     placed(b, pose_b));
  }
  Wide scale() const {
    Wide reach = length(wide(pose_a.position) - wide(pose_b.position));
    for (const Shape* shape : {&a, &b}) {
      Wide own = 0;
      for (int i = 0; i < shape->corner_count(); ++i) own = std::max(own, length(wide(shape->corner(i))));
      reach += own + shape->radius();
    }
    return reach;
  }
};

Slide random_slide(Random& random) {
  Slide s;
  s.a = random_recipe(random).build();
  s.b = random_recipe(random, random.chance(0.2) ? 5 : 1).build();
  s.pose_b = {random.point(5), random.rotation()};
  s.pose_a = {s.pose_b.position + random.point(8), random.chance(0.4) ? s.pose_b.rotation : random.rotation()};
  s.translation = random.uniform(0.3, 3) * (s.pose_b.position + random.point(2) - s.pose_a.position);
  return s;
}

// ---- translation ----------------------------------------------------------------------------------------------

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

// Deepest at the far end of the way, and not twice as deep there as in the middle; the deepest place is 1.6 bands deep.
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

// ---- translation and turning ----------------------------------------------------------------------------------

struct Turning {
  Shape a = circle(1), b = circle(1);
  Motion motion_a, motion_b;
  Real target = 0;

  SweepHit run() const { return sweep(a, motion_a, b, motion_b, target); }
  static WideShape at(const Shape& shape, const Motion& m, Wide t) {
    const Wide qc = m.start.rotation.c, qs = m.start.rotation.s;
    const WidePoint pivot = wide(m.pivot);
    const WidePoint arm{qc * pivot.x - qs * pivot.y, qs * pivot.x + qc * pivot.y};
    const Wide c = std::cos(m.turn * t), s = std::sin(m.turn * t);
    return placed(shape, wide(m.start.position) + arm + t * wide(m.translation), c * qc - s * qs, s * qc + c * qs,
                  pivot);
  }
  Wide gap(Wide t) const { return exact_gap(at(a, motion_a, t), at(b, motion_b, t)); }
  Wide tolerance() const {
    Wide size = length(wide(motion_a.start.position) - wide(motion_b.start.position));
    for (const bool first : {true, false}) {
      const Shape& shape = first ? a : b;
      const Motion& m = first ? motion_a : motion_b;
      Wide own = 0;
      for (int i = 0; i < shape.corner_count(); ++i) own = std::max(own, length(wide(shape.corner(i))));
      size += (own + length(wide(m.pivot))) * (1 + std::fabs(m.turn)) + shape.radius();
    }
    return 32 * eps * size;
  }
};

Motion random_motion(Random& random, const Vec2& from, const Vec2& to) {
  Motion motion;
  motion.start = {from, random.rotation()};
  motion.translation = to - from;
  if (random.chance(0.7)) motion.turn = random.uniform(-6, 6) * (random.chance(0.2) ? 5 : 1);
  if (random.chance(0.3)) motion.pivot = random.point(1);
  return motion;
}

Turning random_turning(Random& random) {
  Turning t;
  t.a = random_recipe(random).build();
  t.b = random_recipe(random, random.chance(0.2) ? 3 : 1).build();
  t.motion_a = random_motion(random, random.point(6), random.point(6));
  const Vec2 rest = random.point(2);
  t.motion_b = random_motion(random, rest, random.chance(0.5) ? rest : random.point(6));
  t.target = Real(0.001);
  return t;
}

TEST(SweepMotion, NeverPassesAndStopsAtTheMeeting) {
  Random random(11);
  int hits = 0, misses = 0;
  for (int i = 0; i < 6000; ++i) {
    const Turning t = random_turning(random);
    const SweepHit hit = t.run();
    const Wide tolerance = t.tolerance(), start = t.gap(0);
    EXPECT_NE(hit.status, SweepStatus::out_of_steps) << i;
    if (hit.status == SweepStatus::initial_overlap) {
      EXPECT_LT(start, tolerance) << i;
    }
    if (start < tolerance) continue;
    Wide least = 0;
    const Wide passed = first_fall([&](Wide x) { return t.gap(x); }, 0, hit.fraction, 60, tolerance, &least);
    EXPECT_TRUE(std::isnan(passed)) << i << " at " << passed << " of " << hit.fraction << " depth " << least;
    if (hit.status == SweepStatus::hit) {
      EXPECT_LT(t.gap(hit.fraction), t.target + tolerance) << i;
      EXPECT_NEAR(hit.normal.norm(), 1, 4 * eps) << i;
      const WideShape point{{wide(hit.point)}, 0};
      EXPECT_NEAR(double(exact_gap(point, Turning::at(t.b, t.motion_b, hit.fraction))), 0, double(t.target)) << i;
      ++hits;
    } else {
      EXPECT_EQ(hit.fraction, 1);
      ++misses;
    }
  }
  EXPECT_GT(hits, 1500);
  EXPECT_GT(misses, 1500);
}

TEST(SweepMotion, WithoutTurningItIsTheTranslationalSweep) {
  Random random(12);
  int hits = 0;
  for (int i = 0; i < 6000; ++i) {
    const Slide s = random_slide(random);
    if (std::fabs(s.gap(0)) < 64 * eps * s.scale()) continue;
    const SweepHit exact = s.run();
    Motion moving, resting;
    moving.start = s.pose_a;
    moving.translation = s.translation;
    resting.start = s.pose_b;
    const SweepHit hit = sweep(s.a, moving, s.b, resting);
    if (exact.status != hit.status) {  // grazing
      const Wide least = convex_chord([&](Wide t) { return s.gap(t); }, 0, 1).least;
      EXPECT_LT(std::fabs(least), 64 * eps * s.scale()) << i;
      continue;
    }
    if (hit.status != SweepStatus::hit) continue;
    ++hits;
    const Wide approach = -dot(wide(exact.normal), wide(s.translation));
    EXPECT_LE(double((hit.fraction - exact.fraction) * approach), double(64 * eps * s.scale())) << i;
    EXPECT_LT(double(s.gap(hit.fraction)), double(64 * eps * s.scale())) << i;
  }
  EXPECT_GT(hits, 1500);
}

TEST(SweepMotion, ABladeTurnsIntoAPeg) {
  // A blade of length 2 about its left end meets a peg of radius 1/4 at (0, 1) when it has turned by 90 degrees less
  // the angle that the peg covers.
  Turning t;
  t.a = segment(Vec2(0, 0), Vec2(2, 0));
  t.b = circle(Real(0.25));
  t.motion_b.start.position = Vec2(0, 1);
  t.motion_a.turn = 3;
  const SweepHit hit = t.run();
  ASSERT_EQ(hit.status, SweepStatus::hit);
  const double angle = std::acos(-1.0) / 2 - std::asin(0.25);
  EXPECT_NEAR(hit.fraction * 3, angle, 64 * eps);
  EXPECT_NEAR(hit.point[1], 1 - 0.25 * 0.25, 1e-4);
  // Shape A is the blade: the way out of the peg is back, clockwise.
  EXPECT_GT(hit.normal[0], 0);
  EXPECT_EQ(hit.feature_a.kind, Feature::Kind::edge);
  // The peg as the pivot's own neighbour: out of the blade's reach.
  t.motion_b.start.position = Vec2(0, Real(2.3));
  t.motion_a.turn = 60;
  EXPECT_EQ(t.run().status, SweepStatus::missed);
}

TEST(SweepMotion, ThePivotMovesInAStraightLine) {
  // A disc that turns half a turn about a pivot beside it, and meets a wall on the far side.
  Turning t;
  t.a = circle(Real(0.5));
  t.motion_a.pivot = Vec2(1, 0);
  t.motion_a.turn = Real(3.14159265358979);
  t.b = box(1, 10);
  t.motion_b.start.position = Vec2(Real(2.75), 0);  // its face at 2.25: the disc would reach 2.5
  const SweepHit hit = t.run();
  ASSERT_EQ(hit.status, SweepStatus::hit);
  // The disc's centre at 1 - cos(angle) = 1.75.
  EXPECT_NEAR(hit.fraction * 3.14159265358979, std::acos(-0.75), 1e-5);
  EXPECT_NEAR(hit.normal[0], -1, 1e-5);
}

TEST(SweepMotion, WhatIsNotDecidedInTimeIsSafeSoFar) {
  // Two crossed blades that turn in step like gears never touch, and are never out of one another's reach.
  Turning t;
  t.a = t.b = segment(Vec2(-1, 0), Vec2(1, 0));
  t.motion_b.start = {Vec2(Real(1.5), 0), {0, 1}};
  t.motion_a.turn = t.motion_b.turn = 600;
  const SweepHit hit = t.run();
  EXPECT_EQ(hit.status, SweepStatus::out_of_steps);
  EXPECT_TRUE(hit);
  EXPECT_GT(hit.fraction, 0);
  EXPECT_LT(hit.fraction, 1);
  EXPECT_GT(t.gap(hit.fraction), 0);
  // A turn of them is decided.
  t.motion_a.turn = t.motion_b.turn = 6;
  EXPECT_EQ(t.run().status, SweepStatus::missed);
}

TEST(SweepMotion, TouchingAndOverlappingStarts) {
  Turning t;
  t.a = t.b = box(2, 2);
  t.motion_a.start.position = Vec2(0, 2);
  EXPECT_EQ(t.run().status, SweepStatus::missed);
  t.motion_a.translation = Vec2(0, -1);
  EXPECT_EQ(t.run().status, SweepStatus::hit);
  EXPECT_EQ(t.run().fraction, 0);
  t.motion_a.translation = Vec2(1, 0);
  EXPECT_EQ(t.run().status, SweepStatus::missed);
  t.motion_a.translation = Vec2(0, 1);
  EXPECT_EQ(t.run().status, SweepStatus::missed);
  t.motion_a.start.position = Vec2(0, Real(1.5));
  for (const Vec2& way : {Vec2(0, 1), Vec2(0, -1), Vec2(0, 0)}) {
    t.motion_a.translation = way;
    EXPECT_EQ(t.run().status, SweepStatus::initial_overlap);
    EXPECT_EQ(t.run().fraction, 0);
  }
}

TEST(SweepMotion, ExchangingThePairMirrorsTheAnswer) {
  Random random(13);
  for (int i = 0; i < 10000; ++i) {
    const Turning t = random_turning(random);
    const SweepHit ab = t.run(), ba = sweep(t.b, t.motion_b, t.a, t.motion_a, t.target);
    EXPECT_EQ(ab.status, ba.status) << i;
    EXPECT_EQ(ab.fraction, ba.fraction) << i;
    if (!ab) continue;
    EXPECT_EQ(ab.normal, Vec2(-ba.normal)) << i;
    EXPECT_EQ(ab.feature_a, ba.feature_b) << i;
    EXPECT_EQ(ab.feature_b, ba.feature_a) << i;
  }
}

TEST(SweepMotion, PowersOfTwoScaleExactly) {
  Random random(14);
  for (int i = 0; i < 5000; ++i) {
    const Recipe a = random_recipe(random), b = random_recipe(random);
    Turning t = random_turning(random);
    t.a = a.build();
    t.b = b.build();
    const Real f = std::ldexp(Real(1), random.integer(-12, 12));
    Turning scaled = t;
    scaled.a = a.scaled(f).build();
    scaled.b = b.scaled(f).build();
    for (Motion* m : {&scaled.motion_a, &scaled.motion_b}) {
      m->start.position *= f;
      m->translation *= f;
      m->pivot *= f;
    }
    scaled.target *= f;
    const SweepHit hit = t.run(), other = scaled.run();
    EXPECT_EQ(hit.status, other.status) << i;
    EXPECT_EQ(hit.fraction, other.fraction) << i;
    EXPECT_EQ(Vec2(f * hit.point), other.point) << i;
    if (hit) {
      EXPECT_EQ(hit.normal, other.normal) << i;
    }
  }
}

}  // namespace
