#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

struct ClosestPoints {
  Vec2 point_a = Vec2::Zero();  ///< on A's surface, world
  Vec2 point_b = Vec2::Zero();  ///< on B's surface, world
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  Real distance = 0;            ///< gap between the surfaces; minus the depth of the MTV when they overlap
  Feature feature_a;
  Feature feature_b;
};

/// Returns the closest points of two shapes. For overlapping shapes these are the ends of the minimum translation
/// vector, with a negative distance. Where an edge faces an edge, they are in the middle of the stretch the edges
/// share. The normal is never zero. Swapping the shapes swaps the points and negates the normal exactly.
///
/// Two containers overlap without end: their distance is -infinity. For all queries, a pose that is not finite, or a
/// rotation of length 0, is infinitely far from everything: apart, no hit, no contact. In this query a one-way shape is
/// infinitely far, too. Where the distance is infinite there are no closest points; ignore the points and the normal.
///
/// If several exits are equally short, the one towards A's side is taken; two shapes in the same place have no such
/// side. If a shape does not fit into a room, no translation separates them and the distance is no measure: mtv()
/// reports this by `separates`. Shapes made of parts that are deep in each other take as long as in mtv().
BANKSHOT_API ClosestPoints closest_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                          const Pose& pose_b) noexcept;

/// The same for a single point instead of A, in world coordinates. `distance` is the distance from B's surface,
/// negative inside B. `point_b` is the nearest point of the surface, with the normal there. A point that is not finite
/// is infinitely far, and so is a one-way shape: `point_b` then has no meaning.
BANKSHOT_API ClosestPoints closest_points(const Vec2& point, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
