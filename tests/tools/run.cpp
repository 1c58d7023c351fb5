#include <bankshot/config.hpp>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "command.hpp"
#include "draw/balanced.hpp"

using namespace tools_test;
using bankshot_real = bankshot::Real;

namespace {

TEST(Command, HelpAndVersion) {
  const Outcome help = command("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(has(help.out, "run")) << help.out;
  EXPECT_TRUE(has(help.out, "explain")) << help.out;
  const Outcome verb = command("run --help");
  EXPECT_EQ(verb.code, 0);
  for (const char* option : {"--steps", "--dt", "--svg", "--csv", "--energy", "--record", "--verify", "--compare",
                             "--quiet", "Exit codes"}) {
    EXPECT_TRUE(has(verb.out, option)) << option;
  }
  EXPECT_TRUE(std::regex_search(verb.out, std::regex("1 the scene is bad[^2]*--verify"))) << verb.out;
  const Outcome version = command("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(has(version.out, sizeof(bankshot_real) == 4 ? "(float)" : "(double)")) << version.out;
}

TEST(Command, BadUseEndsWithTwo) {
  const std::string pinball = scene("pinball");
  for (const std::string& arguments : {std::string(),
                                       std::string("walk"),
                                       std::string("run"),
                                       "run " + pinball + " --no-such-option",
                                       "run " + pinball + " extra",
                                       "run " + pinball + " --steps=-1",
                                       "run " + pinball + " --steps=1.5",
                                       "run " + pinball + " --steps=ten",
                                       "run " + pinball + " --steps=99999999999999999999",
                                       "run " + pinball + " --dt=0",
                                       "run " + pinball + " --dt=-0.1",
                                       "run " + pinball + " --dt=nan",
                                       "run " + pinball + " --dt=inf",
                                       "run " + pinball + " --dt=1e38",
                                       "run " + pinball + " --dt=1e-60",
                                       "run " + pinball + " --dt=0x1",
                                       "run " + pinball + " --dt=0.1s",
                                       "run " + pinball + " --dt=''",
                                       "run " + pinball + " --compare chipmunk",
                                       "run " + pinball + " --svg same --csv same",
                                       "run " + pinball + " --energy same --csv same",
                                       "run " + pinball + " --record same --verify same"}) {
    if (sizeof(bankshot_real) == 8 && has(arguments, "1e-60")) continue;  // valid in double
    const Outcome outcome = command(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.err;
    EXPECT_FALSE(outcome.err.empty()) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
}

TEST(Command, SaysWhatItExpected) {
  EXPECT_TRUE(has(command("run " + scene("pinball") + " --dt 0").err,
                  "bankshot: --dt: expected a number > 0 and at most 1, got 0\n"));
  EXPECT_TRUE(has(command("run " + scene("pinball") + " --steps=-3").err,
                  "--steps: expected a whole number from 0 to 1000000000, got -3"));
}

// Under whichever path; the scene and the recording stay as they were.
TEST(Command, OverwritesNeitherItsInputsNorItsOutputs) {
  const Folder folder;
  const std::string text = R"({"bodies": [{"shape": {"kind": "circle", "radius": 1}}]})";
  const std::string file = folder.write("scene.json", text), recording = folder / "a.rec";
  ASSERT_EQ(command("run '" + file + "' --quiet --steps 2 --record '" + recording + "'").code, 0);
  const std::string recorded = read_file(recording);
  std::filesystem::create_symlink(file, folder / "link.json");
  const std::string again = folder / "./scene.json", link = folder / "link.json", svg = folder / "new.svg";
  const std::string around = folder / "../" + std::filesystem::path(folder / "").parent_path().filename().string();
  struct Case {
    std::string options, names;
  };
  for (const auto& [options, names] :
       {Case{"--record '" + file + "'", "--record and SCENE: "}, Case{"--svg '" + again + "'", "--svg and SCENE: "},
        Case{"--csv '" + link + "'", "--csv and SCENE: "},
        Case{"--energy '" + around + "/scene.json'", "--energy and SCENE: "},
        Case{"--verify '" + recording + "' --svg '" + recording + "'", "--svg and --verify: "},
        Case{"--verify '" + recording + "' --record '" + around + "/a.rec'", "--record and --verify: "},
        Case{"--svg '" + svg + "' --csv '" + around + "/new.svg'", "--csv and --svg: "}}) {
    const Outcome outcome = command("run '" + file + "' --steps 2 " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_TRUE(has(outcome.err, "bankshot: " + names + "both are the file ")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "; give " + names.substr(0, names.find(' ')) + " another one\n")) << outcome.err;
    EXPECT_EQ(read_file(file), text) << options;
    EXPECT_EQ(read_file(recording), recorded) << options;
  }
  EXPECT_EQ(folder.files(), 3u);
}

struct BadScene {
  const char* name;
  const char* text;
  const char* message;
};
void PrintTo(const BadScene& bad, std::ostream* out) { *out << bad.name; }
std::string name_of(const ::testing::TestParamInfo<BadScene>& bad) { return bad.param.name; }

class BadInput : public ::testing::TestWithParam<BadScene> {};

// Each ends with exit code 1, says where and why, and leaves the output files alone.
TEST_P(BadInput, IsAClearErrorAndNothingIsWritten) {
  const Folder folder;
  const std::string file = folder.write("scene.json", GetParam().text);
  const std::string before = folder.write("picture.svg", "what was there before");
  const Outcome outcome = command("run '" + file + "' --svg '" + before + "' --csv '" + (folder / "t.csv") + "'");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(has(outcome.err, "bankshot: " + file + GetParam().message)) << outcome.err;
  EXPECT_EQ(read_file(before), "what was there before");
  EXPECT_EQ(folder.files(), 2u);
}

const BadScene bad_scenes[] = {
    {"empty", "", ":1:1: not JSON"},
    {"cut_short", "{\"bodies\": [", ":1:13: not JSON"},
    {"unknown_key", "{\"bodies\": [],\n \"gravity\": [0, 1]}", ":2:2: gravity: unknown key"},
    {"nearest_key", "{\"bodys\": []}", ":1:2: bodys: unknown key (did you mean \"bodies\"?)"},
    {"nan", "{\"bodies\": [{\"position\": [NaN, 0]}]}", ":1:27: not JSON"},
    {"nan_text", "{\"bodies\": [{\"position\": [\"NaN\", 0]}]}", ":1:27: bodies[0].position[0]: expected a number"},
    {"zero_size", "{\"bodies\": [{\"shape\": {\"kind\": \"box\", \"width\": 0, \"height\": 1}}]}",
     ":1:48: bodies[0].shape.width: expected a width > 0, got 0"},
    {"negative_size", "{\"bodies\": [{\"shape\": {\"kind\": \"circle\", \"radius\": -1}}]}",
     ":1:52: bodies[0].shape.radius: expected a radius > 0, got -1"},
    {"zero_mass", "{\"bodies\": [{\"mass\": {\"mass\": 0, \"inertia\": 1}}]}",
     ":1:31: bodies[0].mass.mass: expected a mass > 0, got 0"},
    {"zero_dt", "{\"run\": {\"dt\": 0}, \"bodies\": []}", ":1:16: run.dt: expected seconds per step > 0, got 0"},
    {"negative_dt", "{\"run\": {\"dt\": -1}, \"bodies\": []}", ":1:16: run.dt: expected seconds per step > 0, got -1"},
    {"two_corners", "{\"bodies\": [{\"shape\": {\"kind\": \"polygon\", \"corners\": [[0, 0], [1, 1]]}}]}",
     ":1:54: bodies[0].shape.corners: expected a list of three or more corners"},
    {"crossing", "{\"bodies\": [{\"shape\": {\"kind\": \"polygon\", \"corners\": [[0, 0], [2, 2], [2, 0], [0, 2]]}}]}",
     ":1:54: bodies[0].shape.corners: polygon: "},
    {"huge", "{\"bodies\": [{\"position\": [1e38, 0]}]}",
     ":1:27: bodies[0].position[0]: expected a number of magnitude up to 1e15, got 1e38"},
};
INSTANTIATE_TEST_SUITE_P(Scenes, BadInput, ::testing::ValuesIn(bad_scenes), name_of);

TEST(Command, UnreadableFilesEndWithOne) {
  const Folder folder;
  const Outcome missing = command("run '" + (folder / "no.json") + "'");
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "bankshot: " + (folder / "no.json") + ": no such file\n");
  const Outcome directory = command("run '" + (folder / "") + "'");
  EXPECT_EQ(directory.code, 1);
  EXPECT_TRUE(has(directory.err, "got a folder"));
  const Outcome nowhere = command("run " + scene("bouncing") + " --svg '" + (folder / "no/such/folder.svg") + "'");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_TRUE(has(nowhere.err, "cannot be written: No such file")) << nowhere.err;
}

TEST(Command, WritesWholeFilesOnly) {
  const Folder folder;
  const Outcome outcome = command("run " + scene("bouncing") + " --steps 100 --svg '" + (folder / "a.svg") +
                                  "' --csv '" + (folder / "a.csv") + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(folder.files(), 2u);
  const std::string svg = read_file(folder / "a.svg");
  EXPECT_TRUE(has(svg, "</svg>"));
  EXPECT_LT(svg.size(), 1'000'000u);
  const std::string csv = read_file(folder / "a.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "step,time,body,name,x,y,angle,velocity_x,velocity_y,angular_velocity");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 101 * 3);
  EXPECT_TRUE(has(csv, "\n0,0,1,ball 1.0,-4,10.5,0,0,0,0\n"));
  const Outcome full = command("run " + scene("bouncing") + " --steps 100 --csv /dev/full");
  EXPECT_EQ(full.code, 1) << "a full disk is a failure";
}

TEST(Command, SaysThatTheEnvironmentNamesNoWidth) {
  ASSERT_EQ(setenv("BANKSHOT_WIDTH", "huge", 1), 0);
  const Outcome outcome = command("run " + scene("bouncing") + " --steps 10 --quiet");
  unsetenv("BANKSHOT_WIDTH");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err.rfind("bankshot: BANKSHOT_WIDTH=huge is not one of scalar, sse2, ", 0), 0u) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  for (const char* verb : {"run", "bench"}) {
    EXPECT_TRUE(has(command(std::string(verb) + " --help").out, "BANKSHOT_WIDTH")) << verb;
  }
}

TEST(Command, QuietSaysNothing) {
  const Outcome outcome = command("run " + scene("bouncing") + " --steps 10 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(Command, TheSameRunGivesTheSameReport) {
  const std::regex timing("  speed[^\n]*\n");
  const auto report = [&] {
    return std::regex_replace(command("run " + scene("pinball") + " --steps 300").out, timing, "");
  };
  const std::string first = report();
  EXPECT_TRUE(has(first, "hash"));
  EXPECT_EQ(first, report());
}

struct Example {
  const char* name;
  int bodies;
};
void PrintTo(const Example& example, std::ostream* out) { *out << example.name; }
std::string example_name(const ::testing::TestParamInfo<Example>& example) { return example.param.name; }

class Examples : public ::testing::TestWithParam<Example> {};

TEST_P(Examples, RunAndReport) {
  const Outcome outcome = command("run " + scene(GetParam().name));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");  // no progress bar where there is no terminal
  EXPECT_TRUE(has(outcome.out, "bodies       " + std::to_string(GetParam().bodies) + " (")) << outcome.out;
  for (const char* row : {"steps", "speed", "contacts", "impacts", "energy", "penetration", "hash", "status"}) {
    EXPECT_TRUE(has(outcome.out, row)) << row << "\n" << outcome.out;
  }
}

const Example examples[] = {{"bouncing", 4},    {"ball_in_bucket", 4}, {"pyramid", 211},        {"dominoes", 27},
                            {"pinball", 17},    {"newtons_cradle", 7}, {"round_container", 40}, {"crates_and_ells", 32},
                            {"platformer", 13}, {"hillside", 11},      {"island", 46}};
INSTANTIATE_TEST_SUITE_P(Scenes, Examples, ::testing::ValuesIn(examples), example_name);

TEST(Examples, TheBallLandsInTheBucket) {
  EXPECT_TRUE(has(command("run " + scene("ball_in_bucket")).out, "goal         bucket: 1\n"));
}

/// The number that follows a name in the rows of the ledger; 0 if there is no such row.
double booked(const std::string& report, const std::string& name) {
  const std::size_t row = report.find("\n    " + name + " ");
  return row == std::string::npos ? 0 : std::stod(report.substr(row + 5 + name.size()));
}

double number_after(const std::string& report, const std::string& words) {
  return std::stod(report.substr(report.find(words) + words.size()));
}

TEST_P(Examples, BooksAllEnergy) {
  const std::string report = command("run " + scene(GetParam().name)).out;
  const double passed = number_after(report, "ledger       ");
  EXPECT_GT(passed, 0);
  EXPECT_LT(std::abs(booked(report, "not booked")), 1e-3 * passed) << report;
  double sum = 0;
  for (const char* name : {"forces", "movers", "surfaces", "restitution", "friction", "damping", "push-out", "support",
                           "sleep", "frozen", "not booked"}) {
    sum += booked(report, name);
  }
  const double before = number_after(report, "before "), after = number_after(report, ", after ");
  EXPECT_NEAR(after - before, sum, 2e-5 * (passed + std::abs(before))) << report;
  EXPECT_LT(booked(report, "restitution"), 0);
  EXPECT_LE(booked(report, "friction"), 0);
}

TEST(Command, PlotsEnergy) {
  const Folder folder;
  for (const char* steps : {"0", "1", "600"}) {
    const Outcome outcome =
        command("run " + scene("pinball") + " --energy '" + (folder / "e.svg") + "' --steps " + steps);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "energy plot")) << outcome.out;
    const std::string svg = read_file(folder / "e.svg");
    bankshot_test::expect_balanced(svg);
    for (const char* word : {"Pinball", "kinetic", "potential", "total", "not booked", "time, s"}) {
      EXPECT_TRUE(has(svg, word)) << word;
    }
    for (const char* word : {"movers", "restitution", "friction"}) {
      EXPECT_EQ(has(svg, word), std::string(steps) == "600") << word << " after " << steps;
    }
    EXPECT_LT(svg.size(), 100'000u);
  }
  EXPECT_EQ(folder.files(), 1u);
}

/// The rows of a table of tracks: x and y of every body of that name, step by step.
std::vector<std::pair<double, double>> places(const std::string& scene_name, const std::string& body) {
  const Folder folder;
  const std::string file = folder / "track.csv";
  EXPECT_EQ(command("run " + scene(scene_name) + " --quiet --csv '" + file + "'").code, 0);
  std::istringstream csv(read_file(file));
  std::vector<std::pair<double, double>> list;
  for (std::string line; std::getline(csv, line);) {
    const std::size_t name = line.find("," + body + ",");
    if (name == std::string::npos) continue;
    std::istringstream row(line.substr(name + body.size() + 2));
    double x = 0, y = 0;
    char comma = 0;
    row >> x >> comma >> y;
    list.push_back({x, y});
  }
  return list;
}

TEST(Examples, NothingLeavesTheRoundRoom) {
  const auto balls = places("round_container", "ball");
  ASSERT_EQ(balls.size(), 35u * 601u);
  for (const auto& [x, y] : balls) ASSERT_LT(std::hypot(x, y), 5 - 0.3 + 0.1);  // they have a radius of 0.3
}

TEST(Examples, TheJumperFliesThroughThePlatformAndStandsOnIt) {
  const auto jumper = places("platformer", "jumper");
  ASSERT_FALSE(jumper.empty());
  EXPECT_LT(jumper.front().second, 4);
  EXPECT_NEAR(jumper.back().second, 5.6, 0.02);  // the platform is at 5, the capsule 1.2 high
}

TEST(Examples, NothingFallsThroughTheHill) {
  for (const char* body : {"wheel", "crate", "dumbbell"}) {
    for (const auto& [x, y] : places("hillside", body)) ASSERT_GT(y, -7) << body << " at " << x;
  }
}

TEST(Examples, TheLastDominoDropsTheMarble) {
  // At any step: the result of the scene must not hang on how one step length happens to turn out.
  for (const int rate : {50, 60, 90, 120, 240, 480}) {
    const std::string run = "run " + scene("dominoes") + " --steps " + std::to_string(8 * rate);
    EXPECT_TRUE(has(command(run + " --dt " + std::to_string(1.0 / rate)).out, "goal         pit: 1\n")) << rate;
  }
}

TEST(Compare, ShapesOfPartsAreThereToo) {
#if BANKSHOT_TEST_BOX2D
  for (const char* name : {"round_container", "platformer", "hillside", "island", "crates_and_ells"}) {
    const Outcome outcome = command("run " + scene(name) + " --steps 20 --compare box2d");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "Box2D has no ")) << outcome.out;
  }
  // Falls on one floor as on the other.
  const Folder folder;
  const std::string file = folder.write("floor.json", R"({"world": {"gravity": [0, -10]}, "bodies": [
    {"type": "fixed", "shape": {"kind": "grid", "rows": ["####"], "origin": [-2, -1]}},
    {"name": "ball", "position": [0, 1], "shape": {"kind": "circle", "radius": 0.5}}]})");
  const Outcome outcome = command("run '" + file + "' --steps 120 --compare box2d");
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex("100 % +never"))) << outcome.out;
#endif
}

TEST(Compare, SaysWhereTheTwoPart) {
  const Outcome outcome = command("run " + scene("ball_in_bucket") + " --compare box2d");
#if BANKSHOT_TEST_BOX2D
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"compared with Box2D 2.4.1", "parted by", "1 %", "10 %", "100 %", "at the end"}) {
    EXPECT_TRUE(has(outcome.out, part)) << part << "\n" << outcome.out;
  }
  // Before anything touches, the two differ only by the order of integration: 0.04 m after half a second.
  const Outcome flight = command("run " + scene("ball_in_bucket") + " --steps 30 --compare box2d");
  EXPECT_TRUE(std::regex_search(flight.out, std::regex("100 % +never"))) << flight.out;
#else
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(has(outcome.err, "built without Box2D"));
#endif
}

}  // namespace
