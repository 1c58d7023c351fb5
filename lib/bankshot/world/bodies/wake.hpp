#pragma once
// Waking bodies between steps. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Wakes the body unless it is fixed, and moves its leaves to the tree of awake bodies.
void wake_body(WorldState& state, Rank rank);
/// Wakes sleeping bodies whose boxes overlap that of a shape. A sensor wakes them only if it is fixed: nothing else
/// would examine it.
void wake_sleepers_within_reach(WorldState& state, std::uint32_t shape_slot);
/// Wakes sleeping bodies near a box in the coordinates of a body.
void wake_near(WorldState& state, Rank rank, const Box& local);
/// Wakes the body, all that joints tie to it, all that touches it, and sleeping bodies within reach. No contact tells
/// of these: a body at rest that is no dynamic one does not wake what it meets, and bodies that were made asleep have
/// no contacts until they wake. Must be called before and after a change of pose.
void wake_touching(WorldState& state, Rank rank);
/// The same for one shape of a body. Must be called before and after a change of shape.
void wake_touching_shape(WorldState& state, std::uint32_t shape_slot);
/// Wakes all sleeping bodies.
void wake_all(WorldState& state);

}  // namespace bankshot::BANKSHOT_ABI::detail
