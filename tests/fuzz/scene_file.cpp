// Fuzz target: text as a scene file and as a pair file. Refused with a place and a reason, or accepted, and then it
// makes a world that steps, and a file that reads back as the same scene.

#include "laws.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include <algorithm>
#include <string_view>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;

/// A scene may ask for a million copies of a body, which takes its time; such texts tell a fuzzer nothing.
bool repeats_often(std::string_view text) {
  int digits = 0, most = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    most = std::max(most, digits);
  }
  const bool spelled = text.find("repeat") != std::string_view::npos || text.find("\\u") != std::string_view::npos;
  return spelled && most > 1;
}

void read_scene(std::string_view text) {
  try {
    const Scene scene = parse_scene(text);
    const std::string written = to_json(scene);
    BANKSHOT_LAW(to_json(parse_scene(written)) == written);
    if (scene.bodies.size() > 100) return;
    World world = make_world(scene);
    BANKSHOT_LAW(world.body_count() == scene.bodies.size());
    for (int i = 0; i < 3; ++i) world.step(scene.dt);
    for (const BodyId body : world.bodies()) BANKSHOT_LAW(finite(world.position(body)));
  } catch (const SceneError& error) {
    BANKSHOT_LAW(error.line() >= 1 && error.column() >= 1 && !error.message().empty());
  }
}

void read_pair(std::string_view text) {
  try {
    const ScenePair pair = parse_pair(text);
    const std::optional<Mtv> hit = mtv(pair.a, pair.pose_a, pair.b, pair.pose_b);
    if (hit) BANKSHOT_LAW(unit(hit->normal));
  } catch (const SceneError& error) {
    BANKSHOT_LAW(error.line() >= 1 && !error.message().empty());
  }
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (bankshot_fuzz::repeats_often(text)) return 0;
  bankshot_fuzz::read_scene(text);
  bankshot_fuzz::read_pair(text);
  return 0;
}
