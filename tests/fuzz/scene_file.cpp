// Fuzz target: text as a scene file and as a pair file. The text is refused with a place and a reason, or it is
// accepted. An accepted scene makes a world that steps, and a file that reads back as the same scene.

#include "laws.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/scene.hpp>

#include <string_view>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;

/// A few bytes of text may ask for a million copies of a body, which takes long: this limit refuses them.
constexpr SceneLimits limits = {.bodies = 100};

void read_scene(std::string_view text) {
  try {
    const Scene scene = parse_scene(text, "<text>", limits);
    const std::string written = to_json(scene);
    BANKSHOT_LAW(to_json(parse_scene(written)) == written);
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
    const ScenePair pair = parse_pair(text, "<text>", limits);
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
  bankshot_fuzz::read_scene(text);
  bankshot_fuzz::read_pair(text);
  return 0;
}
