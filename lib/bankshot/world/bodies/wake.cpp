#include <bankshot/world/bodies/wake.hpp>

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Wakes the other body of every contact of a body of which one proxy satisfies `ours`.
template <class Ours>
void wake_partners(WorldState& state, Rank rank, const Ours& ours) {
  const EditedContacts& edited = edited_contacts(state);
  for (const auto list : {EditedContacts::List::awake, EditedContacts::List::asleep}) {
    for (const std::uint32_t number : edited.contacts_of(state, rank, list)) {
      const PairKey key = edited.contact(state, number).key;
      if (ours(key.a)) wake_body(state, state.proxies[key.b].body);
      if (ours(key.b)) wake_body(state, state.proxies[key.a].body);
    }
  }
}

}  // namespace

void wake_body(WorldState& state, Rank rank) {
  const BodyFlags flags = state.bodies.flags[rank];
  if (flags.removed || flags.type == BodyType::fixed) return;
  wake(state, rank);
  if (!flags.awake) update_leaves(state, rank);
}

// Skips bodies that have not taken part in a step yet: which of them came first depends on creation order, which must
// not matter.
void wake_sleepers_within_reach(WorldState& state, std::uint32_t shape_slot) {
  if (state.bodies.ranked == 0) return;  // before the first step no body sleeps on anything
  const ShapeSlot& slot = state.shape_slots[shape_slot];
  const Rank own = state.body_slots[slot.body].rank;
  // A sensor pushes nothing, and one that is not fixed is examined anyway.
  if (slot.sensor() && state.bodies.flags[own].type != BodyType::fixed) return;
  const Box box = loose_box(*slot.shape, user_pose(state.bodies.pose[own]));
  std::vector<Rank> sleepers;
  state.resting.query(box, [&state, &sleepers](std::uint32_t found) {
    const Rank rank = state.body_slots[state.shape_slots[found].body].rank;
    if (rank < state.bodies.ranked && state.bodies.flags[rank].type != BodyType::fixed) sleepers.push_back(rank);
    return true;
  });
  for (const Rank rank : sleepers) wake_body(state, rank);
}

void wake_near(WorldState& state, Rank rank, const Box& local) {
  const Pose pose = user_pose(state.bodies.pose[rank]);
  const Q2 turn{pose.rotation.c, pose.rotation.s};
  const V2 half = Real(0.5) * (local.upper - local.lower), middle = local.lower + half;
  const V2 centre = plain(pose.position) + rotate(turn, middle);
  const Real reach = length(half);
  std::vector<Rank> sleepers;
  state.resting.query({centre - V2{reach, reach}, centre + V2{reach, reach}}, [&](std::uint32_t found) {
    const Rank other = state.body_slots[state.shape_slots[found].body].rank;
    if (state.bodies.flags[other].type != BodyType::fixed) sleepers.push_back(other);
    return true;
  });
  for (const Rank other : sleepers) wake_body(state, other);
}

void wake_touching(WorldState& state, Rank rank) {
  wake_body(state, rank);
  for_each_joint(state, state.bodies.slot[rank],
                 [&state](std::uint32_t, std::uint32_t other) { wake_body(state, state.body_slots[other].rank); });
  wake_partners(state, rank, [&state, rank](std::uint32_t proxy) { return state.proxies[proxy].body == rank; });
  for (std::uint32_t i = state.body_slots[state.bodies.slot[rank]].first_shape; i != none;
       i = state.shape_slots[i].next) {
    wake_sleepers_within_reach(state, i);
  }
}

void wake_touching_shape(WorldState& state, std::uint32_t shape_slot) {
  const ShapeSlot& slot = state.shape_slots[shape_slot];
  const Rank rank = state.body_slots[slot.body].rank;
  wake_body(state, rank);
  if (slot.proxy != none) {
    wake_partners(state, rank, [&slot](std::uint32_t proxy) { return proxy == slot.proxy; });
  }
  wake_sleepers_within_reach(state, shape_slot);
}

void wake_all(WorldState& state) {
  for (Rank rank = 0; rank < state.bodies.size(); ++rank) {
    if (!state.bodies.flags[rank].awake) wake_body(state, rank);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
