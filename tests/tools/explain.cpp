#include <bankshot/config.hpp>

#include "command.hpp"

using namespace tools_test;

namespace {

const std::filesystem::path source = BANKSHOT_SOURCE_DIR;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string pair_file(const std::string& name) { return "'" BANKSHOT_SOURCE_DIR "/examples/pairs/" + name + ".json'"; }

TEST(Explain, SaysEveryAxisAndTheReason) {
  const Outcome outcome = command("explain " + pair_file("containment"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"A small box inside a wide one\nA lies inside B\n", "so the overlap of 0.6 is not enough: 0.7",
        "  A  polygon, 4 corners, at (-1.5, 0.2)\n", "shadow of A", "way out",
        "(0, 1)          [-0.1, 0.5]  [-1.2, 1.2]  0.6      0.7    1.3      chosen; A inside B\n",
        "   edge 1 of B  (1, 0)          [-2, -1]     [-2.5, 2.5]  1        3.5    4.5      A inside B\n",
        "  MTV           (0, 1.3), length 1.3\n", "  feature of A  edge 0\n", "  feature of B  edge 2\n"}) {
    EXPECT_TRUE(has(outcome.out, part)) << part << "\n" << outcome.out;
  }
}

TEST(Explain, SaysTheGap) {
  const Outcome outcome = command("explain " + pair_file("apart"));
  EXPECT_TRUE(has(outcome.out, "A and B are apart\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "  distance      0.33")) << outcome.out;
  EXPECT_FALSE(has(outcome.out, "MTV")) << outcome.out;
}

TEST(Explain, WritesJsonForPrograms) {
  const Outcome outcome = command("explain " + pair_file("touching") + " --json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.front(), '{');
  EXPECT_TRUE(has(outcome.out, "\"relation\": \"touching\"")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "\"mtv\": {\"translation\": [0, 0], \"normal\": [0, 1], \"depth\": 0}")) << outcome.out;
  EXPECT_TRUE(has(outcome.out,
                  "{\"source\": \"edge_of_a\", \"index_a\": 0, \"normal\": [0, 1], \"shadow_a\": [1, 2], "
                  "\"shadow_b\": [-1, 1], \"nesting\": \"none\", \"overlap\": 0, \"added\": 0, "
                  "\"depth\": 0, \"eligible\": true, \"chosen\": true}"))
      << outcome.out;
}

TEST(Explain, RefusesWhatIsNoPair) {
  const Folder folder;
  const std::string bad = folder.write("pair.json", "{\"a\": {}}");
  const std::string before = folder.write("picture.svg", "what was there before");
  const Outcome outcome = command("explain '" + bad + "' --svg '" + before + "'");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "bankshot: " + bad + ":1:7: a: expected a key \"shape\" in this object\n");
  EXPECT_EQ(read_file(before), "what was there before");
  EXPECT_EQ(command("explain " + pair_file("no_such_pair")).code, 1);
  EXPECT_EQ(command("explain").code, 2);
  EXPECT_EQ(command("explain " + pair_file("apart") + " --steps 3").code, 2);
  EXPECT_EQ(command("explain " + pair_file("apart") + " --quiet").out, "");
}

// The pictures on the pages are those that the command draws: the same bytes, whichever compiler built it.
TEST(Explain, CommittedPicturesAreThoseOfTheCommand) {
  if (sizeof(bankshot::Real) == 8) GTEST_SKIP() << "the pictures are those of the float command";
  const Folder folder;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source / "examples/pairs")) {
    const std::string name = entry.path().stem().string();
    const std::string picture = folder / (name + ".svg");
    ASSERT_EQ(command("explain " + pair_file(name) + " --quiet --svg '" + picture + "'").code, 0) << name;
    EXPECT_EQ(read_file(picture), read_file(source / "docs/pairs" / (name + ".svg")))
        << "docs/pairs/" << name << ".svg is out of date: draw it again as docs/sat.md says";
    ++count;
  }
  int committed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs/pairs")) {
    committed += entry.path().extension() == ".svg" ? 1 : 0;
  }
  EXPECT_EQ(count, committed);
}

}  // namespace
