#pragma once
// The parts of a composite's pieces that show on the outside of the union. Not part of the public interface.

#include <bankshot/shape/decompose.hpp>
#include <bankshot/shape/stored_pieces.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// The unit vector from one point towards another.
V2 direction(V2 from, V2 to);

/// Seams of a convex shape on its own: every edge shows, and every corner that is not straight.
void set_own_seams(const ConvexView& view, std::span<Seam> seams);

/// Seams of a polygon with reflex corners: cuts are inside, and corners are those of the outline.
void set_outline_seams(std::span<const V2> corners, const Decomposition& cut, StoredPieces& pieces);

/// Hides what other pieces cover: corners inside of them or on their boundary, unless all parts that meet there are
/// convex together, and edges that lie in other pieces as a whole, moved outward by the epsilon offset. Arcs are hidden
/// in pieces that contain their whole disc. Corners and edges that very many pieces meet may remain visible.
/// Preconditions: own seams are set, and the pieces are indexed.
void hide_covered(StoredPieces& pieces);

/// Rebuilds a compound from its convex pieces, in their order, with the seams of all their corners and the extent that
/// they had in it. Refused like compound(), and if a seam is no direction or the extent is no length.
Result<Shape> compound_of(std::span<const Shape> pieces, std::span<const Seam> seams, Real extent);

}  // namespace bankshot::BANKSHOT_ABI::detail
