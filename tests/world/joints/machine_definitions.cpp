// Gears, racks and pulleys as a user makes, reads and changes them; and which of them are refused.

#include "world/joints/definition_fixture.hpp"
#include "world/random.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

using MachineDefinitions = DefinitionTest;

TEST_F(MachineDefinitions, RefuseWhatCannotBe) {
  const auto gear = [&](Real ratio) { return GearDef{.body_a = left, .body_b = right, .ratio = ratio}; };
  const auto rack = [&](Real radius) { return RackDef{.body_a = left, .body_b = right, .radius = radius}; };
  const auto pulley = [&] {
    return PulleyDef{.body_a = left, .body_b = right, .wheel_a = Vec2(-2, 9), .wheel_b = Vec2(2, 9)};
  };
  for (const Real bad : {nan, infinite, std::numeric_limits<Real>::max(), Real(0)}) {
    expect_refused(gear(bad), "ratio is ");
    expect_refused(rack(bad), "radius is ");
    PulleyDef of_ratio = pulley(), of_length = pulley(), of_radius = pulley();
    of_ratio.ratio = of_length.length.emplace() = of_radius.wheel_radius.emplace() = bad;
    expect_refused(of_ratio, "ratio is "), expect_refused(of_length, "length is ");
    expect_refused(of_radius, "wheel_radius is ");
  }
  for (const Real bad : {nan, infinite, std::numeric_limits<Real>::max()}) {
    GearDef marked = gear(1);
    marked.local_mark_a = Vec2(1, 0), marked.local_mark_b = Vec2(bad, 1);
    expect_refused(marked, "local_mark_b is ");
    PulleyDef far = pulley();
    far.wheel_b = Vec2(0, bad);
    expect_refused(far, "wheel_b is ");
    expect_refused(RackDef{.body_a = left, .body_b = right, .axis = Vec2(bad, 0)}, "axis is ");
    expect_refused(GearDef{.body_a = left, .body_b = right, .local_anchor_b = Vec2(bad, 0)}, "local_anchor_b is ");
  }
  PulleyDef back = pulley();
  back.ratio = -1;
  expect_refused(back, "ratio is -1, must be greater than 0");
  PulleyDef resting = pulley();
  resting.spring.rest = 1;
  expect_refused(resting, "spring.rest is 1, must be 0");
  GearDef half = gear(1);
  half.local_mark_a = Vec2(1, 0);
  expect_refused(half, "local_mark_b is not given, but the other mark is");
  half.local_mark_b = Vec2(0, 0);
  expect_refused(half, "local_mark_b is (0, 0), must not be 0");
  GearDef concentric = gear(2);
  concentric.local_anchor_b = Vec2(-4, 0);
  expect_refused(concentric, "local_anchor_b is (-4, 0), which is where the axis of A is");
  expect_refused(GearDef{.body_a = left, .body_b = left}, "body_b is ");
  expect_refused(RackDef{.body_a = ground, .body_b = mover}, "body_b is 1, but neither");
  PulleyDef shorter = pulley();
  shorter.wheel_radius = Real(0.5), shorter.length = Real(0.9);
  expect_refused(shorter, "length is 0.9, which is too short: it must be at least (1 + ratio) wheel_radius");
  shorter.length = Real(5), shorter.limits = JointLimits{.lower = 0, .upper = Real(0.9)};
  expect_refused(shorter, "limits.upper is 0.9, which is too short");
  PulleyDef nowhere = pulley();
  nowhere.wheel_a = Vec2(-2, 3), nowhere.wheel_b = Vec2(2, 3);
  expect_refused(nowhere, "length is not given, and the anchors are");
}

TEST_F(MachineDefinitions, RefuseChangesOfWhatTheyDoNotHave) {
  const JointId gear = world.add_joint(GearDef{.body_a = left, .body_b = right});
  const JointId rack = world.add_joint(RackDef{.body_a = ground, .body_b = right});
  const JointId pulley = world.add_joint(PulleyDef{.body_a = left, .body_b = right, .wheel_radius = 1});
  const World before = world;
  says("set_motor: kind is a gear, which has none", [&] { world.set_motor(gear, {}); });
  says("set_spring: kind is a rack, which has none", [&] { world.set_spring(rack, {}); });
  says("set_limits: kind is a gear", [&] { world.set_limits(gear, JointLimits{}); });
  says("set_limits: upper is 0, must be greater", [&] { world.set_limits(pulley, JointLimits{}); });
  says("set_limits: upper is 1, which is too short", [&] {
    const JointId rope = world.joints().back();
    world.set_limits(rope, JointLimits{.lower = 0, .upper = 1});
  });
  says("set_springs: kind is a pulley", [&] { world.set_springs(pulley, {}, {}); });
  says("set_target: kind is a pulley", [&] { world.set_target(pulley, Vec2(0, 0)); });
  EXPECT_TRUE(world == before);
  world.set_motor(pulley, {.speed = 2, .largest = 3}), world.set_spring(pulley, {.hertz = 4});
  world.set_limits(pulley, JointLimits{.lower = 2, .upper = 9});
  EXPECT_EQ(world.joint(pulley).motor, (JointMotor{.speed = 2, .largest = 3}));
  EXPECT_EQ(world.joint(pulley).spring.hertz, 4);
  EXPECT_EQ(world.joint(pulley).limits->upper, 9);
  EXPECT_FALSE(world == before);
}

TEST_F(MachineDefinitions, AreReadBack) {
  const JointId gear = world.add_joint(GearDef{.body_a = left, .body_b = right, .ratio = Real(-2.5)});
  const JointId rack = world.add_joint(
      RackDef{.body_a = left, .body_b = right, .anchor = Vec2(2, 3), .axis = Vec2(0, 2), .radius = Real(-0.5)});
  const JointId pulley = world.add_joint(
      PulleyDef{.body_a = left, .body_b = right, .wheel_a = Vec2(-2, 7), .wheel_b = Vec2(2, 5), .ratio = 3});
  const auto of_gear = std::get<GearDef>(world.definition(gear));
  EXPECT_EQ(of_gear.ratio, Real(-2.5));
  EXPECT_TRUE(near(*of_gear.local_mark_a, Vec2(1, 0), Real(1e-6)));
  EXPECT_TRUE(near(*of_gear.local_mark_b, Vec2(1, 0), Real(1e-6)));
  const auto of_rack = std::get<RackDef>(world.definition(rack));
  EXPECT_EQ(of_rack.radius, Real(-0.5));
  EXPECT_TRUE(near(of_rack.local_axis_a, Vec2(0, 1), Real(1e-6)));
  const auto of_pulley = std::get<PulleyDef>(world.definition(pulley));
  EXPECT_NEAR(static_cast<double>(*of_pulley.length), 10, 1e-5);
  EXPECT_NEAR(static_cast<double>(*of_pulley.wheel_radius), 0.025, 1e-6);
  const JointId near_wheel = world.add_joint(
      PulleyDef{.body_a = left, .body_b = right, .wheel_a = Vec2(-2, Real(3.01)), .wheel_b = Vec2(2, 9)});
  EXPECT_NEAR(static_cast<double>(*std::get<PulleyDef>(world.definition(near_wheel)).wheel_radius), 0.01, 1e-6);
  EXPECT_EQ(of_pulley.wheel_b, Vec2(2, 5));
  EXPECT_EQ(of_pulley.ratio, 3);
  EXPECT_TRUE(world.joint(pulley).collide_connected);
  EXPECT_FALSE(world.joint(gear).collide_connected || world.joint(rack).collide_connected);
  EXPECT_NEAR(static_cast<double>(world.joint(pulley).translation), 10, 1e-5);
}

/// Also after many turns, which count.
TEST_F(MachineDefinitions, MakeTheSameJointAgain) {
  Random random(51);
  int turned = 0;
  for (int n = 0; n < 20; ++n) {
    World machine({.gravity = Vec2(0, -10), .sleep = false});
    const BodyId post = machine.add_body({.type = BodyType::fixed});
    std::vector<BodyId> wheels;
    for (int i = 0; i < 3; ++i) {
      wheels.push_back(machine.add_body({.position = Vec2(static_cast<Real>(3 * i), random.real(-1, 1))}, circle(1)));
      machine.add_joint(
          RevoluteDef{.body_a = post, .body_b = wheels.back(), .anchor = machine.position(wheels.back())});
    }
    const BodyId bar = machine.add_body({.position = Vec2(0, 5)}, box(4, 1));
    machine.add_joint(PrismaticDef{.body_a = post, .body_b = bar, .anchor = Vec2(0, 5)});
    const BodyId load = machine.add_body({.position = Vec2(9, 0)}, box(1, 1));
    const Real ratio = random.real(0.5, 2);
    const JointId joints[] = {
        machine.add_joint(
            GearDef{.body_a = wheels[0], .body_b = wheels[1], .ratio = random.one_in(2) ? ratio : -ratio}),
        machine.add_joint(GearDef{.body_a = wheels[1], .body_b = wheels[2], .ratio = ratio}),
        machine.add_joint(RackDef{.body_a = bar, .body_b = wheels[0], .anchor = machine.position(wheels[0])}),
        machine.add_joint(
            PulleyDef{.body_a = bar, .body_b = load, .wheel_a = Vec2(9, 5), .wheel_b = Vec2(9, 5), .ratio = ratio})};
    machine.set_angular_velocity(wheels[2], random.real(-50, 50));
    machine.set_angular_velocity(load, 9);
    for (int i = 0; i < 60; ++i) machine.step(dt);
    World again = machine;
    for (const JointId joint : joints) again.remove_joint(joint);
    for (const JointId joint : joints) {
      std::visit(
          [&](const auto& def) {
            if constexpr (requires { def.turned; }) turned += def.turned == 0 ? 0 : 1;
            again.add_joint(def);
          },
          machine.definition(joint));
    }
    ASSERT_EQ(again.hash(), machine.hash()) << n;
    for (int i = 0; i < 60; ++i) machine.step(dt), again.step(dt);
    ASSERT_EQ(again.hash(), machine.hash()) << n;
  }
  EXPECT_GT(turned, 30);
}

TEST_F(MachineDefinitions, EverythingIsCompared) {
  const auto expect_different = [&](const auto& first, const auto& second) {
    World l = world, r = world;
    l.add_joint(first), r.add_joint(second);
    EXPECT_FALSE(l == r);
    EXPECT_NE(l.hash(), r.hash());
  };
  const GearDef gear{.body_a = left, .body_b = right, .local_mark_a = Vec2(1, 0), .local_mark_b = Vec2(0, 1)};
  const auto other_gear = [&](auto change) {
    GearDef other = gear;
    change(other);
    expect_different(gear, other);
  };
  other_gear([](GearDef& of) { of.ratio = 2; });
  other_gear([](GearDef& of) { of.local_mark_a = Vec2(0, 1); });
  other_gear([](GearDef& of) { of.local_mark_b = Vec2(1, 0); });
  other_gear([](GearDef& of) { of.turned = 9; });
  const RackDef rack{.body_a = left, .body_b = right};
  RackDef other_rack = rack;
  other_rack.radius = 2;
  expect_different(rack, other_rack);
  const PulleyDef pulley{.body_a = left, .body_b = right, .length = Real(9)};
  const auto other_pulley = [&](auto change) {
    PulleyDef other = pulley;
    change(other);
    expect_different(pulley, other);
  };
  other_pulley([](PulleyDef& of) { of.wheel_a = Vec2(1, 0); });
  other_pulley([](PulleyDef& of) { of.wheel_b = Vec2(0, 1); });
  other_pulley([](PulleyDef& of) { of.ratio = 2; });
  other_pulley([](PulleyDef& of) { of.wheel_radius = Real(0.5); });
  other_pulley([](PulleyDef& of) { of.length = Real(10); });
}

}  // namespace
}  // namespace bankshot::testing
