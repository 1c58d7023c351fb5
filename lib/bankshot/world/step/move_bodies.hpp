#pragma once
// The end of a step's paths: where everybody is then. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Puts every awake body at the end of its path and forgets the forces that were to act in this step. A body whose
/// state became non-finite stays where it last was and never moves again; the rest of the world goes on, and the status
/// says so. `books` may be null.
StepStatus move_bodies(WorldState& world, std::vector<Motion>& motion, EnergyRecorder* books);

}  // namespace bankshot::BANKSHOT_ABI::detail
