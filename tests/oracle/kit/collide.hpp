#pragma once
// Box2D calls that comparisons and pictures share.

#include <box2d/b2_time_of_impact.h>

#include "oracle/kit/twin.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

struct Manifold {
  bool found = false;
  b2Vec2 normal = b2Vec2_zero;  ///< from B to A
  double depth = 0;             ///< of the deepest of its points
};

/// False if Box2D has no function for the pair, or only one for chains.
bool collide(const Twin& twin, Manifold& answer);

/// Casts the ray of the case against A.
bool ray_cast(const Twin& twin, b2RayCastOutput& output);

b2TOIOutput time_of_impact(const Twin& twin);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
