// The hash of every example scene after some seconds, at every width that the machine has and with several threads. All
// are equal here and equal to those in scenes_f32.txt and scenes_f64.txt beside this file; they are also written down,
// so that builds by other compilers and with other settings can be compared with this one.
//
// If you change the results of a step, replace both files by those that a build writes (hashes/ in its directory), and
// say why.

#include <bankshot/scene/scene.hpp>
#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>

namespace bankshot::testing {
namespace {

constexpr int steps = 240, crowded_steps = 40;

std::vector<std::filesystem::path> scenes() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(BANKSHOT_SOURCE_DIR) / "examples/scenes")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::uint64_t hash_after(const Scene& scene, int count = steps, int threads = 1, const Executor& executor = {}) {
  World world = make_world(scene);
  world.set_threads(threads, executor);
  for (int i = 0; i < count; ++i) world.step(scene.dt);
  return world.hash();
}

const std::string file_name = sizeof(Real) == 4 ? "scenes_f32.txt" : "scenes_f64.txt";

/// Hashes by the name of the scene.
std::map<std::string, std::uint64_t> golden() {
  std::ifstream file(std::filesystem::path(BANKSHOT_SOURCE_DIR) / "tests/hash" / file_name);
  std::map<std::string, std::uint64_t> hashes;
  std::string name;
  std::uint64_t hash = 0;
  while (file >> name >> std::hex >> hash) hashes[name] = hash;
  return hashes;
}

TEST(SceneHashes, AreEqualAtEveryWidthAndGolden) {
  const char* directory = std::getenv("BANKSHOT_HASH_DIR");
  std::ofstream file;
  if (directory != nullptr) file.open(std::filesystem::path(directory) / file_name);
  std::map<std::string, std::uint64_t> golden_hashes = golden();
  ASSERT_GE(scenes().size(), 16u);
  const Width best = active_width();
  for (const auto& path : scenes()) {
    const Scene scene = load_scene(path.string());
    set_width(Width::scalar);
    const std::uint64_t expected = hash_after(scene);
    for (const Width width : all_widths) {
      if (width == Width::scalar || !set_width(width)) continue;
      EXPECT_EQ(hash_after(scene), expected) << path << " at " << width_name(width);
    }
    EXPECT_EQ(golden_hashes[path.filename().string()], expected)
        << path << ": not the bits of tests/hash/" << file_name
        << ". Is that meant? Then take the file that this build "
        << "wrote, hashes/" << file_name << " in its directory.";
    if (file.is_open()) file << path.filename().string() << ' ' << std::hex << expected << std::dec << '\n';
  }
  set_width(best);
}

/// Runs the pieces one after another, the last one first, and counts the rounds with several pieces.
struct Backwards {
  int rounds = 0;
  static void run(void* self, int pieces, Task task, void* work) noexcept {
    if (pieces > 1) ++static_cast<Backwards*>(self)->rounds;
    for (int piece = pieces; piece-- > 0;) task(work, piece);
  }
};

/// Copies of the scene side by side, as many as it takes for threads to share the work: they do not share small lists.
Scene repeated(Scene scene) {
  const std::vector<SceneBody> once = scene.bodies;
  const std::vector<SceneJoint> joints = scene_of(make_world(scene)).joints;  // with anchors in the bodies
  for (int copy = 1; scene.bodies.size() < 800; ++copy) {
    for (SceneJoint joint : joints) {
      joint.a += scene.bodies.size(), joint.b += scene.bodies.size();
      scene.joints.push_back(joint);
    }
    for (SceneBody body : once) {
      body.def.position += Vec2(static_cast<Real>(256 * copy), 0);
      scene.bodies.push_back(body);
    }
  }
  return scene;
}

TEST(SceneHashes, DoNotShowHowManyThreadsThereAre) {
  std::map<std::string, std::uint64_t> golden_hashes = golden();
  for (const auto& path : scenes()) {
    Scene scene = load_scene(path.string());
    EXPECT_EQ(hash_after(scene, steps, 3), golden_hashes[path.filename().string()]) << path;
    scene = repeated(std::move(scene));
    Backwards jobs;
    const std::uint64_t expected = hash_after(scene, crowded_steps);
    EXPECT_EQ(hash_after(scene, crowded_steps, 3), expected) << path;
    EXPECT_EQ(hash_after(scene, crowded_steps, 3, {Backwards::run, &jobs}), expected) << path;
    EXPECT_GT(jobs.rounds, 0) << path;
  }
}

/// Bodies and joints in another order.
Scene shuffled(Scene scene) {
  std::mt19937_64 dice(3);
  std::vector<std::size_t> order(scene.bodies.size()), place(order.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), dice);
  const std::vector<SceneBody> before = scene.bodies;
  for (std::size_t i = 0; i < order.size(); ++i) {
    scene.bodies[i] = before[order[i]];
    place[order[i]] = i;
  }
  for (SceneJoint& joint : scene.joints) joint.a = place[joint.a], joint.b = place[joint.b];
  std::shuffle(scene.joints.begin(), scene.joints.end(), dice);
  return scene;
}

TEST(SceneHashes, DoNotShowTheOrderOfCreation) {
  for (const auto& path : scenes()) {
    const Scene scene = load_scene(path.string());
    EXPECT_EQ(hash_after(shuffled(scene)), hash_after(scene)) << path;
  }
}

}  // namespace
}  // namespace bankshot::testing
