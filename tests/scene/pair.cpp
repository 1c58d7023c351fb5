#include <bankshot/query/overlap.hpp>
#include <bankshot/scene/pair.hpp>

#include <gtest/gtest.h>

#include <filesystem>

using namespace bankshot;

namespace {

constexpr const char* other = "\"b\": {\"shape\": {\"kind\": \"circle\", \"radius\": 1}}";

TEST(ReadPair, TakesEveryField) {
  const ScenePair pair = parse_pair(R"({
    "$schema": "x", "name": "n", "description": "two\nlines",
    "a": {"position": [1, 2], "angle": 90, "shape": {"kind": "box", "width": 2, "height": 1}},
    "b": {"rotation": [0, -1], "shape": {"kind": "capsule", "from": [0, 0], "to": [1, 0], "radius": 0.5}}})");
  EXPECT_EQ(pair.name, "n");
  EXPECT_EQ(pair.description, "two\nlines");
  EXPECT_EQ(pair.a, box(2, 1));
  EXPECT_EQ(pair.pose_a, (Pose{Vec2(1, 2), {0, 1}}));
  EXPECT_EQ(pair.b, capsule(Vec2(0, 0), Vec2(1, 0), Real(0.5)));
  EXPECT_EQ(pair.pose_b, (Pose{Vec2(0, 0), {0, -1}}));
}

TEST(ReadPair, AShapeFromASceneIsTakenAsItIs) {
  const ScenePair pair = parse_pair(
      std::string("{\"a\": {\"shape\": {\"kind\": \"circle\", \"radius\": 2, \"material\": {\"density\": 4}, "
                  "\"sensor\": true, \"filter\": {\"group\": 1}}}, ") +
      other + "}");
  EXPECT_EQ(pair.a, circle(2));
}

struct PairRefusal {
  const char* name;
  std::string text;
  int line, column;
  const char* part_of_message;
};
void PrintTo(const PairRefusal& refusal, std::ostream* out) { *out << refusal.name; }
std::string pair_refusal_name(const ::testing::TestParamInfo<PairRefusal>& refusal) { return refusal.param.name; }

class RefusedPair : public ::testing::TestWithParam<PairRefusal> {};

TEST_P(RefusedPair, SaysWhereAndWhatWasExpected) {
  try {
    parse_pair(GetParam().text, "file.json");
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.line(), GetParam().line);
    EXPECT_EQ(error.column(), GetParam().column);
    EXPECT_NE(std::string(error.what()).find(GetParam().part_of_message), std::string::npos) << error.what();
  }
}

const PairRefusal refusals[] = {
    {"empty", "", 1, 1, "not JSON"},
    {"one_shape", std::string("{") + other + "}", 1, 1, "expected a key \"a\""},
    {"a_scene", "{\"bodies\": []}", 1, 2, "bodies: unknown key"},
    {"no_shape", std::string("{\"a\": {}, ") + other + "}", 1, 7, "a: expected a key \"shape\""},
    {"unknown_key", std::string("{\"a\": {\"positon\": [0, 0]}, ") + other + "}", 1, 8, "did you mean \"position\"?"},
    {"velocity", std::string("{\"a\": {\"velocity\": [0, 0]}, ") + other + "}", 1, 8, "a.velocity: unknown key"},
    {"bad_shape", std::string("{\"a\": {\"shape\": {\"kind\": \"circle\", \"radius\": 0}}, ") + other + "}", 1, 46,
     "a.shape.radius: expected a radius > 0, got 0"},
    {"both_turns",
     std::string("{\"a\": {\"angle\": 1, \"rotation\": [1, 0], \"shape\": ") +
         "{\"kind\": \"circle\", \"radius\": 1}}, " + other + "}",
     1, 32, "not both"},
    {"control",
     std::string("{\"name\": \"\\u0001\", \"a\": {\"shape\": {\"kind\": \"circle\", \"radius\": 1}}, ") + other + "}",
     1, 10, "control characters"},
};
INSTANTIATE_TEST_SUITE_P(Pairs, RefusedPair, ::testing::ValuesIn(refusals), pair_refusal_name);

TEST(LoadPair, EveryExampleIsSound) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(BANKSHOT_SOURCE_DIR "/examples/pairs")) {
    const ScenePair pair = load_pair(entry.path());
    EXPECT_FALSE(pair.name.empty()) << entry.path();
    EXPECT_FALSE(pair.description.empty()) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 11);
  EXPECT_THROW(load_pair("no/such/pair.json"), SceneError);
}

}  // namespace
