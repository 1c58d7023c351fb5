// Bodies within heaps of fixed and kinematic ones at random places, which overlap as deeply as chance has it.

#include "broad/growth.hpp"
#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace bankshot::testing {
namespace {

Shape random_shape(Random& random, Real size) {
  switch (random.below(4)) {
    case 0: return circle(size);
    case 1: return box(2 * size, size);
    case 2: return capsule(Vec2(-size, 0), Vec2(size, 0), size / 3);
    default: return segment(Vec2(-size, 0), Vec2(size, size / 2));
  }
}

struct Heap {
  std::shared_ptr<World> world;
  std::size_t movers = 0;
};

/// So many bodies within a square, all of one shape or of every shape, among them one to six dynamic ones.
Heap heap_of(std::uint64_t seed, int bodies, bool moving) {
  Random random(seed);
  const Real side = static_cast<Real>(std::pow(10, random.real(-1, 1))), speed = moving ? random.real(0, 20) : Real(0);
  const Real kinematic = moving ? random.real(0, 1) : Real(0), bounce = random.real(-1, 2);
  const Material material{.restitution = std::clamp(bounce, Real(0), Real(1)), .friction = random.real(0, 1)};
  const bool alike = random.one_in(2);
  const Shape only = random_shape(random, 1);
  Heap heap{std::make_shared<World>(WorldDef{.gravity = Vec2(0, random.one_in(3) ? 0 : -10)}),
            static_cast<std::size_t>(1 + random.below(6))};
  for (int i = 0; i < bodies; ++i) {
    BodyDef body{.type = random.real(0, 1) < kinematic ? BodyType::kinematic : BodyType::fixed};
    body.position = random.vec2(side);
    body.rotation = Rotation::from_angle(random.real(0, 6));
    if (body.type == BodyType::kinematic) {
      body.velocity = random.vec2(speed), body.angular_velocity = random.real(-4, 4);
    }
    heap.world->add_body(body, alike ? only : random_shape(random, 1), material);
  }
  const Real size = static_cast<Real>(std::pow(10, random.real(-1, 1)));
  for (std::size_t i = 0; i < heap.movers; ++i) {
    const Vec2 place(size * static_cast<Real>(i), 0);
    heap.world->add_body({.position = place, .velocity = random.vec2(speed)}, random_shape(random, size), material);
  }
  return heap;
}

// A body may be held, then stopped, then led on by bodies that move: each for so many impacts, and each impact with as
// many bodies as are solved together.
TEST(Heaps, NobodyHasMoreImpactsInAStepThanOneBodyMayHave) {
  const auto limit = static_cast<std::size_t>(WorldDef().impact_limits.per_body + 1);
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(std::uint64_t{12}); ++seed) {
    const Heap heap = heap_of(seed, 600, true);
    for (int i = 0; i < 3; ++i) {
      heap.world->step(dt);
      EXPECT_LE(heap.world->impacts().size(), 3 * limit * heap.movers) << "heap " << seed << ", step " << i;
      most = std::max(most, heap.world->impacts().size());
    }
  }
  EXPECT_GT(most, 0u);
}

/// Three steps of a disc that lies in so many fixed ones, whose middles are within a square of 3.
std::function<void()> step_in_discs(int discs, std::uint64_t seed) {
  Random random(seed);
  const auto world = std::make_shared<World>(WorldDef{.gravity = Vec2(0, -10)});
  for (int i = 0; i < discs; ++i) {
    world->add_body({.type = BodyType::fixed, .position = random.vec2(1.5)}, circle(1), {.restitution = Real(0.5)});
  }
  world->add_body({}, circle(1));
  return [world] {
    for (int i = 0; i < 3; ++i) world->step(dt);
  };
}

// A body that lies still in many fixed ones meets none of them, so no search for the place is needed, and a pair that
// bounces between two of them is not looked for among all their pairs.
TEST(Heaps, AStepTakesWorkInProportionToTheBodies) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const auto make = [=](int n) { return step_in_discs(n, seed); };
    const double work = cost_of(make, 600).work;
    if (work == 0) GTEST_SKIP() << "work is not counted in this build, see broad/counting_work.hpp";
    EXPECT_LE(cost_of(make, 1200).work, in_proportion * work) << work << " of half the size";
  }
}

// Contacts of one body are solved one after another, and need no more memory than those that are solved side by side:
// the same discs, with one body in all of them or one each.
TEST(Heaps, ContactsOfOneBodyTakeNoMoreMemoryThanThoseOfMany) {
  const auto bytes = [](int discs, bool apart) {
    World world(WorldDef{.gravity = Vec2(0, -10)});
    for (int i = 0; i < discs; ++i) {
      const Vec2 place(apart ? Real(4 * i) : Real(0), 0);
      world.add_body({.type = BodyType::fixed, .position = place}, circle(1));
      if (apart || i == 0) world.add_body({.position = place + Vec2(0, Real(1.99))}, circle(1));
    }
    forget_most_bytes_in_use();
    const std::size_t before = bytes_in_use();
    for (int i = 0; i < 2; ++i) world.step(dt);
    EXPECT_EQ(world.contacts().size(), static_cast<std::size_t>(discs));
    return most_bytes_in_use() - before;
  };
  EXPECT_LE(bytes(3000, false), bytes(3000, true));
}

}  // namespace
}  // namespace bankshot::testing
