#include <bankshot/math/trig.hpp>
#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/world.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using detail::BodyFlags;
using detail::BodySlot;
using detail::none;
using detail::plain;
using detail::Rank;
using detail::rank_of;
using detail::V2;
using detail::vec2;
using detail::WorldState;

namespace {

/// A velocity without its locked directions.
V2 unlocked(V2 velocity, const Locks& locks) {
  return {locks.x ? Real(0) : velocity.x, locks.y ? Real(0) : velocity.y};
}

std::uint32_t take_body_slot(WorldState& state) {
  if (state.free_body_slots.empty()) {
    detail::append(state.body_slots);
    return static_cast<std::uint32_t>(state.body_slots.size() - 1);
  }
  const std::uint32_t slot = state.free_body_slots.back();
  state.free_body_slots.pop_back();
  return slot;
}

/// Appends a body without shapes after the ranked ones.
Rank append_body(WorldState& state, const BodyDef& def, std::uint32_t slot) {
  detail::Bodies& bodies = state.bodies;
  const auto rank = static_cast<Rank>(bodies.size());
  BodyFlags flags;
  flags.type = def.type;
  flags.awake = def.type != BodyType::fixed && def.awake;
  flags.can_sleep = def.can_sleep;
  flags.locks = def.locks;
  detail::BodyForces forces;
  forces.gravity_scale = def.gravity_scale;
  forces.linear_damping = def.linear_damping;
  forces.angular_damping = def.angular_damping;
  forces.table = def.table_friction;
  detail::BodyPose pose;
  place(pose, plain(def.position), {def.rotation.c, def.rotation.s});
  detail::BodyVelocity velocity;
  velocity.linear = flags.awake ? unlocked(plain(def.velocity), def.locks) : V2{};
  velocity.angular = flags.awake && !def.locks.rotation ? def.angular_velocity : Real(0);

  bodies.pose.push_back(pose);
  bodies.velocity.push_back(velocity);
  bodies.velocity_remainder.emplace_back();
  bodies.mass.emplace_back();
  bodies.forces.push_back(forces);
  bodies.flags.push_back(flags);
  bodies.still_time.push_back(0);
  bodies.calm.emplace_back();
  bodies.sleep_island.push_back(flags.awake || def.type == BodyType::fixed ? 0 : new_sleep_label(state));
  bodies.slot.push_back(slot);
  return rank;
}

void set_velocities(WorldState& state, Rank rank, V2 linear, Real angular) {
  const Locks locks = state.bodies.flags[rank].locks;
  detail::BodyVelocity& velocity = state.bodies.velocity[rank];
  velocity.linear = unlocked(linear, locks);
  velocity.angular = locks.rotation ? Real(0) : angular;
  state.bodies.velocity_remainder[rank] = {};
}

/// The displacement from a body's origin to a place. A kinematic body's origin is its centre of mass.
V2 way_to(const detail::BodyPose& pose, V2 place) { return (place - pose.centre) - pose.remainder; }

/// The angle in [-pi, pi], radians, by which a turn from one rotation to another is shortest.
Real turn_to(detail::Q2 from, detail::Q2 to) {
  const double c0 = static_cast<double>(from.c), s0 = static_cast<double>(from.s);
  const double c1 = static_cast<double>(to.c), s1 = static_cast<double>(to.s);
  return static_cast<Real>(detail::angle_of(s1 * c0 - c1 * s0, c1 * c0 + s1 * s0));
}

/// The speed that covers `way` in a step of dt as nearly as any does: a quotient times dt is not the dividend again.
Real speed_over(Real way, Real dt) {
  const Real quotient = way / dt;
  Real best = quotient;
  for (const Real far : {std::numeric_limits<Real>::lowest(), std::numeric_limits<Real>::max()}) {
    const Real other = std::nextafter(quotient, far);
    if (detail::absolute(way - dt * other) < detail::absolute(way - dt * best)) best = other;
  }
  return best;
}

bool is_accepted(Real speed) { return detail::absolute(speed) <= detail::largest; }  // false for NaN

void forget_forces(WorldState& state, Rank rank) {
  state.bodies.forces[rank].force = {};
  state.bodies.forces[rank].torque = 0;
}

}  // namespace

void detail::set_body_velocity(WorldState& state, Rank rank, V2 velocity) {
  if (!state.bodies.flags[rank].awake && velocity == V2{}) return;
  wake_body(state, rank);
  set_velocities(state, rank, velocity, state.bodies.velocity[rank].angular);
}

void detail::set_body_spin(WorldState& state, Rank rank, Real angular_velocity) {
  if (!state.bodies.flags[rank].awake && angular_velocity == 0) return;
  wake_body(state, rank);
  const Locks locks = state.bodies.flags[rank].locks;
  state.bodies.velocity[rank].angular = locks.rotation ? Real(0) : angular_velocity;
}

// ---- adding and removing ----------------------------------------------------------------------------------------

BodyId World::add_body(const BodyDef& def) {
  detail::check({"add_body"}, def);
  drop_passing_bodies(*state_);
  const std::uint32_t slot = take_body_slot(*state_);
  BodySlot& body = state_->body_slots[slot];
  body.rank = append_body(*state_, def, slot);
  body.first_shape = body.last_shape = body.first_joint = none;
  body.user_data = detail::UserData(def.user_data);
  update_mass(*state_, body.rank);
  state_->structure_changed = true;
  return {slot, body.generation};
}

BodyId World::add_body(const BodyDef& def, const Shape& shape, const Material& material) {
  detail::check({"add_body"}, def);
  detail::check({"add_body", "material."}, material);
  if (def.type == BodyType::dynamic) {
    check_mass(*state_, "add_body", "shape", BodySlot{}, {none, &shape, material.density, false});
  }
  const BodyId body = add_body(def);
  ShapeDef shape_def;
  shape_def.material = material;
  add_shape(body, shape, shape_def);
  return body;
}

void World::remove_body(BodyId body) {
  WorldState& state = *state_;
  const Rank rank = rank_of(state, body, "remove_body");
  wake_touching(state, rank);
  finish_mass(state, rank);  // the numbers stay there until the next step, and are compared
  forget_sum(state, rank);
  detail::remove_joints(state, body);
  BodySlot& slot = state.body_slots[body.slot];
  for (std::uint32_t i = slot.first_shape; i != none;) {
    const std::uint32_t next = state.shape_slots[i].next;
    detail::free_shape(state, i);
    i = next;
  }
  state.bodies.flags[rank].removed = true;
  state.bodies.slot[rank] = none;
  const std::uint32_t generation = slot.generation + 1;
  slot = BodySlot{};
  slot.generation = generation;
  state.free_body_slots.push_back(body.slot);
  state.structure_changed = true;
}

bool World::contains(BodyId body) const noexcept { return alive(*state_, body); }

std::size_t World::body_count() const noexcept { return state_->body_slots.size() - state_->free_body_slots.size(); }

std::vector<BodyId> World::bodies() const {
  std::vector<BodyId> result;
  result.reserve(body_count());
  for (std::uint32_t i = 0; i < state_->body_slots.size(); ++i) {
    const BodySlot& slot = state_->body_slots[i];
    if (slot.rank != none) result.push_back({i, slot.generation});
  }
  return result;
}

// ---- reading ----------------------------------------------------------------------------------------------------

BodyType World::type(BodyId body) const { return state_->bodies.flags[rank_of(*state_, body, "type")].type; }

Vec2 World::position(BodyId body) const {
  return vec2(origin(state_->bodies.pose[rank_of(*state_, body, "position")]));
}

Rotation World::rotation(BodyId body) const {
  const detail::Q2 rotation = state_->bodies.pose[rank_of(*state_, body, "rotation")].rotation;
  return {rotation.c, rotation.s};
}

Pose World::pose(BodyId body) const { return detail::user_pose(state_->bodies.pose[rank_of(*state_, body, "pose")]); }

Vec2 World::centre_of_mass(BodyId body) const {
  return vec2(state_->bodies.pose[rank_of(*state_, body, "centre_of_mass")].centre);
}

Vec2 World::velocity(BodyId body) const {
  return vec2(state_->bodies.velocity[rank_of(*state_, body, "velocity")].linear);
}

Real World::angular_velocity(BodyId body) const {
  return state_->bodies.velocity[rank_of(*state_, body, "angular_velocity")].angular;
}

MassProperties World::mass_properties(BodyId body) const {
  const Rank rank = rank_of(*state_, body, "mass_properties");
  finish_mass(*state_, rank);
  const detail::BodyMass& mass = state_->bodies.mass[rank];
  return {mass.mass, vec2(state_->bodies.pose[rank].local_centre), mass.inertia};
}

bool World::awake(BodyId body) const { return state_->bodies.flags[rank_of(*state_, body, "awake")].awake; }

std::uint64_t World::user_data(BodyId body) const {
  rank_of(*state_, body, "user_data");
  return state_->body_slots[body.slot].user_data.whole();
}

TableFriction World::table_friction(BodyId body) const {
  return state_->bodies.forces[rank_of(*state_, body, "table_friction")].table;
}

BodyDef World::definition(BodyId body) const {
  const Rank rank = rank_of(*state_, body, "definition");
  const BodyFlags flags = state_->bodies.flags[rank];
  const Pose pose = detail::user_pose(state_->bodies.pose[rank]);
  const detail::BodyForces& forces = state_->bodies.forces[rank];
  BodyDef def;
  def.type = flags.type;
  def.position = pose.position;
  def.rotation = pose.rotation;
  def.velocity = vec2(state_->bodies.velocity[rank].linear);
  def.angular_velocity = state_->bodies.velocity[rank].angular;
  def.linear_damping = forces.linear_damping;
  def.angular_damping = forces.angular_damping;
  def.table_friction = forces.table;
  def.gravity_scale = forces.gravity_scale;
  def.locks = flags.locks;
  def.can_sleep = flags.can_sleep;
  def.awake = flags.awake || flags.type == BodyType::fixed;
  def.user_data = state_->body_slots[body.slot].user_data.whole();
  return def;
}

std::vector<ShapeId> World::shapes(BodyId body) const {
  rank_of(*state_, body, "shapes");
  std::vector<ShapeId> result;
  for (std::uint32_t i = state_->body_slots[body.slot].first_shape; i != none; i = state_->shape_slots[i].next) {
    result.push_back({i, state_->shape_slots[i].generation});
  }
  return result;
}

void World::read_poses(std::span<const BodyId> bodies, std::span<Pose> out) const {
  if (bodies.size() != out.size()) {
    throw std::invalid_argument("read_poses: out has room for " + std::to_string(out.size()) + " poses, must be " +
                                std::to_string(bodies.size()) + " as there are bodies");
  }
  for (const BodyId body : bodies) rank_of(*state_, body, "read_poses");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    out[i] = detail::user_pose(state_->bodies.pose[state_->body_slots[bodies[i].slot].rank]);
  }
}

// ---- pose and motion --------------------------------------------------------------------------------------------

void World::set_pose(BodyId body, const Pose& pose) {
  const Rank rank = rank_of(*state_, body, "set_pose");
  detail::check({"set_pose"}, pose);
  wake_touching(*state_, rank);
  place(state_->bodies.pose[rank], plain(pose.position), {pose.rotation.c, pose.rotation.s});
  detail::update_leaves(*state_, rank);
  wake_touching(*state_, rank);
}

void World::set_velocity(BodyId body, const Vec2& velocity) {
  const Rank rank = rank_of(*state_, body, "set_velocity");
  detail::check({"set_velocity"}, "velocity", velocity);
  if (state_->bodies.flags[rank].type == BodyType::fixed && plain(velocity) != V2{}) {
    detail::refuse({"set_velocity"}, "velocity", detail::text(plain(velocity)), "must be 0 for a fixed body");
  }
  detail::set_body_velocity(*state_, rank, plain(velocity));
}

void World::set_angular_velocity(BodyId body, Real angular_velocity) {
  const Rank rank = rank_of(*state_, body, "set_angular_velocity");
  detail::check({"set_angular_velocity"}, "angular_velocity", angular_velocity);
  if (state_->bodies.flags[rank].type == BodyType::fixed && angular_velocity != 0) {
    detail::refuse({"set_angular_velocity"}, "angular_velocity", detail::text(angular_velocity),
                   "must be 0 for a fixed body");
  }
  detail::set_body_spin(*state_, rank, angular_velocity);
}

void World::move_to(BodyId body, const Pose& goal, Real dt) {
  const Rank rank = rank_of(*state_, body, "move_to");
  detail::check({"move_to", "goal."}, goal);
  detail::check_step("move_to", dt);
  const BodyType type = state_->bodies.flags[rank].type;
  if (type != BodyType::kinematic) {
    detail::refuse({"move_to"}, "body", type == BodyType::fixed ? "fixed" : "dynamic", "must be kinematic");
  }
  const detail::BodyPose& pose = state_->bodies.pose[rank];
  const V2 way = way_to(pose, plain(goal.position));
  const V2 velocity{speed_over(way.x, dt), speed_over(way.y, dt)};
  const Real spin = speed_over(turn_to(pose.rotation, {goal.rotation.c, goal.rotation.s}), dt);
  if (!is_accepted(velocity.x) || !is_accepted(velocity.y) || !is_accepted(spin)) {
    detail::refuse({"move_to"}, "dt", detail::text(dt), "which is too short a time for that way");
  }
  detail::set_body_velocity(*state_, rank, velocity);
  detail::set_body_spin(*state_, rank, spin);
}

void World::set_awake(BodyId body, bool awake) {
  const Rank rank = rank_of(*state_, body, "set_awake");
  if (state_->bodies.flags[rank].type == BodyType::fixed) return;
  awake ? wake_body(*state_, rank) : put_to_sleep(*state_, rank);
}

// ---- properties of a body ---------------------------------------------------------------------------------------

void World::set_type(BodyId body, BodyType type) {
  const Rank rank = rank_of(*state_, body, "set_type");
  detail::check_type({"set_type"}, "type", type);
  BodyFlags& flags = state_->bodies.flags[rank];
  if (flags.type == type) return;
  if (type == BodyType::dynamic && !combined_mass(*state_, state_->body_slots[body.slot], {})) {
    detail::refuse({"set_type"}, "type", "dynamic", "but " + mass_fault(*state_, state_->body_slots[body.slot]));
  }
  wake_touching(*state_, rank);
  flags.type = type;
  flags.custom_mass = false;
  state_->bodies.still_time[rank] = 0;
  state_->bodies.calm[rank] = {};
  if (type != BodyType::dynamic) forget_forces(*state_, rank);
  if (type == BodyType::fixed) {  // woken below like a sleeping body, with its contacts
    flags.awake = false;
    set_velocities(*state_, rank, {}, 0);
    edited_contacts(*state_).note_fixed(rank);
  }
  update_mass(*state_, rank);
  detail::update_leaves(*state_, rank);
  wake_touching(*state_, rank);
  state_->structure_changed = true;
}

void World::set_mass_properties(BodyId body, const MassProperties& properties) {
  const Rank rank = rank_of(*state_, body, "set_mass_properties");
  const detail::Place place{"set_mass_properties"};
  detail::check_positive(place, "mass", properties.mass);
  detail::check(place, "centre", properties.centre);
  detail::check_not_negative(place, "inertia", properties.inertia);
  if (!detail::finite(1 / properties.mass)) {
    detail::refuse(place, "mass", detail::text(properties.mass), "which is too small to compute with");
  }
  if (properties.inertia > 0 && !detail::finite(1 / properties.inertia)) {
    detail::refuse(place, "inertia", detail::text(properties.inertia), "which is too small to compute with");
  }
  if (state_->bodies.flags[rank].type != BodyType::dynamic) {
    detail::refuse(place, "mass", detail::text(properties.mass), "but only dynamic bodies have mass");
  }
  wake_body(*state_, rank);
  state_->bodies.flags[rank].custom_mass = true;
  apply_mass(*state_, rank, properties);
  state_->structure_changed = true;
}

void World::reset_mass_properties(BodyId body) {
  const Rank rank = rank_of(*state_, body, "reset_mass_properties");
  BodyFlags& flags = state_->bodies.flags[rank];
  if (!flags.custom_mass) return;
  if (!combined_mass(*state_, state_->body_slots[body.slot], {})) {
    throw std::invalid_argument("reset_mass_properties: " + mass_fault(*state_, state_->body_slots[body.slot]));
  }
  wake_body(*state_, rank);
  flags.custom_mass = false;
  update_mass(*state_, rank);
  state_->structure_changed = true;
}

void World::set_damping(BodyId body, Real linear, Real angular) {
  const Rank rank = rank_of(*state_, body, "set_damping");
  detail::check_not_negative({"set_damping"}, "linear", linear);
  detail::check_not_negative({"set_damping"}, "angular", angular);
  state_->bodies.forces[rank].linear_damping = linear;
  state_->bodies.forces[rank].angular_damping = angular;
}

void World::set_table_friction(BodyId body, const TableFriction& friction) {
  const Rank rank = rank_of(*state_, body, "set_table_friction");
  detail::check({"set_table_friction"}, friction);
  if (friction != state_->bodies.forces[rank].table) wake_body(*state_, rank);  // it may have held the body
  state_->bodies.forces[rank].table = friction;
  state_->structure_changed.renew();
}

void World::set_gravity_scale(BodyId body, Real scale) {
  const Rank rank = rank_of(*state_, body, "set_gravity_scale");
  detail::check({"set_gravity_scale"}, "scale", scale);
  wake_body(*state_, rank);
  state_->bodies.forces[rank].gravity_scale = scale;
}

void World::set_locks(BodyId body, const Locks& locks) {
  const Rank rank = rank_of(*state_, body, "set_locks");
  wake_body(*state_, rank);
  state_->bodies.flags[rank].locks = locks;
  const detail::BodyVelocity velocity = state_->bodies.velocity[rank];
  set_velocities(*state_, rank, velocity.linear, velocity.angular);
  update_mass(*state_, rank);
  state_->structure_changed.renew();
}

void World::set_can_sleep(BodyId body, bool can_sleep) {
  const Rank rank = rank_of(*state_, body, "set_can_sleep");
  if (!can_sleep) wake_body(*state_, rank);
  state_->bodies.flags[rank].can_sleep = can_sleep;
}

void World::set_user_data(BodyId body, std::uint64_t user_data) {
  rank_of(*state_, body, "set_user_data");
  state_->body_slots[body.slot].user_data = detail::UserData(user_data);
  state_->structure_changed.renew();
}

}  // namespace bankshot::BANKSHOT_ABI
