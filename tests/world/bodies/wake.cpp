// Which bodies wake when something changes, and what sleeping bodies keep.

#include <bankshot/tolerance.hpp>

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class Sleepers : public WorldTest {
 protected:
  BodyId floor = add_floor();
  std::vector<BodyId> stack = add_stack(0, 3);
  BodyId top = stack[2];

  void SetUp() override { ASSERT_TRUE(run_until_asleep(top)); }
  /// True if the whole stack is awake within a step.
  bool all_awake_after_a_step() {
    run(1);
    return world.awake(stack[0]) && world.awake(stack[1]) && world.awake(stack[2]);
  }
};

TEST_F(Sleepers, WakeTogether) {
  world.set_awake(stack[0], true);
  EXPECT_TRUE(world.awake(stack[0]));
  EXPECT_TRUE(all_awake_after_a_step());
}

TEST_F(Sleepers, WakeByAnImpulse) {
  world.apply_impulse(top, Vec2(1, 0));
  EXPECT_TRUE(all_awake_after_a_step());
}

TEST_F(Sleepers, WakeByAForce) {
  world.apply_force(stack[1], Vec2(1, 0));
  EXPECT_TRUE(all_awake_after_a_step());
}

TEST_F(Sleepers, WakeWhenGravityChanges) {
  world.set_gravity(Vec2(0, -10));
  EXPECT_FALSE(world.awake(top)) << "the same gravity is no change";
  world.set_gravity(Vec2(0, 10));
  EXPECT_TRUE(world.awake(top));
  run(60);
  EXPECT_GT(world.position(top).y(), 5);
}

TEST_F(Sleepers, WakeWhenTheRulesChange) {
  world.set_substeps(8);
  world.set_mix_rule(nullptr);
  world.set_force_hook({});
  EXPECT_FALSE(world.awake(top)) << "none of it changes what acts on them";
  World other = world;
  other.set_mix_rule(default_mix);
  EXPECT_TRUE(other.awake(top));
  other = world;
  other.set_force_hook({+[](const void*, const ForceInput&) noexcept { return ForceOutput{}; }, nullptr});
  EXPECT_TRUE(other.awake(top));
  other = world;
  other.set_gravity_scale(top, 2);
  EXPECT_TRUE(other.awake(top));
  other = world;
  other.set_locks(top, {.x = true});
  EXPECT_TRUE(other.awake(top));
}

TEST_F(Sleepers, FallWhenTheirSupportIsRemoved) {
  world.remove_body(stack[0]);
  run(60);
  EXPECT_NEAR(world.position(top).y(), 1.5, 0.02);
}

TEST_F(Sleepers, FallWhenTheFloorIsRemoved) {
  world.remove_body(floor);
  run(60);
  EXPECT_LT(world.position(top).y(), -2);
}

TEST_F(Sleepers, FallWhenTheFloorIsMovedAway) {
  world.set_pose(floor, {Vec2(0, -11), {}});
  run(30);
  EXPECT_LT(world.position(top).y(), 2);
}

TEST_F(Sleepers, FallWhenTheFloorIsFilteredOut) {
  world.set_filter(shape_of(floor), {.mask = 0});
  run(60);
  EXPECT_LT(world.position(top).y(), -2);
}

TEST_F(Sleepers, FallWhenTheFloorShrinks) {
  world.set_shape(shape_of(floor), box(1, 1, Vec2(50, 0)));
  run(60);
  EXPECT_LT(world.position(top).y(), -2);
}

TEST_F(Sleepers, FallWhenTheFloorStartsToFall) {
  world.set_type(floor, BodyType::dynamic);
  run(60);
  EXPECT_LT(world.position(top).y(), -2);
}

TEST_F(Sleepers, FeelAWallThatIsSetUponThem) {
  // No contact knows of it, and a fixed body looks for none itself.
  const Real x = world.position(top).x();
  world.add_body({.type = BodyType::fixed, .position = Vec2(Real(-0.9), Real(2.5))}, box(1, Real(0.5)));
  run(60);
  EXPECT_GT(world.position(top).x(), x + Real(0.05));
}

TEST_F(Sleepers, StayAsleepWhenNothingNearThemChanges) {
  const BodyId far = world.add_body({.type = BodyType::fixed, .position = Vec2(50, 50)}, box(1, 1));
  world.set_pose(far, {Vec2(60, 50), {}});
  world.remove_body(far);
  world.set_user_data(top, 4);
  world.set_velocity(top, Vec2(0, 0));
  run(2);
  EXPECT_FALSE(world.awake(top));
}

// A neighbour beside the stack, near enough for the solver to have the pair, not so near as to wake it.
TEST_F(Sleepers, DoNotFeelTheForceHook) {
  world.set_force_hook({+[](const void*, const ForceInput& body) noexcept {
                          return ForceOutput{Vec2(body.mass, 0), 0};
                        },
                        nullptr});
  ASSERT_TRUE(run_until_asleep(top));
  const BodyId near = add_box(world.position(stack[0]).x() + 1 + 2 * tolerance::slop_fraction, Real(0.5));
  world.set_can_sleep(near, false);
  run(30);
  ASSERT_TRUE(world.awake(near));
  ASSERT_FALSE(world.awake(stack[0]));
  for (const BodyId body : stack) {
    EXPECT_EQ(world.velocity(body), Vec2(0, 0));
    EXPECT_EQ(world.angular_velocity(body), 0);
  }
}

TEST_F(Sleepers, CanBePutToSleepAndKeptAwake) {
  const BodyId ball = add_ball(20, 30);
  world.set_awake(ball, false);
  run(10);
  EXPECT_EQ(world.position(ball), Vec2(20, 30));
  world.set_can_sleep(top, false);
  EXPECT_TRUE(world.awake(top));
  run(120);
  EXPECT_TRUE(world.awake(top));
}

TEST_F(Sleepers, PutToSleepByHandKeepTheirContacts) {
  for (const BodyId body : stack) world.set_awake(body, true);
  run(2);
  const std::size_t contacts = world.contacts().size();
  ASSERT_EQ(contacts, 3u);
  for (const BodyId body : stack) world.set_awake(body, false);
  for (int i = 0; i < 5; ++i) {
    run(1);
    EXPECT_EQ(world.contacts().size(), contacts);
    EXPECT_TRUE(world.contact_begins().empty());
    EXPECT_TRUE(world.contact_ends().empty());
    for (const BodyId body : stack) EXPECT_FALSE(world.awake(body));
  }
  world.set_awake(stack[0], true);
  run(1);
  EXPECT_EQ(world.contacts().size(), contacts);
  EXPECT_TRUE(world.contact_begins().empty()) << "the contacts were there all the time";
}

// Each body is in an island of its own: contacts alone say which bodies must wake.
TEST_F(Sleepers, PutToSleepByHandWakeWhenTheOneBelowGoes) {
  for (const BodyId body : stack) world.set_awake(body, true);
  run(2);
  for (const BodyId body : stack) world.set_awake(body, false);
  run(1);
  ASSERT_FALSE(world.awake(top));
  World other = world;
  other.remove_body(stack[0]);
  EXPECT_TRUE(other.awake(stack[1]));
  other = world;
  other.set_filter(shape_of(stack[1]), {.mask = 0});
  EXPECT_TRUE(other.awake(stack[0]));
  EXPECT_TRUE(other.awake(top));
  other = world;
  other.set_shape(shape_of(stack[1]), box(1, Real(0.5)));
  EXPECT_TRUE(other.awake(top));
}

// There is no record of a contact: no step has ever looked at a body that was added asleep.
TEST_F(Sleepers, AddedAsleepFallWhenTheFloorIsMovedAway) {
  const BodyId body = world.add_body({.position = Vec2(30, Real(0.5)), .awake = false}, box(1, 1));
  run(2);
  ASSERT_FALSE(world.awake(body));
  world.set_pose(floor, {Vec2(0, -50), {}});
  EXPECT_TRUE(world.awake(body));
}

TEST_F(Sleepers, AddedAsleepStaySoInWhateverOrderAWorldIsBuilt) {
  const auto build = [](bool floor_first) {
    World w(WorldDef{.gravity = Vec2(0, -10)});
    const auto add = [&w](bool is_floor) {
      if (is_floor) {
        w.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2));
      } else {
        w.add_body({.position = Vec2(0, Real(0.5)), .awake = false}, box(1, 1));
      }
    };
    add(floor_first);
    add(!floor_first);
    return w;
  };
  World a = build(true), b = build(false);
  EXPECT_EQ(a.hash(), b.hash());
  a.step(dt);
  b.step(dt);
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.counts().awake_bodies, 0);
}

TEST_F(Sleepers, SurviveCopying) {
  world.add_shape(world.add_body({.type = BodyType::fixed}), box(3, 3), {.sensor = true});
  add_ball(20, 1);
  run(60);
  World copy = world;
  EXPECT_TRUE(copy == world);
  EXPECT_EQ(copy.contacts().size(), world.contacts().size());
  world.set_awake(stack[0], true);
  copy = world;
  EXPECT_TRUE(copy == world);
  for (int i = 0; i < 3; ++i) {
    copy.step(dt);
    world.step(dt);
    EXPECT_TRUE(copy.awake(top));
    EXPECT_TRUE(copy == world);
    EXPECT_EQ(copy.sensor_begins().size(), world.sensor_begins().size());
  }
}

TEST_F(Sleepers, AreHashedByWhomTheyWakeWith) {
  World alone = world;
  for (const BodyId body : stack) alone.set_awake(body, true);
  for (const BodyId body : stack) alone.set_awake(body, false);
  EXPECT_NE(alone.hash(), world.hash()) << "an island each, not one for all";
  // The number of times a body went to sleep before changes only the labels.
  World once = world, often = world;
  once.set_awake(top, true);
  for (int i = 0; i < 3; ++i) {
    often.set_awake(top, true);
    often.set_awake(top, false);
  }
  once.set_awake(top, false);
  EXPECT_EQ(once.hash(), often.hash());
}

TEST_F(Sleepers, StandInOneOrderWithTheAwakeAmongTheContacts) {
  const auto others = add_stack(-20, 2);
  const auto pairs = [this] {
    std::vector<std::pair<ShapeId, ShapeId>> result;
    for (const Contact& contact : world.contacts()) result.emplace_back(contact.shape_a, contact.shape_b);
    return result;
  };
  world.set_awake(stack[0], true);
  run(5);
  const auto all_awake = pairs();
  ASSERT_EQ(all_awake.size(), 5u);
  for (const BodyId body : stack) world.set_awake(body, false);
  run(1);
  ASSERT_FALSE(world.awake(top));
  ASSERT_TRUE(world.awake(others[0]));
  EXPECT_EQ(pairs(), all_awake);
}

}  // namespace
}  // namespace bankshot::testing
