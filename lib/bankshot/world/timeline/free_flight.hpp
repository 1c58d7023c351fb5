#pragma once
// Bodies that nothing holds. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Notes how every awake body moves when the step begins.
void begin_motion(const WorldState& world, std::vector<Motion>& motion);

/// Undoes what solve() and fly() have done since.
void take_back(WorldState& world, std::vector<Motion>& motion);

/// Velocities and paths of the awake bodies that are not held, as if nothing were in their way. `books` may be null.
void fly(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
