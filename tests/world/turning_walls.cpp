// A body that slides fast along a thin wall that turns stays on its side.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <array>
#include <cmath>

namespace bankshot::testing {
namespace {

using TurningWalls = WorldTest;

Shape slider(Random& random, Real extent) {
  const Real width = extent * random.real(1, 3);
  switch (random.below(4)) {
    case 0: return circle(extent / 2);
    case 1: return capsule(Vec2(-width / 2, 0), Vec2(width / 2, 0), extent / 2);
    case 2: return box(width, extent / 2, Vec2(0, 0), Rotation(), extent / 4);
    default: return box(width, extent);
  }
}

// In a step the wall moves under the body by ten times the body's thickness, and the body turns over. The distance by
// which the place on the wall where the step began comes nearer tells little of that.
TEST_F(TurningWalls, NobodyPassesWhoSlidesAlongOne) {
  const std::array<Real, 2> times{Real(1) / 30, Real(1) / 60};
  for (int draw = 0; draw < bankshot_test::effort(1500); ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    const Real time = times[static_cast<std::size_t>(random.below(2))];
    const Real length = random.real(20, 40), thick = random.real(0.002, 0.01), turning = random.real(1, 4);
    const Real extent = random.real(0.02, 0.1), place = random.real(-0.3, 0.3) * length;
    const Real side = random.one_in(2) ? Real(1) : Real(-1), speed = side * random.real(40, 100);
    const Material smooth{.restitution = random.one_in(2) ? Real(0) : random.real(0, 0.8),
                          .friction = random.one_in(2) ? Real(0) : random.real(0, 0.8)};
    world = World(WorldDef{.gravity = Vec2(0, 0)});
    const BodyId wall = world.add_body({.type = BodyType::kinematic, .angular_velocity = side * turning},
                                       box(length, thick, Vec2(0, -thick / 2)), smooth);
    const Rotation turned = Rotation::from_angle(random.real(-3, 3));
    const Real spin = random.one_in(2) ? Real(0) : random.real(-50, 50);
    const BodyId body = world.add_body({.position = Vec2(place, 2 * extent),
                                        .rotation = turned,
                                        .velocity = Vec2(speed, side * turning * place - random.real(0, 5)),
                                        .angular_velocity = spin},
                                       slider(random, extent), smooth);
    for (Real t = 0; t < 1; t += time) {
      world.step(time);
      const Pose at = world.pose(wall);
      const Vec2 seen = at.rotation.inverse() * (world.position(body) - at.position);
      if (std::abs(seen.x()) > length / 2 - 3 * extent) break;  // it has reached an end of the wall
      ASSERT_GT(seen.y(), -thick) << "draw " << draw << " after " << t << " s";
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
