#pragma once
// Shapes from a seed, for tests of worlds.

#include <bankshot/shape/composites.hpp>

#include "random.hpp"

namespace bankshot::testing {

/// A box, a capsule, a triangle or an L.
inline Shape shape_with_sides(Random& random) {
  const Real size = random.real(0.3, 1.5), thin = size * random.real(0.1, 1);
  switch (random.below(4)) {
    case 0: return box(size, thin);
    case 1: return capsule(Vec2(-size / 2, 0), Vec2(size / 2, 0), thin / 2);
    case 2: {
      const Vec2 corners[] = {Vec2(0, 0), Vec2(size, 0), Vec2(size * random.real(0.2, 0.8), thin)};
      return polygon(corners);
    }
    default: {
      const Vec2 corners[] = {Vec2(0, 0),           Vec2(size, 0), Vec2(size, thin / 2), Vec2(thin / 2, thin / 2),
                              Vec2(thin / 2, size), Vec2(0, size)};
      return simple_polygon(corners);
    }
  }
}

}  // namespace bankshot::testing
