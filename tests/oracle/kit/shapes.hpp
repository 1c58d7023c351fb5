#pragma once
// Random shapes of every kind and difficulty.

#include "oracle/kit/case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// The library accepts each of them, and each is about `size` large. Poses are left alone.
Piece any_piece(Random& random, double size);        ///< every kind, 3 to 8 corners, some rounded, some off-centre
Piece sliver_piece(Random& random, double size);     ///< 2^4 to 2^22 times longer than thick
Piece collinear_piece(Random& random, double size);  ///< a polygon with corners on its edges
Piece round_piece(Random& random, double size, int corners);  ///< a polygon on an ellipse
Piece grid_piece(Random& random);                             ///< small whole numbers
/// A piece with rotational symmetry around its origin.
Piece centred_piece(Random& random, double size);

/// Returns how far the piece reaches along `direction` from the position of its pose.
double reach_along(const Piece& piece, double x, double y);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
