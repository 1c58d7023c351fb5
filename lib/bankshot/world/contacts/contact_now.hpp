#pragma once
// The last step's contacts between steps, after edits. As long as one of its bodies is awake, a cached contact stays as
// the step left it: the next step finds out whether the contact has ended, and reports it.
// Not part of the public interface.

#include <bankshot/query/manifold.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/bodies/structure.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if both shapes still exist, with the parts that touched, and collide by types and filters. They may have been
/// moved apart.
bool still_collides(const WorldState& state, const CachedContact& record) noexcept;

/// The manifold of a touching pair at its bodies' current poses, normal from A to B; without points if it has been
/// moved apart. Requires still_collides().
Manifold manifold_now(const WorldState& state, const CachedContact& record);

/// True if an edit since the last step has separated the shapes.
bool touches_no_longer(const WorldState& state, const CachedContact& record);

/// The same for shapes of which one is a sensor.
bool overlaps_no_longer(const WorldState& state, const IndexPair& pair);

/// Moves contacts whose bodies are all at rest to the sleeping ones: no step examines them. Drops those that no longer
/// touch, and lets the next step report the end of their shapes' contact. `contacts`: numbers, by key, with all of the
/// same two shapes.
void lay_to_rest(WorldState& state, EditedContacts& edited, std::span<const std::uint32_t> contacts);

/// Drops the sensor pair if both its bodies are at rest and it no longer overlaps, and lets the next step report that.
void end_if_edited(WorldState& state, EditedContacts& edited, std::uint32_t sensor_pair);

}  // namespace bankshot::BANKSHOT_ABI::detail
