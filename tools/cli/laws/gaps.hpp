#pragma once
// Distances and overlaps of forms, by separating axes and distances in double. Uses no code of the library.

#include "lab.hpp"

namespace bankshot_tool::laws {

struct Gap {
  std::size_t a = 0, b = 0;  ///< bodies, a < b
  double gap = 0;            ///< m; negative: the depth of the overlap
  int corners = 0;           ///< how many corners of either, and middles of discs, are that near to the other; of a
                             ///< room, to one of its walls
  bool round = false;        ///< true if a radius is part of it
};

/// Returns all pairs of bodies with a dynamic one that are less than `margin` apart, m. A room's gap is that to its
/// walls.
std::vector<Gap> near_pairs(const Lab& lab, double margin);

}  // namespace bankshot_tool::laws
