// How the time and memory of saving, loading and hashing grow with the size of the world.

#include "broad/counting_new.hpp"
#include "broad/counting_work.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Pairs asleep side by side on a floor, each an island of its own; then the upper bodies wake, and something changes:
/// the lower ones wake in the next step.
World sleepers(int count) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed}, box(Real(4 * count), 1));
  std::vector<BodyId> bodies;
  for (int i = 0; i < count; ++i) {
    world.add_body({.position = Vec2(Real(2 * i - count), 1)}, box(1, 1));
    bodies.push_back(world.add_body({.position = Vec2(Real(2 * i - count), 2)}, box(1, 1)));
  }
  for (int step = 0; step < 90; ++step) world.step(dt);
  EXPECT_EQ(world.counts().awake_bodies, 0);
  for (const BodyId body : bodies) world.apply_impulse(body, Vec2(0, Real(0.001)));
  world.add_body({.position = Vec2(0, 50)}, box(1, 1));
  return world;
}

TEST(Growth, LoadingAndHashingTakeTimeInProportionToTheBodies) {
  std::uint64_t last_load = 0, last_hash = 0;
  for (const int count : {250, 500}) {
    const World world = sleepers(count);
    const std::vector<std::byte> bytes = save(world);
    const std::uint64_t loading = work_of([&] { load(bytes); });
    const std::uint64_t hashing = work_of([&] { static_cast<void>(world.hash()); });
    if (loading == 0) GTEST_SKIP() << "work is not counted in this build, see broad/counting_work.hpp";
    if (last_load > 0) {
      EXPECT_LT(Real(loading), Real(2.5) * Real(last_load)) << last_load << " of half as many bodies";
      EXPECT_LT(Real(hashing), Real(2.5) * Real(last_hash)) << last_hash << " of half as many bodies";
    }
    last_load = loading, last_hash = hashing;
  }
}

TEST(Growth, ALongHistoryTakesMemoryAsItIsFilled) {
  const std::size_t before = bytes_in_use();
  History history(1'000'000);
  EXPECT_LT(bytes_in_use() - before, 4096u);
  World world;
  world.add_body({.velocity = Vec2(1, 0)}, box(1, 1));
  for (int i = 0; i < 1000; ++i) {
    history.save(world);
    world.step(dt);
    if (i == 500) world.add_body({.position = Vec2(0, 9)}, box(1, 1));  // a tick that is kept whole
  }
  EXPECT_LT(bytes_in_use() - before, history.bytes() + (std::size_t{256} << 10));
  EXPECT_GT(bytes_in_use() - before, history.bytes());
  for (const std::uint64_t tick : std::initializer_list<std::uint64_t>{0, 400, 501, 502, 999}) {
    history.restore(tick, world);
    EXPECT_EQ(world.tick(), tick);
  }
}

}  // namespace
}  // namespace bankshot::testing
