#pragma once
// Not part of the public interface.

#include <bankshot/scene/scene.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
/// Adds one body of a scene; throws std::invalid_argument when the world refuses any part of it.
BodyId add_body(World& world, const SceneBody& body);
}  // namespace bankshot::BANKSHOT_ABI::detail
