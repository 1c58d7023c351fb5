// Crates that slide along a floor, flat into a wall.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <algorithm>
#include <array>

namespace bankshot::testing {
namespace {

using Walls = WorldTest;

// A crate that brakes is tilted by less than its slop, so that one corner meets the wall first. It bounces back flat
// all the same. The crate is not so high that its braking would tip it over.
TEST_F(Walls, WhatSlidesFlatIntoOneBouncesBackFlat) {
  Random random(31);
  const std::array<Real, 3> times{Real(1) / 30, Real(1) / 60, Real(1) / 144};
  const int draws = bankshot_test::effort(300);
  int met = 0;
  for (int draw = 0; draw < draws; ++draw) {
    const Real time = times[static_cast<std::size_t>(random.below(3))];
    const Real width = random.real(0.4, 2), height = width * random.real(0.3, 1.6), speed = random.real(5, 25);
    Material crate{.restitution = random.one_in(4) ? Real(0) : random.real(0.05, 0.9), .friction = random.real(0, 0.9)};
    crate.friction = std::min(crate.friction, Real(0.7) * width / height);
    const Material place{.friction = crate.friction};
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(-60, -1)}, box(130, 2), place);
    world.add_body({.type = BodyType::fixed, .position = Vec2(1, 10)}, box(2, 30), place);
    const Real way = std::min(random.real(1, 6), speed * speed / (25 * crate.friction + Real(0.01)));
    const BodyId body = world.add_body({.position = Vec2(-width / 2 - way, height / 2), .velocity = Vec2(speed, 0)},
                                       box(width, height), crate);
    Real approach = 0;
    for (Real t = 0; t < 2 && approach == 0; t += time) {
      world.step(time);
      for (const Impact& hit : world.impacts()) approach = std::max(approach, hit.approach_speed);
    }
    if (approach == 0) continue;
    ++met;
    for (Real t = 0; t < Real(0.2); t += time) {
      world.step(time);
      EXPECT_LT(world.position(body).y(), height / 2 + height / 64) << draw;
      EXPECT_LT(std::abs(world.angular_velocity(body)), Real(0.01) * approach / height + Real(0.1)) << draw;
    }
  }
  EXPECT_GT(met, draws * 3 / 4);
}

}  // namespace
}  // namespace bankshot::testing
