#pragma once
// Random worlds that have to come to rest.

#include <bankshot/scene/scene.hpp>

#include <cstdint>

namespace bankshot_tool {

/// A closed room under gravity with what piles lean on: wedges, shafts, side walls, containers, tiles or a kinematic
/// floor that stands still; bodies of all shapes and every restitution up to 0.95, as many as a crowd. It lasts as long
/// as time_to_rest() says. Its name is its class.
bankshot::Scene random_pile(std::uint64_t seed, std::uint64_t index);

}  // namespace bankshot_tool
