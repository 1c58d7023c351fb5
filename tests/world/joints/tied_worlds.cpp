// Laws of joints in worlds: energy, closed anchors, impacts. The values are those of closed forms.

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "effort.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

constexpr Real sixtieth = Real(1) / 60;
/// What rounding of the state alone may do to energy within a minute, as a share of it.
constexpr double kept_energy = sizeof(Real) == 4 ? 1e-5 : 1e-9;

/// How far the worst joint of a world is open.
double widest_gap(const World& world) {
  double widest = 0;
  for (const JointId id : world.joints()) {
    const Joint joint = world.joint(id);
    if (joint.kind == JointKind::distance) continue;
    widest = std::max(widest, static_cast<double>((joint.anchor_a - joint.anchor_b).norm()));
  }
  return widest;
}

TEST(TiedWorld, APendulumKeepsItsEnergy) {
  World world({.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
  const BodyId wall = world.add_body({.type = BodyType::fixed});
  const BodyId bar = world.add_body({.position = Vec2(1, 0)}, box(2, Real(0.1)));
  world.set_mass_properties(bar, {.mass = 1, .inertia = Real(1) / 3});
  world.add_joint(RevoluteDef{.body_a = wall, .body_b = bar, .anchor = Vec2(0, 0)});
  EnergyLedger ledger;
  double worst = 0, gap = 0, lowest = 0, fell = 0;
  for (int i = 0; i < 3600; ++i) {
    const double height = static_cast<double>(world.position(bar).y());
    ASSERT_EQ(world.step(sixtieth), StepStatus::ok);
    i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
    worst = std::max(worst, std::fabs(world.energy().total()));
    gap = std::max(gap, widest_gap(world));
    lowest = std::min(lowest, static_cast<double>(world.position(bar).y()));
    fell += 10 * std::fabs(static_cast<double>(world.position(bar).y()) - height);
  }
  EXPECT_LT(worst, 10 * kept_energy);
  EXPECT_LT(gap, sizeof(Real) == 4 ? 1e-6 : 1e-13);
  EXPECT_LT(lowest, -0.99) << "it swings";
  EXPECT_LT(std::fabs(ledger.error()), 10 * kept_energy);
  EXPECT_LT(std::fabs(ledger.joints), 1e-9) << "rigid joints do no work";
  EXPECT_NEAR(ledger.turnover, fell, 10 * kept_energy) << "what gravity gives and takes passes through";
}

TEST(TiedWorld, APendulumAtAWallKeepsItsEnergy) {
  World world({.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
  const Material elastic{.restitution = 1, .friction = 0};
  world.add_body({.type = BodyType::fixed, .position = Vec2(Real(-0.5), -2)}, box(Real(0.5), 4), elastic);
  const BodyId nail = world.add_body({.type = BodyType::fixed});
  const BodyId bar = world.add_body({.position = Vec2(1, 0)});
  world.add_shape(bar, box(2, Real(0.1)), {.filter = {.mask = 0}});
  world.add_shape(bar, circle(Real(0.25), Vec2(1, 0)), {.material = elastic});
  world.add_joint(RevoluteDef{.body_a = nail, .body_b = bar, .anchor = Vec2(0, 0)});
  const double swing = static_cast<double>(world.mass_properties(bar).mass) * 20;
  int hits = 0;
  EnergyLedger ledger;
  const double energy = world.energy().total();
  for (int i = 0; i < 5400; ++i) {
    ASSERT_EQ(world.step(sixtieth), StepStatus::ok);
    i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
    for (const Impact& impact : world.impacts()) {
      ++hits;
      EXPECT_NEAR(impact.separation_speed, impact.approach_speed, impact.approach_speed * kept_energy);
    }
  }
  EXPECT_GT(hits, 50);
  EXPECT_NEAR(world.energy().total(), energy, swing * kept_energy * 10);
  EXPECT_LT(std::fabs(ledger.error()), swing * kept_energy * 10);
}

/// Five balls on rods that touch one another; the first one falls by half a metre.
TEST(TiedWorld, NewtonsCradlePassesOneBall) {
  World world({.gravity = Vec2(0, -10), .sleep = false});
  const BodyId beam = world.add_body({.type = BodyType::fixed});
  const Real radius = Real(0.25), rod = 2, angle = Real(0.5235987755982988);
  std::vector<BodyId> balls;
  for (int i = 0; i < 5; ++i) {
    const Vec2 nail(2 * radius * static_cast<Real>(i), 0);
    const Real turn = i == 0 ? angle : Real(0);
    const Vec2 place = nail + rod * Vec2(-std::sin(turn), -std::cos(turn));
    balls.push_back(world.add_body({.position = place}, circle(radius), {.restitution = 1, .friction = 0}));
    world.add_joint(DistanceDef{.body_a = beam, .body_b = balls.back(), .anchor_a = nail, .anchor_b = place});
  }
  const double energy = world.energy().total();
  const double fall = static_cast<double>(rod * (1 - std::cos(angle))) * 10;
  const double mass = static_cast<double>(world.mass_properties(balls[0]).mass);
  double fastest = 0;
  for (int i = 0; i < 1200; ++i) {
    ASSERT_EQ(world.step(sixtieth), StepStatus::ok);
    EXPECT_NEAR(world.energy().total(), energy, mass * fall * 20 * kept_energy);
    std::vector<double> speeds;
    for (const BodyId ball : balls) speeds.push_back(static_cast<double>(world.velocity(ball).norm()));
    std::sort(speeds.begin(), speeds.end());
    fastest = std::max(fastest, speeds[4]);
    EXPECT_LT(speeds[3] / std::sqrt(2 * fall), sizeof(Real) == 4 ? 4e-4 : 1e-6) << "at " << i;
  }
  EXPECT_NEAR(fastest, std::sqrt(2 * fall), 0.01);
}

/// Links in a closed room without friction, at e = 1.
TEST(TiedWorld, ThrownLinksKeepTheirEnergyAmongThemselves) {
  const Material elastic{.restitution = 1, .friction = 0};
  for (int n = 0; n < 4; ++n) {
    World world({.sleep = false, .energy_ledger = true});
    const BodyId room = world.add_body({.type = BodyType::fixed});
    for (const Real side : {Real(-8), Real(8)}) {
      world.add_shape(room, box(20, 1, Vec2(0, side)), {.material = elastic});
      world.add_shape(room, box(1, 20, Vec2(side, 0)), {.material = elastic});
    }
    for (int group = 0; group < 4; ++group) {
      BodyId last;
      for (int i = 0; i < 3; ++i) {
        const Real x = static_cast<Real>(3 * group - 5), y = Real(1.2) * static_cast<Real>(i) - 2;
        const auto speed = [&](int k) { return static_cast<Real>((7 * (n + 3 * group + 5 * i + k)) % 11 - 5); };
        const BodyId link =
            world.add_body({.position = Vec2(x, y), .velocity = Vec2(speed(0), speed(1)), .angular_velocity = speed(2)},
                           box(Real(0.3), 1), elastic);
        if (i > 0) world.add_joint(RevoluteDef{.body_a = last, .body_b = link, .anchor = Vec2(x, y - Real(0.6))});
        last = link;
      }
    }
    world.step(sixtieth);  // takes the velocities that the joints do not allow
    EXPECT_LT(world.energy_ledger().joints, 0);
    EXPECT_LT(std::fabs(world.energy_ledger().error()), 1e-4);
    const double energy = world.energy().total();
    std::size_t hits = 0;
    for (int i = 0; i < 600; ++i) {
      ASSERT_EQ(world.step(sixtieth), StepStatus::ok);
      hits += world.impacts().size();
      ASSERT_NEAR(world.energy().total(), energy, energy * 10 * kept_energy);
      ASSERT_LT(widest_gap(world), sizeof(Real) == 4 ? 1e-5 : 1e-9);
    }
    EXPECT_GT(hits, 8u);
    EXPECT_EQ(world.deepest_penetration(), 0);
  }
}

/// Where a box that slides down a floor into a wall ends the step in which it hits that. `pull`: whether a joint so
/// weak that it does nothing makes it a tied body.
Real place_at_the_wall(std::uint64_t seed, bool pull) {
  Random random(seed);
  World world({.gravity = Vec2(0, -10), .sleep = false});
  const Real friction = random.real(0, 1), width = random.real(0.3, 2), height = random.real(0.3, 2);
  const BodyId room = world.add_body({.type = BodyType::fixed}, box(60, 2, Vec2(0, -1)), {.friction = friction});
  world.add_shape(room, box(2, 40, Vec2(6, 0)));
  const BodyId body = world.add_body({.position = Vec2(0, height / 2)}, box(width, height), {.friction = friction});
  if (pull) {
    world.add_joint(TargetDef{.body_a = room, .body_b = body, .anchor = world.position(body), .largest_force = 0});
  }
  for (int i = 0; i < 20; ++i) world.step(sixtieth);
  world.set_velocity(body, Vec2(random.real(10, 60), 0));
  for (int i = 0; i < 120; ++i) {
    world.step(sixtieth);
    for (const Impact& impact : world.impacts()) {
      if (impact.approach_speed > 1) return world.position(body).x() - (5 - width / 2);
    }
  }
  return 0;
}

/// Its path ends where it hits, though friction slows it down in that step.
TEST(TiedWorld, ABoxSlidesNoFartherIntoAWallThanOneWithoutJoints) {
  int hits = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(bankshot_test::effort(200)); ++seed) {
    const Real alone = place_at_the_wall(seed, false), tied = place_at_the_wall(seed, true);
    hits += alone != 0 ? 1 : 0;
    EXPECT_LT(tied, std::max(alone, Real(0)) + Real(0.005)) << seed;
  }
  EXPECT_GT(hits, bankshot_test::effort(200) * 3 / 4);
}

}  // namespace
}  // namespace bankshot::testing
