// No bit of a simulation depends on the number of threads that work on it, nor on whose they are.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <bankshot/world/threads/thread_team.hpp>

#include "effort.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Enough piles for several batches of islands and several ranges of pairs: all stand on one plate that moves, some are
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

/// One island that several threads share: a pyramid on a floor, a plate that moves and a belt, with a body that can
/// move only sideways.
World one_island(const WorldDef& def) {
  World world(def);
  world.add_body({.type = BodyType::fixed, .position = Vec2(-15, -1)}, box(20, 2));
  world.add_body({.type = BodyType::kinematic, .position = Vec2(5, -1), .velocity = Vec2(Real(0.25), 0)}, box(20, 2));
  world.add_body({.type = BodyType::fixed, .position = Vec2(25, -1)}, box(20, 2), {.surface_speed = Real(0.5)});
  for (int row = 0; row < 45; ++row) {
    for (int i = 0; i < 45 - row; ++i) {
      BodyDef body{.position = Vec2(Real(i) + Real(0.5) * Real(row) - 22, Real(row) + Real(0.5))};
      body.locks.y = row == 0 && i == 22;
      world.add_body(body, box(1, 1), {.friction = i % 3 == 0 ? Real(0.2) : Real(0.8)});
    }
  }
  return world;
}

TEST(Threads, ShareOneIsland) {
  World world = one_island(falling);
  for (int i = 0; i < 5; ++i) world.step(dt);
  ASSERT_EQ(world.counts().islands, 1);
  ASSERT_GT(world.counts().contacts, 1024);  // solver.cpp, least_shared
  const auto wind = [](const void*, const ForceInput& body) noexcept {
    return ForceOutput{.force = Vec2(body.position.y() / 8, 0), .torque = 0};
  };
  for (const bool hook : {false, true}) {
    WorldDef def = falling;
    if (hook) def.force_hook.function = wind;
    const std::vector<std::uint64_t> alone = history_of(one_island(def));
    for (const int threads : {2, 3, 8}) {
      def.threads = threads;
      EXPECT_EQ(history_of(one_island(def)), alone) << threads;
    }
  }
}

/// Discs and crosses, crowded in a room with a sensor in the middle, that fall in a heap: in every step pairs come and
/// go, and so do contacts.
World crowd(const WorldDef& def) {
  World world(def);
  world.add_body({.type = BodyType::fixed}, container(box(42, 60)));
  world.add_shape(world.add_body({.type = BodyType::fixed}), box(20, 20), {.sensor = true});
  const std::vector<Shape> beams = {box(Real(0.9), Real(0.3)), box(Real(0.3), Real(0.9))};
  for (int i = 0; i < 1600; ++i) {
    const Vec2 place(Real(i % 40) - 20, Real(i / 40) - Real(29.5));
    const BodyDef body{.position = place, .velocity = Vec2(Real(i % 7 - 3) / 2, Real(i % 11 - 5) / 2)};
    world.add_body(body, i % 8 == 0 ? compound(beams) : circle(Real(0.5)),
                   {.restitution = i % 16 == 1 ? Real(0.75) : Real(0)});
  }
  return world;
}

/// The reports of steps, in their order, and the states that result.
using Event = std::array<std::uint32_t, 3>;
void append(std::vector<Event>& all, std::uint32_t kind, std::span<const ContactEvent> events) {
  for (const ContactEvent& event : events) all.push_back({kind, event.body_a.slot, event.body_b.slot});
}
std::vector<Event> events_of(World world) {
  std::vector<Event> all;
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    world.step(dt);
    append(all, 0, world.contact_begins()), append(all, 1, world.contact_ends());
    append(all, 2, world.sensor_begins()), append(all, 3, world.sensor_ends());
    for (const Impact& hit : world.impacts()) all.push_back({4, hit.body_a.slot, hit.body_b.slot});
    const StepCounts& counts = world.counts();
    all.push_back({5, static_cast<std::uint32_t>(counts.pairs), static_cast<std::uint32_t>(counts.contacts)});
    all.push_back({6, static_cast<std::uint32_t>(world.hash()), static_cast<std::uint32_t>(world.hash() >> 32)});
  }
  return all;
}

TEST(Threads, ChangeNoEvent) {
  WorldDef def = falling;
  const std::vector<Event> alone = events_of(crowd(def));
  World world = crowd(def);
  world.step(dt);
  ASSERT_GT(world.counts().pairs, 1600);  // enough for three ranges
  for (const int threads : {2, 3, 8}) {
    def.threads = threads;
    EXPECT_TRUE(events_of(crowd(def)) == alone) << threads;
  }
}

TEST(Threads, FreezeTheSameBodies) {
  const auto madden = [](const void*, const ForceInput& body) noexcept {
    const bool mad = body.position.x() > 300 && body.position.y() < 1;
    return ForceOutput{.force = Vec2(mad ? nan : Real(0), 0), .torque = 0};
  };
  WorldDef def = falling;
  def.force_hook.function = madden;
  const std::vector<std::uint64_t> alone = history_of(busy_world(def), 10);
  World world = busy_world(def);
  ASSERT_TRUE(has(world.step(dt), StepStatus::body_frozen));
  for (const int threads : {2, 8}) {
    def.threads = threads;
    EXPECT_EQ(history_of(busy_world(def), 10), alone) << threads;
  }
}

TEST(Threads, WakeUpForEachRoundAndDoEveryPieceOnce) {
  detail::ThreadPool pool(3);
  struct Round {
    std::array<std::atomic<int>, 4> done{};
    static void run(void* self, int chunk) noexcept {
      ++static_cast<Round*>(self)->done[static_cast<std::size_t>(chunk)];
    }
  } round;
  for (int i = 1; i <= 2000; ++i) {
    if (i % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));  // they fall asleep
    const int chunks = 1 + i % 4;
    for (std::atomic<int>& count : round.done) count = 0;
    pool.run(chunks, Round::run, &round);
    for (int chunk = 0; chunk < 4; ++chunk) {
      ASSERT_EQ(round.done[static_cast<std::size_t>(chunk)], chunk < chunks ? 1 : 0);
    }
  }
}

/// Runs chunks backwards, and counts them.
struct Backwards {
  int calls = 0, most = 0;
  static void run(void* self, int chunks, Task task, void* work) noexcept {
    Backwards& own = *static_cast<Backwards*>(self);
    ++own.calls;
    own.most = std::max(own.most, chunks);
    for (int chunk = chunks; chunk-- > 0;) task(work, chunk);
  }
};

/// Throws in the named chunks; returns the exception that comes out of the round, and the number of chunks done by
/// then.
std::pair<std::string, int> outcome(const detail::ThreadTeam& team, int chunks, const std::vector<int>& bad) {
  std::atomic<int> done = 0;
  const auto work = [&](int chunk) {
    if (std::find(bad.begin(), bad.end(), chunk) != bad.end()) throw std::runtime_error("chunk");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++done;
  };
  try {
    team.each(chunks, work);
  } catch (const std::runtime_error& error) {
    return {error.what(), done};
  }
  return {"", done};
}

// A step that runs out of memory says so, whichever thread ran out, and only when no thread works for it any more.
TEST(Threads, PassOnWhatPiecesThrow) {
  Backwards jobs;
  const detail::ThreadTeam own(4, {}), users(4, {Backwards::run, &jobs});
  for (const detail::ThreadTeam* team : {&own, &users}) {
    for (const std::vector<int>& bad : {std::vector<int>{0}, {3}, {1, 2}, {0, 1, 2, 3}}) {
      const std::pair<std::string, int> expected("chunk", 4 - static_cast<int>(bad.size()));
      EXPECT_EQ(outcome(*team, 4, bad), expected);
      EXPECT_EQ(outcome(*team, 4, {}), std::make_pair(std::string(), 4));  // and works on
    }
  }
  EXPECT_EQ(jobs.calls, 8);
}

TEST(Threads, JoinWhatRangesMade) {
  std::vector<int> list = {1, 2, 0, 3, 0, 0, 4, 5, 0};
  detail::close_gaps(list, std::array<detail::FilledRange, 4>{{{0, 2}, {3, 1}, {4, 0}, {6, 2}}});
  EXPECT_EQ(list, (std::vector<int>{1, 2, 3, 4, 5}));
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
