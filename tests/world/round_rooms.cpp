// Discs whose contacts do not turn with them: they go round and round in round rooms, or spin where they lie.

#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

/// How far the speed of a disc that circles without gravity for ten seconds is off, and how far it rises.
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

// What touches does not turn with the disc: deep in the wall, as its way round presses it, it gains nothing either.
TEST(RoundRooms, ADiscCirclesAtItsSpeed) {
  EXPECT_LT(circled(0.7524, 0.139446, 6.12664, true).most, 0.01);
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    const double radius = random.real(0.5, 10), disc = radius * random.real(0.05, 0.4);
    const double turn = random.real(0.01, 0.2);  // radians in a step
    const double speed = turn * (radius - disc) * 60;
    const Off slides = circled(radius, disc, speed, false), rolls = circled(radius, disc, speed, true);
    EXPECT_LT(slides.most, 3e-3) << i << " radius " << radius << " disc " << disc << " turn " << turn;
    EXPECT_LT(rolls.rise, 3e-3) << i << " radius " << radius << " disc " << disc << " turn " << turn;
  }
}

// As far as a radian in a step it stays in the room and keeps its speed: its arc is longer than a chord, but no chord
// leaves it.
TEST(RoundRooms, ADiscCirclesFastAtItsSpeed) {
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    const double radius = random.real(0.5, 10), disc = radius * random.real(0.02, 0.4);
    const double turn = random.real(0.2, 1);  // radians in a step
    const Off slides = circled(radius, disc, turn * (radius - disc) * 60, false);
    EXPECT_LT(slides.most, 0.01) << i << " radius " << radius << " disc " << disc << " turn " << turn;
  }
}

// However fast it turns, and however far in a step.
TEST(SpinningDisc, LiesAsOneThatDoesNotSpin) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
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
