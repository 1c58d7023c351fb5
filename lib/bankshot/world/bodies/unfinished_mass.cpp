// Masses of bodies that get, or lose, one shape after another.
//
// Mass and centre are sums over the shapes in their order, and continue when a shape is added. Inertia, gyration and
// reach depend on the final centre, hence on all shapes at once: recomputing them after each shape would take time in
// the square of the number of shapes. So they are pending until the next step begins or something reads them. Then they
// are found from all shapes as they would have been after the last change: the same bits. The pose, which moves with
// the centre, is always up to date.
//
// If a shape is removed, the sums restart, since their bits depend on each addition. The masses of the remaining shapes
// are kept for that, which leaves three additions per shape. Any other change of a body's mass recomputes all of it.

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/bodies/edit.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

UnfinishedMass& UnfinishedMasses::add(std::uint32_t body, const MassSum& sum) {
  if (place_.size() <= body) place_.resize(body + std::size_t{1}, none);
  all_.push_back({body, sum, false, {}});
  place_[body] = static_cast<std::uint32_t>(all_.size() - 1);
  return all_.back();
}

void UnfinishedMasses::remove(std::uint32_t body) noexcept {
  UnfinishedMass* const of = find(body);
  if (of == nullptr) return;
  place_[all_.back().body] = place_[body];
  if (of != &all_.back()) *of = std::move(all_.back());
  all_.pop_back();
  place_[body] = none;
}

namespace {

/// True if the shapes determine a body's mass.
bool has_mass_of_shapes(const BodyFlags& flags) { return flags.type == BodyType::dynamic && !flags.custom_mass; }

template <class Visit>
void for_each_solid(const WorldState& state, const BodySlot& body, Visit&& visit) {
  for (std::uint32_t i = body.first_shape; i != none; i = state.shape_slots[i].next) {
    if (!state.shape_slots[i].sensor()) visit(state.shape_slots[i]);
  }
}

/// Finds the pending values.
void pay(WorldState& state, UnfinishedMass& unfinished) noexcept {
  if (!unfinished.owed) return;
  unfinished.owed = false;
  const BodySlot& body = state.body_slots[unfinished.body];
  const BodyFlags flags = state.bodies.flags[body.rank];
  const V2 centre = state.bodies.pose[body.rank].local_centre;
  BodyMass& mass = state.bodies.mass[body.rank];
  mass.reach = mass.extent = 0;
  for_each_solid(state, body, [&](const ShapeSlot& slot) { account_for(mass, *slot.shape, false, centre); });
  if (!has_mass_of_shapes(flags)) return;
  InertiaSum inertia(unfinished.sum);
  for_each_solid(state, body,
                 [&](const ShapeSlot& slot) { inertia.add(mass_part(*slot.shape, slot.material.density)); });
  set_inertia(flags, mass, inertia.value());
}

/// No world object is const; const is only the view of a reader, which holds the lock during this call.
WorldState& writable(const WorldState& state) { return const_cast<WorldState&>(state); }

UnfinishedMass* find_unfinished(const WorldState& state, std::uint32_t body) {
  return state.unfinished ? state.unfinished->find(body) : nullptr;
}

UnfinishedMass& unfinished_mass(WorldState& state, std::uint32_t body) {
  if (UnfinishedMass* const known = find_unfinished(state, body)) return *known;
  if (!state.unfinished) state.unfinished = std::make_unique<UnfinishedMasses>();
  const BodySlot& slot = state.body_slots[body];
  MassSum sum;
  if (has_mass_of_shapes(state.bodies.flags[slot.rank])) {
    for_each_solid(state, slot,
                   [&sum](const ShapeSlot& shape) { sum.add(mass_part(*shape.shape, shape.material.density)); });
  }
  return state.unfinished->add(body, sum);
}

/// Sets mass and centre of the body; the rest is pending.
void set_sum(WorldState& state, Rank rank, UnfinishedMass& unfinished, const MassSum& sum) {
  unfinished.sum = sum;
  unfinished.owed = true;
  set_mass(state, rank, static_cast<Real>(sum.mass()));
  shift_centre(state, rank, sum.centre());
}

}  // namespace

std::optional<MassSum> check_addition(WorldState& state, const char* function, Rank rank, const MassChange& change) {
  if (!has_mass_of_shapes(state.bodies.flags[rank]) || change.sensor) return std::nullopt;
  const std::uint32_t slot = state.bodies.slot[rank];
  const BodySlot& body = state.body_slots[slot];
  const MassPart part = mass_part(*change.shape, change.density);
  MassSum sum;
  if (body.first_shape != none) {
    UnfinishedMass& unfinished = unfinished_mass(state, slot);
    if (!unfinished.parts.empty()) make_room(unfinished.parts, unfinished.parts.size() + 1);
    sum = unfinished.sum;
  }
  sum.add(part);
  if (!sum.surely_invertible()) check_mass(state, function, "shape", body, change);
  return sum;
}

void take_in(WorldState& state, Rank rank, const std::optional<MassSum>& sum) {
  const std::uint32_t slot = state.bodies.slot[rank];
  const ShapeSlot& newest = state.shape_slots[state.body_slots[slot].last_shape];
  BodyMass& mass = state.bodies.mass[rank];
  if (!has_mass_of_shapes(state.bodies.flags[rank])) {
    account_for(mass, *newest.shape, newest.sensor(), state.bodies.pose[rank].local_centre);
    return;
  }
  if (!sum) return;
  UnfinishedMass* const unfinished = find_unfinished(state, slot);
  if (unfinished == nullptr) return update_mass(state, rank);  // its only shape: deferring gains nothing
  if (!unfinished->parts.empty()) unfinished->parts.push_back(sum->newest());
  set_sum(state, rank, *unfinished, *sum);
}

std::optional<MassWithout> check_removal(WorldState& state, const char* function, std::uint32_t shape_slot) {
  const std::uint32_t slot = state.shape_slots[shape_slot].body;
  const BodySlot& body = state.body_slots[slot];
  UnfinishedMass& unfinished = unfinished_mass(state, slot);
  if (!has_mass_of_shapes(state.bodies.flags[body.rank]) || state.shape_slots[shape_slot].sensor()) return std::nullopt;
  MassWithout result;
  std::vector<MassPart>& parts = unfinished.parts;
  if (parts.empty()) {
    std::vector<MassPart> found;
    for_each_solid(state, body, [&found](const ShapeSlot& shape) {
      found.push_back(mass_part(*shape.shape, shape.material.density));
    });
    parts.swap(found);
  }
  for (std::uint32_t i = body.first_shape; i != shape_slot; i = state.shape_slots[i].next) {
    if (!state.shape_slots[i].sensor()) ++result.place;
  }
  for (std::size_t i = 0; i < result.place; ++i) result.sum.add(parts[i]);
  for (std::size_t i = result.place + 1; i < parts.size(); ++i) result.sum.add(parts[i]);
  if (!result.sum.empty() && !result.sum.surely_invertible()) {
    check_mass(state, function, "shape", body, {shape_slot, nullptr, 1, false});
  }
  return result;
}

void take_out(WorldState& state, Rank rank, bool sensor, const std::optional<MassWithout>& without) {
  UnfinishedMass& unfinished = *find_unfinished(state, state.bodies.slot[rank]);
  if (!without) {
    unfinished.owed |= !sensor;
  } else if (without->sum.empty()) {
    update_mass(state, rank);
  } else {
    unfinished.parts.erase(unfinished.parts.begin() + static_cast<std::ptrdiff_t>(without->place));
    set_sum(state, rank, unfinished, without->sum);
  }
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

}  // namespace bankshot::BANKSHOT_ABI::detail
