// A meeting is sought where the surfaces are, even if the pair starts within the gap that counts as touching.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace bankshot::testing {
namespace {

using detail::time_of_impact;
using detail::ToiInput;
using detail::ToiResult;

const Shape ball = circle(Real(0.5)), ground = box(40, 1);

/// The ball above the ground, with a gap between them, on its way down.
ToiInput above_ground(Real gap, Real speed, Real gravity) {
  ToiInput in;
  in.a = detail_view(ball), in.b = detail_view(ground);
  in.arc_a.rotation = in.arc_b.rotation = {1, 0};
  in.d = {0, 1 + gap};
  in.arc_a.velocity = {3, -speed};
  in.arc_a.acceleration = {0, -gravity};
  in.span = 1;
  in.target = Real(1) / 1024;
  in.closes = true;
  return in;
}

TEST(TimeOfImpactClosing, TheGapCountsWhereTheStartIsWithinTheTarget) {
  const double slack = 16 * double(tolerance::eps);
  for (const Real gap : {Real(1) / 2048, Real(1) / 4096, Real(1) / 65536}) {
    for (const Real gravity : {Real(0), Real(10)}) {
      ToiInput in = above_ground(gap, Real(0.5), gravity);
      const ToiResult result = time_of_impact(in);
      const double fall = double(in.d.y) - 1, v = 0.5;
      const double expected = 2 * fall / (v + std::sqrt(v * v + 2 * double(gravity) * fall));
      ASSERT_EQ(result.status, SweepStatus::hit);
      EXPECT_NEAR(double(result.time), expected, slack / v) << gap;
      EXPECT_NEAR(double(result.gap), 0, slack) << gap;
      in.span = Real(0.75 * expected);
      EXPECT_EQ(time_of_impact(in).status, SweepStatus::missed) << gap;
    }
  }
}

TEST(TimeOfImpactClosing, WhatTouchesOrIsDeeperHitsAtOnce) {
  for (const Real gap : {Real(0), Real(-1) / 4096}) {
    const ToiResult result = time_of_impact(above_ground(gap, Real(0.5), 0));
    EXPECT_EQ(result.status, SweepStatus::hit);
    EXPECT_EQ(result.time, 0);
  }
}

}  // namespace
}  // namespace bankshot::testing
