#pragma once
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/world/definition.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Which shapes a query of a world sees. Sensors are left out by default.
struct QueryOptions {
  Filter filter = {};  ///< of the query: it meets the shapes that a shape with this filter would meet
  bool sensors = false;
  InsideRays inside = InsideRays::hit_at_start;  ///< rays only
};

struct WorldRayHit {
  BodyId body;
  ShapeId shape;
  Real fraction = 0;  ///< of the translation
  Vec2 point = Vec2::Zero();
  Vec2 normal = Vec2::UnitX();  ///< unit, from the shape towards the side that the ray came from
  Feature feature;
};

struct WorldSweepHit {
  BodyId body;
  ShapeId shape;
  SweepHit hit;  ///< A is the swept shape, B the one in the world
};

}  // namespace bankshot::BANKSHOT_ABI
