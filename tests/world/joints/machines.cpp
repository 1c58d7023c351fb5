// Gears, racks and pulleys: what they do, judged by closed forms and by the momenta that nothing outside may change.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace bankshot::testing {
namespace {

/// What rounding of the state does to what is found from it, as a share.
constexpr double machine_rounding = sizeof(Real) == 4 ? 2e-5 : 1e-9;
using Place = std::complex<double>;

double wide(Real x) { return static_cast<double>(x); }
Place wide(const Vec2& v) { return {wide(v.x()), wide(v.y())}; }
Vec2 narrow(Place p) { return Vec2(static_cast<Real>(p.real()), static_cast<Real>(p.imag())); }
double moment_of(Place a, Place b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// A body without shapes.
BodyId add_weight(World& world, Vec2 position, Real mass, Real inertia) {
  const BodyId body = world.add_body({.position = position});
  world.set_mass_properties(body, {.mass = mass, .inertia = inertia});
  return body;
}

/// A ratio of either sign.
Real any_ratio(Random& random) {
  const Real size = random.power_of_ten(-0.7, 0.7);
  return random.one_in(2) ? size : -size;
}

/// Two wheels on the ground that a gear ties.
struct Gears {
  World world{{.gravity = Vec2(0, 0), .sleep = false, .energy_ledger = true}};
  BodyId wheel[2];
  Real inertia[2], ratio;
  JointId gear;

  explicit Gears(Random& random) : ratio(any_ratio(random)) {
    const BodyId ground = world.add_body({.type = BodyType::fixed, .position = random.vec2(3)});
    for (int i = 0; i < 2; ++i) {
      const Vec2 axis = random.vec2(2) + Vec2(static_cast<Real>(5 * i), 0);
      inertia[i] = random.power_of_ten(-1, 1);
      wheel[i] = add_weight(world, axis, random.power_of_ten(-1, 1), inertia[i]);
      world.set_pose(wheel[i], {axis, Rotation::from_angle(random.real(-3, 3))});
      world.add_joint(RevoluteDef{.body_a = ground, .body_b = wheel[i], .anchor = axis});
    }
    gear = world.add_joint(GearDef{.body_a = wheel[0], .body_b = wheel[1], .ratio = ratio});
  }
};

/// By how much a body has turned since it was asked last, for less than half a turn.
struct TurnCount {
  double angle = 0, turned = 0;
  void ask(const World& world, BodyId body) {
    const double now = wide(world.rotation(body).angle());
    turned += std::remainder(now - angle, 2 * std::numbers::pi);
    angle = now;
  }
};

TEST(Machines, GearsKeepTheirRatioForHundredsOfTurns) {
  Random random(41);
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    Gears gears(random);
    World& world = gears.world;
    TurnCount turn[2];
    for (int i = 0; i < 2; ++i) turn[i].ask(world, gears.wheel[i]), turn[i].turned = 0;
    const double ratio = wide(gears.ratio), faster = std::max(1.0, std::fabs(ratio));
    world.set_angular_velocity(gears.wheel[0], static_cast<Real>(-ratio * 100 / faster));
    world.set_angular_velocity(gears.wheel[1], static_cast<Real>(100 / faster));
    world.step(dt);
    const double energy = world.energy().total();
    for (int i = 0; i < 2; ++i) turn[i].ask(world, gears.wheel[i]);
    for (int k = 0; k < 1200; ++k) {
      world.step(dt);
      for (int i = 0; i < 2; ++i) turn[i].ask(world, gears.wheel[i]);
    }
    EXPECT_NEAR(turn[0].turned + ratio * turn[1].turned, 0, 10 * machine_rounding * faster) << n;
    EXPECT_NEAR(world.energy().total(), energy, machine_rounding * energy) << n;
    EXPECT_GT(std::fabs(turn[1].turned), 390) << n;
  }
}

/// T = (I_A + I_B / ratio^2) a.
TEST(Machines, ATorqueOnOneGearTurnsBoth) {
  Random random(42);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    Gears gears(random);
    World& world = gears.world;
    const double ratio = wide(gears.ratio), b = wide(gears.inertia[1]);
    const double torque = wide(random.real(1, 3)), turning = torque / (wide(gears.inertia[0]) + b / (ratio * ratio));
    for (int i = 0; i < 30; ++i) {
      world.apply_torque(gears.wheel[0], static_cast<Real>(torque));
      world.step(dt);
    }
    EXPECT_NEAR(wide(world.angular_velocity(gears.wheel[0])), turning / 2, 100 * machine_rounding * turning) << n;
    const double other = -turning / ratio;
    EXPECT_NEAR(wide(world.angular_velocity(gears.wheel[1])), other / 2, 100 * machine_rounding * std::fabs(other));
    const double given = b * other;
    EXPECT_NEAR(wide(world.joint(gears.gear).torque), given, 100 * machine_rounding * std::fabs(given)) << n;
  }
}

/// The momenta of a world.
struct Momenta {
  Place linear;
  double angular = 0;
  explicit Momenta(const World& world) {
    for (const BodyId body : world.bodies()) {
      if (world.type(body) != BodyType::dynamic) continue;
      const auto mass = world.mass_properties(body);
      const Place momentum = wide(mass.mass) * wide(world.velocity(body));
      linear += momentum;
      angular += wide(mass.inertia) * wide(world.angular_velocity(body)) +
                 moment_of(wide(world.centre_of_mass(body)), momentum);
    }
  }
};

/// A sun, a planet and a rack on a carrier that floats: whatever turns, nothing outside takes part.
TEST(Machines, WhatFloatsKeepsItsMomentaAndItsEnergy) {
  Random random(43);
  for (int n = 0; n < bankshot_test::effort(30); ++n) {
    World world({.gravity = Vec2(0, 0), .sleep = false});
    const auto add = [&](Vec2 at) {
      const Real mass = random.power_of_ten(-1, 1);
      const BodyId body = add_weight(world, at, mass, mass * random.real(0.1, 1));
      world.set_pose(body, {at, Rotation::from_angle(random.real(-3, 3))});
      world.set_velocity(body, random.vec2(1)), world.set_angular_velocity(body, random.real(-20, 20));
      return body;
    };
    const BodyId carrier = add(random.vec2(1));
    BodyId before = carrier;
    for (int i = 0; i < 3; ++i) {
      const Vec2 axis(static_cast<Real>(2 * i - 2), random.real(-1, 1));
      const BodyId wheel = add(axis + random.vec2(0.2));
      world.add_joint(RevoluteDef{.body_a = carrier, .body_b = wheel, .anchor = axis});
      if (i > 0) {
        const JointDef hinge = world.definition(world.joints(before).front());
        world.add_joint(GearDef{.body_a = before,
                                .body_b = wheel,
                                .local_anchor_a = std::get<RevoluteDef>(hinge).local_anchor_b,
                                .local_anchor_b = world.rotation(wheel).inverse() * Vec2(axis - world.position(wheel)),
                                .ratio = any_ratio(random)});
      }
      before = wheel;
    }
    const BodyId rack = add(random.vec2(1));
    const Vec2 along = random.vec2(1) + Vec2(2, 0);
    world.add_joint(PrismaticDef{.body_a = carrier, .body_b = rack, .anchor = world.position(rack), .axis = along});
    world.add_joint(RackDef{.body_a = rack,
                            .body_b = before,
                            .anchor = world.joint(world.joints(before).front()).anchor_b,
                            .axis = along,
                            .radius = any_ratio(random)});
    world.step(dt);
    const Momenta at_first(world);
    const double energy = world.energy().total();
    for (int i = 0; i < 300; ++i) world.step(dt);
    const Momenta now(world);
    const double size = std::sqrt(2 * energy * 40);  // of 40 kg
    EXPECT_LT(std::abs(now.linear - at_first.linear), 10 * machine_rounding * size) << n;
    EXPECT_NEAR(now.angular, at_first.angular, 100 * machine_rounding * size) << n;
    EXPECT_NEAR(world.energy().total(), energy, 10 * machine_rounding * energy) << n;
  }
}

/// m g = (m + I / r^2) a.
TEST(Machines, ARackFallsAsItsPinionLetsIt) {
  Random random(44);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10), .sleep = false});
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    const Real mass = random.power_of_ten(-1, 1), inertia = random.power_of_ten(-1, 1), radius = any_ratio(random);
    const Vec2 axis(-radius, 3);
    const BodyId rack = add_weight(world, Vec2(0, random.real(2, 4)), mass, 1);
    const BodyId pinion = add_weight(world, axis, 1, inertia);
    world.add_joint(PrismaticDef{.body_a = ground, .body_b = rack, .axis = Vec2(0, 1)});
    world.add_joint(RevoluteDef{.body_a = ground, .body_b = pinion, .anchor = axis});
    const JointId joint = world.add_joint(
        RackDef{.body_a = rack, .body_b = pinion, .anchor = axis, .axis = Vec2(0, 1), .radius = radius});
    const double r = wide(radius), falls = 10 * wide(mass) / (wide(mass) + wide(inertia) / (r * r));
    for (int i = 0; i < 60; ++i) world.step(dt);
    EXPECT_NEAR(wide(world.velocity(rack).y()), -falls, 100 * machine_rounding * falls) << n;
    // The pinion's axis goes up along the rack, so it turns by -1 / radius of that.
    EXPECT_NEAR(wide(world.angular_velocity(pinion)), -falls / r, 100 * machine_rounding * falls / std::fabs(r)) << n;
    EXPECT_NEAR(wide(world.joint(joint).torque), -falls / r * wide(inertia),
                100 * machine_rounding * falls / std::fabs(r) * wide(inertia))
        << n;
    EXPECT_NEAR(wide(world.joint(joint).translation), falls / 2, 0.01 * falls) << n;
  }
}

/// Two weights on a rope; that of B hangs in a tackle.
struct Atwood {
  World world{{.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true}};
  BodyId weight[2];
  double mass[2], ratio;
  PulleyDef def;

  Atwood(Random& random, Place at) {
    ratio = wide(static_cast<Real>(random.real(0.3, 3)));
    for (int i = 0; i < 2; ++i) {
      mass[i] = wide(random.power_of_ten(-1, 1));
      const Place hangs = at + Place(4 * i, -20);
      weight[i] = add_weight(world, narrow(hangs), static_cast<Real>(mass[i]), 1);
      (i == 0 ? def.wheel_a : def.wheel_b) = narrow(hangs + Place(0, 20));
    }
    def.body_a = weight[0], def.body_b = weight[1], def.ratio = static_cast<Real>(ratio);
  }
  /// How B falls, by m_A a_A = m_A g - T, m_B a_B = m_B g - ratio T, a_A = -ratio a_B.
  double falls() const { return 10 * (mass[1] - ratio * mass[0]) / (mass[1] + ratio * ratio * mass[0]); }
};

TEST(Machines, WeightsOnARopeFallAsAtwoodSays) {
  Random random(45);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    const double far = random.one_in(2) ? 0 : sizeof(Real) == 4 ? 300 : 1e6;
    Atwood machine(random, Place(far, -far));
    World& world = machine.world;
    const JointId rope = world.add_joint(machine.def);
    const double length = wide(world.joint(rope).translation), falls = machine.falls();
    for (int i = 0; i < 30; ++i) world.step(dt);
    EXPECT_NEAR(wide(world.velocity(machine.weight[1]).y()), -falls / 2, 1000 * machine_rounding) << n;
    EXPECT_NEAR(wide(world.velocity(machine.weight[0]).y()), machine.ratio * falls / 2, 1000 * machine_rounding) << n;
    const double draws = machine.mass[1] * (10 - falls);
    EXPECT_NEAR(wide(world.joint(rope).force.y()), draws, 1000 * machine_rounding * draws) << n;
    EXPECT_NEAR(wide(world.joint(rope).translation), length, 10 * machine_rounding * length) << n;
    EXPECT_NEAR(wide(world.joint(rope).speed), 0, 1000 * machine_rounding) << n;
  }
}

TEST(Machines, ARopeHangsLooseUntilItIsTaut) {
  Random random(46);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    Atwood machine(random, 0);
    World& world = machine.world;
    const Real slack = random.real(0.5, 2), length = Real(20) + 20 * machine.def.ratio + slack;
    machine.def.limits = JointLimits{.lower = 0, .upper = length};
    const JointId rope = world.add_joint(machine.def);
    const double all = wide(slack) / (1 + machine.ratio), until = std::sqrt(2 * all / 10);  // both fall freely
    const int free = static_cast<int>(until * 60);
    for (int i = 0; i < free; ++i) world.step(dt);
    for (const BodyId weight : machine.weight) {
      EXPECT_NEAR(wide(world.velocity(weight).y()), -10.0 * free / 60, 100 * machine_rounding) << n;
    }
    EXPECT_EQ(world.joint(rope).force, Vec2(0, 0)) << n;
    for (int i = 0; i < 30; ++i) {
      world.step(dt);
      EXPECT_LT(wide(world.joint(rope).translation), wide(length) * (1 + 10 * machine_rounding)) << n;
    }
    EXPECT_NEAR(wide(world.joint(rope).speed), 0, 1000 * machine_rounding) << n;
  }
}

/// It runs against it as against a limit, and stays there, however heavy the other one is.
TEST(Machines, NoAnchorPassesItsWheel) {
  Random random(47);
  int arrived = 0;
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    Atwood machine(random, 0);
    World& world = machine.world;
    const Real radius = random.real(0.1, 1);
    machine.def.wheel_radius = radius;
    world.add_joint(machine.def);
    const double before = world.energy().total();
    EnergyLedger ledger;
    double size = 1, kinetic = 0;
    for (int i = 0; i < 600; ++i) {
      world.step(dt);
      i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
      const Energy now = world.energy();
      size += std::fabs(now.kinetic - kinetic), kinetic = now.kinetic;
      ASSERT_LT(now.total(), before + 100 * machine_rounding * size) << n << " at " << i;
      for (int k = 0; k < 2; ++k) {
        const Place part =
            wide(world.position(machine.weight[k])) - wide(k == 0 ? machine.def.wheel_a : machine.def.wheel_b);
        ASSERT_GT(std::abs(part), wide(radius) - 100 * machine_rounding) << n << " at " << i;
      }
    }
    EXPECT_LT(std::fabs(ledger.error()), machine_rounding * (size + ledger.passed())) << n;
    arrived += kinetic < 1e-3 * size ? 1 : 0;
  }
  EXPECT_GT(arrived, bankshot_test::effort(40) / 2);
}

/// However fast it is, and however small the wheel: it stops there, though it would be beyond it when the sub-step
/// ends. The same with a rope whose lower limit is that.
TEST(Machines, NothingFastPassesItsWheel) {
  Random random(50);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    World world({.gravity = Vec2(0, 0), .sleep = false});
    const Vec2 wheel = random.vec2(3), way = random.vec2(1) + Vec2(2, 0);
    const BodyId post = world.add_body({.type = BodyType::fixed, .position = wheel});
    const BodyId other = add_weight(world, wheel + Vec2(10, 10), 1, 1);
    const BodyId fast = add_weight(world, wheel - way, 1, 1);
    const Real radius = random.power_of_ten(-2, -0.5);
    if (n % 2 == 0) {
      world.add_joint(PulleyDef{.body_a = fast,
                                .body_b = other,
                                .wheel_a = wheel,
                                .wheel_b = wheel,
                                .wheel_radius = radius,
                                .limits = JointLimits{.lower = 0, .upper = 1e5}});
    } else {
      world.add_joint(
          DistanceDef{.body_a = post, .body_b = fast, .limits = JointLimits{.lower = radius, .upper = 1e5}});
    }
    const Vec2 velocity = random.power_of_ten(1, 3) * way / way.norm();
    world.set_velocity(fast, velocity);
    for (int i = 0; i < 30; ++i) world.step(dt);
    const Place left = wide(Vec2(world.position(fast) - wheel));
    EXPECT_NEAR(std::abs(left), wide(radius), 1e-4) << n << ": " << velocity.norm();
    EXPECT_LT(left.real() * wide(way.x()) + left.imag() * wide(way.y()), 0) << n;
  }
}

/// What is fixed cannot leave it; and two that are in theirs at once have redundant rows.
TEST(Machines, BothAnchorsMayBeInTheirWheels) {
  for (const bool fixed : {true, false}) {
    World world({.gravity = Vec2(0, -10), .sleep = false});
    const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(-2, 5)});
    const BodyId left = fixed ? post : add_weight(world, Vec2(-2, Real(4.9)), 1, 1);
    const BodyId right = add_weight(world, Vec2(2, Real(4.9)), 1, 1);
    world.add_joint(PulleyDef{.body_a = left,
                              .body_b = right,
                              .wheel_a = Vec2(-2, 5),
                              .wheel_b = Vec2(2, 5),
                              .wheel_radius = Real(0.1),
                              .local_anchor_a = Vec2(0, Real(fixed ? -0.05 : 0)),
                              .length = Real(0.2)});
    for (int i = 0; i < 120; ++i) world.step(dt);
    EXPECT_TRUE(near(world.position(right), Vec2(2, Real(fixed ? 4.85 : 4.9)), Real(1e-3)))
        << world.position(right).transpose();
  }
}

/// On an elastic rope a weight swings in the time that the reduced mass 1 / (1 / m_A + ratio^2 / m_B) gives.
TEST(Machines, AnElasticRopeSwingsInItsTime) {
  Random random(49);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    Atwood machine(random, 0);
    World& world = machine.world;
    world.set_gravity(Vec2(0, 0));
    machine.def.spring = {.hertz = 1};
    const JointId rope = world.add_joint(machine.def);
    const Real pushed = random.real(0.1, 1);
    world.apply_impulse(machine.weight[1], Vec2(0, -pushed));
    const double speed = wide(world.joint(rope).speed);
    world.step(dt / 1024);
    for (int i = 0; i < 15; ++i) world.step(dt);  // a quarter of a period: it turns
    EXPECT_NEAR(wide(world.joint(rope).speed), 0, 0.01 * speed) << n;
    for (int i = 0; i < 45; ++i) world.step(dt);
    EXPECT_NEAR(wide(world.joint(rope).speed), speed, 0.01 * speed) << n;
  }
}

TEST(Machines, AWinchHaulsItsLoadUp) {
  World world({.gravity = Vec2(0, -10), .energy_ledger = true});
  const BodyId ground = world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2));
  const BodyId load = world.add_body({.position = Vec2(5, Real(0.5))}, box(1, 1));
  const JointId rope = world.add_joint(PulleyDef{.body_a = ground,
                                                 .body_b = load,
                                                 .wheel_a = Vec2(0, 8),
                                                 .wheel_b = Vec2(5, 8),
                                                 .anchor_a = Vec2(0, 0),
                                                 .motor = {.speed = -1, .largest = 30}});
  for (int i = 0; i < 240; ++i) world.step(dt);
  EXPECT_NEAR(wide(world.position(load).y()), 4.5, 0.05);
  EXPECT_NEAR(wide(world.joint(rope).speed), -1, 1e-3);
  world.set_motor(rope, {.speed = 0, .largest = 30});
  for (int i = 0; i < 240; ++i) world.step(dt);
  EXPECT_NEAR(wide(world.joint(rope).force.y()), 10, 1e-2);
  world.set_motor(rope, {.speed = 0, .largest = Real(0.01)});
  for (int i = 0; i < 240; ++i) world.step(dt);
  EXPECT_NEAR(wide(world.position(load).y()), 0.5, 0.02);
  EXPECT_FALSE(world.awake(load));
}

TEST(Machines, AGearBreaksAtItsTorque) {
  Random random(48);
  for (int n = 0; n < bankshot_test::effort(20); ++n) {
    Gears gears(random);
    World& world = gears.world;
    const double ratio = wide(gears.ratio), b = wide(gears.inertia[1]);
    const double turning = 1 / (wide(gears.inertia[0]) + b / (ratio * ratio)), given = b * turning / std::fabs(ratio);
    world.set_break(gears.gear, unbreakable, static_cast<Real>(given));
    for (const double share : {0.99, 1.01}) {
      world.apply_torque(gears.wheel[0], static_cast<Real>(share));
      world.step(dt);
      EXPECT_EQ(world.contains(gears.gear), share < 1) << n;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
