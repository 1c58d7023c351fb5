#include <bankshot/world/step/broken_joints.hpp>

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/joints/joint_links.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool breaks(const JointSlot& joint, const JointForce& gave) {
  return length(wide(gave.force)) > to_double(joint.break_force) || absolute(gave.torque) > joint.break_torque;
}

}  // namespace

void break_joints(WorldState& world, TiedGroups& groups, EnergyRecorder* books) {
  for (const TiedGroup& group : groups.groups()) {
    if (!world.bodies.flags[group.origin].awake) continue;  // forces of an earlier step
    for (const std::uint32_t slot : group.slots) {
      const JointForce gave = world.joint_forces[slot];
      if (!breaks(world.joint_slots[slot], gave)) continue;
      const double stored = stored_energy(world, slot);
      if (books != nullptr && stored > 0) {
        books->stored(-stored), books->gain(group.origin, Entry::joints, -stored);
      }
      JointEvent event = remove_one_joint(world, slot);
      event.why = JointEnd::broke;
      event.force = vec2(gave.force), event.torque = gave.torque;
      world.joint_ends.push_back(event);
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
