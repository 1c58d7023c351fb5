#pragma once
// Joints of bodies that rest on something. Not part of the public interface.
//
// A group of tied bodies of which contacts hold at least one is solved with these contacts. A body of it answers to an
// impulse together with the whole group: a plank of a bridge under a heavy box is as heavy as what holds it. So
// contacts of tied bodies are solved with the answers of their groups in place of inverse masses (tied_contacts.hpp).
// As velocities agree with the joints before an impulse, they do so after it, and joints need no passes of their own:
// contact by contact and joint by joint, a loaded bridge would take very many. Limits and motors, whose impulses have
// bounds as those of contacts have, are solved with the contacts (tied_rows.hpp).
//
// Within a sub-step that only concerns velocities. Once the impulses of the contacts are known, the group makes the
// sub-step anew as in joint_step.hpp, with these impulses as constant forces: so joints do no work here either, and
// stay closed. What the contacts push out of overlaps is added as a displacement, and places are mended. Then the
// group damps motions that are too fast for the sub-step. With Q v = (2 M / h + S)^-1 (2 M / h) v on the joints, which
// leaves a motion of frequency w a share of 1 / (1 + (h w)^2 / 2), the new velocities are 2 Q v - Q^2 v. Slow motions
// lose only the fourth power of h w, but a taut plank that the sub-step turns back and forth is still.
//
// A sub-step of length h that is linear in the displacements w, from velocities v0 with impulses J, reads
//
//   (2 M / h + S) w - G^T l = 2 M v0 + J,    G w = 0,    v1 = 2 w / h - v0.
//
// It says which velocities contacts meet, and J of a contact's row alone how the group answers to it. S is how the
// impulses of the joints turn with the bodies, of which only what draws back counts (geometric stiffness: Tournier et
// al., "Stable constrained dynamics", 2015; Andrews et al., "Geometric stiffness for real-time constrained multibody
// dynamics", 2017). Without it a taut chain would not resist a load at all: across, it has no joint that does.

#include <bankshot/world/joints/joint_step.hpp>
#include <bankshot/world/joints/tied_groups.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// An impulse on a tied body, in the solver's units.
struct TiedImpulse {
  std::uint32_t body = 0;  ///< solver body
  double x = 0, y = 0, turn = 0;
};

/// Impulses at once on one or two bodies of a group.
struct TiedImpulses {
  TiedImpulse on[2];
  std::size_t count = 0;
  void add(const TiedImpulse& impulse) { on[count++] = impulse; }
};

/// Adds the answer of a body to an impulse of `by` to its velocity, see JointPasses::answer().
BANKSHOT_INLINE void add_answer(const SolverBodies::Velocity& answer, Real by, SolverBodies::Velocity& v) {
  v.x += by * answer.x, v.y += by * answer.y, v.turn += by * answer.turn;
  v.inverse_mass += by * answer.inverse_mass;  // 0: all four numbers are one vector operation
}

class JointPasses {
 public:
  using Velocities = std::span<const SolverBodies::Velocity>;

  /// Loads the groups of a batch, all of whose bodies are in the batch, and marks their bodies.
  void prepare(const WorldState& world, TiedGroups& groups, const SolverPlan::Batch& plan, Real h,
               SolverBodies& bodies);
  bool any() const noexcept { return !groups_.empty(); }

  // ---- answers to impulses, once a sub-step has begun ----

  /// The group of a solver body, `none` if it is not tied, and its place in bodies_of() the group.
  std::uint32_t group_of(std::uint32_t body) const { return body < group_of_.size() ? group_of_[body] : none; }
  std::uint32_t member_of(std::uint32_t body) const { return member_of_[body]; }
  /// True if a solver body is tied, and its group not left to passes.
  bool answers(std::uint32_t body) const { return group_of(body) != none && !groups_[group_of(body)].passes; }
  std::size_t groups() const noexcept { return groups_.size(); }
  /// The solver bodies of a group; 0 for those that nothing pushes.
  std::span<const std::uint32_t> bodies_of(std::uint32_t group) const {
    return std::span(body_).subspan(groups_[group].first, joints_of(group).bodies.size());
  }
  /// How a group answers to each of several impulses, answers_at_once of them at most: the change of the velocity of
  /// member i by impulse k is change[i * impulses.size() + k]. `change` has room for all of bodies_of().
  void answer(std::uint32_t group, std::span<const TiedImpulses> impulses, const SolverBodies& bodies,
              SolverBodies::Velocity* change);
  const JointGroup& joints_of(std::uint32_t group) const { return groups_[group].tied->joints; }
  /// The number of limits and motors of a group that are solved with its contacts (tied_rows.hpp). Answers leave them
  /// out.
  std::size_t bounded_rows(std::uint32_t group) const { return groups_[group].passes ? 0 : groups_[group].bounded; }
  /// Leaves a group to passes: its contacts are solved without answers.
  void leave_to_passes(std::uint32_t group) { groups_[group].passes = any_passes_ = true; }
  bool any_passes() const noexcept { return any_passes_; }

  // ---- sub-steps ----

  /// Begins a sub-step, once what acts but contacts and joints has been added: gives tied bodies the velocities that
  /// they would have at its end. `contacts`: the changes of velocity by the impulses that contacts start with. `first`:
  /// of the step, when nothing is known of the forces of the joints.
  void begin_substep(Velocities contacts, SolverBodies& bodies, bool first);
  /// Makes the velocities of groups that are left to passes agree with the joints.
  void project(SolverBodies& bodies);
  /// Notes the displacements by the velocities that contacts with push-out left.
  void note_way(const SolverBodies& bodies);
  /// Makes the sub-step. `contacts`: the changes of velocity by the impulses of contacts.
  void advance(Velocities contacts, SolverBodies& bodies);
  /// Notes the joints in the world, see detail::note_joints().
  void note_joints(WorldState& world) const;
  /// Books the impulses of the joints in the last sub-step. `ranks`: of the solver bodies from 1 on.
  void book(std::span<const Rank> ranks, EnergyRecorder& books) const;

 private:
  struct Member {
    Triple external;   ///< change of velocity in this sub-step by what is neither contact nor joint
    Triple contact;    ///< by contacts
    Triple by_joints;  ///< by joints
    P2 first;          ///< place when the step began
    Triple way;        ///< displacement in this sub-step before the relax pass
    Triple path;       ///< displacement in it without push-out and mending
  };
  struct Group {
    TiedGroup* tied = nullptr;
    std::size_t first = 0;    ///< place of its first member
    bool passes = false;      ///< see leave_to_passes()
    std::size_t bounded = 0;  ///< limits and motors of its rows
    RowWork work;             ///< of motors, dampers and limits in this sub-step
    double struck = 0;        ///< work of limits that rows ran into when it began
    double stored = 0;        ///< what springs gained in it
    double pushed = 0;        ///< what they gained by push-out and mending
    double bent = 0;  ///< work of contacts along the paths, less that on the means of the velocities at both ends
  };
  void load_members(const WorldState& world, SolverBodies& bodies);
  void find_forces(std::size_t group, Velocities contacts, const SolverBodies& bodies);
  void strike(std::size_t group, SolverBodies& bodies);
  void meet_contacts(std::size_t group, Velocities contacts, SolverBodies& bodies);
  void solve_linear(std::size_t group, Velocities contacts, const SolverBodies& bodies);
  void advance(std::size_t group, SolverBodies& bodies);
  void take_excess(const Group& group, double asked);
  void write(Group& group, SolverBodies& bodies);

  double h_ = 0;
  bool any_passes_ = false;
  std::vector<Group> groups_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> body_;        ///< solver bodies of members
  std::vector<std::uint32_t> group_of_;    ///< of each solver body
  std::vector<std::uint32_t> member_of_;   ///< of each solver body, its place in its group
  std::vector<JointEquations> equations_;  ///< of each group
  std::vector<RowState> rows_;             ///< of one group
  std::vector<RankPair> places_;           ///< rank and solver body of tied bodies, in order
  JointStep step_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
