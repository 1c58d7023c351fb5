// Sleep, counted step by step from motions and contacts that are written by hand: when an island falls asleep, what
// keeps it awake, what wakes it, and which bodies wake with it.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/islands/sleep.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::CachedContact;
using detail::ContactPair;
using detail::Motion;
using detail::Rank;

/// Discs of 1 m in a row, so that ranks follow places, with the data that a step finds about them.
class Sleep : public ::testing::Test {
 protected:
  static constexpr Real tick = Real(1) / 64;  // so that sums of it are exact
  static constexpr int steps_to_sleep = 32;   // half a second
  static constexpr int for_ever = 500;

  World world;
  std::vector<BodyId> bodies;
  std::vector<Motion> motion;
  detail::ContactPairs pairs;
  detail::SolverWork work;
  detail::Islands islands;
  detail::SleepScratch scratch;

  detail::WorldState& state() { return detail::WorldAccess::state(world); }
  detail::Bodies& all() { return state().bodies; }
  /// Returns its rank.
  Rank add(BodyDef def = {}, const Shape& shape = circle(Real(0.5)), const Material& material = {}) {
    def.position = Vec2(static_cast<Real>(10 * bodies.size()), 0);
    bodies.push_back(world.add_body(def, shape, material));
    return static_cast<Rank>(bodies.size() - 1);
  }
  /// No more bodies: all of them lie on something.
  void begin(bool held = true) {
    detail::update_structure(state());
    motion.assign(bodies.size(), {});
    for (Motion& of_body : motion) of_body.held = held;
  }
  ContactPair& touch(Rank a, Rank b) {
    ContactPair& pair = pairs.near.emplace_back();
    pair.body_a = a, pair.body_b = b, pair.touching = true;
    pair.key = {state().proxy_begin[a], state().proxy_begin[b], 0, 0};
    return pair;
  }
  void join(Rank a, Rank b) {
    touch(a, b).solve = true;
    work.pairs.push_back(static_cast<std::uint32_t>(pairs.near.size() - 1));
    work.bodies.push_back({a, b});
  }
  void step(Real time = tick) {
    state().active.begin(all().flags, state().structure_changed.stamp());
    islands.build(state(), work, {});
    detail::update_sleep(state(), pairs, work, motion, islands, time, scratch, nullptr);
  }
  bool awake(Rank rank) { return all().flags[rank].awake; }
  /// The number of steps after which a body sleeps.
  int steps_until_asleep(Rank rank, Real time = tick) {
    for (int count = 1; count <= for_ever; ++count) {
      step(time);
      if (!awake(rank)) return count;
    }
    return for_ever;
  }
  /// The same for a world with one body.
  int steps_alone(const WorldDef& settings, const BodyDef& def, bool held, const Shape& shape = circle(Real(0.5))) {
    world = World(settings), bodies.clear(), pairs = {}, work = {};
    add(def, shape);
    begin(held);
    return steps_until_asleep(0);
  }
};

TEST_F(Sleep, BeginsAfterHalfASecond) {
  for (const int rate : {16, 64, 256}) {
    world = World(), bodies.clear();
    add();
    begin();
    EXPECT_EQ(steps_until_asleep(0, Real(1) / static_cast<Real>(rate)), rate / 2);
    EXPECT_EQ(all().still_time[0], 0);
    EXPECT_NE(all().sleep_island[0], 0u);
  }
}

TEST_F(Sleep, BeginsAnewWithEachMovement) {
  add();
  begin();
  for (int i = 0; i < steps_to_sleep - 1; ++i) step();
  EXPECT_TRUE(awake(0));
  EXPECT_EQ(all().still_time[0], Real(0.5) - tick);
  all().velocity[0].linear = {1, 0};
  step();
  EXPECT_EQ(all().still_time[0], 0);
  all().velocity[0].linear = {Real(0.01), 0};
  all().velocity_remainder[0] = {Real(1e-9), 0};
  EXPECT_EQ(steps_until_asleep(0), steps_to_sleep);
  EXPECT_EQ(all().velocity[0].linear, detail::V2{});  // stopped
  EXPECT_EQ(all().velocity_remainder[0], detail::V2{});
}

// A twentieth of its smallest extent per second, including the speed that turning adds at its farthest point.
TEST_F(Sleep, NeedsASlowBody) {
  struct Case {
    Shape shape;
    double extent, reach;
  };
  const Case cases[] = {{circle(Real(0.5)), 1, 0.5}, {box(1, 2), 1, std::sqrt(1.25)}, {box(4, 2), 2, std::sqrt(5)}};
  for (const Case& of : cases) {
    for (const double turning : {0.0, 0.3, 1.0}) {
      for (const double share : {0.99, 1.01}) {
        const double speed = share * 0.05 * of.extent;
        const BodyDef def{.velocity = Vec2(0, static_cast<Real>((1 - turning) * speed)),
                          .angular_velocity = static_cast<Real>(-turning * speed / of.reach)};
        EXPECT_EQ(steps_alone({}, def, true, of.shape), share < 1 ? steps_to_sleep : for_ever)
            << "extent " << of.extent << ", turning " << turning << ", share " << share;
      }
    }
  }
  EXPECT_EQ(steps_alone({}, {.velocity = Vec2(Real(0.05), 0)}, true), for_ever);  // slower, not as slow
}

// A body that nothing holds is at rest only if nothing pulls it, and if it goes nowhere.
TEST_F(Sleep, NeedsAFreeBodyToStop) {
  const WorldDef weightless{}, earth{.gravity = Vec2(0, -10)};
  const Real slowest = Real(1e-12);
  EXPECT_EQ(steps_alone(weightless, {}, false), steps_to_sleep);
  EXPECT_EQ(steps_alone(earth, {}, false), for_ever);
  EXPECT_EQ(steps_alone(earth, {.gravity_scale = 0}, false), steps_to_sleep);
  EXPECT_EQ(steps_alone(earth, {.locks = {.y = true}}, false), steps_to_sleep);
  EXPECT_EQ(steps_alone(weightless, {.velocity = Vec2(slowest, 0)}, false), for_ever);
  EXPECT_EQ(steps_alone(weightless, {.angular_velocity = slowest}, false), for_ever);
  // Damped, it has v / d left to go, and may go half its slop: 1/512 m.
  for (const double share : {0.99, 1.01}) {
    const int expected = share < 1 ? steps_to_sleep : for_ever;
    const Real speed = static_cast<Real>(share * 3 / 512);
    EXPECT_EQ(steps_alone(weightless, {.velocity = Vec2(speed, 0), .linear_damping = 3}, false), expected);
    EXPECT_EQ(steps_alone(weightless, {.angular_velocity = 2 * speed, .angular_damping = 3}, false), expected);
  }
}

TEST_F(Sleep, DoesNotBeginWhileAForceActs) {
  add(), add();
  world.apply_force(bodies[0], Vec2(1, 0));
  world.apply_torque(bodies[1], 1);
  begin(false);
  EXPECT_EQ(steps_until_asleep(0), for_ever);
  EXPECT_TRUE(awake(1));
}

// Impacts, or a push out of an overlap, may move a body without a velocity: its displacement counts. Gravity is so
// small that the body is not calm.
TEST_F(Sleep, CountsTheWayOfWhatIsPushed) {
  for (const bool pushed : {false, true}) {
    for (const double share : {0.9, 1.1}) {
      world = World({.gravity = Vec2(0, Real(-0.001))}), bodies.clear();
      add();
      begin();
      motion[0].pushed = pushed, motion[0].changed = !pushed;
      motion[0].displacement = {static_cast<Real>(share * 0.05) * tick, 0};
      EXPECT_EQ(steps_until_asleep(0), share < 1 ? steps_to_sleep : for_ever) << pushed;
    }
  }
}

TEST_F(Sleep, CanBeForbidden) {
  add({.can_sleep = false}), add(), add();
  begin();
  join(0, 1);
  EXPECT_EQ(steps_until_asleep(2), steps_to_sleep);
  for (int i = 0; i < 100; ++i) step();
  EXPECT_TRUE(awake(0));
  EXPECT_TRUE(awake(1)) << "joined to one that may not";
  EXPECT_EQ(steps_alone({.sleep = false}, {}, true), for_ever);
}

TEST_F(Sleep, ComesToAnIslandAtOnce) {
  for (int i = 0; i < 5; ++i) add();
  begin();
  join(0, 1), join(1, 3);
  all().velocity[3].linear = {1, 0};
  for (int i = 0; i < 10; ++i) step();
  all().velocity[3].linear = {};
  EXPECT_EQ(steps_until_asleep(2), steps_to_sleep - 10);
  EXPECT_FALSE(awake(4));
  EXPECT_NE(all().sleep_island[2], all().sleep_island[4]);
  EXPECT_TRUE(awake(0));
  EXPECT_EQ(steps_until_asleep(0), 10);
  const std::uint32_t label = all().sleep_island[0];
  for (const Rank rank : {1u, 3u}) {
    EXPECT_FALSE(awake(rank));
    EXPECT_EQ(all().sleep_island[rank], label);
  }
}

// Islands touch through contacts that are not resting ones, too, but not through a fixed body, a sensor, or a pair that
// is only near.
TEST_F(Sleep, ComesToIslandsThatTouchAtOnce) {
  for (int i = 0; i < 6; ++i) add();
  const Rank floor = add({.type = BodyType::fixed});
  begin();
  join(0, 1), touch(1, 2);
  touch(0, 3).passes = true, touch(0, 4).touching = false, touch(0, floor), touch(5, floor);
  all().velocity[2].linear = {1, 0};
  step();
  all().velocity[2].linear = {};
  EXPECT_EQ(steps_until_asleep(3), steps_to_sleep - 1);
  for (const Rank rank : {4u, 5u}) EXPECT_FALSE(awake(rank));
  for (const Rank rank : {0u, 1u, 2u}) EXPECT_TRUE(awake(rank));
  step();
  for (const Rank rank : {0u, 1u, 2u}) {
    EXPECT_FALSE(awake(rank));
    EXPECT_EQ(all().sleep_island[rank], all().sleep_island[0]);
  }
}

TEST_F(Sleep, DoesNotBeginOnWhatMoves) {
  const Rank mover = add({.type = BodyType::kinematic, .velocity = Vec2(Real(1e-6), 0)});
  const Rank stopped = add({.type = BodyType::kinematic});
  const Rank belt = add({.type = BodyType::fixed}, circle(Real(0.5)), {.surface_speed = -1});
  const Rank floor = add({.type = BodyType::fixed});
  const Rank carried = add(), on_it = add(), at_rest = add(), conveyed = add(), lying = add();
  const Rank with_belt = add({}, circle(Real(0.5)), {.surface_speed = 1});
  const Rank behind = add(), late = add({.type = BodyType::kinematic, .angular_velocity = 1});
  begin();
  join(mover, carried), join(carried, on_it), join(stopped, at_rest), join(belt, conveyed), join(floor, lying);
  join(floor, with_belt), join(behind, late);
  EXPECT_EQ(steps_until_asleep(lying), steps_to_sleep);
  EXPECT_FALSE(awake(at_rest));
  for (int i = 0; i < 100; ++i) step();
  for (const Rank rank : {carried, on_it, conveyed, with_belt, behind}) EXPECT_TRUE(awake(rank)) << rank;
}

TEST_F(Sleep, LabelsWrapWithoutNone) {
  add(), add();
  state().last_sleep_island = 0xfffffffe;
  begin();
  for (int i = 0; i < steps_to_sleep; ++i) step();
  EXPECT_EQ(all().sleep_island[0], 0xffffffffu);
  EXPECT_EQ(all().sleep_island[1], 1u);
}

// ---- waking ------------------------------------------------------------------------------------------------------

class Waking : public Sleep {
 protected:
  /// Five discs that sleep, the first three of them together.
  void SetUp() override {
    for (int i = 0; i < 5; ++i) add();
    begin();
    join(0, 1), join(1, 2);
    for (int i = 0; i < steps_to_sleep; ++i) step();
    pairs = {}, work = {};
  }
  std::vector<Rank> awake_ones() {
    std::vector<Rank> ranks;
    for (Rank rank = 0; rank < all().size(); ++rank) {
      if (awake(rank)) ranks.push_back(rank);
    }
    return ranks;
  }
};

TEST_F(Waking, IsOfOneBodyAtOnceAndOfItsIslandWithTheNextStep) {
  ASSERT_TRUE(awake_ones().empty());
  detail::wake(state(), 1);
  EXPECT_EQ(awake_ones(), (std::vector<Rank>{1}));
  detail::wake_queued_islands(state());
  EXPECT_EQ(awake_ones(), (std::vector<Rank>{0, 1, 2}));
  EXPECT_TRUE(state().wake_islands.empty());
  for (const Rank rank : {0u, 1u, 2u}) EXPECT_EQ(all().sleep_island[rank], 0u);
  detail::wake(state(), 4);
  detail::wake_queued_islands(state());
  EXPECT_EQ(awake_ones(), (std::vector<Rank>{0, 1, 2, 4}));
}

TEST_F(Waking, OfOneThatIsAwakeBeginsItsTimeAnew) {
  detail::wake(state(), 3);
  detail::wake_queued_islands(state());
  for (int i = 0; i < steps_to_sleep - 1; ++i) step();
  detail::wake(state(), 3);
  EXPECT_TRUE(state().wake_islands.empty());
  EXPECT_EQ(steps_until_asleep(3), steps_to_sleep);
}

TEST_F(Waking, OfOnePutToSleepLeavesTheOthersAsleep) {
  detail::wake(state(), 1);
  world.set_awake(bodies[1], false);  // it now has a label of its own
  detail::wake(state(), 1);
  EXPECT_EQ(state().wake_islands.size(), 2u);
  state().wake_islands.erase(state().wake_islands.begin());
  detail::wake_queued_islands(state());
  EXPECT_EQ(awake_ones(), (std::vector<Rank>{1}));
}

TEST_F(Waking, IsByAwakeBodiesThatTouch) {
  struct Case {
    BodyType type;
    Real speed;
    bool touching, sensor, wakes;
  };
  const Case cases[] = {{BodyType::dynamic, 0, true, false, true},    {BodyType::dynamic, 1, false, false, false},
                        {BodyType::dynamic, 1, true, true, false},    {BodyType::kinematic, 1, true, false, true},
                        {BodyType::kinematic, 0, true, false, false}, {BodyType::fixed, 0, true, false, false}};
  for (const Case& of : cases) {
    for (const bool first : {false, true}) {
      world = World(), bodies.clear(), pairs = {}, work = {};
      if (first) add({.type = of.type, .velocity = Vec2(of.speed, 0)});
      const Rank sleeper = add({.awake = false});
      if (!first) add({.type = of.type, .velocity = Vec2(of.speed, 0)});
      begin();
      ContactPair& pair = touch(0, 1);
      pair.touching = of.touching, pair.passes = of.sensor;
      detail::wake_touched(state(), pairs);
      EXPECT_TRUE(state().wake_islands.empty()) << "no pair has a sleeper";
      pairs.sleepers = true;
      detail::wake_touched(state(), pairs);
      const std::vector<std::uint32_t> label(of.wakes ? 1 : 0, all().sleep_island[sleeper]);
      EXPECT_EQ(state().wake_islands, label) << static_cast<int>(of.type) << ' ' << of.speed;
    }
  }
}

TEST_F(Waking, QueuesEachLabelButNone) {
  state().wake_islands = {7, 3, 7};
  const detail::QueuedIslands queued(state());
  EXPECT_TRUE(queued.has(3));
  EXPECT_TRUE(queued.has(7));
  EXPECT_FALSE(queued.has(5));
  state().wake_islands = {0, 3};
  EXPECT_FALSE(detail::QueuedIslands(state()).has(0));
}

// A body is put to sleep and woken a thousand times between two steps: labels that no body has are not kept.
TEST_F(Waking, ForgetsLabelsThatNobodyHas) {
  for (int i = 0; i < 1000; ++i) {
    detail::wake(state(), 3);
    world.set_awake(bodies[3], false);
    ASSERT_LE(state().wake_islands.size(), 128u);
  }
  detail::wake(state(), 0);
  detail::wake_queued_islands(state());
  EXPECT_EQ(awake_ones(), (std::vector<Rank>{0, 1, 2}));
}

// ---- contacts ----------------------------------------------------------------------------------------------------

// A contact is among the awake ones as long as one of its bodies is awake; they are in the order of keys.
TEST_F(Sleep, TakesContactsAlong) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    world = World(), bodies.clear(), pairs = {}, work = {};
    const int count = 6 + random.below(20);
    for (int i = 0; i < count; ++i) add({.type = random.one_in(5) ? BodyType::fixed : BodyType::dynamic});
    begin();
    for (Rank a = 0; a < bodies.size(); ++a) {
      for (Rank b = a + 1; b < bodies.size(); ++b) {
        if (random.one_in(static_cast<int>(bodies.size()))) join(a, b);
        if (!random.one_in(3)) continue;
        CachedContact& contact = state().contacts.emplace_back();
        contact.key = {state().proxy_begin[a], state().proxy_begin[b], 0, 0};
      }
    }
    const std::vector<CachedContact> whole = state().contacts;
    const auto expect_lists = [&] {
      std::vector<detail::PairKey> awake_keys, asleep_keys, in_awake, in_asleep;
      for (const CachedContact& contact : whole) {
        const auto rests = [&](std::uint32_t proxy) {
          return detail::at_rest(all().flags[state().proxies[proxy].body]);
        };
        (rests(contact.key.a) && rests(contact.key.b) ? asleep_keys : awake_keys).push_back(contact.key);
      }
      for (const CachedContact& contact : state().contacts) in_awake.push_back(contact.key);
      for (const CachedContact& contact : state().sleeping_contacts) in_asleep.push_back(contact.key);
      EXPECT_EQ(in_awake, awake_keys) << seed;
      EXPECT_EQ(in_asleep, asleep_keys) << seed;
    };
    for (Rank rank = 0; rank < bodies.size(); ++rank) {
      if (random.one_in(4)) all().velocity[rank].linear = {1, 0};
    }
    for (int i = 0; i < steps_to_sleep; ++i) step();
    if (state().last_sleep_island > 0) expect_lists();
    for (Rank rank = 0; rank < bodies.size(); ++rank) {
      const detail::BodyFlags& flags = all().flags[rank];
      if (!flags.awake && flags.type == BodyType::dynamic && random.one_in(3)) detail::wake(state(), rank);
    }
    const bool any = !state().wake_islands.empty();
    detail::wake_queued_islands(state());
    if (any) expect_lists();
  }
}

}  // namespace
}  // namespace bankshot::testing
