#pragma once
// The last step's contacts between steps, after edits. As long as one of its bodies is awake, a cached contact stays as
// the step left it: the next step finds out whether the contact has ended, and reports it.

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

/// Drops those contacts of `state.contacts` for which `rest(contact)` holds and that no longer touch, and lets the next
/// step report the end of their shapes' contact. For contacts whose bodies are all at rest, since no step examines
/// them.
template <class Rest>
void end_edited_contacts(WorldState& state, const Rest& rest) {
  std::vector<CachedContact>& contacts = state.contacts;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size();) {
    const CachedContact first = contacts[i];
    bool ended = false, touching = false;  // over the contacts of these two shapes
    for (; i < contacts.size() && contacts[i].key.a == first.key.a && contacts[i].key.b == first.key.b; ++i) {
      const CachedContact contact = contacts[i];
      const bool ends = rest(contact) && touches_no_longer(state, contact);
      (ends ? ended : touching) |= contact.touching;
      if (!ends) contacts[kept++] = contact;
    }
    if (ended && !touching) state.pending_contact_ends.push_back(event_of(state.proxies, first.key.a, first.key.b));
  }
  contacts.resize(kept);
}

/// The same for `state.sensor_pairs`.
template <class Rest>
void end_edited_sensor_pairs(WorldState& state, const Rest& rest) {
  std::erase_if(state.sensor_pairs, [&state, &rest](const IndexPair& pair) {
    if (!rest(pair) || !overlaps_no_longer(state, pair)) return false;
    state.pending_sensor_ends.push_back(sensor_event(state.proxies, pair));
    return true;
  });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
