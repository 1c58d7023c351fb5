#pragma once
// A pair: two placed shapes, for one question about them. docs/scenes.md describes the file format, in which shapes and
// poses are written as in scenes; docs/pair.schema.json describes it for editors.

#include <bankshot/math/pose.hpp>
#include <bankshot/scene/error.hpp>
#include <bankshot/scene/fwd.hpp>
#include <bankshot/scene/limits.hpp>
#include <bankshot/shape/shape.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI {

struct ScenePair {
  std::string name;
  std::string description;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

/// Reads a pair file. Throws SceneError, with file, line and column, on anything that is not a valid pair.
BANKSHOT_API ScenePair load_pair(const std::filesystem::path& file, const SceneLimits& limits = scene_format_limits);

/// The same for a text; `file` is its name in errors.
BANKSHOT_API ScenePair parse_pair(std::string_view text, const std::string& file = "<text>",
                                  const SceneLimits& limits = scene_format_limits);

}  // namespace bankshot::BANKSHOT_ABI
