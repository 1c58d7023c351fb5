#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

struct ClosestPoints {
  Vec2 point_a = Vec2::Zero();  ///< on A's surface, world
  Vec2 point_b = Vec2::Zero();  ///< on B's surface, world
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  Real distance = 0;            ///< gap between the surfaces; negative depth of the MTV when they overlap
  Feature feature_a;
  Feature feature_b;
};

/// The closest points of two shapes; for overlapping shapes the ends of the minimum translation vector, with a negative
/// distance. Where an edge faces an edge, the middle of the stretch they share. Never a zero normal. Swapping the
/// shapes swaps the points and negates the normal exactly. Two containers overlap without end: their distance is
/// -infinity. A pose that is not finite, or a rotation of length 0, is infinitely far from everything, for all queries:
/// apart, no hit, no contact. So is a one-way shape for this query, which sees nothing of it. Where the distance is
/// infinite there are no closest points: look at neither these nor the normal. Of ways out that are as short, that
/// towards A's side is taken; in one place no side tells. Of what does not fit into its room, and no way parts, the
/// distance is no measure: mtv() tells so by `separates`. Wholes deep in one another take as long as in mtv().
BANKSHOT_API ClosestPoints closest_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                          const Pose& pose_b) noexcept;

/// The same for a single point in place of A, in world coordinates: `distance` is how far it is from B's surface,
/// negative within, and `point_b` the place on the surface that is nearest, with the normal there. A point that is not
/// finite is infinitely far, and so is a one-way shape: `point_b` then says nothing.
BANKSHOT_API ClosestPoints closest_points(const Vec2& point, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
