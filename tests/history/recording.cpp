// Recordings: the inputs of a world and the results.

#include <bankshot/history/recording.hpp>

#include "effort.hpp"
#include "random_world.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace bankshot::testing {
namespace {

BodyInput random_input(const World& world, Random& random) {
  const std::vector<BodyId> bodies = world.bodies();
  BodyInput input;
  input.tick = world.tick();
  input.body = bodies[1 + static_cast<std::size_t>(random.below(static_cast<int>(bodies.size()) - 1))];
  input.kind = static_cast<BodyInputKind>(random.below(10));
  input.vector = random.vec2(4);
  if (input.kind == BodyInputKind::pose) input.vector += Vec2(0, 8);
  input.point = world.position(input.body) + random.vec2(1);
  input.rotation = Rotation::from_angle(random.real(-3, 3));
  input.number = random.real(-2, 2);
  return input;
}

Recording record(World world, Random& random, int steps) {
  Recording recording = begin_recording(world, dt);
  for (int i = 0; i < steps; ++i) {
    std::vector<BodyInput> inputs;
    for (int k = random.below(3); k > 0; --k) inputs.push_back(random_input(world, random));
    record_step(recording, world, inputs);
  }
  return recording;
}

TEST(Recording, RunsAgainToTheSameBits) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(12u); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    World world = random_world(random);
    for (int i = random.below(60); i > 0; --i) world.step(dt);
    const Recording recording = record(world, random, 40);
    EXPECT_EQ(recording.ticks.size(), 41u);
    EXPECT_FALSE(verify(recording));
    const std::vector<std::byte> bytes = save(recording);
    const Recording again = load_recording(bytes);
    EXPECT_EQ(save(again), bytes);
    EXPECT_FALSE(verify(again));
  }
}

// Every kind does what the function of its name does.
TEST(Recording, InputsDoWhatTheyAreNamedAfter) {
  World world;
  const BodyId body = world.add_body({.velocity = Vec2(1, 2)}, box(1, 1));
  world.step(dt);
  const BodyInput common{.body = body, .vector = Vec2(3, 1), .point = Vec2(0, 2), .rotation = {0, 1}, .number = 5};
  using Call = void (*)(World&, const BodyInput&);
  const std::array<Call, 10> calls = {
      [](World& w, const BodyInput& i) { w.set_velocity(i.body, i.vector); },
      [](World& w, const BodyInput& i) { w.set_angular_velocity(i.body, i.number); },
      [](World& w, const BodyInput& i) {
        w.set_pose(i.body, {i.vector, i.rotation});
      },
      [](World& w, const BodyInput& i) { w.apply_force(i.body, i.vector); },
      [](World& w, const BodyInput& i) { w.apply_force(i.body, i.vector, i.point); },
      [](World& w, const BodyInput& i) { w.apply_torque(i.body, i.number); },
      [](World& w, const BodyInput& i) { w.apply_impulse(i.body, i.vector); },
      [](World& w, const BodyInput& i) { w.apply_impulse(i.body, i.vector, i.point); },
      [](World& w, const BodyInput& i) { w.apply_angular_impulse(i.body, i.number); },
      [](World& w, const BodyInput& i) { w.set_awake(i.body, i.number != 0); },
  };
  world.set_awake(body, false);
  std::vector<World> results;
  for (std::size_t kind = 0; kind < calls.size(); ++kind) {
    BodyInput input = common;
    input.kind = static_cast<BodyInputKind>(kind);
    World applied = world, called = world;
    apply(applied, input);
    calls[kind](called, input);
    EXPECT_TRUE(applied == called) << kind;
    EXPECT_FALSE(applied == world) << kind;
  }
}

TEST(Recording, OnlyInputsOfTheTickAreApplied) {
  World world;
  const BodyId body = world.add_body({}, circle(1));
  std::vector<BodyInput> log;
  for (std::uint64_t tick = 0; tick < 6; ++tick) {
    log.push_back({.tick = tick, .kind = BodyInputKind::velocity, .body = body, .vector = Vec2(Real(tick), 0)});
    log.push_back({.tick = tick, .kind = BodyInputKind::velocity, .body = body, .vector = Vec2(Real(tick), 1)});
  }
  for (int i = 0; i < 3; ++i) world.step(dt);
  apply_inputs(world, log);
  EXPECT_EQ(world.velocity(body), Vec2(3, 1));
  for (int i = 0; i < 9; ++i) world.step(dt);
  const World before = world;
  apply_inputs(world, log);
  EXPECT_TRUE(world == before);
}

TEST(Recording, NamesTheFirstStepAndBodyThatDiffer) {
  Random random(5);
  const World world = random_world(random);
  Recording recording = record(world, random, 30);
  ASSERT_FALSE(verify(recording));
  recording.inputs.push_back({.tick = recording.inputs.back().tick + 1000, .body = world.bodies()[2]});
  ASSERT_FALSE(verify(recording));  // never comes
  Recording other = recording;
  other.inputs.clear();
  const BodyId pushed = world.bodies()[3];
  World plain = world;
  Recording quiet = begin_recording(plain, dt);
  for (int i = 0; i < 20; ++i) record_step(quiet, plain);
  ASSERT_FALSE(verify(quiet));
  quiet.inputs = {{.tick = 9, .kind = BodyInputKind::velocity, .body = pushed, .vector = Vec2(0, 3)}};
  const std::optional<Divergence> divergence = verify(quiet);
  ASSERT_TRUE(divergence);
  EXPECT_EQ(divergence->step, 10u);
  EXPECT_EQ(divergence->body, pushed);
}

TEST(Recording, RefusesAStepThatAWorldRefuses) {
  const World world;
  for (const Real bad : {Real(0), Real(-1), Real(1.5), nan})
    EXPECT_THROW(begin_recording(world, bad), std::invalid_argument);
  EXPECT_EQ(refusal([&] { begin_recording(world, 2); }),
            "begin_recording: dt is 2, must be greater than 0 and at most 1 second");
  EXPECT_TRUE(try_load_recording(save(begin_recording(world, 1))));
}

// ---- recordings of earlier builds -----------------------------------------------------------------------------------

// recording_f32.bin and recording_f64.bin beside this file were written by an earlier build: every later one loads
// them, on every machine, and runs them to the same bits. Each run of this test writes its own recording below
// $BANKSHOT_HASH_DIR (hashes/ in the build's directory); a build with double writes the other file.
//
// If you change the results of a step, replace the two by what a build writes. If you change the format, add two of the
// new version and keep these, as a program of today would: they must still load.

constexpr const char* own_file = sizeof(Real) == 4 ? "recording_f32.bin" : "recording_f64.bin";
constexpr const char* other_file = sizeof(Real) == 4 ? "recording_f64.bin" : "recording_f32.bin";

std::vector<std::byte> read_file(const char* name) {
  std::ifstream file(std::filesystem::path(BANKSHOT_SOURCE_DIR) / "tests/history" / name, std::ios::binary);
  std::vector<std::byte> bytes;
  for (auto in = std::istreambuf_iterator<char>(file); in != std::istreambuf_iterator<char>(); ++in) {
    bytes.push_back(static_cast<std::byte>(*in));
  }
  return bytes;
}

/// A box that is pushed over a floor, into a ball that bounces.
Recording small_recording() {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2));
  const BodyId crate = world.add_body({.position = Vec2(-1, Real(0.5))}, box(1, 1));
  const BodyId ball = world.add_body({.position = Vec2(1, 1)}, circle(Real(0.5)), {.restitution = Real(0.5)});
  Recording recording = begin_recording(world, Real(1) / 60);
  for (int i = 0; i < 40; ++i) {
    std::vector<BodyInput> inputs;
    if (i == 5) inputs.push_back({.tick = 5, .kind = BodyInputKind::impulse, .body = crate, .vector = Vec2(4, 1)});
    if (i == 30) inputs.push_back({.tick = 30, .kind = BodyInputKind::angular_velocity, .body = ball, .number = 3});
    record_step(recording, world, inputs);
  }
  return recording;
}

TEST(Recording, OfAnEarlierBuildRunsToTheSameBits) {
  if (const char* directory = std::getenv("BANKSHOT_HASH_DIR")) {
    const std::vector<std::byte> now = save(small_recording());
    std::ofstream file(std::filesystem::path(directory) / own_file, std::ios::binary);
    file.write(reinterpret_cast<const char*>(now.data()), static_cast<std::streamsize>(now.size()));
  }
  const std::vector<std::byte> bytes = read_file(own_file);
  ASSERT_FALSE(bytes.empty());
  const Result<Recording> recording = try_load_recording(bytes);
  ASSERT_TRUE(recording) << recording.reason();
  EXPECT_EQ(recording->ticks.size(), 41u);
  EXPECT_EQ(recording->inputs.size(), 2u);
  EXPECT_FALSE(verify(*recording)) << "not the bits of tests/history/" << own_file
                                   << ". Is that meant? Then take the file that this build wrote, hashes/" << own_file
                                   << " in its directory.";
  World world = load(recording->start);
  EXPECT_EQ(world.body_count(), 3u);
}

// The world in it is of version 1 of the format, which does not say which bodies are calm: none was.
TEST(Recording, OfVersionOneOfAWorldStillLoads) {
  const std::vector<std::byte> bytes = read_file(sizeof(Real) == 4 ? "recording_1_f32.bin" : "recording_1_f64.bin");
  const Result<Recording> recording = try_load_recording(bytes);
  ASSERT_TRUE(recording) << recording.reason();
  ASSERT_EQ(std::to_integer<int>(recording->start[4]), 1);
  World world = load(recording->start);
  EXPECT_TRUE(world == load(small_recording().start));
  EXPECT_EQ(std::to_integer<int>(save(world)[4]), 7);
  for (int i = 0; i < 60; ++i) world.step(Real(1) / 60);
}

// The world in it is of version 2 of the format, which knows no joints.
TEST(Recording, OfVersionTwoOfAWorldStillRunsToTheSameBits) {
  const std::vector<std::byte> bytes = read_file(sizeof(Real) == 4 ? "recording_2_f32.bin" : "recording_2_f64.bin");
  const Result<Recording> recording = try_load_recording(bytes);
  ASSERT_TRUE(recording) << recording.reason();
  ASSERT_EQ(std::to_integer<int>(recording->start[4]), 2);
  EXPECT_TRUE(load(recording->start) == load(small_recording().start));
  EXPECT_EQ(load(recording->start).joint_count(), 0u);
  EXPECT_FALSE(verify(*recording));
}

TEST(Recording, OfTheOtherPrecisionIsRefused) {
  const std::vector<std::byte> bytes = read_file(other_file);
  ASSERT_FALSE(bytes.empty());
  const std::string own = sizeof(Real) == 4 ? "float" : "double", other = sizeof(Real) == 4 ? "double" : "float";
  EXPECT_EQ(try_load_recording(bytes).reason(), "load_recording: head: written by a library whose Real is " + other +
                                                    ", this one's is " + own + " (byte 8)");
}

TEST(Recording, RefusesWhatItCannotKeep) {
  Random random(6);
  World world = random_world(random);
  Recording recording = record(world, random, 3);
  const BodyInput late{.tick = 7, .body = world.bodies()[1]};
  EXPECT_EQ(refusal([&] { record_step(recording, world, std::span(&late, 1)); }),
            "record_step: tick of an input is 7, must be the world's, 0");
  const std::vector<std::byte> bytes = save(recording);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(try_load_recording(std::span(bytes).first(size)));
  EXPECT_NE(try_load_recording(save(world)).reason().find("these are not the bytes of a recording"), std::string::npos);
  EXPECT_NE(try_load(bytes).reason().find("these are not the bytes of a world"), std::string::npos);
  recording.inputs = {{.tick = 2, .body = late.body}, {.tick = 1, .body = late.body}};
  EXPECT_NE(try_load_recording(save(recording)).reason().find("inputs: not in the order of ticks"), std::string::npos);
}

}  // namespace
}  // namespace bankshot::testing
