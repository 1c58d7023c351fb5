// A disc with a bar wholly inside it is round: it rolls as the disc alone does, however fast it turns.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bankshot::testing {
namespace {

struct Rolled {
  double hop = 0, off = 0;  ///< slops; of the speed
};

/// Figures of two seconds; `tile`: the length of the boxes that the wheel rolls over; 0: one box for the whole way.
Rolled roll(double radius, double speed, double tile, double dt) {
  constexpr double start = -35, way = 75;
  World world({.gravity = Vec2(0, Real(-9.81))});
  const Material rough{.restitution = 0, .friction = 1};
  const double length = tile > 0 ? tile : way;
  for (double x = start - 2; x < start - 2 + way; x += length) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(Real(x + length / 2), Real(-0.5))}, box(Real(length), 1),
                   rough);
  }
  const std::vector<Shape> parts = {circle(Real(radius)), box(Real(1.2 * radius), Real(0.4 * radius))};
  const BodyId wheel = world.add_body({.position = Vec2(Real(start), Real(radius)),
                                       .velocity = Vec2(Real(speed), 0),
                                       .angular_velocity = Real(-speed / radius),
                                       .can_sleep = false},
                                      compound(parts), rough);
  Rolled rolled;
  for (int i = 0; i < 2 / dt; ++i) {
    world.step(Real(dt));
    rolled.hop = std::max(rolled.hop, (double(world.position(wheel).y()) - radius) / (2 * radius / 256));
    rolled.off = std::max(rolled.off, std::abs(double(world.velocity(wheel).x()) - speed) / speed);
  }
  return rolled;
}

TEST(Wheels, ACompoundWheelRollsAsADisc) {
  Random random(5);
  int drawn = 0, hop = 0;
  for (int i = 0; i < bankshot_test::effort(100); ++i) {
    const double radius = random.real(0.1, 0.8), speed = random.real(1, 15), tile = random.real(0.3, 2);
    const Rolled plain = roll(radius, speed, 0, 1 / 60.0), tiled = roll(radius, speed, tile, 1 / 60.0);
    EXPECT_LT(plain.hop, 1) << i << ": radius " << radius << ", speed " << speed;
    EXPECT_LT(plain.off, 1e-3) << i << ": radius " << radius << ", speed " << speed;
    EXPECT_LT(tiled.off, 0.01) << i << ": radius " << radius << ", speed " << speed << ", tile " << tile;
    ++drawn, hop += tiled.hop > 1;
  }
  EXPECT_LE(hop * 20, drawn) << hop << " of " << drawn << " hop over tiles";
}

}  // namespace
}  // namespace bankshot::testing
