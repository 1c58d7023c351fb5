#pragma once
// Random worlds that must come to rest.

#include <bankshot/scene/scene.hpp>

#include <cstdint>

namespace bankshot_tool {

/// Returns a closed room under gravity with supports for piles: wedges, shafts, side walls, containers, tiles or a
/// kinematic floor that stands still. It holds bodies of all shapes, up to a crowd, with restitutions up to 0.95. The
/// scene lasts as long as time_to_rest() says. Its name is its class.
bankshot::Scene random_pile(std::uint64_t seed, std::uint64_t index);

}  // namespace bankshot_tool
