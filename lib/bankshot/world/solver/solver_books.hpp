#pragma once
// The solver's entries in the energy ledger: one pass over its bodies and contacts after each sub-step. Not part of the
// public interface.

#include <bankshot/world/solver/contact_blocks.hpp>
#include <bankshot/world/solver/joint_passes.hpp>
#include <bankshot/world/solver/rolling_rows.hpp>
#include <bankshot/world/solver/table_rows.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

class SolverBooks {
 public:
  /// Called between the warm start and the first pass. `count`: number of bodies except the fixed one.
  void note_warm_start(std::size_t count, const SolverBodies& bodies);
  /// Books a sub-step of length `h` that is done. `ranks`: of the bodies from body 1 on.
  void book_substep(const WorldState& world, std::span<const Rank> ranks, const SolverBodies& bodies,
                    const ContactBlocks& blocks, const JointPasses& joints, const TableRows& table,
                    const RollingRows& rolling, Real h, EnergyRecorder& books) const;

 private:
  std::vector<SolverBodies::Velocity> shaken_;  ///< the change of velocities by the warm start
};

}  // namespace bankshot::BANKSHOT_ABI::detail
