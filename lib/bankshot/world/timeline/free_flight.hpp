#pragma once
// Moves bodies that nothing holds. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Records the motion of every awake body when the step begins.
void begin_motion(const WorldState& world, std::vector<Motion>& motion);

/// Undoes the effect of solve() and fly() since then.
void take_back(WorldState& world, std::vector<Motion>& motion);

/// Computes velocities and paths of the awake bodies that are not held, as if nothing were in their way. `books` may be
/// null. Returns true if friction on a table stops any of them, or stops its turning, within the step.
bool fly(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
