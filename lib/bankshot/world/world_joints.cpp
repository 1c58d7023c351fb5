#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>
#include <bankshot/world/joints/joint_links.hpp>
#include <bankshot/world/joints/joint_places.hpp>
#include <bankshot/world/joints/new_joint.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

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

// ---- a new joint ------
std::uint32_t take_joint_slot(WorldState& state) {
  if (state.free_joint_slots.empty()) {
    detail::append(state.joint_turns);
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

/// `turns`: quarters of turns that it has turned already.
JointId put_in(WorldState& state, const JointSlot& joint, std::int32_t turns = 0) {
  const std::uint32_t index = take_joint_slot(state);
  state.joint_turns[index] = static_cast<std::uint32_t>(turns);
  JointSlot& slot = state.joint_slots[index];
  const std::uint32_t generation = slot.generation;
  slot = joint;
  slot.generation = generation;
  if (index < state.joint_forces.size()) state.joint_forces[index] = {};
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
  state.joint_turns[joint_slot] = 0;
  state.free_joint_slots.push_back(joint_slot);
}

BodyId joint_body(const WorldState& state, const JointSlot& joint, int side) {
  return {joint.body[side], state.body_slots[joint.body[side]].generation};
}

JointEvent joint_event(const WorldState& state, std::uint32_t joint_slot) {
  const JointSlot& joint = state.joint_slots[joint_slot];
  JointEvent event;
  event.joint = {joint_slot, joint.generation};
  event.body_a = joint_body(state, joint, 0), event.body_b = joint_body(state, joint, 1);
  return event;
}

}  // namespace

JointEvent detail::remove_one_joint(WorldState& state, std::uint32_t joint_slot) {
  const JointEvent event = joint_event(state, joint_slot);
  wake_bodies_of(state, state.joint_slots[joint_slot]);
  for (int side = 0; side < 2; ++side) unlink_joint(state, joint_slot, side);
  free_joint(state, joint_slot);
  state.structure_changed = true;
  return event;
}

void detail::remove_joints(WorldState& state, BodyId body) {
  std::vector<std::uint32_t> joints;
  for_each_joint(state, body.slot, [&joints](std::uint32_t joint, std::uint32_t) { joints.push_back(joint); });
  for (auto i = joints.rbegin(); i != joints.rend(); ++i) {
    const JointSlot& joint = state.joint_slots[*i];
    state.pending_joint_ends.push_back(joint_event(state, *i));
    unlink_joint(state, *i, 1 - side_of(joint, body.slot));
    free_joint(state, *i);
  }
  state.body_slots[body.slot].first_joint = none;
}

// ---- adding and removing ----------------------------------------------------------------------------------------

namespace {

template <class Def>
JointId add_new_joint(WorldState& state, const Def& def) {
  const JointSlot joint = detail::new_joint(state, def);
  std::int32_t turns = 0;
  if constexpr (requires { def.turned; }) turns = detail::new_turns(def.turned);
  return put_in(state, joint, turns);
}

}  // namespace

JointId World::add_joint(const RevoluteDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const PrismaticDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const WheelDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const WeldDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const DistanceDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const FilterDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const TargetDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const MotorDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const GearDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const RackDef& def) { return add_new_joint(*state_, def); }
JointId World::add_joint(const PulleyDef& def) { return add_new_joint(*state_, def); }

void World::remove_joint(JointId joint) {
  slot_of(*state_, joint, "remove_joint");
  detail::remove_one_joint(*state_, joint.slot);
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

/// `turn`: of B relative to A.
Real read_angle(const WorldState& state, std::uint32_t joint_slot, P2 turn) {
  const JointSlot& slot = state.joint_slots[joint_slot];
  if (slot.kind == JointKind::revolute) turn = turned(mirrored(facing(slot.angle)), turn);
  const double angle = detail::angle_of(turn.y, turn.x);
  if (slot.kind != JointKind::revolute || !slot.drive.turn.any()) return angle_in_range(angle);
  constexpr double quarter = std::numbers::pi / 2;
  return static_cast<Real>(
      detail::near_angle(angle, quarter * static_cast<std::int32_t>(state.joint_turns[joint_slot])));
}

/// Fills in the translation and its speed; `way` leads from anchor A to anchor B, and grows at the rate `rate`.
void read_translation(const JointSlot& slot, const BodyPose& a, double spin_a, P2 way, P2 rate, Joint& joint) {
  if (slot.kind == JointKind::prismatic || slot.kind == JointKind::wheel || slot.kind == JointKind::rack) {
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

/// Fills in the length of a pulley and its speed.
void read_rope(const JointSlot& slot, const BodyPose* const (&pose)[2], const P2 (&velocity)[2], Joint& joint) {
  double rope = 0, rate = 0;
  for (int side = 0; side < 2; ++side) {
    const double times = side == 0 ? 1 : detail::to_double(slot.ratio);
    const P2 way = way_from(slot.wheel[side], *pose[side], slot.anchor[side]);
    const double part = length(way);
    rope += times * part;
    if (part > 0) rate += times * dot(way, velocity[side]) / part;
  }
  joint.translation = static_cast<Real>(rope), joint.speed = static_cast<Real>(rate);
}

void read_drives(const JointSlot& slot, Joint& joint) {
  const detail::RowDrive &of_spring = spring_drive(slot), &of_motor = motor_drive(slot);
  joint.spring = of_spring.spring;
  if (of_spring.limited) joint.limits = of_spring.limits;
  if (slot.kind == JointKind::weld || slot.kind == JointKind::motor) joint.angular = slot.drive.turn.spring;
  if (detail::is_pull(slot.kind)) {
    joint.largest_force = slot.drive.along.motor.largest, joint.largest_torque = slot.drive.turn.motor.largest;
  } else {
    joint.motor = of_motor.motor;
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
  now.angle = read_angle(*state_, joint.slot, turn_between(*pose[0], *pose[1]));
  now.spin = static_cast<Real>(spin[1] - spin[0]);
  const P2 way = way_between(*pose[0], *pose[1], slot);
  read_translation(slot, *pose[0], spin[0], way, velocity[1] - velocity[0], now);
  if (slot.kind == JointKind::pulley) read_rope(slot, pose, velocity, now);
  read_drives(slot, now);
  if (joint.slot < state_->joint_forces.size()) {
    now.force = vec2(state_->joint_forces[joint.slot].force), now.torque = state_->joint_forces[joint.slot].torque;
  }
  now.stored_energy = stored_energy(*state_, joint.slot);
  now.break_force = slot.break_force, now.break_torque = slot.break_torque;
  now.collide_connected = slot.collide_connected;
  now.user_data = slot.user_data;
  return now;
}

JointDef World::definition(JointId joint) const {
  const JointSlot& slot = slot_of(std::as_const(*state_), joint, "definition");
  JointDef def = definition_of(slot, joint_body(*state_, slot, 0), joint_body(*state_, slot, 1));
  const auto quarters = static_cast<std::int32_t>(state_->joint_turns[joint.slot]);
  std::visit(
      [quarters](auto& kind) {
        if constexpr (requires { kind.turned; }) kind.turned = static_cast<Real>(std::numbers::pi / 2 * quarters);
      },
      def);
  return def;
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

namespace {

const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::revolute: return "a revolute joint";
    case JointKind::prismatic: return "a prismatic joint";
    case JointKind::weld: return "a weld joint";
    case JointKind::distance: return "a distance joint";
    case JointKind::wheel: return "a wheel joint";
    case JointKind::filter: return "a filter joint";
    case JointKind::target: return "a target joint";
    case JointKind::motor: return "a motor joint";
    case JointKind::gear: return "a gear";
    case JointKind::rack: return "a rack";
    case JointKind::pulley: return "a pulley";
  }
  return "";
}

/// Refuses to set what a joint of this kind does not have.
void expect_kind(const JointSlot& joint, const char* function, std::initializer_list<JointKind> kinds) {
  if (std::find(kinds.begin(), kinds.end(), joint.kind) != kinds.end()) return;
  detail::refuse({function}, "kind", name_of(joint.kind), "which has none");
}
void expect_driven(const JointSlot& joint, const char* function) {
  using enum JointKind;
  expect_kind(joint, function, {revolute, prismatic, distance, wheel, pulley});
}

/// Changes what drives a joint, if it is another.
template <class Change>
void change_drive(WorldState& state, JointSlot& slot, Change change) {
  const detail::JointDrive before = slot.drive;
  change();
  if (slot.drive == before) return;
  wake_bodies_of(state, slot);
  state.structure_changed = true;
}

}  // namespace

void World::set_spring(JointId joint, const JointSpring& spring) {
  JointSlot& slot = slot_of(*state_, joint, "set_spring");
  using enum JointKind;
  expect_kind(slot, "set_spring", {revolute, prismatic, distance, wheel, target, pulley});
  detail::check({"set_spring"}, spring, detail::spring_rest(slot.kind));
  change_drive(*state_, slot, [&] { spring_drive(slot).spring = spring; });
}

void World::set_springs(JointId weld_or_motor, const JointSpring& linear, const JointSpring& angular) {
  JointSlot& slot = slot_of(*state_, weld_or_motor, "set_springs");
  expect_kind(slot, "set_springs", {JointKind::weld, JointKind::motor});
  detail::check({"set_springs", "linear."}, linear, detail::SpringRest::zero);
  detail::check({"set_springs", "angular."}, angular, detail::SpringRest::zero);
  change_drive(*state_, slot, [&] { slot.drive.along.spring = linear, slot.drive.turn.spring = angular; });
}

void World::set_motor(JointId joint, const JointMotor& motor) {
  JointSlot& slot = slot_of(*state_, joint, "set_motor");
  expect_driven(slot, "set_motor");
  detail::check({"set_motor"}, motor);
  change_drive(*state_, slot, [&] { motor_drive(slot).motor = motor; });
}

void World::set_limits(JointId joint, const std::optional<JointLimits>& limits) {
  JointSlot& slot = slot_of(*state_, joint, "set_limits");
  expect_driven(slot, "set_limits");
  if (limits) detail::check({"set_limits"}, *limits, detail::limited(slot.kind));
  if (limits && slot.kind == JointKind::pulley) detail::check_rope({"set_limits"}, slot, *limits);
  change_drive(*state_, slot, [&] {
    spring_drive(slot).limited = limits.has_value();
    spring_drive(slot).limits = limits.value_or(JointLimits{});
  });
}

namespace {

/// True if the anchors or the angle of a joint decide its order among the joints of its bodies: another one is like it.
bool has_twin(const WorldState& state, std::uint32_t joint_slot) {
  const JointSlot& slot = state.joint_slots[joint_slot];
  bool twin = false;
  for_each_joint(state, slot.body[1], [&](std::uint32_t other, std::uint32_t) {
    const JointSlot& of = state.joint_slots[other];
    twin = twin || (other != joint_slot && of.kind == slot.kind && of.body[0] == slot.body[0]);
  });
  return twin;
}

/// To be called when the place or the angle has changed to which a joint pulls.
void target_moved(WorldState& state, std::uint32_t joint_slot) {
  wake_bodies_of(state, state.joint_slots[joint_slot]);
  if (has_twin(state, joint_slot)) state.structure_changed.renew();
}

}  // namespace

void World::set_target(JointId joint, const Vec2& point) {
  JointSlot& slot = slot_of(*state_, joint, "set_target");
  expect_kind(slot, "set_target", {JointKind::target, JointKind::motor});
  detail::check({"set_target"}, "point", point);
  const BodyPose& pose = state_->bodies.pose[state_->body_slots[slot.body[0]].rank];
  const V2 local = detail::local_anchor({"set_target"}, "point", pose, plain(point));
  if (local == slot.anchor[0]) return;
  slot.anchor[0] = local;
  target_moved(*state_, joint.slot);
}

void World::set_target_angle(JointId motor, Real angle) {
  JointSlot& slot = slot_of(*state_, motor, "set_target_angle");
  expect_kind(slot, "set_target_angle", {JointKind::motor});
  detail::check({"set_target_angle"}, "angle", angle);
  const detail::Q2 turn = detail::rotation_of(angle);
  if (turn.c == slot.angle.c && turn.s == slot.angle.s) return;
  slot.angle = turn;
  state_->joint_turns[motor.slot] = detail::fewest_quarters(*state_, motor.slot);
  target_moved(*state_, motor.slot);
}

void World::set_strength(JointId joint, Real force, Real torque) {
  JointSlot& slot = slot_of(*state_, joint, "set_strength");
  expect_kind(slot, "set_strength", {JointKind::target, JointKind::motor});
  detail::check_strength({"set_strength"}, "force", force), detail::check_strength({"set_strength"}, "torque", torque);
  if (slot.kind == JointKind::target && torque != 0) {
    detail::refuse({"set_strength"}, "torque", detail::text(torque),
                   "must be 0: a target joint does not turn its body");
  }
  change_drive(*state_, slot, [&] { slot.drive.along.motor.largest = force, slot.drive.turn.motor.largest = torque; });
}

void World::set_break(JointId joint, Real force, Real torque) {
  JointSlot& slot = slot_of(*state_, joint, "set_break");
  if (slot.kind == JointKind::filter) detail::refuse({"set_break"}, "kind", name_of(slot.kind), "which has none");
  detail::check_strength({"set_break"}, "force", force), detail::check_strength({"set_break"}, "torque", torque);
  if (slot.break_force == force && slot.break_torque == torque) return;
  wake_bodies_of(*state_, slot);
  slot.break_force = force, slot.break_torque = torque;
  state_->structure_changed.renew();
}

void World::set_user_data(JointId joint, std::uint64_t user_data) {
  slot_of(*state_, joint, "set_user_data").user_data = user_data;
  state_->structure_changed.renew();
}

}  // namespace bankshot::BANKSHOT_ABI
