// Joints in scene files: what is wrong is refused at its place, with what was expected there.

#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

namespace {

const std::string bridge_bodies =
    R"({"bodies": [{"name": "left", "type": "fixed"}, {"name": "plank", "position": [1, 0], "shape": {"kind": "box",
    "width": 1, "height": 0.2}, "repeat": {"count": 5, "step": [1, 0]}}, {"name": "right", "type": "fixed"}, {}],
    "joints": )";

// ---- what is refused, and where ----

struct JointRefusal {
  const char* name;
  std::string joints;  ///< with an @ before the place of the fault
  const char* expected;
};
void PrintTo(const JointRefusal& refusal, std::ostream* out) { *out << refusal.name; }
std::string joint_refusal_name(const ::testing::TestParamInfo<JointRefusal>& refusal) { return refusal.param.name; }

std::string joint_refusal(const std::string& joints, const SceneLimits& limits = scene_format_limits) {
  try {
    parse_scene(bridge_bodies + "\n" + joints + "}", "f", limits);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "accepted";
}

class RefusedJoint : public ::testing::TestWithParam<JointRefusal> {};
TEST_P(RefusedJoint, SaysWhereAndWhatWasExpected) {
  std::string joints = GetParam().joints;
  const std::size_t mark = joints.find('@');
  ASSERT_NE(mark, std::string::npos);
  joints.erase(mark, 1);
  EXPECT_EQ(joint_refusal(joints), "f:4:" + std::to_string(mark + 1) + ": " + GetParam().expected);
}

/// A joint of the kind between two planks, with more members.
std::string joint_text(const std::string& kind, const std::string& more) {
  const bool marked = kind[0] == '@';
  return R"([{"a":1,"b":2,"kind":)" + std::string(marked ? "@" : "") + "\"" + kind.substr(marked ? 1 : 0) + "\"" +
         more + "}]";
}
std::string named_bodies(const std::string& a, const std::string& b) {
  return R"([{"kind":"filter","a":)" + a + ",\"b\":" + b + "}]";
}

const JointRefusal wrong_names[] = {
    {"no_list", "@{}", "joints: expected a list of joints, got {}"},
    {"no_object", "[@0]", "joints[0]: expected an object {...}, got 0"},
    {"no_kind", R"([@{"a":0,"b":1}])", "joints[0]: expected a key \"kind\" in this object"},
    {"near_kind", joint_text("@hinge", ""),
     "joints[0].kind: expected a kind of joint (known: revolute, prismatic, weld, distance, wheel, filter, target, "
     "motor, gear, rack, pulley), got \"hinge\""},
    {"mistyped_kind", joint_text("@revolut", ""),
     "joints[0].kind: expected a kind of joint (did you mean \"revolute\"?), got \"revolut\""},
    {"no_body", R"([@{"kind":"filter","a":0}])", "joints[0]: expected a key \"b\" in this object"},
    {"mistyped_body", named_bodies("@\"rigth\"", "1"),
     "joints[0].a: expected a name of a body (did you mean \"right\"?), got \"rigth\""},
    {"shared_name", named_bodies("0", "@\"plank\""),
     "joints[0].b: expected one of the 5 bodies of this name, \"plank[0]\" to \"plank[4]\", got \"plank\""},
    {"too_far_in_row", named_bodies("0", "@\"plank[5]\""),
     "joints[0].b: expected one of the 5 bodies \"plank[0]\" to \"plank[4]\", got \"plank[5]\""},
    {"place", named_bodies("0", "@8"),
     "joints[0].b: expected a name of a body, or its place in the list of bodies (a whole number from 0 to 7), "
     "got 8"},
    {"fraction", named_bodies("0", "@1.0"),
     "joints[0].b: expected a name of a body, or its place in the list of bodies (a whole number from 0 to 7), "
     "got 1.0"},
    {"negative", named_bodies("@\"plank[-1]\"", "0"),
     "joints[0].a: expected a name of a body (known: left, plank, right), got \"plank[-1]\""},
    {"itself", named_bodies("1", "@\"plank[0]\""), "joints[0].b: expected two bodies, but both are \"plank[0]\""},
    {"fixed", named_bodies("0", "@\"right\""),
     "joints[0].b: expected a dynamic body in each joint, but neither \"left\" nor \"right\" is"},
};
INSTANTIATE_TEST_SUITE_P(Names, RefusedJoint, ::testing::ValuesIn(wrong_names), joint_refusal_name);

const JointRefusal wrong_members[] = {
    {"mistyped_key", joint_text("revolute", R"(,@"spirng":{})"),
     "joints[0].spirng: unknown key (did you mean \"spring\"?)"},
    {"key_of_other_kind", joint_text("weld", R"(,@"motor":{})"),
     "joints[0].motor: unknown key (known: kind, name, a, b, collide_connected, user_data, repeat, break_force, "
     "break_torque, anchor, local_anchor_a, local_anchor_b, angle, rotation, turned, radians, linear, angular)"},
    {"break_force", joint_text("weld", R"(,"break_force":@-1)"),
     "joints[0].break_force: expected a force >= 0, got -1"},
    {"both_anchors", joint_text("revolute", R"(,"anchor":[0,0],"local_anchor_b":@[0,0])"),
     "joints[0].local_anchor_b: expected either \"anchor\" or \"local_anchor_b\", not both"},
    {"both_axes", joint_text("wheel", R"(,"axis":[0,1],"local_axis_a":@[0,1])"),
     "joints[0].local_axis_a: expected either \"axis\" or \"local_axis_a\", not both"},
    {"both_turns", joint_text("weld", R"(,"angle":0,"rotation":@[1,0])"),
     "joints[0].rotation: expected either \"angle\" or \"rotation\", not both"},
    {"no_direction", joint_text("prismatic", R"(,"axis":@[0,0])"),
     "joints[0].axis: expected a direction [x, y] other than [0, 0], got [0,0]"},
    {"negative_hertz", joint_text("wheel", R"(,"spring":{"hertz":@-1})"),
     "joints[0].spring.hertz: expected a frequency >= 0, got -1"},
    {"rest_of_rod", joint_text("distance", R"(,"spring":{@"rest":1})"),
     "joints[0].spring.rest: unknown key (known: hertz, damping_ratio)"},
    {"negative_motor", joint_text("revolute", R"(,"motor":{"largest":@-1})"),
     "joints[0].motor.largest: expected a force or torque >= 0, got -1"},
    {"half_limits", joint_text("revolute", R"(,"limits":@{"lower":0})"),
     "joints[0].limits: expected a key \"upper\" in this object"},
    {"limits_crossed", joint_text("revolute", R"(,"limits":{"lower":1,"upper":@0})"),
     "joints[0].limits.upper: expected a number that is not below \"lower\", got 0"},
    {"negative_distance", joint_text("distance", R"(,"limits":{"lower":@-1,"upper":0})"),
     "joints[0].limits.lower: expected a distance >= 0, got -1"},
    {"no_distance", joint_text("distance", R"(,"limits":{"lower":0,"upper":@0})"),
     "joints[0].limits.upper: expected a distance > 0, got 0"},
    {"lively_limits", joint_text("distance", R"(,"limits":{"lower":0,"upper":1,"restitution":@2})"),
     "joints[0].limits.restitution: expected a restitution from 0 to 1, got 2"},
    {"no_length", joint_text("distance", R"(,"length":@0)"), "joints[0].length: expected a length > 0, got 0"},
    {"anchors_in_one_place", joint_text("distance", R"(,"anchor_a":[1,1],"anchor_b":[1,1])").insert(1, "@"),
     "joints[0]: add_joint: length is not given, and the anchors are in one place: it must be greater than 0"},
    {"no_ratio", joint_text("gear", R"(,"ratio":@0)"), "joints[0].ratio: expected a ratio other than 0, got 0"},
    {"no_radius", joint_text("rack", R"(,"radius":@0)"), "joints[0].radius: expected a radius other than 0, got 0"},
    {"backward_tackle", joint_text("pulley", R"(,"wheel_a":[0,1],"wheel_b":[0,1],"ratio":@-1)"),
     "joints[0].ratio: expected a ratio > 0, got -1"},
    {"no_wheel", joint_text("pulley", R"(,"wheel_a":[0,1])").insert(1, "@"),
     "joints[0]: expected a key \"wheel_b\" in this object"},
    {"small_wheel", joint_text("pulley", R"(,"wheel_a":[0,1],"wheel_b":[0,1],"wheel_radius":@0)"),
     "joints[0].wheel_radius: expected a radius > 0, got 0"},
    {"half_marked", joint_text("gear", R"(,"local_mark_b":[1,0])").insert(1, "@"),
     "joints[0]: add_joint: local_mark_a is not given, but the other mark is: give both or neither"},
    {"anchor_of_gear", joint_text("gear", R"(,@"anchor":[0,0])"),
     "joints[0].anchor: unknown key (known: kind, name, a, b, collide_connected, user_data, repeat, break_force, "
     "break_torque, local_anchor_a, local_anchor_b, ratio, local_mark_a, local_mark_b, turned, radians)"},
    {"not_finite", joint_text("revolute", R"(,"anchor":[0,@1e99])"),
     "joints[0].anchor[1]: expected a number of magnitude up to 1e15, got 1e99"},
};
INSTANTIATE_TEST_SUITE_P(Members, RefusedJoint, ::testing::ValuesIn(wrong_members), joint_refusal_name);

const JointRefusal copies[] = {
    {"beyond_the_row", R"([{"kind":"filter","a":"plank[0]","b":"plank[1]","repeat":@{"count":5,"a":1,"b":1}}])",
     "joints[0].repeat: expected steps within the 5 bodies \"plank\", but they lead to number 5"},
    {"before_the_list", R"([{"kind":"filter","a":1,"b":2,"repeat":@{"count":3,"a":-1}}])",
     "joints[0].repeat: expected steps within the 8 bodies, but they lead to number -1"},
    {"onto_itself", R"([{"kind":"filter","a":1,"b":2,"repeat":@{"count":2,"a":1}}])",
     "joints[0].repeat: expected two bodies, but both are \"plank[1]\""},
    {"no_copies", R"([{"kind":"filter","a":1,"b":2,"repeat":{"count":@0}}])",
     "joints[0].repeat.count: expected a number of copies (a whole number from 1 to 1000000), got 0"},
    {"no_level", R"([{"kind":"filter","a":1,"b":2,"repeat":@[]}])",
     "joints[0].repeat: expected one to four levels of repetition, got []"},
    {"five_levels",
     R"([{"kind":"filter","a":1,"b":2,"repeat":@[{"count":1},{"count":1},{"count":1},{"count":1},{"count":1}]}])",
     "joints[0].repeat: expected one to four levels of repetition, got "
     "[{\"count\":1},{\"count\":1},{\"count\":1},{\"c..."},
    {"far", R"([{"kind":"filter","a":1,"b":2,"repeat":{"count":2,"a":@1000001}}])",
     "joints[0].repeat.a: expected how many bodies further (a whole number from -1000000 to 1000000), got "
     "1000001"},
    {"too_many",
     R"([{"kind":"filter","a":1,"b":2,"repeat":@[{"count":1000000},{"count":1000000},{"count":1000000},{"count":1000000}]}])",
     "joints[0].repeat: expected at most 1000000 joints in all"},
};
INSTANTIATE_TEST_SUITE_P(Copies, RefusedJoint, ::testing::ValuesIn(copies), joint_refusal_name);

TEST(SceneJointErrors, OfASceneWithoutBodiesAreRefused) {
  try {
    parse_scene(R"({"bodies":[],"joints":[{"kind":"filter","a":0,"b":1}]})");
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.key(), "joints[0].a");
    EXPECT_EQ(error.message(), "expected a body, but the scene has none");
  }
}

TEST(SceneJointErrors, FilledInByCodeAreRefusedWithAReason) {
  Scene scene;
  scene.bodies.resize(2);
  scene.joints.push_back({"", 0, 2, FilterDef{}});
  EXPECT_THROW(make_world(scene), std::invalid_argument);
  scene.joints[0] = {"", 0, 0, FilterDef{}};
  EXPECT_THROW(make_world(scene), std::invalid_argument);
  scene.joints[0] = {"", 0, 1, FilterDef{}};
  EXPECT_EQ(make_world(scene).joint_count(), 1u);
}

// ---- texts made to harm ----

const std::string hostile_joints[] = {
    R"([{"kind":"revolute","name":"n","a":"plank[0]","b":"plank[1]","anchor":[1.5,0],"angle":30,"turned":360,)"
    R"("radians":false,"spring":{"hertz":2,"damping_ratio":0.5,"rest":10},"motor":{"speed":1,"largest":5},)"
    R"("limits":{"lower":-10,"upper":20,"restitution":0.5},"repeat":[{"count":2,"a":1,"b":1,"step":[1,0]}]}])",
    R"([{"kind":"prismatic","a":"left","b":1,"local_anchor_a":[1,0],"local_anchor_b":[0,1],"axis":[1,1],)"
    R"("rotation":[0,1],"collide_connected":true,"user_data":7},{"kind":"weld","a":2,"b":"right","angle":5,)"
    R"("linear":{"hertz":3},"angular":{"hertz":4,"damping_ratio":1}}])",
    R"([{"kind":"distance","a":1,"b":3,"anchor_a":[0,1],"anchor_b":[0,5],"length":2,"limits":{"lower":1,"upper":3}},)"
    R"({"kind":"wheel","a":4,"b":5,"anchor":[0,0],"local_axis_a":[0,1],"spring":{"hertz":3,"rest":0.1}}])"};

TEST(SceneJointErrors, AnyByteChangedIsAnsweredOrRefused) {
  int accepted = 0, refused = 0;
  for (const std::string& joints : hostile_joints) {
    ASSERT_EQ(joint_refusal(joints), "accepted");
    for (std::size_t at = 0; at < joints.size(); ++at) {
      EXPECT_NE(joint_refusal(joints.substr(0, at)), "accepted");
      for (const char c : {'"', '{', ']', ',', '-', 'e', '9', '\\', '\0', '\xff'}) {
        std::string changed = joints;
        changed[at] = c;
        const std::string answer = joint_refusal(changed);
        ++(answer == "accepted" ? accepted : refused);
        EXPECT_LT(answer.size(), 700u);
      }
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 3000);
}

TEST(SceneJointErrors, LongNamesAreShortInErrors) {
  const std::string large(1'000'000, 'x');
  const std::string two =
      R"({"bodies":[{"name":")" + large + R"("},{"name":")" + large + R"("},{"name":"f","type":"fixed"}],
      "joints":[{"kind":"filter","a":)";
  for (const std::string& rest :
       {"\"" + large + "\",\"b\":0}]}", "\"" + large + "[7]\",\"b\":0}]}", "\"" + large + "[0]\",\"b\":0}]}",
        "\"y" + large + "\",\"b\":0}]}", "\"" + large + "[0]\",\"b\":2,\"repeat\":{\"count\":3,\"a\":1}}]}"}) {
    try {
      parse_scene(two + rest);
      FAIL() << "accepted";
    } catch (const SceneError& error) {
      EXPECT_LT(std::string(error.what()).size(), 700u);
    }
  }
}

}  // namespace
