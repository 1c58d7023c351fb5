// Back and forward in the last ticks of a world, compared with copies of the world taken at each tick.

#include "broad/counting_new.hpp"
#include "effort.hpp"
#include "random_world.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

namespace bankshot::testing {
namespace {

/// A world, its history, and a copy of each tick.
struct Recorded {
  World world;
  History history;
  std::vector<World> copies;

  Recorded(World begin, int ticks) : world(std::move(begin)), history(ticks) {}
  void keep() {
    history.save(world);
    while (!copies.empty() && copies.back().tick() >= world.tick()) copies.pop_back();
    copies.push_back(world);
  }
  const World& copy(std::uint64_t tick) const {
    for (const World& copy : copies) {
      if (copy.tick() == tick) return copy;
    }
    throw std::logic_error("no copy");
  }
};

void expect_goes_on_alike(World a, World b, int steps) {
  for (int i = 0; i < steps; ++i) {
    ASSERT_EQ(a.step(dt), b.step(dt)) << i;
    ASSERT_TRUE(a == b) << i;
    ASSERT_TRUE(same_penetrations(a, b)) << i;
  }
}

void expect_restores(Recorded& r, std::uint64_t tick, World& onto) {
  SCOPED_TRACE("tick " + std::to_string(tick));
  for (const BodyId body : onto.bodies()) static_cast<void>(onto.contacts(body));
  r.history.restore(tick, onto);
  const World& copy = r.copy(tick);
  ASSERT_EQ(onto.tick(), tick);
  ASSERT_TRUE(onto == copy);
  ASSERT_EQ(onto.hash(), copy.hash());
  // Trees are not state, but must be right all the same.
  ASSERT_EQ(onto.overlap(Aabb{Vec2(-30, -30), Vec2(30, 30)}), copy.overlap(Aabb{Vec2(-30, -30), Vec2(30, 30)}));
  ASSERT_EQ(onto.overlap(circle(2), Pose{Vec2(1, 2), {}}), copy.overlap(circle(2), Pose{Vec2(1, 2), {}}));
  ASSERT_EQ(onto.contacts().size(), copy.contacts().size());
  for (const BodyId body : onto.bodies()) ASSERT_EQ(onto.contacts(body).size(), copy.contacts(body).size());
  ASSERT_EQ(onto.counts().contacts, copy.counts().contacts);
}

/// A disc that a plate has pressed half into the floor; both sleep.
World crushed_world() {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  const BodyId disc = world.add_body({.position = Vec2(0, Real(0.5))}, circle(Real(0.5)));
  const BodyId plate = world.add_body({.type = BodyType::kinematic, .position = Vec2(0, 2)}, box(4, 1));
  world.set_velocity(plate, Vec2(0, -2));
  for (int i = 0; i < 40; ++i) world.step(dt);
  world.set_velocity(plate, Vec2::Zero());
  for (int i = 0; i < 600 && world.awake(disc); ++i) world.step(dt);
  world.set_awake(plate, false);
  for (int i = 0; i < 2; ++i) world.step(dt);
  return world;
}

// Trees are not state, and a body that rests in both ticks may rest in another place. Its leaf must follow it;
// otherwise a body that comes down there finds nothing.
TEST(History, WhatRestsIsWhereItWasAfterGoingBack) {
  for (const BodyType type : {BodyType::fixed, BodyType::dynamic}) {
    World world(WorldDef{.gravity = Vec2(0, type == BodyType::fixed ? -10 : 0)});
    const BodyId floor = world.add_body({.type = type, .awake = false}, box(4, 1));
    const BodyId ball = world.add_body({.position = Vec2(0, 3), .velocity = Vec2(0, -1)}, circle(Real(0.5)));
    History history(10);
    world.step(dt);
    history.save(world);
    world.set_pose(floor, {Vec2(50, 0), {}});
    world.set_awake(floor, false);
    for (int i = 0; i < 3; ++i) world.step(dt);
    ASSERT_FALSE(world.awake(floor));
    history.restore(1, world);
    EXPECT_EQ(world.overlap(Aabb{Vec2(-1, 0), Vec2(1, Real(0.25))}).size(), 1u);
    EXPECT_TRUE(world.overlap(Aabb{Vec2(49, 0), Vec2(51, Real(0.25))}).empty());
    for (int i = 0; i < 200; ++i) world.step(dt);
    EXPECT_GT(world.pose(ball).position.y() - world.pose(floor).position.y(), Real(0.9));
  }
}

// A history does not keep the lists of the last step, but the next step reports deep pairs anew, also those of sleeping
// bodies.
TEST(History, WhatIsCrushedAndSleepsIsToldAfterGoingBack) {
  World world = crushed_world();
  ASSERT_EQ(world.counts().awake_bodies, 0);
  ASSERT_FALSE(world.penetrations().empty());
  Recorded r(world, 30);
  for (int i = 0; i < 10; ++i) {
    r.keep();
    ASSERT_TRUE(has(r.world.step(dt), StepStatus::penetration));
    ASSERT_TRUE(same_penetrations(r.world, world));
  }
  const std::uint64_t tick = r.world.tick() - 5;
  World onto = r.world;
  r.history.restore(tick, onto);
  EXPECT_TRUE(onto.penetrations().empty());
  EXPECT_TRUE(has(onto.step(dt), StepStatus::penetration));
  EXPECT_TRUE(same_penetrations(onto, world));
  World loaded = load(save(world));
  EXPECT_TRUE(same_penetrations(loaded, world));
  EXPECT_TRUE(has(loaded.step(dt), StepStatus::penetration));
  EXPECT_TRUE(same_penetrations(loaded, world));
}

TEST(History, RandomWorldsGoBackAndForward) {
  for (int seed = 0; seed < bankshot_test::effort(24); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Recorded r(random_world(random), 30);
    const bool structure = seed % 2 == 0;
    for (int i = random.below(200); i > 0; --i) r.world.step(dt);
    for (int i = 0; i < 120; ++i) {
      if (random.one_in(structure ? 6 : 3)) edit(r.world, random, structure);
      r.keep();
      if (i < 119) r.world.step(dt);
    }
    ASSERT_EQ(r.history.size(), 30);
    World other;  // of another structure altogether
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t tick = r.history.first() + static_cast<std::uint64_t>(random.below(30));
      expect_restores(r, tick, random.one_in(4) ? other : r.world);
      if (i % 4 == 0) expect_goes_on_alike(r.world, r.copy(r.world.tick()), 30);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(History, AnotherInputTakesThePlaceOfWhatWasLater) {
  for (std::uint64_t seed = 100; seed < 112; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Recorded r(random_world(random), 40);
    for (int i = 0; i < 60; ++i) r.keep(), r.world.step(dt);
    for (int round = 0; round < 6; ++round) {
      const std::uint64_t last = r.history.last(), back = last - static_cast<std::uint64_t>(random.below(20));
      expect_restores(r, back, r.world);
      EXPECT_TRUE(r.history.has(last));
      edit(r.world, random, round % 3 == 2);
      r.keep();
      EXPECT_EQ(r.history.last(), back);
      EXPECT_EQ(r.history.has(back + 1), false);
      for (int i = 0; i < 25; ++i) r.world.step(dt), r.keep();
      for (int i = 0; i < 5; ++i) {
        const auto age = static_cast<std::uint64_t>(random.below(r.history.size()));
        World onto = r.world;
        expect_restores(r, r.history.last() - age, onto);
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// A history must notice everything that a user can change: a restored world is the one that was saved and no other.
TEST(History, EveryChangeOfAWorldIsTakenBack) {
  Random random(1);
  World world = random_world(random);
  add_random_body(world, random);
  for (int i = 0; i < 20; ++i) world.step(dt);
  const BodyId body = world.add_body({.position = Vec2(0, 12)}, box(1, 1));
  world.step(dt);
  const BodyId level = world.bodies()[0];
  const ShapeId shape = world.shapes(body)[0], tiles = world.shapes(level)[7];
  const Tile changed = tile(world.shape(tiles), 1, 1) == solid_tile ? empty_tile : solid_tile;
  const std::vector<std::function<void()>> changes = {
      [&] { world.step(dt); },
      [&] { world.set_gravity(Vec2(1, 2)); },
      [&] { world.set_substeps(7); },
      [&] { world.set_impact_limits({.per_pair = 9, .per_body = 9}); },
      [&] { world.set_mix_rule(default_mix); },
      [&] {
        world.set_force_hook({[](const void*, const ForceInput&) noexcept { return ForceOutput{}; }, nullptr});
      },
      [&] {
        world.set_contact_hook({[](const void*, const ContactInput& in) noexcept { return in.mixed; }, nullptr});
      },
      [&] { world.add_body({}); },
      [&] { world.remove_body(body); },
      [&] {
        world.set_pose(body, {Vec2(3, 3), {}});
      },
      [&] { world.set_velocity(body, Vec2(3, 3)); },
      [&] { world.set_angular_velocity(body, 3); },
      [&] { world.set_type(body, BodyType::fixed); },
      [&] {
        world.set_mass_properties(body, {3, Vec2(Real(0.25), 0), 2});
      },
      [&] { world.set_damping(body, 1, 2); },
      [&] {
        world.set_table_friction(body, {1, 2});
      },
      [&] { world.set_gravity_scale(body, 3); },
      [&] { world.set_locks(body, {.rotation = true}); },
      [&] { world.set_can_sleep(body, false); },
      [&] { world.set_awake(body, false); },
      [&] { world.set_user_data(body, 99); },
      [&] { world.apply_force(body, Vec2(1, 0)); },
      [&] { world.apply_impulse(body, Vec2(1, 0)); },
      [&] { world.add_shape(body, circle(1)); },
      [&] { world.remove_shape(shape); },
      [&] { world.set_shape(shape, circle(2)); },
      [&] { world.set_material(shape, {.friction = 0}); },
      [&] { world.set_palette(tiles, std::vector<Material>{{.friction = 0}}); },
      [&] { world.set_filter(shape, {.group = -1}); },
      [&] { world.set_tile(tiles, 1, 1, changed); },
  };
  const World before = world;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE("change " + std::to_string(i));
    History history(4);
    history.save(world);
    changes[i]();
    history.restore(before.tick(), world);
    EXPECT_TRUE(world == before);
    EXPECT_EQ(world.user_data(body), before.user_data(body));
    EXPECT_EQ(tile(world.shape(tiles), 1, 1), tile(before.shape(tiles), 1, 1));
    expect_goes_on_alike(world, before, 5);
    world = before;
  }
}

// ---- threads are no state -----------------------------------------------------------------------------------------

/// Counts the rounds that steps ask it to run.
struct Jobs {
  int calls = 0;
  static void run(void* self, int pieces, Task task, void* work) noexcept {
    ++static_cast<Jobs*>(self)->calls;
    for (int piece = 0; piece < pieces; ++piece) task(work, piece);
  }
};

/// Enough bodies that several threads share them.
World wide_world(const WorldDef& def) {
  World world(def);
  for (int i = 0; i < 600; ++i) world.add_body({.position = Vec2(static_cast<Real>(i), 0)}, circle(Real(0.5)));
  return world;
}

TEST(History, BringsNoExecutorBack) {
  Jobs jobs;
  World world = wide_world({.gravity = Vec2(0, -10), .threads = 4, .executor = {Jobs::run, &jobs}});
  const World before = world;
  World onto;
  History history(8);
  history.save(world);
  world.step(dt);
  ASSERT_GT(jobs.calls, 0);
  history.save(world);
  world.add_body({}, box(1, 1));
  world.set_threads(1);
  world.step(dt);
  history.save(world);
  jobs.calls = 0;
  for (World* target : {&world, &onto}) {
    for (const std::uint64_t tick : {0u, 2u, 1u, 0u}) {
      history.restore(tick, *target);
      EXPECT_EQ(target->settings().threads, 1);
      EXPECT_EQ(target->settings().executor.run, nullptr);
    }
    EXPECT_TRUE(*target == before);
    target->step(dt);
  }
  EXPECT_EQ(jobs.calls, 0);
}

TEST(History, LeavesAWorldItsThreads) {
  World world = wide_world({.gravity = Vec2(0, -10)});
  const World before = world;
  History history(4);
  history.save(world);
  world.step(dt);
  world.add_body({}, box(1, 1));
  Jobs jobs;
  world.set_threads(3, {Jobs::run, &jobs});
  history.restore(0, world);
  EXPECT_EQ(world.settings().threads, 3);
  EXPECT_EQ(jobs.calls, 0);
  expect_goes_on_alike(world, before, 5);
  EXPECT_GT(jobs.calls, 0);
}

TEST(History, LeavesAWorldItsPairLimit) {
  World world;
  History history(4);
  history.save(world);
  world.add_body({}, box(1, 1));
  world.set_pair_limit(7);
  history.restore(0, world);
  EXPECT_EQ(world.settings().pair_limit, 7);
  EXPECT_EQ(load(save(world)).settings().pair_limit, 0);
}

/// The number of threads of this process; 0 if the system does not tell.
std::ptrdiff_t threads_now() {
  std::error_code error;
  const std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return error ? 0 : std::distance(begin(tasks), end(tasks));
}

TEST(History, KeepsNoThreadsAlive) {
  std::thread([] {}).join();  // with the first thread ThreadSanitizer begins one of its own
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until the system does not count it any more
  const std::ptrdiff_t before = threads_now();
  History history(4);
  World world(WorldDef{.threads = 6});
  history.save(world);
  world.add_body({}, box(1, 1));
  world.step(dt);
  history.save(world);
  if (before > 0) {
    EXPECT_EQ(threads_now(), before + 5) << "the thread that calls is one of the six";
  }
  world.set_threads(1);
  for (int i = 0; i < 100 && threads_now() > before; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(threads_now(), before);  // the system still counts a thread for a little while after it has ended
}

// ---- memory -------------------------------------------------------------------------------------------------------

TEST(History, KeepsAsManyTicksAsItWasTold) {
  World world;
  world.add_body({.velocity = Vec2(1, 0)}, circle(1));
  History history(3);
  EXPECT_EQ(history.size(), 0);
  EXPECT_FALSE(history.has(0));
  EXPECT_EQ(refusal([&] { history.restore(0, world); }), "restore: tick 0 is not kept, nothing is");
  EXPECT_EQ(refusal([&] { static_cast<void>(history.first()); }), "first: no tick is kept");
  for (int i = 0; i < 6; ++i) history.save(world), world.step(dt);
  EXPECT_EQ(history.size(), 3);
  EXPECT_EQ(history.first(), 3u);
  EXPECT_EQ(history.last(), 5u);
  const World before = world;
  EXPECT_EQ(refusal([&] { history.restore(2, world); }),
            "restore: tick 2 is not kept, those that are lie between 3 and 5");
  EXPECT_TRUE(world == before);
  history.clear();
  EXPECT_EQ(history.size(), 0);
  EXPECT_EQ(history.bytes(), 0u);
  EXPECT_EQ(refusal([] { History none(0); }), "History: ticks is 0, must be 1 to 1000000");
  History one(1);
  one.save(world);
  world.step(dt);
  one.save(world);
  EXPECT_FALSE(one.has(before.tick()));
  one.restore(world.tick(), world);
}

TEST(History, AsksForMemoryOnlyWhenItNeedsMoreThanBefore) {
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  for (int i = 0; i < 60; ++i) {
    world.add_body({.position = Vec2(static_cast<Real>(i % 10), static_cast<Real>(i / 10) + Real(0.5))}, box(1, 1));
  }
  History history(20);
  for (int i = 0; i < 200; ++i) history.save(world), world.step(dt);
  for (int i = 0; i < 3; ++i) history.restore(history.first(), world), history.restore(history.last(), world);
  const std::size_t before = allocations();
  for (int i = 0; i < 60; ++i) history.save(world), world.step(dt);
  history.restore(history.first(), world);
  EXPECT_EQ(allocations(), before);
}

/// The drum of tests/bench/history.cpp: four walls that turn, and 800 boxes, balls and pentagons.
World drum() {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  const BodyId walls = world.add_body({.type = BodyType::kinematic, .angular_velocity = Real(0.4)});
  for (const Real side : {Real(-21), Real(21)}) {
    world.add_shape(walls, box(2, 44, Vec2(side, 0)));
    world.add_shape(walls, box(44, 2, Vec2(0, side)));
  }
  const std::array<Vec2, 5> corners = {Vec2(Real(-0.5), 0), Vec2(0, Real(-0.5)), Vec2(Real(0.5), 0),
                                       Vec2(Real(0.25), Real(0.5)), Vec2(Real(-0.25), Real(0.5))};
  const std::array<Shape, 3> solids = {box(1, 1), circle(Real(0.5)), polygon(corners)};
  for (int i = 0; i < 800; ++i) {
    const Vec2 at(static_cast<Real>(i % 28) - Real(13.5), static_cast<Real>(i / 28) - 14);
    world.add_body({.position = Real(1.3) * at, .can_sleep = false}, solids[static_cast<std::size_t>(i % 3)]);
  }
  return world;
}

// The number of bytes depends only on the bits of the simulation, so the figure of docs/history.md is the same on every
// machine.
TEST(History, ATickOf800MovingBodiesTakesLessThan40Kilobytes) {
  World world = drum();
  History history(120);
  for (int i = 0; i < 240; ++i) world.step(dt);
  for (int i = 0; i < 120; ++i) history.save(world), world.step(dt);
  ASSERT_EQ(world.counts().awake_bodies, 801);
  ASSERT_GT(world.counts().contacts, 700);
  const std::size_t most = sizeof(Real) == 4 ? 40'000 : 80'000;
  EXPECT_LT(history.bytes() / 120, most);
  RecordProperty("bytes", static_cast<int>(history.bytes() / 120));
}

// A still world costs next to nothing a tick.
TEST(History, WhatDoesNotChangeIsNotKept) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(2000, 2));
  for (int i = 0; i < 500; ++i)
    world.add_body({.position = Vec2(static_cast<Real>(2 * i - 500), Real(0.5))}, box(1, 1));
  for (int i = 0; i < 120; ++i) world.step(dt);
  ASSERT_EQ(world.counts().awake_bodies, 0);
  History history(100);
  history.save(world);
  const std::size_t whole = history.bytes();
  for (int i = 0; i < 99; ++i) world.step(dt), history.save(world);
  EXPECT_LT(history.bytes() - whole, 99u * 128);
}

}  // namespace
}  // namespace bankshot::testing
