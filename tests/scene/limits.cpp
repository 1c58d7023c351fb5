// Limits on a text: if it asks for more, it is refused with the name of the limit and the place, before anything is
// made.

#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

#include <filesystem>

#include "broad/counting_new.hpp"

using namespace bankshot;

namespace {

std::string refusal(const std::string& text, const SceneLimits& limits) {
  try {
    parse_scene(text, "f", limits);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "accepted";
}

std::string bodies(const std::string& list) { return "{\"bodies\": [" + list + "]}"; }
std::string repeated(const std::string& members, const std::string& levels) {
  return bodies("{" + members + "\"repeat\": [" + levels + "]}");
}

// ---- copies ----

// Of a million million rounds a million make a body each; all the others make none.
const std::string mostly_nothing = R"({"count":1000000,"step":[1,0]},{"count":1000000,"step":[1,0]},)"
                                   R"({"count":1,"step":[0,1],"shrink":1})";

TEST(SceneCopies, RowsThatComeToNothingAreNotWalked) {
  EXPECT_EQ(refusal(repeated("", mostly_nothing), {.bodies = 999'999}),
            "f:1:24: bodies[0].repeat: expected at most 999999 bodies in all");
  const std::string thousand = "{\"count\":1000" + mostly_nothing.substr(mostly_nothing.find(','));
  const Scene scene = parse_scene(repeated("", thousand));
  ASSERT_EQ(scene.bodies.size(), 1000u);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) EXPECT_EQ(scene.bodies[i].def.position, Vec2(Real(i), 0)) << i;
}

TEST(SceneCopies, PyramidsEndWhereARowIsEmpty) {
  const std::string pyramid = R"({"count":5,"step":[1,10]},{"count":3,"step":[2,0],"shrink":1})";
  const Scene scene = parse_scene(repeated("", pyramid));
  std::vector<std::pair<Real, Real>> at;
  for (const SceneBody& body : scene.bodies) at.emplace_back(body.def.position[0], body.def.position[1]);
  const std::vector<std::pair<Real, Real>> expected = {{0, 0}, {2, 0}, {4, 0}, {1, 10}, {3, 10}, {2, 20}};
  EXPECT_EQ(at, expected);
}

TEST(SceneCopies, AreRefusedBeforeTheFirstIsMade) {
  const std::string square = R"({"count":10000,"step":[1,0]},{"count":10000,"step":[1,0]})";
  const std::string disc = R"("shape":{"kind":"circle","radius":1},)";
  const std::size_t before = bankshot::testing::allocations();
  EXPECT_EQ(refusal(repeated(disc, square), scene_format_limits),
            "f:1:61: bodies[0].repeat: expected at most 1000000 bodies in all");
  EXPECT_LT(bankshot::testing::allocations() - before, 1000u);
}

// A copy counts with everything in it: a body may be within a limit when a thousand copies of it are not.
TEST(SceneCopies, CountWithAllThatIsInThem) {
  const std::string thousand = R"({"count":1000,"step":[1,0]})";
  const auto of = [&](const std::string& members, const SceneLimits& limits) {
    return refusal(repeated(members + ",", thousand), limits);
  };
  const std::string disc = R"({"kind":"circle","radius":1})";
  const std::string at_disc = "f:1:93: bodies[0].repeat: expected at most ";
  EXPECT_EQ(of("\"shapes\":[" + disc + "," + disc + "]", {.shapes = 1999}), at_disc + "1999 shapes in all");
  EXPECT_EQ(of("\"shapes\":[" + disc + "," + disc + "]", {.shapes = 2000}), "accepted");
  EXPECT_EQ(of(R"("shape":{"kind":"polygon","corners":[[0,0],[1,0],[0,1]]})", {.corners = 2999}),
            "f:1:81: bodies[0].repeat: expected at most 2999 corners in all");
  EXPECT_EQ(of(R"("name":")" + std::string(500, 'x') + "\"", {.name_bytes = 499'999}),
            "f:1:534: bodies[0].repeat: expected at most 499999 bytes of names in all");
  EXPECT_EQ(of(R"("name":")" + std::string(500, 'x') + "\"", {.name_bytes = 500'000}), "accepted");
}

TEST(SceneCopies, OfJointsAreRefusedBeforeTheFirstIsMade) {
  const std::string square = R"([{"count":10000},{"count":10000}])";
  const std::string text = R"({"bodies":[{},{}],"joints":[{"kind":"filter","a":0,"b":1,"repeat":)" + square + "}]}";
  const std::size_t before = bankshot::testing::allocations();
  EXPECT_EQ(refusal(text, scene_format_limits), "f:1:67: joints[0].repeat: expected at most 1000000 joints in all");
  EXPECT_LT(bankshot::testing::allocations() - before, 1000u);
}

// ---- each limit, at its place ----

struct Case {
  const char* name;
  std::string text;
  SceneLimits enough, too_little;
  const char* message;
};
void PrintTo(const Case& given, std::ostream* out) { *out << given.name; }
std::string case_name(const ::testing::TestParamInfo<Case>& given) { return given.param.name; }

class SceneLimit : public ::testing::TestWithParam<Case> {};

TEST_P(SceneLimit, IsNamedAtThePlaceWhereItIsPassed) {
  EXPECT_EQ(refusal(GetParam().text, GetParam().enough), "accepted");
  EXPECT_EQ(refusal(GetParam().text, GetParam().too_little), GetParam().message);
}

std::string one_shape(const std::string& members) { return bodies("{\"type\":\"fixed\",\"shape\":{" + members + "}}"); }

const Case cases[] = {
    {"bytes", bodies(""), {.bytes = 14}, {.bytes = 13}, "f:1:1: expected at most 13 bytes of text, got 14"},
    {"levels", bodies("{}"), {.levels = 3}, {.levels = 2}, "f:1:13: expected at most 2 levels of brackets"},
    {"values", bodies("{},\n{},{}"), {.values = 8}, {.values = 7}, "f:2:4: expected at most 7 values"},
    {"bodies", bodies("{},{}"), {.bodies = 2}, {.bodies = 1}, "f:1:16: bodies[1]: expected at most 1 bodies in all"},
    {"shapes",
     one_shape(R"("kind":"compound","pieces":[{"kind":"circle","radius":1},{"kind":"circle","radius":1}])"),
     {.shapes = 3},
     {.shapes = 2},
     "f:1:95: bodies[0].shape.pieces[1]: expected at most 2 shapes in all"},
    {"shapes_of_body",
     bodies(R"({"shapes":[{"kind":"circle","radius":1},{"kind":"circle","radius":1}]})"),
     {.shapes_of_body = 2},
     {.shapes_of_body = 1},
     "f:1:23: bodies[0].shapes: expected at most 1 shapes of one dynamic body, got 2"},
    {"corners",
     one_shape(R"("kind":"chain","points":[[0,0],[1,0],[2,0]])"),
     {.corners = 3},
     {.corners = 2},
     "f:1:62: bodies[0].shape.points: expected at most 2 corners in all"},
    {"corners_again",
     one_shape(R"("kind":"compound","pieces":[{"kind":"compound","pieces":[{"kind":"box","width":1,"height":1}]}])"),
     {.corners = 4},
     {.corners = 3},
     "f:1:66: bodies[0].shape.pieces[0]: expected at most 3 corners in all"},
    {"tiles",
     one_shape(R"("kind":"grid","rows":["##","##"])"),
     {.tiles = 4},
     {.tiles = 3},
     "f:1:59: bodies[0].shape.rows: expected at most 3 tiles in all"},
    {"pixels",
     one_shape(R"("kind":"mask","rows":["##","##"])"),
     {.pixels = 4},
     {.pixels = 3},
     "f:1:59: bodies[0].shape.rows: expected at most 3 pixels in all"},
    {"materials",
     one_shape(R"("kind":"grid","rows":["#"],"palette":[{},{}])"),
     {.materials = 2},
     {.materials = 1},
     "f:1:75: bodies[0].shape.palette: expected at most 1 materials of palettes in all"},
    {"joints",
     R"({"bodies":[{},{}],"joints":[{"kind":"filter","a":0,"b":1},{"kind":"filter","a":1,"b":0}]})",
     {.joints = 2},
     {.joints = 1},
     "f:1:59: joints[1]: expected at most 1 joints in all"},
    {"copies_of_joints",
     R"({"bodies":[{},{}],"joints":[{"kind":"filter","a":0,"b":1,"repeat":{"count":1000}}]})",
     {.joints = 1000},
     {.joints = 999},
     "f:1:67: joints[0].repeat: expected at most 999 joints in all"},
    {"names_of_joints",
     R"({"bodies":[{},{}],"joints":[{"kind":"filter","name":"abc","a":0,"b":1,"repeat":{"count":1000}}]})",
     {.name_bytes = 3000},
     {.name_bytes = 2999},
     "f:1:80: joints[0].repeat: expected at most 2999 bytes of names in all"},
    {"goals",
     R"({"bodies":[],"goals":[{"from":[0,0],"to":[1,0],"inward":[0,1]},{"from":[0,0],"to":[1,0],"inward":[0,1]}]})",
     {.goals = 2},
     {.goals = 1},
     "f:1:64: goals[1]: expected at most 1 goals in all"},
    {"name_bytes",
     R"({"bodies":[{"name":"ab"}],"goals":[{"from":[0,0],"to":[1,0],"inward":[0,1],"counts":["ab"]}]})",
     {.name_bytes = 4},
     {.name_bytes = 3},
     "f:1:86: goals[0].counts[0]: expected at most 3 bytes of names in all"},
};
INSTANTIATE_TEST_SUITE_P(All, SceneLimit, ::testing::ValuesIn(cases), case_name);

TEST(SceneLimits, ThoseOfTheFormatHoldInAnyCase) {
  constexpr std::size_t any = ~std::size_t{0};
  const SceneLimits none = {any, any, any, any, any, any, any, any, any, any, any, any, any};
  EXPECT_EQ(refusal(std::string(1000, '['), none), "f:1:65: expected at most 64 levels of brackets");
  EXPECT_EQ(refusal(repeated("", R"({"count":1000000,"step":[1,0]},{"count":2,"step":[1,0]})"), none),
            "f:1:24: bodies[0].repeat: expected at most 1000000 bodies in all");
}

TEST(SceneLimits, HoldForPairsAndFiles) {
  const std::string disc = R"({"shape":{"kind":"circle","radius":1}})";
  const std::string pair = "{\"a\":" + disc + ",\"b\":" + disc + "}";
  EXPECT_NO_THROW(parse_pair(pair, "f", {.shapes = 2}));
  EXPECT_THROW(parse_pair(pair, "f", {.shapes = 1}), SceneError);
  const std::string file = BANKSHOT_SOURCE_DIR "/examples/pairs/circles.json";
  EXPECT_NO_THROW(load_pair(file, SceneLimits{}));
  try {
    load_pair(file, {.bytes = 100});
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.message(), "expected a file of at most 100 bytes, got a larger one");
  }
}

// A device reports no size.
TEST(SceneLimits, BoundWhatAFileWithoutEndTakes) {
  const std::size_t most = std::size_t{1} << 22;
  bankshot::testing::forget_most_bytes_in_use();
  const std::size_t before = bankshot::testing::bytes_in_use();
  EXPECT_THROW(load_scene("/dev/zero", {.bytes = most}), SceneError);
  EXPECT_LT(bankshot::testing::most_bytes_in_use() - before, 2 * most);
}

// The examples stay within the limits for strangers.
TEST(SceneLimits, TheExamplesAreWithinThoseForStrangers) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(BANKSHOT_SOURCE_DIR "/examples/scenes")) {
    EXPECT_EQ(to_json(load_scene(entry.path(), SceneLimits{})), to_json(load_scene(entry.path()))) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 8);
}

}  // namespace
