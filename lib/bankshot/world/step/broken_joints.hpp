#pragma once
// Joints that break. Not part of the public interface.

#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/joints/tied_groups.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Removes the joints that have given more in the step than they bear, and notes their events, in the order of their
/// groups. What their springs store is lost. The forces of the joints must be those of the step; `books` may be null.
void break_joints(WorldState& world, TiedGroups& groups, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
