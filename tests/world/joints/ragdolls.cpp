// Ragdolls: trees of limbs with limits that fall on a floor between walls. Their joints do not open.

#include "../random.hpp"
#include "effort.hpp"

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace bankshot::testing {
namespace {

constexpr int steps_per_second[] = {15, 30, 60, 144};

/// What is the same for all limbs of a ragdoll.
struct Build {
  Real friction = 0;  ///< largest torque of the joints
  Filter filter = {};
};

/// A torso, and limbs that each hang by one end on the far end of an earlier one; as heavy as they are large.
void add_ragdoll(World& world, Random& random, Vec2 at, const Build& build = {}) {
  struct Limb {
    BodyId body;
    Vec2 end;
    Real angle = 0;
  };
  std::vector<Limb> limbs;
  const int count = 3 + random.below(9);
  const Vec2 speed(random.real(-2, 2), random.real(-4, 0));
  for (int i = 0; i < count; ++i) {
    const Limb from = i == 0 ? Limb{{}, at, 0} : limbs[static_cast<std::size_t>(random.below(i))];
    const Real size = random.real(Real(0.2), Real(0.7)), angle = random.real(-3, 3);
    const Vec2 along(std::cos(angle), std::sin(angle));
    Limb limb{world.add_body({.position = from.end + size / 2 * along,
                              .rotation = Rotation::from_angle(angle),
                              .velocity = speed,
                              .angular_velocity = random.real(-2, 2)}),
              from.end + size * along, angle};
    const Material skin{.restitution = random.one_in(2) ? Real(0) : random.real(0, 1), .friction = random.real(0, 1)};
    world.add_shape(limb.body, box(size, random.real(Real(0.1), Real(0.4)) * size),
                    {.material = skin, .filter = build.filter});
    if (i > 0) {
      world.add_joint(RevoluteDef{
          .body_a = from.body,
          .body_b = limb.body,
          .anchor = from.end,
          .zero_angle = angle - from.angle,
          .motor = {0, build.friction},
          .limits = JointLimits{random.real(Real(-1.5), Real(-0.1)), random.real(Real(0.1), Real(1.5)), 0}});
    }
    limbs.push_back(limb);
  }
}

World empty_pit() {
  World world({.gravity = Vec2(0, -10), .energy_ledger = true});
  const BodyId pit = world.add_body({.type = BodyType::fixed});
  world.add_shape(pit, box(20, 2, Vec2(0, -1)));
  for (const Real side : {Real(-1), Real(1)}) world.add_shape(pit, box(2, 60, Vec2(5 * side, 29)));
  return world;
}

Vec2 above_pit(Random& random, int i) { return {random.real(-1, 1), static_cast<Real>(3 + 4 * i)}; }

/// How far the joints of a world are out of place.
struct Openings {
  double pins = 0, limits = 0;  // m, rad
};
void widen(const World& world, Openings& most) {
  for (const JointId id : world.joints()) {
    const Joint joint = world.joint(id);
    most.pins = std::max(most.pins, static_cast<double>((joint.anchor_a - joint.anchor_b).norm()));
    const JointLimits limits = joint.limits.value();
    most.limits = std::max(most.limits, static_cast<double>(limits.lower - joint.angle));
    most.limits = std::max(most.limits, static_cast<double>(joint.angle - limits.upper));
  }
}

/// What passes through the energy of a world, and by how much more than push-out gave it has risen.
struct Balance {
  double before = 0, kinetic = 0, passed = 1, gain = 0, error = 0, push_out = 0;  // J
};
void balance(const World& world, Balance& sum) {
  const Energy now = world.energy();
  const EnergyLedger& ledger = world.energy_ledger();
  sum.passed += std::fabs(now.kinetic - sum.kinetic), sum.kinetic = now.kinetic;
  sum.error += ledger.error(), sum.push_out += ledger.push_out;
  sum.gain = std::max(sum.gain, now.total() - sum.before - std::max(sum.push_out, 0.0));
}

TEST(Ragdolls, NeitherComeApartNorGainEnergy) {
  Random random(12);
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    const int hertz = steps_per_second[n % 4];
    World world = empty_pit();
    for (int i = random.below(2); i >= 0; --i) add_ragdoll(world, random, above_pit(random, i));
    Openings most;
    Balance sum;
    sum.before = world.energy().total();
    for (int i = 0; i < 3 * hertz; ++i) {
      world.step(Real(1) / static_cast<Real>(hertz));
      widen(world, most), balance(world, sum);
    }
    SCOPED_TRACE(::testing::Message() << "case " << n << " at " << hertz << " steps a second");
    EXPECT_LT(most.pins, 1e-4);
    EXPECT_LT(most.limits, 0.02);
    EXPECT_LT(sum.gain, 1e-3 * sum.passed);
    EXPECT_LT(std::fabs(sum.error), 2e-5 * sum.passed);
  }
}

// Limbs of a ragdoll pass through one another, as they overlap at joints. One that balances on a limb takes longer to
// fall over than this test does.
TEST(Ragdolls, ComeToRestAndSleep) {
  Random random(31);
  int asleep = 0, all = 0;
  for (int n = 0; n < bankshot_test::effort(18); ++n) {
    const int hertz = steps_per_second[1 + n % 3];
    World world = empty_pit();
    for (int i = random.below(2); i >= 0; --i) {
      add_ragdoll(world, random, above_pit(random, i), {random.real(Real(0.05), Real(0.2)), {.group = -1 - i}});
    }
    for (int i = 0; i < 6 * hertz && (i == 0 || world.counts().awake_bodies > 0); ++i) {
      world.step(Real(1) / static_cast<Real>(hertz));
    }
    ++all;
    if (world.counts().awake_bodies == 0) ++asleep;
  }
  EXPECT_GE(asleep, 3 * all / 4);
}

// Of a row of heavy limbs whose angles hardly change a light one begins deep in the floor. It comes out with all
// others. Up to a quarter of them may stay.
TEST(Ragdolls, ArePushedOutAsAWholeWhereLimitsHoldThem) {
  Random random(5);
  int deep_ones = 0;
  for (int n = 0; n < 40; ++n) {
    World world = empty_pit();
    const Real thin = random.real(Real(0.1), Real(0.3)), size = random.real(1, 2) * thin;
    const int count = 3 + random.below(4), deep = random.below(count);
    BodyId last;
    for (int i = 0; i < count; ++i) {
      const BodyId limb = world.add_body({.position = Vec2(size * (static_cast<Real>(i) - 2), thin / 2)});
      const Material skin{.friction = random.real(0, 1), .density = i == deep ? 1 : random.real(10, 100)};
      world.add_shape(limb, box(size, i == deep ? 2 * thin : thin), {.material = skin, .filter = {.group = -1}});
      if (i > 0) {
        world.add_joint(RevoluteDef{.body_a = last,
                                    .body_b = limb,
                                    .anchor = Vec2(size * (static_cast<Real>(i) - Real(2.5)), thin / 2),
                                    .limits = JointLimits{0, random.real(0, Real(0.01)), 0}});
      }
      last = limb;
    }
    for (int i = 0; i < 30; ++i) world.step(Real(1) / 15);
    if (world.deepest_penetration() > thin / 10) ++deep_ones;
    Openings most;
    widen(world, most);
    EXPECT_LT(most.limits, 1e-3);
  }
  EXPECT_LE(deep_ones, 10);
}

}  // namespace
}  // namespace bankshot::testing
