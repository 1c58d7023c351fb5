#pragma once
// Poses of the shapes of a case, and the motion of A.

#include "oracle/kit/case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Draws rotations for the class of the case.
void turn_pieces(Random& random, Case& out);

/// Draws positions: apart, overlapping, nested or within ulps of touching, by the class of the case.
void place_pair(Random& random, Case& out, double size);
void place_on_grid(Random& random, Case& out);  ///< whole numbers and quarter turns

/// Draws positions and a motion of A.
void place_and_send(Random& random, Case& out, double size);

/// Draws a ray against A, from outside or inside, through it or just past it; its origin is the point of point queries.
void aim_ray(Random& random, Case& out, double size);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
