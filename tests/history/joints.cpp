// Joints in bytes, histories and recordings.

#include <bankshot/history/recording.hpp>
#include <bankshot/world/bodies/state.hpp>

#include "world/world_fixture.hpp"

#include <limits>

namespace bankshot::testing {
namespace {

using detail::WorldAccess;
using detail::WorldState;

/// Slots of joints in tied_world().
enum Tied : std::uint32_t { hinge, rail, free_slot, rod, weld, axle, strut };

/// Bodies that are tied by a joint of each kind, to one another and to the ground; a handle of a joint and one of a
/// body are free.
World tied_world() {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  const BodyId ground = world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  std::vector<BodyId> bodies;
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(world.add_body({.position = Vec2(static_cast<Real>(i), Real(0.5))}, box(1, 1)));
  }
  const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(8, 5)});
  const BodyId rotor = world.add_body({.position = Vec2(8, 5)}, box(1, Real(0.2)));
  const BodyId weight = world.add_body({.position = Vec2(8, 3)}, circle(Real(0.2)));
  const BodyId gone = world.add_body({});
  world.add_joint(RevoluteDef{.body_a = bodies[0], .body_b = bodies[1], .anchor = Vec2(Real(0.5), 1), .user_data = 1});
  world.add_joint(PrismaticDef{.body_a = ground, .body_b = bodies[1], .axis = Vec2(3, 1), .collide_connected = true});
  const JointId removed = world.add_joint(WeldDef{.body_a = bodies[2], .body_b = bodies[0]});
  world.add_joint(DistanceDef{.body_a = bodies[0], .body_b = bodies[3], .user_data = 2});
  world.add_joint(WeldDef{.body_a = bodies[3], .body_b = bodies[2], .angle = Real(0.25)});
  world.add_joint(RevoluteDef{.body_a = post,
                              .body_b = rotor,
                              .anchor = Vec2(8, 5),
                              .zero_angle = Real(0.5),
                              .spring = {.hertz = Real(0.2), .damping_ratio = Real(0.1), .rest = 3},
                              .motor = {.speed = 70, .largest = 900}});
  world.add_joint(DistanceDef{.body_a = rotor,
                              .body_b = weight,
                              .anchor_a = Vec2(8, 5),
                              .anchor_b = Vec2(8, 3),
                              .limits = JointLimits{.lower = 1, .upper = Real(2.5), .restitution = Real(0.5)}});
  world.remove_joint(removed);
  world.remove_body(gone);
  for (int i = 0; i < 5; ++i) world.step(dt);
  return world;
}

/// The same, with joints and bodies that came and went since the last step.
World edited_tied_world() {
  World world = tied_world();
  const std::vector<BodyId> bodies = world.bodies();
  const BodyId late = world.add_body({.position = Vec2(0, 20)}, circle(1));
  world.add_joint(RevoluteDef{.body_a = late, .body_b = bodies[1]});
  world.remove_body(bodies[4]);
  return world;
}

void expect_same_joints(const World& a, const World& b) {
  ASSERT_EQ(a.joints(), b.joints());
  for (const JointId joint : a.joints()) {
    EXPECT_EQ(a.joint(joint).user_data, b.joint(joint).user_data);
    EXPECT_EQ(a.joint(joint).anchor_b, b.joint(joint).anchor_b);
    EXPECT_EQ(a.joint(joint).angle, b.joint(joint).angle);
    EXPECT_TRUE(a.joint(joint).spring == b.joint(joint).spring && a.joint(joint).motor == b.joint(joint).motor &&
                a.joint(joint).limits == b.joint(joint).limits);
  }
  for (const BodyId body : a.bodies()) EXPECT_EQ(a.joints(body), b.joints(body));
  EXPECT_TRUE(std::equal(a.joint_ends().begin(), a.joint_ends().end(), b.joint_ends().begin(), b.joint_ends().end()));
}

void expect_same_future(World a, World b) {
  for (int i = 0; i < 10; ++i) {
    a.step(dt), b.step(dt);
    ASSERT_TRUE(a == b) << i;
    ASSERT_EQ(a.hash(), b.hash()) << i;
    expect_same_joints(a, b);
    EXPECT_EQ(a.contacts().size(), b.contacts().size());
  }
}

// ---- bytes ----

TEST(JointBytes, ComeBackAndGoOnAlike) {
  World reported = edited_tied_world();
  reported.step(dt);
  ASSERT_EQ(reported.joint_ends().size(), 2u);
  for (const World& world : {tied_world(), edited_tied_world(), reported}) {
    const std::vector<std::byte> bytes = save(world);
    World again = load(bytes);
    EXPECT_TRUE(again == world);
    EXPECT_EQ(again.hash(), world.hash());
    EXPECT_EQ(save(again), bytes);
    expect_same_joints(again, world);
    World more = world;
    const BodyId a = more.bodies()[0], b = more.bodies()[1];
    const RevoluteDef next{.body_a = a, .body_b = b};
    EXPECT_EQ(again.add_joint(next), more.add_joint(next));
    expect_same_future(again, more);
    expect_same_future(load(bytes), world);
  }
}

TEST(JointBytes, JointsThatBrokeAndWillBreak) {
  World world = tied_world();
  const JointId gone = world.joints()[0];
  for (const JointId joint : world.joints()) world.set_break(joint, 1e6f, 2e6f);
  world.set_break(gone, 0, unbreakable);
  world.step(dt);
  ASSERT_EQ(world.joint_ends().size(), 1u);
  EXPECT_EQ(world.joint_ends()[0].why, JointEnd::broke);
  EXPECT_GT(world.joint_ends()[0].force.norm(), 0);
  const World again = load(save(world));
  EXPECT_TRUE(again == world);
  EXPECT_EQ(again.hash(), world.hash());
  expect_same_joints(again, world);
  for (const JointId joint : again.joints()) EXPECT_EQ(again.joint(joint).break_torque, 2e6f);
  History history(4);
  history.save(world);
  World on = world;
  for (const JointId joint : on.joints()) on.set_break(joint, 0, 0);
  on.step(dt);
  EXPECT_LT(on.joint_count(), world.joint_count());
  history.restore(world.tick(), on);
  EXPECT_TRUE(on == world);
  expect_same_future(again, on);
}

struct JointFault {
  const char* what;  // part of the message
  std::function<void(WorldState&)> seed;
};

void expect_joints_refused(const World& sound, const std::vector<JointFault>& faults) {
  ASSERT_TRUE(try_load(save(sound))) << try_load(save(sound)).reason();
  for (const JointFault& fault : faults) {
    World world = sound;
    fault.seed(WorldAccess::state(world));
    const Result<World> result = try_load(save(world));
    ASSERT_FALSE(result) << fault.what;
    EXPECT_EQ(result.reason().rfind("load: joints: ", 0), 0u) << result.reason();
    EXPECT_NE(result.reason().find(fault.what), std::string::npos) << fault.what << ", but: " << result.reason();
  }
}

TEST(JointBytes, ListsAreThoseOfTheirBodies) {
  const auto body_of = [](WorldState& w, std::uint32_t joint, int side) -> detail::BodySlot& {
    return w.body_slots[w.joint_slots[joint].body[side]];
  };
  for (const World& world : {tied_world(), edited_tied_world()}) {
    const bool edited = world.joint_count() != 4;
    const std::uint32_t last = edited ? hinge : rod;  // a joint whose body A has it in its list
    expect_joints_refused(
        world,
        {
            {"joint 1000 does not exist", [&](WorldState& w) { body_of(w, last, 0).first_joint = 1000; }},
            {"joint 1000 does not exist", [&](WorldState& w) { w.joint_slots[hinge].next[0] = 1000; }},
            {"is used twice", [](WorldState& w) { w.joint_slots[hinge].next[0] = hinge; }},
            {"is used twice", [](WorldState& w) { w.joint_slots[hinge].next[1] = rail; }},
            {"is neither used nor free", [&](WorldState& w) { body_of(w, last, 0).first_joint = detail::none; }},
            {"is of another body",
             [](WorldState& w) {
               for (detail::BodySlot& body : w.body_slots) {
                 if (body.first_joint == detail::none) body.first_joint = hinge;
               }
             }},
            {"joint 1000 does not exist", [](WorldState& w) { w.free_joint_slots.push_back(1000); }},
            {"is used twice", [](WorldState& w) { w.free_joint_slots.push_back(w.free_joint_slots[0]); }},
            {"is used twice", [](WorldState& w) { w.free_joint_slots.push_back(hinge); }},
            {"is neither used nor free", [](WorldState& w) { w.free_joint_slots.clear(); }},
            {"is free and has a body", [](WorldState& w) { w.joint_slots[w.free_joint_slots[0]].body[0] = 0; }},
            {"is free and has a body", [](WorldState& w) { w.joint_slots[w.free_joint_slots[0]].body[1] = 0; }},
            {"is free and has a body", [](WorldState& w) { w.joint_slots[w.free_joint_slots[0]].next[0] = 0; }},
            {"is free and has a body", [](WorldState& w) { w.joint_slots[w.free_joint_slots[0]].next[1] = 0; }},
            {"is of another body", [](WorldState& w) { w.joint_slots[hinge].body[1] = w.joint_slots[hinge].body[0]; }},
        });
  }
}

TEST(JointBytes, PullsGoOnWhereTheyWere) {
  World world = tied_world();
  const std::vector<BodyId> bodies = world.bodies();
  const JointId target = world.add_joint(TargetDef{.body_a = bodies[0], .body_b = bodies[1], .anchor = Vec2(1, 1)});
  const JointId motor = world.add_joint(MotorDef{
      .body_a = bodies[0], .body_b = bodies[2], .largest_force = 40, .largest_torque = unbounded, .turned = 7});
  for (int i = 0; i < 20; ++i) {
    world.set_target(target, Vec2(Real(0.1) * static_cast<Real>(i), 2));
    if (i == 9) world.set_target_angle(motor, 2);
    World again = load(save(world));
    EXPECT_TRUE(again == world);
    EXPECT_EQ(again.joint(motor).largest_torque, unbounded);
    for (int k = 0; k < 3; ++k) world.step(Real(1) / 60), again.step(Real(1) / 60);
    ASSERT_EQ(again.hash(), world.hash()) << i;
  }
}

/// Gears and racks that have turned many times, and a pulley.
TEST(JointBytes, MachinesGoOnWhereTheyWere) {
  World world = tied_world();
  const std::vector<BodyId> bodies = world.bodies();
  const BodyId post = world.add_body({.type = BodyType::fixed});
  BodyId wheels[2];
  for (int i = 0; i < 2; ++i) {
    const Vec2 axis(static_cast<Real>(3 * i - 20), 6);
    wheels[i] = world.add_body({.position = axis}, circle(1));
    world.add_joint(RevoluteDef{.body_a = post, .body_b = wheels[i], .anchor = axis});
  }
  world.add_joint(GearDef{.body_a = wheels[0], .body_b = wheels[1], .ratio = Real(-0.3)});
  const BodyId bar = world.add_body({.position = Vec2(-20, 8)}, box(4, Real(0.2)));
  world.add_joint(PrismaticDef{.body_a = post, .body_b = bar, .anchor = Vec2(-20, 8)});
  world.add_joint(RackDef{.body_a = bar, .body_b = wheels[0], .anchor = Vec2(-20, 6), .radius = Real(0.1)});
  world.add_joint(PulleyDef{.body_a = bodies[1], .body_b = bodies[3], .wheel_a = Vec2(0, 9), .wheel_b = Vec2(3, 9)});
  world.set_angular_velocity(wheels[1], 50);
  History history(4);
  for (int i = 0; i < 20; ++i) {
    const World again = load(save(world));
    EXPECT_TRUE(again == world);
    history.save(world);
    World on = world;
    on.step(dt), on.step(dt);
    history.restore(world.tick(), on);
    EXPECT_TRUE(on == world);
    expect_same_future(again, world);
    for (int k = 0; k < 7; ++k) world.step(dt);
  }
}

TEST(JointBytes, TwoListsOfABodyThatIsNotThereAreRefused) {
  World world = tied_world();
  const std::uint32_t gone = WorldAccess::state(world).free_body_slots[0];
  expect_joints_refused(world, {{"is of no body", [gone](WorldState& w) {
                                   detail::JointSlot& joint = w.joint_slots[rail];  // the only one of the ground
                                   w.body_slots[joint.body[0]].first_joint = detail::none;
                                   joint.body[0] = gone;
                                   w.body_slots[gone].first_joint = rail;
                                 }}});
}

TEST(JointBytes, NumbersAreSound) {
  const char *const axis = "an axis that is not of unit length", *const angle = "an angle that is not of unit length";
  const char* const drive = "a spring, a motor or limits that it cannot have";
  const char *const far = "an anchor that is too far", *const length = "a length that it cannot have";
  const Real large = std::numeric_limits<Real>::max(), none = std::numeric_limits<Real>::quiet_NaN();
  const char* const ratio = "a ratio, a radius or wheels that it cannot have";
  const auto change_kind = [](JointKind kind, Real size) {
    return [kind, size](WorldState& w) { w.joint_slots[hinge].kind = kind, w.joint_slots[hinge].ratio = size; };
  };
  expect_joints_refused(
      tied_world(),
      {
          {far, [&](WorldState& w) { w.joint_slots[hinge].anchor[0].x = large; }},
          {far, [&](WorldState& w) { w.joint_slots[weld].anchor[1].y = -large; }},
          {axis,
           [](WorldState& w) {
             w.joint_slots[rail].axis = {1, Real(0.1)};
           }},
          {axis, [](WorldState& w) { w.joint_slots[rail].axis = {}; }},
          {axis, [&](WorldState& w) { w.joint_slots[rail].axis.x = large; }},
          {angle, [](WorldState& w) { w.joint_slots[weld].angle.c = 2; }},
          {length, [](WorldState& w) { w.joint_slots[rod].length = 0; }},
          {length, [](WorldState& w) { w.joint_slots[rod].length = -1; }},
          {length, [&](WorldState& w) { w.joint_slots[rod].length = large; }},
          {length, [](WorldState& w) { w.joint_slots[weld].length = 1; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[hinge].anchor[1].x = none; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[rail].axis.y = none; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[weld].angle.s = none; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[rod].length = none; }},
          {"11 where a value below 11 was expected",
           [](WorldState& w) { w.joint_slots[hinge].kind = static_cast<JointKind>(11); }},
          {ratio, [](WorldState& w) { w.joint_slots[hinge].ratio = 2; }},
          {ratio, [](WorldState& w) { w.joint_slots[weld].wheel[0].x = 1; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[rod].ratio = none; }},
          {far, [&](WorldState& w) { w.joint_slots[rod].wheel[1].y = large; }},
          {ratio, change_kind(JointKind::gear, 0)},
          {ratio, change_kind(JointKind::rack, large)},
          {ratio, change_kind(JointKind::pulley, -1)},
          {ratio, change_kind(JointKind::pulley, 1)},  // whose wheels have no radius
          {drive, [](WorldState& w) { w.joint_slots[axle].drive.turn.motor.largest = unbounded; }},
          {drive, [&](WorldState& w) { w.joint_slots[axle].drive.turn.motor.largest = none; }},
          {drive,
           [&](WorldState& w) {
             w.joint_slots[hinge].kind = JointKind::target;
             w.joint_slots[hinge].drive.along.motor.largest = none;
           }},
          {drive,
           [](WorldState& w) {
             w.joint_slots[hinge].kind = JointKind::motor;
             w.joint_slots[hinge].drive.turn.motor.largest = -1;
           }},
          {drive, [](WorldState& w) { w.joint_slots[axle].drive.turn.spring.hertz = -1; }},
          {drive, [](WorldState& w) { w.joint_slots[axle].drive.turn.spring.damping_ratio = -1; }},
          {drive, [&](WorldState& w) { w.joint_slots[axle].drive.turn.spring.rest = large; }},
          {drive, [&](WorldState& w) { w.joint_slots[axle].drive.turn.motor.speed = -large; }},
          {drive, [](WorldState& w) { w.joint_slots[axle].drive.turn.motor.largest = -1; }},
          {drive, [](WorldState& w) { w.joint_slots[strut].drive.along.limits.upper = Real(0.5); }},
          {drive, [](WorldState& w) { w.joint_slots[strut].drive.along.limits.restitution = 2; }},
          {"not finite", [&](WorldState& w) { w.joint_slots[strut].drive.along.limits.lower = none; }},
          {"breaks at less than no force", [](WorldState& w) { w.joint_slots[rod].break_force = -1; }},
          {"breaks at less than no force", [&](WorldState& w) { w.joint_slots[rod].break_torque = none; }},
          {"turns of joint", [](WorldState& w) { w.joint_turns.pop_back(); }},
      });
}

TEST(JointBytes, KeepWholeTurns) {
  World world = tied_world();
  const JointId joint = world.joints()[4];
  for (int i = 0; i < 60; ++i) world.step(dt);
  EXPECT_GT(world.joint(joint).angle, 20);
  World again = load(save(world));
  EXPECT_EQ(again.joint(joint).angle, world.joint(joint).angle);
  EXPECT_EQ(again.joint(joint).torque, world.joint(joint).torque);
  expect_same_future(again, world);
}

// ---- histories ----

TEST(JointHistory, GoesBackToTheJointsThatThereWere) {
  World world = tied_world();
  History history(8);
  std::vector<World> ticks;
  const auto keep = [&] {
    history.save(world);
    ticks.push_back(world);
    world.step(dt);
  };
  const std::vector<BodyId> bodies = world.bodies();
  for (int i = 0; i < 30; ++i) world.step(dt);  // an axle turns more than once
  keep(), keep();
  const JointId late = world.add_joint(DistanceDef{.body_a = bodies[1], .body_b = bodies[4]});
  keep(), keep();
  world.set_collide_connected(late, true);
  world.set_user_data(world.joints()[0], 50);
  keep();
  world.remove_joint(world.joints()[1]);
  world.remove_body(bodies[4]);  // two joints go, which the next step reports
  keep();
  keep();
  for (const World& then : {ticks[0], ticks[5], ticks[3], ticks[6], ticks[4], ticks[1], ticks[2]}) {
    World back = world;
    history.restore(then.tick(), back);
    EXPECT_TRUE(back == then) << then.tick();
    EXPECT_EQ(back.hash(), then.hash()) << then.tick();
    EXPECT_EQ(back.joints(), then.joints());
    EXPECT_TRUE(back.joint_ends().empty());
    World on = then;
    for (int i = 0; i < 3; ++i) {
      on.step(dt), back.step(dt);
      ASSERT_TRUE(back == on) << then.tick();
      expect_same_joints(back, on);
    }
  }
}

TEST(JointHistory, RecordingsBeginWithJoints) {
  World world = tied_world();
  Recording recording = begin_recording(world, dt);
  for (int i = 0; i < 5; ++i) record_step(recording, world);
  EXPECT_FALSE(verify(load_recording(save(recording))));
  World other = tied_world();
  other.remove_joint(other.joints()[0]);
  const std::optional<Divergence> found = compare(recording, 0, other);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->difference, Difference::rest);
}

}  // namespace
}  // namespace bankshot::testing
