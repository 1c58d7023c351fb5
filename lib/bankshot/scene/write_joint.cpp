#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/joint_kinds.hpp>
#include <bankshot/scene/write_joint.hpp>
#include <bankshot/scene/write_parts.hpp>

#include <cmath>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// An angle in degrees: of the number nearest to it and its two neighbours the one with the shortest text that comes
/// back to the same bits, if any does. (30 degrees in radians, turned back into degrees, are 29.999999999999996 in
/// double.)
std::string degrees_text(Real radians) {
  const Real nearest = degrees_of(radians);
  std::string shortest = text(nearest);
  constexpr Real end = std::numeric_limits<Real>::infinity();
  for (const Real degrees : {std::nextafter(nearest, -end), std::nextafter(nearest, end)}) {
    const std::string other = text(degrees);
    if (same(radians_of(degrees), radians) && other.size() < shortest.size()) shortest = other;
  }
  return shortest;
}

/// Angles as text: in degrees if all of a joint come back from them to the bit, otherwise in radians.
class CountText {
 public:
  /// For joints whose springs and limits are of lengths.
  CountText() = default;
  /// For one angle.
  explicit CountText(Real angle) : angles_(true) { take(angle); }
  /// For the angles of a hinge.
  explicit CountText(const RevoluteDef& def) : angles_(true) {
    take(def.spring.rest), take(def.turned);
    if (def.limits) take(def.limits->lower), take(def.limits->upper);
  }
  bool radians() const { return radians_; }
  std::string operator()(Real count) const { return angles_ && !radians_ ? degrees_text(count) : text(count); }

 private:
  void take(Real angle) {
    const Real degrees = degrees_of(angle);
    radians_ = radians_ || !same(radians_of(degrees), angle) || absolute(degrees) > Real(1e15);
  }
  bool angles_ = false, radians_ = false;
};

/// `usual`: what a reader takes for what is left out.
std::string spring_json(const JointSpring& spring, const CountText& count, const JointSpring& usual) {
  Members out;
  out.add_if(!same(spring.hertz, usual.hertz), "hertz", text(spring.hertz));
  out.add_if(!same(spring.damping_ratio, usual.damping_ratio), "damping_ratio", text(spring.damping_ratio));
  out.add_if(!same(spring.rest, 0), "rest", count(spring.rest));
  return out.empty() ? "" : out.object();
}

void add_spring(const char* key, const JointSpring& spring, const CountText& count, Members& out,
                const JointSpring& usual = {}) {
  const std::string json = spring_json(spring, count, usual);
  out.add_if(!json.empty(), key, json);
}

template <class Def>
void add_drives(const Def& def, const CountText& count, Members& out) {
  out.add_if(count.radians(), "radians", "true");
  add_spring("spring", def.spring, count, out);
  Members motor;
  motor.add_if(!same(def.motor.speed, 0), "speed", text(def.motor.speed));
  motor.add_if(!same(def.motor.largest, 0), "largest", text(def.motor.largest));
  out.add_if(!motor.empty(), "motor", motor.object());
  if (!def.limits) return;
  Members limits;
  limits.add("lower", count(def.limits->lower));
  limits.add("upper", count(def.limits->upper));
  limits.add_if(!same(def.limits->restitution, 0), "restitution", text(def.limits->restitution));
  out.add("limits", limits.object());
}

template <class Def>
void add_anchors(const Def& def, Members& out) {
  if constexpr (requires { def.anchor; }) {
    if (def.anchor) out.add("anchor", json_point(*def.anchor));
  } else if constexpr (requires { def.anchor_a; }) {
    if (def.anchor_a) out.add("anchor_a", json_point(*def.anchor_a));
    if (def.anchor_b) out.add("anchor_b", json_point(*def.anchor_b));
  }
  out.add_if(!zero(def.local_anchor_a), "local_anchor_a", json_point(def.local_anchor_a));
  out.add_if(!zero(def.local_anchor_b), "local_anchor_b", json_point(def.local_anchor_b));
}

template <class Def>
void add_axis(const Def& def, Members& out) {
  const V2 usual = plain(Def{}.local_axis_a), given = plain(def.local_axis_a);
  if (def.axis) out.add("axis", json_point(*def.axis));
  out.add_if(!same(given.x, usual.x) || !same(given.y, usual.y), "local_axis_a", json_point(def.local_axis_a));
}

/// A rotation, whichever way the program gave it.
void add_turn(const std::optional<Rotation>& rotation, const std::optional<Real>& angle, Members& out) {
  if (!rotation && !angle) return;
  const Rotation turn = rotation ? *rotation : Rotation::from_angle(*angle);
  out.add("rotation", json_point(vec2({turn.c, turn.s})));
}

/// Of a joint that has no other angle.
void add_turned(Real turned, Members& out) {
  const CountText count(turned);
  out.add_if(!same(turned, 0), "turned", count(turned));
  out.add_if(count.radians(), "radians", "true");
}

void add_kind(const RevoluteDef& def, Members& out) {
  const bool turned = def.rotation || !same(def.zero_angle, 0);
  add_turn(def.rotation, turned ? std::optional(def.zero_angle) : std::nullopt, out);
  const CountText count(def);
  out.add_if(!same(def.turned, 0), "turned", count(def.turned));
  add_drives(def, count, out);
}

void add_kind(const PrismaticDef& def, Members& out) {
  add_axis(def, out);
  add_turn(def.rotation, def.angle, out);
  add_drives(def, {}, out);
}

void add_kind(const WeldDef& def, Members& out) {
  add_turn(def.rotation, def.angle, out);
  add_turned(def.turned, out);
  add_spring("linear", def.linear, {}, out);
  add_spring("angular", def.angular, {}, out);
}

void add_kind(const DistanceDef& def, Members& out) {
  if (def.length) out.add("length", text(*def.length));
  add_drives(def, {}, out);
}

void add_kind(const WheelDef& def, Members& out) {
  add_axis(def, out);
  add_turned(def.turned, out);
  add_drives(def, {}, out);
}

void add_kind(const FilterDef&, Members&) {}

void add_kind(const TargetDef& def, Members& out) {
  add_spring("spring", def.spring, {}, out, TargetDef{}.spring);
  out.add_if(def.largest_force < unbounded, "largest_force", text(def.largest_force));
}

void add_kind(const MotorDef& def, Members& out) {
  add_turn(def.rotation, def.angle, out);
  add_turned(def.turned, out);
  add_spring("linear", def.linear, {}, out, MotorDef{}.linear);
  add_spring("angular", def.angular, {}, out, MotorDef{}.angular);
  out.add_if(def.largest_force < unbounded, "largest_force", text(def.largest_force));
  out.add_if(def.largest_torque < unbounded, "largest_torque", text(def.largest_torque));
}

void add_kind(const GearDef& def, Members& out) {
  out.add_if(!same(def.ratio, 1), "ratio", text(def.ratio));
  if (def.local_mark_a) out.add("local_mark_a", json_point(*def.local_mark_a));
  if (def.local_mark_b) out.add("local_mark_b", json_point(*def.local_mark_b));
  add_turned(def.turned, out);
}

void add_kind(const RackDef& def, Members& out) {
  add_axis(def, out);
  out.add_if(!same(def.radius, 1), "radius", text(def.radius));
  add_turn(def.rotation, def.angle, out);
  add_turned(def.turned, out);
}

void add_kind(const PulleyDef& def, Members& out) {
  out.add("wheel_a", json_point(def.wheel_a)), out.add("wheel_b", json_point(def.wheel_b));
  if (def.wheel_radius) out.add("wheel_radius", text(*def.wheel_radius));
  out.add_if(!same(def.ratio, 1), "ratio", text(def.ratio));
  if (def.length) out.add("length", text(*def.length));
  add_drives(def, {}, out);
}

}  // namespace

std::string joint_json(const SceneJoint& joint, const BodyRows& bodies) {
  Members out;
  out.add("kind", json_string(joint_kind_names[joint.def.index()]));
  out.add_if(!joint.name.empty(), "name", json_string(joint.name));
  out.add("a", bodies.name_of(joint.a));
  out.add("b", bodies.name_of(joint.b));
  std::visit(
      [&out](const auto& def) {
        if constexpr (requires { def.local_anchor_a; }) add_anchors(def, out);
        add_kind(def, out);
        if constexpr (requires { def.collide_connected; }) {
          out.add_if(def.break_force < unbreakable, "break_force", text(def.break_force));
          out.add_if(def.break_torque < unbreakable, "break_torque", text(def.break_torque));
          const bool usual = std::remove_cvref_t<decltype(def)>{}.collide_connected;
          out.add_if(def.collide_connected != usual, "collide_connected", def.collide_connected ? "true" : "false");
        }
        out.add_if(def.user_data != 0, "user_data", std::to_string(def.user_data));
      },
      joint.def);
  return out.object();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
