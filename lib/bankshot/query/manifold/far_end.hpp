#pragma once
// The second point of a face on something round. Not part of the public interface.

#include <bankshot/query/manifold/manifold_batch.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Of a contact of one point, where a rounded corner or a disc has the face or a corner of the other shape: takes in
/// the end of that face that lies farther away, if the round shape is within the margin below it. The separation there
/// is the way along the contact's normal, length. What is round, A or B, must not turn: the far end is not where its
/// normal leads to its core, so its turning, which moves no surface, would seem to press there.
///
/// A crate on a hill of some hundred times its size touches it at one point, which runs from corner to corner as the
/// crate tilts by a thousandth. A solver that knows that point alone holds one corner up in a step and lets the other
/// one fall, and next time the other way round: the crate walks down into the hill.
void add_far_end(const PairInput& pair, bool round_is_a, ContactGeometry& contact) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
