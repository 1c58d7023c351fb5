#pragma once
// A scene: a world before its first step, with what it takes to run and to look at it. docs/scenes.md describes the
// file format, docs/scene.schema.json says the same to editors.

#include <bankshot/scene/error.hpp>
#include <bankshot/scene/fwd.hpp>
#include <bankshot/scene/limits.hpp>
#include <bankshot/world/world.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

struct SceneShape {
  Shape shape;
  ShapeDef def = {};
};

struct SceneBody {
  std::string name;  ///< may be empty, and several bodies may share one: goals name bodies by it
  BodyDef def = {};
  std::vector<SceneShape> shapes;
  std::optional<MassProperties> mass;  ///< instead of what the shapes give; dynamic bodies only
};

/// A line that counts the bodies which go in through it, such as the mouth of a bucket.
struct SceneGoal {
  std::string name;
  Vec2 from = Vec2::Zero();         ///< one end of the line, world
  Vec2 to = Vec2::Zero();           ///< the other end
  Vec2 inward = Vec2::Zero();       ///< points to the inner side; any length but 0, not along the line
  std::vector<std::string> counts;  ///< names of the bodies that count; none: every dynamic body
};

struct Scene {
  std::string name;
  std::string description;
  WorldDef world = {};  ///< files carry gravity, substeps, sleep and impact_limits; not the mix rule and the force hook
  std::vector<SceneBody> bodies;
  std::vector<SceneGoal> goals;
  std::optional<Aabb> view;  ///< what a picture should show, world; none: whatever the bodies fill
  Real dt = Real(1) / 60;    ///< suggested length of a step, s
  int steps = 600;           ///< suggested number of steps
};

/// Reads a scene file. Throws SceneError, with file, line and column, on anything that is not a sound scene: every
/// scene that is accepted makes a world.
BANKSHOT_API Scene load_scene(const std::filesystem::path& file, const SceneLimits& limits = scene_format_limits);

/// The same for a text; `file` is what errors call it.
BANKSHOT_API Scene parse_scene(std::string_view text, const std::string& file = "<text>",
                               const SceneLimits& limits = scene_format_limits);

/// The scene as a file: numbers in the fewest digits that read back as the same bits, defaults left out, bodies one by
/// one (repetitions of the file that was read are written out). parse_scene() gives an equal scene back, provided that
/// its lengths are in the range of the format (docs/scenes.md).
BANKSHOT_API std::string to_json(const Scene& scene);

/// The world of a scene. Its bodies() come in the order of scene.bodies. Throws std::invalid_argument with the reason
/// when the scene was not read but filled in, and a body of it is refused.
BANKSHOT_API World make_world(const Scene& scene);

/// Adds the bodies of a scene to a world that exists; their ids in the order of scene.bodies.
BANKSHOT_API std::vector<BodyId> add_bodies(World& world, const Scene& scene);

/// A scene of the world as it is now, bodies in slot order and without names. What a file cannot say is lost: warm
/// starts, sleep timers, user hooks and the low halves of positions.
BANKSHOT_API Scene scene_of(const World& world);

}  // namespace bankshot::BANKSHOT_ABI
