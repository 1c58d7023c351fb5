// Joints as a user makes, reads, changes and removes them; and which of them are refused.

#include "world/joints/definition_fixture.hpp"

#include <numbers>
#include <random>

namespace bankshot::testing {
namespace {

constexpr Real eps = std::numeric_limits<Real>::epsilon();
constexpr Real too_large = std::numeric_limits<Real>::max() / 2;

class JointDefinitions : public DefinitionTest {
 protected:
  RevoluteDef pin(BodyId a, BodyId b) { return {.body_a = a, .body_b = b}; }
};

// ---- refusals ----

TEST_F(JointDefinitions, RefuseBodiesThatAreNotThere) {
  World other;
  for (int i = 0; i < 9; ++i) other.add_body({});
  const BodyId gone = add_box(0, 20), foreign = other.bodies().back();
  world.remove_body(gone);
  expect_refused(pin(left, gone), "body 4 (generation 0) was removed");
  expect_refused(pin(gone, left), "body 4 (generation 0) was removed");
  expect_refused(pin(left, foreign), "body 8 (generation 0) is not of this world");
  expect_refused(pin(left, {}), "body handle is empty");
  expect_refused(WeldDef{.body_a = gone, .body_b = left}, "body 4");
  expect_refused(PrismaticDef{.body_a = gone, .body_b = left}, "body 4");
  expect_refused(DistanceDef{.body_a = gone, .body_b = left}, "body 4");
}

TEST_F(JointDefinitions, RefuseABodyWithItselfAndTwoThatAreNotDynamic) {
  expect_refused(pin(left, left), "body_b is 2, must be another body than body_a");
  expect_refused(pin(ground, mover), "body_b is 1, but neither it nor body_a is dynamic");
  world.add_joint(pin(ground, left));
  world.add_joint(pin(left, mover));
  EXPECT_EQ(world.joint_count(), 2u);
}

TEST_F(JointDefinitions, RefuseAnchorsThatAreNoPlaces) {
  for (const Real bad : {nan, infinite, -infinite, too_large}) {
    const Vec2 at(1, bad);
    expect_refused(RevoluteDef{.body_a = left, .body_b = right, .anchor = at}, "anchor is (1, ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .anchor = at}, "anchor is (1, ");
    expect_refused(PrismaticDef{.body_a = left, .body_b = right, .anchor = at}, "anchor is (1, ");
    expect_refused(RevoluteDef{.body_a = left, .body_b = right, .local_anchor_a = at}, "local_anchor_a is (1, ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .local_anchor_b = at}, "local_anchor_b is (1, ");
    expect_refused(DistanceDef{.body_a = left, .body_b = right, .anchor_a = at}, "anchor_a is (1, ");
    expect_refused(DistanceDef{.body_a = left, .body_b = right, .anchor_b = at}, "anchor_b is (1, ");
    expect_refused(DistanceDef{.body_a = left, .body_b = right, .local_anchor_a = at}, "local_anchor_a is (1, ");
    expect_refused(DistanceDef{.body_a = left, .body_b = right, .local_anchor_b = at}, "local_anchor_b is (1, ");
  }
}

TEST_F(JointDefinitions, RefuseAnAnchorTooFarFromABody) {
  const Real far = sizeof(Real) == 4 ? Real(0x1p60) : static_cast<Real>(0x1p508);
  const BodyId away = world.add_body({.position = Vec2(far, 0)});
  expect_refused(RevoluteDef{.body_a = left, .body_b = away, .anchor = Vec2(-far, 0)}, "anchor is (-");
  world.add_joint(RevoluteDef{.body_a = left, .body_b = away, .anchor = Vec2(0, 0)});
}

TEST_F(JointDefinitions, RefusePlacesGivenTwice) {
  const Vec2 at(0, 1);
  expect_refused(RevoluteDef{.body_a = left, .body_b = right, .anchor = at, .local_anchor_a = at},
                 "local_anchor_a is (0, 1), but anchor is given");
  expect_refused(WeldDef{.body_a = left, .body_b = right, .anchor = at, .local_anchor_b = at},
                 "local_anchor_b is (0, 1), but anchor is given");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .anchor_a = at, .local_anchor_a = at},
                 "local_anchor_a is (0, 1), but anchor_a is given");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .anchor_b = at, .local_anchor_b = at},
                 "local_anchor_b is (0, 1), but anchor_b is given");
  expect_refused(PrismaticDef{.body_a = left, .body_b = right, .axis = at, .local_axis_a = at},
                 "local_axis_a is (0, 1), but axis is given");
  world.add_joint(DistanceDef{.body_a = left, .body_b = right, .anchor_a = at, .local_anchor_b = at});
}

TEST_F(JointDefinitions, RefuseAxesAnglesAndLengths) {
  const PrismaticDef rail{.body_a = left, .body_b = right};
  const auto with_axis = [&](const Vec2& axis) { return PrismaticDef{.body_a = left, .body_b = right, .axis = axis}; };
  const auto with_local = [&](const Vec2& axis) {
    return PrismaticDef{.body_a = left, .body_b = right, .local_axis_a = axis};
  };
  const auto rod = [&](Real length) { return DistanceDef{.body_a = left, .body_b = right, .length = length}; };
  expect_refused(with_axis(Vec2(0, 0)), "axis is (0, 0), must not be 0");
  expect_refused(with_local(Vec2(0, 0)), "local_axis_a is (0, 0), must not be 0");
  for (const Real bad : {nan, infinite, too_large}) {
    expect_refused(with_axis(Vec2(bad, 0)), "axis is (");
    expect_refused(with_local(Vec2(0, bad)), "local_axis_a is (");
    expect_refused(PrismaticDef{.body_a = left, .body_b = right, .angle = bad}, "angle is ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .angle = bad}, "angle is ");
    expect_refused(rod(bad), "length is ");
  }
  expect_refused(rod(0), "length is 0, must be greater than 0");
  expect_refused(rod(-1), "length is -1, must be greater than 0");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .anchor_a = Vec2(1, 1), .anchor_b = Vec2(1, 1)},
                 "length is not given, and the anchors are in one place");
  world.add_joint(rail);
  world.add_joint(rod(Real(0.5)));
}

TEST_F(JointDefinitions, RefuseSpringsMotorsAndLimitsThatCannotBe) {
  const Vec2 at(0, 3);
  const auto hinge = [&](const JointSpring& spring, const JointMotor& motor, std::optional<JointLimits> limits) {
    return RevoluteDef{
        .body_a = left, .body_b = right, .anchor = at, .spring = spring, .motor = motor, .limits = limits};
  };
  for (const Real bad : {nan, infinite, too_large, Real(-1)}) {
    expect_refused(hinge({.hertz = bad}, {}, {}), "spring.hertz is ");
    expect_refused(hinge({.damping_ratio = bad}, {}, {}), "spring.damping_ratio is ");
    expect_refused(hinge({}, {.largest = bad}, {}), "motor.largest is ");
    expect_refused(hinge({}, {}, JointLimits{0, 1, bad}), "limits.restitution is ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .anchor = at, .linear = {.hertz = bad}},
                   "linear.hertz is ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .anchor = at, .angular = {.damping_ratio = bad}},
                   "angular.damping_ratio is ");
  }
  for (const Real bad : {nan, infinite, -infinite, too_large}) {
    expect_refused(hinge({.rest = bad}, {}, {}), "spring.rest is ");
    expect_refused(hinge({}, {.speed = bad}, {}), "motor.speed is ");
    expect_refused(hinge({}, {}, JointLimits{bad, 1}), "limits.lower is ");
    expect_refused(hinge({}, {}, JointLimits{0, bad}), "limits.upper is ");
    expect_refused(RevoluteDef{.body_a = left, .body_b = right, .anchor = at, .zero_angle = bad}, "zero_angle is ");
  }
  expect_refused(hinge({}, {}, JointLimits{1, 0}), "limits.upper is 0, must not be below lower");
  expect_refused(hinge({}, {}, JointLimits{0, 1, Real(1.5)}), "limits.restitution is 1.5, must be at most 1");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .limits = JointLimits{-1, 1}}, "limits.lower is -1");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .limits = JointLimits{0, 0}},
                 "limits.upper is 0, must be");
  expect_refused(DistanceDef{.body_a = left, .body_b = right, .spring = {.rest = 1}}, "spring.rest is 1, must be 0");
  expect_refused(FilterDef{.body_a = left, .body_b = left}, "body_b is 2, must be another body than body_a");
}

TEST_F(JointDefinitions, RefuseARotationThatIsNoneAndAnAngleBesideIt) {
  const Rotation quarter(0, 1);
  for (const Rotation& bad : {Rotation(nan, 0), Rotation(1, 1), Rotation(0, 0), Rotation(infinite, 0)}) {
    expect_refused(RevoluteDef{.body_a = left, .body_b = right, .rotation = bad}, "rotation is ");
    expect_refused(PrismaticDef{.body_a = left, .body_b = right, .rotation = bad}, "rotation is ");
    expect_refused(WeldDef{.body_a = left, .body_b = right, .rotation = bad}, "rotation is ");
  }
  const std::string both = ", but rotation is given: give one of both";
  expect_refused(RevoluteDef{.body_a = left, .body_b = right, .zero_angle = 2, .rotation = quarter},
                 "zero_angle is 2" + both);
  expect_refused(PrismaticDef{.body_a = left, .body_b = right, .angle = Real(0), .rotation = quarter},
                 "angle is 0" + both);
  expect_refused(WeldDef{.body_a = left, .body_b = right, .angle = Real(1), .rotation = quarter}, "angle is 1" + both);
  for (const Real bad : {nan, infinite, Real(4e9), Real(-4e9)}) {
    expect_refused(RevoluteDef{.body_a = left, .body_b = right, .turned = bad}, "turned is ");
  }
  const JointId hinge = world.add_joint(RevoluteDef{.body_a = left, .body_b = right, .rotation = quarter});
  EXPECT_NEAR(world.joint(hinge).angle, -Real(std::numbers::pi / 2), 4 * eps);
}

TEST_F(JointDefinitions, SettersRefuseWhatDefinitionsDoAndWhatAKindHasNot) {
  const JointId hinge = world.add_joint(pin(left, right));
  const JointId weld = world.add_joint(WeldDef{.body_a = left, .body_b = ground, .anchor = Vec2(0, 0)});
  const JointId filter = world.add_joint(FilterDef{.body_a = right, .body_b = ground});
  const World before = world;
  says("set_spring: hertz is -1", [&] { world.set_spring(hinge, {.hertz = -1}); });
  says("set_motor: largest is -1", [&] { world.set_motor(hinge, {.largest = -1}); });
  says("set_limits: upper is 0, must not be below lower", [&] { world.set_limits(hinge, JointLimits{1, 0}); });
  says("set_springs: linear.rest is 1, must be 0", [&] { world.set_springs(weld, {.rest = 1}, {}); });
  says("set_springs: angular.hertz is -1", [&] { world.set_springs(weld, {}, {.hertz = -1}); });
  says("set_springs: kind is a revolute joint, which has none", [&] { world.set_springs(hinge, {}, {}); });
  for (const JointId joint : {weld, filter}) {
    says("set_spring: kind is a ", [&] { world.set_spring(joint, {}); });
    says("set_motor: kind is a ", [&] { world.set_motor(joint, {}); });
    says("set_limits: kind is a ", [&] { world.set_limits(joint, {}); });
  }
  EXPECT_TRUE(world == before);
}

TEST_F(JointDefinitions, SettersChangeWhatReadersTell) {
  const JointId hinge = world.add_joint(pin(left, right));
  const JointId weld = world.add_joint(WeldDef{.body_a = left, .body_b = ground, .anchor = Vec2(0, 0)});
  const JointSpring spring{.hertz = 2, .damping_ratio = Real(0.5), .rest = 1};
  world.set_spring(hinge, spring);
  world.set_motor(hinge, {.speed = 3, .largest = 4});
  world.set_limits(hinge, JointLimits{-1, 2, Real(0.25)});
  world.set_springs(weld, {.hertz = 5}, {.hertz = 6});
  EXPECT_EQ(world.joint(hinge).spring, spring);
  EXPECT_EQ(world.joint(hinge).motor, (JointMotor{.speed = 3, .largest = 4}));
  EXPECT_EQ(world.joint(hinge).limits, (JointLimits{-1, 2, Real(0.25)}));
  EXPECT_EQ(world.joint(weld).spring.hertz, 5);
  EXPECT_EQ(world.joint(weld).angular.hertz, 6);
  world.set_limits(hinge, {});
  EXPECT_FALSE(world.joint(hinge).limits);
  EXPECT_EQ(world.joint(hinge).spring, spring);
}

/// Two bodies in one place pass through one another.
TEST_F(JointDefinitions, AFilterKeepsTwoBodiesApartFromNothingElse) {
  world.set_gravity(Vec2(0, -10));
  const BodyId a = add_box(20, 3), b = add_box(20, Real(3.2));
  world.add_joint(FilterDef{.body_a = a, .body_b = b});
  for (int i = 0; i < 10; ++i) world.step(dt);
  EXPECT_EQ(world.position(a).x(), 20);
  EXPECT_NEAR(world.position(b).y() - world.position(a).y(), 0.2, 1e-6);
}

TEST_F(JointDefinitions, RefuseHandlesOfJointsThatAreNotThere) {
  const JointId gone = world.add_joint(pin(left, right));
  world.remove_joint(gone);
  const JointId there = world.add_joint(pin(left, right));
  EXPECT_EQ(there.slot, gone.slot);
  EXPECT_FALSE(world.contains(gone));
  EXPECT_TRUE(world.contains(there));
  const std::string was_removed = "joint 0 (generation 0) was removed";
  EXPECT_EQ(refusal([&] { world.joint(gone); }), "joint: " + was_removed);
  EXPECT_EQ(refusal([&] { world.remove_joint(gone); }), "remove_joint: " + was_removed);
  EXPECT_EQ(refusal([&] { world.set_user_data(gone, 1); }), "set_user_data: " + was_removed);
  EXPECT_EQ(refusal([&] { world.set_collide_connected(gone, true); }), "set_collide_connected: " + was_removed);
  EXPECT_EQ(refusal([&] { world.joint({}); }), "joint: joint handle is empty");
  world.remove_body(right);
  EXPECT_NE(refusal([&] { world.joints(right); }), "");
}

// ---- reading ----

TEST_F(JointDefinitions, AWorldAnchorIsOnePlaceOfBothBodies) {
  world.set_pose(left, {Vec2(-2, 3), Rotation::from_angle(Real(0.7))});
  world.set_pose(right, {Vec2(1000, 3), Rotation::from_angle(Real(-2))});
  const Vec2 at(Real(0.3), 4);
  const Joint joint = world.joint(world.add_joint(
      RevoluteDef{.body_a = left, .body_b = right, .anchor = at, .collide_connected = true, .user_data = 77}));
  EXPECT_EQ(joint.kind, JointKind::revolute);
  EXPECT_EQ(joint.body_a, left);
  EXPECT_EQ(joint.body_b, right);
  EXPECT_TRUE(near(joint.anchor_a, at, 8 * eps)) << joint.anchor_a.transpose();
  EXPECT_TRUE(near(joint.anchor_b, at, 2000 * eps)) << joint.anchor_b.transpose();
  EXPECT_NEAR(joint.angle, Real(-2.7), 8 * eps);
  EXPECT_EQ(joint.translation, 0);
  EXPECT_EQ(joint.speed, 0);
  EXPECT_TRUE(joint.collide_connected);
  EXPECT_EQ(joint.user_data, 77u);
}

TEST_F(JointDefinitions, LocalAnchorsMoveWithTheirBodies) {
  const JointId rod = world.add_joint(
      DistanceDef{.body_a = left, .body_b = right, .local_anchor_a = Vec2(1, 0), .local_anchor_b = Vec2(0, 2)});
  EXPECT_EQ(world.joint(rod).anchor_a, Vec2(-1, 3));
  EXPECT_EQ(world.joint(rod).anchor_b, Vec2(2, 5));
  world.set_pose(left, {Vec2(-2, 3), Rotation::from_angle(std::numbers::pi_v<Real> / 2)});
  EXPECT_TRUE(near(world.joint(rod).anchor_a, Vec2(-2, 4), 8 * eps));
  world.add_shape(left, circle(1, Vec2(5, 5)));  // moves the centre of mass, but no point of the body
  EXPECT_TRUE(near(world.joint(rod).anchor_a, Vec2(-2, 4), 16 * eps)) << world.joint(rod).anchor_a.transpose();
}

TEST_F(JointDefinitions, AnglesAreFromMinusPiExclusiveToPi) {
  const JointId joint = world.add_joint(pin(left, right));
  const Real pi = std::numbers::pi_v<Real>;
  for (const Real turn : {Real(0), Real(3), Real(-3)}) {
    world.set_pose(left, {Vec2(0, 0), Rotation::from_angle(1)});
    world.set_pose(right, {Vec2(0, 0), Rotation::from_angle(1 + turn)});
    EXPECT_NEAR(world.joint(joint).angle, turn, 16 * eps);
  }
  for (const Real s : {Real(0), -Real(0), std::numeric_limits<Real>::min(), -std::numeric_limits<Real>::min()}) {
    world.set_pose(left, {Vec2(0, 0), {1, 0}});
    world.set_pose(right, {Vec2(0, 0), {-1, s}});
    EXPECT_EQ(world.joint(joint).angle, pi) << s;
  }
}

TEST_F(JointDefinitions, ReadingsAreThoseOfFiniteDifferences) {
  for (const BodyId body : {left, right}) world.set_damping(body, 0, 0);
  world.set_pose(left, {Vec2(-2, 3), Rotation::from_angle(Real(0.4))});
  world.set_velocity(left, Vec2(Real(0.3), -1));
  world.set_angular_velocity(left, Real(0.5));
  world.set_velocity(right, Vec2(-1, Real(0.25)));
  world.set_angular_velocity(right, Real(-1.5));
  const Vec2 a(Real(-1.5), Real(3.25)), b(Real(2.25), 4);
  const JointId rail =
      world.add_joint(PrismaticDef{.body_a = left, .body_b = right, .anchor = b, .axis = Vec2(3, 4), .angle = 1});
  const JointId rod = world.add_joint(DistanceDef{.body_a = left, .body_b = right, .anchor_a = a, .anchor_b = b});
  const auto pose_after = [&](BodyId body, Real h) {
    const Pose now = world.pose(body);
    const Real turn = h * world.angular_velocity(body);
    const Rotation by = Rotation::from_angle(turn);
    return Pose{now.position + h * world.velocity(body),
                {now.rotation.c * by.c - now.rotation.s * by.s, now.rotation.s * by.c + now.rotation.c * by.s}};
  };
  const Real h = sizeof(Real) == 4 ? Real(1) / 256 : Real(1) / 65536;
  World before = world, after = world;
  for (const BodyId body : {left, right}) {
    before.set_pose(body, pose_after(body, -h));
    after.set_pose(body, pose_after(body, h));
  }
  const Real tolerance = 4 * h * h + 64 * eps / h;
  EXPECT_NEAR(world.joint(rail).translation, 0, 16 * eps);
  EXPECT_NEAR(world.joint(rod).translation, (b - a).norm(), 16 * eps);
  for (const JointId joint : {rail, rod}) {
    EXPECT_EQ(world.joint(joint).spin, -2);
    const Real rate = (after.joint(joint).translation - before.joint(joint).translation) / (2 * h);
    EXPECT_NEAR(world.joint(joint).speed, rate, tolerance);
    EXPECT_GT(std::abs(rate), Real(0.1));
  }
}

TEST_F(JointDefinitions, ReadingsAreExactFarFromTheOrigin) {
  if (sizeof(Real) != 4) GTEST_SKIP() << "double has the digits anyway";
  World space;
  const BodyId a = space.add_body({.position = Vec2(100'000, 0)}, circle(Real(0.25)));
  const BodyId b = space.add_body({.position = Vec2(100'001, 0)}, circle(Real(0.25)));
  const JointId rod = space.add_joint(DistanceDef{.body_a = a, .body_b = b});
  space.set_collide_connected(rod, true);
  EXPECT_EQ(space.joint(rod).translation, 1);
  space.remove_joint(rod);
  space.set_velocity(b, Vec2(Real(1) / 4096, 0));
  for (int i = 0; i < 16; ++i) space.step(Real(1) / 64);
  const JointId longer = space.add_joint(DistanceDef{.body_a = a, .body_b = b});
  EXPECT_NEAR(space.joint(longer).translation, 1 + Real(1) / 16384, 4 * eps);  // an ulp of the place is 1 / 128
}

// ---- lists ----

TEST_F(JointDefinitions, ListsHaveTheOrderOfAddition) {
  std::vector<JointId> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(world.add_joint(pin(left, right)));
    all.push_back(world.add_joint(pin(right, ground)));
    all.push_back(world.add_joint(pin(mover, left)));
  }
  EXPECT_EQ(world.joints(), all);
  EXPECT_EQ(world.joint_count(), 9u);
  EXPECT_EQ(world.joints(left), (std::vector{all[0], all[2], all[3], all[5], all[6], all[8]}));
  EXPECT_EQ(world.joints(right), (std::vector{all[0], all[1], all[3], all[4], all[6], all[7]}));
  EXPECT_EQ(world.joints(ground), (std::vector{all[1], all[4], all[7]}));
  world.remove_joint(all[3]);  // from the middle of both lists
  world.remove_joint(all[8]);  // the last of one
  world.remove_joint(all[0]);  // the first
  EXPECT_EQ(world.joints(left), (std::vector{all[2], all[5], all[6]}));
  EXPECT_EQ(world.joints(right), (std::vector{all[1], all[4], all[6], all[7]}));
  EXPECT_EQ(world.joints(mover), (std::vector{all[2], all[5]}));
  const JointId last = world.add_joint(pin(left, right));  // in a slot that was freed
  EXPECT_LT(last.slot, 9u);
  EXPECT_EQ(world.joints(left), (std::vector{all[2], all[5], all[6], last}));
  EXPECT_EQ(world.joint_count(), 7u);
}

/// Ties the two bodies by a joint of any kind, with random numbers wherever its definition has some.
JointId add_any_joint(World& world, BodyId a, BodyId b, std::mt19937_64& dice) {
  const auto number = [&dice] { return static_cast<Real>(static_cast<double>(dice() >> 11) * 0x1p-53); };
  const auto place = [&] { return Vec2(number() - Real(0.5), number()); };
  const JointSpring spring{number(), number(), number()}, plain{number(), number()};
  const JointMotor motor{number(), number()};
  const JointLimits limits{-number(), number(), number()}, of_rod{number(), 1 + number(), number()};
  const std::uint64_t data = dice();
  switch (dice() % 6) {
    case 0:
      return world.add_joint(RevoluteDef{.body_a = a,
                                         .body_b = b,
                                         .anchor = place(),
                                         .zero_angle = number() * 9,
                                         .turned = number() * 99,
                                         .spring = spring,
                                         .limits = limits,
                                         .user_data = data});
    case 1:
      return world.add_joint(PrismaticDef{.body_a = a,
                                          .body_b = b,
                                          .local_anchor_a = place(),
                                          .axis = place(),
                                          .motor = motor,
                                          .collide_connected = true});
    case 2:
      return world.add_joint(WheelDef{.body_a = a,
                                      .body_b = b,
                                      .local_anchor_b = place(),
                                      .local_axis_a = place(),
                                      .spring = spring,
                                      .limits = limits,
                                      .motor = motor,
                                      .user_data = data});
    case 3:
      return world.add_joint(WeldDef{
          .body_a = a, .body_b = b, .anchor = place(), .linear = plain, .angular = plain, .turned = number() * 99});
    case 4:
      return world.add_joint(DistanceDef{
          .body_a = a, .body_b = b, .anchor_a = place(), .local_anchor_b = place(), .spring = plain, .limits = of_rod});
    default: return world.add_joint(FilterDef{.body_a = a, .body_b = b, .user_data = data});
  }
}

// Of a joint of any kind, in a world that goes on: a copy of the world in which the joint is made again from its
// definition is the same to the bit.
TEST_F(JointDefinitions, TheDefinitionOfAJointMakesItAgain) {
  std::mt19937_64 dice(1);
  for (int round = 0; round < 200; ++round) {
    World made({.gravity = Vec2(0, -9)});
    const BodyId a = made.add_body({.rotation = Rotation::from_angle(Real(round))}, box(1, 2));
    const BodyId b = made.add_body({.position = Vec2(3, 1), .angular_velocity = 20}, box(2, 1));
    const JointId joint = add_any_joint(made, a, b, dice);
    for (int i = 0; i < round % 4; ++i) made.step(dt);
    World again = made;
    const JointDef def = made.definition(joint);
    EXPECT_EQ(def.index(), static_cast<std::size_t>(made.joint(joint).kind));
    again.remove_joint(joint);
    made.remove_joint(made.add_joint(FilterDef{.body_a = a, .body_b = b}));  // wakes the bodies here too
    const JointId second = std::visit([&again](const auto& kind) { return again.add_joint(kind); }, def);
    EXPECT_EQ(made.hash(), again.hash()) << round;
    EXPECT_EQ(made.joint(joint).user_data, again.joint(second).user_data);
    EXPECT_EQ(made.joint(joint).angle, again.joint(second).angle);
  }
  EXPECT_THROW(world.definition(JointId{}), std::invalid_argument);
}

TEST_F(JointDefinitions, ABodyThatGoesTakesItsJointsWithIt) {
  const JointId first = world.add_joint(pin(left, right));
  const JointId kept = world.add_joint(pin(right, ground));
  const JointId second = world.add_joint(pin(mover, left));
  const JointId by_hand = world.add_joint(pin(left, ground));
  world.remove_joint(by_hand);
  world.step(dt);
  EXPECT_TRUE(world.joint_ends().empty());
  world.remove_body(left);
  EXPECT_TRUE(world.joint_ends().empty());  // reported by the next step
  EXPECT_FALSE(world.contains(first) || world.contains(second));
  EXPECT_EQ(world.joints(), std::vector{kept});
  EXPECT_EQ(world.joints(right), std::vector{kept});
  EXPECT_TRUE(world.joints(mover).empty());
  world.step(dt);
  ASSERT_EQ(world.joint_ends().size(), 2u);
  EXPECT_EQ(world.joint_ends()[0], (JointEvent{first, left, right}));
  EXPECT_EQ(world.joint_ends()[1], (JointEvent{second, mover, left}));
  world.step(dt);
  EXPECT_TRUE(world.joint_ends().empty());
}

TEST_F(JointDefinitions, ANewBodyInAFreedSlotHasNoJoints) {
  world.add_joint(pin(left, right));
  world.remove_body(left);
  const BodyId next = add_box(0, 30);
  EXPECT_EQ(next.slot, left.slot);
  EXPECT_TRUE(world.joints(next).empty());
}

TEST_F(JointDefinitions, ATypeThatLeavesNoDynamicBodyKeepsTheJoint) {
  const JointId joint = world.add_joint(pin(left, ground));
  world.set_type(left, BodyType::kinematic);
  world.step(dt);
  EXPECT_TRUE(world.contains(joint));
  world.set_type(left, BodyType::dynamic);
  EXPECT_TRUE(world.contains(joint));
}

}  // namespace
}  // namespace bankshot::testing
