// Joints as part of a world's value, what they wake, and which bodies they keep from colliding.

#include "world/world_fixture.hpp"

#include <numeric>

namespace bankshot::testing {
namespace {

class JointState : public WorldTest {
 protected:
  RevoluteDef pin(BodyId a, BodyId b, bool collide = false) {
    return {.body_a = a, .body_b = b, .anchor = Vec2(0, 5), .collide_connected = collide};
  }
  /// True if the last step said that a contact of these two ended.
  bool ended(BodyId a, BodyId b) const {
    return std::any_of(world.contact_ends().begin(), world.contact_ends().end(), [&](const ContactEvent& event) {
      return (event.body_a == a && event.body_b == b) || (event.body_a == b && event.body_b == a);
    });
  }
  bool touch(BodyId a, BodyId b) const {
    const std::vector<Contact> contacts = world.contacts();
    return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
      return (contact.body_a == a && contact.body_b == b) || (contact.body_a == b && contact.body_b == a);
    });
  }
};

// ---- == and hash ----

TEST_F(JointState, EverythingOfAJointButUserDataIsCompared) {
  const BodyId a = add_box(0, 5), b = add_box(3, 5), c = add_box(6, 5);
  const auto expect_different = [&](const auto& first, const auto& second) {
    World l = world, r = world;
    l.add_joint(first), r.add_joint(second);
    EXPECT_FALSE(l == r);
    EXPECT_NE(l.hash(), r.hash());
    EXPECT_FALSE(l == world);
    EXPECT_NE(l.hash(), world.hash());
  };
  const RevoluteDef hinge{.body_a = a, .body_b = b};
  expect_different(hinge, RevoluteDef{.body_a = b, .body_b = a});
  expect_different(hinge, RevoluteDef{.body_a = a, .body_b = c});
  expect_different(hinge, RevoluteDef{.body_a = a, .body_b = b, .collide_connected = true});
  expect_different(hinge, RevoluteDef{.body_a = a, .body_b = b, .local_anchor_a = Vec2(0, 1)});
  expect_different(hinge, RevoluteDef{.body_a = a, .body_b = b, .local_anchor_b = Vec2(1, 0)});
  expect_different(hinge, WeldDef{.body_a = a, .body_b = b});
  expect_different(WeldDef{.body_a = a, .body_b = b}, WeldDef{.body_a = a, .body_b = b, .angle = 1});
  const PrismaticDef rail{.body_a = a, .body_b = b};
  expect_different(rail, PrismaticDef{.body_a = a, .body_b = b, .axis = Vec2(1, 1)});
  expect_different(rail, PrismaticDef{.body_a = a, .body_b = b, .angle = 1});
  const DistanceDef rod{.body_a = a, .body_b = b};
  expect_different(rod, DistanceDef{.body_a = a, .body_b = b, .length = 2});
  World l = world, r = world;
  l.add_joint(hinge);
  r.set_user_data(r.add_joint(hinge), 5);
  EXPECT_TRUE(l == r);
  EXPECT_EQ(l.hash(), r.hash());
  r.set_collide_connected(r.joints()[0], true);
  EXPECT_FALSE(l == r);
  EXPECT_NE(l.hash(), r.hash());
}

TEST_F(JointState, AJointThatWentIsPartOfTheFutureUntilItIsReported) {
  const BodyId a = add_box(0, 5), b = add_box(3, 5);
  world.add_joint(pin(a, b));
  World by_hand = world;
  by_hand.remove_joint(by_hand.joints()[0]);
  by_hand.remove_body(b);
  world.remove_body(b);
  EXPECT_FALSE(world == by_hand);
  const World copy = world;
  EXPECT_TRUE(world == copy);
  world.step(dt), by_hand.step(dt);
  EXPECT_EQ(world.joint_ends().size(), 1u);
  EXPECT_TRUE(by_hand.joint_ends().empty());
  EXPECT_TRUE(world == by_hand);
}

/// Three bodies and five joints; they are made in the given order.
World in_order(const std::vector<int>& bodies, const std::vector<int>& joints) {
  World made;
  std::vector<BodyId> ids(3);
  for (const int i : bodies) {
    ids[static_cast<std::size_t>(i)] =
        made.add_body({.position = Vec2(static_cast<Real>(3 * i), 1)}, circle(Real(0.5)));
  }
  for (const int i : joints) {
    const BodyId a = ids[static_cast<std::size_t>(i) % 3], b = ids[static_cast<std::size_t>(i + 1) % 3];
    switch (i) {
      case 0:
      case 3:
        made.add_joint(RevoluteDef{.body_a = a, .body_b = b, .local_anchor_b = Vec2(static_cast<Real>(i), 0)});
        break;
      case 1: made.add_joint(WeldDef{.body_a = a, .body_b = b}); break;
      case 2: made.add_joint(PrismaticDef{.body_a = a, .body_b = b, .axis = Vec2(1, 2)}); break;
      default: made.add_joint(DistanceDef{.body_a = a, .body_b = b}); break;
    }
  }
  return made;
}

TEST(JointHash, DoesNotDependOnTheOrderOfCreation) {
  const World first = in_order({0, 1, 2}, {0, 1, 2, 3, 4});
  EXPECT_EQ(first.hash(), in_order({0, 1, 2}, {4, 2, 3, 1, 0}).hash());
  EXPECT_EQ(first.hash(), in_order({2, 0, 1}, {0, 1, 2, 3, 4}).hash());
  EXPECT_EQ(first.hash(), in_order({1, 2, 0}, {3, 1, 4, 0, 2}).hash());
  World reused = in_order({1, 0, 2}, {0, 1, 2, 3, 4});  // in other slots, with other generations
  const std::vector<JointId> joints = reused.joints();
  const DistanceDef rod{.body_a = reused.joint(joints[4]).body_a, .body_b = reused.joint(joints[4]).body_b};
  reused.remove_joint(joints[2]), reused.remove_joint(joints[4]);
  reused.add_joint(rod);
  World expected = in_order({0, 1, 2}, {0, 1, 3, 4});
  EXPECT_EQ(reused.hash(), expected.hash());
  EXPECT_FALSE(reused == expected);  // their handles differ
  EXPECT_NE(expected.hash(), first.hash());
}

TEST_F(JointState, ACopyHasTheJoints) {
  const BodyId a = add_box(0, 5), b = add_box(3, 5), c = add_box(Real(3.5), 5);
  const JointId gone = world.add_joint(pin(a, b)), first = world.add_joint(pin(b, c));
  world.add_joint(DistanceDef{.body_a = a, .body_b = c, .user_data = 9});
  world.remove_joint(gone);
  world.step(dt);
  World copy = world;
  EXPECT_TRUE(copy == world);
  EXPECT_EQ(copy.hash(), world.hash());
  EXPECT_EQ(copy.joints(), world.joints());
  EXPECT_EQ(copy.joints(c), world.joints(c));
  EXPECT_FALSE(copy.contains(gone));
  EXPECT_EQ(copy.joint(copy.joints(a)[0]).user_data, 9u);
  copy.remove_joint(first);
  EXPECT_TRUE(world.contains(first));
  World other = world;  // b and c, which overlap, are kept apart in a copy too
  for (World* w : {&world, &other}) w->step(dt);
  EXPECT_TRUE(other == world);
  EXPECT_TRUE(other.contacts().empty());
}

// ---- waking ----

TEST_F(JointState, AnEditOfAJointWakesItsBodiesAndTheirIslands) {
  add_floor();
  const std::vector<BodyId> left = add_stack(-3, 2), right = add_stack(3, 2);
  const auto all_asleep = [&] { return run_until_asleep(left[0]) && run_until_asleep(right[0]); };
  const auto expect_awake = [&](const char* why) {
    EXPECT_TRUE(world.awake(left[1]) && world.awake(right[1])) << why;
    world.step(dt);
    EXPECT_TRUE(world.awake(left[0]) && world.awake(right[0])) << why;
  };
  const DistanceDef rod{.body_a = left[1], .body_b = right[1], .collide_connected = true};
  ASSERT_TRUE(all_asleep());
  World before = world;
  const JointId joint = world.add_joint(rod);
  expect_awake("added");
  const auto expect_wakes = [&](const char* why, const std::function<void(World&)>& edit) {
    World asleep = world;
    for (const BodyId body : {left[0], left[1], right[0], right[1]}) asleep.set_awake(body, false);
    World kept = asleep;
    kept.set_user_data(joint, 3);
    kept.set_collide_connected(joint, true);  // as it is
    EXPECT_FALSE(kept.awake(left[1]) || kept.awake(right[1])) << why;
    edit(asleep);
    EXPECT_TRUE(asleep.awake(left[1]) && asleep.awake(right[1])) << why;
  };
  expect_wakes("changed", [&](World& w) { w.set_collide_connected(joint, false); });
  expect_wakes("removed", [&](World& w) { w.remove_joint(joint); });
}

TEST_F(JointState, WhatHappensToABodyWakesThoseThatAreTiedToIt) {
  const BodyId hook = world.add_body({.type = BodyType::fixed, .position = Vec2(0, 50)}, circle(Real(0.1)));
  const BodyId weight = add_ball(0, 30);
  world.add_joint(DistanceDef{.body_a = hook, .body_b = weight});
  world.step(dt);
  world.set_awake(weight, false);
  ASSERT_FALSE(world.awake(weight));
  const auto wakes = [&](const std::function<void(World&)>& edit) {
    World copy = world;
    edit(copy);
    return copy.awake(weight);
  };
  EXPECT_TRUE(wakes([&](World& w) { w.set_pose(hook, {Vec2(1, 50), {}}); }));
  EXPECT_TRUE(wakes([&](World& w) { w.set_type(hook, BodyType::kinematic); }));
  EXPECT_TRUE(wakes([&](World& w) { w.remove_body(hook); }));
  EXPECT_FALSE(wakes([&](World& w) { w.set_user_data(hook, 1); }));
}

TEST_F(JointState, BodiesThatAreStillPutTogetherStayAsDefined) {
  const BodyId a = world.add_body({.position = Vec2(0, 5), .awake = false}, circle(1));
  const BodyId b = world.add_body({.position = Vec2(5, 5), .awake = false}, circle(1));
  const JointId joint = world.add_joint(DistanceDef{.body_a = a, .body_b = b});
  EXPECT_FALSE(world.awake(a) || world.awake(b));
  World removed = world;
  removed.remove_joint(joint);
  EXPECT_FALSE(removed.awake(a) || removed.awake(b));
  const BodyId older = add_ball(20, 5);
  world.step(dt);
  world.set_awake(older, false);
  const BodyId c = world.add_body({.position = Vec2(25, 5), .awake = false}, circle(1));
  world.add_joint(DistanceDef{.body_a = older, .body_b = c});
  EXPECT_TRUE(world.awake(older) && world.awake(c));
}

// ---- which bodies collide ----

TEST_F(JointState, BodiesThatAreTiedDoNotCollide) {
  add_floor();
  const BodyId below = add_box(0, Real(0.5)), above = add_box(0, Real(1.5));
  run(10);
  ASSERT_TRUE(touch(below, above));
  const JointId joint = world.add_joint(pin(below, above));
  EXPECT_FALSE(touch(below, above));  // at once
  EXPECT_FALSE(ended(below, above));  // reported by the next step
  world.step(dt);
  EXPECT_TRUE(ended(below, above));
  EXPECT_FALSE(touch(below, above));
  world.set_collide_connected(joint, true);
  world.set_pose(above, {Vec2(0, Real(1.5)), {}});
  world.step(dt);
  EXPECT_TRUE(touch(below, above));
  const JointId second = world.add_joint(pin(above, below));  // one that forbids it suffices
  world.step(dt);
  EXPECT_TRUE(ended(below, above));
  EXPECT_FALSE(touch(below, above));
  world.remove_joint(second);
  world.set_pose(above, {Vec2(0, Real(1.5)), {}});
  world.step(dt);
  EXPECT_TRUE(touch(below, above));
}

TEST_F(JointState, AContactOfSleepersEndsIfTheyAreTiedAndPutBackToSleep) {
  add_floor();
  const BodyId below = add_box(0, Real(0.5)), above = add_box(0, Real(1.5));
  ASSERT_TRUE(run_until_asleep(above));
  world.add_joint(pin(below, above));
  for (const BodyId body : {below, above}) world.set_awake(body, false);
  world.step(dt);
  EXPECT_TRUE(ended(below, above));
  world.step(dt);
  EXPECT_FALSE(ended(below, above));
}

TEST_F(JointState, AFastBodyPassesThroughWhatItIsTiedTo) {
  world.set_gravity(Vec2(0, 0));
  const BodyId wall = world.add_body({.type = BodyType::fixed}, box(Real(0.1), 10));
  const BodyId ball = world.add_body({.position = Vec2(-2, 0), .velocity = Vec2(300, 0)}, circle(Real(0.2)));
  World tied = world;
  world.step(dt);
  EXPECT_LT(world.position(ball).x(), 0);
  EXPECT_FALSE(world.impacts().empty());
  tied.add_joint(PrismaticDef{.body_a = wall, .body_b = ball});
  tied.step(dt);
  EXPECT_TRUE(tied.impacts().empty());
  EXPECT_GT(tied.position(ball).x(), 2);
}

TEST_F(JointState, ASensorReportsWhatItIsTiedTo) {
  world.set_gravity(Vec2(0, 0));
  const BodyId zone = world.add_body({.type = BodyType::fixed});
  world.add_shape(zone, circle(2), {.sensor = true});
  const BodyId ball = add_ball(0, 0);
  world.add_joint(RevoluteDef{.body_a = zone, .body_b = ball});
  world.step(dt);
  ASSERT_EQ(world.sensor_begins().size(), 1u);
  EXPECT_EQ(world.sensor_begins()[0].body_b, ball);
  world.add_joint(RevoluteDef{.body_a = zone, .body_b = ball});
  world.step(dt);
  EXPECT_TRUE(world.sensor_ends().empty());
}

// Pairs of one kind of shape are filtered by one rule, which must not be that of two bodies that are tied.
TEST_F(JointState, OtherBodiesOfTheSameKindStillCollide) {
  world.set_gravity(Vec2(0, 0));
  std::vector<BodyId> row;
  for (int i = 0; i < 40; ++i) row.push_back(add_ball(Real(0.95) * static_cast<Real>(i), 0));
  const auto collide = [&](std::size_t i) { return touch(row[i], row[i + 1]); };
  for (std::size_t i = 0; i < 39; i += 3) world.add_joint(RevoluteDef{.body_a = row[i], .body_b = row[i + 1]});
  world.step(dt);
  for (std::size_t i = 0; i < 39; ++i) EXPECT_EQ(collide(i), i % 3 != 0) << i;
  for (const JointId joint : world.joints()) world.set_collide_connected(joint, true);
  for (std::size_t i = 1; i < 39; i += 3) world.add_joint(RevoluteDef{.body_a = row[i], .body_b = row[i + 1]});
  for (std::size_t i = 0; i < 40; ++i) world.set_pose(row[i], {Vec2(Real(0.95) * static_cast<Real>(i), 0), {}});
  world.step(dt);
  for (std::size_t i = 0; i < 39; ++i) EXPECT_EQ(collide(i), i % 3 != 1) << i;
}

// Ranks move down when bodies go, and so do the pairs that are kept apart.
TEST_F(JointState, BodiesStayApartWhenOthersComeAndGo) {
  world.set_gravity(Vec2(0, 0));
  const BodyId gone = add_ball(-9, 0);
  const BodyId a = add_ball(0, 0), b = add_ball(Real(0.5), 0), c = add_ball(20, 0), d = add_ball(Real(20.5), 0);
  world.add_joint(RevoluteDef{.body_a = b, .body_b = a});
  world.step(dt);
  EXPECT_FALSE(touch(a, b));
  EXPECT_TRUE(touch(c, d));
  world.remove_body(gone);
  add_ball(-20, 3);
  for (const BodyId body : {c, d}) world.set_pose(body, {Vec2(body == c ? 20 : Real(20.5), 0), {}});
  world.step(dt);
  EXPECT_FALSE(touch(a, b));
  EXPECT_TRUE(touch(c, d));
}

// ---- predictions ----

TEST_F(JointState, APredictionIsWhatTheWorldDoes) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 3);
  const BodyId far = add_ball(30, Real(0.5)), farther = add_ball(40, Real(0.5)), post = add_box(31, 1);
  world.add_joint(RevoluteDef{.body_a = far, .body_b = post});  // they overlap
  world.add_joint(DistanceDef{.body_a = stack[2], .body_b = far});
  world.add_joint(DistanceDef{.body_a = far, .body_b = farther});
  run(20);
  for (const BodyId body : world.bodies()) world.set_awake(body, false);
  const Prediction shot = world.predict(farther, Vec2(1, 5), dt, 60);
  World played = world;
  played.set_velocity(farther, Vec2(1, 5));
  for (int i = 0; i < 60; ++i) {
    played.step(dt);
    ASSERT_EQ(shot.poses[static_cast<std::size_t>(i)].position, played.position(farther)) << i;
  }
  world.add_joint(DistanceDef{.body_a = farther, .body_b = stack[0]});  // edited since the last step
  const Prediction edited = world.predict(farther, Vec2(1, 5), dt, 60);
  world.set_velocity(farther, Vec2(1, 5));
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    ASSERT_EQ(edited.poses[static_cast<std::size_t>(i)].position, world.position(farther)) << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
