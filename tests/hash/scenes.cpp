// The hash of every example scene after some seconds, at every width the machine has: equal here, the same as in
// scenes_f32.txt and scenes_f64.txt beside this file, and written down, so that builds by other compilers and with
// other settings can be compared with this one.
//
// Who changes what a step computes replaces both files by what a build writes (hashes/ in its directory), and says why.

#include <bankshot/scene/scene.hpp>
#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

namespace bankshot::testing {
namespace {

constexpr int steps = 240;

std::vector<std::filesystem::path> scenes() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(BANKSHOT_SOURCE_DIR) / "examples/scenes")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::uint64_t hash_after(const Scene& scene) {
  World world = make_world(scene);
  for (int i = 0; i < steps; ++i) world.step(scene.dt);
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
  ASSERT_GE(scenes().size(), 11u);
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

TEST(SceneHashes, DoNotShowTheOrderOfCreation) {
  for (const auto& path : scenes()) {
    Scene scene = load_scene(path.string());
    const std::uint64_t expected = hash_after(scene);
    std::shuffle(scene.bodies.begin(), scene.bodies.end(), std::mt19937_64(3));
    EXPECT_EQ(hash_after(scene), expected) << path;
  }
}

}  // namespace
}  // namespace bankshot::testing
