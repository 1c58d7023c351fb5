// Texts made to harm: cut, changed byte by byte, nested, endless, with shapes of a hundred thousand corners. Each ends
// in an error with a place or in a scene, in proportion to its length.

#include <bankshot/query/mtv.hpp>
#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include "broad/growth.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace bankshot;

namespace {

constexpr int many = 100'000;

/// Empty if the text is accepted, otherwise the error's text; anything but a SceneError ends the test.
template <class Parse>
std::string refusal_of(Parse parse, const std::string& text) {
  try {
    parse(text, "f");
  } catch (const SceneError& error) {
    EXPECT_GE(error.line(), 1);
    EXPECT_GE(error.column(), 1);
    EXPECT_FALSE(error.message().empty());
    EXPECT_LT(std::string(error.what()).size(), 2000u);
    return error.what();
  }
  return "";
}
Scene parse_as_scene(const std::string& text, const std::string& file) { return parse_scene(text, file); }
ScenePair parse_as_pair(const std::string& text, const std::string& file) { return parse_pair(text, file); }
std::string refusal(const std::string& text) { return refusal_of(parse_as_scene, text); }

std::vector<std::string> small_files(const std::string& folder) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(BANKSHOT_SOURCE_DIR "/examples/" + folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    texts.push_back(text.str().substr(0, text.str().find_last_not_of(" \n") + 1));
  }
  return texts;
}

TEST(Hostile, CutAnywhere) {
  std::size_t cuts = 0;
  for (const std::string& text : small_files("scenes")) {
    const std::size_t step = text.size() > 2000 ? 7 : 1;
    for (std::size_t end = 0; end < text.size(); end += step, ++cuts)
      EXPECT_NE(refusal(text.substr(0, end)), "") << end;
  }
  for (const std::string& text : small_files("pairs")) {
    for (std::size_t end = 0; end < text.size(); ++end, ++cuts) {
      EXPECT_NE(refusal_of(parse_as_pair, text.substr(0, end)), "") << end;
    }
  }
  EXPECT_GT(cuts, 3000u);
}

TEST(Hostile, AnyByteChanged) {
  int accepted = 0, refused = 0;
  for (const std::string& text : small_files("pairs")) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const char c : {'"', '{', ']', ',', '-', 'e', '9', '\\', '\0', '\xff'}) {
        std::string changed = text;
        changed[at] = c;
        ++(refusal_of(parse_as_pair, changed).empty() ? accepted : refused);
      }
    }
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 10000);
}

std::string repeated(const std::string& part, int times) {
  std::string text;
  text.reserve(part.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(Hostile, NestedWithoutEnd) {
  const std::string deep = "f:1:65: expected at most 64 levels of brackets";
  EXPECT_EQ(refusal(repeated("[", 10 * many)), deep);
  EXPECT_NE(refusal(repeated("{\"a\":", 10 * many)).find("64 levels"), std::string::npos);
  EXPECT_NE(refusal("{\"bodies\": " + repeated("[", 10 * many) + repeated("]", 10 * many) + "}").find("64 levels"),
            std::string::npos);
  EXPECT_NE(refusal("{\"bodies\": " + repeated("[", 60) + repeated("]", 60) + "}"), "");
  EXPECT_NE(refusal(repeated("]", 10 * many)), "");
}

TEST(Hostile, TextWithoutEnd) {
  for (const char* part :
       {"\"", "\\", ",", "\n", " ", "-", "9", "e", "\"\\", "\"a\":", "{}", "\xef\xbb\xbf", "\\u0000"}) {
    const std::string text = repeated(part, 10 * many);
    EXPECT_NE(refusal(text), "") << part;
    EXPECT_NE(refusal("{\"bodies\": [{\"name\": \"" + text), "") << part;
    EXPECT_NE(refusal("{\"bodies\": [{\"position\": [0, " + text + "]}]}"), "") << part;
  }
  std::string keys;
  for (int i = 0; i < many; ++i) keys += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": 0";
  EXPECT_NE(refusal("{" + keys + "}").find("unknown key"), std::string::npos);
}

TEST(Hostile, TooManyValues) {
  EXPECT_EQ(refusal("{\"bodies\": [" + repeated("0,", 100 * many) + "0]}"),
            "f:1:20000008: expected at most 10 million values");
  EXPECT_NE(refusal("{\"bodies\": [" + repeated("{},", many) + "0]}").find("bodies[100000]"), std::string::npos);
}

TEST(Hostile, TooManyCopies) {
  const std::string level = "{\"count\": 1000000, \"step\": [1, 0]}";
  EXPECT_NE(refusal("{\"bodies\": [{\"repeat\": [" + level + ", " + level + ", " + level + ", " + level + "]}]}"), "");
  EXPECT_NE(refusal("{\"bodies\": [{\"repeat\": {\"count\": 999999999999999999999, \"step\": [1, 0]}}]}"), "");
}

TEST(Hostile, AHundredThousandFixedBodiesInOnePlace) {
  const Scene scene = parse_scene(
      R"({"bodies": [{"type": "fixed", "shape": {"kind": "circle", "radius": 1},
          "repeat": {"count": 100000, "step": [0, 0]}}]})");
  EXPECT_EQ(make_world(scene).body_count(), 100'000u);
}

// ---- shapes of a hundred thousand corners ----

template <class Corner>
std::string polygon_text(Corner corner, int count = many) {
  std::string list;
  for (int i = 0; i < count; ++i) {
    const auto [x, y] = corner(i);
    list += (i == 0 ? "[" : ", [") + std::to_string(x) + ", " + std::to_string(y) + "]";
  }
  return "{\"kind\": \"polygon\", \"corners\": [" + list + "]}";
}

std::string scene_of_shape(const std::string& shape) { return "{\"bodies\": [{\"shape\": " + shape + "}]}"; }

/// Corners along the sides of a square, most of them on straight edges, which is allowed.
std::pair<int, int> on_a_square(int i, int count = many) {
  const int side = count / 4;
  const int along = i % side;
  switch (i / side) {
    case 0: return {along, 0};
    case 1: return {side, along};
    case 2: return {side - along, side};
    default: return {0, side - along};
  }
}

TEST(Hostile, AHundredThousandCornersAreRefusedWithAReason) {
  const auto part = [](const std::string& text, const char* expected) {
    const std::string message = refusal(scene_of_shape(text));
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  };
  part(polygon_text([](int i) { return std::pair(i, 0); }), "polygon: ");                        // a line
  part(polygon_text([](int) { return std::pair(1, 1); }), "polygon: ");                          // one place
  part(polygon_text([](int i) { return std::pair(i, i % 2); }), "polygon: ");                    // a saw
  part(polygon_text([](int i) { return std::pair(i % 2 == 0 ? i : -i, i % 3); }), "polygon: ");  // a scribble
  part(polygon_text([](int i) { return on_a_square(i * 7 % many); }), "polygon: ");              // round and round
  part(polygon_text([](int i) { return on_a_square(i == many / 2 ? 0 : i); }), "polygon: ");     // one out of place
}

TEST(Hostile, AHundredThousandCornersAreAnswered) {
  const std::string square = polygon_text([](int i) { return on_a_square(i); });
  const Scene scene = parse_scene(scene_of_shape(square));
  ASSERT_EQ(scene.bodies[0].shapes[0].shape.corner_count(), many);
  EXPECT_EQ(parse_scene(to_json(scene)).bodies[0].shapes[0].shape, scene.bodies[0].shapes[0].shape);
  const ScenePair pair = parse_pair(
      "{\"a\": {\"position\": [-1, 100], \"shape\": {\"kind\": \"box\", \"width\": 4, "
      "\"height\": 4}}, \"b\": {\"shape\": " +
      square + "}}");
  const std::optional<Mtv> hit = mtv(pair.a, pair.pose_a, pair.b, pair.pose_b);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->translation[0], -1, 0.01);
  EXPECT_EQ(hit->normal, Vec2(-1, 0));

  Scene falling = scene;
  falling.world.gravity = Vec2(0, -10);
  SceneBody box_body;
  box_body.def.type = BodyType::fixed;
  box_body.def.position = Vec2(0, -100);
  box_body.shapes.push_back({box(Real(1e5), 100), {}});
  falling.bodies.push_back(box_body);
  World world = make_world(falling);
  for (int i = 0; i < 10; ++i) world.step(Real(1) / 60);
  EXPECT_LT(world.position(world.bodies()[0])[1], 0);
}

// ---- grids, masks and compounds ----

TEST(Hostile, PicturesAsLargeAsTheFileIsLong) {
  const std::string row = "\"" + repeated("#", many) + "\"";
  const auto picture = [&](const std::string& kind, int rows) {
    std::string list = row;
    for (int i = 1; i < rows; ++i) list += "," + row;
    return scene_of_shape("{\"kind\": \"" + kind + "\", \"rows\": [" + list + "]}");
  };
  EXPECT_NE(
      refusal(picture("grid", 200)).find("at most 16777216 characters in all rows together, got 200 rows of 100000"),
      std::string::npos);
  EXPECT_NE(refusal(picture("mask", 700)).find("at most 67108864 characters"), std::string::npos);
  // Refused because of the last row and the number of rows, before the other rows are read.
  EXPECT_NE(refusal(scene_of_shape("{\"kind\": \"grid\", \"rows\": [" + repeated("0,", many) + row + "]}"))
                .find("100001 rows of 100000"),
            std::string::npos);
  EXPECT_NE(refusal(scene_of_shape("{\"kind\": \"grid\", \"rows\": [" + repeated("\"\",", many) + "\"\"]}")), "");
}

TEST(Hostile, CompoundsWithinCompounds) {
  const std::string disc = "{\"kind\": \"circle\", \"radius\": 1}";
  const auto with = [](const std::string& inner) {
    return "{\"kind\": \"compound\", \"pieces\": [" + inner + ", {\"kind\": \"box\", \"width\": 1, \"height\": 1}]}";
  };
  std::string text = disc;
  for (int i = 0; i < 29; ++i) text = with(text);
  EXPECT_EQ(refusal(scene_of_shape(text)), "");
  EXPECT_NE(refusal(scene_of_shape(with(with(text)))).find("64 levels"), std::string::npos);
  EXPECT_EQ(refusal(scene_of_shape(with(repeated(disc + ",", 3000) + disc))), "");
}

std::string saw_of(int count) {
  return polygon_text([count](int i) { return std::pair(i, i == 0 || i == count - 1 ? -5 : i % 2); }, count);
}

std::string scribble_of(int count) {
  return polygon_text([count](int i) { return std::pair(i * 7919 % count, i * 101 % count); }, count);
}

/// The same corners, which may be reflex.
std::string simple(std::string polygon) { return polygon.replace(polygon.find("polygon"), 7, "simple_polygon"); }

TEST(Hostile, SimplePolygonsOfAHundredThousandCorners) {
  const Scene scene = parse_scene(scene_of_shape(simple(saw_of(many))));
  EXPECT_EQ(scene.bodies[0].shapes[0].shape.corner_count(), many);
  EXPECT_TRUE(parse_scene(to_json(scene)).bodies[0].shapes[0].shape == scene.bodies[0].shapes[0].shape);
  EXPECT_NE(refusal(scene_of_shape(simple(scribble_of(many)))), "");
}

// ---- growth ----

/// Expects that a text of n parts is accepted or refused in proportion to n.
template <class Text>
void expect_in_proportion(const Text& text_of) {
  using namespace bankshot::testing;
  expect_growth(2000, in_proportion, in_proportion,
                [&text_of](int n) { return [text = text_of(n)] { static_cast<void>(refusal(text)); }; });
}

TEST(Hostile, TextsAreReadInProportionToTheirLength) {
  for (const char* part :
       {"[", "{\"a\":", "]", "\"", "\\", ",", "\n", " ", "-", "9", "\"\\", "\"a\":", "{}", "\\u0000"}) {
    SCOPED_TRACE(part);
    expect_in_proportion([part](int n) { return repeated(part, 10 * n); });
    expect_in_proportion([part](int n) { return "{\"bodies\": [{\"name\": \"" + repeated(part, 10 * n); });
  }
  expect_in_proportion([](int n) {
    std::string keys;
    for (int i = 0; i < n; ++i) keys += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": 0";
    return "{" + keys + "}";
  });
  expect_in_proportion([](int n) { return "{\"bodies\": [" + repeated("0,", n) + "0]}"; });
  expect_in_proportion([](int n) { return "{\"bodies\": [" + repeated("{},", n) + "{}]}"; });
}

TEST(Hostile, JointsAreReadInProportionToTheirNumber) {
  expect_in_proportion([](int n) {
    std::string bodies, joints;
    for (int i = 0; i <= n; ++i) bodies += (i == 0 ? "{\"name\":\"" : ",{\"name\":\"") + std::to_string(i) + "\"}";
    for (int i = 0; i < n; ++i) {
      joints += std::string(i == 0 ? "" : ",") + R"({"kind":"revolute","name":"j","a":")" + std::to_string(i) +
                R"(","b":)" + std::to_string(i + 1) + "}";
    }
    return "{\"bodies\":[" + bodies + "],\"joints\":[" + joints + "]}";
  });
  expect_in_proportion([](int n) {
    const std::string count = std::to_string(n),
                      row = R"({"name":"p","repeat":{"count":)" + count + R"(,"step":[1,0]}})";
    return "{\"bodies\":[{}," + row + R"(],"joints":[{"kind":"weld","a":0,"b":"p[0]","repeat":{"count":)" + count +
           R"(,"b":1}},{"kind":"filter","a":0,"b":1,"repeat":{"count":)" + count + "}}]}";
  });
}

TEST(Hostile, ShapesAreReadInProportionToTheirCorners) {
  const auto expect = [](auto corner) {
    expect_in_proportion(
        [corner](int n) { return scene_of_shape(polygon_text([corner, n](int i) { return corner(i, n); }, n)); });
  };
  expect([](int i, int) { return std::pair(i, 0); });
  expect([](int, int) { return std::pair(1, 1); });
  expect([](int i, int) { return std::pair(i, i % 2); });
  expect([](int i, int) { return std::pair(i % 2 == 0 ? i : -i, i % 3); });
  expect([](int i, int n) { return on_a_square(i, n); });
  expect([](int i, int n) { return on_a_square(i * 7 % n, n); });
  expect_in_proportion([](int n) { return scene_of_shape(simple(saw_of(n))); });
  expect_in_proportion([](int n) { return scene_of_shape(simple(scribble_of(n))); });
  expect_in_proportion([](int n) {
    const std::string row = "\"" + repeated("#", 40) + "\"";
    return scene_of_shape("{\"kind\": \"grid\", \"rows\": [" + repeated(row + ",", n) + row + "]}");
  });
}

}  // namespace
