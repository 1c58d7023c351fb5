#pragma once
// Where the shapes of a case are, and where A goes.

#include "oracle/kit/case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Rotations as the class of the case asks for.
void turn_pieces(Random& random, Case& out);

/// Positions: apart, overlapping, nested or within ulps of touching, as the class asks for.
void place_pair(Random& random, Case& out, double size);
void place_on_grid(Random& random, Case& out);  ///< whole numbers and quarter turns

/// Positions and a motion of A.
void place_and_send(Random& random, Case& out, double size);

/// A ray against A, from outside or inside, through it or past it by a hair; its origin is the point asked for.
void aim_ray(Random& random, Case& out, double size);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
