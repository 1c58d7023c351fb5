#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>
#include <bankshot/world/joints/joint_body.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI {

using detail::BodyPose;
using detail::BodySlot;
using detail::JointSlot;
using detail::none;
using detail::P2;
using detail::plain;
using detail::Rank;
using detail::rank_of;
using detail::slot_of;
using detail::V2;
using detail::vec2;
using detail::WorldState;

namespace {

// ---- places -----------------------------------------------------------------------------------------------------
//
// In double, from positions in two numbers: the two anchors of a joint agree to the last digits.

P2 facing(detail::Q2 turn) { return wide(V2{turn.c, turn.s}); }
P2 mirrored(P2 unit) { return {unit.x, -unit.y}; }

/// The vector of length 1 in the direction of one that is not 0, however long or short.
P2 unit_along(P2 v) {
  const double size = std::max(std::abs(v.x), std::abs(v.y));
  const P2 near_one{v.x / size, v.y / size};
  return (1 / length(near_one)) * near_one;
}

/// From the centre of mass of a body to a point of the body.
P2 arm_to(const BodyPose& pose, V2 point) {
  return turned(facing(pose.rotation), wide(point) - wide(pose.local_centre));
}

/// The point of a body that is there now.
P2 point_at(const BodyPose& pose, V2 world) {
  const P2 turn = facing(pose.rotation), arm = wide(world) - wide(pose.centre) - wide(pose.remainder);
  return wide(pose.local_centre) + (1 / dot(turn, turn)) * turned(mirrored(turn), arm);
}

/// From the anchor of A to that of B.
P2 way_between(const BodyPose& a, const BodyPose& b, const JointSlot& joint) {
  return (wide(b.centre) - wide(a.centre)) + (wide(b.remainder) - wide(a.remainder)) +
         (arm_to(b, joint.anchor[1]) - arm_to(a, joint.anchor[0]));
}

/// The rotation of B in the frame of A.
P2 turn_between(const BodyPose& a, const BodyPose& b) {
  return unit_along(turned(mirrored(facing(a.rotation)), facing(b.rotation)));
}

// ---- a new joint ------------------------------------------------------------------------------------------------

constexpr detail::Place joint_place{"add_joint"};

/// Fills in a joint from its definition. Refuses what is wrong; the world is not changed yet.
class NewJoint {
 public:
  template <class Def>
  NewJoint(const WorldState& state, JointKind kind, const Def& def) : state_(state) {
    const Rank ranks[2] = {rank_of(state, def.body_a, "add_joint"), rank_of(state, def.body_b, "add_joint")};
    if (ranks[0] == ranks[1]) {
      detail::refuse(joint_place, "body_b", std::to_string(def.body_b.slot), "must be another body than body_a");
    }
    const auto dynamic = [&state](Rank rank) { return state.bodies.flags[rank].type == BodyType::dynamic; };
    if (!dynamic(ranks[0]) && !dynamic(ranks[1])) {
      detail::refuse(joint_place, "body_b", std::to_string(def.body_b.slot),
                     "but neither it nor body_a is dynamic: at least one must be");
    }
    joint_.body[0] = def.body_a.slot, joint_.body[1] = def.body_b.slot;
    joint_.kind = kind;
    joint_.collide_connected = def.collide_connected;
    joint_.user_data = def.user_data;
  }

  /// One anchor for both bodies, or each in its body's coordinates.
  template <class Def>
  NewJoint& anchors(const Def& def) {
    anchor(0, "anchor", def.anchor, "local_anchor_a", def.local_anchor_a);
    anchor(1, "anchor", def.anchor, "local_anchor_b", def.local_anchor_b);
    return *this;
  }

  void anchor(int side, const char* field, const std::optional<Vec2>& world, const char* local_field,
              const Vec2& local) {
    detail::check(joint_place, local_field, local);
    joint_.anchor[side] = plain(local);
    if (!world) return;
    detail::check(joint_place, field, *world);
    expect_unset(local_field, plain(local), V2{}, field);
    joint_.anchor[side] = narrow(point_at(pose(side), plain(*world)));
    const V2 found = joint_.anchor[side];
    if (std::max(detail::absolute(found.x), detail::absolute(found.y)) > detail::largest) {
      detail::refuse(joint_place, field, detail::text(plain(*world)), "which is too far from the bodies");
    }
  }

  NewJoint& axis(const std::optional<Vec2>& world, const Vec2& local) {
    joint_.axis = narrow(direction("local_axis_a", local));
    if (!world) return *this;
    const P2 along = direction("axis", *world);
    expect_unset("local_axis_a", plain(local), V2{1, 0}, "axis");
    joint_.axis = narrow(unit_along(turned(mirrored(facing(pose(0).rotation)), along)));
    return *this;
  }

  NewJoint& angle(const std::optional<Real>& angle) {
    if (angle) {
      detail::check(joint_place, "angle", *angle);
      joint_.angle = detail::rotation_of(*angle);
      return *this;
    }
    const V2 turn = narrow(turn_between(pose(0), pose(1)));
    joint_.angle = {turn.x, turn.y};
    return *this;
  }

  /// Called after the anchors.
  NewJoint& length(const std::optional<Real>& length) {
    if (length) {
      detail::check_positive(joint_place, "length", *length);
      joint_.length = *length;
      return *this;
    }
    joint_.length = static_cast<Real>(detail::length(way_between(pose(0), pose(1), joint_)));
    if (joint_.length == 0) {
      detail::refuse(joint_place, "length", "not given", "and the anchors are in one place: it must be greater than 0");
    }
    detail::check_positive(joint_place, "length", joint_.length);
    return *this;
  }

  const JointSlot& slot() const { return joint_; }

 private:
  const BodyPose& pose(int side) const { return state_.bodies.pose[state_.body_slots[joint_.body[side]].rank]; }

  static P2 direction(const char* field, const Vec2& given) {
    detail::check(joint_place, field, given);
    if (plain(given) == V2{}) detail::refuse(joint_place, field, detail::text(plain(given)), "must not be 0");
    return unit_along(wide(plain(given)));
  }

  /// Refuses a field that has another value than by default though `instead` is given.
  static void expect_unset(const char* field, V2 value, V2 by_default, const char* instead) {
    if (value == by_default) return;
    detail::refuse(joint_place, field, detail::text(value),
                   std::string("but ") + instead + " is given: give one of both");
  }

  const WorldState& state_;
  JointSlot joint_;
};

std::uint32_t take_joint_slot(WorldState& state) {
  if (state.free_joint_slots.empty()) {
    detail::append(state.joint_slots);
    return static_cast<std::uint32_t>(state.joint_slots.size() - 1);
  }
  const std::uint32_t slot = state.free_joint_slots.back();
  state.free_joint_slots.pop_back();
  return slot;
}

/// Wakes both bodies; if neither has taken part in a step, they are still being put together, and stay as defined.
void wake_bodies_of(WorldState& state, const JointSlot& joint) {
  const Rank a = state.body_slots[joint.body[0]].rank, b = state.body_slots[joint.body[1]].rank;
  if (a >= state.bodies.ranked && b >= state.bodies.ranked) return;
  detail::wake_body(state, a), detail::wake_body(state, b);
}

JointId put_in(WorldState& state, const NewJoint& joint) {
  const std::uint32_t index = take_joint_slot(state);
  JointSlot& slot = state.joint_slots[index];
  const std::uint32_t generation = slot.generation;
  slot = joint.slot();
  slot.generation = generation;
  for (int side = 0; side < 2; ++side) {
    BodySlot& body = state.body_slots[slot.body[side]];
    slot.next[side] = body.first_joint;
    body.first_joint = index;
  }
  wake_bodies_of(state, slot);
  state.structure_changed = true;
  return {index, generation};
}

// ---- removal ----------------------------------------------------------------------------------------------------

/// Removes a joint from the list of one of its bodies.
void unlink_joint(WorldState& state, std::uint32_t joint_slot, int side) {
  const std::uint32_t body = state.joint_slots[joint_slot].body[side];
  std::uint32_t* link = &state.body_slots[body].first_joint;
  while (*link != joint_slot) {
    JointSlot& joint = state.joint_slots[*link];
    link = &joint.next[side_of(joint, body)];
  }
  *link = state.joint_slots[joint_slot].next[side];
}

/// Frees the slot of a joint that is in no list any more.
void free_joint(WorldState& state, std::uint32_t joint_slot) {
  JointSlot& slot = state.joint_slots[joint_slot];
  const std::uint32_t generation = slot.generation + 1;
  slot = JointSlot{};
  slot.generation = generation;
  state.free_joint_slots.push_back(joint_slot);
}

BodyId joint_body(const WorldState& state, const JointSlot& joint, int side) {
  return {joint.body[side], state.body_slots[joint.body[side]].generation};
}

}  // namespace

void detail::remove_joints(WorldState& state, BodyId body) {
  std::vector<std::uint32_t> joints;
  for_each_joint(state, body.slot, [&joints](std::uint32_t joint, std::uint32_t) { joints.push_back(joint); });
  for (auto i = joints.rbegin(); i != joints.rend(); ++i) {
    const JointSlot& joint = state.joint_slots[*i];
    state.pending_joint_ends.push_back(
        {{*i, joint.generation}, joint_body(state, joint, 0), joint_body(state, joint, 1)});
    unlink_joint(state, *i, 1 - side_of(joint, body.slot));
    free_joint(state, *i);
  }
  state.body_slots[body.slot].first_joint = none;
}

// ---- adding and removing ----------------------------------------------------------------------------------------

JointId World::add_joint(const RevoluteDef& def) {
  return put_in(*state_, NewJoint(*state_, JointKind::revolute, def).anchors(def));
}

JointId World::add_joint(const PrismaticDef& def) {
  NewJoint joint(*state_, JointKind::prismatic, def);
  return put_in(*state_, joint.anchors(def).axis(def.axis, def.local_axis_a).angle(def.angle));
}

JointId World::add_joint(const WeldDef& def) {
  return put_in(*state_, NewJoint(*state_, JointKind::weld, def).anchors(def).angle(def.angle));
}

JointId World::add_joint(const DistanceDef& def) {
  NewJoint joint(*state_, JointKind::distance, def);
  joint.anchor(0, "anchor_a", def.anchor_a, "local_anchor_a", def.local_anchor_a);
  joint.anchor(1, "anchor_b", def.anchor_b, "local_anchor_b", def.local_anchor_b);
  return put_in(*state_, joint.length(def.length));
}

void World::remove_joint(JointId joint) {
  WorldState& state = *state_;
  wake_bodies_of(state, slot_of(state, joint, "remove_joint"));
  for (int side = 0; side < 2; ++side) unlink_joint(state, joint.slot, side);
  free_joint(state, joint.slot);
  state.structure_changed = true;
}

// ---- reading ----------------------------------------------------------------------------------------------------

bool World::contains(JointId joint) const noexcept { return alive(*state_, joint); }

std::size_t World::joint_count() const noexcept { return state_->joint_slots.size() - state_->free_joint_slots.size(); }

std::vector<JointId> World::joints() const {
  std::vector<JointId> result;
  result.reserve(joint_count());
  for (std::uint32_t i = 0; i < state_->joint_slots.size(); ++i) {
    const JointSlot& slot = state_->joint_slots[i];
    if (slot.body[0] != none) result.push_back({i, slot.generation});
  }
  return result;
}

std::vector<JointId> World::joints(BodyId body) const {
  rank_of(*state_, body, "joints");
  std::vector<JointId> result;
  for_each_joint(*state_, body.slot, [this, &result](std::uint32_t joint, std::uint32_t) {
    result.push_back({joint, state_->joint_slots[joint].generation});
  });
  std::reverse(result.begin(), result.end());
  return result;
}

namespace {

/// An angle in (-pi, pi], which may be rounded to -pi.
Real angle_in_range(double angle) {
  constexpr Real half_turn = Real(3.14159265358979323846);
  const Real rounded = static_cast<Real>(angle);
  return rounded <= -half_turn ? half_turn : rounded;
}

/// Fills in the translation and its speed; `way` leads from anchor A to anchor B, and grows at the rate `rate`.
void read_translation(const JointSlot& slot, const BodyPose& a, double spin_a, P2 way, P2 rate, Joint& joint) {
  if (slot.kind == JointKind::prismatic) {
    const P2 along = unit_along(turned(facing(a.rotation), wide(slot.axis)));
    joint.translation = static_cast<Real>(dot(along, way));
    joint.speed = static_cast<Real>(dot(along, rate) + spin_a * cross(along, way));
  }
  if (slot.kind == JointKind::distance) {
    const double distance = length(way);
    joint.translation = static_cast<Real>(distance);
    joint.speed = distance > 0 ? static_cast<Real>(dot(way, rate) / distance) : Real(0);
  }
}

}  // namespace

Joint World::joint(JointId joint) const {
  const JointSlot& slot = slot_of(std::as_const(*state_), joint, "joint");
  const detail::Bodies& bodies = state_->bodies;
  P2 arm[2], velocity[2];
  double spin[2];
  Vec2 anchor[2];
  const BodyPose* pose[2];
  for (int side = 0; side < 2; ++side) {
    const Rank rank = state_->body_slots[slot.body[side]].rank;
    pose[side] = &bodies.pose[rank];
    spin[side] = detail::to_double(bodies.velocity[rank].angular);
    arm[side] = arm_to(*pose[side], slot.anchor[side]);
    velocity[side] = wide(bodies.velocity[rank].linear) + spin[side] * left_of(arm[side]);
    anchor[side] = vec2(narrow(wide(pose[side]->centre) + (wide(pose[side]->remainder) + arm[side])));
  }
  Joint now;
  now.kind = slot.kind;
  now.body_a = joint_body(*state_, slot, 0), now.body_b = joint_body(*state_, slot, 1);
  now.anchor_a = anchor[0], now.anchor_b = anchor[1];
  const P2 turn = turn_between(*pose[0], *pose[1]);
  now.angle = angle_in_range(detail::angle_of(turn.y, turn.x));
  now.spin = static_cast<Real>(spin[1] - spin[0]);
  const P2 way = way_between(*pose[0], *pose[1], slot);
  read_translation(slot, *pose[0], spin[0], way, velocity[1] - velocity[0], now);
  now.collide_connected = slot.collide_connected;
  now.user_data = slot.user_data;
  return now;
}

// ---- changing ---------------------------------------------------------------------------------------------------

void World::set_collide_connected(JointId joint, bool collide_connected) {
  WorldState& state = *state_;
  JointSlot& slot = slot_of(state, joint, "set_collide_connected");
  if (slot.collide_connected == collide_connected) return;
  wake_bodies_of(state, slot);
  slot.collide_connected = collide_connected;
  state.structure_changed = true;
}

void World::set_user_data(JointId joint, std::uint64_t user_data) {
  slot_of(*state_, joint, "set_user_data").user_data = user_data;
  state_->structure_changed.renew();
}

}  // namespace bankshot::BANKSHOT_ABI
