// Many bodies in one place, or shapes of many parts: the memory of a step is bounded, and a step that would need more
// is refused and changes nothing.

#include <stdexcept>
#include <string>

#include "broad/counting_new.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

std::vector<BodyId> add_crowd(World& world, int count, const BodyDef& def = {}) {
  std::vector<BodyId> bodies;
  for (int i = 0; i < count; ++i) bodies.push_back(world.add_body(def, circle(1)));
  return bodies;
}

/// The message of a step that is refused; empty if the step was taken.
std::string refused_with(World& world) {
  try {
    world.step(dt);
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

/// The most bytes that a step requests beyond those that were in use.
std::size_t bytes_of_step(World& world) {
  forget_most_bytes_in_use();
  const std::size_t before = bytes_in_use();
  refused_with(world);
  return most_bytes_in_use() - before;
}

TEST(PairLimit, IsThatOfNearPairs) {
  for (const int threads : {1, 3}) {
    World world(WorldDef{.threads = threads});
    add_crowd(world, 15);  // 105 pairs
    world.set_pair_limit(104);
    EXPECT_EQ(refused_with(world).substr(0, 70),
              "step: more than 104 pairs of shapes, or of their parts, are near, 14 o");
    world.set_pair_limit(105);
    EXPECT_EQ(refused_with(world), "");
  }
}

TEST(PairLimit, SaysHowManyWhereAndWhatToDo) {
  World world;
  add_crowd(world, 2000, {.position = Vec2(3, 4)});
  EXPECT_EQ(
      refused_with(world),
      "step: more than 800000 pairs of shapes, 8 times pair_limit, might meet, 1999 of them with one shape at (3, 4); "
      "nothing has moved. Move bodies apart, let filters say what need not meet, or allow more: pair_limit is 100000");
}

TEST(PairLimit, BoundsWhatAStepTakes) {
  World world;
  add_crowd(world, 3000);
  // 1.6 million candidates of 8 bytes each, the same again while their list grows, and the data of each shape.
  EXPECT_LT(bytes_of_step(world), std::size_t{32} << 20);
}

TEST(PairLimit, GrowsWithTheShapes) {
  World world;  // 1,000 heaps of 16: 120,000 pairs of 16,000 shapes
  for (int i = 0; i < 1000; ++i) add_crowd(world, 16, {.position = Vec2(Real(3 * (i % 100)), Real(3 * (i / 100)))});
  EXPECT_EQ(refused_with(world), "");
}

TEST(PairLimit, WhatMayNotMeetDoesNotCount) {
  World world({.gravity = Vec2(0, -10)}), alone({.gravity = Vec2(0, -10)});
  const auto ball = [](World& in) { return in.add_body({.position = Vec2(0, 5)}, circle(1), {.restitution = 1}); };
  const BodyId own = ball(alone), among = ball(world);
  const auto floor = [](World& in) { in.add_body({.type = BodyType::fixed}, box(9, 1), {.restitution = 1}); };
  floor(alone), floor(world);
  world.set_pair_limit(10'000);
  add_crowd(world, 600, {.type = BodyType::kinematic, .position = Vec2(20, 0)});  // 179,700 pairs each
  const ShapeDef ghost{.filter = {.group = -1}};
  for (int i = 0; i < 600; ++i) world.add_shape(world.add_body({.position = Vec2(0, 50)}), box(1, 1), ghost);
  const BodyId cloud = world.add_body({.position = Vec2(40, 0)});  // shapes of one body do not meet either
  for (int i = 0; i < 600; ++i) world.add_shape(cloud, circle(1));
  EXPECT_LT(bytes_of_step(world), std::size_t{8} << 20);
  alone.step(dt);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(refused_with(world), "");
    alone.step(dt);
  }
  EXPECT_EQ(world.pose(among), alone.pose(own));
  EXPECT_EQ(world.velocity(among), alone.velocity(own));
}

TEST(PairLimit, HoldsForWhatRests) {
  for (const int threads : {1, 2}) {
    World world(WorldDef{.threads = threads, .pair_limit = 10});
    add_crowd(world, 400, {.type = BodyType::fixed});
    const BodyId mover = world.add_body({.type = BodyType::kinematic, .velocity = Vec2(1, 0)}, circle(1));
    EXPECT_EQ(refused_with(world), "") << "what is kinematic meets nothing fixed";
    world.set_type(mover, BodyType::dynamic);
    EXPECT_EQ(refused_with(world).substr(0, 95),
              "step: more than 80 pairs of shapes, 8 times pair_limit, might meet, 400 of them with one shape ");
  }
}

TEST(PairLimit, HoldsForParts) {
  const auto board = [] {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < 100 * 100; ++i) pixels.push_back((i + i / 100) % 2 == 0);
    return mask({.width = 100, .height = 100}, pixels);
  };
  World world(WorldDef{.pair_limit = 1000});
  world.add_body({}, board());
  world.add_body({.position = Vec2(Real(0.5), Real(0.25))}, board());
  EXPECT_NE(refused_with(world), "");
  EXPECT_LT(bytes_of_step(world), std::size_t{64} << 20);
}

TEST(PairLimit, ARefusedStepChangesNothing) {
  const auto scene = [](World& world) {
    world.add_body({.type = BodyType::fixed}, box(40, 1));
    for (int i = 0; i < 10; ++i) world.add_body({.position = Vec2(0, Real(1) + Real(1.1) * Real(i))}, box(1, 1));
    for (int i = 0; i < 30; ++i) world.step(dt);
  };
  World world({.gravity = Vec2(0, -10)}), other({.gravity = Vec2(0, -10)});
  scene(world), scene(other);
  std::vector<Pose> before;
  for (const BodyId body : world.bodies()) before.push_back(world.pose(body));
  const std::uint64_t tick = world.tick();
  const std::vector<BodyId> crowd = add_crowd(world, 600, {.position = Vec2(15, 9)});
  ASSERT_NE(refused_with(world), "");
  ASSERT_NE(refused_with(world), "");
  EXPECT_EQ(world.tick(), tick);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(world.pose(world.bodies()[i]), before[i]);
  for (const BodyId body : crowd) world.remove_body(body);
  for (const BodyId body : add_crowd(other, 600, {.position = Vec2(15, 9)})) other.remove_body(body);
  for (int i = 0; i < 60; ++i) {
    world.step(dt), other.step(dt);
    ASSERT_TRUE(world == other) << i;
  }
}

TEST(PairLimit, IsFromNoneToABillion) {
  World world;
  EXPECT_THROW(world.set_pair_limit(-1), std::invalid_argument);
  EXPECT_THROW(World(WorldDef{.pair_limit = 1'000'000'001}), std::invalid_argument);
  world.set_pair_limit(1'000'000'000);
  EXPECT_EQ(world.settings().pair_limit, 1'000'000'000);
}

}  // namespace
}  // namespace bankshot::testing
