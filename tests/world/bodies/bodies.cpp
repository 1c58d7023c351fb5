#include "world/world_fixture.hpp"

#include <random>

namespace bankshot::testing {
namespace {

using Bodies = WorldTest;

// ---- coming and going -------------------------------------------------------------------------------------------

TEST_F(Bodies, AreCountedAndListedInSlotOrder) {
  EXPECT_EQ(world.body_count(), 0u);
  const BodyId a = add_box(0, 0), b = add_box(2, 0), c = add_box(4, 0);
  EXPECT_EQ(world.body_count(), 3u);
  EXPECT_EQ(world.bodies(), (std::vector<BodyId>{a, b, c}));
  world.remove_body(b);
  EXPECT_EQ(world.body_count(), 2u);
  EXPECT_EQ(world.bodies(), (std::vector<BodyId>{a, c}));
  EXPECT_FALSE(world.contains(b));
  EXPECT_TRUE(world.contains(c));
}

TEST_F(Bodies, ASlotUsedAgainGetsAHandleOfItsOwn) {
  const BodyId old = add_box(0, 0);
  const ShapeId old_shape = shape_of(old);
  world.remove_body(old);
  const BodyId young = add_ball(3, 4);
  EXPECT_EQ(young.slot, old.slot);
  EXPECT_NE(young.generation, old.generation);
  EXPECT_FALSE(world.contains(old));
  EXPECT_FALSE(world.contains(old_shape));
  EXPECT_EQ(world.position(young), Vec2(3, 4));
  EXPECT_EQ(world.shape(shape_of(young)), circle(Real(0.5)));
}

TEST_F(Bodies, RemovingWithinAStepLeavesTheOthersInPlace) {
  std::vector<BodyId> boxes;
  for (int i = 0; i < 20; ++i) boxes.push_back(add_box(static_cast<Real>(3 * i), 0));
  run(1);
  for (int i = 0; i < 20; i += 3) world.remove_body(boxes[static_cast<std::size_t>(i)]);
  const BodyId young = add_box(-50, 0);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 20; ++i) {
      const BodyId body = boxes[static_cast<std::size_t>(i)];
      ASSERT_EQ(world.contains(body), i % 3 != 0);
      if (!world.contains(body)) continue;
      EXPECT_EQ(world.position(body).x(), static_cast<Real>(3 * i));
    }
    EXPECT_EQ(world.position(young).x(), -50);
    run(1);
  }
}

// ---- definitions ------------------------------------------------------------------------------------------------

TEST_F(Bodies, ADefinitionRoundTrips) {
  BodyDef def;
  def.type = BodyType::dynamic;
  def.position = Vec2(Real(0.1), Real(-7.3));
  def.rotation = Rotation::from_angle(Real(0.7));
  def.velocity = Vec2(3, -2);
  def.angular_velocity = Real(1.5);
  def.linear_damping = Real(0.25);
  def.angular_damping = Real(0.125);
  def.table_friction = {Real(0.5), Real(0.75)};
  def.gravity_scale = Real(-0.5);
  def.can_sleep = false;
  def.user_data = 77;
  // The centre of mass is off the origin: the position returned must be that of the origin.
  const BodyId body = world.add_body(def, circle(1, Vec2(Real(0.3), Real(0.9))));
  const BodyDef again = world.definition(body);
  EXPECT_EQ(again.type, def.type);
  EXPECT_EQ(again.position, def.position);
  EXPECT_EQ(again.rotation, def.rotation);
  EXPECT_EQ(again.velocity, def.velocity);
  EXPECT_EQ(again.angular_velocity, def.angular_velocity);
  EXPECT_EQ(again.linear_damping, def.linear_damping);
  EXPECT_EQ(again.angular_damping, def.angular_damping);
  EXPECT_EQ(again.table_friction, def.table_friction);
  EXPECT_EQ(again.gravity_scale, def.gravity_scale);
  EXPECT_EQ(again.locks, def.locks);
  EXPECT_EQ(again.can_sleep, def.can_sleep);
  EXPECT_TRUE(again.awake);
  EXPECT_EQ(again.user_data, def.user_data);
  EXPECT_EQ(world.user_data(body), 77u);
}

TEST_F(Bodies, ASleepingDefinitionSleepsWithoutVelocity) {
  const BodyId body = world.add_body({.velocity = Vec2(1, 2), .awake = false}, box(1, 1));
  EXPECT_FALSE(world.awake(body));
  EXPECT_EQ(world.velocity(body), Vec2(0, 0));
  EXPECT_FALSE(world.definition(body).awake);
  EXPECT_TRUE(world.definition(add_floor()).awake);
}

// ---- places -----------------------------------------------------------------------------------------------------

TEST_F(Bodies, TheOriginComesBackToTheBitWhereverTheCentreOfMassIs) {
  std::mt19937_64 random(1);
  const auto number = [&random](double size) {
    return static_cast<Real>((static_cast<double>(random() >> 11) * 0x1p-53 - 0.5) * size);
  };
  for (int i = 0; i < 2000; ++i) {
    const double size = (i % 3 == 0) ? 1e-3 : (i % 3 == 1 ? 10 : 1e6);
    const Vec2 position(number(size), number(size));
    const BodyId body = world.add_body({.position = position, .rotation = Rotation::from_angle(number(6))},
                                       circle(1, Vec2(number(20), number(20))));
    ASSERT_EQ(world.position(body), position) << i;
    const Vec2 elsewhere(number(size), number(size));
    const Pose pose{elsewhere, Rotation::from_angle(number(6))};
    world.set_pose(body, pose);
    ASSERT_EQ(world.pose(body), pose) << i;
    ASSERT_TRUE(near(world.centre_of_mass(body), pose * world.mass_properties(body).centre,
                     static_cast<Real>(4 * size + 100) * std::numeric_limits<Real>::epsilon()));
  }
}

TEST_F(Bodies, TheOriginStaysPutWhenTheCentreOfMassShifts) {
  const Vec2 position(Real(0.1), Real(12345.678));
  const BodyId body = world.add_body({.position = position, .rotation = Rotation::from_angle(1)}, box(1, 1));
  for (int i = 1; i < 50; ++i) {
    const Real x = static_cast<Real>(i) / 3;
    world.add_shape(body, circle(Real(0.5), Vec2(x, x / 7)));
    ASSERT_EQ(world.position(body), position) << i;
  }
  for (const ShapeId shape : world.shapes(body)) {
    world.remove_shape(shape);
    ASSERT_EQ(world.position(body), position);
  }
}

TEST_F(Bodies, PosesAreReadInBulk) {
  const std::vector<BodyId> ids{add_box(1, 2), add_ball(3, 4), add_floor()};
  std::vector<Pose> poses(3);
  world.read_poses(ids, poses);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(poses[i], world.pose(ids[i]));
}

// ---- mass -------------------------------------------------------------------------------------------------------

TEST_F(Bodies, ABodyWeighsWhatItsShapesWeigh) {
  const BodyId body = world.add_body({});
  // Without shapes a dynamic body is a point of mass 1 that does not turn.
  EXPECT_EQ(world.mass_properties(body).mass, 1);
  EXPECT_EQ(world.mass_properties(body).inertia, 0);
  // Two boxes of 1 x 1 whose centres are 4 apart: a dumb-bell, by hand.
  world.add_shape(body, box(1, 1, Vec2(-1, 0)), {.material = {.density = 2}});
  world.add_shape(body, box(1, 1, Vec2(3, 0)), {.material = {.density = 2}});
  const MassProperties mass = world.mass_properties(body);
  EXPECT_NEAR(mass.mass, 4, 1e-5);
  EXPECT_TRUE(near(mass.centre, Vec2(1, 0), Real(1e-6)));
  EXPECT_NEAR(mass.inertia, 2 * (2.0 / 6 + 2 * 4), 1e-4);
  // A heavier second one pulls the centre towards it.
  world.set_material(world.shapes(body)[1], {.density = 6});
  EXPECT_NEAR(world.mass_properties(body).mass, 8, 1e-5);
  EXPECT_TRUE(near(world.mass_properties(body).centre, Vec2(2, 0), Real(1e-6)));
  // Sensors weigh nothing.
  world.add_shape(body, box(5, 5, Vec2(0, 9)), {.sensor = true});
  EXPECT_NEAR(world.mass_properties(body).mass, 8, 1e-5);
}

TEST_F(Bodies, OnlyDynamicBodiesHaveMass) {
  const BodyId body = world.add_body({.type = BodyType::kinematic}, box(2, 2, Vec2(1, 1)));
  EXPECT_EQ(world.mass_properties(body).mass, 0);
  EXPECT_EQ(world.mass_properties(body).inertia, 0);
  EXPECT_EQ(world.centre_of_mass(body), Vec2(0, 0));
  world.set_type(body, BodyType::dynamic);
  EXPECT_NEAR(world.mass_properties(body).mass, 4, 1e-5);
  EXPECT_TRUE(near(world.centre_of_mass(body), Vec2(1, 1), Real(1e-6)));
  world.set_type(body, BodyType::fixed);
  EXPECT_EQ(world.mass_properties(body).mass, 0);
  EXPECT_EQ(world.position(body), Vec2(0, 0));
}

TEST_F(Bodies, AMassOfTheUsersOwnHoldsUntilReset) {
  const BodyId body = add_box(0, 0, 2, 2);
  world.set_mass_properties(body, {.mass = 7, .centre = Vec2(1, 0), .inertia = 3});
  world.add_shape(body, box(9, 9));
  EXPECT_EQ(world.mass_properties(body).mass, 7);
  EXPECT_EQ(world.mass_properties(body).centre, Vec2(1, 0));
  EXPECT_EQ(world.mass_properties(body).inertia, 3);
  EXPECT_EQ(world.centre_of_mass(body), Vec2(1, 0));
  EXPECT_EQ(world.position(body), Vec2(0, 0));
  world.reset_mass_properties(body);
  EXPECT_NEAR(world.mass_properties(body).mass, 85, 1e-3);
  EXPECT_TRUE(near(world.centre_of_mass(body), Vec2(0, 0), Real(1e-5)));
}

TEST_F(Bodies, AMassOfTheUsersOwnIsForgottenByWhatStopsBeingDynamic) {
  const BodyId body = add_box(0, 0, 2, 2);
  world.set_mass_properties(body, {.mass = 7, .centre = Vec2(1, 0), .inertia = 3});
  world.apply_force(body, Vec2(60, 0));
  world.set_type(body, BodyType::kinematic);
  world.set_type(body, BodyType::dynamic);
  EXPECT_NEAR(world.mass_properties(body).mass, 4, 1e-5);
  world.set_gravity(Vec2(0, 0));
  run(1);
  EXPECT_EQ(world.velocity(body), Vec2(0, 0)) << "and so are the forces";
}

TEST_F(Bodies, AShiftOfTheCentreOfMassKeepsTheMotionOfTheMaterial) {
  world.set_gravity(Vec2(0, 0));
  const BodyId body = world.add_body({.velocity = Vec2(1, 0), .angular_velocity = 2}, box(1, 1));
  // The body is still being put together: the number that the definition gave is valid.
  world.set_mass_properties(body, {.mass = 1, .centre = Vec2(Real(0.25), 0), .inertia = 1});
  EXPECT_EQ(world.velocity(body), Vec2(1, 0));
  world.reset_mass_properties(body);
  run(1);
  const Vec2 arm = world.rotation(body) * Vec2(Real(0.25), 0);
  world.set_mass_properties(body, {.mass = 1, .centre = Vec2(Real(0.25), 0), .inertia = 1});
  EXPECT_TRUE(near(world.velocity(body), Vec2(1 - 2 * arm.y(), 2 * arm.x()), Real(1e-5)));
}

// ---- forces, impulses, velocities -------------------------------------------------------------------------------

TEST_F(Bodies, ImpulsesActAtOnce) {
  const BodyId body = add_box(0, 0, 2, 1);  // mass 2, inertia 2 (4 + 1) / 12
  world.apply_impulse(body, Vec2(4, 0));
  EXPECT_TRUE(near(world.velocity(body), Vec2(2, 0), Real(1e-6)));
  EXPECT_EQ(world.angular_velocity(body), 0);
  world.apply_impulse(body, Vec2(0, 1), Vec2(1, 0));
  EXPECT_TRUE(near(world.velocity(body), Vec2(2, Real(0.5)), Real(1e-6)));
  EXPECT_NEAR(world.angular_velocity(body), 12.0 / 10, 1e-6);
  world.apply_angular_impulse(body, Real(-5) / 6);
  EXPECT_NEAR(world.angular_velocity(body), 12.0 / 10 - 1, 1e-6);
}

TEST_F(Bodies, ForcesActOverOneStepAndAddUp) {
  world.set_gravity(Vec2(0, 0));
  const BodyId body = add_box(0, 0);
  world.apply_force(body, Vec2(60, 0));
  world.apply_force(body, Vec2(60, 30));
  world.apply_torque(body, 10);
  EXPECT_EQ(world.velocity(body), Vec2(0, 0));
  run(1);
  EXPECT_TRUE(near(world.velocity(body), Vec2(2, Real(0.5)), Real(1e-5)));
  EXPECT_NEAR(world.angular_velocity(body), 1, 1e-5);
  run(1);
  EXPECT_TRUE(near(world.velocity(body), Vec2(2, Real(0.5)), Real(1e-5)));
  EXPECT_NEAR(world.angular_velocity(body), 1, 1e-5);
}

TEST_F(Bodies, AForceAtAPointTurns) {
  world.set_gravity(Vec2(0, 0));
  const BodyId body = add_box(5, 5, 2, 1);
  world.apply_force(body, Vec2(0, 60), Vec2(6, 5));
  run(1);
  EXPECT_NEAR(world.velocity(body).y(), 0.5, 1e-5);
  EXPECT_NEAR(world.angular_velocity(body), 12.0 / 10, 1e-5);
}

TEST_F(Bodies, WhatIsNotDynamicFeelsNeitherForceNorImpulse) {
  const BodyId floor = add_floor();
  const BodyId lift = world.add_body({.type = BodyType::kinematic, .velocity = Vec2(0, 1)}, box(1, 1, Vec2(9, 9)));
  const World before = world;
  for (const BodyId body : {floor, lift}) {
    world.apply_force(body, Vec2(5, 5));
    world.apply_force(body, Vec2(5, 5), Vec2(1, 1));
    world.apply_torque(body, 5);
    world.apply_impulse(body, Vec2(5, 5));
    world.apply_impulse(body, Vec2(5, 5), Vec2(1, 1));
    world.apply_angular_impulse(body, 5);
  }
  EXPECT_TRUE(world == before);
}

TEST_F(Bodies, LockedDirectionsTakeNoVelocity) {
  const BodyId body = world.add_body({.velocity = Vec2(1, 2), .angular_velocity = 3, .locks = {.x = true}}, box(1, 1));
  EXPECT_EQ(world.velocity(body), Vec2(0, 2));
  world.apply_impulse(body, Vec2(5, 0));
  EXPECT_EQ(world.velocity(body), Vec2(0, 2));
  world.set_locks(body, {.y = true, .rotation = true});
  EXPECT_EQ(world.velocity(body), Vec2(0, 0));
  EXPECT_EQ(world.angular_velocity(body), 0);
  world.set_velocity(body, Vec2(4, 5));
  world.set_angular_velocity(body, 6);
  world.apply_impulse(body, Vec2(1, 1), Vec2(3, 3));
  world.apply_angular_impulse(body, 9);
  EXPECT_NEAR(world.velocity(body).x(), 5, 1e-6);
  EXPECT_EQ(world.velocity(body).y(), 0);
  EXPECT_EQ(world.angular_velocity(body), 0);
  world.set_locks(body, {});
  world.apply_angular_impulse(body, 1);
  EXPECT_NEAR(world.angular_velocity(body), 6, 1e-5);
}

TEST_F(Bodies, LocksHoldThroughSteps) {
  const BodyId body = world.add_body({.velocity = Vec2(3, 0), .angular_velocity = 1, .locks = {.y = true}}, box(1, 1));
  run(60);
  EXPECT_EQ(world.position(body).y(), 0);
  EXPECT_NEAR(world.position(body).x(), 3, 1e-4);
}

// ---- types ------------------------------------------------------------------------------------------------------

TEST_F(Bodies, ATypeCanChange) {
  const BodyId body = world.add_body({.position = Vec2(0, 50), .velocity = Vec2(3, 0)}, box(1, 1));
  run(1);
  world.set_type(body, BodyType::fixed);
  EXPECT_EQ(world.velocity(body), Vec2(0, 0));
  EXPECT_FALSE(world.awake(body));
  const Vec2 place = world.position(body);
  run(5);
  EXPECT_EQ(world.position(body), place);
  world.set_type(body, BodyType::kinematic);
  world.set_velocity(body, Vec2(1, 0));
  run(60);
  EXPECT_TRUE(near(world.position(body), place + Vec2(1, 0), Real(1e-4)));
  world.set_type(body, BodyType::dynamic);
  EXPECT_EQ(world.velocity(body), Vec2(1, 0));
  run(60);
  EXPECT_NEAR(world.position(body).y(), place.y() - 5, 1e-3);
}

}  // namespace
}  // namespace bankshot::testing
