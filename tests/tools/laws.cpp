// The verb laws, as users call it. Another test, laws_hold in tests/CMakeLists.txt, checks that the laws hold.

#include "tools/command.hpp"

#include <iterator>
#include <set>
#include <sstream>
#include <vector>

namespace tools_test {
namespace {

/// The words of the first line that begins with `start`.
std::vector<std::string> line_of(const std::string& text, const std::string& start) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(start, 0) != 0) continue;
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

TEST(Laws, ListNamesEveryLawOnce) {
  const Outcome outcome = command("laws --list");
  EXPECT_EQ(outcome.code, 0);
  std::istringstream in(outcome.out);
  std::set<std::string> names;
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) names.insert(line.substr(0, line.find(' ')));
  EXPECT_EQ(names.size(), lines);
  for (const char* name : {"drop-disc", "gas", "cradle", "valley", "billiard", "pairs", "slide", "shots", "tower",
                           "rest-rooms", "rest-places"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
}

TEST(Laws, TableHasAColumnForEachEngineAndAFigureForEachStep) {
  const Outcome outcome = command("laws --quick --quiet --law slow-ball,billiard --dt 1/30,0.01 --engine bankshot");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(line_of(outcome.out, "law"), (std::vector<std::string>{"law", "figure", "bound", "Bankshot"}));
  const std::vector<std::string> slow = line_of(outcome.out, "slow-ball");
  ASSERT_EQ(slow.size(), 7u) << outcome.out;  // name, "speed, %", bound, two figures with a stroke between
  EXPECT_EQ(slow[3], "0.01");
  EXPECT_EQ(slow[5], "/");
  EXPECT_EQ(count(outcome.out, "\n"), 5u) << outcome.out;  // the head, one figure of the first law, three of the second
}

TEST(Laws, NotesSayHowEnginesAreSetAndWhatTheWorstWas) {
  const Outcome outcome = command("laws --quick --law slow-ball --dt 1/60 --engine bankshot,box2d,chipmunk");
  EXPECT_EQ(outcome.err, "");
  for (const char* part : {"restitution threshold 0", "cap of 2 m a step", "10 iterations", "dt 1/60 s", "Seed 1",
                           "slow-ball, Bankshot, 1/60: 0.5 m/s: "}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
}

// The other engines are optional; where they are installed, they are measured as the library is.
TEST(Laws, PeersAreMeasuredOrNotBuilt) {
  const Outcome outcome = command("laws --quick --quiet --law drop-disc --dt 1/60 --engine box2d,chipmunk");
  EXPECT_EQ(outcome.code, 0);
  const std::vector<std::string> words = line_of(outcome.out, "drop-disc");
  std::string line;
  for (const std::string& word : words) line += word + " ";
  EXPECT_EQ(line.find("not built") == std::string::npos, BANKSHOT_TEST_BOX2D && BANKSHOT_TEST_CHIPMUNK) << line;
  EXPECT_EQ(line.find("crashed"), std::string::npos) << line;
  if (BANKSHOT_TEST_BOX2D && BANKSHOT_TEST_CHIPMUNK) {
    EXPECT_EQ(count(line, "!"), 2u) << line;  // both rise above where they were dropped
  }
}

// Whether bodies that are thrown about come to rest is up to the engines; this test checks that all figures are
// measured, and are the same every time. Only the library reports impacts: the figure of another engine there has no
// verdict.
TEST(Laws, RestIsMeasuredOnAllEngines) {
  const std::string common = "laws --quick --law rest-rooms,rest-places --dt 1/60";
  const Outcome outcome = command(common + " --engine bankshot,box2d,chipmunk");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_FALSE(has(outcome.out, "crashed")) << outcome.out;
  EXPECT_FALSE(has(outcome.out, "nan")) << outcome.out;
  for (const char* figure :
       {"never at rest, worlds", "worst time, of what bounces take", "median time, of what bounces",
        "impacts at rest, a step", "energy at rest, m g slop", "overlap, mm"}) {
    EXPECT_EQ(count(outcome.out, figure), 2u) << figure << "\n" << outcome.out;
  }
  EXPECT_EQ(count(outcome.out, "not told"), 2u * (BANKSHOT_TEST_BOX2D + BANKSHOT_TEST_CHIPMUNK)) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "rest-rooms, Bankshot, 1/60: 20 worlds")) << outcome.out;
  const std::string quiet = "laws --quick --quiet --law rest-places --dt 1/30 --engine bankshot";
  const Outcome one = command(quiet), two = command(quiet), other = command(quiet + " --seed 2");
  EXPECT_EQ(one.out, two.out);
  EXPECT_NE(one.out, other.out);
}

// Engines without a limit that bounces or a ledger of motors tell nothing there.
TEST(Laws, JointsAreMeasuredOnAllEngines) {
  const Outcome outcome =
      command("laws --quick --quiet --law rope,slider,motor --dt 1/60 --engine bankshot,box2d,chipmunk");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_FALSE(has(outcome.out, "crashed") || has(outcome.out, "nan")) << outcome.out;
  EXPECT_EQ(count(outcome.out, "not told"), 2u * (BANKSHOT_TEST_BOX2D + BANKSHOT_TEST_CHIPMUNK)) << outcome.out;
  for (const char* figure : {"lost at once, %", "too long, mm", "off the rail, mm", "wheel: speed, %"}) {
    EXPECT_EQ(count(outcome.out, figure), 1u) << figure << "\n" << outcome.out;
  }
}

#if BANKSHOT_TEST_CHIPMUNK
// Chipmunk has no speed below which nothing bounces: some bodies that are thrown about here never sleep.
TEST(Laws, WhatNeverSleepsBreaksTheLawOfRest) {
  const Outcome outcome = command("laws --quick --quiet --law rest-places --dt 1/60 --engine chipmunk");
  const std::vector<std::string> words = line_of(outcome.out, "rest-places");
  ASSERT_EQ(words.size(), 7u) << outcome.out;
  EXPECT_EQ(words.back().back(), '!') << outcome.out;
  EXPECT_TRUE(has(outcome.out, " inf!")) << outcome.out;
}
#endif

TEST(Laws, FilesAndMarkdownCarryTheSameFigures) {
  const Folder folder;
  const Outcome outcome =
      command("laws --quick --markdown --law tumble-box,drop-at-1-km,gas --dt 1/60 --engine bankshot --json " +
              in_quotes(folder / "laws.json") + " --svg " + in_quotes(folder / "laws.svg"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("| law | figure | bound | Bankshot |\n|---|---|---|---|\n| tumble-box | energy, % |"),
            std::string::npos)
      << outcome.out;
  const std::string json = read_file(folder / "laws.json");
  EXPECT_EQ(count(json, "\"outcome\": \"measured\""), 3u) << json;
  EXPECT_EQ(count(json, "\"verdict\": "), 4u);
  EXPECT_NE(json.find("\"name\": \"KS test\", \"unit\": \"p\""), std::string::npos);
  EXPECT_EQ(count(json, "{"), count(json, "}"));
  const std::string svg = read_file(folder / "laws.svg");
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_EQ(count(svg, "<clipPath"), 3u);  // a panel each
  EXPECT_NE(svg.find("tumble-box: energy, %"), std::string::npos);
  EXPECT_NE(svg.find("drop-at-1-km: apex, m"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Laws, RunsAreTheSameEveryTimeAndSeedsDiffer) {
  const std::string common = "laws --quick --quiet --law gas --dt 1/60 --engine bankshot";
  const Outcome one = command(common), two = command(common), other = command(common + " --seed 2");
  EXPECT_EQ(one.out, two.out);
  EXPECT_NE(one.out, other.out);
}

TEST(Laws, RefusesWhatThereIsNot) {
  const std::pair<const char*, const char*> cases[] = {
      {"--law nonsense", "--law: expected one of drop-disc, drop-box, "},
      {"--engine nonsense", "--engine: expected one of bankshot, box2d, chipmunk, got nonsense"},
      {"--dt 0", "--dt: expected a number > 0"},
      {"--dt 1/x", "--dt: expected a number > 0"},
      {"--dt 2", "--dt: expected a number > 0 and at most 1"},
      {"--cases 0", "--cases: expected a whole number from 1"},
      {"--json ./same --svg same", "--svg and --json: both are the file same; give --svg another one"},
      {"--seed -1", "--seed: expected a whole number from 0"},
  };
  for (const auto& [options, message] : cases) {
    const Outcome outcome = command("laws --quick --quiet " + std::string(options));
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  const Outcome folder = command("laws --quick --law slow-ball --dt 1/60 --engine bankshot --json /");
  EXPECT_EQ(folder.code, 1);
  EXPECT_NE(folder.err.find("is a folder"), std::string::npos) << folder.err;
}

// At a step of a second no three poses lie in one flight of two seconds: the V counts as missed, whatever the engine.
TEST(Laws, CheckFailsWhereTheTableShowsAMiss) {
  const std::string common = "laws --quick --quiet --check --engine bankshot ";
  const Outcome missed = command(common + "--law valley --dt 1");
  EXPECT_EQ(missed.code, 1);
  EXPECT_NE(missed.out.find('!'), std::string::npos) << missed.out;
  EXPECT_NE(missed.err.find("miss their bounds"), std::string::npos) << missed.err;
  const Outcome held = command(common + "--law drop-disc --dt 1/60");
  EXPECT_EQ(held.code, 0);
  EXPECT_EQ(held.out.find('!'), std::string::npos) << held.out;
  EXPECT_EQ(held.err, "");
}

}  // namespace
}  // namespace tools_test
