// A steady world allocates nothing: a step may ask for memory only when some count passes its earlier peak.

#include "broad/counting_new.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

void expect_none_in_a_steady_stack(int rows, int threads) {
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false, .threads = threads});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < rows - row; ++i) {
      world.add_body(
          {.position = Vec2(static_cast<Real>(i) + static_cast<Real>(row) / 2, static_cast<Real>(row) + Real(0.5))},
          box(1, 1));
    }
  }
  for (int i = 0; i < 120; ++i) world.step(dt);
  const std::size_t before = allocations();
  for (int i = 0; i < 60; ++i) world.step(dt);
  EXPECT_EQ(allocations(), before) << threads << " threads";
}

TEST(Allocations, SteadyStackAsksForNothing) {
  for (const int rows : {1, 2, 5, 10}) expect_none_in_a_steady_stack(rows, 1);
  expect_none_in_a_steady_stack(40, 3);
}

/// The longest run of steps, out of so many, in which no step asked for memory.
int longest_without_allocation(World& world, int steps) {
  int quiet = 0, longest = 0;
  for (int i = 0; i < steps; ++i) {
    const std::size_t before = allocations();
    world.step(dt);
    quiet = allocations() == before ? quiet + 1 : 0;
    longest = std::max(longest, quiet);
  }
  return longest;
}

// A gas has no steady counts, but their peaks are soon passed: then whole seconds go by without an allocation.
TEST(Allocations, GasOutgrowsItsPeaks) {
  World world;
  for (int side = 0; side < 4; ++side) {
    const bool upright = side % 2 == 0;
    const Real at = side < 2 ? Real(-5.5) : Real(5.5);
    world.add_body({.type = BodyType::fixed, .position = upright ? Vec2(at, 0) : Vec2(0, at)},
                   upright ? box(1, 12) : box(12, 1), {.restitution = 1, .friction = 0});
  }
  for (int i = 0; i < 36; ++i) {
    const Vec2 at(static_cast<Real>(i % 6) * Real(1.5) - Real(3.75), static_cast<Real>(i / 6) * Real(1.5) - Real(3.75));
    world.add_body({.position = at, .velocity = Vec2(static_cast<Real>(i % 7) - 3, static_cast<Real>(i % 5) - 2)},
                   circle(Real(0.3)), {.restitution = 1, .friction = 0});
  }
  EXPECT_GE(longest_without_allocation(world, 1200), 240);
}

// In a room and on a map of tiles, among chains and compounds, where a pair of shapes is many of their parts; and while
// books are kept.
TEST(Allocations, PartsOfShapesOutgrowTheirPeaks) {
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
  world.add_body({.type = BodyType::fixed}, container(box(12, 12)), {.restitution = 1, .friction = 0});
  world.add_body(
      {.type = BodyType::fixed, .position = Vec2(-4, -4)},
      grid({.columns = 8, .rows = 1, .origin = Vec2(0, 0)}, std::vector<Tile>(8, {.form = Tile::Form::floor})),
      {.restitution = 1, .friction = 0});
  const Vec2 ramp[] = {Vec2(6, -5), Vec2(3, -6), Vec2(0, -5)};
  world.add_body({.type = BodyType::fixed}, chain(ramp), {.restitution = 1, .friction = 0});
  const Shape pieces[] = {box(Real(0.6), Real(0.2)), circle(Real(0.2))};
  for (int i = 0; i < 24; ++i) {
    const Vec2 at(static_cast<Real>(i % 6) * Real(1.5) - Real(3.75), static_cast<Real>(i / 6) * Real(1.5) - 1);
    world.add_body({.position = at, .velocity = Vec2(static_cast<Real>(i % 7) - 3, static_cast<Real>(i % 5) - 2)},
                   i % 2 == 0 ? compound(pieces) : circle(Real(0.3)), {.restitution = 1, .friction = 0});
  }
  EXPECT_GE(longest_without_allocation(world, 3600), 240);
}

TEST(Allocations, SleepingWorldAsksForNothing) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  for (int i = 0; i < 5; ++i) world.add_body({.position = Vec2(0, static_cast<Real>(i) + Real(0.5))}, box(1, 1));
  for (int i = 0; i < 300; ++i) world.step(dt);
  ASSERT_EQ(world.counts().awake_bodies, 0);
  const std::size_t before = allocations();
  for (int i = 0; i < 60; ++i) world.step(dt);
  EXPECT_EQ(allocations(), before);
}

/// Bytes that a pyramid on the ground holds for each of its boxes, after some steps.
double bytes_per_box(int base) {
  const std::size_t before = bytes_in_use();
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  const Shape brick = box(1, 1);
  int boxes = 0;
  for (int row = 0; row < base; ++row) {
    for (int i = 0; i < base - row; ++i, ++boxes) {
      world.add_body({.position = Vec2(static_cast<Real>(i - base / 2) + static_cast<Real>(row) / 2,
                                       static_cast<Real>(row) + Real(0.5))},
                     brick);
    }
  }
  for (int i = 0; i < 20; ++i) world.step(dt);
  return static_cast<double>(bytes_in_use() - before) / boxes;
}

// A record, a near pair, its manifold and its place in the solver alone are 250 bytes, and each box has three pairs.
// docs/step.md lists the rest.
TEST(Allocations, APyramidTakesFewBytesABox) { EXPECT_LT(bytes_per_box(60), sizeof(Real) == 4 ? 1935 : 3240); }

}  // namespace
}  // namespace bankshot::testing
