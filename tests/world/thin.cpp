// Thin things on the ground, light and under a load.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

// A plate falls by more than its thickness within a step: what a step of gravity adds to its speed is no reason to
// take it for something that comes in too fast to rest.
TEST_F(WorldTest, PlatesThinnerThanAStepOfFreeFallComeToRest) {
  for (const Real thickness : {Real(0.01), Real(0.003), Real(0.001)}) {
    for (const Real pull : {Real(10), Real(50)}) {
      world = World({.gravity = Vec2(0, -pull)});
      add_floor();
      const BodyId plate = world.add_body({.position = Vec2(0, Real(0.01) + thickness / 2)}, box(Real(1.4), thickness));
      run(240);
      EXPECT_GT(world.position(plate)[1], 0) << thickness << ", " << pull;
      EXPECT_EQ(world.velocity(plate).norm(), 0) << thickness << ", " << pull;
    }
  }
}

// The spring of a contact bears any load: the limit of the push-out is one of the speed.
TEST_F(WorldTest, AThinPlateDoesNotSinkUnderALoad) {
  for (const Real density : {Real(1), Real(100), Real(10000)}) {
    world = World({.gravity = Vec2(0, -50), .sleep = false});
    add_floor();
    const BodyId plate = world.add_body({.position = Vec2(0, Real(0.01))}, box(2, Real(0.02)));
    const BodyId load = world.add_body({.position = Vec2(0, Real(0.53))}, box(1, 1), {.density = density});
    run(120);
    const Real before = world.position(load)[1];
    run(240);
    EXPECT_NEAR(world.position(load)[1], before, Real(1e-4)) << density;
    EXPECT_GT(world.position(plate)[1], 0) << density;
  }
}

}  // namespace
}  // namespace bankshot::testing
