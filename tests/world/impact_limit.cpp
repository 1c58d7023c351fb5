// More impacts than a step allows, and crowds that must not come to that.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

// A ball that has had more impacts than a step allows stands still for the rest of it, with its velocity for the next
// step. What meets it meanwhile exchanges energy with it and gets none from nowhere.
TEST_F(WorldTest, WhatIsOutOfImpactsGivesNoEnergyToWhatMeetsIt) {
  world = World({.gravity = Vec2(0, 0)});
  const Material elastic{.restitution = 1, .friction = 0};
  world.add_body({.type = BodyType::fixed}, container(box(4, 4)), elastic);
  std::vector<BodyId> balls;
  for (int i = 0; i < 9; ++i) {
    const Vec2 place(Real(i % 3) - Real(1.1), Real(i / 3) - Real(0.9));
    balls.push_back(world.add_body({.position = place, .velocity = Vec2(Real(4000 + 3000 * i), Real(100 - 37 * i))},
                                   circle(Real(0.3)), elastic));
  }
  const double before = double(world.energy().kinetic);
  bool limit = false;
  for (int i = 0; i < 120; ++i) {
    limit |= has(world.step(dt), StepStatus::impact_limit);
    ASSERT_NEAR(double(world.energy().kinetic), before, 1e-3 * before) << i;
  }
  EXPECT_TRUE(limit);
}

// What flies in between two that are held is led away from one and from the other, and must not be turned back and
// forth between them without end.
TEST_F(WorldTest, AShowerOfCratesAndEllsHardlyRunsOutOfImpacts) {
  const Vec2 ell[] = {Vec2(Real(-0.6), Real(-0.6)), Vec2(Real(0.6), Real(-0.6)), Vec2(Real(0.6), Real(-0.2)),
                      Vec2(Real(-0.2), Real(-0.2)), Vec2(Real(-0.2), Real(0.6)), Vec2(Real(-0.6), Real(0.6))};
  constexpr int showers = 8;
  int limited = 0;
  for (int shower = 0; shower < showers; ++shower) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_floor({.friction = Real(0.6)});
    for (int i = 0; i < 30; ++i) {
      const Vec2 place(Real(i % 5) * Real(1.1) - Real(2.2) + Real(i / 5) * Real(0.13), 1 + Real(i / 5) * Real(1.5));
      world.add_body({.position = place, .rotation = Rotation::from_angle(Real(i) * Real(0.4) + Real(0.003 * shower))},
                     i % 2 == 0 ? simple_polygon(ell) : box(Real(0.8), Real(0.8)), {.restitution = Real(0.1)});
    }
    for (int i = 0; i < 400; ++i) limited += world.step(dt) != StepStatus::ok;
  }
  EXPECT_LE(limited, 2 * showers);  // one that bounces between others may run out of impacts
}

}  // namespace
}  // namespace bankshot::testing
