#pragma once
// A scene: a world before its first step, with the settings to run and to show it. docs/scenes.md describes the file
// format; docs/scene.schema.json describes it for editors.

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
  std::string name;  ///< may be empty, and several bodies may share one; goals refer to bodies by it
  BodyDef def = {};
  std::vector<SceneShape> shapes;
  std::optional<MassProperties> mass;  ///< replaces that of the shapes; dynamic bodies only
};

/// A joint between two bodies of the scene.
struct SceneJoint {
  std::string name;          ///< may be empty
  std::size_t a = 0, b = 0;  ///< places in Scene::bodies
  JointDef def;              ///< its body_a and body_b are not read
};

/// A line that counts the bodies that go in through it, such as the mouth of a bucket.
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
  WorldDef world = {};  ///< files contain gravity, substeps, sleep and impact_limits; no mix rule and no hooks
  std::vector<SceneBody> bodies;
  std::vector<SceneJoint> joints;
  std::vector<SceneGoal> goals;
  std::optional<Aabb> view;  ///< what a picture should show, world; none: everything that the bodies fill
  Real dt = Real(1) / 60;    ///< suggested length of a step, s
  int steps = 600;           ///< suggested number of steps
};

/// Reads a scene file. Throws SceneError, with file, line and column, on anything that is not a valid scene: every
/// accepted scene makes a world.
BANKSHOT_API Scene load_scene(const std::filesystem::path& file, const SceneLimits& limits = scene_format_limits);

/// The same for a text; `file` is its name in errors.
BANKSHOT_API Scene parse_scene(std::string_view text, const std::string& file = "<text>",
                               const SceneLimits& limits = scene_format_limits);

/// Returns the scene as a file: numbers in the fewest digits that read back as the same bits, defaults left out, bodies
/// and joints one by one (repetitions in the original file are written out). parse_scene() returns an equal scene if
/// its lengths are in the range of the format (docs/scenes.md).
BANKSHOT_API std::string to_json(const Scene& scene);

/// Builds the world of a scene. Its bodies() are in the order of scene.bodies, and its joints() in that of
/// scene.joints. Throws std::invalid_argument with the reason if the scene was not read from a file but filled in by
/// code, and one of its bodies or joints is refused.
BANKSHOT_API World make_world(const Scene& scene);

/// Adds the bodies and joints of a scene to an existing world. Returns the ids of the bodies in the order of
/// scene.bodies.
BANKSHOT_API std::vector<BodyId> add_bodies(World& world, const Scene& scene);

/// Returns a scene of the world as it is now, bodies and joints in slot order and without names. What a file cannot
/// contain is lost: warm starts, sleep timers, user hooks and the low halves of positions.
BANKSHOT_API Scene scene_of(const World& world);

}  // namespace bankshot::BANKSHOT_ABI
