#pragma once
// The soft contact solver: bodies held by resting contacts, in sub-steps. Not part of the public interface.
//
// In each sub-step of length h, velocities take gravity and forces, contacts are solved softly with a push-out of
// overlaps, poses follow, and a relax pass without push-out removes the velocity that the push-out gave. Restitution
// has no place here. Source: the "soft step" of Catto, Solver2D (2024); Macklin et al., Small Steps in Physics
// Simulation (2019).

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/solver/contact_blocks.hpp>
#include <bankshot/world/solver/contact_colours.hpp>
#include <bankshot/world/solver/solver_books.hpp>
#include <bankshot/world/solver/tied_contacts.hpp>
#include <bankshot/world/solver/unsettled_contacts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whole islands that are solved together, from the first sub-step to the last while they are in the cache.
///
/// A thread team can share the work on one batch: bodies by ranges, contacts colour by colour, each thread always with
/// the same blocks of a colour. Bodies that contacts do not move are in many blocks of a colour. Each thread has its
/// own copies of these; all copies undergo the same changes, so no bit depends on them.
class SolverBatch {
 public:
  void prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
               const SolverPlan::Batch& plan, TiedGroups& tied, const ThreadTeam& team, Real h);
  /// Runs the sub-steps. `books`, which requires a team of one, may be null.
  void solve(const WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, Real h,
             EnergyRecorder* books);
  /// Writes velocities to the world, paths to `motion` and impulses to the contact pairs. Writes nothing to bodies that
  /// contacts do not move, since other batches may have them as well.
  void write(WorldState& world, const SolverWork& work, const SolverPlan::Batch& plan, const ThreadTeam& team,
             std::vector<Motion>& motion, ContactPairs& pairs) const;

 private:
  struct Pass {
    Real inverse_h = 0;
    bool bias = false, under_way = false;
  };

  SolverArrays arrays();
  void solve_some(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays, std::size_t end,
                  const Pass& pass);
  void settle(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays, const Pass& pass);
  void solve_all(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays, const Pass& pass);
  void solve_tied(const SolverArrays& arrays, TiedContacts::Which which, const Pass& pass);
  void push_tied(const SolverArrays& arrays, Real inverse_h, bool firm);
  void find_deep(const SolverPlan::Batch& plan);
  void start_warm(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                  EnergyRecorder* books);
  void push_apart(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                  const BodyArrays& all, Real h);
  void ask_hook(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h);

  void book_substep(const WorldState& world, std::span<const Rank> ranks, Real h, EnergyRecorder& books);

  SolverBodies bodies_;
  BodyCopies copies_;
  UnsettledContacts unsettled_;
  StiffGroups stiff_groups_;
  ContactColours colours_;
  ContactBlocks blocks_;
  JointPasses joints_;
  TiedContacts tied_contacts_;
  TableRows table_;
  RollingRows rolling_;
  SolverBooks records_;
  Width width_ = {};  ///< of the kernels for bodies
  SpringPair springs_;
  Real sag_ = 0;  ///< see SolverArrays
};

}  // namespace bankshot::BANKSHOT_ABI::detail
