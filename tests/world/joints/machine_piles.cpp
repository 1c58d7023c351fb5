// Gears, racks and pulleys in company: random machines that things fall on, sleep, determinism, predictions.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <bankshot/tolerance.hpp>

#include <cmath>

namespace bankshot::testing {
namespace {

/// What rounding of the state does to energies found from it, as a share; and ten times what the rows of a gear give
/// way by, since its two hinges close a loop.
constexpr double share_of_rounding = (sizeof(Real) == 4 ? 2e-5 : 1e-9) + 10 * tolerance::joint_stiffening;

/// A room with machines that stand on its walls or on each other, and discs and boxes that fall on them.
struct MachinePile {
  World world;
  BodyId room;
  std::vector<BodyId> loose;
  std::vector<JointId> machines;

  MachinePile(std::uint64_t seed, bool backwards, int threads)
      : world({.gravity = Vec2(0, -10), .energy_ledger = true, .threads = threads}) {
    room = world.add_body({.type = BodyType::fixed});
    for (const Real side : {Real(-1), Real(1)}) {
      world.add_shape(room, box(40, 2, Vec2(0, 14 * side)));
      world.add_shape(room, box(2, 40, Vec2(14 * side, 0)));
    }
    const int count = 3 + Random(seed).below(3);
    for (int k = 0; k < count; ++k) add_machine(seed, backwards ? count - 1 - k : k, backwards);
    for (int k = 0; k < 2 * count; ++k) add_loose(seed, backwards ? 2 * count - 1 - k : k);
  }

  BodyId add(Random& random, Vec2 at, const Shape& shape, bool turned) {
    BodyDef def{.position = at};
    const Real angle = random.real(-3, 3);
    if (turned) def.rotation = Rotation::from_angle(angle);
    const Real restitution = random.one_in(2) ? Real(0) : random.real(0, 1), friction = random.real(0, 1);
    return world.add_body(
        def, shape, {.restitution = restitution, .friction = friction, .density = random.power_of_ten(-0.5, 0.5)});
  }

  void add_machine(std::uint64_t seed, int i, bool backwards) {
    Random random(seed + 17 * static_cast<std::uint64_t>(i) + 1);
    const Vec2 at(static_cast<Real>(8 * (i % 3) - 8), static_cast<Real>(6 * (i / 3) - 6));
    const Vec2 axis[2] = {at + random.vec2(0.5), at + Vec2(random.real(2, 3), random.real(-1, 1))};
    const bool carried = random.one_in(2);
    const BodyId carrier = carried ? add(random, at + Vec2(1, Real(-2.5)), box(4, Real(0.3)), false) : room;
    BodyId wheel[2];
    for (int k = 0; k < 2; ++k) {
      const Real radius = random.real(0.3, 0.9);
      wheel[k] = add(random, axis[k], circle(radius), true);
    }
    const Real size = random.real(0.3, 2), ratio = random.one_in(2) ? size : -size;
    const int kind = random.below(3);
    std::vector<JointDef> joints;
    if (kind < 2) {
      for (int k = 0; k < 2; ++k) {
        joints.push_back(RevoluteDef{.body_a = carrier, .body_b = wheel[k], .anchor = axis[k]});
      }
      const bool driven = random.one_in(3);
      if (driven) std::get<RevoluteDef>(joints[0]).motor = {.speed = random.real(-5, 5), .largest = 20};
      joints.push_back(GearDef{.body_a = wheel[0], .body_b = wheel[1], .ratio = ratio});
    }
    if (kind == 1) {
      const BodyId bar = add(random, axis[0] + Vec2(0, 2), box(3, Real(0.3)), false);
      joints.push_back(PrismaticDef{.body_a = carrier,
                                    .body_b = bar,
                                    .anchor = axis[0] + Vec2(0, 2),
                                    .axis = Vec2(1, 0),
                                    .limits = JointLimits{.lower = -2, .upper = 2, .restitution = random.real(0, 1)}});
      joints.push_back(
          RackDef{.body_a = bar, .body_b = wheel[0], .anchor = axis[0], .axis = Vec2(1, 0), .radius = ratio});
    }
    if (kind == 2) {
      joints.push_back(PulleyDef{.body_a = wheel[0],
                                 .body_b = wheel[1],
                                 .wheel_a = axis[0] + Vec2(0, 3),
                                 .wheel_b = axis[1] + Vec2(0, 3),
                                 .ratio = size});
      if (random.one_in(2)) std::get<PulleyDef>(joints[0]).limits = JointLimits{.lower = 0, .upper = 4 + 4 * size};
    }
    std::vector<JointId> made(joints.size());
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const std::size_t j = backwards ? joints.size() - 1 - k : k;
      made[j] = std::visit([&](const auto& def) { return world.add_joint(def); }, joints[j]);
    }
    machines.insert(machines.end(), made.begin(), made.end());
  }

  void add_loose(std::uint64_t seed, int i) {
    Random random(seed + 31 * static_cast<std::uint64_t>(i) + 2);
    const Real size = random.real(0.3, 0.6);
    const Shape shape = random.one_in(2) ? circle(size) : box(2 * size, size);
    loose.push_back(
        add(random, Vec2(static_cast<Real>(3 * (i % 8) - 11), static_cast<Real>(9 + 2 * (i / 8))), shape, true));
  }
};

TEST(MachinePile, NoEnergyIsGainedAndTheLedgerCloses) {
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    MachinePile pile(7000 * static_cast<std::uint64_t>(n), false, 1);
    World& world = pile.world;
    EnergyLedger ledger;
    const double before = world.energy().total();
    double size = 1, kinetic = 0, gain = 0;
    for (int i = 0; i < 400; ++i) {
      world.step(dt);
      i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
      const Energy now = world.energy();
      size += std::fabs(now.kinetic - kinetic), kinetic = now.kinetic;
      gain = std::max(gain, (now.total() - before - ledger.motors - std::max(ledger.push_out, 0.0)) / size);
    }
    EXPECT_LT(gain, 1e-3) << "case " << n;
    EXPECT_LT(std::fabs(ledger.error()), share_of_rounding * (size + ledger.passed())) << "case " << n;
    for (const BodyId body : world.bodies()) {
      EXPECT_LT(world.position(body).cwiseAbs().maxCoeff(), 13) << "case " << n << ": it stays in the room";
    }
  }
}

TEST(MachinePile, NeitherThreadsNorTheOrderOfCreationMatter) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const auto hash = [seed](bool backwards, int threads) {
      MachinePile pile(4000 * seed, backwards, threads);
      for (int i = 0; i < 200; ++i) pile.world.step(dt);
      return pile.world.hash();
    };
    EXPECT_EQ(hash(false, 1), hash(true, 1)) << seed;
    EXPECT_EQ(hash(false, 1), hash(false, 3)) << seed;
  }
}

TEST(MachinePile, CopiesAndPredictionsGoOnAlike) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    MachinePile pile(2000 * seed, false, 1);
    for (int i = 0; i < 20; ++i) pile.world.step(dt);
    World copy = pile.world;
    const BodyId body = pile.world.joint(pile.machines.back()).body_b;
    const Vec2 velocity(1, 2);
    const Prediction seen = pile.world.predict(body, velocity, dt, 60);
    pile.world.set_velocity(body, velocity), copy.set_velocity(body, velocity);
    for (std::size_t i = 0; i < 60; ++i) {
      pile.world.step(dt), copy.step(dt);
      ASSERT_EQ(seen.poses[i].position, pile.world.position(body)) << seed << " at " << i;
      ASSERT_EQ(copy.hash(), pile.world.hash()) << seed << " at " << i;
    }
  }
}

/// Two of one kind between the same two bodies are ordered by what they are, not by which came first.
TEST(MachinePile, TwoLikeOnesAreOrderedByWhatTheyAre) {
  const auto hash = [](bool backwards, int which) {
    World world({.gravity = Vec2(0, -10)});
    const BodyId a = world.add_body({.position = Vec2(-1, 0), .angular_velocity = 3}, box(1, 1));
    const BodyId b = world.add_body({.position = Vec2(2, 1)}, box(1, 2));
    for (int k = 0; k < 2; ++k) {
      const int i = backwards ? 1 - k : k;
      const Real x = static_cast<Real>(i);
      if (which == 0)
        world.add_joint(
            PulleyDef{.body_a = a, .body_b = b, .wheel_a = Vec2(x, 5), .wheel_b = Vec2(2, 5), .length = Real(9)});
      if (which == 1)
        world.add_joint(
            PulleyDef{.body_a = a, .body_b = b, .wheel_a = Vec2(0, 5), .wheel_b = Vec2(2, 5 + x), .length = Real(9)});
      if (which == 2) world.add_joint(GearDef{.body_a = a, .body_b = b, .ratio = 1 + x});
      if (which == 3) world.add_joint(RackDef{.body_a = a, .body_b = b, .radius = 1 + x});
    }
    for (int i = 0; i < 30; ++i) world.step(dt);
    return world.hash();
  };
  for (const int which : {0, 1, 2, 3}) EXPECT_EQ(hash(false, which), hash(true, which)) << which;
}

TEST(MachinePile, WhatHangsOnARopeComesToRestAndSleeps) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2));
  const BodyId light = world.add_body({.position = Vec2(-3, Real(0.5))}, box(1, 1));
  const BodyId heavy = world.add_body({.position = Vec2(3, 4)}, box(1, 1), {.density = 2});
  world.add_joint(PulleyDef{.body_a = light, .body_b = heavy, .wheel_a = Vec2(-3, 8), .wheel_b = Vec2(3, 8)});
  for (int i = 0; i < 900; ++i) world.step(dt);
  EXPECT_FALSE(world.awake(heavy) || world.awake(light));
  EXPECT_NEAR(static_cast<double>(world.position(heavy).y()), 0.5, 0.02);  // it stands on the ground
  EXPECT_NEAR(static_cast<double>(world.position(light).y()), 4, 0.05);    // which it has drawn up
}

}  // namespace
}  // namespace bankshot::testing
