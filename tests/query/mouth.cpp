// The decision table of query/mouth.hpp row by row, and random throws against long-double geometry.

#include <bankshot/query/mouth.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "../property/random_shapes.hpp"
#include "exact_gap.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;

const Mouth bucket = {Vec2(-1, 2), Vec2(1, 2)};  // upright: inward is down

MouthVerdict verdict(const Vec2& from, const Vec2& to, Real radius) {
  return pass_mouth(bucket, from, to, radius).verdict;
}

TEST(Mouth, ABallDroppedInEnters) {
  const MouthPass pass = pass_mouth(bucket, Vec2(Real(0.25), 3), Vec2(Real(0.25), 1), Real(0.5));
  EXPECT_EQ(pass.verdict, MouthVerdict::entered);
  EXPECT_TRUE(pass);
  EXPECT_EQ(pass.fraction, Real(0.5));
  EXPECT_EQ(pass.point, Vec2(Real(0.25), 2));
  EXPECT_EQ(pass.along, Real(0.625));
  EXPECT_EQ(pass.clearance, Real(0.25));
  EXPECT_TRUE(pass.fully_inside);
}

TEST(Mouth, AFastBallEntersBetweenTwoFrames) {
  EXPECT_EQ(verdict(Vec2(0, 1000), Vec2(Real(0.1), -1000), Real(0.5)), MouthVerdict::entered);
}

TEST(Mouth, NoCrossing) {
  EXPECT_EQ(verdict(Vec2(0, 5), Vec2(0, 3), Real(0.5)), MouthVerdict::none);
  EXPECT_EQ(verdict(Vec2(0, 1), Vec2(0, -1), Real(0.5)), MouthVerdict::none);
  // The disc reaches in, its centre does not.
  EXPECT_EQ(verdict(Vec2(0, 3), Vec2(0, Real(2.25)), Real(0.5)), MouthVerdict::none);
  EXPECT_EQ(verdict(Vec2(0, 1), Vec2(0, 1), Real(0.5)), MouthVerdict::none);
}

TEST(Mouth, ParallelPathsDoNotCross) {
  for (const Real y : {Real(1), Real(2), Real(3)}) {
    EXPECT_EQ(verdict(Vec2(-5, y), Vec2(5, y), Real(0.5)), MouthVerdict::none);
    EXPECT_EQ(verdict(Vec2(5, y), Vec2(-5, y), Real(0.5)), MouthVerdict::none);
  }
}

TEST(Mouth, ABallThatMovesUpThroughTheMouthLeaves) {
  EXPECT_EQ(verdict(Vec2(0, 1), Vec2(0, 3), Real(0.5)), MouthVerdict::left);
  EXPECT_EQ(verdict(Vec2(0, 1), Vec2(0, 3), 5), MouthVerdict::left);
}

TEST(Mouth, ABallWiderThanTheMouth) {
  EXPECT_EQ(verdict(Vec2(0, 3), Vec2(0, 1), Real(1.0625)), MouthVerdict::too_wide);
  EXPECT_EQ(verdict(Vec2(0, 3), Vec2(0, 1), 1), MouthVerdict::entered);  // an exact fit
}

TEST(Mouth, ARimInTheWay) {
  EXPECT_EQ(verdict(Vec2(Real(0.75), 3), Vec2(Real(0.75), 1), Real(0.5)), MouthVerdict::rim);
  EXPECT_EQ(verdict(Vec2(Real(-0.75), 3), Vec2(Real(-0.75), 1), Real(0.5)), MouthVerdict::rim);
  // Half a radius from either rim at the crossing, but coming in so flat that it sweeps over one.
  EXPECT_EQ(verdict(Vec2(-4, Real(2.4)), Vec2(4, Real(1.6)), Real(0.75)), MouthVerdict::rim);
  EXPECT_EQ(verdict(Vec2(-4, Real(2.4)), Vec2(4, Real(1.6)), Real(0.0625)), MouthVerdict::entered);
}

TEST(Mouth, BesideTheBucket) {
  EXPECT_EQ(verdict(Vec2(2, 3), Vec2(2, 1), Real(0.5)), MouthVerdict::beside);
  EXPECT_EQ(verdict(Vec2(-2, 1), Vec2(-2, 3), Real(0.5)), MouthVerdict::beside);
  EXPECT_EQ(verdict(Vec2(1, 3), Vec2(1, 1), Real(0)), MouthVerdict::beside);  // exactly at a rim
  EXPECT_EQ(verdict(Vec2(-1, 3), Vec2(-1, 1), Real(0)), MouthVerdict::beside);
}

TEST(Mouth, EachCrossingCountsOnceWhereverTheFramesFall) {
  // A frame ends exactly on the line.
  EXPECT_EQ(verdict(Vec2(0, 3), Vec2(0, 2), Real(0.5)), MouthVerdict::none);
  EXPECT_EQ(verdict(Vec2(0, 2), Vec2(0, 1), Real(0.5)), MouthVerdict::entered);
  EXPECT_EQ(verdict(Vec2(0, 1), Vec2(0, 2), Real(0.5)), MouthVerdict::left);
  EXPECT_EQ(verdict(Vec2(0, 2), Vec2(0, 3), Real(0.5)), MouthVerdict::none);
  // In and out again: the counts cancel, whatever the frames.
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    int in = 0, out = 0;
    Vec2 at(0, 4);
    const int frames = random.integer(1, 9);
    for (int k = 0; k < frames; ++k) {
      const Vec2 to(0, k + 1 == frames ? Real(0) : Real(random.integer(0, 4)));
      const MouthVerdict v = verdict(at, to, Real(0.5));
      in += v == MouthVerdict::entered;
      out += v == MouthVerdict::left;
      at = to;
    }
    EXPECT_EQ(in - out, 1) << i;
  }
}

TEST(Mouth, FullyInsideNeedsTheWholeDisc) {
  EXPECT_FALSE(pass_mouth(bucket, Vec2(0, 3), Vec2(0, Real(1.75)), Real(0.5)).fully_inside);
  EXPECT_TRUE(pass_mouth(bucket, Vec2(0, 3), Vec2(0, Real(1.5)), Real(0.5)).fully_inside);
}

TEST(Mouth, RandomThrowsAgreeWithTheJudge) {
  Random random(2);
  int seen[6] = {};
  for (int i = 0; i < 50000; ++i) {
    const Mouth mouth = {random.point(2), random.point(2)};
    const Vec2 middle = (mouth.rim_a + mouth.rim_b) / 2;
    const Vec2 from = middle + random.point(3), to = middle + random.point(3);
    const Real radius = random.uniform(0, random.chance(0.3) ? 1.5 : 0.3);
    const MouthPass pass = pass_mouth(mouth, from, to, radius);
    const WidePoint a = wide(mouth.rim_a), line = wide(mouth.rim_b) - a, p = wide(from) - a, q = wide(to) - a;
    const Wide width = length(line), margin = 64 * tolerance::eps;
    // Inward is to the right of the line.
    const Wide before = -cross(line, p) / width, after = -cross(line, q) / width;
    const Wide clear = std::min(distance_to_segment(a, wide(from), wide(to)),
                                distance_to_segment(wide(mouth.rim_b), wide(from), wide(to))) -
                       radius;
    const Wide t = before / (before - after);
    const Wide along = dot(line, p + t * (q - p)) / (width * width);
    const bool crosses = (before <= 0) != (after <= 0);
    if (width < 0.01 || std::fabs(before) < margin || std::fabs(after) < margin || std::fabs(clear) < margin ||
        std::fabs(width - 2 * radius) < margin ||
        (crosses && std::min(std::fabs(along), std::fabs(1 - along)) < 1e-3)) {
      continue;
    }
    MouthVerdict expected = MouthVerdict::none;
    if (crosses) {
      expected = along < 0 || along > 1 ? MouthVerdict::beside
                 : before > 0           ? MouthVerdict::left
                 : 2 * radius > width   ? MouthVerdict::too_wide
                 : clear < 0            ? MouthVerdict::rim
                                        : MouthVerdict::entered;
    }
    ASSERT_EQ(pass.verdict, expected) << i;
    EXPECT_NEAR(double(pass.clearance), double(clear), double(margin)) << i;
    ++seen[static_cast<int>(expected)];
  }
  for (const int count : seen) EXPECT_GT(count, 200);
}

TEST(Mouth, BadInputIsNoCrossing) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(verdict(Vec2(nan, 3), Vec2(0, 1), 1), MouthVerdict::none);
  EXPECT_EQ(verdict(Vec2(0, 3), Vec2(0, 1), nan), MouthVerdict::none);
  EXPECT_EQ(pass_mouth({Vec2(1, 1), Vec2(1, 1)}, Vec2(0, 3), Vec2(2, -1), 1).verdict, MouthVerdict::none);
}

TEST(Mouth, PowersOfTwoScaleExactly) {
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const Mouth mouth = {random.point(2), random.point(2)};
    const Vec2 from = random.point(4), to = random.point(4);
    const Real radius = random.uniform(0, 1), f = std::ldexp(Real(1), random.integer(-12, 12));
    const MouthPass pass = pass_mouth(mouth, from, to, radius);
    const MouthPass scaled = pass_mouth({f * mouth.rim_a, f * mouth.rim_b}, f * from, f * to, f * radius);
    EXPECT_EQ(pass.verdict, scaled.verdict);
    EXPECT_EQ(pass.fraction, scaled.fraction);
    EXPECT_EQ(pass.along, scaled.along);
    EXPECT_EQ(f * pass.clearance, scaled.clearance);
  }
}

TEST(Mouth, WhatIsNotFiniteIsNone) {
  const Mouth mouth = {Vec2(-1, 2), Vec2(1, 2)};
  for (const Real bad : {std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
    for (int i = 0; i < 7; ++i) {
      Mouth rims = mouth;
      Vec2 from(0, 5), to(0, -5);
      Real radius = Real(0.5);
      Real* const numbers[] = {&rims.rim_a[0], &rims.rim_b[1], &from[0], &from[1], &to[0], &to[1], &radius};
      *numbers[i] = bad;
      const MouthPass pass = pass_mouth(rims, from, to, radius);
      EXPECT_EQ(pass.verdict, MouthVerdict::none) << i;
      EXPECT_EQ(pass.fraction, 1) << i;
    }
  }
}

}  // namespace
