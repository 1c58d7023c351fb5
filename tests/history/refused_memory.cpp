// Whichever allocation fails in a step, the failure comes out of the step, and the history of the world is as good as
// before.

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <new>

#include "broad/counting_new.hpp"

namespace bankshot::testing {
namespace {

constexpr Real dt = Real(1) / 60;

/// Boxes and balls that overlap here and there; some fall fast, some bounce.
World heap_of(int bodies, int threads) {
  World world(WorldDef{.gravity = Vec2(0, -10), .threads = threads});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  for (int i = 0; i < bodies; ++i) {
    const Vec2 at(Real(i % 30), Real(i / 30) + Real(0.5));
    world.add_body({.position = at, .velocity = Vec2(0, i % 7 == 0 ? -30 : 0)},
                   i % 3 == 0 ? circle(Real(0.5)) : box(1, 1), {.restitution = i % 5 == 0 ? Real(0.8) : Real(0)});
  }
  return world;
}

/// Whichever allocation fails in a step, the failure comes out of the step, nothing else happens to the program, and
/// the world continues from its history.
void expect_every_refusal_to_come_out(int bodies, int threads) {
  World world = heap_of(bodies, threads);
  History history(2);
  std::size_t refusals = 0;
  for (int step = 0; step < 4; ++step) {
    history.save(world);
    World expected = world;
    expected.step(dt);
    for (std::size_t granted = 0; world.tick() == history.last(); ++granted) {
      refuse_allocation_after(granted);
      try {
        world.step(dt);
        if (has_refused_allocation()) history.restore(history.last(), world);
      } catch (const std::bad_alloc&) {
        EXPECT_TRUE(has_refused_allocation());
        ++refusals;
        history.restore(history.last(), world);
      }
    }
    EXPECT_EQ(world.hash(), expected.hash());
  }
  EXPECT_GT(refusals, 50u) << bodies << " bodies, " << threads << " threads";
}

TEST(RefusedMemory, ComesOutOfTheStep) {
  constexpr int many = BANKSHOT_SANITIZED ? 140 : 200;  // threads share the work if there are more than 128
  expect_every_refusal_to_come_out(28, 1);
  if (!BANKSHOT_SANITIZED) expect_every_refusal_to_come_out(many, 1);
  expect_every_refusal_to_come_out(many, 3);
}

}  // namespace
}  // namespace bankshot::testing
