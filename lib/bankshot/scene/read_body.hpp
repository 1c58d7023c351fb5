#pragma once
// The reader of bodies. Not part of the public interface.

#include <bankshot/scene/read_shape.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

NamedMaterials read_named_materials(const JsonNode& node);

/// One entry of "bodies", written out when it repeats itself, at the end of `scene.bodies`.
void read_body(const JsonNode& node, const NamedMaterials& named, Scene& scene);

}  // namespace bankshot::BANKSHOT_ABI::detail
