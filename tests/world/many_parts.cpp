// Two bodies of many parts, deep in one another: what a step takes grows with the pairs of parts that are near, not
// with all pairs of parts that there are.

#include <random>
#include <vector>

#include "broad/counting_new.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Every second pixel of so many times so many: each is a part, and touches the next ones at its corners alone.
Shape checkerboard(int size) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < size * size; ++i) pixels.push_back((i % size + i / size) % 2 == 0 ? 1 : 0);
  return mask({.width = size, .height = size}, pixels);
}

/// Bytes that two steps ask for, at most, for each near pair of parts.
std::size_t bytes_per_pair(World& world) {
  forget_most_bytes_in_use();
  const std::size_t before = bytes_in_use();
  for (int i = 0; i < 2; ++i) world.step(dt);
  return (most_bytes_in_use() - before) / static_cast<std::size_t>(world.counts().pairs);
}

std::size_t bytes_of_boards(int size) {
  const Shape board = checkerboard(size);
  World world;
  world.add_body({}, board);
  world.add_body({.position = Vec2(Real(0.5), Real(0.25))}, board);
  return bytes_per_pair(world);
}

/// A disc within a firm mask of which every pixel is solid or not, as a draw says.
std::size_t bytes_in_noise(Real radius) {
  const int size = 64;
  std::mt19937 random(1);
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < size * size; ++i) pixels.push_back(static_cast<std::uint8_t>(random() % 2));
  World world;
  world.add_body({.type = BodyType::fixed}, mask({.width = size, .height = size}, pixels));
  world.add_body({.position = Vec2(size / 2, size / 2)}, circle(radius));
  return bytes_per_pair(world);
}

TEST(ManyParts, TakeMemoryByPairsThatAreNear) { EXPECT_LT(bytes_of_boards(40), 2 * bytes_of_boards(10)); }

// Each prediction takes some of it: those of a hit are of all pairs, and hits are few.
TEST(ManyParts, RunOutOfImpactsTogether) { EXPECT_LT(bytes_in_noise(20), 2 * bytes_in_noise(5)); }

}  // namespace
}  // namespace bankshot::testing
