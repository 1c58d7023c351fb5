// Two bodies of many parts, deep in one another: the cost of a step grows with the pairs of parts that are near, not
// with all pairs of parts.

#include <memory>
#include <stdexcept>
#include <vector>

#include "broad/growth.hpp"
#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Every second pixel of a square with so many on a side: each is a part that touches the next ones only at its
/// corners.
Shape checkerboard(int size) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < size * size; ++i) pixels.push_back((i % size + i / size) % 2 == 0 ? 1 : 0);
  return mask({.width = size, .height = size}, pixels);
}

/// Bytes that two steps of two checkerboards ask for, at most, for each near pair of their parts.
std::size_t bytes_per_pair(int size) {
  const Shape board = checkerboard(size);
  World world;
  world.add_body({}, board);
  world.add_body({.position = Vec2(Real(0.5), Real(0.25))}, board);
  forget_most_bytes_in_use();
  const std::size_t before = bytes_in_use();
  for (int i = 0; i < 2; ++i) world.step(dt);
  return (most_bytes_in_use() - before) / static_cast<std::size_t>(world.counts().pairs);
}

// With four times as many parts, no more pairs are found before the step is refused; only the list of the parts grows.
TEST(ManyParts, AreFoundNoFartherThanTheirLimit) {
  const auto refused = [](int size) {
    const auto world = std::make_shared<World>();
    const Shape board = checkerboard(size);
    world->add_body({}, board), world->add_body({.position = Vec2(Real(0.3), Real(0.2))}, board);
    return [world] { EXPECT_THROW(world->step(dt), std::length_error); };
  };
  const testing::Cost one = cost_of(refused, 500), two = cost_of(refused, 1000);
  EXPECT_LE(two.bytes, 1.5 * one.bytes);
  EXPECT_LE(two.work, 3 * one.work);
}

// Nor with many bodies in one place: the pairs already found count against the limit of the bodies examined next. Each
// pair of bodies has fewer pairs of parts than are allowed.
TEST(ManyParts, OfManyShapesAreFoundNoFartherThanTheirLimit) {
  const auto refused = [](int boards) {
    const auto world = std::make_shared<World>(WorldDef{.pair_limit = 20'000});
    const Shape board = checkerboard(64);
    for (int i = 0; i < boards; ++i) world->add_body({.position = Vec2(Real(0.25) * Real(i), 0)}, board);
    return [world] { EXPECT_THROW(world->step(dt), std::length_error); };
  };
  const testing::Cost one = cost_of(refused, 8), two = cost_of(refused, 16);
  EXPECT_LE(two.bytes, 1.5 * one.bytes);
  EXPECT_LE(two.work, 3 * one.work);
}

TEST(ManyParts, TakeMemoryByPairsThatAreNear) {
  const std::size_t of_small = bytes_per_pair(10), of_large = bytes_per_pair(40);
  EXPECT_LT(of_large, 2 * of_small);
}

constexpr int side_length = 40;  // tiles or pixels along a side

/// A mask or a grid of which each pixel or tile is solid with a chance that is drawn as well.
Shape sieve(Random& random) {
  const bool pixels = random.one_in(2);
  const Real solid = random.real(0.2, 0.9);
  std::vector<std::uint8_t> marks(side_length * side_length);
  for (std::uint8_t& mark : marks) mark = random.real(0, 1) < solid ? 1 : 0;
  marks[0] = 1;
  if (pixels) return mask({.width = side_length, .height = side_length}, marks);
  std::vector<Tile> tiles;
  for (const std::uint8_t mark : marks) tiles.push_back(mark != 0 ? solid_tile : empty_tile);
  return grid({.columns = side_length, .rows = side_length}, tiles);
}

Shape lump(Random& random) {
  const Real size = random.real(1, side_length / 4.0);
  switch (random.below(3)) {
    case 0: return circle(size);
    case 1: return box(2 * size, 2 * size);
    default: return capsule(Vec2(-size, 0), Vec2(size, 0), size / 3);
  }
}

/// A body that moves at random in the midst of the sieve.
BodyDef thrown(Random& random) {
  BodyDef body;
  body.position = Vec2(side_length / 2, side_length / 2) + random.vec2(0.3 * side_length);
  body.rotation = Rotation::from_angle(random.real(0, 6));
  body.velocity = random.vec2(9);
  body.angular_velocity = random.real(-4, 4);
  return body;
}

/// The most impacts of a step, out of three steps. The sieve is fixed, dynamic or kinematic.
int most_impacts(Random& random, int lumps) {
  World world({.gravity = Vec2(0, random.one_in(2) ? Real(-10) : Real(0))});
  BodyDef body = {.type = BodyType::fixed};
  if (random.one_in(2)) {
    body.type = random.one_in(2) ? BodyType::kinematic : BodyType::dynamic;
    body.velocity = random.vec2(3);
    body.angular_velocity = random.real(-1, 1);
  }
  world.add_body(body, sieve(random));
  for (int i = 0; i < lumps; ++i) {
    const BodyDef at = thrown(random);
    world.add_body(at, lump(random));
  }
  int most = 0;
  for (int i = 0; i < 3; ++i) {
    world.step(dt);
    most = std::max(most, static_cast<int>(world.impacts().size()));
  }
  return most;
}

// Each impact predicts all pairs of parts of two bodies anew, so work grows with the product of both. Where only one
// pair of parts of the two bodies is deep, a few pairs may have all of their impacts.
TEST(ManyParts, RunOutOfImpactsTogether) {
  Random random(1);
  const int limit = WorldDef().impact_limits.per_pair + 1;
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    EXPECT_LE(most_impacts(random, 1), 4 * limit) << "draw " << i;
  }
}

// Three bodies in the sieve make up to six pairs, and lead one another away where they stood still.
TEST(ManyParts, RunOutOfImpactsTogetherInCompany) {
  Random random(2);
  const int limit = WorldDef().impact_limits.per_pair + 1;
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    EXPECT_LE(most_impacts(random, 3), 4 * 6 * limit) << "draw " << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
