// Contacts of the last step that an edit has ended: the next step reports their end, whichever bodies were put to sleep
// before it.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class EndedContacts : public WorldTest {
 protected:
  BodyId floor = add_floor();
  BodyId lower = add_box(0, Real(0.5));
  BodyId upper = add_box(0, Real(1.5));

  void SetUp() override {
    run(30);
    ASSERT_EQ(world.contacts().size(), 2u);
  }
  /// True if the next step and no later one reports that the two boxes part, and nothing touches the upper box then.
  void expect_told() {
    run(1);
    EXPECT_EQ(ends_of_upper(), 1);
    for (const Contact& contact : world.contacts()) EXPECT_FALSE(contact.body_a == upper || contact.body_b == upper);
    run(1);
    EXPECT_EQ(ends_of_upper(), 0);
  }

 private:
  int ends_of_upper() const {
    int count = 0;
    for (const ContactEvent& event : world.contact_ends()) count += event.body_a == upper || event.body_b == upper;
    return count;
  }
};

TEST_F(EndedContacts, WhereABodyIsMovedAwayAndPutToSleep) {
  world.set_pose(upper, {Vec2(40, 40), {}});
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  expect_told();
}

TEST_F(EndedContacts, WhereTheBodyBelowIsMovedAwayAndBothArePutToSleep) {
  world.set_pose(lower, {Vec2(40, 40), {}});
  world.set_awake(upper, false);
  world.set_awake(lower, false);
  expect_told();
}

TEST_F(EndedContacts, WhereAShapeShrinksAndItsBodyIsPutToSleep) {
  world.set_shape(shape_of(upper), circle(Real(0.1)));
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  expect_told();
}

TEST_F(EndedContacts, WhereNeitherBodyIsDynamicAnyMore) {
  world.set_type(lower, BodyType::fixed);
  world.set_type(upper, BodyType::kinematic);
  for (const Contact& contact : world.contacts()) {
    EXPECT_TRUE(world.type(contact.body_a) == BodyType::dynamic || world.type(contact.body_b) == BodyType::dynamic);
  }
  world.set_awake(upper, false);
  expect_told();
}

TEST_F(EndedContacts, WhereBothBodiesAreFixedNow) {
  world.set_type(lower, BodyType::fixed);
  world.set_type(upper, BodyType::fixed);
  EXPECT_TRUE(world.contacts().empty());
  expect_told();
}

TEST_F(EndedContacts, WhereTheFiltersPartThem) {
  world.set_filter(shape_of(upper), {.category = 2, .mask = 0});
  EXPECT_EQ(world.contacts().size(), 1u);
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  expect_told();
}

TEST_F(EndedContacts, WhereAShapeLosesThePartThatIsTouched) {
  const std::vector<Shape> two = {box(1, 1), box(1, 1, Vec2(0, 5))};
  const ShapeId shape = shape_of(upper);
  world.set_shape(shape, compound(two));
  world.set_pose(upper, {Vec2(0, Real(1.5)), {}});
  run(30);
  ASSERT_EQ(world.contacts().size(), 2u);
  world.set_shape(shape, box(1, 1, Vec2(0, 5)));
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  expect_told();
}

/// The box lies in a sensor, and is moved out of it.
TEST_F(EndedContacts, WhereABodyIsTakenOutOfASensorAndPutToSleep) {
  const BodyId goal = world.add_body({.type = BodyType::fixed, .position = Vec2(0, 1)});
  const ShapeId sensor = world.add_shape(goal, box(4, 4), {.sensor = true});
  run(1);
  ASSERT_EQ(world.sensor_begins().size(), 2u);
  world.set_awake(lower, false);
  world.set_pose(upper, {Vec2(40, 40), {}});
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  run(1);
  ASSERT_EQ(world.sensor_ends().size(), 1u);
  EXPECT_EQ(world.sensor_ends()[0].shape_a, sensor);
  EXPECT_EQ(world.sensor_ends()[0].shape_b, shape_of(upper));
  run(1);
  EXPECT_TRUE(world.sensor_ends().empty());
}

/// Bodies that touch continue to touch: putting them to sleep ends nothing.
TEST_F(EndedContacts, NotWhereBodiesAreOnlyPutToSleep) {
  world.set_awake(lower, false);
  world.set_awake(upper, false);
  run(3);
  EXPECT_TRUE(world.contact_ends().empty());
  EXPECT_EQ(world.contacts().size(), 2u);
}

}  // namespace
}  // namespace bankshot::testing
