#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/build.hpp>
#include <bankshot/scene/joint_bodies.hpp>
#include <bankshot/scene/joint_kinds.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read_joint.hpp>
#include <bankshot/scene/read_shape.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// ---- parts of definitions ----

/// What springs, motors and limits count.
enum class Counts { length, degrees, radians };

Counts counts_of(const JsonNode& joint) {
  const std::optional<JsonNode> radians = joint.find("radians");
  return radians && radians->boolean() ? Counts::radians : Counts::degrees;
}

Real read_count(const JsonNode& node, Counts counts) {
  if (counts == Counts::length) return node.real("a length");
  if (counts == Counts::radians) return node.real("radians");
  return radians_of(node.real("degrees"));
}

void read_frequency(const JsonNode& node, JointSpring& spring) {
  if (const auto value = node.find("hertz")) spring.hertz = value->real("a frequency", Sign::not_negative);
  if (const auto value = node.find("damping_ratio")) {
    spring.damping_ratio = value->real("a damping ratio", Sign::not_negative);
  }
}

JointSpring read_spring(const JsonNode& node, Counts counts) {
  node.only_keys({"hertz", "damping_ratio", "rest"});
  JointSpring spring;
  read_frequency(node, spring);
  if (const auto value = node.find("rest")) spring.rest = read_count(*value, counts);
  return spring;
}

/// One whose rest the joint says elsewhere. Keys that are not given stay as in `spring`.
JointSpring read_plain_spring(const JsonNode& node, JointSpring spring = {}) {
  node.only_keys({"hertz", "damping_ratio"});
  read_frequency(node, spring);
  return spring;
}

JointMotor read_motor(const JsonNode& node) {
  node.only_keys({"speed", "largest"});
  JointMotor motor;
  if (const auto value = node.find("speed")) motor.speed = value->real("a speed");
  if (const auto value = node.find("largest")) motor.largest = value->real("a force or torque", Sign::not_negative);
  return motor;
}

JointLimits read_limits(const JsonNode& node, Counts counts, bool of_distance) {
  node.only_keys({"lower", "upper", "restitution"});
  JointLimits limits;
  const JsonNode lower = node.require("lower"), upper = node.require("upper");
  limits.lower = read_count(lower, counts);
  limits.upper = read_count(upper, counts);
  if (of_distance && limits.lower < 0) lower.expected("a distance >= 0");
  if (limits.upper < limits.lower) upper.expected("a number that is not below \"lower\"");
  if (of_distance && limits.upper == 0) upper.expected("a distance > 0");
  if (const auto value = node.find("restitution")) {
    limits.restitution = value->real("a restitution", Sign::not_negative);
    if (limits.restitution > 1) value->expected("a restitution from 0 to 1");
  }
  return limits;
}

void refuse_both(const JsonNode& node, const char* one, const char* other) {
  if (!node.find(one)) return;
  if (const auto value = node.find(other)) {
    value->fail(std::string("expected either \"") + one + "\" or \"" + other + "\", not both");
  }
}

template <class Def>
void read_local_anchors(const JsonNode& node, Def& def) {
  def.local_anchor_a = optional_point(node, "local_anchor_a");
  def.local_anchor_b = optional_point(node, "local_anchor_b");
}

template <class Def>
void read_two_anchors(const JsonNode& node, Def& def) {
  refuse_both(node, "anchor_a", "local_anchor_a");
  refuse_both(node, "anchor_b", "local_anchor_b");
  if (const auto anchor = node.find("anchor_a")) def.anchor_a = anchor->vec2();
  if (const auto anchor = node.find("anchor_b")) def.anchor_b = anchor->vec2();
  read_local_anchors(node, def);
}

template <class Def>
void read_anchors(const JsonNode& node, Def& def) {
  refuse_both(node, "anchor", "local_anchor_a");
  refuse_both(node, "anchor", "local_anchor_b");
  if (const auto anchor = node.find("anchor")) def.anchor = anchor->vec2();
  read_local_anchors(node, def);
}

Vec2 read_direction(const JsonNode& node) {
  const Vec2 direction = node.vec2("a direction [x, y]");
  if (plain(direction) == V2{}) node.expected("a direction [x, y] other than [0, 0]");
  return direction;
}

template <class Def>
void read_axis(const JsonNode& node, Def& def) {
  refuse_both(node, "axis", "local_axis_a");
  if (const auto axis = node.find("axis")) def.axis = read_direction(*axis);
  if (const auto axis = node.find("local_axis_a")) def.local_axis_a = read_direction(*axis);
}

/// Of B relative to A, if it is given.
std::optional<Rotation> read_turn(const JsonNode& node, Counts counts) {
  const std::optional<JsonNode> angle = node.find("angle");
  if (!angle && !node.find("rotation")) return std::nullopt;
  if (!angle || counts == Counts::degrees || node.find("rotation")) return read_rotation(node);
  return Rotation::from_angle(angle->real("radians"));
}

template <class Def>
void read_turned(const JsonNode& node, Counts counts, Def& def) {
  if (const auto turned = node.find("turned")) def.turned = read_count(*turned, counts);
}

template <class Def>
void read_drives(const JsonNode& node, Counts counts, Def& def) {
  if (const auto spring = node.find("spring")) def.spring = read_spring(*spring, counts);
  if (const auto motor = node.find("motor")) def.motor = read_motor(*motor);
  if (const auto limits = node.find("limits")) def.limits = read_limits(*limits, counts, false);
}

/// A length, and what drives it.
template <class Def>
void read_length(const JsonNode& node, Def& def) {
  if (const auto length = node.find("length")) def.length = length->real("a length", Sign::positive);
  if (const auto spring = node.find("spring")) def.spring = read_plain_spring(*spring);
  if (const auto motor = node.find("motor")) def.motor = read_motor(*motor);
  if (const auto limits = node.find("limits")) def.limits = read_limits(*limits, Counts::length, true);
}

// ---- the kinds ----

RevoluteDef read_revolute(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "angle", "rotation", "turned", "radians", "spring",
                  "motor", "limits"});
  RevoluteDef def;
  const Counts counts = counts_of(node);
  read_anchors(node, def);
  def.rotation = read_turn(node, counts);
  read_turned(node, counts, def);
  read_drives(node, counts, def);
  return def;
}

PrismaticDef read_prismatic(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "axis", "local_axis_a", "angle", "rotation", "spring",
                  "motor", "limits"});
  PrismaticDef def;
  read_anchors(node, def);
  read_axis(node, def);
  def.rotation = read_turn(node, Counts::degrees);
  read_drives(node, Counts::length, def);
  return def;
}

WeldDef read_weld(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "angle", "rotation", "turned", "radians", "linear",
                  "angular"});
  WeldDef def;
  read_anchors(node, def);
  const Counts counts = counts_of(node);
  def.rotation = read_turn(node, counts);
  read_turned(node, counts, def);
  if (const auto spring = node.find("linear")) def.linear = read_plain_spring(*spring);
  if (const auto spring = node.find("angular")) def.angular = read_plain_spring(*spring);
  return def;
}

DistanceDef read_distance(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor_a", "anchor_b", "local_anchor_a", "local_anchor_b", "length", "spring", "motor", "limits"});
  DistanceDef def;
  read_two_anchors(node, def);
  read_length(node, def);
  return def;
}

WheelDef read_wheel(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "axis", "local_axis_a", "turned", "radians", "spring",
                  "motor", "limits"});
  WheelDef def;
  read_turned(node, counts_of(node), def);
  read_anchors(node, def);
  read_axis(node, def);
  read_drives(node, Counts::length, def);
  return def;
}

Real read_strength(const JsonNode& node, const char* key, const char* what) {
  const std::optional<JsonNode> value = node.find(key);
  return value ? value->real(what, Sign::not_negative) : unbounded;
}

TargetDef read_target(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "spring", "largest_force"});
  TargetDef def;
  read_anchors(node, def);
  if (const auto spring = node.find("spring")) def.spring = read_plain_spring(*spring, def.spring);
  def.largest_force = read_strength(node, "largest_force", "a force");
  return def;
}

MotorDef read_motor_joint(const JsonNode& node) {
  node.only_keys({"kind",
                  "name",
                  "a",
                  "b",
                  "collide_connected",
                  "user_data",
                  "repeat",
                  "break_force",
                  "break_torque",
                  "anchor",
                  "local_anchor_a",
                  "local_anchor_b",
                  "angle",
                  "rotation",
                  "turned",
                  "radians",
                  "linear",
                  "angular",
                  "largest_force",
                  "largest_torque"});
  MotorDef def;
  const Counts counts = counts_of(node);
  read_anchors(node, def);
  def.rotation = read_turn(node, counts);
  read_turned(node, counts, def);
  if (const auto spring = node.find("linear")) def.linear = read_plain_spring(*spring, def.linear);
  if (const auto spring = node.find("angular")) def.angular = read_plain_spring(*spring, def.angular);
  def.largest_force = read_strength(node, "largest_force", "a force");
  def.largest_torque = read_strength(node, "largest_torque", "a torque");
  return def;
}

Real read_ratio(const JsonNode& node, const char* key, const char* what) {
  const std::optional<JsonNode> value = node.find(key);
  if (!value) return 1;
  const Real ratio = value->real(what);
  if (ratio == 0) value->expected(std::string(what) + " other than 0");
  return ratio;
}

GearDef read_gear(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "local_anchor_a", "local_anchor_b", "ratio", "local_mark_a", "local_mark_b", "turned", "radians"});
  GearDef def;
  read_turned(node, counts_of(node), def);
  read_local_anchors(node, def);
  def.ratio = read_ratio(node, "ratio", "a ratio");
  if (const auto mark = node.find("local_mark_a")) def.local_mark_a = read_direction(*mark);
  if (const auto mark = node.find("local_mark_b")) def.local_mark_b = read_direction(*mark);
  return def;
}

RackDef read_rack(const JsonNode& node) {
  node.only_keys({"kind", "name", "a", "b", "collide_connected", "user_data", "repeat", "break_force", "break_torque",
                  "anchor", "local_anchor_a", "local_anchor_b", "axis", "local_axis_a", "radius", "angle", "rotation",
                  "turned", "radians"});
  RackDef def;
  const Counts counts = counts_of(node);
  read_anchors(node, def);
  read_axis(node, def);
  def.radius = read_ratio(node, "radius", "a radius");
  def.rotation = read_turn(node, counts);
  read_turned(node, counts, def);
  return def;
}

PulleyDef read_pulley(const JsonNode& node) {
  node.only_keys({"kind",
                  "name",
                  "a",
                  "b",
                  "collide_connected",
                  "user_data",
                  "repeat",
                  "break_force",
                  "break_torque",
                  "wheel_a",
                  "wheel_b",
                  "wheel_radius",
                  "anchor_a",
                  "anchor_b",
                  "local_anchor_a",
                  "local_anchor_b",
                  "ratio",
                  "length",
                  "spring",
                  "motor",
                  "limits"});
  PulleyDef def;
  def.wheel_a = node.require("wheel_a").vec2(), def.wheel_b = node.require("wheel_b").vec2();
  read_two_anchors(node, def);
  if (const auto radius = node.find("wheel_radius")) def.wheel_radius = radius->real("a radius", Sign::positive);
  if (const auto ratio = node.find("ratio")) def.ratio = ratio->real("a ratio", Sign::positive);
  read_length(node, def);
  return def;
}

JointDef read_kind(const JsonNode& node) {
  if (!node.is_object()) node.expected("an object {...}");
  const JsonNode kind = node.require("kind");
  const std::string name = kind.text();
  if (name == "revolute") return read_revolute(node);
  if (name == "prismatic") return read_prismatic(node);
  if (name == "weld") return read_weld(node);
  if (name == "distance") return read_distance(node);
  if (name == "wheel") return read_wheel(node);
  if (name == "target") return read_target(node);
  if (name == "motor") return read_motor_joint(node);
  if (name == "gear") return read_gear(node);
  if (name == "rack") return read_rack(node);
  if (name == "pulley") return read_pulley(node);
  if (name != "filter") kind.expected("a kind of joint" + suggestion(name, joint_kind_names));
  node.only_keys({"kind", "name", "a", "b", "user_data", "repeat"});
  return FilterDef{};
}

// ---- repetitions ----

/// One level of a repetition: each copy ties bodies some places further, and its world anchors are moved by a step.
struct JointLevel {
  std::int64_t count = 1, a = 0, b = 0;
  double x = 0, y = 0;
};

constexpr std::size_t most_joint_levels = 4;
constexpr std::int64_t most_joint_copies = 1'000'000;  ///< of one level: what a scene may have of joints at all

JointLevel read_joint_level(const JsonNode& node) {
  node.only_keys({"count", "a", "b", "step"});
  JointLevel level;
  level.count = node.require("count").integer("a number of copies", 1, most_joint_copies);
  const auto further = [&node](const char* key) -> std::int64_t {
    const std::optional<JsonNode> value = node.find(key);
    return value ? value->integer("how many bodies further", -most_joint_copies, most_joint_copies) : 0;
  };
  level.a = further("a"), level.b = further("b");
  if (const auto step = node.find("step")) {
    const V2 way = plain(step->vec2("a step [x, y]"));
    level.x = static_cast<double>(way.x), level.y = static_cast<double>(way.y);
  }
  return level;
}

std::vector<JointLevel> read_joint_levels(const JsonNode& node) {
  if (node.is_object()) return {read_joint_level(node)};
  const std::size_t count = node.size("a repetition {...} or a list of them");
  if (count == 0 || count > most_joint_levels) node.expected("one to four levels of repetition");
  std::vector<JointLevel> levels;
  for (std::size_t i = 0; i < count; ++i) levels.push_back(read_joint_level(node.at(i)));
  return levels;
}

void move_point(Vec2& point, const JointLevel& sum) {
  const V2 from = plain(point);
  point = vec2(
      {static_cast<Real>(static_cast<double>(from.x) + sum.x), static_cast<Real>(static_cast<double>(from.y) + sum.y)});
}

void move_anchor(std::optional<Vec2>& anchor, const JointLevel& sum) {
  if (anchor) move_point(*anchor, sum);
}

void move_anchors(JointDef& def, const JointLevel& sum) {
  std::visit(
      [&sum](auto& kind) {
        if constexpr (requires { kind.anchor; }) move_anchor(kind.anchor, sum);
        if constexpr (requires { kind.anchor_b; }) move_anchor(kind.anchor_a, sum), move_anchor(kind.anchor_b, sum);
        if constexpr (requires { kind.wheel_a; }) move_point(kind.wheel_a, sum), move_point(kind.wheel_b, sum);
      },
      def);
}

// ---- one joint ----

/// Joints of a scene as they are read.
class JointReader {
 public:
  JointReader(Scene& scene, World& probe, std::span<const BodyId> ids)
      : scene_(scene), probe_(probe), ids_(ids), rows_(scene) {}

  void read(const JsonNode& node) {
    const SceneLimits before = node.spent();
    node.spend(&SceneLimits::joints, 1);
    SceneJoint joint;
    joint.def = read_kind(node);
    if (const auto name = node.find("name")) {
      joint.name = name->text();
      name->spend(&SceneLimits::name_bytes, joint.name.size());
    }
    read_common(node, joint.def);
    const BodyInRow a = rows_.read(node.require("a")), b = rows_.read(node.require("b"));
    const std::optional<JsonNode> repeat = node.find("repeat");
    if (!repeat) return add(node, node.require("b"), joint, a, b, {});
    const std::vector<JointLevel> levels = read_joint_levels(*repeat);
    spend_joint_copies(*repeat, before, levels);
    add_copies(*repeat, levels, joint, a, b, {});
  }

 private:
  static void read_common(const JsonNode& node, JointDef& def) {
    std::visit(
        [&node](auto& kind) {
          if (const auto value = node.find("user_data")) kind.user_data = value->bits("user data");
          if constexpr (requires { kind.collide_connected; }) {
            if (const auto value = node.find("collide_connected")) kind.collide_connected = value->boolean();
            if (const auto value = node.find("break_force"))
              kind.break_force = value->real("a force", Sign::not_negative);
            if (const auto value = node.find("break_torque")) {
              kind.break_torque = value->real("a torque", Sign::not_negative);
            }
          }
        },
        def);
  }

  /// A copy costs what the joint cost; all are booked before the first is made.
  static void spend_joint_copies(const JsonNode& node, const SceneLimits& before,
                                 const std::vector<JointLevel>& levels) {
    std::size_t copies = 1;
    for (const JointLevel& level : levels) {
      copies *= static_cast<std::size_t>(level.count);
      // The product of all would not fit: what it has come to is too many already.
      if (copies > node.limits().joints) break;
    }
    for (const SceneLimit limit : {&SceneLimits::joints, &SceneLimits::name_bytes}) {
      node.spend(limit, (copies - 1) * (node.spent().*limit - before.*limit));
    }
  }

  /// The last level runs fastest. `sum`: of the steps so far.
  void add_copies(const JsonNode& node, std::span<const JointLevel> levels, const SceneJoint& joint, const BodyInRow& a,
                  const BodyInRow& b, const JointLevel& sum) {
    if (levels.empty()) return add(node, node, joint, a, b, sum);
    const JointLevel& level = levels[0];
    for (std::int64_t i = 0; i < level.count; ++i) {
      const double along = static_cast<double>(i);
      const JointLevel next = {1, sum.a + i * level.a, sum.b + i * level.b, sum.x + along * level.x,
                               sum.y + along * level.y};
      add_copies(node, levels.subspan(1), joint, a, b, next);
    }
  }

  void add(const JsonNode& node, const JsonNode& b_node, SceneJoint joint, const BodyInRow& a, const BodyInRow& b,
           const JointLevel& sum) {
    joint.a = rows_.place(a, sum.a, node), joint.b = rows_.place(b, sum.b, node);
    if (joint.a == joint.b) b_node.fail("expected two bodies, but both are " + rows_.shown(joint.a));
    const auto dynamic = [this](std::size_t body) { return scene_.bodies[body].def.type == BodyType::dynamic; };
    if (!dynamic(joint.a) && !dynamic(joint.b)) {
      b_node.fail("expected a dynamic body in each joint, but neither " + rows_.shown(joint.a) + " nor " +
                  rows_.shown(joint.b) + " is");
    }
    move_anchors(joint.def, sum);
    try {
      add_joint(probe_, joint, ids_);
    } catch (const std::invalid_argument& refusal) {
      node.fail(refusal.what());
    }
    scene_.joints.push_back(std::move(joint));
  }

  Scene& scene_;
  World& probe_;
  std::span<const BodyId> ids_;
  BodyRows rows_;
};

}  // namespace

void read_joints(const JsonNode& node, Scene& scene, World& probe, std::span<const BodyId> ids) {
  const std::size_t count = node.size("a list of joints");
  JointReader reader(scene, probe, ids);
  for (std::size_t i = 0; i < count; ++i) reader.read(node.at(i));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
