// An error about a hostile text shows the place and the fault, is as short as a message should be, and holds nothing
// that a terminal obeys.

#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

namespace {

SceneError error_of(const std::string& text, const std::string& file = "f") {
  try {
    parse_scene(text, file);
  } catch (const SceneError& error) {
    return error;
  }
  return {"", 0, 0, "", "accepted"};
}
std::string message(const std::string& text) { return error_of(text).what(); }
std::string with_name(const std::string& written) { return "{\"bodies\":[],\n\"name\":\"" + written + "\"}"; }

TEST(SceneWords, ANumberThatIsTooLargeIsOne) {
  for (const std::string& number : {std::string("1e999"), std::string("-1e999"), "1" + std::string(400, '0')}) {
    const std::string shown = number.size() > 40 ? number.substr(0, 40) + "..." : number;
    EXPECT_EQ(message("{\"bodies\":[{\n\"position\":[0, " + number + "]}]}"),
              "f:2:16: expected a number of magnitude up to 1e15, got " + shown);
  }
}

TEST(SceneWords, ANumberInAWrongPlaceIsNotTooLarge) {
  for (const char* text : {"{\"bodies\":[]} 5", "{\"bodies\":[1 5]}", "{\"bodies\" 5}", "{5:1}"}) {
    EXPECT_NE(message(text).find("not JSON: "), std::string::npos) << message(text);
  }
}

TEST(SceneWords, AStringThatIsNotClosedBeganSomewhere) {
  const std::string expected = "not JSON: expected a closing quote on the line where this string begins";
  EXPECT_EQ(message("{\"bodies\":[],\n \"name\": \"abc"), "f:2:10: " + expected);
  EXPECT_EQ(message("{\"bodies\":[],\n \"name\": \"abc\\"), "f:2:10: " + expected);
  EXPECT_EQ(message("{\"name\": \"abc,\n\"bodies\": [],\n\"goals\": []}"), "f:1:10: " + expected);
  EXPECT_EQ(message("{\"name: 1,\r\n\"bodies\": []}"), "f:1:2: " + expected);
}

TEST(SceneWords, HalfOfAPairIsNoCharacter) {
  for (const char* half : {"\\ud800", "\\udbff!", "\\udc00", "\\ud800\\u0041", "\\ud800\\ud800", "\\udc00\\ud800",
                           "\\ud83d\\ude00\\ud83d", "\\\\\\ud800", "\\uD83D\\n"}) {
    const std::string what = message(with_name(half));
    EXPECT_EQ(what.substr(0, 7), "f:2:8: ") << half;
    EXPECT_NE(what.find("expected a string of whole characters"), std::string::npos) << what;
    EXPECT_EQ(message("{\"materials\": {\"" + std::string(half) + "\": {}}, \"bodies\": []}"),
              "f:1:16: not JSON: expected a key of whole characters")
        << half;
  }
  for (const char* whole : {"\\ud83d\\ude00", "\\\\ud800", "\\uD83D\\uDE00\\ud83d\\ude00", "\\ue000", "\\ud7ff"}) {
    EXPECT_EQ(message(with_name(whole)), ": accepted") << whole;
  }
}

// Each text has a part of a megabyte in one of the places from which errors quote, so that all are covered.
TEST(SceneWords, WhatIsQuotedIsShort) {
  const std::string large(1'000'000, 'x'), quoted = "\"" + large + "\"", letters = "\"xxxx";
  std::string materials;
  for (int i = 0; i < 10'000; ++i)
    materials += (i == 0 ? "\"" : ",\"") + std::to_string(i) + large.substr(0, 90) + "\":{}";
  for (const std::string& text :
       {"{" + quoted + ":1,\"bodies\":[]}", "{" + quoted + ":1," + quoted + ":1}", "{\"bodies\":[" + large + "]}",
        "{\"bodies\":[],\"name\":1" + quoted + "}", "{\"bodies\":[],\"goals\":" + quoted + "}",
        "{\"materials\":{" + quoted + ":{\"friction\":-1}},\"bodies\":[]}",
        "{\"materials\":{" + quoted + ":{" + quoted + ":-1}},\"bodies\":[]}",
        "{\"materials\":{" + materials + "},\"bodies\":[{\"material\":\"ice\"}]}",
        "{\"materials\":{" + quoted + ":{}},\"bodies\":[{\"material\":\"ice\"}]}",
        "{\"bodies\":[{\"name\":" + quoted +
            "}],\"goals\":[{\"from\":[0,0],\"to\":[1,0],\"inward\":[0,1],\"counts\":[\"a\"]}]}",
        "{\"bodies\":[{\"shape\":{\"kind\":\"grid\",\"legend\":{" + quoted + ":1},\"rows\":[\"#\"]}}]}",
        "{\"bodies\":[{\"angle\":1" + std::string(1'000'000, '0') + "}]}", "{\"bodies\":[]}" + large}) {
    const SceneError error = error_of(text);
    EXPECT_NE(error.message(), "accepted") << text.substr(0, 60);
    EXPECT_LT(std::string(error.what()).size(), 1200u) << text.substr(0, 60);
  }
  EXPECT_EQ(message("{" + quoted + ":1}").substr(0, 62), "f:1:2: " + large.substr(0, 40) + "...: unknown ke");
}

TEST(SceneWords, WhatATerminalObeysIsEscaped) {
  const std::string obeyed = "\x1b[31m\x07\x7f\xc2\x9b\xe2\x80\xae";
  const std::string shown = "\\u001b[31m\\u0007\\u007f\\u009b\\u202e";
  const std::string written = "\\u001b[31m\\u0007\\u007f\\u009b\\u202e";
  for (const std::string& spelled : {obeyed, written}) {
    for (const std::string& text :
         {"{\"" + spelled + "\":1}", "{\"materials\":{\"" + spelled + "\":1},\"bodies\":[]}",
          "{\"bodies\":[{\"type\":\"" + spelled + "\"}]}", "{\"" + spelled + "\":1,\"" + spelled + "\":1}",
          "{\"materials\":{\"" + spelled + "\":{}},\"bodies\":[{\"material\":\"ice\"}]}"}) {
      const std::string what = message(text);
      EXPECT_NE(what.find("\\u001b"), std::string::npos) << what;
      for (const char c : what) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << what;
      EXPECT_EQ(what.find("\xc2\x9b"), std::string::npos) << what;
      EXPECT_EQ(what.find("\xe2\x80\xae"), std::string::npos) << what;
    }
  }
  EXPECT_EQ(error_of("{\"" + obeyed + "\":1}").key(), shown);
  EXPECT_EQ(std::string(error_of("{", "a\x1b[2Jb\xff").what()).substr(0, 18), "a\\u001b[2Jb\\xff:1:");
  EXPECT_EQ(message(with_name("\\u009b2J")),
            "f:2:8: name: expected a string without control characters, got \"\\u009b2J\"");
}

}  // namespace
