#include <bankshot/world/joints/joint_places.hpp>
#include <bankshot/world/joints/new_joint.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr Place new_joint_place{"add_joint"};

constexpr const char* too_short_rope = "which is too short: it must be at least (1 + ratio) wheel_radius";

/// That of a pulley whose anchors are both at their wheels.
Real shortest_rope(const JointSlot& pulley) { return (1 + pulley.ratio) * pulley.drive.turn.limits.lower; }

/// Fills in a joint from its definition. Refuses what is wrong; the world is not changed yet.
class NewJoint {
 public:
  template <class Def>
  NewJoint(const WorldState& state, JointKind kind, const Def& def) : state_(state) {
    const Rank ranks[2] = {rank_of(state, def.body_a, "add_joint"), rank_of(state, def.body_b, "add_joint")};
    if (ranks[0] == ranks[1]) {
      refuse(new_joint_place, "body_b", std::to_string(def.body_b.slot), "must be another body than body_a");
    }
    const auto dynamic = [&state](Rank rank) { return state.bodies.flags[rank].type == BodyType::dynamic; };
    if (!dynamic(ranks[0]) && !dynamic(ranks[1])) {
      refuse(new_joint_place, "body_b", std::to_string(def.body_b.slot),
             "but neither it nor body_a is dynamic: at least one must be");
    }
    joint_.body[0] = def.body_a.slot, joint_.body[1] = def.body_b.slot;
    joint_.kind = kind;
    joint_.user_data = def.user_data;
  }

  /// One anchor for both bodies, or each in its body's coordinates.
  template <class Def>
  NewJoint& anchors(const Def& def) {
    anchor(0, "anchor", def.anchor, "local_anchor_a", def.local_anchor_a);
    anchor(1, "anchor", def.anchor, "local_anchor_b", def.local_anchor_b);
    return *this;
  }

  void anchor(int side, const char* field, const std::optional<Vec2>& world, const char* local_field,
              const Vec2& local) {
    check(new_joint_place, local_field, local);
    joint_.anchor[side] = plain(local);
    if (!world) return;
    check(new_joint_place, field, *world);
    expect_unset(local_field, plain(local), V2{}, field);
    joint_.anchor[side] = detail::local_anchor(new_joint_place, field, pose(side), plain(*world));
  }

  /// What all kinds but filters have.
  template <class Def>
  NewJoint& common(const Def& def) {
    check_strength(new_joint_place, "break_force", def.break_force);
    check_strength(new_joint_place, "break_torque", def.break_torque);
    joint_.break_force = def.break_force, joint_.break_torque = def.break_torque;
    joint_.collide_connected = def.collide_connected;
    return *this;
  }

  NewJoint& axis(const std::optional<Vec2>& world, const Vec2& local, V2 by_default) {
    joint_.axis = as_unit(plain(local), direction("local_axis_a", local));
    if (!world) return *this;
    const P2 along = direction("axis", *world);
    expect_unset("local_axis_a", plain(local), by_default, "axis");
    joint_.axis = narrow(unit_along(turned(mirrored(facing(pose(0).rotation)), along)));
    return *this;
  }

  /// An angle, or a rotation instead of it.
  NewJoint& angle(const char* field, const std::optional<Real>& angle, const std::optional<Rotation>& rotation) {
    if (rotation) {
      check(new_joint_place, "rotation", *rotation);
      if (angle) refuse(new_joint_place, field, text(*angle), "but rotation is given: give one of both");
      const V2 given = {rotation->c, rotation->s};
      const V2 turn = as_unit(given, unit_along(wide(given)));
      joint_.angle = {turn.x, turn.y};
      return *this;
    }
    if (angle) {
      check(new_joint_place, field, *angle);
      joint_.angle = rotation_of(*angle);
      return *this;
    }
    const V2 turn = narrow(turn_between(pose(0), pose(1)));
    joint_.angle = {turn.x, turn.y};
    return *this;
  }

  /// Called after the anchors; `now`: the present one.
  NewJoint& length(const std::optional<Real>& length, double now) {
    if (length) {
      check_positive(new_joint_place, "length", *length);
      joint_.length = *length;
      return *this;
    }
    joint_.length = static_cast<Real>(now);
    if (joint_.length == 0) {
      refuse(new_joint_place, "length", "not given", "and the anchors are in one place: it must be greater than 0");
    }
    check_positive(new_joint_place, "length", joint_.length);
    return *this;
  }

  template <class Def>
  NewJoint& two_anchors(const Def& def) {
    anchor(0, "anchor_a", def.anchor_a, "local_anchor_a", def.local_anchor_a);
    anchor(1, "anchor_b", def.anchor_b, "local_anchor_b", def.local_anchor_b);
    return *this;
  }

  /// `field`: what the kind of joint calls it.
  NewJoint& ratio(const char* field, Real ratio) {
    check(new_joint_place, field, ratio);
    if (ratio == 0) refuse(new_joint_place, field, "0", "must not be 0");
    joint_.ratio = ratio;
    return *this;
  }

  /// Called after the anchors.
  NewJoint& marks(const std::optional<Vec2>& a, const std::optional<Vec2>& b) {
    const P2 way = way_between(pose(0), pose(1), joint_);
    if (detail::length(way) == 0) {
      refuse(new_joint_place, "local_anchor_b", text(joint_.anchor[1]),
             "which is where the axis of A is: they must be "
             "apart");
    }
    if (a.has_value() != b.has_value()) {
      refuse(new_joint_place, a ? "local_mark_b" : "local_mark_a", "not given",
             "but the other mark is: give both or neither");
    }
    const V2 mark[2] = {a ? as_unit(plain(*a), direction("local_mark_a", *a)) : mark_along(0, way),
                        b ? as_unit(plain(*b), direction("local_mark_b", *b)) : mark_along(1, way)};
    joint_.axis = mark[0], joint_.angle = {mark[1].x, mark[1].y};
    return *this;
  }

  NewJoint& wheels(const Vec2& a, const Vec2& b) {
    check(new_joint_place, "wheel_a", a), check(new_joint_place, "wheel_b", b);
    joint_.wheel[0] = plain(a), joint_.wheel[1] = plain(b);
    return *this;
  }

  /// Called after the length.
  NewJoint& wheel_radius(const std::optional<Real>& radius) {
    if (radius) check_positive(new_joint_place, "wheel_radius", *radius);
    joint_.drive.turn.limits = {.lower = radius ? *radius : small_wheel(), .upper = largest};
    joint_.drive.turn.limited = true;
    if (joint_.length < shortest_rope(joint_)) {
      refuse(new_joint_place, "length", text(joint_.length), too_short_rope);
    }
    return *this;
  }

  double distance() const { return detail::length(way_between(pose(0), pose(1), joint_)); }
  double rope() const { return rope_part(0) + to_double(joint_.ratio) * rope_part(1); }

  /// Spring, motor and limits, as far as the kind has them.
  NewJoint& driven(const JointSpring& spring, const JointMotor& motor, const std::optional<JointLimits>& limits) {
    check({"add_joint", "spring."}, spring, spring_rest(joint_.kind));
    check({"add_joint", "motor."}, motor);
    if (limits) check({"add_joint", "limits."}, *limits, limited(joint_.kind));
    if (limits && joint_.kind == JointKind::pulley) check_rope({"add_joint", "limits."}, joint_, *limits);
    spring_drive(joint_).spring = spring;
    motor_drive(joint_).motor = motor;
    spring_drive(joint_).limited = limits.has_value();
    spring_drive(joint_).limits = limits.value_or(JointLimits{});
    return *this;
  }

  NewJoint& soft(const char* linear_field, const JointSpring& linear, const JointSpring& angular) {
    check({"add_joint", linear_field}, linear, SpringRest::zero);
    check({"add_joint", "angular."}, angular, SpringRest::zero);
    joint_.drive.along.spring = linear, joint_.drive.turn.spring = angular;
    return *this;
  }

  /// The largest force and torque of a pull.
  NewJoint& strength(Real force, Real torque) {
    check_strength(new_joint_place, "largest_force", force);
    check_strength(new_joint_place, "largest_torque", torque);
    joint_.drive.along.motor.largest = force, joint_.drive.turn.motor.largest = torque;
    return *this;
  }

  const JointSlot& slot() const { return joint_; }

 private:
  const BodyPose& pose(int side) const { return state_.bodies.pose[state_.body_slots[joint_.body[side]].rank]; }

  double rope_part(int side) const {
    return detail::length(way_from(joint_.wheel[side], pose(side), joint_.anchor[side]));
  }
  /// A radius for wheels that no one cares about: small beside the rope, and such that no anchor is in its wheel.
  Real small_wheel() const {
    Real radius = joint_.length / (1 + joint_.ratio) / 100;
    for (const int side : {0, 1}) {
      const auto part = static_cast<Real>(rope_part(side));
      if (part > 0) radius = std::min(radius, part);
    }
    return radius;
  }

  /// The direction of `way` in the coordinates of a body.
  V2 mark_along(int side, P2 way) const {
    return narrow(unit_along(turned(mirrored(facing(pose(side).rotation)), way)));
  }

  static P2 direction(const char* field, const Vec2& given) {
    check(new_joint_place, field, given);
    if (plain(given) == V2{}) refuse(new_joint_place, field, text(plain(given)), "must not be 0");
    return unit_along(wide(plain(given)));
  }

  /// A direction of unit length, up to rounding, is not rescaled. So a definition that was read makes the same joint to
  /// the bit.
  static V2 as_unit(V2 given, P2 along) {
    const V2 unit = narrow(along), off = given - unit;
    constexpr Real rounding = 4 * std::numeric_limits<Real>::epsilon();
    return std::max(absolute(off.x), absolute(off.y)) <= rounding ? given : unit;
  }

  /// Refuses a field that has another value than by default though `instead` is given.
  static void expect_unset(const char* field, V2 value, V2 by_default, const char* instead) {
    if (value == by_default) return;
    refuse(new_joint_place, field, text(value), std::string("but ") + instead + " is given: give one of both");
  }

  const WorldState& state_;
  JointSlot joint_;
};

}  // namespace

JointSlot new_joint(const WorldState& world, const RevoluteDef& def) {
  NewJoint joint(world, JointKind::revolute, def);
  return joint.common(def)
      .anchors(def)
      .angle("zero_angle", def.rotation && def.zero_angle == 0 ? std::nullopt : std::optional(def.zero_angle),
             def.rotation)
      .driven(def.spring, def.motor, def.limits)
      .slot();
}

JointSlot new_joint(const WorldState& world, const PrismaticDef& def) {
  NewJoint joint(world, JointKind::prismatic, def);
  return joint.common(def)
      .anchors(def)
      .axis(def.axis, def.local_axis_a, {1, 0})
      .angle("angle", def.angle, def.rotation)
      .driven(def.spring, def.motor, def.limits)
      .slot();
}

JointSlot new_joint(const WorldState& world, const WheelDef& def) {
  NewJoint joint(world, JointKind::wheel, def);
  return joint.common(def)
      .anchors(def)
      .axis(def.axis, def.local_axis_a, {0, 1})
      .driven(def.spring, def.motor, def.limits)
      .slot();
}

JointSlot new_joint(const WorldState& world, const WeldDef& def) {
  NewJoint joint(world, JointKind::weld, def);
  return joint.common(def)
      .anchors(def)
      .angle("angle", def.angle, def.rotation)
      .soft("linear.", def.linear, def.angular)
      .slot();
}

JointSlot new_joint(const WorldState& world, const DistanceDef& def) {
  NewJoint joint(world, JointKind::distance, def);
  joint.common(def).two_anchors(def);
  return joint.length(def.length, joint.distance()).driven(def.spring, def.motor, def.limits).slot();
}

JointSlot new_joint(const WorldState& world, const FilterDef& def) {
  return NewJoint(world, JointKind::filter, def).slot();
}

JointSlot new_joint(const WorldState& world, const TargetDef& def) {
  NewJoint joint(world, JointKind::target, def);
  return joint.common(def).anchors(def).soft("spring.", def.spring, {}).strength(def.largest_force, 0).slot();
}

JointSlot new_joint(const WorldState& world, const MotorDef& def) {
  NewJoint joint(world, JointKind::motor, def);
  return joint.common(def)
      .anchors(def)
      .angle("angle", def.angle, def.rotation)
      .soft("linear.", def.linear, def.angular)
      .strength(def.largest_force, def.largest_torque)
      .slot();
}

JointSlot new_joint(const WorldState& world, const GearDef& def) {
  NewJoint joint(world, JointKind::gear, def);
  joint.anchor(0, "", {}, "local_anchor_a", def.local_anchor_a);
  joint.anchor(1, "", {}, "local_anchor_b", def.local_anchor_b);
  return joint.common(def).ratio("ratio", def.ratio).marks(def.local_mark_a, def.local_mark_b).slot();
}

JointSlot new_joint(const WorldState& world, const RackDef& def) {
  NewJoint joint(world, JointKind::rack, def);
  return joint.common(def)
      .anchors(def)
      .axis(def.axis, def.local_axis_a, {1, 0})
      .angle("angle", def.angle, def.rotation)
      .ratio("radius", def.radius)
      .slot();
}

JointSlot new_joint(const WorldState& world, const PulleyDef& def) {
  NewJoint joint(world, JointKind::pulley, def);
  check_positive(new_joint_place, "ratio", def.ratio);
  joint.common(def).two_anchors(def).wheels(def.wheel_a, def.wheel_b).ratio("ratio", def.ratio);
  return joint.length(def.length, joint.rope())
      .wheel_radius(def.wheel_radius)
      .driven(def.spring, def.motor, def.limits)
      .slot();
}

V2 local_anchor(Place place, const char* field, const BodyPose& pose, V2 world) {
  const V2 found = narrow(point_at(pose, world));
  if (std::max(absolute(found.x), absolute(found.y)) > largest) {
    refuse(place, field, text(world), "which is too far from the bodies");
  }
  return found;
}

std::int32_t new_turns(Real turned) {
  check(new_joint_place, "turned", turned);
  if (absolute(turned) > Real(3e9)) refuse(new_joint_place, "turned", text(turned), "must be at most 3e9");
  return static_cast<std::int32_t>(std::floor(static_cast<double>(turned) / (std::numbers::pi / 2) + 0.5));
}

namespace {

/// What the definitions have in common that have anchors.
template <class Def>
Def anchored(const JointSlot& joint, BodyId a, BodyId b) {
  Def def;
  def.body_a = a, def.body_b = b;
  def.local_anchor_a = vec2(joint.anchor[0]), def.local_anchor_b = vec2(joint.anchor[1]);
  def.break_force = joint.break_force, def.break_torque = joint.break_torque;
  def.collide_connected = joint.collide_connected;
  def.user_data = joint.user_data;
  return def;
}

template <class Def>
Def driven_definition(const JointSlot& joint, BodyId a, BodyId b) {
  Def def = anchored<Def>(joint, a, b);
  def.spring = spring_drive(joint).spring;
  def.motor = motor_drive(joint).motor;
  if (spring_drive(joint).limited) def.limits = spring_drive(joint).limits;
  return def;
}

template <class Def>
JointDef with_rotation(Def def, const JointSlot& joint) {
  def.rotation = Rotation{joint.angle.c, joint.angle.s};
  return def;
}

}  // namespace

JointDef definition_of(const JointSlot& joint, BodyId a, BodyId b) {
  switch (joint.kind) {
    case JointKind::revolute: return with_rotation(driven_definition<RevoluteDef>(joint, a, b), joint);
    case JointKind::prismatic: {
      PrismaticDef def = driven_definition<PrismaticDef>(joint, a, b);
      def.local_axis_a = vec2(joint.axis);
      return with_rotation(def, joint);
    }
    case JointKind::weld: {
      WeldDef def = anchored<WeldDef>(joint, a, b);
      def.linear = joint.drive.along.spring, def.angular = joint.drive.turn.spring;
      return with_rotation(def, joint);
    }
    case JointKind::distance: {
      DistanceDef def = driven_definition<DistanceDef>(joint, a, b);
      def.length = joint.length;
      return def;
    }
    case JointKind::wheel: {
      WheelDef def = driven_definition<WheelDef>(joint, a, b);
      def.local_axis_a = vec2(joint.axis);
      return def;
    }
    case JointKind::target: {
      TargetDef def = anchored<TargetDef>(joint, a, b);
      def.spring = joint.drive.along.spring, def.largest_force = joint.drive.along.motor.largest;
      return def;
    }
    case JointKind::motor: {
      MotorDef def = anchored<MotorDef>(joint, a, b);
      def.linear = joint.drive.along.spring, def.angular = joint.drive.turn.spring;
      def.largest_force = joint.drive.along.motor.largest, def.largest_torque = joint.drive.turn.motor.largest;
      return with_rotation(def, joint);
    }
    case JointKind::gear: {
      GearDef def = anchored<GearDef>(joint, a, b);
      def.ratio = joint.ratio;
      def.local_mark_a = vec2(joint.axis), def.local_mark_b = Vec2(joint.angle.c, joint.angle.s);
      return def;
    }
    case JointKind::rack: {
      RackDef def = anchored<RackDef>(joint, a, b);
      def.local_axis_a = vec2(joint.axis), def.radius = joint.ratio;
      return with_rotation(def, joint);
    }
    case JointKind::pulley: {
      PulleyDef def = driven_definition<PulleyDef>(joint, a, b);
      def.wheel_a = vec2(joint.wheel[0]), def.wheel_b = vec2(joint.wheel[1]);
      def.ratio = joint.ratio, def.length = joint.length, def.wheel_radius = joint.drive.turn.limits.lower;
      return def;
    }
    case JointKind::filter: break;
  }
  return FilterDef{.body_a = a, .body_b = b, .user_data = joint.user_data};
}

void check(Place place, const JointSpring& spring, SpringRest rest) {
  check_not_negative(place, "hertz", spring.hertz);
  check_not_negative(place, "damping_ratio", spring.damping_ratio);
  check(place, "rest", spring.rest);
  if (rest == SpringRest::zero && spring.rest != 0) {
    refuse(place, "rest", text(spring.rest), "must be 0: this joint says elsewhere where its spring rests");
  }
}

void check(Place place, const JointMotor& motor) {
  check(place, "speed", motor.speed);
  check_not_negative(place, "largest", motor.largest);
}

void check_rope(Place place, const JointSlot& pulley, const JointLimits& limits) {
  if (limits.upper < shortest_rope(pulley)) refuse(place, "upper", text(limits.upper), too_short_rope);
}

void check_strength(Place place, const char* field, Real most) {
  if (!(most >= 0)) refuse(place, field, text(most), "must be at least 0, or infinity: no bound");
}

void check(Place place, const JointLimits& limits, Limited of) {
  check(place, "lower", limits.lower), check(place, "upper", limits.upper);
  check_not_negative(place, "restitution", limits.restitution);
  if (limits.restitution > 1) refuse(place, "restitution", text(limits.restitution), "must be at most 1");
  if (limits.upper < limits.lower) refuse(place, "upper", text(limits.upper), "must not be below lower");
  if (of == Limited::distance) {
    check_not_negative(place, "lower", limits.lower);
    if (limits.upper == 0)
      refuse(place, "upper", "0", "must be greater than 0: a revolute joint keeps two points together");
  }
}

const RowDrive& spring_drive(const JointSlot& joint) {
  return joint.kind == JointKind::revolute ? joint.drive.turn : joint.drive.along;
}

const RowDrive& motor_drive(const JointSlot& joint) {
  return joint.kind == JointKind::revolute || joint.kind == JointKind::wheel ? joint.drive.turn : joint.drive.along;
}

RowDrive& spring_drive(JointSlot& joint) { return const_cast<RowDrive&>(spring_drive(std::as_const(joint))); }
RowDrive& motor_drive(JointSlot& joint) { return const_cast<RowDrive&>(motor_drive(std::as_const(joint))); }

SpringRest spring_rest(JointKind kind) {
  return has_length(kind) || is_pull(kind) ? SpringRest::zero : SpringRest::free;
}

Limited limited(JointKind kind) { return has_length(kind) ? Limited::distance : Limited::other; }

}  // namespace bankshot::BANKSHOT_ABI::detail
