// Threads: no bit of a simulation depends on how many work on it, nor on whose they are.

#include <algorithm>
#include <array>
#include <thread>

#include "effort.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Piles enough for several batches of islands and several ranges of pairs: all stand on one plate that moves, some are
/// hit, some bounce, one body has a locked direction.
World busy_world(const WorldDef& def) {
  World world(def);
  world.add_body({.type = BodyType::kinematic, .position = Vec2(0, Real(-0.5)), .velocity = Vec2(Real(0.3), 0)},
                 box(800, 1));
  for (int pile = 0; pile < 160; ++pile) {
    const Real x = Real(4) * Real(pile) - 318;
    const Material material{.restitution = pile % 5 == 0 ? Real(0.5) : Real(0)};
    for (int row = 0; row < 4; ++row) {
      for (int i = 0; i < 4 - row; ++i) {
        const Vec2 place(x + Real(i) + Real(0.5) * Real(row), Real(0.5) + Real(1.02) * Real(row));
        BodyDef body{.position = place};
        body.locks.x = pile == 7 && row == 3;
        world.add_body(body, pile % 3 == 0 && row == 3 ? circle(Real(0.5)) : box(1, 1), material);
      }
    }
    if (pile % 9 == 0) world.add_body({.position = Vec2(x - 2, 3), .velocity = Vec2(80, 0)}, circle(Real(0.3)));
  }
  return world;
}

const WorldDef falling{.gravity = Vec2(0, -10)};

/// Hashes after each of some steps.
std::vector<std::uint64_t> history_of(World world, int steps = bankshot_test::effort(60)) {
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < steps; ++i) {
    world.step(dt);
    hashes.push_back(world.hash());
  }
  return hashes;
}

TEST(Threads, ChangeNoBit) {
  for (const bool ledger : {false, true}) {
    WorldDef def = falling;
    def.energy_ledger = ledger;
    const std::vector<std::uint64_t> alone = history_of(busy_world(def));
    for (const int threads : {2, 3, 8}) {
      def.threads = threads;
      EXPECT_EQ(history_of(busy_world(def)), alone) << threads;
    }
  }
}

/// Runs pieces backwards, and counts them.
struct Backwards {
  int calls = 0, most = 0;
  static void run(void* self, int pieces, Task task, void* work) noexcept {
    Backwards& own = *static_cast<Backwards*>(self);
    ++own.calls;
    own.most = std::max(own.most, pieces);
    for (int piece = pieces; piece-- > 0;) task(work, piece);
  }
};

TEST(Threads, MayBeTheUsers) {
  Backwards jobs;
  WorldDef def = falling;
  def.threads = 4;
  def.executor = {Backwards::run, &jobs};
  World world = busy_world(def);
  world.step(dt);
  ASSERT_GT(world.counts().contacts, 1100);  // more than one batch of islands
  EXPECT_EQ(history_of(busy_world(def)), history_of(busy_world(falling)));
  EXPECT_GT(jobs.calls, bankshot_test::effort(60));
  EXPECT_GT(jobs.most, 1);
  EXPECT_LE(jobs.most, 4);
}

TEST(Threads, AreSharedByCopiesThatStepAtTheSameTime) {
  WorldDef def = falling;
  def.threads = 3;
  const World world = busy_world(def);
  const World copies[] = {world, world, world};
  std::array<std::vector<std::uint64_t>, 3> hashes;
  std::vector<std::thread> users;
  for (std::size_t i = 0; i < 3; ++i) users.emplace_back([&, i] { hashes[i] = history_of(copies[i], 30); });
  for (std::thread& user : users) user.join();
  EXPECT_EQ(hashes[0], history_of(busy_world(falling), 30));
  EXPECT_EQ(hashes[1], hashes[0]);
  EXPECT_EQ(hashes[2], hashes[0]);
}

TEST(Threads, AreNoState) {
  WorldDef def = falling;
  def.threads = 4;
  World world = busy_world(def);
  EXPECT_TRUE(world == busy_world(falling));
  world.step(dt);
  world.set_threads(2);
  EXPECT_EQ(world.settings().threads, 2);
  world.step(dt);
  Backwards jobs;
  world.set_threads(2, {Backwards::run, &jobs});
  world.step(dt);
  world.set_threads(1);
  world.step(dt);
  EXPECT_GT(jobs.calls, 0);
  EXPECT_EQ(world.hash(), history_of(busy_world(falling), 4).back());
}

}  // namespace
}  // namespace bankshot::testing
