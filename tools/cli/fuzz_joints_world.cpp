// Worlds made of the cases of the target "joints", and programs for people that make the same.

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "fuzz_joints_case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyId;
using bankshot::BodyType;
using bankshot::JointId;
using bankshot::JointKind;
using bankshot::Real;
using bankshot::Vec2;
using bankshot::World;

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t order) {
  std::vector<std::size_t> list(count);
  std::iota(list.begin(), list.end(), std::size_t{0});
  if (order == 0) return list;
  bankshot_oracle::Random random(order, count, 9);
  for (std::size_t i = count; i > 1; --i) {
    std::swap(list[i - 1], list[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
  }
  return list;
}

BodyId add_body_of(const TiedBody& body, World& world) {
  const bankshot::Shape shape = body.round ? bankshot::circle(body.width) : bankshot::box(body.width, body.height);
  const BodyId id = world.add_body(body.def, shape, body.material);
  if (body.ghost) world.set_filter(world.shapes(id)[0], {.mask = 0});
  return id;
}

/// Sets what all joints with one spring, a motor and limits have.
template <class Def>
JointId add_driven(Def def, const TiedJoint& joint, World& world) {
  def.spring = joint.spring;
  def.motor = joint.motor;
  def.limits = joint.limits;
  def.collide_connected = joint.collide;
  return world.add_joint(def);
}

Vec2 local_point(const World& world, BodyId body, const Vec2& point) {
  const bankshot::Pose pose = world.pose(body);
  const bankshot::Rotation back{pose.rotation.c, -pose.rotation.s};
  return back * (point - pose.position);
}

/// Anchors in the coordinates of the bodies, for a joint that is made open.
template <class Def>
Def anchored(const TiedJoint& joint, const World& world, const Def& plain) {
  Def def = plain;
  if (joint.out_of_place == Vec2::Zero()) {
    def.anchor = joint.anchor_a;
    return def;
  }
  def.local_anchor_a = local_point(world, def.body_a, joint.anchor_a);
  def.local_anchor_b = local_point(world, def.body_b, Vec2(joint.anchor_a + joint.out_of_place));
  return def;
}

JointId add_machine_of(const TiedJoint& joint, BodyId a, BodyId b, World& world) {
  switch (joint.kind) {
    case JointKind::gear:
      return world.add_joint(bankshot::GearDef{.body_a = a,
                                               .body_b = b,
                                               .local_anchor_a = local_point(world, a, joint.anchor_a),
                                               .local_anchor_b = local_point(world, b, joint.anchor_b),
                                               .ratio = joint.ratio,
                                               .collide_connected = joint.collide});
    case JointKind::rack:
      return world.add_joint(bankshot::RackDef{.body_a = a,
                                               .body_b = b,
                                               .anchor = joint.anchor_b,
                                               .axis = joint.axis,
                                               .radius = joint.ratio,
                                               .collide_connected = joint.collide});
    case JointKind::pulley: {
      bankshot::PulleyDef def{.body_a = a,
                              .body_b = b,
                              .wheel_a = joint.wheel_a,
                              .wheel_b = joint.wheel_b,
                              .anchor_a = joint.anchor_a,
                              .anchor_b = joint.anchor_b,
                              .ratio = joint.ratio};
      return add_driven(def, joint, world);
    }
    case JointKind::target: {
      bankshot::TargetDef def{.body_a = a, .body_b = b};
      def.local_anchor_a = local_point(world, a, joint.anchor_a);
      def.local_anchor_b = local_point(world, b, joint.anchor_b);
      def.spring = joint.spring, def.largest_force = joint.strongest;
      return world.add_joint(def);
    }
    default: return world.add_joint(bankshot::FilterDef{.body_a = a, .body_b = b});
  }
}

JointId add_joint_of(const TiedJoint& joint, BodyId a, BodyId b, World& world) {
  switch (joint.kind) {
    case JointKind::revolute: {
      bankshot::RevoluteDef def{.body_a = a, .body_b = b, .zero_angle = joint.zero_angle};
      return add_driven(anchored(joint, world, def), joint, world);
    }
    case JointKind::prismatic: {
      bankshot::PrismaticDef def{.body_a = a, .body_b = b, .axis = joint.axis};
      return add_driven(anchored(joint, world, def), joint, world);
    }
    case JointKind::wheel: {
      bankshot::WheelDef def{.body_a = a, .body_b = b, .axis = joint.axis};
      return add_driven(anchored(joint, world, def), joint, world);
    }
    case JointKind::weld: {
      bankshot::WeldDef def = anchored(joint, world, bankshot::WeldDef{.body_a = a, .body_b = b});
      def.linear = joint.spring;
      def.angular = joint.angular;
      def.collide_connected = joint.collide;
      return world.add_joint(def);
    }
    case JointKind::distance: {
      bankshot::DistanceDef def{.body_a = a, .body_b = b, .anchor_a = joint.anchor_a, .anchor_b = joint.anchor_b};
      return add_driven(def, joint, world);
    }
    default: return add_machine_of(joint, a, b, world);
  }
}

}  // namespace

JointWorld::JointWorld(const JointCase& joint_case, std::uint64_t order)
    : world(joint_case.world), bodies(joint_case.bodies.size()), joints(joint_case.joints.size()) {
  for (const std::size_t i : shuffled(bodies.size(), order)) bodies[i] = add_body_of(joint_case.bodies[i], world);
  for (const std::size_t i : shuffled(joints.size(), order)) {
    const TiedJoint& joint = joint_case.joints[i];
    joints[i] = add_joint_of(joint, bodies[joint.a], bodies[joint.b], world);
  }
}

void JointWorld::apply(const JointEdit& edit) {
  using Kind = JointEdit::Kind;
  const bool of_joint = edit.kind == Kind::remove_joint || edit.kind == Kind::spring || edit.kind == Kind::motor ||
                        edit.kind == Kind::limits;
  try {
    if (of_joint) {
      if (edit.which < joints.size() && world.contains(joints[edit.which])) apply_to_joint(edit, joints[edit.which]);
    } else if (edit.which < bodies.size() && world.contains(bodies[edit.which])) {
      apply_to_body(edit, bodies[edit.which]);
    }
  } catch (const std::invalid_argument&) {  // a joint without a spring, a fixed body with a velocity: changes nothing
  }
}

void JointWorld::apply_to_joint(const JointEdit& edit, JointId joint) {
  switch (edit.kind) {
    case JointEdit::Kind::spring: return world.set_spring(joint, edit.value_spring);
    case JointEdit::Kind::motor: return world.set_motor(joint, edit.value_motor);
    case JointEdit::Kind::limits: return world.set_limits(joint, edit.value_limits);
    default: return world.remove_joint(joint);
  }
}

void JointWorld::apply_to_body(const JointEdit& edit, BodyId body) {
  switch (edit.kind) {
    case JointEdit::Kind::remove_body: return world.remove_body(body);
    case JointEdit::Kind::type: return world.set_type(body, edit.type);
    case JointEdit::Kind::sleep: return world.set_awake(body, edit.vector.x() > 0);
    case JointEdit::Kind::velocity: return world.set_velocity(body, edit.vector);
    case JointEdit::Kind::impulse: return world.apply_impulse(body, edit.vector * world.mass_properties(body).mass);
    case JointEdit::Kind::pose:
      return world.set_pose(body, {world.position(body) + Real(0.1) * edit.vector, world.rotation(body)});
    default: {
      if (edit.other >= bodies.size() || !world.contains(bodies[edit.other])) return;
      bankshot::DistanceDef rod{.body_a = body, .body_b = bodies[edit.other]};
      joints.push_back(world.add_joint(rod));
    }
  }
}

}  // namespace bankshot_tool
