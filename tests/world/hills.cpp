// A body that lies on something round and large, or on two separate things, touches each at one point.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <bankshot/query/distance.hpp>

#include <algorithm>

namespace bankshot::testing {
namespace {

using bankshot_test::effort;

/// A hill whose top is at the origin.
Shape hill(int kind, Real radius) {
  const Vec2 top(0, -radius);
  switch (kind) {
    case 0: return circle(radius, top);
    case 1: return capsule(top, Vec2(0, -2 * radius), radius);
    default: return compound(std::array{circle(radius, top), box(radius, radius, Vec2(0, -2 * radius))});
  }
}

// It touches the hill at one point, which runs from one of its ends to the other as it tilts by a thousandth. That lets
// no part of it sink in.
TEST(Hills, WhatIsFlatLiesOnThem) {
  for (int draw = 0; draw < effort(240); ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    const Real radius = random.real(5, 50), width = random.real(0.1, 1), height = width * random.real(0.2, 0.5);
    const Shape ground = hill(random.below(3), radius);
    const bool pill = random.one_in(3);
    const Shape flat = pill ? capsule(Vec2(-width / 2, 0), Vec2(width / 2, 0), height / 2) : box(width, height);
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const Material material{.restitution = random.one_in(2) ? Real(0) : random.real(0, 0.5)};
    world.add_body({.type = random.one_in(2) ? BodyType::fixed : BodyType::kinematic}, ground, material);
    const BodyId body = world.add_body(
        {.position = Vec2(0, 1), .rotation = Rotation::from_angle(random.real(-1.5, 1.5))}, flat, material);
    int told = 0;
    for (int i = 0; i < 300; ++i) told += has(world.step(dt), StepStatus::penetration);
    EXPECT_LE(told, 2) << draw;  // as it lands
    EXPECT_GT(closest_points(flat, world.pose(body), ground, {}).distance, -height / 16) << draw;
  }
}

// The body rocks on one of them while it hits the other, and each hit moves its path aside as an impulse at that point
// would. If it were moved aside without turning, each hit would lift it by what it falls in a step.
TEST(Hills, APlankOnTwoPegsComesToRest) {
  int awake = 0;
  constexpr int draws = effort(200);
  for (int draw = 0; draw < draws; ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const Material material{.restitution = random.real(0, 0.9)};
    const Real half = random.real(0.3, 0.6), height = random.real(0.08, 0.2);
    for (const Real x : {-half, half}) {
      const Shape peg = random.one_in(2) ? circle(Real(0.3)) : box(Real(0.1), Real(0.6));
      world.add_body({.type = BodyType::fixed, .position = Vec2(x, Real(-0.3))}, peg);
    }
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-3.5))}, box(60, 1));
    const BodyId plank = world.add_body({.position = Vec2(random.real(-0.1, 0.1), height / 2 + random.real(0, 0.3)),
                                         .rotation = Rotation::from_angle(random.real(-0.3, 0.3))},
                                        box(Real(1.6), height), material);
    for (int i = 0; i < 1200 && world.awake(plank); ++i) world.step(dt);
    awake += world.awake(plank);
  }
  EXPECT_LE(awake, draws / 20);
}

}  // namespace
}  // namespace bankshot::testing
