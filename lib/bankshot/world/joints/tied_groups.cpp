#include <bankshot/world/bodies/wake.hpp>
#include <bankshot/world/joints/joint_links.hpp>
#include <bankshot/world/joints/tied_groups.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool joints_move(const WorldState& world, Rank rank) {
  const BodyFlags& flags = world.bodies.flags[rank];
  return flags.type == BodyType::dynamic && !flags.removed;
}

/// The numbers of a joint, which order joints of the same two bodies: not by creation. If one of these changes, the
/// structure has; World::set_target() spares that as far as it does not matter for the order.
auto content(const JointSlot& joint) {
  const V2 *const p = joint.anchor, *const wheel = joint.wheel;
  return std::array{p[0].x,        p[0].y,       p[1].x,      p[1].y,     joint.axis.x, joint.axis.y, joint.angle.c,
                    joint.angle.s, joint.length, joint.ratio, wheel[0].x, wheel[0].y,   wheel[1].x,   wheel[1].y};
}

std::uint32_t place_in(const TiedGroup& group, Rank rank) {
  const auto found = std::lower_bound(group.ranks.begin(), group.ranks.end(), rank);
  return static_cast<std::uint32_t>(found - group.ranks.begin());
}

JointLink link_in(const WorldState& world, std::uint32_t slot, const TiedGroup& group) {
  JointLink link = link_of(world, world.joint_slots[slot], world.bodies.pose[group.origin]);
  for (int i = 0; i < 2; ++i) link.body[i] = place_in(group, world.body_slots[world.joint_slots[slot].body[i]].rank);
  return link;
}

/// Bounds the speed that springs and motors of a group give any point of it in `dt` seconds.
Real reach_of_drives(const WorldState& world, const TiedGroup& group, Real dt) {
  double speed = 0;
  for (const std::uint32_t slot : group.slots) {
    const JointSlot& joint = world.joint_slots[slot];
    const LargestDrive drive = largest_drive(world, slot);
    for (int i = 0; i < 2 && (drive.force > 0 || drive.torque > 0); ++i) {
      const Rank rank = world.body_slots[joint.body[i]].rank;
      const BodyMass& mass = world.bodies.mass[rank];
      if (!joints_move(world, rank)) continue;
      const double arm = length(arm_of(world, rank, joint.anchor[i])), turn = to_double(mass.inverse_inertia);
      speed += to_double(dt) *
               (drive.force / to_double(mass.mass) + (drive.force * arm + drive.torque) * turn * to_double(mass.reach));
    }
  }
  return static_cast<Real>(speed);
}

}  // namespace

void TiedGroups::update(const WorldState& world) {
  if (stamp_ == world.structure_changed.stamp()) return;
  stamp_ = world.structure_changed.stamp();
  list_ties(world);
  groups_.clear(), pairs_.clear();
  if (ties_.empty()) return;
  join(world);
  fill(world);
}

/// Joints that can do something, in an order that does not depend on creation.
void TiedGroups::list_ties(const WorldState& world) {
  ties_.clear();
  for (std::uint32_t slot = 0; slot < world.joint_slots.size(); ++slot) {
    const JointSlot& joint = world.joint_slots[slot];
    if (joint.body[0] == none || joint.kind == JointKind::filter) continue;
    const Tie tie{world.body_slots[joint.body[0]].rank, world.body_slots[joint.body[1]].rank, slot};
    if (joints_move(world, tie.a) || joints_move(world, tie.b)) ties_.push_back(tie);
  }
  std::sort(ties_.begin(), ties_.end(), [&](const Tie& l, const Tie& r) {
    if (l.a != r.a) return l.a < r.a;
    if (l.b != r.b) return l.b < r.b;
    const JointSlot &of_l = world.joint_slots[l.slot], &of_r = world.joint_slots[r.slot];
    if (of_l.kind != of_r.kind) return of_l.kind < of_r.kind;
    const auto numbers_l = content(of_l), numbers_r = content(of_r);
    if (numbers_l != numbers_r) return numbers_l < numbers_r;
    if (of_l.drive != of_r.drive) return of_l.drive < of_r.drive;
    if (of_l.break_force != of_r.break_force) return of_l.break_force < of_r.break_force;
    if (of_l.break_torque != of_r.break_torque) return of_l.break_torque < of_r.break_torque;
    return l.slot < r.slot;
  });
}

Rank TiedGroups::root(Rank rank) {
  while (parent_[rank] != rank) rank = parent_[rank] = parent_[parent_[rank]];
  return rank;
}

/// Disjoint sets of dynamic bodies, as islands are; the lowest rank is the root.
void TiedGroups::join(const WorldState& world) {
  parent_.resize(world.bodies.size());
  for (Rank rank = 0; rank < parent_.size(); ++rank) parent_[rank] = rank;
  for (const Tie& tie : ties_) {
    if (!joints_move(world, tie.a) || !joints_move(world, tie.b)) continue;
    pairs_.push_back({tie.a, tie.b});
    const Rank a = root(tie.a), b = root(tie.b);
    parent_[a < b ? b : a] = a < b ? a : b;
  }
}

void TiedGroups::fill(const WorldState& world) {
  group_of_.assign(world.bodies.size(), none);
  const auto group_at = [&](const Tie& tie) { return root(joints_move(world, tie.a) ? tie.a : tie.b); };
  std::vector<Rank> roots;
  for (const Tie& tie : ties_) roots.push_back(group_at(tie));
  std::vector<Rank> names = roots;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  groups_.resize(names.size());
  std::vector<TiedGroup*> group;
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    const auto place = std::lower_bound(names.begin(), names.end(), roots[i]) - names.begin();
    group.push_back(&groups_[static_cast<std::size_t>(place)]);
    for (const Rank rank : {ties_[i].a, ties_[i].b}) {
      group.back()->ranks.push_back(rank);
      if (joints_move(world, rank)) group_of_[rank] = static_cast<std::uint32_t>(place);
    }
  }
  for (TiedGroup& of : groups_) {
    std::sort(of.ranks.begin(), of.ranks.end());
    of.ranks.erase(std::unique(of.ranks.begin(), of.ranks.end()), of.ranks.end());
    for (const Rank rank : of.ranks) of.dynamic.push_back(joints_move(world, rank));
    of.origin =
        of.ranks[static_cast<std::size_t>(std::find(of.dynamic.begin(), of.dynamic.end(), true) - of.dynamic.begin())];
  }
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    group[i]->slots.push_back(ties_[i].slot);
    group[i]->joints.joints.push_back(link_in(world, ties_[i].slot, *group[i]));
  }
}

void TiedGroups::bound_ways(const WorldState& world, Real dt, std::vector<Real>& ways) const {
  ways.clear();
  if (groups_.empty()) return;
  ways.resize(world.bodies.size());
  for (const TiedGroup& group : groups_) {
    Real fastest = reach_of_drives(world, group, dt);
    for (const Rank rank : group.ranks) {
      const BodyVelocity& v = world.bodies.velocity[rank];
      Real angular = 0;
      const V2 pull = acceleration(world.bodies.mass[rank], world.bodies.forces[rank], world.bodies.flags[rank],
                                   plain(world.settings.gravity), angular);
      const Real turning = absolute(v.angular) + dt * absolute(angular);
      fastest = max(fastest, length(v.linear) + dt * length(pull) + turning * world.bodies.mass[rank].reach);
    }
    for (std::size_t i = 0; i < group.ranks.size(); ++i) {
      if (group.dynamic[i]) ways[group.ranks[i]] = fastest * dt;
    }
  }
}

void load(const WorldState& world, TiedGroup& group) {
  JointGroup& joints = group.joints;
  const bool first = joints.bodies.empty();
  joints.bodies.resize(group.ranks.size());
  bool same = !first;
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    const Triple before = joints.bodies[i].mass;
    joints.bodies[i] = body_of(world, group.ranks[i], world.bodies.pose[group.origin]);
    for (int k = 0; k < 3; ++k) same = same && (before[k] < endless) == joints.bodies[i].moves(k);
  }
  for (std::size_t j = 0; j < joints.joints.size(); ++j) {
    JointLink& link = joints.joints[j];
    const JointSlot& joint = world.joint_slots[group.slots[j]];
    if (places_change(joint.kind)) set_places(world, joint, world.bodies.pose[group.origin], link);
    set_rules(world, joint, link);  // masses may have changed
    link.begin =
        counted_angle(link, joints.body_of(link, 0), joints.body_of(link, 1), world.joint_turns[group.slots[j]]);
  }
  if (!same) {
    joints.prepare();
  } else {
    joints.find_what_holds(), joints.find_extent(), joints.find_what_drives();
  }
  joints.force.assign(joints.joints.size(), {}), joints.given.assign(joints.joints.size(), {});
}

void note_joints(WorldState& world, const TiedGroup& group, double dt) {
  const auto mean = [dt](double impulse) { return static_cast<Real>(impulse / dt); };
  for (std::size_t j = 0; j < group.slots.size(); ++j) {
    const Triple& given = group.joints.given[j];
    const JointLink& link = group.joints.joints[j];
    world.joint_turns[group.slots[j]] = quarters_of(link, group.joints.body_of(link, 0), group.joints.body_of(link, 1));
    world.joint_forces[group.slots[j]] = {{mean(given[0]), mean(given[1])}, mean(given[2])};
  }
}

void note_blows(WorldState& world, const TiedGroup& group, std::span<const Triple> given, double dt, bool alone) {
  for (std::size_t j = 0; j < group.slots.size(); ++j) {
    JointForce& force = world.joint_forces[group.slots[j]];
    if (alone) force = {};
    const auto more = [dt](Real before, double impulse) { return static_cast<Real>(to_double(before) + impulse / dt); };
    force.force = {more(force.force.x, given[j][0]), more(force.force.y, given[j][1])};
    force.torque = more(force.torque, given[j][2]);
  }
}

bool wake_tied(WorldState& world, TiedGroups& groups) {
  bool any = false;
  for (const TiedGroup& group : groups.groups()) {
    bool awake = false, asleep = false;
    for (std::size_t i = 0; i < group.ranks.size(); ++i) {
      const BodyFlags& flags = world.bodies.flags[group.ranks[i]];
      const bool mover = flags.type == BodyType::kinematic && moving(world.bodies.velocity[group.ranks[i]]);
      awake = awake || (flags.awake && (group.dynamic[i] || mover));
      asleep = asleep || (group.dynamic[i] && !flags.awake);
    }
    if (!awake || !asleep) continue;
    any = true;
    for (std::size_t i = 0; i < group.ranks.size(); ++i) {
      if (group.dynamic[i] && !world.bodies.flags[group.ranks[i]].awake) wake_body(world, group.ranks[i]);
    }
  }
  return any;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
