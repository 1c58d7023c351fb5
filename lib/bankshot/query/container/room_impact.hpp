#pragma once
// Time of impact of a moving shape with the walls of a container. Not part of the public interface.

#include <bankshot/query/toi/time_of_impact.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// time_of_impact() with the interior of a container for B: the first time at which A, which lies in the interior,
/// touches a wall. Both may move and turn. The same rules hold for pairs that start in contact; normals point into the
/// interior. `only`: tests that limit alone (see room_limit()).
ToiResult room_impact(const ToiInput& input, int only = -1) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
