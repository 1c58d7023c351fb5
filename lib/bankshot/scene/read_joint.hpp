#pragma once
// The reader of joints. Not part of the public interface.

#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/scene.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// The list "joints". Each joint is tried on `probe` as soon as it is read, so that whatever the world refuses has a
/// place in the file; `ids` are the bodies of the scene there.
void read_joints(const JsonNode& node, Scene& scene, World& probe, std::span<const BodyId> ids);

}  // namespace bankshot::BANKSHOT_ABI::detail
