#pragma once
// Joints of bodies that rest on something. Not part of the public interface.
//
// A group of tied bodies of which contacts hold at least one is solved with these contacts. Its joints are solved
// directly, all at once, in turns with the passes over the contacts: contact by contact and joint by joint, a bridge
// under a load would take thousands of turns; this way it takes a few, as many as contacts alone.
//
// Within a sub-step that only concerns velocities. Once the impulses of the contacts are known, the group makes the
// sub-step anew as in joint_step.hpp, with these impulses as constant forces: so joints do no work here either, and
// stay closed. What the contacts push out of overlaps is added as a displacement, and places are mended.

#include <bankshot/world/joints/joint_step.hpp>
#include <bankshot/world/joints/tied_groups.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

class JointPasses {
 public:
  /// Loads the groups of a batch, all of whose bodies are in the batch.
  void prepare(const WorldState& world, TiedGroups& groups, const SolverPlan::Batch& plan, Real h);
  bool any() const noexcept { return !groups_.empty(); }

  /// Notes the velocities at the beginning of a sub-step, once what acts but contacts and joints has been added.
  void begin_substep(const SolverBodies& bodies);
  /// Makes velocities agree with the joints.
  void project(SolverBodies& bodies);
  /// Notes the displacements by the velocities that contacts with push-out left.
  void note_way(const SolverBodies& bodies);
  /// Makes the sub-step.
  void advance(SolverBodies& bodies);
  /// Books the impulses of the joints in the last sub-step. `ranks`: of the solver bodies from 1 on.
  void book(std::span<const Rank> ranks, EnergyRecorder& books) const;

 private:
  struct Member {
    std::uint32_t body = 0;  ///< solver body; 0: none, it is fixed or sleeps
    Triple external;         ///< change of velocity in this sub-step by what is neither contact nor joint
    Triple by_joints;        ///< the same by joints, so far
    P2 first;                ///< place when the step began
    Triple way;              ///< displacement in this sub-step before the relax pass
  };
  struct Group {
    TiedGroup* tied = nullptr;
    std::size_t first = 0;  ///< place of its first member
  };
  void load_members(const WorldState& world, const SolverPlan::Batch& plan);
  void advance(const Group& group, SolverBodies& bodies, JointEquations& equations);

  double h_ = 0;
  std::vector<Group> groups_;
  std::vector<Member> members_;
  std::vector<JointEquations> equations_;  ///< of each group
  std::vector<RankPair> places_;           ///< rank and solver body of tied bodies, in order
  JointStep step_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
