#pragma once
// Whether shapes overlap of which no two parts do. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether A and B overlap, though no part of the one overlaps any of the other by more than the band: a line in the
/// seam of two tiles, or two chains that cross where one of them has a corner. What fits in between two parts, and
/// touches both, does not.
bool interlocked(const Shape& a, const Shape& b, const Placement& at, Real band);

/// The same of shapes whose shortest_exit() is longer than the band.
bool held_at_one_place(const Shape& a, const Shape& b, const Placement& at, Real band);

}  // namespace bankshot::BANKSHOT_ABI::detail
