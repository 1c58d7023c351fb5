#pragma once
// Moves bodies to the ends of their paths. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Puts every awake body at the end of its path and clears the forces of this step. A body whose state became
/// non-finite stays at its last place and never moves again; the rest of the world goes on, and the status reports it.
/// `books` may be null.
StepStatus move_bodies(WorldState& world, std::vector<Motion>& motion, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
