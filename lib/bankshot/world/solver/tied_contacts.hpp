#pragma once
// Contacts of bodies that joints tie, solved with the answers of groups, see joint_passes.hpp. Not part of the public
// interface.
//
// The kernel solves them one after another, as any contact without a colour, with effective masses that are found from
// the answers. It changes velocities as if its bodies were not tied; in place of that, the impulses move all bodies of
// the groups.

#include <bankshot/world/solver/contact_blocks.hpp>
#include <bankshot/world/solver/joint_passes.hpp>
#include <bankshot/world/solver/tied_rows.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

class TiedContacts {
 public:
  /// The contacts in the blocks of `tied_group`, to be called when the step begins. `unsettled`: of each contact of the
  /// batch.
  void prepare(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled, const SolverBodies& bodies,
               JointPasses& joints, ContactBlocks& blocks);
  /// Finds the answers of the groups for this sub-step of length `h`.
  void begin_substep(SolverBodies& bodies, JointPasses& joints, ContactBlocks& blocks, double h);
  bool any() const noexcept { return !contacts_.empty(); }
  /// Forgets the push-out of the last sub-step.
  void begin_push() { rows_.begin_push(); }

  /// What the contacts' impulses of this sub-step add to the velocities of bodies, but for what joints answer: of each
  /// solver body.
  JointPasses::Velocities own_changes(const ContactBlocks& blocks, const SolverBodies& bodies);

  /// Push-out of the contacts, those with bodies that nothing pushes last: see ContactColours. solve(block, lane)
  /// changes the impulses of a contact by the return value, and `push`, the velocities of push-out, as if its bodies
  /// were not tied. In rounds as settle().
  template <class Solve>
  void push(const JointPasses& joints, const ContactBlocks& blocks, std::vector<SolverBodies::Velocity>& push,
            Solve&& solve);
  enum class Which : std::uint8_t { all, unsettled };
  /// solve(block, lane) changes the impulses of a contact by the return value, and velocities as if its bodies were not
  /// tied. Rounds until the impulses hardly change, see tolerance::tied_rounds: an impulse moves whole groups, so
  /// contacts that are far apart act on each other at once. Each cluster ends by itself, so that none depends on
  /// others.
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
    std::size_t answers[2] = {0, 0};        ///< of these groups, in answers_
  };
  void list(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled, const SolverBodies& bodies,
            const ContactBlocks& blocks);
  void find_clusters(const SolverBodies& bodies, const JointPasses& joints, const ContactBlocks& blocks);
  void choose_passes(JointPasses& joints, const ContactBlocks& blocks) const;
  void find_answers(Contact& contact, const SolverBodies& bodies, JointPasses& joints, const ConstraintBlock& c);
  void set_masses(const Contact& contact, const SolverBodies& bodies, const JointPasses& joints,
                  ConstraintBlock& c) const;

  /// What a round has done with a cluster.
  struct Cluster : TiedRows::Round {
    bool active = false;  ///< it takes part in the next round
    void add(const TiedRows::Round& some) { largest = max(largest, some.largest), change = max(change, some.change); }
  };
  using Impulses = std::array<Real, rows>;
  /// Changes of the velocity of a body by unit impulses of the three rows.
  using Answer = std::array<SolverBodies::Velocity, rows>;
  template <class Solve>
  Impulses act(const Contact& contact, const JointPasses& joints, const ContactBlocks& blocks,
               std::vector<SolverBodies::Velocity>& velocity, Solve& solve) const;

  std::vector<Contact> contacts_;
  TiedRows rows_;
  std::vector<std::uint32_t> cluster_of_;  ///< of each group
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> first_;         ///< per body, and per group: the first contact that has it
  std::vector<Answer> answers_;              ///< by contact, side and body
  std::vector<SolverBodies::Velocity> own_;  ///< see own_changes()
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
    const Answer* answer = answers_.data() + contact.answers[side];
    for (const std::uint32_t own : joints.bodies_of(contact.group[side])) {
      SolverBodies::Velocity v = velocity[own];
      for (std::size_t row = 0; row < rows; ++row) add_answer((*answer)[row], impulse[row], v);
      velocity[own] = v, ++answer;
    }
  }
  return impulse;
}

template <class Solve>
void TiedContacts::push(const JointPasses& joints, const ContactBlocks& blocks,
                        std::vector<SolverBodies::Velocity>& push, Solve&& solve) {
  clusters_.assign(contacts_.size(), {});
  for (const Contact& contact : contacts_) clusters_[contact.cluster].active = true;
  for (int round = 0, active = 1; round < tolerance::tied_rounds && active > 0; ++round) {
    for (std::uint32_t group = 0; group < joints.groups(); ++group) {
      if (cluster_of_[group] == none || !clusters_[cluster_of_[group]].active) continue;
      clusters_[cluster_of_[group]].add(rows_.solve_push(group, joints, push));
    }
    for (const Contact& contact : contacts_) {
      if (!clusters_[contact.cluster].active) continue;
      for (const Real by : act(contact, joints, blocks, push, solve)) {
        clusters_[contact.cluster].add({absolute(by), absolute(by)});
      }
    }
    active = 0;
    for (Cluster& cluster : clusters_) {
      cluster.active = cluster.active && cluster.change > tolerance::tied_settled * cluster.largest;
      cluster.change = 0;
      active += cluster.active ? 1 : 0;
    }
  }
}

template <class Solve>
void TiedContacts::settle(Which which, const JointPasses& joints, const ContactBlocks& blocks,
                          std::vector<SolverBodies::Velocity>& velocity, Solve&& solve) {
  const auto takes_part = [&](const Contact& contact) { return which == Which::all || contact.unsettled; };
  clusters_.assign(contacts_.size(), {});
  for (const Contact& contact : contacts_) {
    if (takes_part(contact)) clusters_[contact.cluster].active = true;
  }
  for (int round = 0; round < tolerance::tied_rounds; ++round) {
    bool any = false;
    for (std::uint32_t group = 0; group < joints.groups(); ++group) {
      if (cluster_of_[group] == none || !clusters_[cluster_of_[group]].active) continue;
      clusters_[cluster_of_[group]].add(rows_.solve(group, joints, velocity));
    }
    for (const Contact& contact : contacts_) {
      Cluster& cluster = clusters_[contact.cluster];
      if (!cluster.active || !takes_part(contact)) continue;
      any = true;
      const ConstraintBlock& c = blocks.blocks()[contact.block];
      const Impulses by = act(contact, joints, blocks, velocity, solve);
      const Impulses now = {c.impulse1[contact.lane], c.impulse2[contact.lane], c.impulse_t[contact.lane]};
      for (std::size_t row = 0; row < rows; ++row) cluster.add({absolute(now[row]), absolute(by[row])});
    }
    if (!any) return;
    for (Cluster& cluster : clusters_) {
      cluster.active = cluster.active && cluster.change > tolerance::tied_settled * cluster.largest;
      cluster.change = cluster.largest = 0;
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
