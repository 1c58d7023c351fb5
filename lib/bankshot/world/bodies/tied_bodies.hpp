#pragma once
// Bodies whose shapes do not collide with one another, since a joint ties them. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a joint keeps shapes of these two bodies from colliding, as of the beginning of the last step. Sensors ask
/// no joint.
BANKSHOT_INLINE bool kept_apart(const WorldState& world, Rank a, Rank b) noexcept {
  if (world.kept_apart.empty()) return false;
  const IndexPair pair = a < b ? IndexPair{a, b} : IndexPair{b, a};
  return std::binary_search(world.kept_apart.begin(), world.kept_apart.end(), pair);
}

/// The same by the joints as they are now, for two slots of bodies. Takes the time of the shorter of their lists.
bool kept_apart_now(const WorldState& world, std::uint32_t slot_a, std::uint32_t slot_b) noexcept;

/// Finds WorldState::kept_apart anew. Must be called when ranks or joints have changed.
void find_kept_apart(WorldState& world);

/// Which of its two bodies is the one of a slot: 0 for A, 1 for B.
BANKSHOT_INLINE int side_of(const JointSlot& joint, std::uint32_t body_slot) noexcept {
  return joint.body[0] == body_slot ? 0 : 1;
}

/// Calls visit() with the slot of each joint of a body and the slot of the other body, from the last added joint to the
/// first. The joint may be removed meanwhile.
template <class Visit>
void for_each_joint(const WorldState& world, std::uint32_t body_slot, Visit&& visit) {
  for (std::uint32_t i = world.body_slots[body_slot].first_joint; i != none;) {
    const JointSlot& joint = world.joint_slots[i];
    const int side = side_of(joint, body_slot);
    const std::uint32_t next = joint.next[side];
    visit(i, joint.body[1 - side]);
    i = next;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
