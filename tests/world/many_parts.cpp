// Two bodies of many parts, deep in one another: what a step takes grows with the pairs of parts that are near, not
// with all pairs of parts that there are.

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

TEST(ManyParts, TakeMemoryByPairsThatAreNear) {
  const std::size_t of_small = bytes_per_pair(10), of_large = bytes_per_pair(40);
  EXPECT_LT(of_large, 2 * of_small);
}

}  // namespace
}  // namespace bankshot::testing
