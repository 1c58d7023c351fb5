// Target joints and motor joints as a user makes, reads and changes them; and which of them are refused.

#include "world/joints/definition_fixture.hpp"

namespace bankshot::testing {
namespace {

using PullDefinitions = DefinitionTest;

TEST_F(PullDefinitions, RefusePullsThatCannotBe) {
  const auto target = [&](const JointSpring& spring, Real force) {
    return TargetDef{.body_a = ground, .body_b = left, .spring = spring, .largest_force = force};
  };
  const auto motor = [&](const JointSpring& linear, const JointSpring& angular, Real force, Real torque) {
    return MotorDef{.body_a = left,
                    .body_b = right,
                    .linear = linear,
                    .angular = angular,
                    .largest_force = force,
                    .largest_torque = torque};
  };
  for (const Real bad : {nan, infinite, std::numeric_limits<Real>::max(), Real(-1)}) {
    expect_refused(target({.hertz = bad}, 1), "spring.hertz is ");
    expect_refused(motor({.hertz = bad}, {}, 1, 1), "linear.hertz is ");
    expect_refused(motor({}, {.damping_ratio = bad}, 1, 1), "angular.damping_ratio is ");
  }
  for (const Real bad : {nan, infinite, std::numeric_limits<Real>::max()}) {
    expect_refused(TargetDef{.body_a = ground, .body_b = left, .anchor = Vec2(bad, 0)}, "anchor is ");
    expect_refused(MotorDef{.body_a = left, .body_b = right, .local_anchor_b = Vec2(0, bad)}, "local_anchor_b is ");
  }
  expect_refused(target({.rest = 1}, 1), "spring.rest is 1, must be 0");
  expect_refused(target({}, -1), "largest_force is -1, must be at least 0, or infinity: no bound");
  expect_refused(motor({}, {}, nan, 1), "largest_force is nan, must be");
  expect_refused(motor({}, {}, 1, -2), "largest_torque is -2, must be");
  expect_refused(TargetDef{.body_a = ground, .body_b = mover}, "body_b is 1, but neither");
  expect_refused(MotorDef{.body_a = left, .body_b = right, .angle = Real(1), .rotation = Rotation(0, 1)},
                 "angle is 1, but rotation");
  const JointId pull = world.add_joint(target({}, 1)),
                hinge = world.add_joint(RevoluteDef{.body_a = left, .body_b = right});
  const World before = world;
  says("set_target: kind is a revolute joint, which has none", [&] { world.set_target(hinge, Vec2(0, 0)); });
  says("set_target: point is (", [&] { world.set_target(pull, Vec2(nan, 0)); });
  says("set_target_angle: kind is a target joint", [&] { world.set_target_angle(pull, 1); });
  says("set_strength: force is -1, must be", [&] { world.set_strength(pull, -1, 0); });
  says("set_strength: torque is 1, must be 0: a target joint", [&] { world.set_strength(pull, 1, 1); });
  says("set_strength: kind is a revolute joint", [&] { world.set_strength(hinge, 1, 0); });
  says("set_springs: kind is a target joint", [&] { world.set_springs(pull, {}, {}); });
  says("set_spring: rest is 1, must be 0", [&] { world.set_spring(pull, {.rest = 1}); });
  says("set_motor: kind is a target joint", [&] { world.set_motor(pull, {}); });
  EXPECT_TRUE(world == before);
}

TEST_F(PullDefinitions, PullsAreReadBack) {
  const JointSpring spring{.hertz = 2, .damping_ratio = Real(0.5)}, other{.hertz = 3};
  const JointId target = world.add_joint(TargetDef{.body_a = ground, .body_b = left, .anchor = Vec2(1, 2)});
  const JointId motor = world.add_joint(MotorDef{.body_a = left, .body_b = right});
  EXPECT_EQ(world.joint(target).largest_force, unbounded);
  EXPECT_TRUE(world.joint(target).collide_connected);
  world.set_target(target, Vec2(4, 5)), world.set_spring(target, spring), world.set_strength(target, 7, 0);
  world.set_springs(motor, spring, other), world.set_strength(motor, 8, 9), world.set_target_angle(motor, 1);
  EXPECT_TRUE(near(world.joint(target).anchor_a, Vec2(4, 5), Real(1e-5)));
  EXPECT_TRUE(near(world.joint(target).anchor_b, Vec2(1, 2), Real(1e-5)));
  EXPECT_EQ(world.joint(target).spring, spring);
  EXPECT_EQ(world.joint(target).largest_force, 7);
  EXPECT_EQ(world.joint(target).largest_torque, 0);
  EXPECT_EQ(world.joint(motor).angular, other);
  EXPECT_EQ(world.joint(motor).largest_force, 8);
  EXPECT_EQ(world.joint(motor).largest_torque, 9);
  World again = world;
  for (const JointId joint : {motor, target}) {
    again.remove_joint(joint);
  }
  std::visit([&](const auto& def) { again.add_joint(def); }, world.definition(target));
  std::visit([&](const auto& def) { again.add_joint(def); }, world.definition(motor));
  EXPECT_EQ(again.hash(), world.hash());
}

}  // namespace
}  // namespace bankshot::testing
