#include <bankshot/world/bodies/tied_bodies.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// Both lists are walked at the same pace: a body that many others are tied to does not make it slow for each of them.
bool kept_apart_now(const WorldState& world, std::uint32_t slot_a, std::uint32_t slot_b) noexcept {
  const std::uint32_t slots[2] = {slot_a, slot_b};
  std::uint32_t at[2] = {world.body_slots[slot_a].first_joint, world.body_slots[slot_b].first_joint};
  while (at[0] != none && at[1] != none) {
    for (int i = 0; i < 2; ++i) {
      const JointSlot& joint = world.joint_slots[at[i]];
      const int side = side_of(joint, slots[i]);
      if (!joint.collide_connected && joint.body[1 - side] == slots[1 - i]) return true;
      at[i] = joint.next[side];
    }
  }
  return false;
}

void find_kept_apart(WorldState& world) {
  world.kept_apart.clear();
  for (const JointSlot& joint : world.joint_slots) {
    if (joint.body[0] == none || joint.collide_connected) continue;
    const Rank a = world.body_slots[joint.body[0]].rank, b = world.body_slots[joint.body[1]].rank;
    world.kept_apart.push_back(a < b ? IndexPair{a, b} : IndexPair{b, a});
  }
  std::sort(world.kept_apart.begin(), world.kept_apart.end());
  world.kept_apart.erase(std::unique(world.kept_apart.begin(), world.kept_apart.end()), world.kept_apart.end());
}

}  // namespace bankshot::BANKSHOT_ABI::detail
