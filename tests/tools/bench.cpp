// The verb bench, as users call it: every scene runs on every engine, with sound results. Times are not judged.

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include "tools/command.hpp"

namespace tools_test {
namespace {

std::string in_quotes(const std::string& text) { return "'" + text + "'"; }

/// The number after `"name": ` at or after `from`; not a number for null.
double number_after(const std::string& json, const std::string& name, std::size_t from) {
  const std::size_t at = json.find("\"" + name + "\": ", from);
  if (at == std::string::npos || json.compare(at + name.size() + 4, 4, "null") == 0) return std::nan("");
  return std::strtod(json.c_str() + at + name.size() + 4, nullptr);
}

/// The figures of one engine in one scene of the report.
struct Figures {
  bool there = false;
  double ms = 0, contacts = 0, deepest = 0, mean = 0, start_energy = 0, energy = 0, moved = 0, rms = 0, bodies = 0;
  double awake = 0, impacts = 0;
};
/// `restitution`: as the report spells it.
Figures figures(const std::string& json, const std::string& scene, const std::string& engine,
                const std::string& restitution = "\"its own\"") {
  const std::size_t at = json.find("\"scene\": \"" + scene + "\", \"restitution\": " + restitution + ",");
  if (at == std::string::npos) return {};
  const std::size_t run = json.find("\"engine\": \"" + engine + "\", \"built\": true", at);
  const std::size_t next = json.find("\"scene\": ", at + 1);
  if (run == std::string::npos || run > next) return {};
  const auto read = [&](const char* name) { return number_after(json, name, run); };
  return {true,
          read("ms_per_step"),
          read("contacts"),
          read("deepest"),
          read("mean"),
          number_after(json, "start_energy", at),
          read("energy"),
          read("moved"),
          read("rms_speed"),
          number_after(json, "bodies", at),
          read("awake"),
          read("impacts_per_step")};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

const char* const scene_names[] = {"large_pyramid", "many_pyramids", "smash",  "tumbler", "washer",  "junkyard",
                                   "compounds",     "spinner",       "gas",    "bucket",  "tiles",   "pit",
                                   "hopper",        "pegs",          "towers", "pinball", "marbles", "popcorn"};

/// One run of everything, for several tests.
const std::string& quick_json() {
  static const std::string json = [] {
    const std::string file = ::testing::TempDir() + "bankshot-bench-" + std::to_string(getpid()) + ".json";
    const Outcome outcome = command("bench --quick --quiet --json " + in_quotes(file));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    std::string text = read_file(file);
    std::filesystem::remove(file);
    return text;
  }();
  return json;
}

// The numbers of bodies in the scenes of Box2D's benchmark, read off its sources; ours are those in the text of each
// scene.
TEST(Bench, ListTellsTheScenesWithTheirBodies) {
  const Outcome outcome = command("bench --list");
  EXPECT_EQ(outcome.code, 0);
  const std::map<std::string, int> expected = {{"large_pyramid", 5050}, {"many_pyramids", 22000}, {"smash", 9601},
                                               {"tumbler", 2025},       {"washer", 8100},         {"junkyard", 8000},
                                               {"compounds", 3000},     {"spinner", 6076},        {"gas", 10000},
                                               {"bucket", 5000},        {"tiles", 2000},          {"pit", 3000},
                                               {"hopper", 2000},        {"pegs", 2000},           {"towers", 840},
                                               {"pinball", 500},        {"marbles", 1200},        {"popcorn", 1000}};
  std::istringstream in(outcome.out);
  std::map<std::string, int> listed;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name >> listed[line.substr(0, line.find(' '))];
  }
  EXPECT_EQ(listed, expected) << outcome.out;
}

TEST(Bench, EverySceneRunsOnEveryEngine) {
  for (const char* engine : {"bankshot", "box2d", "chipmunk"}) {
    const bool there = std::string(engine) == "bankshot" ||
                       (std::string(engine) == "box2d" ? BANKSHOT_TEST_BOX2D : BANKSHOT_TEST_CHIPMUNK);
    for (const char* scene : scene_names) {
      const Figures f = figures(quick_json(), scene, engine);
      EXPECT_EQ(f.there, there) << scene << ", " << engine;
      if (!f.there) continue;
      for (const double figure : {f.ms, f.deepest, f.mean, f.energy, f.moved, f.rms}) {
        EXPECT_TRUE(std::isfinite(figure)) << scene << ", " << engine;
      }
      EXPECT_GT(f.ms, 0) << scene << ", " << engine;
      EXPECT_LE(f.mean, f.deepest) << scene << ", " << engine;
      EXPECT_LE(f.awake, f.bodies) << scene << ", " << engine;
      EXPECT_EQ(std::isfinite(f.impacts), std::string(engine) == "bankshot") << scene << ", " << engine;
    }
  }
}

// Bounds at which a wrong scene, ruler or unit shows; they do not judge how good an engine is.
TEST(Bench, QualityIsSane) {
  for (const char* scene : scene_names) {
    const Figures f = figures(quick_json(), scene, "bankshot");
    ASSERT_TRUE(f.there) << scene;
    EXPECT_GT(f.awake, 0) << scene << ": half a second is too short to sleep";
    // A quarter of the smallest body: 40 cm across in the pit, 20 cm elsewhere. Those of the spinner start inside one
    // another.
    const bool spinner = std::string(scene) == "spinner", pit = std::string(scene) == "pit";
    EXPECT_LT(f.deepest, spinner ? 1.0 : pit ? 0.1 : 0.05) << scene;
    if (!spinner &&
        std::string(scene) != "popcorn") {  // the bar throws them about; elsewhere nothing acts on them that soon
      EXPECT_LT(f.energy, f.start_energy + 1) << scene;
    }
  }
  for (const char* engine : {"bankshot", "box2d", "chipmunk"}) {
    const Figures gas = figures(quick_json(), "gas", engine);
    if (!gas.there) continue;
    // 225 discs of 0.0314 kg at 5 m/s.
    EXPECT_NEAR(gas.start_energy, 225 * 0.031416 * 25 / 2, 0.01);
    EXPECT_NEAR(gas.energy, gas.start_energy, 0.05 * gas.start_energy) << engine;
    const Figures pyramid = figures(quick_json(), "large_pyramid", engine);
    // Boxes rest on one another and on the ground: one contact below the lowest row's boxes, two below all others.
    EXPECT_GE(pyramid.contacts, 12 + 2 * 66) << engine;
    EXPECT_GT(pyramid.deepest, 1e-5) << engine << ": what rests overlaps, or the ruler does not know where it ends";
    EXPECT_LT(pyramid.deepest, 0.05) << engine;  // the skins of two boxes are 2 cm
    EXPECT_LT(pyramid.moved, 0.1) << engine;
    EXPECT_LT(pyramid.rms, 0.2) << engine;
  }
}

// The box flies at 40 m/s towards boxes that sleep until it comes: no other body moves in the first half second. They
// lie side by side, so the ruler finds no overlap, or the two skins of 1 cm that Box2D's polygons have.
TEST(Bench, SmashBeginsAsleep) {
  for (const char* engine : {"bankshot", "box2d", "chipmunk"}) {
    const Figures f = figures(quick_json(), "smash", engine);
    if (!f.there) continue;
    EXPECT_NEAR(f.moved, 20, 0.01) << engine;
    const double overlap = std::string(engine) == "box2d" ? 0.02 : 0;
    EXPECT_NEAR(f.deepest, overlap, 1e-5) << engine;
    EXPECT_NEAR(f.mean, overlap, 1e-5) << engine;
    EXPECT_NEAR(f.rms, 40 / std::sqrt(f.bodies), 1e-3) << engine;
  }
}

// After five seconds bodies that are not kicked lie still.
TEST(Bench, PopcornIsKickedAgainAndAgain) {
  const Folder folder;
  const Outcome outcome = command("bench --quick --quiet --scenes popcorn,pit --steps 300 --rounds 2 --json " +
                                  in_quotes(folder / "kicked.json"));
  EXPECT_EQ(outcome.err, "");
  const std::string json = read_file(folder / "kicked.json");
  for (const char* engine : {"bankshot", "box2d", "chipmunk"}) {
    const Figures kicked = figures(json, "popcorn", engine), left = figures(json, "pit", engine);
    if (!kicked.there) continue;
    EXPECT_GT(kicked.rms, 1) << engine;
    EXPECT_LT(left.rms, 0.5) << engine;
  }
}

// Without gravity nothing presses: discs in a room lose 1 - e^2 at every head-on impact, and nothing at e = 1.
TEST(Bench, RestitutionIsGivenToAllBodiesOfAScene) {
  const Folder folder;
  const Outcome outcome = command("bench --quick --scenes gas --engine bankshot --restitution 0,0.5,1 --json " +
                                  in_quotes(folder / "e.json") + " --svg " + in_quotes(folder / "e.svg"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  for (const char* row : {"\ngas         Bankshot", "\ngas, e 0.5  Bankshot", "\ngas, e 1    Bankshot"}) {
    EXPECT_TRUE(has(outcome.out, row)) << row << "\n" << outcome.out;
  }
  for (const char* column : {"awake", "impacts/step", "deepest, mm", "energy, J"}) {
    EXPECT_TRUE(has(outcome.out, column)) << column << "\n" << outcome.out;
  }
  const std::string json = read_file(folder / "e.json");
  const Figures own = figures(json, "gas", "bankshot"), half = figures(json, "gas", "bankshot", "0.5"),
                one = figures(json, "gas", "bankshot", "1");
  ASSERT_TRUE(own.there && half.there && one.there) << json;
  EXPECT_EQ(own.energy, one.energy);  // the gas comes with e = 1
  EXPECT_EQ(own.impacts, one.impacts);
  EXPECT_GT(one.impacts, 0);
  EXPECT_LT(half.energy, 0.98 * one.energy);
  EXPECT_TRUE(has(read_file(folder / "e.svg"), ">gas, e 0.5</text>"));
}

TEST(Bench, ChosenScenesMakeATableAndAPicture) {
  const Folder folder;
  const Outcome outcome =
      command("bench --quick --markdown --scenes gas,tumbler --engine bankshot --steps 4 --rounds 2 --svg " +
              in_quotes(folder / "bench.svg"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.rfind("| scene | engine | ms/step |", 0), 0u) << outcome.out;
  EXPECT_NE(outcome.out.find("\n| gas | Bankshot | "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n| tumbler | Bankshot | "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("- Bankshot: 4 sub-steps"), std::string::npos) << outcome.out;
  const std::string svg = read_file(folder / "bench.svg");
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_EQ(count(svg, ">gas</text>"), 1u) << svg;
  EXPECT_EQ(count(svg, "nan"), 0u);
}

TEST(Bench, GrowthTellsAnExponentForEachKindOfScene) {
  const Folder folder;
  const Outcome outcome =
      command("bench --quick --quiet --growth --engine bankshot --json " + in_quotes(folder / "growth.json"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
  const std::string json = read_file(folder / "growth.json");
  EXPECT_EQ(count(json, "\"exponent\": "), 2u) << json;
  EXPECT_EQ(count(json, "null"), 0u) << json;
  for (const char* setting : {"\"width\": \"", "\"precision\": \"", "\"threads\": 1,", "\"quick\": true,",
                              "\"rounds\": 2,", "\"steps_per_round\": 1,"}) {
    EXPECT_EQ(count(json, setting), 1u) << setting << json;
  }
  // For each of two sizes: the median, then both rounds.
  const std::size_t first = json.find("\"rounds\": [[");
  ASSERT_NE(first, std::string::npos) << json;
  EXPECT_EQ(count(json.substr(first, json.find("]]", first) - first), ", "), 3u) << json;
  EXPECT_NE(json.find("\"scene\": \"mixed\", \"engine\": \"bankshot\", \"bodies\": [1001, 2002]"), std::string::npos)
      << json;
}

// After the smallest size alone there is no growth to report yet.
TEST(Bench, GrowthThatIsInterruptedTellsNoExponentOfOneSize) {
  const Folder folder;
  const std::string out = folder / "out", json = folder / "growth.json";
  const std::string line = "timeout --preserve-status -k 60 1 '" BANKSHOT_COMMAND
                           "' bench --growth --rounds 1 --engine bankshot --json '" +
                           json + "' >'" + out + "' 2>&1";
  const int status = std::system(line.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string text = read_file(out);
  EXPECT_TRUE(has(text, "interrupted")) << text;
  EXPECT_FALSE(has(text, "nan")) << text;
  EXPECT_TRUE(has(read_file(json), "\"growth\": [")) << read_file(json);
}

TEST(Bench, OpensItsFilesBeforeTheFirstStep) {
  // So many steps would take hours.
  const std::string run = "bench --quiet --scenes large_pyramid --engine bankshot --steps 1000000 --rounds 1 ";
  const Folder folder;
  for (const char* option : {"--json", "--svg"}) {
    const std::string line = "timeout 10 '" BANKSHOT_COMMAND "' " + run + option + " '" + (folder / "no/such/file") +
                             "' 2>'" + (folder / "err") + "'";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << option;
    EXPECT_TRUE(has(read_file(folder / "err"), "no/such/file: cannot be written: No such file")) << option;
  }
}

TEST(Bench, WidthChangesNoFigureButTheTime) {
  const Folder folder;
  std::string runs[2];
  for (int i = 0; i < 2; ++i) {
    const std::string file = folder / "width.json";
    const Outcome outcome = command("bench --quick --quiet --scenes tumbler --engine bankshot --json " +
                                    in_quotes(file) + (i == 0 ? " --width scalar" : ""));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string json = read_file(file);
    runs[i] = json.substr(json.find("\"contacts\": ["));
    EXPECT_EQ(json.find("\"width\": \"scalar\"") != std::string::npos, i == 0) << json;
  }
  EXPECT_EQ(runs[0], runs[1]);
}

TEST(Bench, ThreadsAreToldAndChangeNoFigureButTheTime) {
  const Folder folder;
  const std::string run = "bench --quick --scenes tumbler,gas --engine bankshot --json ";
  std::string figures[2];
  for (int i = 0; i < 2; ++i) {
    const std::string file = folder / "threads.json", threads = std::to_string(i + 1);
    const Outcome outcome = command(run + in_quotes(file) + " --threads " + threads);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(
        has(outcome.out, i == 0 ? "dt 1/60 s, one thread, width " : "dt 1/60 s, Bankshot with 2 threads, width "))
        << outcome.out;
    const std::string json = read_file(file);
    EXPECT_TRUE(has(json, "\"threads\": " + threads + ",")) << json;
    for (std::size_t at = json.find("\"contacts\": ["); at != std::string::npos;
         at = json.find("\"contacts\": [", at + 1)) {
      figures[i] += json.substr(at, json.find("}}", at) - at);
    }
  }
  EXPECT_TRUE(has(figures[0], "rms_speed"));
  EXPECT_EQ(figures[0], figures[1]);
}

TEST(Bench, HelpTellsOfEveryOption) {
  const Outcome outcome = command("bench --help");
  EXPECT_EQ(outcome.code, 0);
  for (const char* option :
       {"--scenes", "--engine", "--restitution E,...", "--steps", "--rounds", "--width", "--threads", "--growth",
        "--svg", "--json", "--markdown", "--list", "--quick", "--quiet"}) {
    EXPECT_TRUE(has(outcome.out, option)) << option << "\n" << outcome.out;
  }
}

TEST(Bench, RefusesWhatThereIsNot) {
  const std::pair<const char*, const char*> cases[] = {
      {"--scenes nonsense", "--scenes: expected one of large_pyramid, many_pyramids, "},
      {"--engine nonsense", "--engine: expected one of bankshot, box2d, chipmunk, got nonsense"},
      {"--steps 0", "--steps: expected a whole number from 1"},
      {"--rounds x", "--rounds: expected a whole number from 1"},
      {"--threads 0", "--threads: expected a whole number from 1 to 256, got 0"},
      {"--threads 10000", "--threads: expected a whole number from 1 to 256, got 10000"},
      {"--width 512", "--width: expected one of scalar"},
      {"--json same --svg ./same", "--svg and --json: both are the file ./same; give --svg another one"},
      {"--growth --scenes gas", "--growth has scenes and steps of its own"},
      {"--growth --restitution 0.5", "leave out --scenes, --steps, --threads, --restitution and --svg"},
      {"--restitution 1.5", "--restitution: expected a number from 0 to 1, got 1.5"},
      {"--restitution 0.5,x", "--restitution: expected a number from 0 to 1, got x"},
  };
  for (const auto& [options, message] : cases) {
    const Outcome outcome = command("bench --quick --quiet " + std::string(options));
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

}  // namespace
}  // namespace tools_test
