#pragma once
// The joints and bodies of a world as their equations see them. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/joints/joint_rows.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A joint, at its place relative to `origin`; which bodies it has is left open.
JointLink link_of(const WorldState& world, const JointSlot& joint, const BodyPose& origin);
/// Sets its anchors, its angle and its wheels.
void set_places(const WorldState& world, const JointSlot& joint, const BodyPose& origin, JointLink& link);
/// True if these change without the structure, or with the origin.
bool places_change(JointKind kind);
/// Its angle in all turns, from what the world has of it: `quarters` of a turn, rounded.
double counted_angle(const JointLink& link, const JointBody& a, const JointBody& b, std::uint32_t quarters);
/// The quarters of a turn to be kept. Only of joints for which whole turns matter: 0 of others.
std::uint32_t quarters_of(const JointLink& link, const JointBody& a, const JointBody& b);
/// The quarters of a turn of a joint whose angle has been set anew: the fewest.
std::uint32_t fewest_quarters(const WorldState& world, std::uint32_t joint_slot);
/// Sets its springs, motors and limits, with the masses that the bodies have now.
void set_rules(const WorldState& world, const JointSlot& joint, JointLink& link);

/// A body, at its place relative to `origin`.
JointBody body_of(const WorldState& world, Rank rank, const BodyPose& origin);

/// A point of a body, from its centre of mass.
P2 arm_of(const WorldState& world, Rank rank, V2 anchor);

/// The energy that the springs of a joint store.
double stored_energy(const WorldState& world, std::uint32_t joint_slot);

/// The largest impulse per second along any row that is not rigid, from where the bodies are: along a line, and in
/// turning.
struct LargestDrive {
  double force = 0, torque = 0;
};
LargestDrive largest_drive(const WorldState& world, std::uint32_t joint_slot);

}  // namespace bankshot::BANKSHOT_ABI::detail
