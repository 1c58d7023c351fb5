#pragma once
// Finds whether shapes overlap of which no two parts do. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if A and B overlap although no two parts overlap by more than the band: a line in the seam of two tiles, or two
/// chains that cross at a corner of one of them. A shape that fits between two parts and touches both does not overlap.
bool interlocked(const Shape& a, const Shape& b, const Placement& at, Real band);

/// The same for shapes whose shortest_exit() is longer than the band.
bool held_at_one_place(const Shape& a, const Shape& b, const Placement& at, Real band);

}  // namespace bankshot::BANKSHOT_ABI::detail
