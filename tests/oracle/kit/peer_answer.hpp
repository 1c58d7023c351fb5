#pragma once
// Box2D's answers to a case, for people: in the units of the case.

#include <string>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

struct PeerAnswer {
  std::string text;  ///< its answers, or why it was not asked
  bool asked = false;
  Real skin = 0;                    ///< of Box2D's polygons and edges, in these units
  Vec2 translation = Vec2::Zero();  ///< out of B along its manifold, zero if it has none
  Real fraction = -1;               ///< of a sweep, or of a ray; negative: a miss
};

PeerAnswer box2d_answer(const Case& data, bool sweep);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
