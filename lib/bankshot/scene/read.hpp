#pragma once
// The parts of the readers of scenes and pairs. Not part of the public interface.

#include <bankshot/scene/json_text.hpp>
#include <bankshot/scene/scene.hpp>

#include <filesystem>
#include <map>
#include <string>

namespace bankshot::inline BANKSHOT_ABI::detail {

using NamedMaterials = std::map<std::string, Material, std::less<>>;

/// The whole of a file of at most 256 MiB; throws SceneError when it cannot be had.
std::string file_text(const std::filesystem::path& file);

/// {"angle": degrees} or {"rotation": [c, s]} of an object that may have either.
Rotation read_rotation(const JsonNode& owner);

/// A material object, or the name of one of `named`; what it leaves out comes from `base`.
Material read_material(const JsonNode& node, const NamedMaterials& named, const Material& base);
NamedMaterials read_named_materials(const JsonNode& node);

/// A shape without what it is used for: its kind, and its numbers.
Shape read_geometry(const JsonNode& node);
Shape read_simple_polygon(const JsonNode& node);
Shape read_compound(const JsonNode& node);
Shape read_chain(const JsonNode& node);
Shape read_container(const JsonNode& node);
Shape read_grid(const JsonNode& node);
Shape read_mask(const JsonNode& node);

/// The builder's shape, or its reason as an error at `culprit`.
Shape accepted(Result<Shape> result, const JsonNode& culprit);
/// (0, 0) when there is none.
Vec2 optional_point(const JsonNode& node, const std::string& key);
/// A list of `least` points or more; `what` names it in errors, and `point` one of its points.
std::vector<Vec2> read_points(const JsonNode& list, std::size_t least, const std::string& what,
                              const std::string& point);

/// One shape; `material` is that of its body.
SceneShape read_shape(const JsonNode& node, const NamedMaterials& named, const Material& material);

/// One entry of "bodies", written out when it repeats itself, at the end of `scene.bodies`.
void read_body(const JsonNode& node, const NamedMaterials& named, Scene& scene);

SceneGoal read_goal(const JsonNode& node, const Scene& scene);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
