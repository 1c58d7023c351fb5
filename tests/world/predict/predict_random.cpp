// Predictions come true, in random worlds with fixed seeds.

#include "effort.hpp"
#include "world/predict_fixture.hpp"
#include "world/random.hpp"

#include <array>

namespace bankshot::testing {
namespace {

Shape random_shape(Random& random) {
  const Real size = random.real(0.1, 0.7);
  switch (random.below(5)) {
    case 0: return circle(size);
    case 1: return box(2 * size, random.real(0.2, 1.5));
    case 2: return capsule(Vec2(-size, 0), Vec2(size, 0), size / 2);
    case 3:
      return simple_polygon(
          std::array<Vec2, 4>{Vec2(0, 0), Vec2(2 * size, -size), Vec2(size, 0), Vec2(2 * size, size)});
    default: return compound(std::array<Shape, 2>{box(size, size), circle(size / 2, Vec2(size / 2, 0))});
  }
}

/// Bodies are elastic only where nothing is kinematic: between a mover and a wall they would gain speed without end.
Material random_material(Random& random, bool movers) {
  const std::array<Real, 4> restitutions = {0, Real(0.3), Real(0.8), 1};
  return {.restitution = restitutions[static_cast<std::size_t>(random.below(movers ? 3 : 4))],
          .friction = random.real(0, 1)};
}

void add_level(World& world, Random& random, bool movers) {
  const BodyId level = world.add_body({.type = BodyType::fixed});
  for (int i = 0; i < 10; ++i) {
    world.add_shape(level, box(6, 1, Vec2(static_cast<Real>(6 * i - 27), Real(-0.5))),
                    {.material = random_material(random, movers)});
  }
  if (random.one_in(2)) world.add_shape(level, container(box(50, 30)), {.material = random_material(random, movers)});
  if (random.one_in(2)) {
    std::vector<Tile> tiles(32);
    for (Tile& tile : tiles) tile = random.one_in(3) ? solid_tile : empty_tile;
    world.add_shape(level, grid({.columns = 8, .rows = 4, .origin = Vec2(random.real(-20, 10), 4)}, tiles),
                    {.material = random_material(random, movers)});
  }
  if (random.one_in(2)) {
    std::vector<Vec2> points;
    for (int i = 0; i < 12; ++i) points.emplace_back(static_cast<Real>(4 * i - 22), random.real(0, 2));
    world.add_shape(level, chain(points), {.material = random_material(random, movers)});
  }
}

World random_world(Random& random) {
  World world(WorldDef{.gravity = random.one_in(4) ? Vec2::Zero() : Vec2(0, -10),
                       .substeps = 1 + random.below(5),
                       .sleep = !random.one_in(6)});
  const bool movers = random.one_in(2);
  add_level(world, random, movers);
  const int count = 4 + random.below(30);
  for (int i = 0; i < count; ++i) {
    BodyDef def;
    def.type = movers && random.one_in(5) ? BodyType::kinematic : BodyType::dynamic;
    def.position = Vec2(random.real(-20, 20), random.real(0.5, 10));
    def.rotation = Rotation::from_angle(random.real(-3, 3));
    def.velocity = random.one_in(2) ? Vec2::Zero() : Vec2(random.real(-9, 9), random.real(-9, 9));
    def.angular_velocity = random.one_in(2) ? 0 : random.real(-5, 5);
    if (random.one_in(4)) def.table_friction = {random.real(0, 2), random.real(0, 2)};
    def.linear_damping = random.one_in(4) ? random.real(0, 1) : 0;
    def.awake = !random.one_in(2);
    const BodyId body = world.add_body(def, random_shape(random), random_material(random, movers));
    if (random.one_in(5)) world.add_shape(body, circle(1, Vec2(1, 0)), {.sensor = random.one_in(2)});
  }
  for (int i = random.below(6); i > 0; --i) {  // a stack
    world.add_body({.position = Vec2(15, static_cast<Real>(i) - Real(0.5))}, box(1, 1),
                   random_material(random, movers));
  }
  return world;
}

TEST(PredictRandom, WhatIsPredictedHappensInRandomWorlds) {
  std::size_t impacts = 0;
  for (int seed = 0; seed < bankshot_test::effort(220); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(static_cast<std::uint64_t>(seed));
    World world = random_world(random);
    const std::array<int, 4> ages = {0, 1, 40, 240};
    for (int i = ages[static_cast<std::size_t>(random.below(4))]; i > 0; --i) world.step(dt);
    std::vector<BodyId> bodies = world.bodies();
    if (random.one_in(5)) world.remove_body(bodies.back()), bodies.pop_back();
    if (random.one_in(3)) world.set_velocity(bodies.back(), Vec2(1, 5));
    for (int shots = 0; shots < 2; ++shots) {
      const BodyId body = bodies[1 + static_cast<std::size_t>(random.below(static_cast<int>(bodies.size()) - 1))];
      if (world.type(body) == BodyType::fixed) continue;  // frozen
      const Real speed = random.one_in(4) ? 100 : 15;
      const Vec2 velocity(speed * random.real(-1, 1), speed * random.real(-1, 1));
      PredictionOptions options;
      if (random.one_in(2)) options.angular_velocity = random.real(-20, 20);
      impacts += expect_as_predicted(world, body, velocity, 40, options).impacts.size();
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(impacts, bankshot_test::effort(1000u));
}

}  // namespace
}  // namespace bankshot::testing
