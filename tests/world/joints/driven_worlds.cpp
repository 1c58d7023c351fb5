// Springs, motors, limits, ropes and wheels in worlds: random worlds, and closed forms.

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "effort.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

constexpr bool single = sizeof(Real) == 4;
constexpr Real tick_time = Real(1) / 60;
/// What rounding of the state may do to energy in a few seconds, as a share of what passes through.
constexpr double lost_by_rounding = single ? 2e-5 : 1e-9;

JointSpring any_spring(Random& random, bool damped, Real rest) {
  if (random.one_in(3)) return {};
  return {.hertz = random.power_of_ten(-1, 1),
          .damping_ratio = damped ? random.power_of_ten(-2, 0) : Real(0),
          .rest = rest};
}
JointMotor any_motor(Random& random) {
  if (random.one_in(2)) return {};
  return {.speed = random.one_in(3) ? Real(0) : random.real(-3, 3), .largest = random.power_of_ten(-1, 2)};
}
std::optional<JointLimits> any_limits(Random& random, Real low, Real middle, Real high) {
  if (random.one_in(2)) return {};
  return JointLimits{random.real(low, middle), random.real(middle, high),
                     random.one_in(2) ? Real(0) : random.real(0, 1)};
}

/// What joints may have.
struct Driven {
  bool damped = true, motors = true, limits = true;
};

/// A joint of a random kind between two bodies, at a random point between them.
void tie(World& world, Random& random, BodyId a, BodyId b, const Driven& with) {
  const Vec2 at = (world.position(a) + world.position(b)) / 2 + Vec2(random.real(-1, 1), random.real(-1, 1)) / 5;
  const JointMotor motor = with.motors ? any_motor(random) : JointMotor{};
  const auto limits = [&](Real low, Real middle, Real high) {
    return with.limits ? any_limits(random, low, middle, high) : std::nullopt;
  };
  const Vec2 axis(random.real(-1, 1), 1);
  const Rotation from = world.rotation(a), to = world.rotation(b);
  const Real angle = std::atan2(from.c * to.s - from.s * to.c, from.c * to.c + from.s * to.s);
  switch (random.below(5)) {
    case 0:
      world.add_joint(RevoluteDef{.body_a = a,
                                  .body_b = b,
                                  .anchor = at,
                                  .zero_angle = angle,
                                  .spring = any_spring(random, with.damped, 1),
                                  .motor = motor,
                                  .limits = limits(-2, 0, 2)});
      break;
    case 1:
      world.add_joint(PrismaticDef{.body_a = a,
                                   .body_b = b,
                                   .anchor = at,
                                   .axis = axis,
                                   .spring = any_spring(random, with.damped, Real(0.2)),
                                   .motor = motor,
                                   .limits = limits(-1, 0, 1)});
      break;
    case 2:
      world.add_joint(WheelDef{.body_a = a,
                               .body_b = b,
                               .anchor = at,
                               .axis = axis,
                               .spring = any_spring(random, with.damped, 0),
                               .limits = limits(-1, 0, 1),
                               .motor = motor});
      break;
    case 3:
      world.add_joint(WeldDef{.body_a = a,
                              .body_b = b,
                              .anchor = at,
                              .linear = any_spring(random, with.damped, 0),
                              .angular = any_spring(random, with.damped, 0)});
      break;
    default: {
      const Real size = (world.position(a) - world.position(b)).norm();
      world.add_joint(DistanceDef{.body_a = a,
                                  .body_b = b,
                                  .anchor_a = world.position(a),
                                  .anchor_b = world.position(b),
                                  .spring = any_spring(random, with.damped, 0),
                                  .motor = motor,
                                  .limits = limits(0, size, 2 * size)});
    }
  }
}

/// Trees of bodies that nothing else touches.
World forest(Random& random, const Driven& with) {
  World world({.gravity = Vec2(random.real(-10, 10), random.real(-10, 10)), .sleep = false, .energy_ledger = true});
  const int trees = 1 + random.below(3);
  for (int tree = 0; tree < trees; ++tree) {
    std::vector<BodyId> bodies;
    const int count = 2 + random.below(6);
    const Vec2 place(static_cast<Real>(50 * tree), 0);
    for (int i = 0; i < count; ++i) {
      BodyDef def{.position = place + Vec2(static_cast<Real>(i), random.real(-1, 1))};
      def.rotation = Rotation::from_angle(random.real(-3, 3));
      def.type = i == 0 && random.one_in(2) ? BodyType::fixed : BodyType::dynamic;
      if (def.type == BodyType::dynamic) def.velocity = Vec2(random.real(-2, 2), random.real(-2, 2));
      const BodyId body = world.add_body(def);
      bodies.push_back(body);
      const Real mass = random.power_of_ten(-1, 1);
      if (def.type == BodyType::dynamic) {
        const Real inertia = random.one_in(4) ? Real(0) : mass * random.real(Real(0.05), Real(0.5));
        world.set_mass_properties(body, {.mass = mass, .inertia = inertia});
      }
      if (i > 0) tie(world, random, bodies[static_cast<std::size_t>(random.below(i))], body, with);
    }
  }
  return world;
}

/// A few seconds of a world: how much more energy it ever has than it began with and motors gave, and what the ledger
/// leaves open, both as shares of what passed through.
struct Passed {
  double gain = 0, open = 0, loss = 0;
  EnergyLedger ledger;
};
Passed pass(World& world, int steps) {
  Passed all;
  const double before = world.energy().total();
  double kinetic = world.energy().kinetic, size = kinetic;
  for (int i = 0; i < steps; ++i) {
    EXPECT_EQ(world.step(tick_time), StepStatus::ok);
    i == 0 ? all.ledger = world.energy_ledger() : all.ledger += world.energy_ledger();
    const Energy now = world.energy();
    size += std::fabs(now.kinetic - kinetic), kinetic = now.kinetic;
    // Random velocities contradict the joints, which takes energy.
    const double beyond = now.total() - before - all.ledger.motors - all.ledger.joints;
    all.gain = std::max(all.gain, beyond / size), all.loss = std::min(all.loss, beyond / size);
  }
  all.open = std::fabs(all.ledger.error()) / size;
  return all;
}

TEST(DrivenWorld, UndampedSpringsKeepTheEnergy) {
  Random random(1);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    World world = forest(random, {.damped = false, .motors = false, .limits = false});
    const Passed passed = pass(world, 300);
    EXPECT_LT(std::max(passed.gain, -passed.loss), 10 * lost_by_rounding) << "case " << n;
    EXPECT_LT(passed.open, 10 * lost_by_rounding) << "case " << n;
  }
}

TEST(DrivenWorld, NothingButMotorsGivesEnergy) {
  Random random(2);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    World world = forest(random, {});
    const Passed passed = pass(world, 300);
    EXPECT_LT(passed.gain, 10 * lost_by_rounding) << "case " << n;
    EXPECT_LT(passed.open, 10 * lost_by_rounding) << "case " << n;
    EXPECT_LE(passed.ledger.friction, 1e-9 + lost_by_rounding * passed.ledger.passed()) << "case " << n;
    EXPECT_LE(passed.ledger.damping, 1e-9) << "case " << n;
    EXPECT_LE(passed.ledger.restitution, 1e-9) << "case " << n;
  }
}

/// Bodies with all kinds of joints that fall on a floor, among walls.
World pile(Random& random) {
  World world({.gravity = Vec2(0, -10), .energy_ledger = true});
  const BodyId room = world.add_body({.type = BodyType::fixed});
  for (const Real side : {Real(-1), Real(1)}) {
    world.add_shape(room, box(30, 2, Vec2(0, 11 * side - 10)));
    world.add_shape(room, box(2, 30, Vec2(11 * side, 0)));
  }
  std::vector<BodyId> bodies;
  const int count = 3 + random.below(10);
  for (int i = 0; i < count; ++i) {
    const Vec2 at(static_cast<Real>(i % 5) * Real(1.5) - 3, static_cast<Real>(i / 5) * Real(1.5) + 3);
    const Material material{.restitution = random.one_in(2) ? Real(0) : random.real(0, 1),
                            .friction = random.real(0, 1)};
    const Shape shape = random.one_in(2) ? circle(random.real(Real(0.3), Real(0.6)))
                                         : box(random.real(Real(0.5), Real(1.2)), random.real(Real(0.3), Real(0.8)));
    bodies.push_back(world.add_body({.position = at}, shape, material));
    if (i > 0 && random.below(4) > 0) {
      tie(world, random, bodies[static_cast<std::size_t>(std::max(0, i - 1 - random.below(3)))], bodies.back(), {});
    }
  }
  return world;
}

/// Push-out leads bodies out of overlaps, which may draw out springs.
TEST(DrivenWorld, PilesGetNoEnergyButFromMotorsAndPushOut) {
  Random random(6);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world = pile(random);
    EnergyLedger ledger;
    const double before = world.energy().total();
    double size = 1, kinetic = 0, gain = 0;
    for (int i = 0; i < 300; ++i) {
      world.step(tick_time);
      i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
      const Energy now = world.energy();
      size += std::fabs(now.kinetic - kinetic), kinetic = now.kinetic;
      gain = std::max(gain, (now.total() - before - ledger.motors - std::max(ledger.push_out, 0.0)) / size);
    }
    EXPECT_LT(gain, 1e-3) << "case " << n;
    EXPECT_LT(ledger.joints, 1e-3 * size) << "case " << n;
    EXPECT_LT(std::fabs(ledger.error()), lost_by_rounding * size) << "case " << n;
    for (const BodyId body : world.bodies()) {
      EXPECT_LT(world.position(body).cwiseAbs().maxCoeff(), 11) << "case " << n << ": it stays in the room";
    }
  }
}

/// Joints are ordered by what they are: worlds built the other way round go on alike, on one thread or more.
TEST(DrivenWorld, TheOrderOfCreationDoesNotMatter) {
  for (int n = 0; n < 8; ++n) {
    const auto build = [n](bool backwards, int threads) {
      World world({.gravity = Vec2(0, -10), .threads = threads});
      world.add_body({.type = BodyType::fixed}, box(40, 2));
      std::vector<BodyId> bodies(8);
      for (int k = 0; k < 8; ++k) {
        const int i = backwards ? 7 - k : k;
        const Vec2 at(Real(1.2) * static_cast<Real>(i), 2 + static_cast<Real>((i * 3 + n) % 4));
        bodies[static_cast<std::size_t>(i)] = world.add_body({.position = at}, box(1, Real(0.5)));
      }
      for (int k = 0; k < 7; ++k) {
        const int i = backwards ? 6 - k : k;
        const BodyId a = bodies[static_cast<std::size_t>(i)], b = bodies[static_cast<std::size_t>(i + 1)];
        const Vec2 at = (world.position(a) + world.position(b)) / 2;
        const JointSpring spring{.hertz = static_cast<Real>(1 + (i + n) % 3), .damping_ratio = Real(0.1)};
        switch ((i + n) % 4) {
          case 0:
            world.add_joint(RevoluteDef{.body_a = a,
                                        .body_b = b,
                                        .anchor = at,
                                        .motor = {.speed = 2, .largest = 3},
                                        .limits = JointLimits{-1, 1, Real(0.5)}});
            break;
          case 1: world.add_joint(WheelDef{.body_a = a, .body_b = b, .anchor = at, .spring = spring}); break;
          case 2: world.add_joint(WeldDef{.body_a = a, .body_b = b, .anchor = at, .linear = spring}); break;
          default:
            world.add_joint(DistanceDef{.body_a = a,
                                        .body_b = b,
                                        .anchor_a = world.position(a),
                                        .anchor_b = world.position(b),
                                        .limits = JointLimits{0, Real(1.5), 0}});
        }
      }
      for (int i = 0; i < 200; ++i) world.step(tick_time);
      return world.hash();
    };
    EXPECT_EQ(build(false, 1), build(true, 1)) << n;
    EXPECT_EQ(build(false, 1), build(false, 3)) << n;
  }
}

/// What a prediction sees of whole turns, motors and limits is what comes.
TEST(DrivenWorld, PredictionsGoThroughDrivenJoints) {
  Random random(7);
  for (int n = 0; n < bankshot_test::effort(20); ++n) {
    World world = pile(random);
    const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(0, 30)});
    const BodyId rotor = world.add_body({.position = Vec2(0, 30)}, box(1, Real(0.1)));
    world.add_joint(RevoluteDef{.body_a = post,
                                .body_b = rotor,
                                .anchor = Vec2(0, 30),
                                .spring = {.hertz = Real(0.2)},
                                .motor = {.speed = 20, .largest = Real(0.1)}});
    const int steps = 40 + random.below(60);
    for (int i = 0; i < steps; ++i) world.step(tick_time);
    const BodyId body = random.one_in(2) ? rotor : world.bodies()[static_cast<std::size_t>(1 + random.below(3))];
    const Vec2 velocity(random.real(-3, 3), random.real(0, 5));
    const Prediction guess = world.predict(body, velocity, tick_time, 30);
    world.set_velocity(body, velocity);
    for (int i = 0; i < 30; ++i) world.step(tick_time);
    ASSERT_FALSE(guess.poses.empty());
    EXPECT_EQ(guess.poses.back().position, world.position(body)) << "case " << n;
    EXPECT_EQ(guess.poses.back().rotation, world.rotation(body)) << "case " << n;
  }
}

/// However stiff a spring that bears a load on the floor is, and however long the step: nothing is thrown up.
TEST(DrivenWorld, ALoadOnAStiffSpringRests) {
  Random random(8);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10), .energy_ledger = true});
    world.add_body({.type = BodyType::fixed}, box(40, 2));
    const BodyId foot = world.add_body({.position = Vec2(0, Real(1.5))}, box(1, 1));
    const BodyId load =
        world.add_body({.position = Vec2(0, Real(3.5))}, box(1, 1), {.density = random.power_of_ten(0, 2)});
    const JointSpring spring{.hertz = random.power_of_ten(1, 3)};
    const Vec2 at(0, 3);
    if (random.one_in(2)) {
      world.add_joint(PrismaticDef{.body_a = foot, .body_b = load, .anchor = at, .axis = Vec2(0, 1), .spring = spring});
    } else {
      world.add_joint(WeldDef{.body_a = foot, .body_b = load, .anchor = at, .linear = spring, .angular = spring});
    }
    const Real dt = 1 / random.real(15, 240);
    const double before = world.energy().total(), mass = static_cast<double>(world.mass_properties(load).mass);
    for (int i = 0; i < 400; ++i) {
      world.step(dt);
      ASSERT_LT(world.position(foot).y(), 1.5 + 1.0 / 256)
          << "case " << n << " at " << i << ": " << spring.hertz << " Hz";
      ASSERT_LT(world.energy().total(), before + 0.01 * mass) << "case " << n << " at " << i;
    }
  }
}

// ---- closed forms ----

/// Limits that are equal make a rod.
TEST(DrivenWorld, EqualLimitsMakeARod) {
  World world({.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
  const BodyId nail = world.add_body({.type = BodyType::fixed});
  const BodyId ball = world.add_body({.position = Vec2(5, 0)});
  const DistanceDef rod{
      .body_a = nail, .body_b = ball, .anchor_a = Vec2(0, 0), .anchor_b = Vec2(5, 0), .limits = JointLimits{5, 5}};
  const JointId joint = world.add_joint(rod);
  for (int i = 0; i < 600; ++i) {
    world.step(tick_time);
    ASSERT_NEAR(world.energy().total(), 0, 50 * lost_by_rounding) << i;
    ASSERT_NEAR(world.joint(joint).translation, 5, 1e-5) << i;
  }
}

/// A block on a spring: x(t) = a exp(-zeta w t) (cos(w' t) + zeta w / w' sin(w' t)), w' = w sqrt(1 - zeta^2).
TEST(DrivenWorld, ASpringSwingsAsItsEquationSays) {
  Random random(3);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    const double hertz = static_cast<double>(random.power_of_ten(-1, Real(0.5)));
    const double zeta = random.one_in(2) ? 0 : static_cast<double>(random.real(Real(0.01), Real(0.5)));
    World world({.gravity = Vec2::Zero(), .sleep = false});
    const BodyId wall = world.add_body({.type = BodyType::fixed, .position = Vec2(random.real(-5, 5), 3)});
    const Vec2 from = world.position(wall);
    const Real turn = random.real(-3, 3);
    const Vec2 way(std::cos(turn), std::sin(turn));
    const BodyId block = world.add_body({.position = from + Real(2.5) * way});
    world.set_mass_properties(block, {.mass = random.power_of_ten(-1, 1), .inertia = 1});
    const JointSpring spring{.hertz = static_cast<Real>(hertz), .damping_ratio = static_cast<Real>(zeta)};
    world.add_joint(DistanceDef{.body_a = wall,
                                .body_b = block,
                                .anchor_a = from,
                                .anchor_b = world.position(block),
                                .length = Real(2),
                                .spring = spring});
    const double w = 2 * std::numbers::pi * hertz, damped = w * std::sqrt(1 - zeta * zeta);
    double worst = 0;
    for (int i = 1; i <= 120; ++i) {
      world.step(tick_time);
      const double t = i * static_cast<double>(tick_time);
      const double truth =
          std::exp(-zeta * w * t) * (std::cos(damped * t) + zeta * w / damped * std::sin(damped * t)) / 2;
      worst = std::max(worst, std::fabs(static_cast<double>((world.position(block) - from).dot(way)) - 2 - truth));
    }
    // Of second order in what a part of a sub-step turns, a quarter of a radian at most; of fourth without a damper.
    const double phase = std::min(w / 60 / (zeta > 0 ? 4 : 1), 0.25), passed = w * 2;
    const double order = zeta > 0 ? phase * phase / 12 : std::pow(phase, 4) / 1000;
    EXPECT_LT(worst, 0.5 * passed * order + (single ? 2e-5 : 1e-12))
        << "case " << n << ": " << hertz << " Hz, " << zeta;
  }
}

/// A rope takes the speed along it when it becomes taut, and nothing else.
TEST(DrivenWorld, ARopeTakesTheSpeedAlongIt) {
  Random random(4);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    World world({.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
    const BodyId nail = world.add_body({.type = BodyType::fixed});
    const Real x = random.real(Real(0.2), Real(1.8)), rope = 2;
    const BodyId ball = world.add_body({.position = Vec2(x, 0)});
    const DistanceDef def{.body_a = nail,
                          .body_b = ball,
                          .anchor_a = Vec2(0, 0),
                          .anchor_b = Vec2(x, 0),
                          .limits = JointLimits{.lower = 0, .upper = rope}};
    const JointId joint = world.add_joint(def);
    double longest = 0, lost = 0;
    for (int i = 0; i < 120; ++i) {
      world.step(tick_time);
      longest = std::max(longest, static_cast<double>(world.joint(joint).translation));
      lost += world.energy_ledger().restitution;
    }
    // It falls to sqrt(rope^2 - x^2); of its speed there the part across the rope stays.
    const double fall = std::sqrt(4 - static_cast<double>(x * x)), across = static_cast<double>(x) / 2;
    // The rope is taut within a millionth of its length, which the ball falls through at this angle.
    const double blur = 10 * 4e-6 * 2 / fall;
    EXPECT_NEAR(lost, -10 * fall * (1 - across * across), blur + 1e-6) << "case " << n;
    EXPECT_LT(longest, 2 + (single ? 4e-6 : 3e-6)) << "case " << n;
  }
}

/// What rests on a limit says so: its torque is that of the weight.
TEST(DrivenWorld, ALeverRestsOnItsLimit) {
  Random random(5);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10)});
    const BodyId wall = world.add_body({.type = BodyType::fixed});
    const BodyId bar = world.add_body({.position = Vec2(1, 0)}, box(1, Real(0.1)));
    world.set_mass_properties(bar, {.mass = 2, .inertia = 1});
    const Real lower = random.real(Real(-1.2), Real(-0.1));
    const JointId joint = world.add_joint(
        RevoluteDef{.body_a = wall,
                    .body_b = bar,
                    .anchor = Vec2(0, 0),
                    .limits = JointLimits{lower, 1, random.one_in(2) ? random.real(0, Real(0.6)) : Real(0)}});
    for (int i = 0; i < 900; ++i) world.step(tick_time);
    EXPECT_FALSE(world.awake(bar)) << "case " << n;
    EXPECT_NEAR(world.joint(joint).angle, lower, single ? 2e-6 : 1e-6) << "case " << n;
    EXPECT_NEAR(world.joint(joint).torque, 20 * std::cos(static_cast<double>(lower)), 1e-3) << "case " << n;
    EXPECT_NEAR(world.joint(joint).force.y(), 20, 1e-3) << "case " << n;
  }
}

/// A car with two driven wheels comes to the speed of its wheels, and brakes until it sleeps.
TEST(DrivenWorld, ACarDrivesAndBrakes) {
  World world({.gravity = Vec2(0, -10), .energy_ledger = true});
  world.add_body({.type = BodyType::fixed}, box(200, 1));
  const BodyId car = world.add_body({.position = Vec2(0, Real(1.5))}, box(2, Real(0.5)));
  std::vector<JointId> wheels;
  for (const Real x : {Real(-0.8), Real(0.8)}) {
    const Vec2 hub(x, Real(0.9));
    const BodyId wheel = world.add_body({.position = hub}, circle(Real(0.4)));
    wheels.push_back(world.add_joint(WheelDef{.body_a = car,
                                              .body_b = wheel,
                                              .anchor = hub,
                                              .axis = Vec2(0, 1),
                                              .spring = {.hertz = 4, .damping_ratio = Real(0.7)},
                                              .limits = JointLimits{Real(-0.2), Real(0.2)},
                                              .motor = {.speed = -10, .largest = 5}}));
  }
  EnergyLedger ledger;
  for (int i = 0; i < 300; ++i) {
    world.step(tick_time);
    i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
  }
  EXPECT_NEAR(world.velocity(car).x(), 4, 0.01);
  EXPECT_GT(ledger.motors, 20);
  EXPECT_NEAR(ledger.error(), 0, single ? 1e-3 : 1e-9);
  for (const JointId wheel : wheels) world.set_motor(wheel, {.speed = 0, .largest = 50});
  for (int i = 0; i < 300; ++i) world.step(tick_time);
  EXPECT_FALSE(world.awake(car));
}

}  // namespace
}  // namespace bankshot::testing
