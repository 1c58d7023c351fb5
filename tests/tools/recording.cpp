// bankshot run --record and --verify.

#include <bankshot/history/recording.hpp>

#include <cstddef>
#include <span>

#include "command.hpp"

using namespace tools_test;

namespace {

TEST(Recording, ARunIsAsItWasRecorded) {
  const Folder folder;
  const std::string file = folder / "run.rec";
  const Outcome recorded = command("run " + scene("dominoes") + " --steps 90 --record " + file);
  ASSERT_EQ(recorded.code, 0) << recorded.err;
  EXPECT_TRUE(has(recorded.out, file)) << recorded.out;
  const Outcome verified = command("run " + scene("dominoes") + " --verify " + file);
  ASSERT_EQ(verified.code, 0) << verified.err;
  EXPECT_TRUE(has(verified.out, "90 steps as in " + file)) << verified.out;
  EXPECT_EQ(command("run " + scene("dominoes") + " --quiet --steps 40 --verify " + file).code, 0);
  // A recording made while another is verified is the same recording.
  const std::string again = folder / "again.rec";
  ASSERT_EQ(command("run " + scene("dominoes") + " --quiet --record " + again + " --verify " + file).code, 0);
  EXPECT_EQ(read_file(again), read_file(file));
}

TEST(Recording, NamesTheFirstStepAndBodyThatDiffer) {
  const Folder folder;
  const std::string text = R"({"world": {"gravity": [0, -10]}, "run": {"steps": 50}, "bodies": [
    {"name": "floor", "type": "fixed", "position": [0, -1], "shape": {"kind": "box", "width": 40, "height": 2}},
    {"name": "left", "position": [-5, 3], "shape": {"kind": "circle", "radius": 0.5}},
    {"name": "right", "position": [5, 3], "shape": {"kind": "circle", "radius": 0.5}}]})";
  const std::string path = folder.write("scene.json", text), file = folder / "run.rec";
  const Outcome recorded = command("run " + path + " --record " + file);
  ASSERT_EQ(recorded.code, 0) << recorded.err;

  // A push that the recording knows and the run does not: the test removes it from the inputs again.
  const auto bytes_of = [](const std::string& all) { return std::as_bytes(std::span(all.data(), all.size())); };
  bankshot::Recording recording = bankshot::load_recording(bytes_of(read_file(file)));
  bankshot::World world = bankshot::load(recording.start);
  bankshot::Recording pushed = bankshot::begin_recording(world, recording.dt);
  for (int i = 0; i < 50; ++i) {
    std::vector<bankshot::BodyInput> inputs;
    if (i == 20) {
      inputs.push_back({.tick = world.tick(),
                        .kind = bankshot::BodyInputKind::impulse,
                        .body = world.bodies()[2],
                        .vector = bankshot::Vec2(1, 0)});
    }
    bankshot::record_step(pushed, world, inputs);
  }
  const auto write = [&folder](const bankshot::Recording& made) {
    const std::vector<std::byte> bytes = bankshot::save(made);
    return folder.write("pushed.rec", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  };
  const Outcome with = command("run " + path + " --verify " + write(pushed));
  EXPECT_EQ(with.code, 0) << with.err;
  pushed.inputs.clear();
  const std::string other = write(pushed);
  const Outcome without = command("run " + path + " --verify " + other);
  EXPECT_EQ(without.code, 1);
  EXPECT_EQ(without.err, "bankshot: " + other +
                             ": the run parts from this recording in step 21: body 2 (right) is the first that is "
                             "elsewhere or moves otherwise\n");

  const Outcome scene_differs = command("run " + scene("dominoes") + " --verify " + file);
  EXPECT_EQ(scene_differs.code, 1);
  EXPECT_TRUE(has(scene_differs.err, "the scene begins otherwise than the recorded one")) << scene_differs.err;
}

TEST(Recording, SaysHowTheSceneBeginsOtherwise) {
  const Folder folder;
  const auto text = [](const char* gravity, const char* right, const char* more) {
    return std::string(R"({"world": {"gravity": [0, )") + gravity + R"(]}, "run": {"steps": 3}, "bodies": [
      {"name": "left", "position": [-5, 3], "shape": {"kind": "circle", "radius": 0.5}},
      {"name": "right", "position": [5, 3], )" +
           right + "}" + more + "]}";
  };
  const char* const circle = R"("shape": {"kind": "circle", "radius": 0.5})";
  const std::string path = folder.write("scene.json", text("-10", circle, "")), file = folder / "run.rec";
  ASSERT_EQ(command("run " + path + " --quiet --record " + file).code, 0);
  const auto told = [&](const std::string& scene_text) {
    const Outcome outcome = command("run " + folder.write("other.json", scene_text) + " --quiet --verify " + file);
    EXPECT_EQ(outcome.code, 1);
    const std::string begin = "bankshot: " + file + ": the scene begins otherwise than the recorded one: ";
    EXPECT_EQ(outcome.err.substr(0, begin.size()), begin);
    return outcome.err.substr(std::min(begin.size(), outcome.err.size()));
  };
  const std::string third = R"(, {"position": [0, 30], "shape": {"kind": "circle", "radius": 0.5}})";
  EXPECT_EQ(told(text("-10", circle, third.c_str())), "the recording has 2 bodies, the scene 3\n");
  const std::string substance = "body 1 (right) is the first whose shape, material or mass differs\n";
  EXPECT_EQ(told(text("-10", R"("shape": {"kind": "circle", "radius": 0.75})", "")), substance);
  EXPECT_EQ(told(text("-10", R"("shape": {"kind": "circle", "radius": 0.5, "material": {"friction": 0.125}})", "")),
            substance);
  EXPECT_EQ(told(text("-10", (circle + std::string(R"(, "mass": {"mass": 7, "inertia": 1})")).c_str(), "")), substance);
  const std::string settings = "its bodies and shapes are the same, settings differ, such as gravity\n";
  EXPECT_EQ(told(text("-9", circle, "")), settings);
}

TEST(Recording, RefusesWhatIsNoRecordingOfTheRun) {
  const Folder folder;
  const std::string file = folder / "run.rec", run = "run " + scene("dominoes") + " --quiet ";
  ASSERT_EQ(command(run + "--steps 10 --record " + file).code, 0);
  const auto error = [&run](const std::string& options) {
    const Outcome outcome = command(run + options);
    EXPECT_EQ(outcome.code, 1) << options;
    return outcome.err;
  };
  EXPECT_TRUE(has(error("--verify " + (folder / "nothing.rec")), "cannot be read"));
  EXPECT_TRUE(has(error("--verify " + folder.write("text", "no recording at all, but long enough")),
                  "these are not the bytes of a recording (byte 0)"));
  EXPECT_TRUE(
      has(error("--verify " + (folder / "")), "/: cannot be read: is a folder; name a file that --record wrote\n"));
  EXPECT_TRUE(has(error("--steps 11 --verify " + file), "holds 10 steps, --steps says 11"));
  EXPECT_TRUE(has(error("--dt 0.01 --verify " + file), "--dt says 0.01"));
  const std::string all = read_file(file);
  EXPECT_TRUE(has(error("--verify " + folder.write("cut", all.substr(0, all.size() - 3))), "bytes should follow"));
  const auto with = [&](std::size_t at, char byte) {
    std::string changed = all;
    changed[at] = byte;
    return error("--verify " + folder.write("changed", changed));
  };
  EXPECT_TRUE(has(with(4, 0), "no known format: its version is 0 (byte 4"));
  EXPECT_TRUE(
      has(with(4, 99), "version 99 of the format, this library reads up to version 1: load it with a newer one"));
  EXPECT_TRUE(has(with(8, 5), "no known format: its Real has 5 bytes, 4 or 8 were expected"));
  constexpr bool is_float = sizeof(bankshot::Real) == 4;
  const std::string other = is_float ? "; verify it with bankshot-double\n" : "; verify it with bankshot\n";
  EXPECT_TRUE(has(with(8, is_float ? 8 : 4), "(byte 8)" + other));
}

}  // namespace
