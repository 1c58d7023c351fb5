#pragma once
// Mass, centre of mass and inertia of a body from its shapes. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

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
