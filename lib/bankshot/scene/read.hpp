#pragma once
// The reader of scenes. Not part of the public interface.

#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/scene.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

Scene read_scene(const JsonNode& root);

}  // namespace bankshot::BANKSHOT_ABI::detail
