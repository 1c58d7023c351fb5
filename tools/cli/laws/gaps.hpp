#pragma once
// How far forms are apart or overlap, by separating axes and distances in double: nothing of the library.

#include "lab.hpp"

namespace bankshot_tool::laws {

struct Gap {
  std::size_t a = 0, b = 0;  ///< bodies, a < b
  double gap = 0;            ///< m; negative: how deep they overlap
  int corners = 0;           ///< how many corners of either, and middles of discs, are that near to the other; of a
                             ///< room, to one of its walls
  bool round = false;        ///< whether a radius is part of it
};

/// All pairs of bodies of which one is dynamic that are less than `margin` apart, m. A room's gap is that to its walls.
std::vector<Gap> near_pairs(const Lab& lab, double margin);

}  // namespace bankshot_tool::laws
