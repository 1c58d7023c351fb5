#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_group.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

void JointGroup::find_what_holds() {
  is_held = is_driven = false;
  for (const JointBody& body : bodies) {
    for (int i = 0; i < 3; ++i) {
      is_held = is_held || !body.moves(i);
      is_driven = is_driven || (!body.moves(i) && body.velocity[i] != 0);
    }
  }
  for (const JointLink& joint : joints) is_held = is_held || joint.kind == JointKind::pulley;
}

void JointGroup::prepare() {
  find_what_holds();
  std::vector<int> free;
  for (const JointBody& body : bodies) {
    free.push_back((body.moves(0) ? 1 : 0) + (body.moves(1) ? 1 : 0) + (body.moves(2) ? 1 : 0));
  }
  plan.plan(free, joints);
  find_extent();
  force.resize(joints.size());
  find_what_drives();
}

void JointGroup::find_extent() {
  extent = 0;
  for (const JointLink& joint : joints) {
    extent = std::max({extent, length(joint.anchor[0]), length(joint.anchor[1]), joint.length});
  }
  if (extent == 0) extent = 1;
}

void JointGroup::find_what_drives() {
  mode.resize(joints.size()), full.resize(joints.size()), given.resize(joints.size());
  is_rigid = is_smooth = true, pulls = false;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    for (int k = 0; k < most_joint_rows; ++k) {
      const RowRule& rule = joints[j].rule[k];
      mode[j][static_cast<std::size_t>(k)] = rule.rigid ? RowMode::fixed : RowMode::loose;
      is_rigid = is_rigid && rule.rigid;
      is_smooth = is_smooth && (rule.rigid || (rule.damping == 0 && rule.most == 0 && !rule.pulls));
      pulls = pulls || rule.pulls;
    }
  }
}

double JointGroup::kinetic_energy() const noexcept {
  double twice = 0;
  for (const JointBody& body : bodies) {
    for (int i = 0; i < 3; ++i) {
      if (body.moves(i)) twice += body.mass[i] * body.velocity[i] * body.velocity[i];
    }
  }
  return twice / 2;
}

double JointGroup::stored_energy() const noexcept {
  double energy = 0;
  for (std::size_t j = 0; j < joints.size() && !is_rigid; ++j) {
    const RowState now = row_state(*this, joints[j]);
    for (int k = 0; k < rows_of(joints[j]); ++k) {
      if (!joints[j].rule[k].rigid) energy += joints[j].rule[k].stored_energy(now.c[k]);
    }
  }
  return energy;
}

RowState row_state(const JointGroup& group, const JointLink& joint) noexcept {
  RowState now;
  place_error(joint, group.body_of(joint, 0), group.body_of(joint, 1), now.c);
  opening_speeds(joint, group.body_of(joint, 0), group.body_of(joint, 1), now.speed);
  return now;
}

void list_rows(const JointGroup& group, std::vector<RowState>& rows) {
  rows.clear();
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    const bool is_rigid =
        std::all_of(joint.rule, joint.rule + rows_of(joint), [](const RowRule& r) { return r.rigid; });
    rows.push_back(is_rigid ? RowState{} : row_state(group, joint));
  }
}

double energy_of_change(std::span<const JointBody> before, std::span<const JointBody> after) noexcept {
  double twice = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const double change = after[i].velocity[k] - before[i].velocity[k];
      if (after[i].moves(k)) twice += after[i].mass[k] * change * change;
    }
  }
  return twice / 2;
}

WholeMotion whole_motion(const JointGroup& group) noexcept {
  WholeMotion all;
  for (const JointBody& body : group.bodies) {
    all.mass += body.mass[0];
    all.centre = all.centre + body.mass[0] * body.place;
    all.velocity = all.velocity + body.mass[0] * body.linear();
  }
  all.centre = (1 / all.mass) * all.centre, all.velocity = (1 / all.mass) * all.velocity;
  for (const JointBody& body : group.bodies) {
    const P2 r = body.place - all.centre;
    all.inertia += body.mass[2] + body.mass[0] * dot(r, r);
    all.turning += body.mass[2] * body.velocity[2] + body.mass[0] * cross(r, body.linear() - all.velocity);
  }
  return all;
}

namespace {

/// The velocity of a body that moves with the whole.
Triple carried(const JointBody& body, const WholeMotion& whole) {
  const double spin = whole.turning / whole.inertia;
  const P2 linear = whole.velocity + spin * left_of(body.place - whole.centre);
  return {{linear.x, linear.y, spin}};
}

void add(JointBody& body, const Triple& velocity, double sign) {
  for (int i = 0; i < 3; ++i) {
    if (body.moves(i)) body.velocity[i] += sign * velocity[i];
  }
}

}  // namespace

void scale_motion(JointGroup& group, double energy, const WholeMotion* keep) noexcept {
  double goal = energy;
  if (keep != nullptr) {
    const WholeMotion now = whole_motion(group);
    for (JointBody& body : group.bodies) add(body, carried(body, now), -1);
    goal -= (keep->mass * dot(keep->velocity, keep->velocity) + keep->turning * keep->turning / keep->inertia) / 2;
  }
  const double now = group.kinetic_energy();
  const double scale = now > tolerance::scaled_motion * energy && goal > 0 ? std::sqrt(goal / now) : 1;
  for (JointBody& body : group.bodies) {
    for (int i = 0; i < 3; ++i) body.velocity[i] *= body.moves(i) ? scale : 1;
    if (keep != nullptr) add(body, carried(body, *keep), 1);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
