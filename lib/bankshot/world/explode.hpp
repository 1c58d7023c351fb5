#pragma once
// A blast, in terms of queries and impulses: what it does, a game could do with the functions of World alone.

#include <bankshot/world/world.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// Pushes dynamic bodies away from `centre`, each by one impulse at the point of its shapes that is nearest to it. The
/// impulse falls from `impulse` (mass x length / s; negative pulls) at distance 0 to nothing at `radius` (length, > 0),
/// in proportion to the distance. A body that contains the centre gets all of it at its centre of mass, straight away
/// from `centre`; one whose centre of mass is there stays as it is. Sensors do not count, nor do shapes that a shape
/// with this filter would not meet; walls give no shelter. Wakes the bodies, and returns them in the order of their
/// handles. Throws std::invalid_argument if a number is refused.
BANKSHOT_API std::vector<BodyId> explode(World& world, const Vec2& centre, Real radius, Real impulse,
                                         const Filter& filter = {});

}  // namespace bankshot::BANKSHOT_ABI
