#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace bankshot;

namespace {

// A scene with one body, whose members are `members`.
std::string body(const std::string& members) { return "{\"bodies\": [{" + members + "}]}"; }
std::string shape(const std::string& members) { return body("\"shape\": {" + members + "}"); }

TEST(ReadScene, TakesEveryField) {
  const Scene scene = parse_scene(R"({
    "name": "n", "description": "two\nlines",
    "world": {"gravity": [1, -2.5], "substeps": 7, "sleep": false, "impact_limits": {"per_pair": 3}},
    "run": {"dt": 0.25, "steps": 12},
    "view": {"lower": [-1, -2], "upper": [3, 4]},
    "bodies": [{
      "name": "b", "type": "kinematic", "position": [1, 2], "rotation": [0, 1], "velocity": [3, 4],
      "angular_velocity": 5, "linear_damping": 0.5, "angular_damping": 0.25,
      "table_friction": {"linear": 2, "angular": 0.5}, "gravity_scale": -1,
      "locks": ["x", "rotation"], "can_sleep": false, "awake": false, "user_data": 18446744073709551615,
      "shapes": [
        {"kind": "circle", "radius": 2, "centre": [1, 1], "sensor": true, "sees_all": true,
         "filter": {"category": 4, "mask": 9223372036854775809, "group": -3},
         "material": {"restitution": 0.5, "friction": 0.25, "density": 3, "surface_speed": -1,
                      "rolling_resistance": 0.125}},
        {"kind": "capsule", "from": [0, 0], "to": [1, 0], "radius": 0.5},
        {"kind": "segment", "from": [0, 0], "to": [1, 0]},
        {"kind": "box", "width": 2, "height": 1, "centre": [3, 3], "radius": 0.125},
        {"kind": "polygon", "corners": [[0, 0], [2, 0], [0, 1]], "radius": 0.25}]}],
    "goals": []})");
  EXPECT_EQ(scene.name, "n");
  EXPECT_EQ(scene.description, "two\nlines");
  EXPECT_EQ(scene.world.gravity, Vec2(1, Real(-2.5)));
  EXPECT_EQ(scene.world.substeps, 7);
  EXPECT_EQ(scene.world.impact_limits, (ImpactLimits{.per_pair = 3}));
  EXPECT_FALSE(scene.world.sleep);
  EXPECT_EQ(scene.dt, Real(0.25));
  EXPECT_EQ(scene.steps, 12);
  ASSERT_TRUE(scene.view);
  EXPECT_EQ(scene.view->lower, Vec2(-1, -2));
  EXPECT_EQ(scene.view->upper, Vec2(3, 4));
  ASSERT_EQ(scene.bodies.size(), 1u);
  const BodyDef& def = scene.bodies[0].def;
  EXPECT_EQ(scene.bodies[0].name, "b");
  EXPECT_EQ(def.type, BodyType::kinematic);
  EXPECT_EQ(def.position, Vec2(1, 2));
  EXPECT_EQ(def.rotation, (Rotation{0, 1}));
  EXPECT_EQ(def.velocity, Vec2(3, 4));
  EXPECT_EQ(def.angular_velocity, 5);
  EXPECT_EQ(def.linear_damping, Real(0.5));
  EXPECT_EQ(def.angular_damping, Real(0.25));
  EXPECT_EQ(def.table_friction, (TableFriction{2, Real(0.5)}));
  EXPECT_EQ(def.gravity_scale, -1);
  EXPECT_EQ(def.locks, (Locks{true, false, true}));
  EXPECT_FALSE(def.can_sleep);
  EXPECT_FALSE(def.awake);
  EXPECT_EQ(def.user_data, ~std::uint64_t{0});
  const std::vector<SceneShape>& shapes = scene.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 5u);
  EXPECT_EQ(shapes[0].shape, circle(2, Vec2(1, 1)));
  EXPECT_TRUE(shapes[0].def.sensor);
  EXPECT_TRUE(shapes[0].def.sees_all);
  EXPECT_EQ(shapes[0].def.filter, (Filter{4, (std::uint64_t{1} << 63) + 1, -3}));
  EXPECT_EQ(shapes[0].def.material, (Material{Real(0.5), Real(0.25), 3, -1, Real(0.125)}));
  EXPECT_EQ(shapes[1].shape, capsule(Vec2(0, 0), Vec2(1, 0), Real(0.5)));
  EXPECT_EQ(shapes[2].shape, segment(Vec2(0, 0), Vec2(1, 0)));
  EXPECT_EQ(shapes[3].shape, box(2, 1, Vec2(3, 3), {}, Real(0.125)));
  const Vec2 corners[] = {Vec2(0, 0), Vec2(2, 0), Vec2(0, 1)};
  EXPECT_EQ(shapes[4].shape, polygon(corners, Real(0.25)));
  EXPECT_EQ(shapes[4].def.material, Material{});
}

TEST(ReadScene, LeavesDefaults) {
  const Scene scene = parse_scene("{\"bodies\": [{}]}");
  EXPECT_EQ(scene.dt, Real(1) / 60);
  EXPECT_EQ(scene.steps, 600);
  EXPECT_FALSE(scene.view);
  EXPECT_EQ(scene.bodies.at(0).def.type, BodyType::dynamic);
  EXPECT_TRUE(scene.bodies.at(0).shapes.empty());
}

TEST(ReadScene, MaterialsGoFromNameToBodyToShape) {
  const Scene scene = parse_scene(R"({
    "materials": {"ice": {"friction": 0, "density": 0.5}},
    "bodies": [
      {"material": "ice", "shape": {"kind": "circle", "radius": 1}},
      {"material": "ice", "shape": {"kind": "circle", "radius": 1, "material": {"density": 4}}},
      {"material": {"density": 4}, "shape": {"kind": "circle", "radius": 1, "material": "ice"}}]})");
  EXPECT_EQ(scene.bodies[0].shapes[0].def.material, (Material{0, 0, Real(0.5), 0}));
  EXPECT_EQ(scene.bodies[1].shapes[0].def.material, (Material{0, 0, 4, 0}));
  EXPECT_EQ(scene.bodies[2].shapes[0].def.material, (Material{0, 0, Real(0.5), 0}));
}

TEST(ReadScene, AnglesAreDegreesAndQuarterTurnsExact) {
  const auto angle = [](const char* text) {
    return parse_scene(body(std::string("\"angle\": ") + text)).bodies[0].def.rotation;
  };
  EXPECT_EQ(angle("0"), (Rotation{1, 0}));
  EXPECT_EQ(angle("90"), (Rotation{0, 1}));
  EXPECT_EQ(angle("-90"), (Rotation{0, -1}));
  EXPECT_EQ(angle("540"), (Rotation{-1, 0}));
  EXPECT_EQ(angle("-990"), (Rotation{0, 1}));
  EXPECT_NEAR(angle("30").s, Real(0.5), 4 * std::numeric_limits<Real>::epsilon());
  EXPECT_NEAR(angle("-330").s, Real(0.5), 4 * std::numeric_limits<Real>::epsilon());
}

TEST(ReadScene, RepetitionsAreWrittenOut) {
  const Scene row = parse_scene(body(R"("name": "d", "position": [1, 2], "repeat": {"count": 3, "step": [0.5, -1]})"));
  ASSERT_EQ(row.bodies.size(), 3u);
  EXPECT_EQ(row.bodies[2].def.position, Vec2(2, 0));
  EXPECT_EQ(row.bodies[2].name, "d");
  const Scene pyramid =
      parse_scene(body(R"("repeat": [{"count": 4, "step": [0.5, 1]}, {"count": 4, "step": [1, 0], "shrink": 1}])"));
  ASSERT_EQ(pyramid.bodies.size(), 10u);
  EXPECT_EQ(pyramid.bodies[3].def.position, Vec2(3, 0));
  EXPECT_EQ(pyramid.bodies[4].def.position, Vec2(Real(0.5), 1));
  EXPECT_EQ(pyramid.bodies[9].def.position, Vec2(Real(1.5), 3));
}

TEST(ReadScene, NumbersAreRoundedOnce) {
  // Halfway between two floats, except for a digit that double no longer sees.
  const Scene scene = parse_scene(body("\"position\": [1.00000005960464477539062500001, 0.1]"));
  EXPECT_EQ(scene.bodies[0].def.position[0], sizeof(Real) == 4 ? Real(1.00000012) : Real(1.000000059604644775));
  EXPECT_EQ(scene.bodies[0].def.position[1], Real(0.1L));
  EXPECT_EQ(parse_scene(body("\"velocity\": [1e-300, -0.0]")).bodies[0].def.velocity[0], Real(1e-300));
  const std::string zeros(400, '0');
  for (const std::string& tiny : {std::string("1e-5000"), std::string("-1e-99999999999999999999"), "0." + zeros + "1",
                                  "1" + zeros + "e-900", "0." + zeros + "1e+80", "0." + zeros + "1e399"}) {
    EXPECT_EQ(std::abs(parse_scene(body("\"velocity\": [" + tiny + ", 0]")).bodies[0].def.velocity[0]),
              tiny.ends_with("e399")   ? Real(0.01)
              : tiny.ends_with("e+80") ? static_cast<Real>(1e-321L)  // 0 in float, denormal in double
                                       : Real(0))
        << tiny;
  }
  for (const std::string& huge :
       {std::string("1e5000"), "1" + zeros, "0." + zeros + "1e900", std::string("1e99999999999999999999")}) {
    EXPECT_THROW(parse_scene(body("\"velocity\": [" + huge + ", 0]")), SceneError) << huge;
  }
}

TEST(ReadScene, AByteOrderMarkIsNoError) { EXPECT_EQ(parse_scene("\xef\xbb\xbf{\"bodies\": []}").bodies.size(), 0u); }

// ---- what is refused, and where ----

struct SceneRefusal {
  const char* name;
  std::string text;
  int line, column;
  std::string key;
  std::string part_of_message;
};
void PrintTo(const SceneRefusal& refusal, std::ostream* out) { *out << refusal.name; }

std::string scene_refusal_name(const ::testing::TestParamInfo<SceneRefusal>& refusal) { return refusal.param.name; }

class Refused : public ::testing::TestWithParam<SceneRefusal> {};

TEST_P(Refused, SaysWhereAndWhatWasExpected) {
  const SceneRefusal& expected = GetParam();
  try {
    parse_scene(expected.text, "file.json");
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.file(), "file.json");
    EXPECT_EQ(error.line(), expected.line) << error.what();
    EXPECT_EQ(error.column(), expected.column) << error.what();
    EXPECT_EQ(error.key(), expected.key) << error.what();
    EXPECT_NE(error.message().find(expected.part_of_message), std::string::npos) << error.what();
    const std::string place = "file.json:" + std::to_string(expected.line) + ":" + std::to_string(expected.column);
    EXPECT_EQ(std::string(error.what()).substr(0, place.size()), place);
  }
}

const SceneRefusal syntax[] = {
    {"empty", "", 1, 1, "", "not JSON"},
    {"cut", "{\"bodies\": [\n", 2, 1, "", "ends too early"},
    {"not_a_number", "{\"bodies\": [\n  {\"position\": [NaN, 0]}]}", 2, 17, "", "JSON has no NaN"},
    {"infinity", "{\"bodies\": [{\"position\": [-Infinity, 0]}]}", 1, 27, "", "JSON has no NaN"},
    {"comment", "{\n// bodies\n\"bodies\": []}", 2, 1, "", "expected no comment"},
    {"trailing_comma", "{\"bodies\": [{},]}", 1, 16, "", "comma too many"},
    {"twice", "{\"name\": \"a\",\n \"name\": \"b\", \"bodies\": []}", 2, 2, "", "Duplicate key: 'name'"},
    {"two_values", "{\"bodies\": []} {}", 1, 16, "", "not JSON"},
    {"not_utf8", "{\"name\": \"\xff\"}", 1, 11, "", "UTF-8"},
    {"overlong_utf8", "{\"name\": \"\xc0\xaf\"}", 1, 11, "", "UTF-8"},
    {"deep", std::string(100, '['), 1, 65, "", "64 levels"},
    {"leading_zero", body("\"position\": [01, 0]"), 1, 27, "bodies[0].position[0]", "expected a number, got 01"},
    {"open_point", body("\"position\": [1., 0]"), 1, 27, "bodies[0].position[0]", "expected a number, got 1."},
    {"array", "[]", 1, 1, "", "expected an object {...}, got []"},
};
INSTANTIATE_TEST_SUITE_P(Syntax, Refused, ::testing::ValuesIn(syntax), scene_refusal_name);

const SceneRefusal keys[] = {
    {"missing", "{}", 1, 1, "", "expected a key \"bodies\""},
    {"unknown", "{\"bodies\": [],\n  \"goal\": []}", 2, 3, "goal", "did you mean \"goals\"?"},
    {"first_unknown", "{\"zzz\": 1, \"aaa\": 2, \"bodies\": []}", 1, 2, "zzz", "unknown key"},
    {"in_body", body("\"positon\": [0, 0]"), 1, 14, "bodies[0].positon", "did you mean \"position\"?"},
    {"odd_key", body("\"a\\\"b:\": 1"), 1, 14, "bodies[0].a\"b:", "unknown key (known: name, type"},
    {"of_other_kind", shape("\"kind\": \"circle\", \"radius\": 1, \"width\": 2"), 1, 55, "bodies[0].shape.width",
     "unknown key"},
    {"no_kind", shape("\"radius\": 1"), 1, 23, "bodies[0].shape", "expected a key \"kind\""},
    {"bad_kind", shape("\"kind\": \"sqaure\""), 1, 32, "bodies[0].shape.kind",
     "(known: circle, capsule, segment, box, polygon, simple_polygon, compound, chain, container, grid, mask), got "
     "\"sqaure\""},
    {"near_kind", shape("\"kind\": \"cirlce\""), 1, 32, "bodies[0].shape.kind", "did you mean \"circle\"?"},
    {"bad_type", body("\"type\": \"static\""), 1, 22, "bodies[0].type",
     "(known: fixed, kinematic, dynamic), got \"static\""},
    {"both_angles", body("\"angle\": 0, \"rotation\": [1, 0]"), 1, 38, "bodies[0].rotation", "not both"},
    {"both_shapes", body("\"shape\": {\"kind\": \"circle\", \"radius\": 1}, \"shapes\": []"), 1, 66, "bodies[0].shapes",
     "not both"},
    {"both_rates", "{\"run\": {\"dt\": 1, \"rate\": 60}, \"bodies\": []}", 1, 27, "run.rate", "not both"},
    {"no_material", body("\"material\": \"ise\""), 1, 26, "bodies[0].material", "expected a name from \"materials\""},
    {"near_material", "{\"materials\": {\"ice\": {}}, \"bodies\": [{\"material\": \"ise\"}]}", 1, 52,
     "bodies[0].material", "did you mean \"ice\"?"},
    {"lock", body("\"locks\": [\"x\", \"z\"]"), 1, 29, "bodies[0].locks[1]", "a direction to lock"},
    {"lock_twice", body("\"locks\": [\"x\", \"x\"]"), 1, 29, "bodies[0].locks[1]", "each direction once"},
};
INSTANTIATE_TEST_SUITE_P(Keys, Refused, ::testing::ValuesIn(keys), scene_refusal_name);

const SceneRefusal values[] = {
    {"zero_radius", shape("\"kind\": \"circle\", \"radius\": 0"), 1, 52, "bodies[0].shape.radius",
     "expected a radius > 0, got 0"},
    {"negative_width", shape("\"kind\": \"box\", \"width\": -2, \"height\": 1"), 1, 48, "bodies[0].shape.width",
     "expected a width > 0, got -2"},
    {"text_radius", shape("\"kind\": \"circle\",\n\"radius\": \"1\""), 2, 11, "bodies[0].shape.radius", "got \"1\""},
    {"huge", shape("\"kind\": \"circle\", \"radius\": 1e38"), 1, 52, "bodies[0].shape.radius", "up to 1e15, got 1e38"},
    {"infinite", body("\"position\": [0, 1e999]"), 1, 30, "", "expected a number of magnitude up to 1e15, got 1e999"},
    {"huge_position", body("\"position\": [0, -1e38]"), 1, 30, "bodies[0].position[1]", "up to 1e15, got -1e38"},
    {"three_numbers", body("\"position\": [0, 1, 2]"), 1, 26, "bodies[0].position", "a point [x, y], got [0, 1, 2]"},
    {"two_corners", shape("\"kind\": \"polygon\", \"corners\": [[0, 0], [1, 0]]"), 1, 54, "bodies[0].shape.corners",
     "three or more corners"},
    {"crossing", shape("\"kind\": \"polygon\", \"corners\": [[0, 0], [2, 2], [2, 0], [0, 2]]"), 1, 54,
     "bodies[0].shape.corners", "cross"},
    {"flat", shape("\"kind\": \"polygon\", \"corners\": [[0, 0], [1, 0], [2, 0]]"), 1, 54, "bodies[0].shape.corners",
     "polygon: "},
    {"point_segment", shape("\"kind\": \"segment\", \"from\": [1, 2], \"to\": [1, 2]"), 1, 65, "bodies[0].shape.to",
     "another point"},
    {"zero_density", body("\"material\": {\"density\": 0}"), 1, 38, "bodies[0].material.density", "a density > 0"},
    {"negative_restitution", body("\"material\": {\"restitution\": -0.1}"), 1, 42, "bodies[0].material.restitution",
     "a number >= 0, got -0.1"},
    {"zero_mass", body("\"mass\": {\"mass\": 0, \"inertia\": 1}"), 1, 31, "bodies[0].mass.mass", "a mass > 0"},
    {"mass_of_fixed", body("\"type\": \"fixed\", \"mass\": {\"mass\": 1, \"inertia\": 1}"), 1, 39, "bodies[0].mass",
     "only for dynamic"},
    {"fixed_velocity", body("\"type\": \"fixed\", \"velocity\": [0, 1]"), 1, 43, "bodies[0].velocity",
     "no velocity of a fixed body, got [0, 1]"},
    {"light_beyond_real", body("\"mass\": {\"mass\": 1e-320, \"inertia\": 1}"), 1, sizeof(Real) == 4 ? 31 : 13,
     sizeof(Real) == 4 ? "bodies[0].mass.mass" : "bodies[0]", "mass"},
    {"rotation", body("\"rotation\": [1, 1]"), 1, 26, "bodies[0].rotation", "cosine and sine"},
    {"zero_dt", "{\"run\": {\"dt\": 0}, \"bodies\": []}", 1, 16, "run.dt", "seconds per step > 0, got 0"},
    {"long_dt", "{\"run\": {\"dt\": 1.5}, \"bodies\": []}", 1, 16, "run.dt", "at most 1"},
    {"negative_steps", "{\"run\": {\"steps\": -1}, \"bodies\": []}", 1, 19, "run.steps", "a number of steps"},
    {"broken_steps", "{\"run\": {\"steps\": 1.5}, \"bodies\": []}", 1, 19, "run.steps", "a whole number"},
    {"substeps", "{\"world\": {\"substeps\": 65}, \"bodies\": []}", 1, 24, "world.substeps", "from 1 to 64"},
    {"per_pair", "{\"world\": {\"impact_limits\": {\"per_pair\": 0}}, \"bodies\": []}", 1, 42,
     "world.impact_limits.per_pair", "a number of impacts"},
    {"per_body", "{\"world\": {\"impact_limits\": {\"per_body\": 10001}}, \"bodies\": []}", 1, 42,
     "world.impact_limits.per_body", "a number of impacts"},
    {"view", "{\"view\": {\"lower\": [0, 0], \"upper\": [1, 0]}, \"bodies\": []}", 1, 37, "view.upper",
     "right of and above"},
    {"control", "{\"name\": \"\\u0001\", \"bodies\": []}", 1, 10, "name", "control characters"},
    {"half_character", "{\"name\": \"\\udc00\", \"bodies\": []}", 1, 10, "name", "whole characters"},
    {"no_copies", body("\"repeat\": {\"count\": 0, \"step\": [1, 0]}"), 1, 34, "bodies[0].repeat.count", "copies"},
    {"too_many", body("\"repeat\": [{\"count\": 10000, \"step\": [1, 0]}, {\"count\": 10000, \"step\": [0, 1]}]"), 1,
     24, "bodies[0].repeat", "at most 1000000 bodies"},
    {"goal_name",
     "{\"bodies\": [{\"name\": \"ball\"}], \"goals\": [{\"from\": [0, 0], \"to\": [1, 0], \"inward\": [0, -1], "
     "\"counts\": [\"bal\"]}]}",
     1, 103, "goals[0].counts[0]", "did you mean \"ball\"?"},
    {"goal_side", "{\"bodies\": [], \"goals\": [{\"from\": [0, 0], \"to\": [1, 0], \"inward\": [2, 0]}]}", 1, 67,
     "goals[0].inward", "across the line"},
};
INSTANTIATE_TEST_SUITE_P(Values, Refused, ::testing::ValuesIn(values), scene_refusal_name);

TEST(LoadScene, SaysWhyAFileCannotBeRead) {
  const auto message = [](const std::string& file) -> std::string {
    try {
      load_scene(file);
    } catch (const SceneError& error) {
      EXPECT_EQ(error.line(), 0);
      return error.what();
    }
    return "accepted";
  };
  const std::string folder = ::testing::TempDir();
  EXPECT_EQ(message(folder + "no_such_scene.json"), folder + "no_such_scene.json: no such file");
  EXPECT_NE(message(folder).find("got a folder"), std::string::npos);
}

}  // namespace
