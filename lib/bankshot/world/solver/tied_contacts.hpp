#pragma once
// Contacts of bodies that joints tie, solved with the answers of groups, see joint_passes.hpp. Not part of the public
// interface.
//
// The kernel solves them one after another, as any contact without a colour, with effective masses that are found from
// the answers. It changes velocities as if its bodies were not tied; in place of that, the impulses move all bodies of
// the groups.

#include <bankshot/world/solver/contact_blocks.hpp>
#include <bankshot/world/solver/joint_passes.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

class TiedContacts {
 public:
  /// The contacts in the blocks of `tied_group`, to be called when the step begins. `unsettled`: of each contact of the
  /// batch.
  void prepare(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled, const SolverBodies& bodies,
               JointPasses& joints, ContactBlocks& blocks);
  /// Finds the answers of the groups for this sub-step.
  void begin_substep(const SolverBodies& bodies, JointPasses& joints, ContactBlocks& blocks);
  bool any() const noexcept { return !contacts_.empty(); }

  /// What the contacts' impulses of this sub-step add to the velocities of bodies, but for what joints answer: of each
  /// solver body.
  JointPasses::Velocities own_changes(const ContactBlocks& blocks, const SolverBodies& bodies);

  /// A pass over the contacts, those with bodies that nothing pushes last: see ContactColours. solve(block, lane)
  /// changes the impulses of a contact by the return value, and `velocity` as if its bodies were not tied.
  template <class Solve>
  void pass(const JointPasses& joints, const ContactBlocks& blocks, std::vector<SolverBodies::Velocity>& velocity,
            Solve&& solve) const {
    for (const Contact& contact : contacts_) act(contact, joints, blocks, velocity, solve);
  }
  enum class Which : std::uint8_t { all, unsettled };
  /// Passes until the impulses hardly change, see tolerance::tied_rounds: an impulse moves whole groups, so contacts
  /// that are far apart act on each other at once. Each cluster ends by itself, so that none depends on others.
  template <class Solve>
  void settle(Which which, const JointPasses& joints, const ContactBlocks& blocks,
              std::vector<SolverBodies::Velocity>& velocity, Solve&& solve);

 private:
  /// Impulses of the three rows of a contact.
  static constexpr int rows = 3;
  struct Contact {
    std::uint32_t block = 0, lane = 0;
    bool unsettled = false;
    std::uint32_t cluster = 0;              ///< of contacts that share groups, or bodies that can be moved
    std::uint32_t group[2] = {none, none};  ///< of A and B, if they answer; one for both if they share it
    std::size_t answers[2] = {0, 0};        ///< of these groups to each row, in answers_
  };
  void list(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled, const SolverBodies& bodies,
            const ContactBlocks& blocks);
  void find_clusters(const SolverBodies& bodies, const JointPasses& joints, const ContactBlocks& blocks);
  void choose_passes(JointPasses& joints, const ContactBlocks& blocks) const;
  void find_answers(Contact& contact, const SolverBodies& bodies, JointPasses& joints, const ConstraintBlock& c);
  void set_masses(const Contact& contact, const SolverBodies& bodies, const JointPasses& joints,
                  ConstraintBlock& c) const;

  /// What a pass did with a cluster.
  struct Cluster {
    Real largest = 0, change = 0;  ///< of the impulses, and of their changes
    bool settled = false;
  };
  using Impulses = std::array<Real, rows>;
  template <class Solve>
  Impulses act(const Contact& contact, const JointPasses& joints, const ContactBlocks& blocks,
               std::vector<SolverBodies::Velocity>& velocity, Solve& solve) const;

  std::vector<Contact> contacts_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> first_;             ///< per body, and per group: the first contact that has it
  std::vector<SolverBodies::Velocity> answers_;  ///< changes of velocity by unit impulses: contact, side, row, body
  std::vector<SolverBodies::Velocity> own_;      ///< see own_changes()
};

template <class Solve>
auto TiedContacts::act(const Contact& contact, const JointPasses& joints, const ContactBlocks& blocks,
                       std::vector<SolverBodies::Velocity>& velocity, Solve& solve) const -> Impulses {
  const ConstraintBlock& c = blocks.blocks()[contact.block];
  const std::uint32_t body[2] = {c.a[contact.lane], c.b[contact.lane]};
  const SolverBodies::Velocity before[2] = {velocity[body[0]], velocity[body[1]]};
  const Impulses impulse = solve(contact.block, contact.lane);
  if (impulse[0] == 0 && impulse[1] == 0 && impulse[2] == 0) return impulse;
  for (int side = 0; side < 2; ++side) {
    if (joints.answers(body[side])) velocity[body[side]] = before[side];
  }
  for (int side = 0; side < 2; ++side) {
    if (contact.group[side] == none) continue;
    const std::span<const std::uint32_t> own = joints.bodies_of(contact.group[side]);
    const SolverBodies::Velocity* answer = answers_.data() + contact.answers[side];
    for (int row = 0; row < rows; ++row, answer += own.size()) {
      for (std::size_t i = 0; i < own.size() && impulse[static_cast<std::size_t>(row)] != 0; ++i) {
        SolverBodies::Velocity& v = velocity[own[i]];
        const Real p = impulse[static_cast<std::size_t>(row)];
        v.x += p * answer[i].x, v.y += p * answer[i].y, v.turn += p * answer[i].turn;
      }
    }
  }
  return impulse;
}

template <class Solve>
void TiedContacts::settle(Which which, const JointPasses& joints, const ContactBlocks& blocks,
                          std::vector<SolverBodies::Velocity>& velocity, Solve&& solve) {
  clusters_.assign(contacts_.size(), {});
  for (int round = 0; round < tolerance::tied_rounds; ++round) {
    bool any = false;
    for (const Contact& contact : contacts_) {
      Cluster& cluster = clusters_[contact.cluster];
      if (cluster.settled || (which == Which::unsettled && !contact.unsettled)) continue;
      any = true;
      const ConstraintBlock& c = blocks.blocks()[contact.block];
      for (const Real by : act(contact, joints, blocks, velocity, solve)) {
        cluster.change = max(cluster.change, absolute(by));
      }
      for (const Real now : {c.impulse1[contact.lane], c.impulse2[contact.lane], c.impulse_t[contact.lane]}) {
        cluster.largest = max(cluster.largest, absolute(now));
      }
    }
    if (!any) return;
    for (Cluster& cluster : clusters_) {
      cluster.settled = cluster.change <= tolerance::tied_settled * cluster.largest;
      cluster.change = cluster.largest = 0;
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
