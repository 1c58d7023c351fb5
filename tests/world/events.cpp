// Contact, sensor and impact events.

#include "world/random.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

using EventTest = WorldTest;

TEST_F(EventTest, ImpactsComeAtTheirTime) {
  world.set_gravity(Vec2(0, 0));
  add_floor({.restitution = 1});
  const BodyId ball = world.add_body({.position = Vec2(0, Real(0.7)), .velocity = Vec2(0, -20)}, circle(Real(0.5)));
  world.step(dt);  // 0.2 m at 20 m/s: after 0.01 s
  ASSERT_EQ(world.impacts().size(), 1u);
  const Impact& hit = world.impacts()[0];
  EXPECT_NEAR(hit.time, Real(0.01), Real(1e-5));
  EXPECT_NEAR(hit.approach_speed, 20, Real(1e-4));
  EXPECT_NEAR(hit.separation_speed, 20, Real(1e-4));
  EXPECT_NEAR(hit.impulse, 40 * world.mass_properties(ball).mass, Real(1e-3));
  EXPECT_NEAR(hit.energy_lost, 0, Real(1e-2));
  EXPECT_NEAR(hit.point.y(), 0, Real(1e-4));
  const Real up = hit.body_a == ball ? Real(1) : Real(-1);
  EXPECT_NEAR(hit.normal.y(), up, Real(1e-5));
  // The rest of the step is travelled.
  EXPECT_NEAR(world.position(ball).y(), Real(0.5) + 20 * (dt - Real(0.01)), Real(1e-4));
}

TEST_F(EventTest, SeveralImpactsInOneStepAreSorted) {
  world.set_gravity(Vec2(0, 0));
  world.add_body({.type = BodyType::fixed, .position = Vec2(-2, 0)}, box(1, 10), {.restitution = 1});
  world.add_body({.type = BodyType::fixed, .position = Vec2(2, 0)}, box(1, 10), {.restitution = 1});
  world.add_body({.velocity = Vec2(600, 0)}, circle(Real(0.5)));
  world.step(dt);
  EXPECT_GE(world.impacts().size(), 4u);  // 10 m in a gap of 2 m
  for (std::size_t i = 1; i < world.impacts().size(); ++i) {
    EXPECT_LE(world.impacts()[i - 1].time, world.impacts()[i].time);
  }
}

TEST_F(EventTest, ContactBeginsOnceAndEndsOnce) {
  add_floor();
  const BodyId box = add_box(0, Real(0.6));
  int begins = 0, ends = 0;
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    begins += static_cast<int>(world.contact_begins().size());
    ends += static_cast<int>(world.contact_ends().size());
  }
  EXPECT_EQ(begins, 1);
  EXPECT_EQ(ends, 0);
  world.apply_impulse(box, Vec2(0, 20));
  for (int i = 0; i < 20; ++i) {
    world.step(dt);
    begins += static_cast<int>(world.contact_begins().size());
    ends += static_cast<int>(world.contact_ends().size());
  }
  EXPECT_EQ(begins, 1);
  EXPECT_EQ(ends, 1);
}

// The rule that events.hpp states: an impact counts as touching, and the first step that finds the two apart ends the
// contact.
TEST_F(EventTest, ABounceWithinAStepBeginsThereAndEndsInTheNext) {
  world.set_gravity(Vec2(0, 0));
  add_floor({.restitution = 1});
  world.add_body({.position = Vec2(0, Real(0.7)), .velocity = Vec2(0, -20)}, circle(Real(0.5)), {.restitution = 1});
  world.step(dt);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_EQ(world.contact_begins().size(), 1u);
  EXPECT_TRUE(world.contact_ends().empty());
  world.step(dt);
  EXPECT_TRUE(world.impacts().empty());
  EXPECT_TRUE(world.contact_begins().empty());
  EXPECT_EQ(world.contact_ends().size(), 1u);
}

// Neither body moves any more, so no step would look at the two.
TEST_F(EventTest, BecomingFixedEndsContactsAndOverlaps) {
  add_floor();
  const BodyId gate = world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(0.5))});
  world.add_shape(gate, box(2, 2), {.sensor = true});
  const BodyId box = add_box(0, Real(0.5));
  ASSERT_TRUE(run_until_asleep(box));
  world.set_type(box, BodyType::fixed);
  world.step(dt);
  EXPECT_EQ(world.contact_ends().size(), 1u);
  EXPECT_EQ(world.sensor_ends().size(), 1u);
  EXPECT_TRUE(world.contacts().empty());
  world.set_type(box, BodyType::dynamic);
  world.step(dt);
  EXPECT_EQ(world.contact_begins().size(), 1u);
  EXPECT_EQ(world.sensor_begins().size(), 1u);
}

// The world remembers a body that stood on a one-way face by the number of that face.
TEST_F(EventTest, AChainThatGetsShorterUnderABodyIsForgotten) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 400; ++i) points.emplace_back(Real(i), 0);
  const BodyId ground = world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left));
  add_box(Real(390.5), Real(0.5));
  run(5);
  const Vec2 left[] = {Vec2(380, 0), Vec2(400, 0)};
  world.set_shape(shape_of(ground), chain(left, false, ChainSides::left));
  run(5);
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_EQ(world.contacts()[0].manifold.points[0].feature_a.piece, 0);
  EXPECT_TRUE(world.contact_begins().empty());
}

TEST_F(EventTest, DestroyedBodyEndsItsContactUnderTheOldId) {
  add_floor();
  const BodyId box = add_box(0, Real(0.5));
  run(5);
  world.remove_body(box);
  world.step(dt);
  ASSERT_EQ(world.contact_ends().size(), 1u);
  const ContactEvent end = world.contact_ends()[0];
  EXPECT_TRUE(end.body_a == box || end.body_b == box);
  world.step(dt);
  EXPECT_TRUE(world.contact_ends().empty());
}

TEST_F(EventTest, TeleportEndsContact) {
  add_floor();
  const BodyId box = add_box(0, Real(0.5));
  run(5);
  world.set_pose(box, {.position = Vec2(0, 50)});
  world.step(dt);
  EXPECT_EQ(world.contact_ends().size(), 1u);
}

TEST_F(EventTest, SensorReportsAndDoesNotPush) {
  world.set_gravity(Vec2(0, 0));
  const BodyId gate = world.add_body({.type = BodyType::fixed});
  const ShapeId sensor = world.add_shape(gate, box(1, 4), {.sensor = true});
  const BodyId ball = world.add_body({.position = Vec2(-2, 0), .velocity = Vec2(3, 0)}, circle(Real(0.5)));
  int begins = 0, ends = 0;
  for (int i = 0; i < 120; ++i) {
    world.step(dt);
    for (const ContactEvent& event : world.sensor_begins()) begins += event.shape_a == sensor && event.body_b == ball;
    for (const ContactEvent& event : world.sensor_ends()) ends += event.shape_a == sensor && event.body_b == ball;
  }
  EXPECT_EQ(begins, 1);
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(world.velocity(ball).x(), 3);
}

TEST_F(EventTest, FilteredPairsPass) {
  world.set_gravity(Vec2(0, 0));
  const BodyId wall = world.add_body({.type = BodyType::fixed});
  world.add_shape(wall, box(1, 10), {.filter = {.category = 2}});
  const BodyId ghost = world.add_body({.position = Vec2(-3, 0), .velocity = Vec2(10, 0)});
  world.add_shape(ghost, circle(Real(0.5)), {.filter = {.mask = ~std::uint64_t{2}}});
  run(60);
  EXPECT_NEAR(world.position(ghost).x(), 7, Real(1e-3));
}

TEST_F(EventTest, SleepingIslandWakesWhenHit) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 3);
  ASSERT_TRUE(run_until_asleep(stack[2]));
  const BodyId ball = world.add_body({.position = Vec2(-5, Real(1.5)), .velocity = Vec2(20, 0), .gravity_scale = 0},
                                     circle(Real(0.25)));
  run(30);
  for (BodyId box : stack) EXPECT_TRUE(world.awake(box));
  EXPECT_LT(world.position(ball).x(), 5);
  EXPECT_GT(world.position(stack[1]).x(), Real(0.05));
}

// Nothing hits or pushes the sleeper: a body that was added to the world before it, or after it, is put beside it.
TEST_F(EventTest, SleeperWakesWhenTouched) {
  for (const bool sleeper_first : {true, false}) {
    World still;
    BodyId sleeper, other;
    for (const bool first : {true, false}) {
      if (first == sleeper_first) {
        sleeper = still.add_body({}, box(1, 1));
      } else {
        other = still.add_body({.position = Vec2(9, 0), .can_sleep = false}, box(1, 1));
      }
      still.step(dt);
    }
    for (int i = 0; i < 120; ++i) still.step(dt);
    ASSERT_FALSE(still.awake(sleeper));
    still.set_pose(other, {Vec2(1, 0)});
    still.step(dt);
    EXPECT_TRUE(still.impacts().empty());
    still.step(dt);
    EXPECT_TRUE(still.awake(sleeper)) << sleeper_first;
  }
}

// The pair stays near, so the narrow phase still has it, but it no longer touches.
TEST_F(EventTest, ContactEndsAsSoonAsThePairIsApart) {
  World still;
  const BodyId left = still.add_body({}, box(1, 1)), right = still.add_body({.position = Vec2(1, 0)}, box(1, 1));
  still.step(dt);
  ASSERT_EQ(still.contact_begins().size(), 1u);
  still.set_velocity(right, Vec2(Real(0.3), 0));
  still.step(dt);
  std::size_t ends = still.contact_ends().size();
  still.step(dt);
  ends += still.contact_ends().size();
  const Real gap = still.position(right).x() - still.position(left).x() - 1;
  EXPECT_GT(gap, Real(0.004));
  EXPECT_LT(gap, Real(0.02));
  EXPECT_EQ(ends, 1u);
  EXPECT_TRUE(still.contact_begins().empty());
}

TEST_F(EventTest, RemovingSupportWakesWhatItCarried) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 3);
  ASSERT_TRUE(run_until_asleep(stack[2]));
  world.remove_body(stack[0]);
  run(60);
  EXPECT_LT(world.position(stack[2]).y(), 2);
}

// The solver may stop a body a little short of the surface that it reaches. The contact is reported all the same, most
// often in the same step.
TEST_F(EventTest, WhateverStopsABodyIsTold) {
  int late = 0;
  for (int draw = 0; draw < 300; ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_floor();
    const bool loose = random.one_in(2);
    const Real speed = random.real(4, 14), size = random.real(0.4, 1);
    world.add_body({.type = loose ? BodyType::dynamic : BodyType::fixed, .position = Vec2(5, 1)}, box(1, 2));
    const BodyId body =
        world.add_body({.position = Vec2(random.real(-1, 1), size / 2), .velocity = Vec2(speed, 0)}, box(size, size));
    for (int i = 0; i < 120; ++i) {
      const Real before = world.velocity(body).x();
      world.step(dt);
      if (before - world.velocity(body).x() < Real(0.3) * before + Real(0.2)) continue;
      const auto told = [this] { return !world.impacts().empty() || !world.contact_begins().empty(); };
      if (told()) break;
      ++late;
      world.step(dt);
      EXPECT_TRUE(told()) << draw << ' ' << i << ' ' << before;
      break;
    }
  }
  EXPECT_LE(late, 300 / 10);
}

// While all bodies sleep, a step looks after none of them. Edits of sleepers between two such steps show all the same.
TEST_F(EventTest, WhatIsDoneToSleepersIsNotMissed) {
  add_floor();
  const BodyId left = add_box(0, Real(0.5)), right = add_box(10, Real(0.5));
  const BodyId gate = world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(0.5))});
  world.add_shape(gate, box(2, 2), {.sensor = true});
  const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(50, 1)}, box(1, 1));
  ASSERT_TRUE(run_until_asleep(left) && run_until_asleep(right));
  const auto expect = [this](int bodies, int awake, int contacts, std::size_t ends) {
    world.step(dt);
    EXPECT_EQ(world.counts().bodies, bodies);
    EXPECT_EQ(world.counts().awake_bodies, awake);
    EXPECT_EQ(world.counts().pairs, 0);
    EXPECT_EQ(world.counts().contacts, contacts);
    EXPECT_EQ(world.contact_ends().size(), ends);
    EXPECT_TRUE(world.contact_begins().empty() && world.sensor_begins().empty() && world.sensor_ends().empty());
  };
  for (int i = 0; i < 5; ++i) expect(5, 0, 2, 0);
  const auto tick = world.tick();
  expect(5, 0, 2, 0);
  EXPECT_EQ(world.tick(), tick + 1);
  world.remove_body(right);
  expect(4, 0, 1, 1);
  expect(4, 0, 1, 0);
  world.remove_body(post);
  expect(3, 0, 1, 0);
  world.set_velocity(left, Vec2(0, 30));
  run(30);
  expect(3, 1, 0, 0);
  const Real height = world.position(left).y();
  EXPECT_GT(height, 10);
  world.set_awake(left, false);
  expect(3, 0, 0, 0);
  EXPECT_EQ(world.position(left).y(), height);
}

// A lift that stands still does not make a world count as moving.
TEST_F(EventTest, AMoverThatStandsStillIsNotCountedAsAwake) {
  add_floor();
  const BodyId crate = add_box(0, Real(0.5));
  const BodyId lift = world.add_body({.type = BodyType::kinematic, .position = Vec2(5, 2)}, box(1, 1));
  ASSERT_TRUE(run_until_asleep(crate));
  world.step(dt);
  EXPECT_EQ(world.counts().awake_bodies, 0);
  world.set_velocity(lift, Vec2(0, 1));
  world.step(dt);
  EXPECT_EQ(world.counts().awake_bodies, 1);
  world.set_velocity(lift, Vec2(0, 0));
  world.set_angular_velocity(lift, 2);
  world.step(dt);
  EXPECT_EQ(world.counts().awake_bodies, 1);
  world.set_angular_velocity(lift, 0);
  world.step(dt);
  EXPECT_EQ(world.counts().awake_bodies, 0);
}

}  // namespace
}  // namespace bankshot::testing
