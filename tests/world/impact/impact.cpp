// The law of one impact, against closed forms and conservation laws.

#include <bankshot/world/impact/impact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "world/impact_body.hpp"

namespace bankshot::testing {
namespace {

using detail::ImpactBody;
using detail::ImpactOutcome;
using detail::ImpactSettings;
using detail::V2;

TEST(ResolveImpact, HeadOnDiscsOfAnyMassRatio) {
  for (const Real ratio : {Real(1e-3), Real(0.5), Real(1), Real(7), Real(1e3)}) {
    for (const Real e : {Real(0), Real(0.3), Real(1)}) {
      ImpactBody a = impact_body(1, 0, {-2, 1}), b = impact_body(1 / ratio, 0, {1, -1});
      ImpactSettings settings;
      settings.normal = {1, 0};
      settings.restitution = e;
      const ImpactOutcome outcome = resolve_impact(a, b, settings);
      const double m = static_cast<double>(ratio), sum = (-2 + m * 1) / (1 + m);  // velocity of the common centre
      EXPECT_NEAR(static_cast<double>(a.velocity.x), sum + static_cast<double>(e) * 3 * m / (1 + m), 1e-4) << ratio;
      EXPECT_NEAR(static_cast<double>(b.velocity.x), sum - static_cast<double>(e) * 3 / (1 + m), 1e-4) << ratio;
      EXPECT_EQ(a.velocity.y, 1);
      EXPECT_NEAR(outcome.approach_speed, 3, Real(1e-5));
      EXPECT_NEAR(outcome.separation_speed, 3 * e, Real(1e-3));
    }
  }
}

TEST(ResolveImpact, PartingBodiesAreLeftAlone) {
  ImpactBody a = impact_body(1, 1, {2, 0}), b = impact_body(1, 1, {-1, 0});
  ImpactSettings settings;
  settings.normal = {1, 0};
  settings.restitution = 1;
  EXPECT_EQ(resolve_impact(a, b, settings).impulse, 0);
  EXPECT_EQ(a.velocity, (V2{2, 0}));
}

TEST(ResolveImpact, FlatFaceLeavesWithoutSpin) {
  ImpactBody box = impact_body(1, 6, {0, -4}), floor = firm_body();
  box.arm[0] = {Real(-0.5), Real(-0.5)}, box.arm[1] = {Real(0.5), Real(-0.5)};
  ImpactSettings settings;
  settings.normal = {0, 1};
  settings.points = 2;
  settings.restitution = Real(0.5);
  settings.friction = 1;
  resolve_impact(box, floor, settings);
  EXPECT_EQ(box.velocity, (V2{0, 2}));
  EXPECT_EQ(box.angular, 0);
}

TEST(ResolveImpact, ThePointThatPartsTakesNoImpulse) {
  ImpactBody box = impact_body(1, 6, {0, -1}, -8);  // turns clockwise: the right end comes down, the left one goes up
  ImpactBody floor = firm_body();
  box.arm[0] = {Real(-0.5), Real(-0.5)}, box.arm[1] = {Real(0.5), Real(-0.5)};
  ImpactSettings settings;
  settings.normal = {0, 1};
  settings.points = 2;
  settings.restitution = 1;
  const double before = kinetic_energy(box);
  resolve_impact(box, floor, settings);
  EXPECT_NEAR(box.velocity.y + box.angular * Real(0.5), 5, Real(1e-4));  // the right end: -5 before
  EXPECT_NEAR(kinetic_energy(box), before, 1e-4);
}

TEST(ResolveImpact, HopSpeedIsReached) {
  ImpactBody ball = impact_body(1, 0, {0, Real(-1e-6)}), floor = firm_body();
  ImpactSettings settings;
  settings.normal = {0, 1};
  settings.hop_speed = Real(0.01);
  resolve_impact(ball, floor, settings);
  EXPECT_NEAR(ball.velocity.y, Real(0.01), Real(1e-6));
}

TEST(ResolveImpact, RestSpeedEndsBouncing) {
  ImpactBody slow = impact_body(1, 0, {0, Real(-0.1)}), fast = impact_body(1, 0, {0, -1}), floor = firm_body();
  ImpactSettings settings;
  settings.normal = {0, 1};
  settings.restitution = 1;
  settings.rest_speed = Real(0.5);
  resolve_impact(slow, floor, settings);
  resolve_impact(fast, floor, settings);
  EXPECT_NEAR(slow.velocity.y, 0, Real(1e-6));
  EXPECT_NEAR(fast.velocity.y, 1, Real(1e-6));
}

// Momentum and angular momentum are kept, energy never rises for e <= 1, friction stays in its cone and against the
// slip.
TEST(ResolveImpact, KeepsTheLawsForRandomPairs) {
  std::mt19937_64 random(8);
  const auto uniform = [&random](double low, double high) {
    return static_cast<Real>(low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53));
  };
  for (int i = 0; i < 20000; ++i) {
    ImpactBody a = impact_body(uniform(0.1, 4), uniform(0, 10), {uniform(-5, 5), uniform(-5, 5)}, uniform(-9, 9));
    ImpactBody b = impact_body(uniform(0.1, 4), uniform(0, 10), {uniform(-5, 5), uniform(-5, 5)}, uniform(-9, 9));
    ImpactSettings settings;
    settings.normal = {0, 1};
    settings.points = 1 + i % 2;
    settings.restitution = uniform(0, 1);
    settings.friction = uniform(0, 2);
    const V2 d{uniform(-1, 1), uniform(-2, 2)};
    for (int p = 0; p < 2; ++p) {
      a.arm[p] = {uniform(-1, 1), uniform(-1, 0)};
      if (p == 1) a.arm[1].y = a.arm[0].y;
      b.arm[p] = a.arm[p] + d;
    }
    const ImpactBody old_a = a, old_b = b;
    const double energy = kinetic_energy(a) + kinetic_energy(b);
    const ImpactOutcome outcome = resolve_impact(a, b, settings);
    EXPECT_LE(kinetic_energy(a) + kinetic_energy(b), energy * (1 + 1e-5)) << i;
    EXPECT_GE(outcome.impulse, 0) << i;
    EXPECT_LE(std::abs(outcome.impulse_vector.x), settings.friction * outcome.impulse * Real(1.0001)) << i;
    const auto momentum = [](const ImpactBody& x, const ImpactBody& y) {
      return x.velocity.x / x.inverse_mass.x + y.velocity.x / y.inverse_mass.x;
    };
    EXPECT_NEAR(momentum(a, b), momentum(old_a, old_b), Real(2e-3)) << i;
    for (int p = 0; p < settings.points; ++p) {
      const V2 u = (old_a.velocity + detail::cross(old_a.angular, a.arm[p])) -
                   (old_b.velocity + detail::cross(old_b.angular, b.arm[p]));
      EXPECT_GE(outcome.approach_speed, -u.y - Real(1e-4)) << i;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
