#pragma once
// Not part of the public interface.

#include <bankshot/scene/scene.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {
/// Adds one body of a scene; throws std::invalid_argument when the world refuses any part of it.
BodyId add_body(World& world, const SceneBody& body);
/// Adds one joint; `ids` are the bodies of its scene. Throws likewise.
JointId add_joint(World& world, const SceneJoint& joint, std::span<const BodyId> ids);
}  // namespace bankshot::BANKSHOT_ABI::detail
