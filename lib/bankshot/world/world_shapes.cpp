#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using detail::BodySlot;
using detail::none;
using detail::Rank;
using detail::rank_of;
using detail::ShapeSlot;
using detail::slot_of;
using detail::WorldState;

namespace {

void expect_grid(const Shape& shape, const char* function) {
  if (shape.kind() == ShapeKind::grid) return;
  throw std::invalid_argument(std::string(function) + ": the shape is not a grid: only grids have tiles and a palette");
}

/// Refuses a change that would leave no usable mass to a body whose shapes determine its mass.
void check_mass(const WorldState& state, const char* function, const char* field, Rank rank,
                const detail::MassChange& change) {
  const detail::BodyFlags flags = state.bodies.flags[rank];
  if (flags.type != BodyType::dynamic || flags.custom_mass || change.sensor) return;
  detail::check_mass(state, function, field, state.body_slots[state.bodies.slot[rank]], change);
}

std::uint32_t take_shape_slot(WorldState& state) {
  if (state.free_shape_slots.empty()) {
    detail::append(state.shape_slots);
    return static_cast<std::uint32_t>(state.shape_slots.size() - 1);
  }
  const std::uint32_t slot = state.free_shape_slots.back();
  state.free_shape_slots.pop_back();
  return slot;
}

/// Removes a shape from its body's list.
void unlink_shape(WorldState& state, BodySlot& body, std::uint32_t shape_slot) {
  std::uint32_t previous = none;
  for (std::uint32_t i = body.first_shape; i != shape_slot; i = state.shape_slots[i].next) previous = i;
  const std::uint32_t next = state.shape_slots[shape_slot].next;
  (previous == none ? body.first_shape : state.shape_slots[previous].next) = next;
  if (body.last_shape == shape_slot) body.last_shape = previous;
}

Rank body_rank(const WorldState& state, const ShapeSlot& slot) { return state.body_slots[slot.body].rank; }

}  // namespace

void detail::free_shape(WorldState& state, std::uint32_t shape_slot) {
  ShapeSlot& slot = state.shape_slots[shape_slot];
  remove_leaf(state, shape_slot);
  const std::uint32_t generation = slot.generation + 1;
  slot = ShapeSlot{};
  slot.generation = generation;
  state.free_shape_slots.push_back(shape_slot);
}

// ---- adding and removing ----------------------------------------------------------------------------------------

ShapeId World::add_shape(BodyId body, const Shape& shape, const ShapeDef& def) {
  WorldState& state = *state_;
  const Rank rank = rank_of(state, body, "add_shape");
  detail::check({"add_shape", "material."}, def.material);
  for (const Material& material : def.palette) detail::check({"add_shape", "palette."}, material);
  if (def.sees_all && !def.sensor) detail::refuse({"add_shape"}, "sees_all", "true", "but the shape is no sensor");
  const std::optional<detail::MassSum> mass =
      detail::check_addition(state, "add_shape", rank, {none, &shape, def.material.density, def.sensor});

  const std::uint32_t index = take_shape_slot(state);
  ShapeSlot& slot = state.shape_slots[index];
  slot.body = body.slot;
  slot.sight = !def.sensor ? detail::Sight::none : def.sees_all ? detail::Sight::all : detail::Sight::dynamic;
  slot.filter = def.filter;
  slot.material = def.material;
  slot.palette = def.palette;
  slot.shape = shape;
  BodySlot& owner = state.body_slots[body.slot];
  (owner.last_shape == none ? owner.first_shape : state.shape_slots[owner.last_shape].next) = index;
  owner.last_shape = index;
  detail::take_in(state, rank, mass);
  detail::update_leaf(state, index);
  // A body that is still being put together stays asleep or awake as defined.
  if (rank < state.bodies.ranked) detail::wake_body(state, rank);
  if (state.bodies.flags[rank].type != BodyType::dynamic) wake_sleepers_within_reach(state, index);
  state.structure_changed = true;
  return {index, slot.generation};
}

void World::remove_shape(ShapeId shape) {
  WorldState& state = *state_;
  const ShapeSlot& slot = slot_of(state, shape, "remove_shape");
  const Rank rank = body_rank(state, slot);
  const bool sensor = slot.sensor();
  const std::optional<detail::MassWithout> without = detail::check_removal(state, "remove_shape", shape.slot);
  wake_touching_shape(state, shape.slot);
  unlink_shape(state, state.body_slots[slot.body], shape.slot);
  detail::free_shape(state, shape.slot);
  detail::take_out(state, rank, sensor, without);
  state.structure_changed = true;
}

// ---- reading ----------------------------------------------------------------------------------------------------

bool World::contains(ShapeId shape) const noexcept { return alive(*state_, shape); }

BodyId World::body_of(ShapeId shape) const {
  const std::uint32_t body = slot_of(*state_, shape, "body_of").body;
  return {body, state_->body_slots[body].generation};
}

const Shape& World::shape(ShapeId shape) const { return *slot_of(std::as_const(*state_), shape, "shape").shape; }
Material World::material(ShapeId shape) const { return slot_of(std::as_const(*state_), shape, "material").material; }
std::vector<Material> World::palette(ShapeId grid) const {
  return slot_of(std::as_const(*state_), grid, "palette").palette;
}
Filter World::filter(ShapeId shape) const { return slot_of(std::as_const(*state_), shape, "filter").filter; }
bool World::sensor(ShapeId shape) const { return slot_of(std::as_const(*state_), shape, "sensor").sensor(); }
bool World::sees_all(ShapeId sensor) const {
  return slot_of(std::as_const(*state_), sensor, "sees_all").sight == detail::Sight::all;
}

Aabb World::aabb(ShapeId shape) const {
  const ShapeSlot& slot = slot_of(std::as_const(*state_), shape, "aabb");
  return slot.shape->aabb(detail::user_pose(state_->bodies.pose[body_rank(*state_, slot)]));
}

// ---- changing ---------------------------------------------------------------------------------------------------

void World::set_shape(ShapeId shape, const Shape& replacement) {
  WorldState& state = *state_;
  ShapeSlot& slot = slot_of(state, shape, "set_shape");
  const Rank rank = body_rank(state, slot);
  check_mass(state, "set_shape", "replacement", rank, {shape.slot, &replacement, slot.material.density, slot.sensor()});
  wake_touching_shape(state, shape.slot);
  slot.shape = replacement;
  update_mass(state, rank);
  detail::update_leaf(state, shape.slot);
  wake_touching_shape(state, shape.slot);
  state.structure_changed = true;
}

void World::set_material(ShapeId shape, const Material& material) {
  WorldState& state = *state_;
  ShapeSlot& slot = slot_of(state, shape, "set_material");
  const Rank rank = body_rank(state, slot);
  detail::check({"set_material", "material."}, material);
  check_mass(state, "set_material", "material", rank, {shape.slot, &*slot.shape, material.density, slot.sensor()});
  wake_touching_shape(state, shape.slot);
  slot.material = material;
  if (state.bodies.flags[rank].type == BodyType::dynamic) update_mass(state, rank);
  state.structure_changed = true;
}

void World::set_palette(ShapeId grid, std::span<const Material> palette) {
  WorldState& state = *state_;
  ShapeSlot& slot = slot_of(state, grid, "set_palette");
  expect_grid(*slot.shape, "set_palette");
  for (const Material& material : palette) detail::check({"set_palette", "palette."}, material);
  wake_touching_shape(state, grid.slot);
  slot.palette.assign(palette.begin(), palette.end());
  state.structure_changed = true;
}

void World::set_filter(ShapeId shape, const Filter& filter) {
  WorldState& state = *state_;
  ShapeSlot& slot = slot_of(state, shape, "set_filter");
  wake_touching_shape(state, shape.slot);
  slot.filter = filter;
  state.structure_changed = true;
}

namespace {

using detail::plain;
using detail::V2;

/// The box around one cell, and the neighbours whose seams change with it.
detail::Box around_cell(const GridDef& def, int column, int row) {
  const Real x = static_cast<Real>(column) * def.cell, y = static_cast<Real>(row) * def.cell;
  const V2 lower = plain(def.origin) + V2{x - def.cell, y - def.cell};
  return {lower, lower + V2{3 * def.cell, 3 * def.cell}};
}

}  // namespace

// The grid is edited in place if nothing else holds its cells; the step's own copy of the shape is released for that.
void World::set_tile(ShapeId grid, int column, int row, const Tile& tile) {
  WorldState& state = *state_;
  ShapeSlot& slot = slot_of(state, grid, "set_tile");
  expect_grid(*slot.shape, "set_tile");
  const Rank rank = body_rank(state, slot);
  const GridDef def = grid_def(*slot.shape);
  const bool moves = state.bodies.flags[rank].type == BodyType::dynamic;
  finish_mass(state, rank);  // of the previous tiles
  const bool rebake = moves || state.structure_changed || slot.proxy == none;
  if (moves) {
    Shape changed = *slot.shape;
    bankshot::set_tile(changed, column, row, tile);
    check_mass(state, "set_tile", "grid", rank, {grid.slot, &changed, slot.material.density, slot.sensor()});
    set_shape(grid, changed);
    return;
  }
  const std::uint32_t geometry = rebake ? 0 : state.proxies[slot.proxy].geometry;
  if (!rebake) state.baked[geometry] = circle(1);
  try {
    bankshot::set_tile(*slot.shape, column, row, tile);
  } catch (...) {
    if (!rebake) state.baked[geometry] = *slot.shape;
    throw;
  }
  if (rebake) {
    state.structure_changed = true;
  } else {
    state.baked[geometry] = *slot.shape;
    state.proxies[slot.proxy].extent = detail::shape_extent(*slot.shape);
    state.structure_changed.renew();
  }
  state.sight_changed = true;
  detail::wake_near(state, rank, around_cell(def, column, row));
}

}  // namespace bankshot::BANKSHOT_ABI
