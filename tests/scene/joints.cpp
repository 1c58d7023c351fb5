// Joints in scene files: what is written reads back, and worlds come back to the bit.

#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

using namespace bankshot;

namespace {

/// Random values whose digits are all in use.
class JointDice {
 public:
  explicit JointDice(std::uint64_t seed) : engine_(seed) {}
  double unit() { return double(engine_() >> 11) * 0x1p-53; }
  Real any() { return Real((unit() - 0.5) * std::ldexp(1.0, int(engine_() % 21) - 10)); }
  Real positive() { return Real(0.01 + unit() * 10); }
  Vec2 point() { return Vec2(any(), any()); }
  Vec2 direction() { return Vec2(any() + Real(0.001), positive()); }
  bool coin() { return (engine_() & 1) != 0; }
  std::uint64_t bits() { return engine_(); }
  int below(int n) { return int(engine_() % std::uint64_t(n)); }

 private:
  std::mt19937_64 engine_;
};

JointSpring random_spring(JointDice& dice, bool with_rest) {
  JointSpring spring{.hertz = dice.coin() ? dice.positive() : Real(0), .damping_ratio = Real(dice.unit())};
  if (with_rest) spring.rest = dice.any();
  return spring;
}

template <class Def>
void set_drives(JointDice& dice, Def& def, bool of_distance) {
  if (dice.coin()) def.spring = random_spring(dice, !of_distance);
  if (dice.coin()) def.motor = {dice.any(), dice.positive()};
  if (!dice.coin()) return;
  const Real lower = of_distance ? dice.positive() : dice.any();
  def.limits = JointLimits{lower, lower + (dice.coin() ? dice.positive() : Real(0)), Real(dice.unit())};
}

template <class Def>
void set_anchors(JointDice& dice, Def& def) {
  if (dice.coin()) {
    def.anchor = dice.point();
  } else {
    def.local_anchor_a = dice.point(), def.local_anchor_b = dice.point();
  }
}

template <class Def>
void set_axis(JointDice& dice, Def& def) {
  if (dice.coin()) {
    def.axis = dice.direction();
  } else if (dice.coin()) {
    def.local_axis_a = dice.direction();
  }
}

template <class Def>
void set_angle(JointDice& dice, Def& def) {
  const int way = dice.below(3);
  if (way == 1) def.angle = dice.any();
  if (way == 2) def.rotation = Rotation::from_angle(dice.any());
}

/// What a rod and a pulley have.
template <class Def>
void set_rod(JointDice& dice, Def& def) {
  if (dice.coin()) def.anchor_a = dice.point();
  if (dice.coin()) def.anchor_b = dice.point();
  if (!def.anchor_a) def.local_anchor_a = dice.point();
  if (!def.anchor_b) def.local_anchor_b = dice.point();
  if (dice.coin()) def.length = dice.positive();
  set_drives(dice, def, true);
}

JointDef random_kind(JointDice& dice, JointKind kind) {
  switch (kind) {
    case JointKind::revolute: {
      RevoluteDef def;
      set_anchors(dice, def), set_drives(dice, def, false);
      if (dice.coin()) def.zero_angle = dice.any();
      if (dice.coin() && def.zero_angle == 0) def.rotation = Rotation::from_angle(dice.any());
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::prismatic: {
      PrismaticDef def;
      set_anchors(dice, def), set_drives(dice, def, false), set_axis(dice, def), set_angle(dice, def);
      return def;
    }
    case JointKind::weld: {
      WeldDef def;
      set_anchors(dice, def), set_angle(dice, def);
      if (dice.coin()) def.linear = random_spring(dice, false);
      if (dice.coin()) def.angular = random_spring(dice, false);
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::distance: {
      DistanceDef def;
      set_rod(dice, def);
      return def;
    }
    case JointKind::wheel: {
      WheelDef def;
      set_anchors(dice, def), set_drives(dice, def, false), set_axis(dice, def);
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::target: {
      TargetDef def;
      set_anchors(dice, def);
      if (dice.coin()) def.spring = random_spring(dice, false);
      if (dice.coin()) def.largest_force = dice.positive();
      return def;
    }
    case JointKind::motor: {
      MotorDef def;
      set_anchors(dice, def), set_angle(dice, def);
      if (dice.coin()) def.linear = random_spring(dice, false);
      if (dice.coin()) def.angular = random_spring(dice, false);
      if (dice.coin()) def.largest_force = dice.positive();
      if (dice.coin()) def.largest_torque = dice.coin() ? dice.positive() : Real(0);
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::gear: {
      GearDef def;
      def.local_anchor_a = dice.point(), def.local_anchor_b = dice.point();
      def.ratio = dice.coin() ? dice.positive() : -dice.positive();
      if (dice.coin()) def.local_mark_a = dice.direction(), def.local_mark_b = dice.direction();
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::rack: {
      RackDef def;
      set_anchors(dice, def), set_axis(dice, def), set_angle(dice, def);
      if (dice.coin()) def.radius = dice.coin() ? dice.positive() : -dice.positive();
      if (dice.coin()) def.turned = dice.any();
      return def;
    }
    case JointKind::pulley: {
      PulleyDef def;
      def.wheel_a = dice.point(), def.wheel_b = dice.point();
      set_rod(dice, def);
      if (dice.coin()) def.ratio = dice.positive();
      const Real shortest = std::min(def.length.value_or(1), def.limits ? def.limits->upper : Real(1));
      if (dice.coin()) def.wheel_radius = shortest / (2 + 2 * def.ratio) / 1000;
      if (def.limits) def.limits->upper += 1000;  // more than a small wheel of a long rope asks for
      return def;
    }
    case JointKind::filter: break;
  }
  return FilterDef{};
}

SceneJoint random_joint(JointDice& dice, std::size_t bodies) {
  SceneJoint joint;
  if (dice.coin()) joint.name = "joint [\"x\"]";
  joint.a = std::size_t(dice.below(int(bodies)));
  joint.b = (joint.a + 1 + std::size_t(dice.below(int(bodies) - 1))) % bodies;
  joint.def = random_kind(dice, static_cast<JointKind>(dice.below(std::variant_size_v<JointDef>)));
  std::visit(
      [&dice](auto& def) {
        if (dice.coin()) def.user_data = dice.bits();
        if constexpr (requires { def.collide_connected; }) def.collide_connected = dice.coin();
      },
      joint.def);
  return joint;
}

/// Bodies with every kind of name: their own, one that several have, one that looks numbered, none.
Scene random_scene(JointDice& dice) {
  const char* const names[] = {"arm", "plank", "plank", "plank[1]", "", "plank[7]", "\"odd\" \\ [0]", "plank", ""};
  Scene scene;
  for (const char* name : names) {
    SceneBody body;
    body.name = name;
    body.def.position = dice.point();
    body.def.rotation = Rotation::from_angle(dice.any());
    body.shapes.push_back({circle(dice.positive(), dice.point()), {}});
    scene.bodies.push_back(std::move(body));
  }
  std::shuffle(scene.bodies.begin(), scene.bodies.end(), std::mt19937_64(dice.bits()));
  const int joints = dice.below(8);
  for (int i = 0; i < joints; ++i) scene.joints.push_back(random_joint(dice, scene.bodies.size()));
  return scene;
}

/// Gives half of the joints something at which they break.
void weaken(JointDice& dice, Scene& scene) {
  for (SceneJoint& joint : scene.joints) {
    std::visit(
        [&dice](auto& def) {
          if constexpr (requires { def.break_force; }) {
            if (dice.coin()) def.break_force = dice.positive();
            if (dice.coin()) def.break_torque = dice.coin() ? dice.positive() : Real(0);
          }
        },
        joint.def);
  }
}

// ---- what comes back ----

TEST(SceneJoints, ReadBackAsWritten) {
  JointDice dice(1), strengths(101);
  for (int round = 0; round < 300; ++round) {
    Scene scene = random_scene(dice);
    weaken(strengths, scene);
    const std::string text = to_json(scene);
    SCOPED_TRACE(text);
    const Scene back = parse_scene(text);
    ASSERT_EQ(back.joints.size(), scene.joints.size());
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
      EXPECT_EQ(back.joints[i].name, scene.joints[i].name);
      EXPECT_EQ(back.joints[i].a, scene.joints[i].a);
      EXPECT_EQ(back.joints[i].b, scene.joints[i].b);
      EXPECT_EQ(back.joints[i].def.index(), scene.joints[i].def.index());
    }
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(make_world(back).hash(), make_world(scene).hash());
    if (HasFailure()) return;
  }
}

bool same_bits(Real a, Real b) { return a == b && std::signbit(a) == std::signbit(b); }
bool same_bits(const Vec2& a, const Vec2& b) { return same_bits(a[0], b[0]) && same_bits(a[1], b[1]); }

/// What a world tells of two joints; the hash leaves out the user's data.
void expect_same_joint(const Joint& a, const Joint& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_TRUE(same_bits(a.anchor_a, b.anchor_a) && same_bits(a.anchor_b, b.anchor_b));
  EXPECT_TRUE(same_bits(a.angle, b.angle)) << a.angle << " " << b.angle;
  EXPECT_EQ(a.spring, b.spring);
  EXPECT_EQ(a.angular, b.angular);
  EXPECT_EQ(a.motor, b.motor);
  EXPECT_EQ(a.largest_force, b.largest_force);
  EXPECT_EQ(a.largest_torque, b.largest_torque);
  EXPECT_EQ(a.limits, b.limits);
  EXPECT_EQ(a.break_force, b.break_force);
  EXPECT_EQ(a.break_torque, b.break_torque);
  EXPECT_EQ(a.collide_connected, b.collide_connected);
  EXPECT_EQ(a.user_data, b.user_data);
}

TEST(SceneJoints, OfAWorldMakeTheSameWorldAgain) {
  JointDice dice(2), strengths(102);
  for (int round = 0; round < 300; ++round) {
    Scene scene = random_scene(dice);
    weaken(strengths, scene);
    World world = make_world(scene);
    if (dice.coin() && world.joint_count() > 0) world.remove_joint(world.joints()[0]);
    if (dice.coin()) world.remove_body(world.bodies()[std::size_t(dice.below(9))]);
    const Scene of_world = scene_of(world);
    const World again = make_world(parse_scene(to_json(of_world)));
    EXPECT_EQ(world.hash(), again.hash()) << to_json(of_world);
    const std::vector<JointId> before = world.joints(), after = again.joints();
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) expect_same_joint(world.joint(before[i]), again.joint(after[i]));
    if (HasFailure()) return;
  }
}

TEST(SceneJoints, APullIsAsStrongAsItsDefinitionSaysByDefault) {
  const Scene scene = parse_scene(R"({"bodies": [{"name": "nothing", "type": "fixed"}, {"name": "ball"}], "joints": [
      {"kind": "target", "a": "nothing", "b": "ball", "spring": {"hertz": 2}},
      {"kind": "motor", "a": "nothing", "b": "ball", "angular": {"damping_ratio": 0}, "largest_torque": 3}]})");
  const World world = make_world(scene);
  const Joint target = world.joint(world.joints()[0]), motor = world.joint(world.joints()[1]);
  EXPECT_EQ(target.spring, (JointSpring{.hertz = 2, .damping_ratio = 1}));
  EXPECT_EQ(target.largest_force, unbounded);
  EXPECT_TRUE(target.collide_connected && motor.collide_connected);
  EXPECT_EQ(motor.spring, MotorDef{}.linear);
  EXPECT_EQ(motor.angular, (JointSpring{.hertz = 5, .damping_ratio = 0}));
  EXPECT_EQ(motor.largest_torque, 3);
}

// A hinge whose spring is wound up by several turns stays wound up.
TEST(SceneJoints, TurnsOfAHingeAreKept) {
  Scene scene;
  scene.bodies.resize(2);
  scene.bodies[0].def.type = BodyType::fixed;
  scene.bodies[1].def.angular_velocity = 10;
  scene.bodies[1].shapes.push_back({circle(1), {}});
  RevoluteDef hinge;
  hinge.spring.hertz = Real(0.01);
  scene.joints.push_back({"", 0, 1, hinge});
  World world = make_world(scene);
  for (int i = 0; i < 120; ++i) world.step(Real(1) / 60);
  const Joint now = world.joint(world.joints()[0]);
  ASSERT_GT(now.angle, 4 * Real(3.1416));
  const World again = make_world(parse_scene(to_json(scene_of(world))));
  EXPECT_NEAR(again.joint(again.joints()[0]).angle, now.angle, Real(1e-5));
  EXPECT_NEAR(again.energy().elastic, world.energy().elastic, 1e-5 * world.energy().elastic);
}

TEST(SceneJoints, AnglesAreDegrees) {
  const Scene scene = parse_scene(R"({"bodies": [{}, {}], "joints": [{"kind": "revolute", "a": 0, "b": 1,
      "anchor": [0, 0], "angle": 90, "turned": 720, "spring": {"hertz": 1, "rest": -45},
      "limits": {"lower": -90, "upper": 30}, "motor": {"speed": 2, "largest": 3}}]})");
  const auto& def = std::get<RevoluteDef>(scene.joints.at(0).def);
  EXPECT_EQ(def.rotation, Rotation(0, 1));
  const double pi = 3.14159265358979323846;
  EXPECT_EQ(def.turned, Real(4 * pi));
  EXPECT_EQ(def.spring.rest, Real(-pi / 4));
  EXPECT_EQ(def.limits->lower, Real(-pi / 2));
  EXPECT_NEAR(def.limits->upper, Real(pi / 6), std::numeric_limits<Real>::epsilon());
  EXPECT_EQ(def.motor, (JointMotor{2, 3}));
  const std::string text = to_json(scene);
  EXPECT_NE(text.find("\"turned\": 720, \"spring\": {\"hertz\": 1, \"rest\": -45}"), std::string::npos) << text;
  EXPECT_NE(text.find("\"limits\": {\"lower\": -90, \"upper\": 30}"), std::string::npos) << text;
  const Scene radians = parse_scene(R"({"bodies": [{}, {}], "joints": [{"kind": "revolute", "a": 0, "b": 1,
      "radians": true, "angle": 1, "limits": {"lower": -1, "upper": 0.5}}]})");
  const auto& other = std::get<RevoluteDef>(radians.joints.at(0).def);
  EXPECT_EQ(other.rotation, Rotation::from_angle(1));
  EXPECT_EQ(other.limits, (JointLimits{-1, Real(0.5)}));
}

// ---- examples ----

std::string text_of_file(const std::string& name) {
  std::ifstream stream(std::string(BANKSHOT_SOURCE_DIR "/") + name, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Every example in the document about scenes is one.
TEST(SceneDocument, ItsExamplesMakeWorlds) {
  const std::string document = text_of_file("docs/scenes.md");
  const std::string begin = "```json\n";
  int scenes = 0, joints = 0;
  for (std::size_t at = document.find(begin); at != std::string::npos; at = document.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    const std::string text = document.substr(from, document.find("```", from) - from);
    if (text.find("\"bodies\"") == std::string::npos) {
      EXPECT_NO_THROW(parse_pair(text)) << text;
      continue;
    }
    World world = make_world(parse_scene(text));
    for (int i = 0; i < 10; ++i) world.step(Real(1) / 60);
    ++scenes, joints += int(world.joint_count());
  }
  EXPECT_GE(scenes, 3);
  EXPECT_GE(joints, 2);
}

// The law of energy, to which bouncing is held as well: 0.01 % of what swings to and fro.
TEST(SceneJoints, PendulumsKeepTheirEnergy) {
  for (const char* name : {"double_pendulum", "pendulum_cradle"}) {
    const Scene scene = load_scene(std::string(BANKSHOT_SOURCE_DIR "/examples/scenes/") + name + ".json");
    World world = make_world(scene);
    const double before = world.energy().total();
    double kinetic = 0, off = 0;
    for (int i = 0; i < scene.steps; ++i) {
      world.step(scene.dt);
      kinetic = std::max(kinetic, world.energy().kinetic);
      off = std::max(off, std::abs(world.energy().total() - before));
    }
    EXPECT_GT(kinetic, 1) << name;
    EXPECT_LT(off, 1e-4 * kinetic) << name;
  }
}

// ---- names of bodies, and copies ----

const std::string bridge =
    R"({"bodies": [{"name": "left", "type": "fixed"}, {"name": "plank", "position": [1, 0], "shape": {"kind": "box",
    "width": 1, "height": 0.2}, "repeat": {"count": 5, "step": [1, 0]}}, {"name": "right", "type": "fixed"}, {}],
    "joints": )";

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const Scene& scene) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const SceneJoint& joint : scene.joints) pairs.emplace_back(joint.a, joint.b);
  return pairs;
}

TEST(SceneJoints, CopiesGoAlongARowOfBodies) {
  const Scene scene = parse_scene(bridge + R"([
      {"kind": "revolute", "a": "left", "b": "plank[0]", "anchor": [0.5, 0]},
      {"kind": "revolute", "a": "plank[0]", "b": "plank[1]", "anchor": [1.5, 0], "name": "pin",
       "repeat": {"count": 4, "a": 1, "b": 1, "step": [1, 0.5]}},
      {"kind": "distance", "a": "right", "b": "plank[4]", "anchor_a": [9, 9], "local_anchor_b": [0.5, 0],
       "repeat": {"count": 2, "b": -4, "step": [1, 1]}},
      {"kind": "filter", "a": 1, "b": 7, "repeat": {"count": 3, "a": 2}}]})");
  const std::vector<std::pair<std::size_t, std::size_t>> expected = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5},
                                                                     {6, 5}, {6, 1}, {1, 7}, {3, 7}, {5, 7}};
  EXPECT_EQ(pairs_of(scene), expected);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 anchor = *std::get<RevoluteDef>(scene.joints[1 + i].def).anchor;
    EXPECT_EQ(anchor, Vec2(Real(1.5) + Real(i), Real(0.5) * Real(i)));
    EXPECT_EQ(scene.joints[1 + i].name, "pin");
  }
  const auto& rope = std::get<DistanceDef>(scene.joints[6].def);
  EXPECT_EQ(*rope.anchor_a, Vec2(10, 10));
  EXPECT_FALSE(rope.anchor_b);
  EXPECT_EQ(rope.local_anchor_b, Vec2(Real(0.5), 0));
}

// A net: each of 3 rows of 4 bodies is tied along the row, and to the row above.
TEST(SceneJoints, LevelsOfCopiesMakeNets) {
  const Scene scene = parse_scene(R"({"bodies": [{"name": "knot", "repeat":
      [{"count": 3, "step": [0, 1]}, {"count": 4, "step": [1, 0]}]}], "joints": [
      {"kind": "distance", "a": "knot[0]", "b": "knot[1]",
       "repeat": [{"count": 3, "a": 4, "b": 4}, {"count": 3, "a": 1, "b": 1}]},
      {"kind": "distance", "a": "knot[0]", "b": "knot[4]", "repeat": {"count": 8, "a": 1, "b": 1}}]})");
  ASSERT_EQ(scene.joints.size(), 17u);
  for (std::size_t i = 0; i < 17; ++i) {
    const SceneJoint& joint = scene.joints[i];
    const Vec2 way = scene.bodies[joint.b].def.position - scene.bodies[joint.a].def.position;
    EXPECT_EQ(way, i < 9 ? Vec2(1, 0) : Vec2(0, 1)) << i;
  }
}

TEST(SceneJoints, ANameMayLookNumbered) {
  const Scene scene = parse_scene(R"({"bodies": [{"name": "a"}, {"name": "a"}, {"name": "a[1]"}, {"name": "b"}],
      "joints": [{"kind": "filter", "a": "a[1]", "b": "b[0]"}, {"kind": "filter", "a": "a[0]", "b": "b"}]})");
  EXPECT_EQ(pairs_of(scene), (std::vector<std::pair<std::size_t, std::size_t>>{{2, 3}, {0, 3}}));
}

}  // namespace
