#pragma once
// The thickness of a polygon with reflex corners. Not part of the public interface.

#include <bankshot/shape/decompose.hpp>
#include <bankshot/shape/stored_pieces.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The shortest path through the polygon straight in from the middle of one of its edges, length: the thickness of its
/// thinnest wall, however it is cut into pieces. Tips of sharp corners do not count, as for the extent of a convex
/// polygon. `pieces` are those of `cut`, in order. Paths through very many pieces are left out.
Real thickness(const Decomposition& cut, const StoredPieces& pieces);

}  // namespace bankshot::BANKSHOT_ABI::detail
