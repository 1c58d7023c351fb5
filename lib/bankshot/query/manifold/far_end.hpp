#pragma once
// The second point of a face on a round shape. Not part of the public interface.

#include <bankshot/query/manifold/manifold_batch.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// For a contact of one point, where a rounded corner or a disc touches the face or a corner of the other shape: adds
/// the farther end of that face, if the round shape is within the margin below it. The separation there is the distance
/// along the contact's normal, length. The round shape, A or B, must not turn: the normal at the far end does not lead
/// to its core, so its rotation, which moves no surface, would seem to press there.
///
/// A crate on a hill of some hundred times its size touches it at one point, which moves from corner to corner as the
/// crate tilts by a thousandth. A solver that has only that point holds one corner up in a step and lets the other one
/// fall, and the reverse in the next: the crate sinks into the hill.
void add_far_end(const PairInput& pair, bool round_is_a, ContactGeometry& contact) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
