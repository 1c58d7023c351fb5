#pragma once
// What Box2D says of a case, for people: in the units of the case.

#include <string>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

struct PeerAnswer {
  std::string text;  ///< its answers, or why it was not asked
  bool asked = false;
  Real skin = 0;                    ///< that its polygons and edges carry here
  Vec2 translation = Vec2::Zero();  ///< out of B along its manifold, zero when it has none
  Real fraction = -1;               ///< of a sweep, or of a ray; negative: it misses
};

PeerAnswer box2d_answer(const Case& data, bool sweep);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
