#pragma once
// The parts of the scene reader. Not part of the public interface.

#include <bankshot/scene/json_text.hpp>
#include <bankshot/scene/scene.hpp>

#include <map>
#include <string>

namespace bankshot::inline BANKSHOT_ABI::detail {

using NamedMaterials = std::map<std::string, Material, std::less<>>;

/// {"angle": degrees} or {"rotation": [c, s]} of an object that may have either.
Rotation read_rotation(const JsonNode& owner);

/// A material object, or the name of one of `named`; what it leaves out comes from `base`.
Material read_material(const JsonNode& node, const NamedMaterials& named, const Material& base);
NamedMaterials read_named_materials(const JsonNode& node);

/// One shape; `material` is that of its body.
SceneShape read_shape(const JsonNode& node, const NamedMaterials& named, const Material& material);

/// One entry of "bodies", written out when it repeats itself, at the end of `scene.bodies`.
void read_body(const JsonNode& node, const NamedMaterials& named, Scene& scene);

SceneGoal read_goal(const JsonNode& node, const Scene& scene);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
