#pragma once
// Boxes of shapes in the trees of a world. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The box of a shape with a margin for rounding: it overlaps the box, made in the same way, of any shape that touches
/// this one within the band.
Box loose_box(const Shape& shape, const Pose& pose) noexcept;
/// Puts the shapes of a body, at their present place, into the right tree: the resting one for a fixed or sleeping
/// body, the moving one otherwise.
void update_leaves(WorldState& state, Rank rank);
void update_leaf(WorldState& state, std::uint32_t shape_slot);
void remove_leaf(WorldState& state, std::uint32_t shape_slot) noexcept;
/// Updates the moving tree, or builds it. Several threads may call it at once.
void refresh_moving_tree(const WorldState& state);

}  // namespace bankshot::BANKSHOT_ABI::detail
