// Bouncing bodies in company come to rest by their actual press, whatever their restitution; bodies that nothing
// presses never do.

#include <random>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class Rest : public WorldTest {
 protected:
  /// Throws `count` bodies of several shapes about in a closed room that they fill to 30 %.
  void fill_room(int count, Real restitution, std::uint64_t seed) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    const Real side = std::sqrt(Real(count) * Real(0.2) / Real(0.3));
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, side / 2)}, container(box(side, side)));
    Random random(seed);
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    const Real cell = side / Real(columns);
    const Shape shapes[] = {
        circle(Real(0.2)), box(Real(0.4), Real(0.3)), capsule(Vec2(Real(-0.1), 0), Vec2(Real(0.1), 0), Real(0.15)),
        polygon(std::vector<Vec2>{Vec2(Real(-0.2), Real(-0.15)), Vec2(Real(0.2), Real(-0.15)), Vec2(0, Real(0.2))})};
    for (int i = 0; i < count; ++i) {
      const Vec2 place((Real(i % columns) + Real(0.5)) * cell - side / 2, (Real(i / columns) + Real(0.5)) * cell);
      world.add_body({.position = place,
                      .rotation = Rotation::from_angle(random.real(-3, 3)),
                      .velocity = Vec2(random.real(-5, 5), random.real(-5, 5))},
                     shapes[i % 4], {.restitution = restitution});
    }
  }
};

// Two balls side by side in a shaft are wedged: the load of each presses the other against its wall.
TEST_F(Rest, TwoBallsWedgedInAShaftSleepWhateverTheirRestitution) {
  for (const Real e : {Real(0), Real(0.1), Real(0.3), Real(0.5), Real(0.8), Real(0.95)}) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, 10)}, container(box(Real(1.4), 20)));
    for (int i = 0; i < 2; ++i)
      add_ball(i == 0 ? Real(-0.1) : Real(0.1), Real(1 + 2 * i), Real(0.4), {.restitution = e});
    // The bounces themselves need sqrt(2 h / g) (1 + e) / (1 - e), h being 3 m at most.
    const int steps = static_cast<int>(60 * (Real(0.78) * (1 + e) / (1 - e) + 4));
    for (int i = 0; i < steps; ++i) world.step(dt);
    EXPECT_EQ(world.counts().awake_bodies, 0) << e;
  }
}

// Once a room has lost its energy it has no more impacts, and everything sleeps but bodies that roll.
TEST_F(Rest, RoomsOfBouncingBodiesComeToRest) {
  for (const Real e : {Real(0), Real(0.01), Real(0.2), Real(0.37), Real(0.38), Real(0.5), Real(0.8), Real(0.9)}) {
    for (const int count : {20, 80}) {
      fill_room(count, e, 7 + static_cast<std::uint64_t>(count));
      run(15 * 60);
      std::size_t impacts = 0;
      for (int i = 0; i < 60; ++i) {
        world.step(dt);
        impacts += world.impacts().size();
      }
      EXPECT_LE(impacts, 6u) << e << ", " << count;
      EXPECT_LT(world.energy().kinetic / count, 1e-3) << e << ", " << count;
    }
  }
}

// A body that nothing presses leaves a wall, or another body, as fast as its restitution says, however slowly it comes.
TEST_F(Rest, WhatNothingPressesBouncesHoweverSlowly) {
  for (const Real e : {Real(0.1), Real(0.3), Real(0.9)}) {
    for (const Real speed : {Real(1e-4), Real(1e-3), Real(0.01)}) {
      world = World(WorldDef{});
      const BodyId a = world.add_body({.position = Vec2(Real(-0.5) - 5 * speed * dt, 0), .velocity = Vec2(speed, 0)},
                                      circle(Real(0.5)), {.restitution = e});
      const BodyId b = world.add_body({.position = Vec2(Real(0.5) + 5 * speed * dt, 0), .velocity = Vec2(-speed, 0)},
                                      circle(Real(0.5)), {.restitution = e});
      run(60);
      EXPECT_NEAR(world.velocity(b).x() - world.velocity(a).x(), 2 * e * speed, Real(0.01) * e * speed)
          << e << ", " << speed;
    }
  }
}

// A ball rests with the impact after which it would rise by less than the slop, not a step and some hops later,
// provided that it would not fall by more than a slop until the step ends.
TEST_F(Rest, ABounceTooLowToSeeIsNotMade) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Real radius = random.real(0.05, 0.6), height = radius * random.real(2, 20), e = random.real(0.05, 0.9);
    const Real rate =
        random.real(1, 4) * std::sqrt(10 * 256 / (4 * radius));  // a slop of free fall, or less, in a step
    SCOPED_TRACE(std::to_string(i) + ": radius " + std::to_string(radius) + ", height " + std::to_string(height) +
                 ", e " + std::to_string(e) + ", " + std::to_string(rate) + " Hz");
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_floor({.restitution = e});
    add_ball(0, radius + height, radius, {.restitution = e});
    const double slop = 2 * double(radius) / 256;  // of the ball's extent
    double time = std::sqrt(2 * double(height) / 10), rise = double(height) * double(e) * double(e);
    std::size_t wanted = 1, impacts = 0;
    for (; rise > slop; rise *= double(e) * double(e), ++wanted) time += 2 * std::sqrt(2 * rise / 10);
    const bool clear = rise < 0.999 * slop && rise / double(e) / double(e) > 1.001 * slop;
    for (int step = 0; step < static_cast<int>((time + 0.3) * double(rate)); ++step) {
      world.step(1 / rate);
      impacts += world.impacts().size();
    }
    if (!clear) continue;
    EXPECT_LE(impacts, wanted);
    EXPECT_GE(impacts + 1, wanted);  // the last meeting may be the solver's
  }
}

// Otherwise, two bodies that touch without resting on one another would wake each other in turns: one of them comes to
// rest later.
TEST_F(Rest, IslandsThatTouchSleepTogether) {
  for (const Real height : {Real(0.01), Real(0.1), Real(0.3), Real(0.5)}) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    const Material material{.restitution = Real(0.3), .friction = 0};
    add_floor({.friction = 0});
    const BodyId first = world.add_body({.position = Vec2(0, Real(0.5))}, box(1, 1), material);
    const BodyId second = world.add_body({.position = Vec2(1, Real(0.5) + height)}, box(1, 1), material);
    run(240);
    EXPECT_FALSE(world.awake(first)) << height;
    EXPECT_FALSE(world.awake(second)) << height;
  }
}

// A body that is locked in every direction is a wall, whatever rolls onto it.
TEST_F(Rest, WhatIsLockedDoesNotMove) {
  world = World(WorldDef{.gravity = Vec2(0, -6)});
  const Vec2 rail[] = {Vec2(-4, 2), Vec2(0, Real(0.15))};
  world.add_body({.type = BodyType::fixed}, chain(rail), {.restitution = Real(0.5), .friction = Real(0.1)});
  const BodyId bar = world.add_body({.rotation = Rotation::from_angle(Real(-0.35)),
                                     .locks = {.x = true, .y = true, .rotation = true},
                                     .can_sleep = false},
                                    capsule(Vec2(0, 0), Vec2(Real(1.7), 0), Real(0.15)),
                                    {.restitution = Real(0.4), .friction = Real(0.5)});
  world.add_body({.position = Vec2(-2, Real(1.5))}, circle(Real(0.2)),
                 {.restitution = Real(0.4), .friction = Real(0.2), .density = 3});
  const Vec2 start = world.position(bar);
  for (int i = 0; i < 600; ++i) {
    world.step(Real(1) / 120);
    ASSERT_EQ(world.position(bar), start) << i;
  }
}

// A box comes down on a kinematic plate, one corner first: the solver would stop that corner and let the other one
// through.
TEST_F(Rest, NothingPassesAKinematicPlateThatStandsStill) {
  Random random(3);
  for (int shot = 0; shot < 200; ++shot) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::kinematic, .position = Vec2(0, Real(-0.05))}, box(10, Real(0.1)));
    const BodyId box_id = world.add_body({.position = Vec2(0, random.real(Real(0.2), Real(0.5))),
                                          .rotation = Rotation::from_angle(random.real(-3, 3)),
                                          .velocity = Vec2(0, random.real(-30, -5)),
                                          .angular_velocity = random.real(-20, 20)},
                                         box(Real(0.2), Real(0.1)), {.friction = 0});
    for (int i = 0; i < 60; ++i) {
      world.step(dt);
      ASSERT_GT(world.position(box_id).y(), Real(0)) << shot << ", step " << i;
    }
  }
}

// A contact in a round room follows the arc of the step: a disc that slides down a bowl swings for as long as it likes.
TEST_F(Rest, ADiscInABowlKeepsItsEnergy) {
  for (const Real radius : {Real(1), Real(5)}) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed}, container(circle(radius)), {.friction = 0});
    const Real r = Real(0.1), angle = Real(0.105), way = radius - r;
    const BodyId disc = world.add_body({.position = way * Vec2(std::sin(angle), -std::cos(angle)), .can_sleep = false},
                                       circle(r), {.friction = 0});
    const auto energy = [&] {
      return Real(0.5) * world.velocity(disc).squaredNorm() + 10 * (world.position(disc).y() + way);
    };
    const Real before = energy();
    Real most = before;
    for (int i = 0; i < 30 * 60; ++i) {
      world.step(dt);
      most = std::max(most, energy());
    }
    EXPECT_NEAR(energy(), before, Real(0.02) * before) << radius;
    EXPECT_LT(most, Real(1.02) * before) << radius;
  }
}

// A room with corners has straight walls: a body that slides down one gains the energy of its fall, and none by a
// curve.
TEST_F(Rest, ADiscOnTheWallOfAPolygonalRoomSlidesAsOnASlope) {
  world = World(WorldDef{.gravity = Vec2(0, -10)});
  const Real quarter = std::sqrt(Real(0.5));
  const Vec2 diamond[] = {Vec2(10, 0), Vec2(0, 10), Vec2(-10, 0), Vec2(0, -10)};
  world.add_body({.type = BodyType::fixed}, container(polygon(diamond)), {.friction = 0});
  const Vec2 start = (10 * quarter - Real(0.1)) * Vec2(quarter, -quarter) + 3 * Vec2(quarter, quarter);
  const BodyId disc = world.add_body({.position = start, .can_sleep = false}, circle(Real(0.1)), {.friction = 0});
  run(60);
  const Real fallen = start.y() - world.position(disc).y();
  EXPECT_NEAR(world.velocity(disc).squaredNorm() / 2, 10 * fallen, Real(0.001) * 10 * fallen);
  EXPECT_NEAR(fallen, Real(2.5), Real(0.01));  // g t^2 / 2 along the slope, of which half is down
}

}  // namespace
}  // namespace bankshot::testing
