#pragma once
// The reader of shapes and materials. Not part of the public interface.

#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/scene.hpp>

#include <map>
#include <string>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

using NamedMaterials = std::map<std::string, Material, std::less<>>;

/// {"angle": degrees} or {"rotation": [c, s]} of an object that may have either.
Rotation read_rotation(const JsonNode& owner);

/// A material object, or the name of one of `named`; what it leaves out comes from `base`.
Material read_material(const JsonNode& node, const NamedMaterials& named, const Material& base);

/// The builder's shape, or its reason as an error at `culprit`.
Shape accepted(Result<Shape> result, const JsonNode& culprit);
/// (0, 0) when there is none.
Vec2 optional_point(const JsonNode& node, const std::string& key);

/// One shape; `material` is that of its body.
SceneShape read_shape(const JsonNode& node, const NamedMaterials& named, const Material& material);

}  // namespace bankshot::BANKSHOT_ABI::detail
