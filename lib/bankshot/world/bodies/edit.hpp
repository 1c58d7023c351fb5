#pragma once
// Shared by the functions that change a world between steps. Not part of the public interface.

#include <bankshot/world/bodies/body_mass.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/bodies/tree_proxies.hpp>
#include <bankshot/world/bodies/wake.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// ---- handles (state.cpp) ----
/// True if the handle refers to an existing body, shape, or joint.
bool alive(const WorldState& state, BodyId body) noexcept;
bool alive(const WorldState& state, ShapeId shape) noexcept;
bool alive(const WorldState& state, JointId joint) noexcept;

/// The pose of the body's origin, as users and queries see it.
Pose user_pose(const BodyPose& pose) noexcept;

// ---- shapes (world_shapes.cpp) ----
/// Frees the slot of a shape that is no longer in its body's list.
void free_shape(WorldState& state, std::uint32_t shape_slot);

// ---- joints (world_joints.cpp) ----
/// Removes the joints of a body that goes, and notes their events.
void remove_joints(WorldState& state, BodyId body);
/// Removes a joint, and wakes its bodies. Returns its event, without a reason.
JointEvent remove_one_joint(WorldState& state, std::uint32_t joint_slot);

// ---- contacts of the last step (edited_contacts.cpp) ----
/// The contacts by body, as edits since the last step have left them.
EditedContacts& edited_contacts(WorldState& state);
/// Makes the moves of contacts that edits have noted. Must be called before the lists of contacts or sensor pairs are
/// read between steps. Several threads may call it at once.
void settle_contacts(const WorldState& state);
/// Must be called when these lists are replaced.
void forget_edited_contacts(WorldState& state) noexcept;

// ---- sleep (islands/sleep.cpp) ----
/// Puts one body to sleep where it is, in an island of its own.
void put_to_sleep(WorldState& state, Rank rank);

// ---- motion (world_bodies.cpp) ----
/// Sets the velocity of a body that is not fixed, except in locked directions, and wakes it, unless it sleeps and the
/// velocity is 0.
void set_body_velocity(WorldState& state, Rank rank, V2 velocity);
void set_body_spin(WorldState& state, Rank rank, Real angular_velocity);

// ---- masses that are found on demand (unfinished_mass.cpp) ----
/// Refuses a shape that is to be added to a body if the body would have no usable mass. Returns the sum of the masses
/// with it, if the shape changes the mass.
std::optional<MassSum> check_addition(WorldState& state, const char* function, Rank rank, const MassChange& change);
/// Adds the newest shape of a body to its mass, given the result of check_addition().
void take_in(WorldState& state, Rank rank, const std::optional<MassSum>& sum);
/// The sum of masses without a shape.
struct MassWithout {
  MassSum sum;
  std::size_t place = 0;  ///< of the shape among those of its body, except sensors
};
/// The same for a shape that is to be removed.
std::optional<MassWithout> check_removal(WorldState& state, const char* function, std::uint32_t shape_slot);
/// Subtracts a removed shape of a body, a sensor or not.
void take_out(WorldState& state, Rank rank, bool sensor, const std::optional<MassWithout>& without);
/// Must be called before a body's mass, or any mass, is read between steps. Several threads may call it at once.
void finish_mass(const WorldState& state, Rank rank) noexcept;
void finish_masses(const WorldState& state) noexcept;
/// Drops the sum of a body whose mass is found anew.
void forget_sum(WorldState& state, Rank rank) noexcept;
/// Finishes all masses, and drops their sums.
void settle_masses(WorldState& state) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
