// The law of impact at one point with friction, against small steps of the same process and against laws that must
// hold.
#include <bankshot/response/impact_process.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "impact_oracle.hpp"
#include "support.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot::detail;

struct Drawn {
  OraclePoint point;
  ProcessOutcome outcome;
  double v = 0, u = 0;  ///< afterwards
};

/// From hardly coupled to nearly singular, sticking, sliding and jamming. Every tenth asks for a gain.
Drawn draw(Random& random) {
  Drawn drawn;
  OraclePoint& point = drawn.point;
  const double kn = static_cast<double>(random.positive(1e-3, 1e3)),
               kt = static_cast<double>(random.positive(1e-3, 1e3));
  const double kx = static_cast<double>(random.between(-0.98, 0.98)) * std::sqrt(kn * kt);
  const double v = -static_cast<double>(random.between(0.1, 10)), u = static_cast<double>(random.between(-10, 10));
  const double e = static_cast<double>(random.chance(10) ? random.between(1, 1.5) : random.between(0, 1));
  const double mu = static_cast<double>(random.between(0, 3)) * std::sqrt(kn / kt);
  point = {kn, kx, kt, v, u, e, mu};
  drawn.outcome = impact_process({{kn, kx, kt}, v, u}, {e, mu, 0});
  drawn.v = v + kn * drawn.outcome.impulse.normal + kx * drawn.outcome.impulse.friction;
  drawn.u = u + kx * drawn.outcome.impulse.normal + kt * drawn.outcome.impulse.friction;
  return drawn;
}

TEST(ImpactProcess, IsRouthsProcessWithStrongesRestitution) {
  Random random(31);
  int jams = 0, compared = 0;
  double worst = 0;
  for (int i = 0; i < draws(2000); ++i) {
    const Drawn drawn = draw(random);
    const OracleImpact expected = oracle_impact(drawn.point, 1500);
    jams += expected.jammed ? 1 : 0;
    if (!expected.done) continue;
    ++compared;
    const double kn = static_cast<double>(drawn.point.kn), kt = static_cast<double>(drawn.point.kt);
    // Speeds along normal and tangent, in the units of kinetic energy.
    const double size = std::hypot(static_cast<double>(drawn.point.v) / std::sqrt(kn),
                                   static_cast<double>(drawn.point.u) / std::sqrt(kt));
    const double off = std::hypot((drawn.v - static_cast<double>(expected.v)) / std::sqrt(kn),
                                  (drawn.u - static_cast<double>(expected.u)) / std::sqrt(kt));
    worst = std::max(worst, off / size);
    ASSERT_LT(off, 1e-4 * size) << i;
  }
  EXPECT_GT(jams, compared / 50) << "too tame";
  EXPECT_GT(compared, draws(2000) * 9 / 10);
  RecordProperty("worst", std::to_string(worst));
}

TEST(ImpactProcess, StaysInTheConeAndGivesBackWhatItShould) {
  Random random(32);
  for (int i = 0; i < 20 * draws(2000); ++i) {
    const Drawn drawn = draw(random);
    const OraclePoint& point = drawn.point;
    const ProcessOutcome& outcome = drawn.outcome;
    ASSERT_GT(outcome.impulse.normal, 0) << i;
    ASSERT_LE(outcome.legs, ProcessOutcome::most_legs);
    ASSERT_LE(std::fabs(outcome.impulse.friction),
              static_cast<double>(point.mu) * outcome.impulse.normal * (1 + 1e-12));
    ASSERT_LE(outcome.friction_work, 0) << i;
    ASSERT_GE(drawn.v, -1e-9) << i;
    const double energy =
        static_cast<double>(point.v * point.v / point.kn + point.u * point.u / point.kt) / (1 - 0.98 * 0.98);
    const double work = outcome.impulse.normal * (static_cast<double>(point.v) + drawn.v) / 2 +
                        outcome.impulse.friction * (static_cast<double>(point.u) + drawn.u) / 2;
    ASSERT_NEAR(outcome.normal_work + outcome.friction_work, work, 1e-10 * energy) << i;
    if (point.e <= 1) {
      ASSERT_LE(work, 1e-12 * energy) << i;
    }
  }
}

// A box of 1 by 0.4 m, tilted by 30 degrees, with velocity (3, -10), e = 1 and mu = 0.5, on its lowest corner. Springs
// of 1e10 N/m in steps of 1 ns that unload with e^2 of their work give 8.614 m/s; Newton's law says 10, Poisson's 8.48.
TEST(ImpactProcess, ATiltedBoxLeavesAsItDoesFromStiffSprings) {
  const double c = std::sqrt(3.0) / 2, s = 0.5, x = 0.5 * -c + 0.2 * s, y = -0.5 * s - 0.2 * c;
  struct Case {
    double vx, spin, e, mu, separation;
  };
  // The lowest corner is at (-w / 2, -h / 2) of the box.
  for (const Case& of : {Case{3, 0, 1, 0.5, 8.614}, Case{3, 0, 0.5, 0.5, 4.307}, Case{-6, 2, 0.7, 0.4, 7.466}}) {
    PointSide box, floor;
    box.velocity_x = of.vx, box.velocity_y = -10, box.spin = of.spin;
    box.inverse_mass_x = box.inverse_mass_y = 1, box.inverse_inertia = 12 / 1.16;
    box.arm_x = x, box.arm_y = y;
    const PointMotion motion = relative_motion(point_motion(box, {0, 1}), point_motion(floor, {0, 1}));
    const ProcessOutcome outcome = impact_process(motion, {of.e, of.mu, 0});
    push(box, {0, 1}, 1, outcome.impulse);
    EXPECT_NEAR(point_motion(box, {0, 1}).normal_speed, of.separation, 6e-4);
  }
}

TEST(ImpactProcess, WithoutCouplingItIsNewtonsLawAndCoulombs) {
  Random random(33);
  for (int i = 0; i < 2000; ++i) {
    const double kn = static_cast<double>(random.positive(0.01, 100)),
                 kt = static_cast<double>(random.positive(0.01, 100));
    const double v = -static_cast<double>(random.between(0.1, 10)), u = static_cast<double>(random.between(-10, 10));
    const double e = static_cast<double>(random.between(0, 1.5)), mu = static_cast<double>(random.between(0, 2));
    const ProcessOutcome outcome = impact_process({{kn, 0, kt}, v, u}, {e, mu, 0});
    const double p = -(1 + e) * v / kn, f = std::clamp(-u / kt, -mu * p, mu * p);
    ASSERT_NEAR(outcome.impulse.normal, p, 1e-12 * p);
    ASSERT_NEAR(outcome.impulse.friction, f, 1e-12 * p + 1e-12 * std::fabs(f));
  }
}

TEST(ImpactProcess, TheLeastSpeedIsReachedWithItsFriction) {
  Random random(34);
  for (int i = 0; i < 2000; ++i) {
    const Drawn drawn = draw(random);
    const OraclePoint& point = drawn.point;
    const double kn = static_cast<double>(point.kn), kx = static_cast<double>(point.kx),
                 kt = static_cast<double>(point.kt);
    const double v = static_cast<double>(point.v), u = static_cast<double>(point.u), mu = static_cast<double>(point.mu);
    const double least = static_cast<double>(random.between(0, 20));
    const ProcessOutcome outcome = impact_process({{kn, kx, kt}, v, u}, {static_cast<double>(point.e), mu, least});
    const double after = v + kn * outcome.impulse.normal + kx * outcome.impulse.friction;
    ASSERT_NEAR(after, std::max(least, drawn.v), 1e-9 * (least + std::fabs(v) + drawn.v)) << i;
    ASSERT_LE(std::fabs(outcome.impulse.friction), mu * outcome.impulse.normal * (1 + 1e-12));
    ASSERT_GE(outcome.beyond_work, 0);
    if (drawn.v >= least) {
      ASSERT_EQ(outcome.beyond_work, 0);
    }
  }
}

// A lever on a hinge: every push turns it, so it gives way along normal and tangent in one proportion.
TEST(ImpactProcess, ALeverOnAHingeStopsOrTurnsBack) {
  for (const double arm : {0.2, 1.0, 5.0}) {
    for (const double mu : {0.1, 1.0, 1e6}) {
      PointSide lever, wall;
      lever.spin = -1, lever.inverse_inertia = 2, lever.arm_x = arm, lever.arm_y = 1;
      const PointMotion motion = relative_motion(point_motion(lever, {0, 1}), point_motion(wall, {0, 1}));
      const ProcessOutcome outcome = impact_process(motion, {0.5, mu, 0});
      push(lever, {0, 1}, 1, outcome.impulse);
      EXPECT_GE(lever.spin, -1e-12) << arm << ' ' << mu;
      EXPECT_LE(lever.spin, 0.5 + 1e-12) << arm << ' ' << mu;
    }
  }
}

}  // namespace
}  // namespace bankshot_test
