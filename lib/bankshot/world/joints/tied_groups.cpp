#include <bankshot/world/bodies/wake.hpp>
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

/// The numbers of a joint, which order joints of the same two bodies: not by creation.
auto content(const JointSlot& joint) {
  return std::array{joint.anchor[0].x, joint.anchor[0].y, joint.anchor[1].x, joint.anchor[1].y, joint.axis.x,
                    joint.axis.y,      joint.angle.c,     joint.angle.s,     joint.length};
}

/// A point of a body, from its centre of mass.
P2 arm_of(const WorldState& world, Rank rank, V2 anchor) {
  const V2 centre = world.bodies.pose[rank].local_centre;
  return {to_double(anchor.x) - to_double(centre.x), to_double(anchor.y) - to_double(centre.y)};
}

P2 unit(double x, double y) {
  const P2 v{x, y};
  return (1 / length(v)) * v;
}

std::uint32_t place_in(const TiedGroup& group, Rank rank) {
  const auto found = std::lower_bound(group.ranks.begin(), group.ranks.end(), rank);
  return static_cast<std::uint32_t>(found - group.ranks.begin());
}

JointLink link_of(const WorldState& world, const JointSlot& joint, const TiedGroup& group) {
  JointLink link;
  link.kind = joint.kind;
  for (int i = 0; i < 2; ++i) {
    const Rank rank = world.body_slots[joint.body[i]].rank;
    link.body[i] = place_in(group, rank);
    link.anchor[i] = arm_of(world, rank, joint.anchor[i]);
  }
  link.normal = left_of(unit(to_double(joint.axis.x), to_double(joint.axis.y)));
  link.length = to_double(joint.length);
  link.angle = unit(to_double(joint.angle.c), to_double(joint.angle.s));
  return link;
}

/// Relative to the origin of its group: near each other, places agree to more digits than the world's numbers have.
P2 place_of(const BodyPose& pose, const BodyPose& origin) {
  const auto apart = [](Real from, Real to, Real from_rest, Real to_rest) {
    return (to_double(to) - to_double(from)) + (to_double(to_rest) - to_double(from_rest));
  };
  return {apart(origin.centre.x, pose.centre.x, origin.remainder.x, pose.remainder.x),
          apart(origin.centre.y, pose.centre.y, origin.remainder.y, pose.remainder.y)};
}

JointBody body_of(const WorldState& world, Rank rank, const BodyPose& origin) {
  const Bodies& bodies = world.bodies;
  const BodyFlags& flags = bodies.flags[rank];
  const BodyPose& pose = bodies.pose[rank];
  JointBody body;
  body.place = place_of(pose, origin);
  body.facing = unit(to_double(pose.rotation.c), to_double(pose.rotation.s));
  body.mass = {{endless, endless, endless}};
  if (flags.type == BodyType::fixed || !flags.awake) return body;
  const BodyVelocity& velocity = bodies.velocity[rank];
  const V2 rest = bodies.velocity_remainder[rank];
  body.velocity = {{to_double(velocity.linear.x) + to_double(rest.x), to_double(velocity.linear.y) + to_double(rest.y),
                    to_double(velocity.angular)}};
  if (flags.type != BodyType::dynamic) return body;
  const BodyMass& mass = bodies.mass[rank];
  Real angular = 0;
  const V2 pull = acceleration(mass, bodies.forces[rank], flags, plain(world.settings.gravity), angular);
  body.pull = {{to_double(pull.x), to_double(pull.y), to_double(angular)}};
  if (!flags.locks.x) body.mass[0] = to_double(mass.mass);
  if (!flags.locks.y) body.mass[1] = to_double(mass.mass);
  if (mass.inverse_inertia > 0) body.mass[2] = to_double(mass.inertia);
  return body;
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
    if (joint.body[0] == none) continue;
    const Tie tie{world.body_slots[joint.body[0]].rank, world.body_slots[joint.body[1]].rank, slot};
    if (joints_move(world, tie.a) || joints_move(world, tie.b)) ties_.push_back(tie);
  }
  std::sort(ties_.begin(), ties_.end(), [&](const Tie& l, const Tie& r) {
    if (l.a != r.a) return l.a < r.a;
    if (l.b != r.b) return l.b < r.b;
    const JointSlot &of_l = world.joint_slots[l.slot], &of_r = world.joint_slots[r.slot];
    if (of_l.kind != of_r.kind) return of_l.kind < of_r.kind;
    const auto numbers_l = content(of_l), numbers_r = content(of_r);
    return numbers_l != numbers_r ? numbers_l < numbers_r : l.slot < r.slot;
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
    group[i]->joints.joints.push_back(link_of(world, world.joint_slots[ties_[i].slot], *group[i]));
  }
}

void TiedGroups::bound_ways(const WorldState& world, Real dt, std::vector<Real>& ways) const {
  ways.clear();
  if (groups_.empty()) return;
  ways.resize(world.bodies.size());
  for (const TiedGroup& group : groups_) {
    Real fastest = 0;
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
  if (!same) {
    joints.prepare();
  } else {
    joints.find_what_holds();
  }
  joints.force.assign(joints.joints.size(), {});
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
