#include <bankshot/tolerance.hpp>
#include <bankshot/world/edit.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

// Two shapes count as touching up to a gap of band_factor eps max(extents, distance of the poses). With r the farthest
// that a shape's box reaches from its pose, extents are at most 2 r and the distance of a touching pair at most
// r_a + r_b and the gap: the band is below 2 band_factor eps (r_a + r_b), so each box may carry its own share. On top
// come a few units in the last place of the coordinates.
Box loose_box(const Shape& shape, const Pose& pose) noexcept {
  const Aabb box = shape.aabb(pose);
  const V2 lower = plain(box.lower), upper = plain(box.upper), position = plain(pose.position);
  const V2 below = position - lower, above = upper - position;
  const Real reach = max(absolute(below.x), absolute(above.x)) + max(absolute(below.y), absolute(above.y));
  const Real size = max(max(absolute(lower.x), absolute(upper.x)), max(absolute(lower.y), absolute(upper.y)));
  const Real margin = tolerance::eps * (2 * tolerance::band_factor * reach + 4 * size);
  return {lower - V2{margin, margin}, upper + V2{margin, margin}};
}

void remove_leaf(WorldState& state, ShapeSlot& slot) noexcept {
  if (slot.leaf == DynamicTree::null) return;
  (slot.leaf_resting ? state.resting : state.moving).remove(slot.leaf);
  slot.leaf = DynamicTree::null;
}

void update_leaf(WorldState& state, std::uint32_t shape_slot) {
  ShapeSlot& slot = state.shape_slots[shape_slot];
  const Rank rank = state.body_slots[slot.body].rank;
  const BodyFlags flags = state.bodies.flags[rank];
  const bool rests = flags.type == BodyType::fixed || !flags.awake;
  const Box box = loose_box(*slot.shape, user_pose(state.bodies.pose[rank]));
  if (slot.leaf != DynamicTree::null && slot.leaf_resting != rests) remove_leaf(state, slot);
  DynamicTree& tree = rests ? state.resting : state.moving;
  if (slot.leaf == DynamicTree::null) {
    slot.leaf = tree.insert(box, shape_slot);
    slot.leaf_resting = rests;
  } else {
    tree.move(slot.leaf, box, rests);
  }
}

void update_leaves(WorldState& state, Rank rank) {
  for (std::uint32_t i = state.body_slots[state.bodies.slot[rank]].first_shape; i != none;
       i = state.shape_slots[i].next) {
    update_leaf(state, i);
  }
}

void refresh_moving_tree(const WorldState& state) {
  const std::lock_guard lock(state.moving_mutex);
  if (state.moving_fresh) return;
  for (const ShapeSlot& slot : state.shape_slots) {
    if (slot.leaf == DynamicTree::null || slot.leaf_resting) continue;
    const BodyPose& pose = state.bodies.pose[state.body_slots[slot.body].rank];
    state.moving.move(slot.leaf, loose_box(*slot.shape, user_pose(pose)));
  }
  state.moving_fresh = true;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
