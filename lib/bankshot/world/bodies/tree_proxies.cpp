#include <bankshot/world/bodies/tree_proxies.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

// Two shapes count as touching up to a gap of band_factor eps max(extents, distance of the poses). With r the farthest
// reach of a shape's box from its pose, extents are at most 2 r, and the distance of a touching pair at most r_a + r_b
// plus the gap. So the band is below 2 band_factor eps (r_a + r_b), and each box can have its own share as a margin. A
// few units in the last place of the coordinates are added.
Box loose_box(const Shape& shape, const Pose& pose) noexcept {
  const Aabb box = shape.aabb(pose);
  const V2 lower = plain(box.lower), upper = plain(box.upper), position = plain(pose.position);
  const V2 below = position - lower, above = upper - position;
  const Real reach = max(absolute(below.x), absolute(above.x)) + max(absolute(below.y), absolute(above.y));
  const Real size = max(max(absolute(lower.x), absolute(upper.x)), max(absolute(lower.y), absolute(upper.y)));
  const Real margin = tolerance::eps * (2 * tolerance::band_factor * reach + 4 * size);
  return {lower - V2{margin, margin}, upper + V2{margin, margin}};
}

namespace {

Box box_of(const WorldState& state, const ShapeSlot& slot) {
  return loose_box(*slot.shape, user_pose(state.bodies.pose[state.body_slots[slot.body].rank]));
}

bool is_resting(const WorldState& state, const ShapeSlot& slot) {
  const BodyFlags& flags = state.bodies.flags[state.body_slots[slot.body].rank];
  return flags.type == BodyType::fixed || !flags.awake;
}

void remove_resting(WorldState& state, ShapeSlot& slot) noexcept {
  if (slot.leaf != DynamicTree::null) state.resting.remove(slot.leaf);
  slot.leaf = DynamicTree::null;
}

void remove_moving(MovingTree& moving, std::size_t shape_slot) noexcept {
  if (shape_slot >= moving.leaf.size() || moving.leaf[shape_slot] == DynamicTree::null) return;
  moving.tree.remove(moving.leaf[shape_slot]);
  moving.leaf[shape_slot] = DynamicTree::null;
}

/// Inserts the shape or moves it to its present place.
void put(DynamicTree& tree, DynamicTree::Proxy& leaf, const Box& box, std::uint32_t shape_slot, bool exactly) {
  if (leaf == DynamicTree::null) {
    leaf = tree.insert(box, shape_slot);
  } else {
    tree.move(leaf, box, exactly);
  }
}

/// Updates the list of containers.
void list_container(MovingTree& moving, std::uint32_t shape_slot, bool is_one) {
  const auto place = std::lower_bound(moving.containers.begin(), moving.containers.end(), shape_slot);
  const bool listed = place != moving.containers.end() && *place == shape_slot;
  if (is_one && !listed) moving.containers.insert(place, shape_slot);
  if (!is_one && listed) moving.containers.erase(place);
}

bool is_container(const ShapeSlot& slot) { return slot.shape && slot.shape->kind() == ShapeKind::container; }

}  // namespace

void remove_leaf(WorldState& state, std::uint32_t shape_slot) noexcept {
  state.sight_changed = true;
  remove_resting(state, state.shape_slots[shape_slot]);
  remove_moving(state.moving, shape_slot);
  list_container(state.moving, shape_slot, false);
}

void update_leaf(WorldState& state, std::uint32_t shape_slot) {
  ShapeSlot& slot = state.shape_slots[shape_slot];
  MovingTree& moving = state.moving;
  state.sight_changed = true;
  if (moving.built) list_container(moving, shape_slot, is_container(slot));
  if (is_resting(state, slot)) {
    remove_moving(moving, shape_slot);
    put(state.resting, slot.leaf, box_of(state, slot), shape_slot, true);
    const BodyFlags& flags = state.bodies.flags[state.body_slots[slot.body].rank];
    state.resting.mark(slot.leaf, flags.type != BodyType::fixed || slot.sight == Sight::all);
    return;
  }
  remove_resting(state, slot);
  if (!moving.built) return;
  if (moving.leaf.size() <= shape_slot) moving.leaf.resize(state.shape_slots.size(), DynamicTree::null);
  put(moving.tree, moving.leaf[shape_slot], box_of(state, slot), shape_slot, false);
}

void update_leaves(WorldState& state, Rank rank) {
  for (std::uint32_t i = state.body_slots[state.bodies.slot[rank]].first_shape; i != none;
       i = state.shape_slots[i].next) {
    update_leaf(state, i);
  }
}

void refresh_moving_tree(const WorldState& state) {
  const std::lock_guard lock(state.moving_mutex);
  MovingTree& moving = state.moving;
  if (moving.built && moving.fresh) return;
  if (!moving.built) {
    moving.leaf.assign(state.shape_slots.size(), DynamicTree::null);
    moving.containers.clear();
    for (std::uint32_t i = 0; i < state.shape_slots.size(); ++i) {
      if (is_container(state.shape_slots[i])) moving.containers.push_back(i);
    }
  }
  for (std::uint32_t i = 0; i < moving.leaf.size(); ++i) {
    const ShapeSlot& slot = state.shape_slots[i];
    const bool is_new = !moving.built && slot.shape && !is_resting(state, slot);
    if (is_new || moving.leaf[i] != DynamicTree::null) put(moving.tree, moving.leaf[i], box_of(state, slot), i, false);
  }
  moving.built = moving.fresh = true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
