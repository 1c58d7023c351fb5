// A body that moves too little to see and gets nowhere is at rest; one that gets somewhere, however slowly, stays
// awake.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

constexpr Real per_slop = 256;  // slops to an extent

class Calm : public WorldTest {
 protected:
  Random random{13};
  Real step_time = dt;

  /// Another world, another step.
  void begin(Vec2 pulled) {
    const Real times[] = {Real(1) / 30, Real(1) / 60, Real(1) / 144};
    step_time = times[static_cast<std::size_t>(random.real(0, Real(2.999)))];
    world = World(WorldDef{.gravity = pulled});
  }
  void pass(Real seconds) {
    for (Real time = 0; time < seconds; time += step_time) world.step(step_time);
  }
  /// Adds a disc at the bottom of a bowl, fast enough to rise by so much. Returns its radius.
  Real add_roller(Real slops, Real wide, Real friction, BodyId& disc) {
    const Real r = random.real(Real(0.1), Real(0.5)), bowl = r * random.real(Real(1.5), wide);
    const Real speed = std::sqrt(2 * 10 * slops * 2 * r / per_slop / (friction > 0 ? Real(1.5) : Real(1)));
    world.add_body({.type = BodyType::fixed}, container(circle(bowl)), {.friction = friction});
    disc = world.add_body({.position = Vec2(0, r - bowl),
                           .velocity = Vec2(speed, 0),
                           .angular_velocity = friction > 0 ? -speed / r : Real(0)},
                          circle(r), {.friction = friction});
    return r;
  }
};

// The disc rolls so for ever, like one in the hollow between two others, and may be fast for its size.
TEST_F(Calm, WhatRollsToAndFroTooLowToSeeSleeps) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, -10));
    BodyId disc;
    add_roller(random.real(Real(0.05), Real(0.8)), 8, Real(0.6), disc);
    pass(60);
    EXPECT_FALSE(world.awake(disc)) << i;
  }
}

// A disc that rolls or slides by more than its slop is calm only near the ends of its path.
TEST_F(Calm, WhatSwingsHigherGoesOn) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, -10));
    BodyId disc;
    const Real friction = random.real(0, 1) < Real(0.3) ? Real(0) : Real(1);
    add_roller(random.real(2, 8), 60, friction, disc);
    pass(30);
    EXPECT_TRUE(world.awake(disc)) << i;
  }
}

TEST_F(Calm, WhatRollsOnAFloorGoesOn) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, -10));
    add_floor();
    const Real r = random.real(Real(0.1), Real(0.5)), speed = r * random.real(Real(0.06), Real(0.3));
    const BodyId disc =
        world.add_body({.position = Vec2(0, r), .velocity = Vec2(speed, 0), .angular_velocity = -speed / r}, circle(r));
    pass(20);
    EXPECT_TRUE(world.awake(disc)) << i;
    EXPECT_NEAR(world.velocity(disc).x(), speed, Real(0.001) * speed) << i;
  }
}

// It speeds up evenly, from rest, on a slope so flat that it counts as still for most of the time after which still
// bodies fall asleep.
TEST_F(Calm, WhatGetsFasterOnAFlatSlopeGoesOn) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    const Real r = random.real(Real(0.1), Real(0.5)), a = 2 * r * random.real(Real(0.11), Real(0.5));
    const bool rolls = random.real(0, 1) < Real(0.5);
    begin(Vec2(rolls ? a * Real(1.5) : a, -10));
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(400, 2), {.friction = rolls ? Real(1) : 0});
    const BodyId body = world.add_body({.position = Vec2(0, r)}, rolls ? circle(r) : box(2 * r, 2 * r),
                                       {.friction = rolls ? Real(1) : Real(0)});
    pass(10);
    EXPECT_TRUE(world.awake(body)) << i;
    EXPECT_NEAR(world.velocity(body).x(), 10 * a, Real(0.02) * 10 * a) << i << ", rolls: " << rolls;
  }
}

// Damping slows it more and more: it sleeps where it would have stopped. Without damping it is never still.
TEST_F(Calm, WhatIsDampedInFreeSpaceSleepsWhereItStops) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, 0));
    const Real r = random.real(0.02, 0.5), damping = random.real(0.3, 3), speed = r * random.real(0.1, 20);
    const bool box_shaped = random.one_in(2), damped = !random.one_in(4);
    const Real d = damped ? damping : Real(0);
    const BodyId body = world.add_body(
        {.velocity = Vec2(speed, 0), .angular_velocity = random.real(-5, 5), .linear_damping = d, .angular_damping = d},
        box_shaped ? box(2 * r, 3 * r) : circle(r));
    pass(20 / damping + 1);
    EXPECT_EQ(world.awake(body), !damped) << i;
    if (damped) {
      EXPECT_NEAR(world.position(body).x(), speed / d, 2 * r / per_slop + Real(1e-5) * speed / d) << i;
    }
  }
}

// A plank on its edge, past the point where it would stand.
TEST_F(Calm, WhatTipsFalls) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, -10));
    add_floor();
    const Real wide = random.real(Real(0.1), Real(0.4)), high = wide * random.real(2, 6);
    const Real angle = std::atan2(wide, high) + random.real(Real(0.02), Real(0.05));
    const Vec2 corner = Rotation::from_angle(-angle) * Vec2(wide / 2, -high / 2);
    const BodyId plank = world.add_body({.position = -corner, .rotation = Rotation::from_angle(-angle)},
                                        box(wide, high), {.friction = 1});
    pass(10);
    EXPECT_LT(world.position(plank).y(), Real(0.6) * wide) << i;
  }
}

// Also below the speed that counts as still: the belt or platform under the body moves.
TEST_F(Calm, WhatSlowBeltsAndPlatformsCarryGoesOn) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    begin(Vec2(0, -10));
    const Real size = random.real(Real(0.2), 1), speed = size * random.real(Real(0.01), Real(0.2));
    const bool belt = random.real(0, 1) < Real(0.5);
    BodyDef floor{.type = belt ? BodyType::fixed : BodyType::kinematic, .position = Vec2(0, -1)};
    if (!belt) floor.velocity = Vec2(speed, 0);
    world.add_body(floor, box(40, 2), {.surface_speed = belt ? -speed : Real(0)});
    const BodyId crate = world.add_body({.position = Vec2(0, size / 2)}, box(size, size));
    pass(20);
    EXPECT_TRUE(world.awake(crate)) << i;
    EXPECT_NEAR(std::abs(world.position(crate).x()), 20 * speed, Real(0.03) * 20 * speed) << i << ", belt: " << belt;
  }
}

/// A plank or a capsule on a fixed disc, rolled to one side by an angle; it may sleep if `sleeps`.
struct Rocker {
  World world;
  BodyId plank;
  Rocker(Random& random, Real angle, bool sleeps) : world(WorldDef{.gravity = Vec2(0, -10)}) {
    const Real radius = random.real(Real(0.2), Real(0.6)), height = radius * random.real(Real(0.2), Real(0.8)) / 2;
    const Real length = radius * random.real(Real(1.6), Real(3));
    world.add_body({.type = BodyType::fixed}, circle(radius));
    const Vec2 up(-std::sin(angle), std::cos(angle)), along(up.y(), -up.x());
    const Shape shape = random.real(0, 1) < Real(0.5) ? box(length, 2 * height)
                                                      : capsule(Vec2(-length / 2, 0), Vec2(length / 2, 0), height);
    plank = world.add_body({.position = (radius + height) * up + radius * angle * along,
                            .rotation = Rotation::from_angle(angle),
                            .can_sleep = sleeps},
                           shape, {.friction = 1});
  }
  Real fastest(int steps) {
    Real most = 0;
    for (int i = 0; i < steps; ++i) {
      world.step(dt);
      most = std::max(most, std::abs(world.angular_velocity(plank)));
    }
    return most;
  }
};

// The lever arm of the load that brings it back is that of the middle of the step. With the arm of the step's
// beginning, a body that rocks on something round rose higher each time, until it fell.
TEST_F(Calm, WhatRocksOnSomethingRoundKeepsItsEnergy) {
  Random random(11);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    Rocker rocker(random, random.real(Real(0.01), Real(0.1)), false);
    const Real before = rocker.fastest(180);
    rocker.fastest(600);
    EXPECT_NEAR(rocker.fastest(180), before, Real(0.02) * before) << i;
  }
}

// A body that lacks the energy to rise by its slop and gets nowhere is at rest, however fast it is.
TEST_F(Calm, WhatRocksTooLowToSeeSleeps) {
  Random random(12);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    Rocker rocker(random, Real(0.005), true);
    rocker.fastest(900);
    EXPECT_FALSE(rocker.world.awake(rocker.plank)) << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
