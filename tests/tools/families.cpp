// Laws as families of random experiments, as users call them. Known misses of the library are not tested here: these
// tests run the parts of each family in which it holds, so that a fault of a reference or of the code that draws the
// cases shows.

#include "tools/command.hpp"

#include <map>
#include <sstream>

namespace tools_test {
namespace {

const std::string bankshot = "laws --dt 1/60 --engine bankshot ";

struct Part {
  const char* name;
  const char* law;
  const char* set;
  int cases;
};

class Families : public ::testing::TestWithParam<Part> {};

TEST_P(Families, HoldWhereTheyAreEasy) {
  const Part& part = GetParam();
  const Outcome outcome = command(bankshot + "--strict --law " + part.law + " --set " + part.set + " --cases " +
                                  std::to_string(part.cases));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(outcome.out.find(", worst, "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(", median, "), std::string::npos) << outcome.out;
  // At least half of the draws are experiments.
  const std::size_t at = outcome.out.find("1/60: ");
  ASSERT_NE(at, std::string::npos) << outcome.out;
  EXPECT_GT(std::stoi(outcome.out.substr(at + 6)), part.cases / 2) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Laws, Families,
                         ::testing::Values(Part{"Shots", "single-point", "mu=0,spin.a=0,spin.b=0", 300},
                                           Part{"DiscsThatRub", "single-point", "a.kind=1,b.kind=1,e.any=0.5", 300},
                                           Part{"Landings", "flat-landing", "mu=0,kinematic=0", 300},
                                           Part{"Discs", "free-pairs", "a.kind=1,b.kind=1,mu=0", 300},
                                           Part{"ElasticPairs", "free-pairs", "mu=0,e=3", 300},
                                           Part{"ElasticThrows", "throws", "gravity=0,e=3", 300},
                                           Part{"Slopes", "friction-angle", "far.x=0", 60},
                                           Part{"FloorInOnePiece", "seams", "floor=0,rolls=0", 200}),
                         [](const auto& part) { return std::string(part.param.name); });

TEST(FamilyRooms, HoldElasticBodies) {
  const Outcome outcome =
      command(bankshot + "--strict --quiet --quick --law closed-rooms --set kinematic=0,e=3 --cases 4");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("outside, in all"), std::string::npos) << outcome.out;
}

/// The features of a case, by name.
std::map<std::string, double> parsed(const std::string& arguments) {
  const Outcome outcome = command(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::map<std::string, double> features;
  std::istringstream in(outcome.out);
  for (std::string line; std::getline(in, line);) {
    const std::size_t is = line.find(" = ");
    if (line.rfind("  ", 0) != 0 || is == std::string::npos) continue;
    features[line.substr(2, is - 2)] = std::stod(line.substr(is + 3));
  }
  return features;
}

TEST(FamilyCase, IsTheSameEveryTimeAndAFeatureChangesAlone) {
  const std::string arguments = bankshot + "--law throws --case 17 ";
  EXPECT_EQ(command(arguments).out, command(arguments).out);
  const auto drawn = parsed(arguments), other = parsed(bankshot + "--law throws --case 18");
  EXPECT_NE(drawn, other);
  auto slower = parsed(arguments + "--set speed=2.5");
  EXPECT_EQ(slower.at("speed"), 2.5);
  slower["speed"] = drawn.at("speed");
  EXPECT_EQ(slower, drawn);
  EXPECT_EQ(parsed(arguments + "--set e=9.5").at("e"), 3);
  EXPECT_EQ(parsed(arguments + "--set e=1.5,speed=-7").at("e"), 1);
  EXPECT_EQ(parsed(arguments + "--set e=1.5,speed=-7").at("speed"), 1);
  EXPECT_NE(command(arguments + "--set e=1").out.find("  e = 1 (0.2)\n"), std::string::npos);
  EXPECT_NE(command(arguments + "--set sped=2").out.find("sped is not asked for"), std::string::npos);
}

#if BANKSHOT_TEST_BOX2D
// With an engine that misses in some cases, whatever becomes of this library.
TEST(FamilyCase, WhatACampaignSaysOfItsWorstIsWhatTheCaseSays) {
  const std::string law = "laws --dt 1/60 --engine box2d --law free-pairs --set density=1,a.spin=90 ";
  const Outcome campaign = command(law + "--cases 60");
  ASSERT_EQ(campaign.code, 0) << campaign.err;
  const std::string mark = "worst --case ";
  const std::size_t at = campaign.out.find(mark);
  ASSERT_NE(at, std::string::npos) << campaign.out;
  const Outcome one = command(law + "--case " + std::to_string(std::stoi(campaign.out.substr(at + mark.size()))));
  EXPECT_NE(one.out.find(": missed"), std::string::npos) << one.out;
}
#endif

// Misses of awaited families are shown and not counted; --strict counts them.
TEST(FamilyCheck, AwaitedLawsAreShownAndCountedByStrictAlone) {
  const std::string arguments = "laws --quick --quiet --engine bankshot --dt 1/60 --law flat-landing --cases 20 ";
  const Outcome check = command(arguments + "--check"), strict = command(arguments + "--strict");
  EXPECT_EQ(check.out, strict.out);
  const bool missed = check.out.find('!') != std::string::npos;
  const bool awaited = command("laws --list").out.find("do not turn (awaited)") != std::string::npos;
  EXPECT_EQ(strict.code, missed ? 1 : 0) << strict.out;
  EXPECT_EQ(check.code, missed && !awaited ? 1 : 0) << check.out;
  EXPECT_EQ(check.err.find("awaited laws miss") != std::string::npos, missed && awaited) << check.err;
}

TEST(FamilyFuzz, APlantedFaultIsShrunkToWhatItNeedsAndReplayed) {
  const Folder folder;
  const Outcome outcome = command("fuzz --quiet --target laws --law free-pairs --plant wrong-side --cases 30 --out " +
                                  in_quotes(folder / "out"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.out.find("free-pairs: momentum"), std::string::npos) << outcome.out;
  const std::string mark = "free-pairs-momentum";
  const std::size_t saved = outcome.out.find(mark), at = outcome.out.find("  bankshot ", saved);
  ASSERT_NE(at, std::string::npos) << outcome.out;
  const std::string line = outcome.out.substr(at + 11, outcome.out.find('\n', at) - at - 11);
  const auto features = parsed(line);
  ASSERT_FALSE(features.empty()) << line;
  EXPECT_NE(features.at("a.spin"), 0) << line;
  for (const char* name :
       {"b.spin", "a.kind", "b.kind", "a.angle", "b.angle", "e", "mu", "turn", "far", "aim", "drift"}) {
    EXPECT_EQ(features.at(name), 0) << name << "\n" << line;
  }
  EXPECT_EQ(features.at("speed"), 1) << line;
}

TEST(FamilyFuzz, TakesTurnsAndCountsWhatIsNoExperiment) {
  const Folder folder;
  const Outcome outcome = command("fuzz --quiet --target laws --law single-point,flat-landing,seams --cases 60 --out " +
                                  in_quotes(folder / "out"));
  for (const char* name : {"single-point", "flat-landing", "seams"}) {
    const std::size_t at = outcome.out.find("\n" + std::string(name) + " ");
    ASSERT_NE(at, std::string::npos) << outcome.out;
    EXPECT_EQ(std::stoi(outcome.out.substr(at + 1 + std::string(name).size())), 20) << outcome.out;
  }
  EXPECT_NE(outcome.out.find("  no experiment"), std::string::npos) << outcome.out;
}

TEST(FamilyCase, RefusesWhatThereIsNot) {
  const std::pair<const char*, const char*> cases[] = {
      {"laws --law throws --set x", "--set: expected NAME=NUMBER, separated by commas, got x"},
      {"laws --law throws --set x=y", "--set: expected NAME=NUMBER, separated by commas, got x=y"},
      {"laws --law gas --set x=1", "--set: only with --law of a family, got gas"},
      {"laws --law flat-landing --set sped=1",
       "--set: sped is no feature of flat-landing; --law flat-landing --case 0"},
      {"laws --law gas --case 3", "--case: only with --law of a family, got gas"},
      {"laws --law throws --case -3", "--case: expected a whole number from 0"},
      {"fuzz --target laws --law gas", "--law: expected one of single-point, "},
      {"fuzz --target geometry --table", "--table: only with --target parts or seams"},
      {"fuzz --target parts --scene x.json", "--scene: not with --target parts, seams, joints or laws"},
      {"fuzz --law throws", "--law: only with --target laws"},
      {"fuzz --target laws --against exact", "--against and --rational: only with"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = command(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace tools_test
