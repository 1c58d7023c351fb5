// Sweeps with turning against dense sampling.

#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include "../effort.hpp"
#include "slide.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;

using tolerance::eps;

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

/// A wedge whose corner slides along the line of a floor, within the band above it or below, and over the foot of a
/// slope that has no floor before it; the wedge turns about that corner, or near it.
Turning over_a_foot(Random& random) {
  Turning t;
  const Rotation turn = random.rotation();
  const Real slope = std::pow(Real(10), random.uniform(-5, -0.5));
  const Real length = random.uniform(1, 20), below = random.uniform(1, 3);
  const std::vector<Vec2> hill{Vec2(0, 0), Vec2(length / 2, -below), Vec2(length, slope * length)};
  t.b = random.chance(0.5) ? segment(hill[0], hill[2]) : polygon(hill);
  const Real right = random.uniform(0.1, 2), left = random.uniform(0.1, 2), up = random.uniform(0.1, 2);
  const std::vector<Vec2> tip{Vec2(0, 0), Vec2(right, up), Vec2(-left, up * random.uniform(0.8, 1.2))};
  t.a = random.chance(0.4) ? segment(tip[0], tip[2]) : polygon(tip);
  const Real before = random.uniform(0, 5), after = random.uniform(0, length);
  const Real above = 16 * eps * length * random.uniform(-1, 2);
  const Real rise = random.chance(0.5) ? Real(0) : slope * length * random.uniform(-1, 1);
  t.motion_b.start = {random.point(random.chance(0.3) ? 100 : 0), turn};
  t.motion_a.start = {t.motion_b.start.position + turn * Vec2(-before, above), turn};
  t.motion_a.translation = turn * Vec2(before + after, rise);
  t.motion_a.turn = random.uniform(-1, 1) * std::pow(Real(10), random.uniform(-6, 0));
  if (random.chance(0.2)) t.motion_a.pivot = random.point(0.1);
  if (random.chance(0.2)) t.motion_b.turn = random.uniform(-1, 1) * Real(0.001);
  return t;
}

TEST(SweepMotion, OverTheFootOfASlope) {
  Random random(15);
  int hits = 0, misses = 0;
  for (int i = 0; i < effort(12000); ++i) {
    const Turning t = over_a_foot(random);
    const SweepHit hit = t.run();
    if (hit.status != SweepStatus::hit && hit.status != SweepStatus::missed) continue;
    ++(hit ? hits : misses);
    const Wide tolerance = 4 * t.tolerance();
    for (int k = 0; k <= 24; ++k) {
      const Wide at = hit.fraction * Wide(k) / 24;
      ASSERT_GT(t.gap(at), -tolerance) << i << " at " << at << " of " << hit.fraction;
    }
    if (hit) {
      ASSERT_LT(t.gap(hit.fraction), tolerance) << i;
    }
  }
  EXPECT_GT(hits, effort(8000));
  EXPECT_GT(misses, effort(1000));
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
