#pragma once
// Places with bodies that are thrown about until they rest: drawn at random from the seed.

#include <string>

#include "lab.hpp"

namespace bankshot_tool::laws {

struct RestPlace {
  std::string name;        ///< the place and its contents
  double restitution = 0;  ///< of everything in it
  double friction = 0;
  double lowest = 0;              ///< height of the lowest point there is, m
  std::vector<Spec> bodies = {};  ///< the place itself first
};

/// Returns a closed room of four walls with discs, boxes, capsules, polygons or all of them.
RestPlace rest_room(const Trial& trial, std::uint64_t index, int most_bodies);
/// Returns a wedge, a shaft, a V, an open bin, a container, a floor of tiles or a kinematic floor that stands still.
RestPlace rest_place(const Trial& trial, std::uint64_t index, int most_bodies);
inline constexpr int rest_place_kinds = 7;

}  // namespace bankshot_tool::laws
