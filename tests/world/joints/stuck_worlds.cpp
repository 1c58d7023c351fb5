// Motors that push against what cannot move, movers that jerk what joints tie to them, and joints that lock.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

constexpr double stuck_rounding = sizeof(Real) == 4 ? 1e-5 : 1e-9;

/// Two bodies at random.
struct StuckPair {
  World world{{.gravity = Vec2(0, 0), .sleep = false, .energy_ledger = true}};
  BodyId body[2];
  Real mass[2];

  explicit StuckPair(Random& random, BodyType first = BodyType::dynamic) {
    for (int i = 0; i < 2; ++i) {
      BodyDef def{.type = i == 0 ? first : BodyType::dynamic, .position = random.vec2(1)};
      def.rotation = Rotation::from_angle(random.real(-3, 3));
      body[i] = world.add_body(def);
      mass[i] = random.power_of_ten(-1, 1);
      if (i == 1 || first == BodyType::dynamic)
        world.set_mass_properties(body[i], {.mass = mass[i], .inertia = mass[i]});
    }
  }
};

/// Two hinges hold two bodies as one. Whatever motor seeks to turn one of them does nothing, however strong it is.
TEST(StuckWorld, AMotorInALoopThatCannotMoveGivesNoEnergy) {
  Random random(61);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    StuckPair pair(random, random.one_in(2) ? BodyType::fixed : BodyType::dynamic);
    World& world = pair.world;
    const Vec2 at = random.vec2(1), beside = at + Vec2(random.real(0.1, 1), random.real(-1, 1));
    RevoluteDef driven{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = beside};
    driven.motor = {.speed = random.real(-20, 20), .largest = random.power_of_ten(-6, 3)};
    if (random.one_in(2)) {
      world.add_joint(RevoluteDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = at});
    } else {
      world.add_joint(PrismaticDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = at});
    }
    const JointId joint = world.add_joint(driven);
    const double strength = static_cast<double>(driven.motor.largest);
    for (int i = 0; i < 60; ++i) {
      world.step(dt);
      EXPECT_LT(world.energy().kinetic, 1e-12 * (1 + strength * strength)) << n << " at " << i;
      EXPECT_LE(world.energy_ledger().joints, 1e-12 * (1 + strength)) << n << " at " << i;
    }
    EXPECT_LT((world.joint(joint).anchor_b - world.joint(joint).anchor_a).norm(), Real(1e-5)) << n;
  }
}

/// A body at rest that is welded to a mover takes its velocity at once. With the impulse P = m v, the mover does the
/// work P v = m v^2, of which half is lost.
TEST(StuckWorld, WhatAMoverDoesToAWeldedBodyAtRestIsItsWorkAndHalfIsLost) {
  Random random(62);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    StuckPair pair(random, BodyType::kinematic);
    World& world = pair.world;
    world.add_joint(WeldDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = random.vec2(1)});
    const Vec2 velocity = random.vec2(5);
    world.set_velocity(pair.body[0], velocity);
    const double work = static_cast<double>(pair.mass[1]) * velocity.cast<double>().squaredNorm();
    world.step(dt);
    EXPECT_NEAR(world.energy_ledger().movers, work, stuck_rounding * work) << n;
    EXPECT_NEAR(world.energy_ledger().joints, -work / 2, stuck_rounding * work) << n;
    EXPECT_NEAR(world.energy_ledger().error(), 0, stuck_rounding * work) << n;
    world.step(dt);
    EXPECT_NEAR(world.energy_ledger().movers, 0, stuck_rounding * work) << n;
    EXPECT_NEAR(world.energy_ledger().joints, 0, stuck_rounding * work) << n;
  }
}

/// Whatever joint it is, and however both move: joints take energy, and give none.
TEST(StuckWorld, JointsGiveNothingOfWhatMoversGive) {
  Random random(63);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    StuckPair pair(random, BodyType::kinematic);
    World& world = pair.world;
    const Vec2 at = random.vec2(1);
    switch (n % 4) {
      case 0: world.add_joint(RevoluteDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = at}); break;
      case 1: world.add_joint(PrismaticDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = at}); break;
      case 2: world.add_joint(WeldDef{.body_a = pair.body[0], .body_b = pair.body[1], .anchor = at}); break;
      default: world.add_joint(DistanceDef{.body_a = pair.body[0], .body_b = pair.body[1]}); break;
    }
    for (int i = 0; i < 30; ++i) {
      if (i % 10 == 0) {
        for (const BodyId body : pair.body) {
          world.set_velocity(body, random.vec2(5)), world.set_angular_velocity(body, random.real(-5, 5));
        }
      }
      world.step(dt);
      const EnergyLedger& ledger = world.energy_ledger();
      EXPECT_LE(ledger.joints, stuck_rounding * ledger.passed()) << n << " at " << i;
      EXPECT_NEAR(ledger.error(), 0, stuck_rounding * ledger.passed()) << n << " at " << i;
    }
  }
}

/// A mover takes a body on a rail along, once it runs into the limit of the rail: with the velocity u, the impulse
/// m (1 + e) u, whose work is m (1 + e) u^2. Of that m (1 - e^2) u^2 / 2 is lost, and a bounce on itself gives nothing.
TEST(StuckWorld, WhatAMoverDoesToABodyAtALimitIsItsWork) {
  Random random(64);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    StuckPair pair(random, BodyType::kinematic);
    World& world = pair.world;
    const Vec2 velocity = random.vec2(5);
    PrismaticDef rail{.body_a = pair.body[0], .body_b = pair.body[1], .axis = velocity.normalized()};
    rail.limits = JointLimits{.lower = random.real(-0.05, -0.01), .upper = 1, .restitution = random.real(0, 1)};
    if (n % 4 == 0) rail.limits->restitution = 1;
    world.add_joint(rail);
    world.set_velocity(pair.body[0], velocity);
    world.set_angular_velocity(pair.body[0], 0);
    const double m = static_cast<double>(pair.mass[1]), u = velocity.cast<double>().norm();
    const double e = static_cast<double>(rail.limits->restitution);
    const double slack = stuck_rounding * m * u * u;
    double movers = 0, lost = 0, error = 0;
    for (int i = 0; i < 120 && movers < slack; ++i) {
      world.step(dt);
      movers += world.energy_ledger().movers, lost += world.energy_ledger().restitution;
      error += world.energy_ledger().error();
    }
    EXPECT_NEAR(movers, m * (1 + e) * u * u, slack) << n;
    EXPECT_NEAR(lost, -m * (1 - e * e) * u * u / 2, slack) << n;
    EXPECT_NEAR(error, 0, slack) << n;
  }
}

/// Two hinges between two bodies cannot both be closed: their anchors are rounded. What keeps them so is bounded, takes
/// hardly any energy, gives none, and is in the ledger.
TEST(StuckWorld, TwoHingesWhoseAnchorsAreRoundedCloseTheLedger) {
  Random random(65);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    StuckPair pair(random);
    World& world = pair.world;
    for (int i = 0; i < 2; ++i) {
      world.set_velocity(pair.body[i], random.vec2(10)), world.set_angular_velocity(pair.body[i], random.real(-5, 5));
      world.add_joint(RevoluteDef{.body_a = pair.body[i], .body_b = pair.body[1 - i], .anchor = random.vec2(3)});
    }
    world.step(dt);  // in which the joints take what they do not allow
    double error = 0, joints = 0;
    const double energy = world.energy().kinetic;
    for (int i = 0; i < 120; ++i) {
      world.step(dt);
      error += std::abs(world.energy_ledger().error()), joints += world.energy_ledger().joints;
    }
    EXPECT_LT(error, stuck_rounding * energy) << n;
    EXPECT_LT(std::abs(joints), 1e-3 * energy) << n;
  }
}

}  // namespace
}  // namespace bankshot::testing
