#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/motion.hpp>

#include <atomic>
#include <stdexcept>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

// ---- the whole --------------------------------------------------------------------------------------------------

void StructureMark::renew() noexcept {
  static std::atomic<std::uint64_t> last{0};
  stamp_ = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

WorldState::WorldState() = default;
WorldState::~WorldState() = default;

namespace {

/// All that is pending is done first, since neither it nor the lists of it are copied.
const Bodies& finished_bodies(const WorldState& state) {
  finish_masses(state);
  settle_contacts(state);
  return state.bodies;
}

}  // namespace

// Copies everything except the memory that steps reuse. Views in `geometry` stay valid: shapes share their corners. The
// lock protects the tree that a const query on another thread may be updating.
WorldState::WorldState(const WorldState& other)
    : settings(other.settings),
      tick(other.tick),
      bodies(finished_bodies(other)),
      body_slots(other.body_slots),
      free_body_slots(other.free_body_slots),
      shape_slots(other.shape_slots),
      free_shape_slots(other.free_shape_slots),
      joint_slots(other.joint_slots),
      free_joint_slots(other.free_joint_slots),
      joint_turns(other.joint_turns),
      proxies(other.proxies),
      proxy_begin(other.proxy_begin),
      seers(other.seers),
      baked(other.baked),
      geometry(other.geometry),
      structure_changed(other.structure_changed),
      contacts(other.contacts),
      sleeping_contacts(other.sleeping_contacts),
      sensor_pairs(other.sensor_pairs),
      last_sleep_island(other.last_sleep_island),
      wake_islands(other.wake_islands),
      impacts(other.impacts),
      penetrations(other.penetrations),
      contact_begins(other.contact_begins),
      contact_ends(other.contact_ends),
      sensor_begins(other.sensor_begins),
      sensor_ends(other.sensor_ends),
      joint_ends(other.joint_ends),
      joint_forces(other.joint_forces),
      counts(other.counts),
      energy_ledger(other.energy_ledger),
      pending_contact_ends(other.pending_contact_ends),
      pending_sensor_ends(other.pending_sensor_ends),
      pending_joint_ends(other.pending_joint_ends),
      penetrations_known(other.penetrations_known),
      kept_apart(other.kept_apart),
      resting(other.resting),
      unfinished(other.unfinished ? std::make_unique<UnfinishedMasses>(*other.unfinished) : nullptr),
      team(other.team) {
  const std::lock_guard lock(other.moving_mutex);
  moving = other.moving;
}

// ---- handles ----------------------------------------------------------------------------------------------------

namespace {

[[noreturn]] void refuse_handle(const char* function, const char* kind, std::uint32_t slot, std::uint32_t generation,
                                bool existed) {
  std::string message = std::string(function) + ": " + kind;
  if (slot == none) {
    message += " handle is empty";
  } else {
    message += " " + std::to_string(slot) + " (generation " + std::to_string(generation) + ") " +
               (existed ? "was removed" : "is not of this world");
  }
  throw std::invalid_argument(message);
}

template <class Slot, class Id>
bool existed(const std::vector<Slot>& slots, Id id) {
  return id.slot < slots.size() && id.generation < slots[id.slot].generation;
}

}  // namespace

bool alive(const WorldState& state, BodyId body) noexcept {
  if (body.slot >= state.body_slots.size()) return false;
  const BodySlot& slot = state.body_slots[body.slot];
  return slot.generation == body.generation && slot.rank != none;
}

bool alive(const WorldState& state, ShapeId shape) noexcept {
  if (shape.slot >= state.shape_slots.size()) return false;
  const ShapeSlot& slot = state.shape_slots[shape.slot];
  return slot.generation == shape.generation && slot.body != none;
}

bool alive(const WorldState& state, JointId joint) noexcept {
  if (joint.slot >= state.joint_slots.size()) return false;
  const JointSlot& slot = state.joint_slots[joint.slot];
  return slot.generation == joint.generation && slot.body[0] != none;
}

Rank rank_of(const WorldState& state, BodyId body, const char* function) {
  if (alive(state, body)) return state.body_slots[body.slot].rank;
  refuse_handle(function, "body", body.slot, body.generation, existed(state.body_slots, body));
}

const ShapeSlot& slot_of(const WorldState& state, ShapeId shape, const char* function) {
  if (alive(state, shape)) return state.shape_slots[shape.slot];
  refuse_handle(function, "shape", shape.slot, shape.generation, existed(state.shape_slots, shape));
}

ShapeSlot& slot_of(WorldState& state, ShapeId shape, const char* function) {
  return const_cast<ShapeSlot&>(slot_of(static_cast<const WorldState&>(state), shape, function));
}

const JointSlot& slot_of(const WorldState& state, JointId joint, const char* function) {
  if (alive(state, joint)) return state.joint_slots[joint.slot];
  refuse_handle(function, "joint", joint.slot, joint.generation, existed(state.joint_slots, joint));
}

JointSlot& slot_of(WorldState& state, JointId joint, const char* function) {
  return const_cast<JointSlot&>(slot_of(static_cast<const WorldState&>(state), joint, function));
}

BodyId body_id(const WorldState& state, Rank rank) noexcept {
  const std::uint32_t slot = state.bodies.slot[rank];
  return {slot, state.body_slots[slot].generation};
}

// ---- places -----------------------------------------------------------------------------------------------------

namespace {

struct Sum {
  Real value, error;  ///< value + error is the exact sum
};

/// Knuth 1969, The Art of Computer Programming 2, 4.2.2, theorem B: the rounding error of a sum is a floating-point
/// number.
Sum two_sum(Real a, Real b) {
  const Real value = a + b;
  const Real from_b = value - a;
  const Real from_a = value - from_b;
  return {value, (a - from_a) + (b - from_b)};
}

void add(Real& value, Real& remainder, Real delta) {
  const Sum sum = two_sum(value, delta);
  const Sum whole = two_sum(sum.value, sum.error + remainder);
  value = whole.value;
  remainder = whole.error;
}

/// value + remainder - offset, rounded once: the exact difference of the large numbers first.
Real less(Real value, Real remainder, Real offset) {
  const Sum sum = two_sum(value, -offset);
  return sum.value + (sum.error + remainder);
}

}  // namespace

void advance(BodyPose& pose, V2 delta) noexcept {
  add(pose.centre.x, pose.remainder.x, delta.x);
  add(pose.centre.y, pose.remainder.y, delta.y);
}

V2 origin(const BodyPose& pose) noexcept {
  const V2 arm = rotate(pose.rotation, pose.local_centre);
  return {less(pose.centre.x, pose.remainder.x, arm.x), less(pose.centre.y, pose.remainder.y, arm.y)};
}

void place(BodyPose& pose, V2 position, Q2 rotation) noexcept {
  pose.rotation = rotation;
  pose.centre = position;
  pose.remainder = {};
  advance(pose, rotate(rotation, pose.local_centre));
}

Pose user_pose(const BodyPose& pose) noexcept { return {vec2(origin(pose)), {pose.rotation.c, pose.rotation.s}}; }

// ---- forces -----------------------------------------------------------------------------------------------------

V2 free_acceleration(const WorldState& state, Rank rank) noexcept {
  const Bodies& bodies = state.bodies;
  if (bodies.flags[rank].type != BodyType::dynamic) return {};
  Real turning = 0;
  return acceleration(bodies.mass[rank], bodies.forces[rank], bodies.flags[rank], plain(state.settings.gravity),
                      turning);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
