#include <bankshot/world/solver/tied_contacts.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

struct RowSide {
  double x = 0, y = 0, arm = 0;
};

/// The impulse of a row on a side of a contact, per unit, in the solver's units; without locks.
RowSide unit_impulse(const ConstraintBlock& c, std::size_t i, int row, int side) {
  const double nx = to_double(c.nx[i]), ny = to_double(c.ny[i]), sign = side == 0 ? 1 : -1;
  const Real arms[2][3] = {{c.arm_a1[i], c.arm_a2[i], c.arm_at[i]}, {c.arm_b1[i], c.arm_b2[i], c.arm_bt[i]}};
  return {sign * (row < 2 ? nx : -ny), sign * (row < 2 ? ny : nx), sign * to_double(arms[side][row])};
}

/// How the impulse changes the velocity of a body that is not tied.
RowSide plain_change(const SolverBodies& bodies, std::uint32_t body, const RowSide& impulse) {
  const SolverBodies::Frame& frame = bodies.frame[body];
  const double m = to_double(frame.inverse_mass);
  return {m * to_double(frame.free_x) * impulse.x, m * to_double(frame.free_y) * impulse.y, m * impulse.arm};
}

Real inverse_or_none(double k) { return k > 0 ? static_cast<Real>(1 / k) : Real(0); }

}  // namespace

void TiedContacts::prepare(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled,
                           const SolverBodies& bodies, JointPasses& joints, ContactBlocks& blocks) {
  contacts_.clear(), answers_.clear();
  if (!joints.any()) return;
  own_.resize(bodies.padded());
  list(plan, unsettled, bodies, blocks);
  find_clusters(bodies, joints, blocks);
  choose_passes(joints, blocks);
}

void TiedContacts::begin_substep(SolverBodies& bodies, JointPasses& joints, ContactBlocks& blocks, double h) {
  answers_.clear();
  for (Contact& contact : contacts_) {
    ConstraintBlock& c = blocks.blocks()[contact.block];
    contact.group[0] = contact.group[1] = none;
    find_answers(contact, bodies, joints, c);
    set_masses(contact, bodies, joints, c);
  }
  rows_.begin_substep(joints, bodies, h);
}

void TiedContacts::list(const SolverPlan::Batch& plan, std::span<const std::uint8_t> unsettled,
                        const SolverBodies& bodies, const ContactBlocks& blocks) {
  std::size_t next = plan.order.size() - plan.groups.size[stiff_group] - plan.groups.size[tied_group];
  for (std::uint32_t block = plan.groups.begin[tied_group]; block < plan.groups.begin[stiff_group]; ++block) {
    for (std::uint32_t lane = 0; lane < blocks.traits()[block].used; ++lane) {
      Contact& contact = contacts_.emplace_back();
      contact.block = block, contact.lane = lane;
      contact.unsettled = unsettled[plan.order[next++]] != 0;
    }
  }
  std::stable_partition(contacts_.begin(), contacts_.end(), [&](const Contact& contact) {
    const ConstraintBlock& c = blocks.blocks()[contact.block];
    return bodies.frame[c.a[contact.lane]].inverse_mass > 0 && bodies.frame[c.b[contact.lane]].inverse_mass > 0;
  });
}

/// Numbers the clusters by contacts of theirs.
void TiedContacts::find_clusters(const SolverBodies& bodies, const JointPasses& joints, const ContactBlocks& blocks) {
  first_.assign(bodies.padded() + joints.groups(), none);
  const auto find = [&](std::uint32_t i) {
    while (contacts_[i].cluster != i) i = contacts_[i].cluster = contacts_[contacts_[i].cluster].cluster;
    return i;
  };
  for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
    contacts_[i].cluster = i;
    const ConstraintBlock& c = blocks.blocks()[contacts_[i].block];
    for (const std::uint32_t body : {c.a[contacts_[i].lane], c.b[contacts_[i].lane]}) {
      if (!(bodies.frame[body].inverse_mass > 0)) continue;
      const std::uint32_t group = joints.group_of(body);
      std::uint32_t& first = first_[group == none ? body : bodies.padded() + group];
      if (first == none) first = i;
      contacts_[find(i)].cluster = find(first);
    }
  }
  for (std::uint32_t i = 0; i < contacts_.size(); ++i) contacts_[i].cluster = find(i);
  cluster_of_.clear();
  for (std::size_t group = 0; group < joints.groups(); ++group) {
    const std::uint32_t first = first_[bodies.padded() + group];
    cluster_of_.push_back(first == none ? none : contacts_[first].cluster);
  }
}

/// Leaves groups to passes of which the answers would take too much memory.
void TiedContacts::choose_passes(JointPasses& joints, const ContactBlocks& blocks) const {
  std::vector<std::size_t> contacts(joints.groups());
  for (const Contact& contact : contacts_) {
    const ConstraintBlock& c = blocks.blocks()[contact.block];
    for (const std::uint32_t body : {c.a[contact.lane], c.b[contact.lane]}) {
      if (joints.group_of(body) != none) ++contacts[joints.group_of(body)];
    }
  }
  for (std::uint32_t group = 0; group < contacts.size(); ++group) {
    const std::size_t changes = (contacts[group] * rows + joints.bounded_rows(group)) * joints.bodies_of(group).size();
    if (changes > tolerance::most_tied_answers) joints.leave_to_passes(group);
  }
}

void TiedContacts::find_answers(Contact& contact, const SolverBodies& bodies, JointPasses& joints,
                                const ConstraintBlock& c) {
  const std::size_t i = contact.lane;
  const std::uint32_t body[2] = {c.a[i], c.b[i]};
  for (int side = 0; side < 2; ++side) {
    if (!joints.answers(body[side])) continue;
    const std::uint32_t group = joints.group_of(body[side]);
    if (side == 1 && group == contact.group[0]) break;  // both are in these answers
    const bool both = side == 0 && joints.group_of(body[1]) == group;
    contact.group[side] = group, contact.answers[side] = answers_.size();
    answers_.resize(answers_.size() + joints.bodies_of(group).size());
    TiedImpulses along[rows];
    for (int row = 0; row < rows; ++row) {
      const auto add = [&](int of) {
        const RowSide unit = unit_impulse(c, i, row, of);
        along[row].add({body[of], unit.x, unit.y, unit.arm});
      };
      add(side);
      if (both) add(1);
    }
    joints.answer(group, along, bodies, answers_[contact.answers[side]].data());
  }
}

/// Effective masses and couplings, as in the kernel that fills blocks.
void TiedContacts::set_masses(const Contact& contact, const SolverBodies& bodies, const JointPasses& joints,
                              ConstraintBlock& c) const {
  const std::size_t i = contact.lane;
  const std::uint32_t body[2] = {c.a[i], c.b[i]};
  double k[rows][rows] = {}, alone[rows] = {};  // alone: if nothing tied the bodies
  for (int side = 0; side < 2; ++side) {
    for (int s = 0; s < rows; ++s) {
      const RowSide unit = unit_impulse(c, i, s, side);
      RowSide change = plain_change(bodies, body[side], unit);
      alone[s] += unit.x * change.x + unit.y * change.y + unit.arm * change.arm;
      if (joints.answers(body[side])) {
        const int from = contact.group[side] != none ? side : 0;
        const SolverBodies::Velocity& v =
            answers_[contact.answers[from] + joints.member_of(body[side])][static_cast<std::size_t>(s)];
        change = {to_double(v.x), to_double(v.y), to_double(v.turn)};
      }
      for (int r = 0; r < rows; ++r) {
        const RowSide along = unit_impulse(c, i, r, side);
        k[r][s] += along.x * change.x + along.y * change.y + along.arm * change.arm;
      }
    }
  }
  // What joints hold, contacts cannot move: such a row would take endless impulses.
  for (int s = 0; s < rows; ++s) {
    const bool moves = k[s][s] > tolerance::tied_effect * alone[s];
    k[s][s] = moves ? k[s][s] + tolerance::tied_softness * alone[s] : 0;
  }
  const bool two = c.mass2[i] > 0;
  c.mass1[i] = inverse_or_none(k[0][0]);
  c.mass2[i] = two ? inverse_or_none(k[1][1]) : Real(0);
  c.mass_t[i] = inverse_or_none(k[2][2]);
  c.k12[i] = two ? static_cast<Real>(k[0][1]) : Real(0);
  c.k1t[i] = static_cast<Real>(k[0][2]);
  c.k2t[i] = two ? static_cast<Real>(k[1][2]) : Real(0);
}

JointPasses::Velocities TiedContacts::own_changes(const ContactBlocks& blocks, const SolverBodies& bodies) {
  std::fill(own_.begin(), own_.end(), SolverBodies::Velocity{});
  for (const Contact& contact : contacts_) {
    const ConstraintBlock& c = blocks.blocks()[contact.block];
    const std::size_t i = contact.lane;
    const double impulse[rows] = {to_double(c.impulse1[i]), to_double(c.impulse2[i]), to_double(c.impulse_t[i])};
    for (int side = 0; side < 2; ++side) {
      RowSide sum;
      for (int row = 0; row < rows; ++row) {
        const RowSide unit = unit_impulse(c, i, row, side);
        sum.x += impulse[row] * unit.x, sum.y += impulse[row] * unit.y, sum.arm += impulse[row] * unit.arm;
      }
      const std::uint32_t body = side == 0 ? c.a[i] : c.b[i];
      const RowSide change = plain_change(bodies, body, sum);
      own_[body].x += static_cast<Real>(change.x), own_[body].y += static_cast<Real>(change.y);
      own_[body].turn += static_cast<Real>(change.arm);
    }
  }
  return own_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
