#pragma once
// Solves all resting contacts of a step, batch by batch. Not part of the public interface.

#include <bankshot/world/rest/round_contact.hpp>
#include <bankshot/world/solver/solver_batch.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Solves islands from the first sub-step to the last while their contacts are in the cache: a few small ones together,
/// a large one by itself. No batch reads what another one writes, so it does not matter how islands are batched.
class Solver {
 public:
  /// Writes velocities to the world, paths to `motion`, where it marks the held bodies, and impulses to the pairs.
  /// `books` may be null.
  void solve(WorldState& world, ContactPairs& pairs, SolverWork& work, const Islands& islands, TiedGroups& tied,
             Real dt, std::vector<Motion>& motion, EnergyRecorder* books);

 private:
  void carry(WorldState& world, Rank rank, Real h, Motion& motion) const;

  SolverPlan plan_;
  TurnedContacts turned_;
  std::vector<SolverBatch> benches_;  ///< one for each thread
};

}  // namespace bankshot::BANKSHOT_ABI::detail
