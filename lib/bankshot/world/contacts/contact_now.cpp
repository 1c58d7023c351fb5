#include <bankshot/query/distance.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/contacts/contact_now.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// A settled contact sits a little apart or a little deep. The margin is that of the solver.
Real contact_margin(const WorldState& state, const Proxy& a, const Proxy& b) {
  return tolerance::margin_slops * tolerance::slop_fraction * moving_extent(state, a, b);
}

}  // namespace

bool still_collides(const WorldState& state, const CachedContact& record) noexcept {
  const Proxy &a = state.proxies[record.key.a], &b = state.proxies[record.key.b];
  if (!alive(state, a.shape) || !alive(state, b.shape)) return false;
  const BodyType type_a = state.bodies.flags[a.body].type, type_b = state.bodies.flags[b.body].type;
  if (type_a != BodyType::dynamic && type_b != BodyType::dynamic) return false;
  // The proxies have the filters and joints of the last step.
  const ShapeSlot &slot_a = state.shape_slots[a.shape.slot], &slot_b = state.shape_slots[b.shape.slot];
  return filters_meet(slot_a.filter, slot_b.filter) && !kept_apart_now(state, slot_a.body, slot_b.body) &&
         has_parts(state, record.key);
}

Manifold manifold_now(const WorldState& state, const CachedContact& record) {
  const Bodies& bodies = state.bodies;
  const Proxy &a = state.proxies[record.key.a], &b = state.proxies[record.key.b];
  const Real margin = contact_margin(state, a, b);
  if (!a.convex || !b.convex) return part_manifold(state, record.key, margin);
  return manifold(*state.shape_slots[a.shape.slot].shape, user_pose(bodies.pose[a.body]),
                  *state.shape_slots[b.shape.slot].shape, user_pose(bodies.pose[b.body]), margin);
}

bool touches_no_longer(const WorldState& state, const CachedContact& record) {
  if (!still_collides(state, record)) return true;
  if (!record.touching) return false;
  if (manifold_now(state, record).count == 0) return true;
  // The parts are those of the shapes as of the last step, which may have been replaced.
  const Proxy &a = state.proxies[record.key.a], &b = state.proxies[record.key.b];
  return state.structure_changed &&
         closest_points(*state.shape_slots[a.shape.slot].shape, user_pose(state.bodies.pose[a.body]),
                        *state.shape_slots[b.shape.slot].shape, user_pose(state.bodies.pose[b.body]))
                 .distance > contact_margin(state, a, b);
}

bool overlaps_no_longer(const WorldState& state, const IndexPair& pair) {
  const Proxy &a = state.proxies[pair.a], &b = state.proxies[pair.b];
  if (!alive(state, a.shape) || !alive(state, b.shape)) return true;
  return !overlap(*state.shape_slots[a.shape.slot].shape, user_pose(state.bodies.pose[a.body]),
                  *state.shape_slots[b.shape.slot].shape, user_pose(state.bodies.pose[b.body]));
}

void lay_to_rest(WorldState& state, EditedContacts& edited, std::span<const std::uint32_t> contacts) {
  for (std::size_t i = 0; i < contacts.size();) {
    const PairKey first = edited.contact(state, contacts[i]).key;
    bool ended = false, touching = false;  // over the contacts of these two shapes
    for (; i < contacts.size(); ++i) {
      const CachedContact& contact = edited.contact(state, contacts[i]);
      if (contact.key.a != first.a || contact.key.b != first.b) break;
      const bool ends = touches_no_longer(state, contact);
      (ends ? ended : touching) |= contact.touching;
      edited.move(contacts[i], ends ? EditedContacts::List::dropped : EditedContacts::List::asleep);
    }
    if (ended && !touching) state.pending_contact_ends.push_back(event_of(state.proxies, first.a, first.b));
  }
}

void end_if_edited(WorldState& state, EditedContacts& edited, std::uint32_t sensor_pair) {
  const IndexPair pair = edited.sensor_pair(state, sensor_pair);
  const BodyFlags &a = state.bodies.flags[state.proxies[pair.a].body],
                  &b = state.bodies.flags[state.proxies[pair.b].body];
  if (!at_rest(a) || !at_rest(b) || !overlaps_no_longer(state, pair)) return;
  edited.move(sensor_pair, EditedContacts::List::dropped);
  append_sensor_events(state.proxies, pair, state.pending_sensor_ends);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
