// Masses of bodies that get one shape after another.
//
// Mass and centre are sums over the shapes in their order, and go on from what they were. Inertia, gyration and reach
// depend on where the centre comes to lie, hence on all shapes at once: found after each shape they would take the
// square of the number of shapes. So they are owed until the next step begins or somebody asks, and are then found from
// all shapes as they would have been after the last of them: the same bits. Extent and pose, which goes with the
// centre, are always up to date. Whatever changes a body's mass in another way finds all of it anew.

#include <bankshot/world/edit.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

UnfinishedMass& UnfinishedMasses::add(std::uint32_t body, const MassSum& sum) {
  if (place_.size() <= body) place_.resize(body + std::size_t{1}, none);
  all_.push_back({body, sum, false});
  place_[body] = static_cast<std::uint32_t>(all_.size() - 1);
  return all_.back();
}

void UnfinishedMasses::remove(std::uint32_t body) noexcept {
  UnfinishedMass* const of = find(body);
  if (of == nullptr) return;
  place_[all_.back().body] = place_[body];
  *of = all_.back();
  all_.pop_back();
  place_[body] = none;
}

namespace {

MassSum sum_of_shapes(const WorldState& state, const BodySlot& body) {
  MassSum sum;
  for (std::uint32_t i = body.first_shape; i != none; i = state.shape_slots[i].next) {
    const ShapeSlot& slot = state.shape_slots[i];
    if (!slot.sensor) sum.add(mass_part(*slot.shape, slot.material.density));
  }
  return sum;
}

/// Finds what is owed.
void pay(WorldState& state, UnfinishedMass& unfinished) noexcept {
  if (!unfinished.owed) return;
  unfinished.owed = false;
  const BodySlot& body = state.body_slots[unfinished.body];
  const V2 centre = state.bodies.pose[body.rank].local_centre;
  InertiaSum inertia(unfinished.sum);
  Real reach = 0;
  for (std::uint32_t i = body.first_shape; i != none; i = state.shape_slots[i].next) {
    const ShapeSlot& slot = state.shape_slots[i];
    if (slot.sensor) continue;
    inertia.add(mass_part(*slot.shape, slot.material.density));
    reach = with_reach_of(*slot.shape, centre, reach);
  }
  BodyMass& mass = state.bodies.mass[body.rank];
  set_inertia(state.bodies.flags[body.rank], mass, inertia.value());
  mass.reach = reach;
}

/// Every world is made as one that may change; const is how a reader sees it, who holds the lock when this is called.
WorldState& writable(const WorldState& state) { return const_cast<WorldState&>(state); }

UnfinishedMass* find_unfinished(const WorldState& state, std::uint32_t body) {
  return state.unfinished ? state.unfinished->find(body) : nullptr;
}

}  // namespace

std::optional<MassSum> check_addition(WorldState& state, const char* function, Rank rank, const MassChange& change) {
  const BodyFlags flags = state.bodies.flags[rank];
  if (flags.type != BodyType::dynamic || flags.custom_mass || change.sensor) return std::nullopt;
  const std::uint32_t slot = state.bodies.slot[rank];
  const BodySlot& body = state.body_slots[slot];
  const UnfinishedMass* unfinished = find_unfinished(state, slot);
  if (unfinished == nullptr && body.first_shape != none) {
    if (!state.unfinished) state.unfinished = std::make_unique<UnfinishedMasses>();
    unfinished = &state.unfinished->add(slot, sum_of_shapes(state, body));
  }
  MassSum sum;
  if (unfinished != nullptr) sum = unfinished->sum;
  sum.add(mass_part(*change.shape, change.density));
  if (!sum.surely_invertible()) check_mass(state, function, "shape", body, change);
  return sum;
}

void take_in(WorldState& state, Rank rank, const std::optional<MassSum>& sum) {
  const std::uint32_t slot = state.bodies.slot[rank];
  const ShapeSlot& newest = state.shape_slots[state.body_slots[slot].last_shape];
  const BodyFlags flags = state.bodies.flags[rank];
  BodyMass& mass = state.bodies.mass[rank];
  if (flags.type != BodyType::dynamic || flags.custom_mass) {
    account_for(mass, *newest.shape, newest.sensor, state.bodies.pose[rank].local_centre);
    return;
  }
  if (!sum) return;
  UnfinishedMass* const unfinished = find_unfinished(state, slot);
  if (unfinished == nullptr) return update_mass(state, rank);  // its only shape: nothing is gained by waiting
  unfinished->sum = *sum;
  unfinished->owed = true;
  set_mass(state, rank, static_cast<Real>(sum->mass()));
  mass.extent = with_extent_of(*newest.shape, mass.extent);
  shift_centre(state, rank, sum->centre());
}

void finish_mass(const WorldState& state, Rank rank) noexcept {
  UnfinishedMass* const unfinished = find_unfinished(state, state.bodies.slot[rank]);
  if (unfinished == nullptr) return;
  const std::lock_guard lock(state.unfinished->mutex);
  pay(writable(state), *unfinished);
}

void finish_masses(const WorldState& state) noexcept {
  if (!state.unfinished) return;
  const std::lock_guard lock(state.unfinished->mutex);
  for (UnfinishedMass& unfinished : *state.unfinished) pay(writable(state), unfinished);
}

void forget_sum(WorldState& state, Rank rank) noexcept {
  if (state.unfinished) state.unfinished->remove(state.bodies.slot[rank]);
}

void settle_masses(WorldState& state) noexcept {
  finish_masses(state);
  state.unfinished = nullptr;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
