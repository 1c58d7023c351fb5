#pragma once
// Random worlds.

#include <bankshot/scene/scene.hpp>

#include <cstdint>

namespace bankshot_tool {

/// Left, right, bottom and top.
inline constexpr const char* wall_names[4] = {"wall left", "wall right", "wall bottom", "wall top"};

/// Returns a closed room with a few bodies that do not overlap. Its name is its class.
bankshot::Scene random_room(std::uint64_t seed, std::uint64_t index);

/// Returns a user's scene with slightly changed velocities and positions.
bankshot::Scene changed_scene(const bankshot::Scene& base, std::uint64_t seed, std::uint64_t index);

}  // namespace bankshot_tool
