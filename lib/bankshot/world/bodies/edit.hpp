#pragma once
// Shared by the functions that change a world between steps: handles with good error texts, boxes in the trees, waking,
// motion, mass. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// ---- handles (state.cpp) ----
/// True if the handle refers to an existing body, or shape.
bool alive(const WorldState& state, BodyId body) noexcept;
bool alive(const WorldState& state, ShapeId shape) noexcept;

/// The pose of the body's origin, as users and queries see it.
Pose user_pose(const BodyPose& pose) noexcept;

// ---- boxes in the trees (tree_proxies.cpp) ----
/// The box of a shape with a margin for rounding: it overlaps the box, made in the same way, of any shape that touches
/// this one within the band.
Box loose_box(const Shape& shape, const Pose& pose) noexcept;
/// Puts the shapes of a body, at their present place, into the right tree: the resting one for a fixed or sleeping
/// body, the moving one otherwise.
void update_leaves(WorldState& state, Rank rank);
void update_leaf(WorldState& state, std::uint32_t shape_slot);
void remove_leaf(WorldState& state, std::uint32_t shape_slot) noexcept;
/// Frees the slot of a shape that is no longer in its body's list (world_shapes.cpp).
void free_shape(WorldState& state, std::uint32_t shape_slot);
/// Updates the moving tree, or builds it. Several threads may call it at once.
void refresh_moving_tree(const WorldState& state);

// ---- contacts of the last step (edited_contacts.cpp) ----
/// The contacts by body, as edits since the last step have left them.
EditedContacts& edited_contacts(WorldState& state);
/// Makes the moves of contacts that edits have noted. Must be called before the lists of contacts or sensor pairs are
/// read between steps. Several threads may call it at once.
void settle_contacts(const WorldState& state);
/// Must be called when these lists are replaced.
void forget_edited_contacts(WorldState& state) noexcept;

// ---- waking (wake.cpp) ----
/// Wakes the body unless it is fixed, and moves its leaves to the tree of awake bodies.
void wake_body(WorldState& state, Rank rank);
/// Wakes sleeping bodies whose boxes overlap that of a shape.
void wake_sleepers_within_reach(WorldState& state, std::uint32_t shape_slot);
/// Wakes sleeping bodies near a box in the coordinates of a body.
void wake_near(WorldState& state, Rank rank, const Box& local);
/// Wakes the body and all that touches it. For a fixed body also wakes sleeping bodies within reach, since nothing else
/// would find them. Must be called before and after a change of pose.
void wake_touching(WorldState& state, Rank rank);
/// The same for one shape of a body. Must be called before and after a change of shape.
void wake_touching_shape(WorldState& state, std::uint32_t shape_slot);
/// Wakes all sleeping bodies.
void wake_all(WorldState& state);
/// Puts one body to sleep where it is, in an island of its own (islands/sleep.cpp).
void put_to_sleep(WorldState& state, Rank rank);

// ---- motion (world_bodies.cpp) ----
/// Sets the velocity of a body that is not fixed, except in locked directions, and wakes it, unless it sleeps and the
/// velocity is 0.
void set_body_velocity(WorldState& state, Rank rank, V2 velocity);
void set_body_spin(WorldState& state, Rank rank, Real angular_velocity);

// ---- masses that are found on demand (unfinished_mass.cpp) ----
struct MassChange;
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

// ---- mass (body_mass.cpp) ----
/// A shape that a body is about to get, in addition or as a replacement.
struct MassChange {
  std::uint32_t replaces = none;  ///< slot of the shape that it replaces; none: an addition
  const Shape* shape = nullptr;   ///< nullptr: removal
  Real density = 1;
  bool sensor = false;
};
/// Mass, centre and inertia that the shapes would give the body, if dynamic, after the change. Mass 1 and inertia 0 if
/// none has mass. Empty if the mass, the inertia or the inverse of one leaves the range of Real.
std::optional<MassProperties> combined_mass(const WorldState& state, const BodySlot& body, const MassChange& change);
/// Refuses the change unless it leaves the body, a dynamic one, a usable mass. `field`: the caller's name for the
/// shape.
void check_mass(const WorldState& state, const char* function, const char* field, const BodySlot& body,
                const MassChange& change);
/// The reason why the shapes of a body give it no usable mass, as the end of a sentence.
std::string mass_fault(const WorldState& state, const BodySlot& body);
/// Moves the centre of mass; the origin stays put.
void shift_centre(WorldState& state, Rank rank, V2 centre);
/// Sets the body's mass, its inertia, and the values that follow from them.
void set_mass(WorldState& state, Rank rank, Real mass);
void set_inertia(const BodyFlags& flags, BodyMass& mass, Real inertia);
/// Gives the body these properties; reach and extent follow, the centre of mass shifts, the origin stays put.
void apply_mass(WorldState& state, Rank rank, const MassProperties& properties);
/// Smallest width of a shape; the length of a segment.
Real shape_extent(const Shape& shape) noexcept;
/// Includes one more shape in reach and extent, or in one of them.
void account_for(BodyMass& mass, const Shape& shape, bool sensor, V2 local_centre) noexcept;
Real with_reach_of(const Shape& shape, V2 local_centre, Real reach) noexcept;
Real with_extent_of(const Shape& shape, Real extent) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
