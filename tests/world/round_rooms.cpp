// Discs whose contacts do not turn with them: they go round and round in round rooms, or spin where they lie.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

/// The largest error of the speed of a disc that circles without gravity for ten seconds, and the largest rise of that
/// speed.
struct Off {
  double most = 0, rise = 0;
};

Off circled(double radius, double disc, double speed, bool rolls) {
  World world({.gravity = Vec2(0, 0)});
  const Material material{.friction = Real(rolls ? 1 : 0)};
  world.add_body({.type = BodyType::fixed}, container(circle(Real(radius))), material);
  const BodyId body = world.add_body({.position = Vec2(0, Real(disc - radius)),
                                      .velocity = Vec2(Real(speed), 0),
                                      .angular_velocity = Real(rolls ? -speed / disc : 0)},
                                     circle(Real(disc)), material);
  Off off;
  for (int i = 0; i < 600; ++i) {
    world.step(dt);
    const double now = double(world.velocity(body).norm()) / speed - 1;
    off.most = std::max(off.most, std::abs(now)), off.rise = std::max(off.rise, now);
  }
  return off;
}

// The contact does not turn with the disc. Even deep in the wall, where circling presses it, the disc gains nothing.
TEST(RoundRooms, ADiscCirclesAtItsSpeed) {
  EXPECT_LT(circled(0.7524, 0.139446, 6.12664, true).most, 0.01);
  Random random(1);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    const double radius = random.real(0.5, 10), disc = radius * random.real(0.05, 0.4);
    const double turn = random.real(0.01, 0.2);  // radians in a step
    const double speed = turn * (radius - disc) * 60;
    const Off slides = circled(radius, disc, speed, false), rolls = circled(radius, disc, speed, true);
    EXPECT_LT(slides.most, 3e-3) << i << " radius " << radius << " disc " << disc << " turn " << turn;
    EXPECT_LT(rolls.rise, 3e-3) << i << " radius " << radius << " disc " << disc << " turn " << turn;
  }
}

// A body that touches with two corners, or two caps, turns as fast as it goes round: both points keep to their arcs.
TEST(RoundRooms, WhatTouchesTwiceTurnsAsItCircles) {
  Random random(5);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    const bool is_capsule = i % 2 != 0;
    const double radius = random.real(0.5, 5), width = radius * random.real(0.1, 1.2), turn = random.real(0.02, 0.2);
    const double height = radius * random.real(0.05, 0.6), speed = turn * 60 * (i % 4 < 2 ? 1 : -1);
    const double corners = is_capsule ? radius - height / 2 : radius;
    const double deep = std::sqrt(corners * corners - width * width / 4) - (is_capsule ? 0 : height / 2);
    const Shape shape = is_capsule ? capsule(Vec2(Real(-width / 2), 0), Vec2(Real(width / 2), 0), Real(height / 2))
                                   : box(Real(width), Real(height));
    World world({.gravity = Vec2(0, 0)});
    const Material smooth{.friction = 0};
    world.add_body({.type = BodyType::fixed}, container(circle(Real(radius))), smooth);
    const BodyId body = world.add_body(
        {.position = Vec2(0, Real(-deep)), .velocity = Vec2(Real(speed * deep), 0), .angular_velocity = Real(speed)},
        shape, smooth);
    const double energy = world.energy().total();
    for (int step = 0; step < 120; ++step) {
      world.step(dt);
      const Vec2 at = world.position(body), velocity = world.velocity(body);
      const double circles = double(at.x() * velocity.y() - at.y() * velocity.x()) / double(at.squaredNorm());
      ASSERT_NEAR(double(world.angular_velocity(body)) / circles, 1, 0.02) << i << " step " << step << " turn " << turn;
    }
    EXPECT_NEAR(world.energy().total() / energy, 1, 0.03) << i << " turn " << turn;
  }
}

// Even at a radian in a step the disc stays in the room and keeps its speed: its arc is longer than a chord, but no
// chord leaves the room.
TEST(RoundRooms, ADiscCirclesFastAtItsSpeed) {
  Random random(3);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    const double radius = random.real(0.5, 10), disc = radius * random.real(0.02, 0.4);
    const double turn = random.real(0.2, 1);  // radians in a step
    const Off slides = circled(radius, disc, turn * (radius - disc) * 60, false);
    EXPECT_LT(slides.most, 0.01) << i << " radius " << radius << " disc " << disc << " turn " << turn;
  }
}

enum class Swinger { disc, box, capsule };

/// A body that is let go on the wall of a round room, `side` radians from the lowest place, without friction or
/// restitution. Returns how much energy it loses in ten seconds, and how much it ever gains, as shares of that at the
/// start, from the body's own motion and place. The room moves evenly, at `drift`, and turns about its middle, at
/// `spin`: for a body that swings in it this makes no difference.
Off swung(Swinger what, double radius, double half, double high, double side, double gravity, Real step,
          const Vec2& drift = Vec2::Zero(), Real spin = 0) {
  World world({.gravity = Vec2(0, Real(-gravity))});
  const Material smooth{.friction = 0};
  const BodyType type = spin == 0 && drift.isZero(0) ? BodyType::fixed : BodyType::kinematic;
  const BodyId room = world.add_body({.type = type, .velocity = drift, .angular_velocity = spin},
                                     container(circle(Real(radius))), smooth);
  // The radius on which the centre goes round: a box touches with its lower corners, a capsule with both ends.
  const double reach = what == Swinger::disc  ? radius - half
                       : what == Swinger::box ? std::sqrt(radius * radius - half * half) - high
                                              : std::sqrt((radius - high) * (radius - high) - half * half);
  const Shape shape = what == Swinger::disc  ? circle(Real(half))
                      : what == Swinger::box ? box(Real(2 * half), Real(2 * high))
                                             : capsule(Vec2(Real(-half), 0), Vec2(Real(half), 0), Real(high));
  const BodyId body = world.add_body({.position = Vec2(Real(reach * std::sin(side)), Real(-reach * std::cos(side))),
                                      .rotation = Rotation::from_angle(what == Swinger::disc ? Real(0) : Real(side)),
                                      .velocity = drift,
                                      .can_sleep = false},
                                     shape, smooth);
  // The square of the radius of gyration; a disc does not turn.
  const double box_part = 4 * half * high, cap_part = std::numbers::pi * high * high;
  const double of_box = (half * half + high * high) / 3, at = 4 * high / (3 * std::numbers::pi);
  const double of_caps = high * high / 2 + half * (half + 2 * at);
  const double gyration = what == Swinger::disc  ? 0
                          : what == Swinger::box ? of_box
                                                 : (box_part * of_box + cap_part * of_caps) / (box_part + cap_part);
  const auto energy = [&] {
    const double turns = double(world.angular_velocity(body));
    return double((world.velocity(body) - drift).squaredNorm()) / 2 + gyration * turns * turns / 2 +
           gravity * (double(world.position(body).y() - world.position(room).y()) + reach);
  };
  const double whole = energy();
  double least = whole;
  Off off;
  for (double time = 0; time < 10; time += double(step)) {
    world.step(step);
    const double now = energy();
    off.rise = std::max(off.rise, (now - least) / whole), least = std::min(least, now);
  }
  off.most = 1 - energy() / whole;
  return off;
}

TEST(RoundRooms, ADiscThatSwingsKeepsItsEnergy) {
  Random random(4);
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    const double radius = random.real(0.5, 5), disc = radius * random.real(0.05, 0.5);
    const double side = random.real(0.3, 1.57), gravity = random.real(1, 20);
    for (const int rate : {30, 60, 144}) {
      const Off off = swung(Swinger::disc, radius, disc, disc, side, gravity, 1 / Real(rate));
      EXPECT_LT(off.most, 0.01) << i << " at 1/" << rate;
      EXPECT_LT(off.rise, 1e-3) << i << " at 1/" << rate;
    }
  }
}

// A mover that shoves a body on it closes on that body all at once. So does a wall along which a disc goes round, as
// each step begins, but that is no shove.
TEST(RoundRooms, ADiscThatSwingsInAMovingRoomKeepsItsEnergy) {
  Random random(6);
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    const double radius = random.real(0.8, 6), disc = radius * random.real(0.05, 0.4), side = random.real(0.3, 1.5);
    const Real away = random.real(-8, 8), up = random.real(-8, 8), turns = random.real(-8, 8);
    const bool drifts = i % 3 != 0, spins = i % 3 != 1;
    for (const int rate : {30, 60, 144}) {
      const Off off = swung(Swinger::disc, radius, disc, disc, side, 10, 1 / Real(rate),
                            drifts ? Vec2(away, up) : Vec2(0, 0), spins ? turns : Real(0));
      EXPECT_LT(off.most, 0.01) << i << " at 1/" << rate;
      EXPECT_LT(off.rise, 1e-3) << i << " at 1/" << rate;
    }
  }
}

// The bodies touch with two corners or both ends, which bear the load that keeps a body turning as it goes round.
TEST(RoundRooms, WhatSlidesOnTwoCornersKeepsItsEnergy) {
  Random random(5);
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    const double radius = random.real(0.5, 5), half = radius * random.real(0.05, 0.2),
                 high = half * random.real(0.3, 1);
    const double side = random.real(0.3, 0.9), gravity = random.real(1, 20);
    const Swinger what = i % 2 == 0 ? Swinger::box : Swinger::capsule;
    for (const int rate : {60, 144}) {
      const Off off = swung(what, radius, half, high, side, gravity, 1 / Real(rate));
      EXPECT_LT(off.most, 0.01) << i << " at 1/" << rate;
      EXPECT_LT(off.rise, 1e-3) << i << " at 1/" << rate;
    }
  }
}

// However fast the disc turns, and however far in a step.
TEST(SpinningDisc, LiesAsOneThatDoesNotSpin) {
  Random random(2);
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    const Real radius = random.real(0.05, 2), spin = random.real(-300, 300);
    const auto height = [&](Real turning) {
      World world({.gravity = Vec2(0, -10)});
      world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2), {.friction = 0});
      const BodyId disc = world.add_body({.position = Vec2(0, radius), .angular_velocity = turning, .can_sleep = false},
                                         circle(radius), {.friction = 0});
      for (int k = 0; k < 120; ++k) world.step(dt);
      return double(world.position(disc).y());
    };
    EXPECT_NEAR(height(spin), height(0), 1e-3 * double(radius) / 256) << radius << " " << spin;
  }
}

}  // namespace
}  // namespace bankshot::testing
