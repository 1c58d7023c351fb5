#pragma once
#include <bankshot/math/interval.hpp>
#include <bankshot/query/mtv.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// Where a direction of the axis search comes from.
enum class AxisSource : std::uint8_t {
  edge_of_a,  ///< the inward normal of an edge of A
  edge_of_b,  ///< the outward normal of an edge of B
  corners,    ///< from the nearest corner of B to that of A; a circle's centre is its corner
  positions   ///< from B's position to A's, for shapes too small for their distance to be resolved
};

/// How the two projections on an axis lie, end points included.
enum class Nesting : std::uint8_t { none, a_in_b, b_in_a, same };

/// One direction, and its result in the search. Lengths in the user's unit.
struct ExplainedAxis {
  AxisSource source = AxisSource::edge_of_a;
  int index_a = -1;             ///< edge or corner of A that it comes from; -1: none
  int index_b = -1;             ///< edge or corner of B; -1: none
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A: the direction in which A would move
  Interval shadow_a;            ///< projection of A on the normal, rounding radius included, measured from B's position
  Interval shadow_b;            ///< the same for B
  Nesting nesting = Nesting::none;
  Real overlap = 0;  ///< length that the projections share; negative: the gap between them
  Real added = 0;    ///< distance beyond the overlap, to the end of B's projection, when one contains the other
  Real depth = 0;    ///< overlap + added: how far A moves along the normal until the projections part; negative: a gap
  bool eligible = true;  ///< false for nearest corners that are not the closest features, because an edge is nearer
};

/// The result of mtv(), and the axes that lead to it.
struct Explanation {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  Relation relation = Relation::apart;
  std::optional<Mtv> mtv;           ///< what mtv() returns; empty when apart
  std::vector<ExplainedAxis> axes;  ///< every direction, in the order of the search; empty when a pose is not finite
  int chosen = -1;                  ///< index of the axis of least depth, which decides; -1 when there is none
  Feature feature_a;                ///< feature of A farthest against the chosen normal
  Feature feature_b;                ///< feature of B farthest along it
  Real band = 0;                    ///< largest gap or overlap that counts as touching
  bool circles_apart = false;       ///< the bounding circles alone show that the shapes are apart: mtv() tests no axis
};

/// Returns every axis that the search behind mtv() tests for a pair, with both projections. The normal and depth of the
/// chosen axis equal those of mtv() to the last bit, because it is the same search. When the shapes are apart, mtv()
/// stops at the first gap; this function goes on to the axis of the largest gap, whose size is the distance. Throws
/// std::invalid_argument when a shape is not convex: explain its pieces() instead.
BANKSHOT_API Explanation explain(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace bankshot::BANKSHOT_ABI
