// The promises of a step for free bodies, stacks and fast bodies.

#include "effort.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <random>

namespace bankshot::testing {
namespace {

using StepTest = WorldTest;

TEST(FreeFlight, FollowsTheParabola) {
  for (const double rate : {30.0, 60.0, 144.0}) {
    const Real step = static_cast<Real>(1 / rate), g = Real(9.81);
    World world(WorldDef{.gravity = Vec2(0, -g)});
    const BodyId ball = world.add_body({.position = Vec2(3, 100), .velocity = Vec2(7, 20)}, circle(Real(0.5)));
    for (int i = 0; i < 600; ++i) world.step(step);
    const double t = 600 * static_cast<double>(step), fall = static_cast<double>(g) * t;
    const double x = 3 + 7 * t, y = 100 + 20 * t - fall * t / 2;
    EXPECT_NEAR(static_cast<double>(world.position(ball).x()), x, 1e-5 * std::abs(x)) << rate;
    EXPECT_NEAR(static_cast<double>(world.position(ball).y()), y, 1e-5 * std::abs(y)) << rate;
    EXPECT_NEAR(static_cast<double>(world.velocity(ball).y()), 20 - fall, 1e-5 * fall) << rate;
  }
}

// Each step adds the same small number to the velocity and would be rounded the same way 600 times over.
TEST(FreeFlight, LosesNothingToRounding) {
  for (const double g : {1.62, 3.71, 9.78, 9.81, 24.79}) {
    World world(WorldDef{.gravity = Vec2(0, static_cast<Real>(-g))});
    const BodyId stone = world.add_body({}, circle(1));
    for (int i = 0; i < 600; ++i) world.step(Real(1) / 30);
    const double speed = static_cast<double>(static_cast<Real>(g)) * 600 * static_cast<double>(Real(1) / 30);
    EXPECT_NEAR(static_cast<double>(world.velocity(stone).y()), -speed, 5e-7 * speed) << g;
  }
}

// Bodies that turn a little within the step and bodies that turn far are handled side by side.
TEST(FreeFlight, TurnsSlowAndFastBodiesAlike) {
  const Real step = Real(1) / 60;
  World world(WorldDef{.gravity = Vec2(0, 0)});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 20; ++i) {
    bodies.push_back(world.add_body({.position = Vec2(Real(4 * i), 0), .angular_velocity = Real(15 * i)}, circle(1)));
  }
  world.step(step);
  for (int i = 0; i < 20; ++i) {
    const double angle = 15 * i / 60.0;
    EXPECT_NEAR(static_cast<double>(world.rotation(bodies[static_cast<std::size_t>(i)]).c), std::cos(angle), 1e-6) << i;
    EXPECT_NEAR(static_cast<double>(world.rotation(bodies[static_cast<std::size_t>(i)]).s), std::sin(angle), 1e-6) << i;
  }
}

TEST(FreeFlight, ConstantForceOfTheHookFollowsTheParabola) {
  World world;
  world.set_force_hook({[](const void*, const ForceInput& input) noexcept {
    return ForceOutput{.force = Vec2(0, -10 * input.mass), .torque = 0};
  }});
  const BodyId stone = world.add_body({}, circle(1));
  for (int i = 0; i < 60; ++i) world.step(dt);
  EXPECT_NEAR(world.position(stone).y(), -5, Real(1e-4));
}

TEST(FreeFlight, ForceActsForOneStepAndTorqueTurns) {
  World world;
  const BodyId body = world.add_body({}, box(1, 1));
  const MassProperties mass = world.mass_properties(body);
  world.apply_force(body, Vec2(6, 0));
  world.apply_torque(body, 3);
  world.step(Real(0.5));
  EXPECT_NEAR(world.velocity(body).x(), 3 / mass.mass, Real(1e-5));
  EXPECT_NEAR(world.position(body).x(), Real(0.75) / mass.mass, Real(1e-5));
  EXPECT_NEAR(world.angular_velocity(body), Real(1.5) / mass.inertia, Real(1e-4));
  const Vec2 before = world.velocity(body);
  world.step(Real(0.5));
  EXPECT_EQ(world.velocity(body), before);
}

TEST(FreeFlight, HookPullsInEverySubstep) {
  World world;
  world.set_force_hook({[](const void*, const ForceInput& input) noexcept {
    return ForceOutput{.force = -input.mass * input.position, .torque = 0};
  }});
  const BodyId planet = world.add_body({.position = Vec2(1, 0), .velocity = Vec2(0, 1)}, circle(Real(0.1)));
  for (int i = 0; i < 377; ++i) world.step(Real(1) / 60);  // one turn of the harmonic oscillator: 2 pi seconds
  EXPECT_NEAR(world.position(planet).x(), 1, Real(1e-4));
  EXPECT_NEAR(world.position(planet).y(), std::sin(Real(377) / 60 - 2 * Real(3.14159265)), Real(1e-4));
}

TEST(FreeFlight, DampingAndLocks) {
  World world(WorldDef{.gravity = Vec2(3, -10)});
  const BodyId damped = world.add_body({.velocity = Vec2(0, 8), .linear_damping = 2, .gravity_scale = 0}, circle(1));
  const BodyId locked =
      world.add_body({.position = Vec2(50, 0), .angular_velocity = 0, .locks = {.x = true}}, circle(1));
  for (int i = 0; i < 240; ++i) world.step(Real(1) / 240);
  EXPECT_NEAR(world.velocity(damped).y(), 8 * std::exp(Real(-2)), Real(1e-5));
  EXPECT_EQ(world.position(locked).x(), 50);
  EXPECT_NEAR(world.position(locked).y(), -5, Real(1e-3));
}

// Ten boxes of 1 m: 60 s without 5 mm of drift, no deeper than the slop, then asleep.
TEST_F(StepTest, StackOfTenStandsAndSleeps) {
  add_floor();
  const std::vector<BodyId> boxes = add_stack(0, 10);
  const Real slop = Real(1) / 256;
  Real deepest_settled = 0;
  for (int i = 0; i < 3600; ++i) {
    ASSERT_EQ(world.step(dt), StepStatus::ok);
    if (i >= 60) deepest_settled = std::max(deepest_settled, world.deepest_penetration());
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_LT(std::abs(world.position(boxes[i]).x()), Real(0.005)) << i;
    EXPECT_NEAR(world.position(boxes[i]).y(), static_cast<Real>(i) + Real(0.5), Real(0.03)) << i;
    EXPECT_FALSE(world.awake(boxes[i])) << i;
  }
  EXPECT_GT(deepest_settled, 0);
  EXPECT_LE(deepest_settled, slop);
}

TEST_F(StepTest, StackStandsWithoutSleep) {
  world = World(WorldDef{.gravity = Vec2(0, -10), .sleep = false});
  add_floor();
  const std::vector<BodyId> boxes = add_stack(0, 10);
  run(3600);
  for (BodyId box : boxes) {
    EXPECT_LT(std::abs(world.position(box).x()), Real(0.005));
    EXPECT_LT(world.velocity(box).norm(), Real(1e-3));
  }
  EXPECT_LE(world.deepest_penetration(), Real(1) / 256);
}

TEST_F(StepTest, PyramidOfTwentyRowsStands) {
  add_floor();
  std::vector<BodyId> boxes;
  for (int row = 0; row < 20; ++row) {
    for (int i = 0; i < 20 - row; ++i) {
      boxes.push_back(
          add_box(static_cast<Real>(i) + Real(0.5) * static_cast<Real>(row) - 10, static_cast<Real>(row) + Real(0.5)));
    }
  }
  const Vec2 top = world.position(boxes.back());
  run(1200);
  EXPECT_LT((world.position(boxes.back()) - top).norm(), Real(0.1));
  for (BodyId box : boxes) EXPECT_FALSE(world.awake(box));
}

// Slabs of 1 cm at any angle, discs of 10 cm across at 10 to 10,000 m/s: none is ever found on the other side.
TEST(FastBodies, NoShotPassesAThinWall) {
  std::mt19937_64 random(20261120);
  const auto uniform = [&random](double low, double high) {
    return static_cast<Real>(low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53));
  };
  for (int shot = 0; shot < bankshot_test::effort(100000); ++shot) {
    World world;
    const Rotation tilt = Rotation::from_angle(uniform(0, 6.28));
    world.add_body({.type = BodyType::fixed, .rotation = tilt}, box(Real(0.01), 2000));
    const Real speed = std::pow(Real(10), uniform(1, 4));
    const Vec2 direction = tilt * (Rotation::from_angle(uniform(-1.2, 1.2)) * Vec2(1, 0));
    const Vec2 start = tilt * Vec2(uniform(-5, -0.06), uniform(-10, 10));
    const BodyId disc =
        world.add_body({.position = start, .velocity = speed * direction, .angular_velocity = uniform(-10, 10)},
                       circle(Real(0.05)), {.restitution = shot % 2 == 0 ? Real(0) : uniform(0, 1)});
    for (int i = 0; i < 8; ++i) {
      world.step(dt);
      const Vec2 local = tilt.inverse() * world.position(disc);
      ASSERT_LT(local.x(), Real(-0.04)) << "shot " << shot << " at " << speed << " m/s, step " << i;
    }
  }
}

TEST(FastBodies, BulletsMeet) {
  for (Real offset = 0; offset < 1; offset += Real(0.0625)) {
    World world;
    const BodyId left = world.add_body({.position = Vec2(-1 - offset, 0), .velocity = Vec2(50, 0)}, circle(Real(0.1)),
                                       {.restitution = 1});
    const BodyId right =
        world.add_body({.position = Vec2(1, 0), .velocity = Vec2(-50, 0)}, circle(Real(0.1)), {.restitution = 1});
    for (int i = 0; i < 10; ++i) world.step(dt);
    EXPECT_NEAR(world.velocity(left).x(), -50, Real(1e-3)) << offset;
    EXPECT_NEAR(world.velocity(right).x(), 50, Real(1e-3)) << offset;
  }
}

// A predicted meeting that an earlier one prevents does not take place: the guard drives the ball down before it gets
// to the low wall.
TEST(FastBodies, PreventedMeetingsDoNotHappen) {
  World world;
  const BodyId wall =
      world.add_body({.type = BodyType::fixed, .position = Vec2(Real(2.75), 0)}, box(1, Real(0.2)), {.restitution = 1});
  const BodyId ball =
      world.add_body({.position = Vec2(1, 0), .velocity = Vec2(60, 0)}, circle(Real(0.5)), {.restitution = 1});
  world.add_body({.position = Vec2(1, 2), .velocity = Vec2(60, -120)}, circle(Real(0.5)),
                 {.restitution = 1, .density = 1000});
  world.step(dt);
  EXPECT_FALSE(world.impacts().empty());
  for (const Impact& hit : world.impacts()) {
    const bool of_ball = hit.body_a == ball || hit.body_b == ball, of_wall = hit.body_a == wall || hit.body_b == wall;
    EXPECT_FALSE(of_ball && of_wall) << hit.time;
  }
  EXPECT_LT(world.velocity(ball).y(), -200);
  EXPECT_NEAR(world.velocity(ball).x(), 60, Real(0.1));
}

TEST(Bounce, ElasticBallComesBackToItsHeight) {
  for (const Real rate : {Real(30), Real(60), Real(144)}) {
    World world(WorldDef{.gravity = Vec2(0, Real(-9.81))});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(40, 1));
    const BodyId ball = world.add_body({.position = Vec2(0, Real(10.5))}, circle(Real(0.5)), {.restitution = 1});
    const double energy = world.energy().total();
    int bounces = 0;
    for (int i = 0; i < 60000 && bounces < 100; ++i) {
      world.step(1 / rate);
      bounces += static_cast<int>(world.impacts().size());
    }
    ASSERT_EQ(bounces, 100) << rate;
    const double apex = world.energy().total() / energy;
    EXPECT_NEAR(apex, 1, 1e-4) << rate;
    EXPECT_EQ(world.position(ball).x(), 0);
  }
}

TEST(Bounce, SlowBallLeavesTheWallAsItCame) {
  for (const Real speed : {Real(0.5), Real(0.05), Real(0.005)}) {
    World world;
    world.add_body({.type = BodyType::fixed, .position = Vec2(1, 0)}, box(1, 10));
    const BodyId ball = world.add_body({.position = Vec2(-speed / 2, 0), .velocity = Vec2(speed, 0)}, circle(Real(0.5)),
                                       {.restitution = 1});
    for (int i = 0; i < 240; ++i) world.step(dt);
    EXPECT_NEAR(world.velocity(ball).x(), -speed, speed * Real(1e-4));
  }
}

TEST_F(StepTest, OverlappingSpawnsPartGently) {
  world = World(WorldDef{});
  const BodyId a = add_box(0, 0), b = add_box(Real(0.3), Real(0.1));
  Real fastest = 0;
  for (int i = 0; i < 120; ++i) {
    world.step(dt);
    fastest = std::max({fastest, world.velocity(a).norm(), world.velocity(b).norm()});
  }
  EXPECT_LE(world.deepest_penetration(), Real(1) / 256);
  EXPECT_LT(fastest, Real(0.5));  // pushed apart by position; little of it stays as velocity
}

// One corner is near the floor and hardly moves; turning brings the next one down by half a bar within a step.
TEST_F(StepTest, WhatTurnsFastOnACornerDoesNotSinkIn) {
  for (const Real restitution : {Real(0), Real(0.1)}) {
    for (int i = 0; i < 30; ++i) {
      world = World({.gravity = Vec2(0, -10)});
      add_floor();
      const Real spin = Real(8 + i % 3 * 4);
      const Rotation turn = Rotation::from_angle(Real(-0.02) * Real(i) - Real(0.05));
      const Vec2 pivot = turn * Vec2(Real(0.45), Real(-0.15));  // stays where it is
      const BodyId bar = world.add_body({.position = Vec2(-pivot[0], Real(0.001) - pivot[1]),
                                         .rotation = turn,
                                         .velocity = Vec2(spin * pivot[1], -spin * pivot[0]),
                                         .angular_velocity = spin},
                                        box(Real(0.9), Real(0.3)), {.restitution = restitution});
      for (int k = 0; k < 20; ++k) {
        world.step(dt);
        ASSERT_LT(world.deepest_penetration(), Real(0.3) / 4) << restitution << ", " << i << ", " << k;
      }
      ASSERT_GT(world.position(bar)[1], 0) << i;
    }
  }
}

TEST_F(StepTest, ConveyorCarriesABox) {
  add_floor({.friction = 1, .surface_speed = 0});
  const BodyId belt = world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(0.5))}, box(20, 1),
                                     {.friction = 1, .surface_speed = -2});
  static_cast<void>(belt);
  const BodyId box = add_box(0, Real(1.5));
  run(120);
  EXPECT_NEAR(world.velocity(box).x(), 2,
              Real(0.05));  // top edge, counter-clockwise is to the left: -2 is to the right
}

TEST_F(StepTest, FrictionStopsASlidingBlock) {
  add_floor({.friction = Real(0.5)});
  const BodyId block =
      world.add_body({.position = Vec2(0, Real(0.5)), .velocity = Vec2(5, 0)}, box(1, 1), {.friction = Real(0.5)});
  ASSERT_TRUE(run_until_asleep(block, 600));
  EXPECT_NEAR(world.position(block).x(), 25 / (2 * Real(0.5) * 10), Real(0.1));  // v^2 / (2 mu g)
}

// Five discs that touch, on a floor, and one that is thrown at them: only the last leaves, as fast as the first came.
TEST_F(StepTest, NewtonsCradlePassesTheHitOn) {
  const Material glass{.restitution = 1, .friction = 0};
  add_floor({.friction = 0});
  std::vector<BodyId> discs{
      world.add_body({.position = Vec2(-3, Real(0.5)), .velocity = Vec2(4, 0)}, circle(Real(0.5)), glass)};
  for (int i = 0; i < 5; ++i) discs.push_back(add_ball(static_cast<Real>(i), Real(0.5), Real(0.5), glass));
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(world.step(dt), StepStatus::ok);
    ASSERT_LE(world.deepest_penetration(), Real(1) / 256);
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(world.velocity(discs[i]).x(), 0, Real(1e-3)) << i;
  EXPECT_NEAR(world.velocity(discs[5]).x(), 4, Real(1e-3));
}

TEST(Frozen, ABodyThatBecomesNonFiniteStaysWhereItWasAndTheRestGoesOn) {
  World world;
  const BodyId mad = world.add_body({.position = Vec2(3, 4), .user_data = 1}, circle(1));
  const BodyId sane = world.add_body({.position = Vec2(30, 4), .velocity = Vec2(1, 0)}, circle(1));
  static BodyId target;
  target = mad;
  world.set_force_hook({[](const void*, const ForceInput& input) noexcept {
    return ForceOutput{.force = Vec2(input.body == target ? nan : Real(0), 0), .torque = 0};
  }});
  EXPECT_TRUE(has(world.step(dt), StepStatus::body_frozen));
  EXPECT_EQ(world.position(mad), Vec2(3, 4));
  EXPECT_EQ(world.type(mad), BodyType::fixed);
  for (int i = 0; i < 59; ++i) EXPECT_EQ(world.step(dt), StepStatus::ok);
  EXPECT_NEAR(world.position(sane).x(), 31, Real(1e-3));
}

}  // namespace
}  // namespace bankshot::testing
