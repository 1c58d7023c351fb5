// The hash of every example scene, as it began and after some seconds, at every width the machine has: equal here, and
// written down, so that builds by other compilers and with other settings can be compared with this one.

#include <bankshot/scene/scene.hpp>
#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

TEST(SceneHashes, AreEqualAtEveryWidthAndWritten) {
  const char* directory = std::getenv("BANKSHOT_HASH_DIR");
  const std::string precision = sizeof(Real) == 4 ? "f32" : "f64";
  std::ofstream file;
  if (directory != nullptr) file.open(std::filesystem::path(directory) / ("scenes_" + precision + ".txt"));
  ASSERT_GE(scenes().size(), 11u);
  const Width best = active_width();
  for (const auto& path : scenes()) {
    const Scene scene = load_scene(path.string());
    set_width(Width::scalar);
    const std::uint64_t expected = hash_after(scene);
    for (const Width width : {Width::sse2, Width::avx2, Width::avx512}) {
      if (!set_width(width)) continue;
      EXPECT_EQ(hash_after(scene), expected) << path << " at " << width_name(width);
    }
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
