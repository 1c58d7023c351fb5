// A body that rocks on two points loses energy whenever it comes down on one of them, and comes to rest.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <array>

namespace bankshot::testing {
namespace {

class Rocking : public WorldTest {
 protected:
  Random random{29};
  Real step_time = dt;
  Material material;

  /// Another world, another step, another material. Most materials are rough: bodies whose impacts are not resolved in
  /// time rock longest there.
  void begin() {
    const std::array<Real, 4> times{Real(1) / 30, Real(1) / 30, Real(1) / 60, Real(1) / 144};
    step_time = times[static_cast<std::size_t>(random.below(4))];
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    material = {.restitution = random.real(0, 0.9), .friction = random.real(0.2, 0.9)};
  }
  /// True if the body sleeps within a minute.
  bool comes_to_rest(BodyId body) {
    for (Real time = 0; time < 60 && world.awake(body); time += step_time) world.step(step_time);
    return !world.awake(body);
  }
};

TEST_F(Rocking, CrossesOnAFloorComeToRest) {
  for (int draw = 0; draw < bankshot_test::effort(300); ++draw) {
    begin();
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2), material);
    const Real length = random.real(0.6, 1.4), width = length * random.real(0.1, 0.35);
    const Shape bars[] = {box(length, width), box(width, length)};
    const BodyId cross = world.add_body({.position = Vec2(0, random.real(0.8, 2)),
                                         .rotation = Rotation::from_angle(random.real(-3, 3)),
                                         .velocity = Vec2(random.real(-1, 1), 0),
                                         .angular_velocity = random.real(-3, 3)},
                                        compound(bars), material);
    EXPECT_TRUE(comes_to_rest(cross)) << draw;
  }
}

TEST_F(Rocking, PlanksOnTwoPegsComeToRest) {
  for (int draw = 0; draw < bankshot_test::effort(300); ++draw) {
    begin();
    const Real radius = random.real(0.05, 0.2);
    for (const Real side : {Real(-1), Real(1)}) {
      const Vec2 place(side * random.real(0.3, 0.8), 0);
      world.add_body({.type = BodyType::fixed, .position = place}, circle(radius), material);
    }
    const BodyId plank = world.add_body({.position = Vec2(random.real(-0.05, 0.05), random.real(0.3, 0.8)),
                                         .rotation = Rotation::from_angle(random.real(-0.3, 0.3))},
                                        box(random.real(2, 3), random.real(0.05, 0.2)), material);
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -4)}, box(40, 2), material);
    EXPECT_TRUE(comes_to_rest(plank)) << draw;
  }
}

}  // namespace
}  // namespace bankshot::testing
