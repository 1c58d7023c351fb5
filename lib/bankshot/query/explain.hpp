#pragma once
#include <bankshot/math/interval.hpp>
#include <bankshot/query/mtv.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// Where a direction that the axis search looks at comes from.
enum class AxisSource : std::uint8_t {
  edge_of_a,  ///< the inward normal of an edge of A
  edge_of_b,  ///< the outward normal of an edge of B
  corners,    ///< from the nearest corner of B to that of A; a circle's centre is its corner
  positions   ///< from B's position to A's, where the shapes are too small for their distance to show
};

/// How the two shadows on an axis lie, end points included.
enum class Nesting : std::uint8_t { none, a_in_b, b_in_a, same };

/// One direction, and what the search makes of it. Lengths in the user's unit.
struct ExplainedAxis {
  AxisSource source = AxisSource::edge_of_a;
  int index_a = -1;             ///< edge or corner of A that it comes from; -1: none
  int index_b = -1;             ///< edge or corner of B; -1: none
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A: the way A would go
  Interval shadow_a;            ///< projection of A on the normal, rounding included, measured from B's position
  Interval shadow_b;            ///< the same of B
  Nesting nesting = Nesting::none;
  Real overlap = 0;  ///< length that the shadows share; negative: the gap between them
  Real added = 0;    ///< what A has to go beyond the overlap: to the end of B's shadow when one lies inside the other
  Real depth = 0;    ///< overlap + added: how far A has to go along the normal until the shadows part; negative: a gap
  bool eligible = true;  ///< false for nearest corners that are not the closest features: an edge lies nearer
};

/// What mtv() finds and how it comes to it.
struct Explanation {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  Relation relation = Relation::apart;
  std::optional<Mtv> mtv;           ///< what mtv() returns; empty when apart
  std::vector<ExplainedAxis> axes;  ///< every direction, in the order of the search; empty when a pose is not finite
  int chosen = -1;                  ///< index of the axis of least depth, which decides; -1 when there is none
  Feature feature_a;                ///< feature of A that lies farthest against the chosen normal
  Feature feature_b;                ///< feature of B that lies farthest along it
  Real band = 0;                    ///< gap or overlap up to which the two count as touching
  bool circles_apart = false;       ///< the bounding circles alone show that the shapes are apart: mtv() asks no axis
};

/// Every axis that the search behind mtv() looks at for a pair, with both shadows. Normal and depth of the chosen one
/// are those of mtv() to the last bit, because it is the same search. When the shapes are apart, mtv() stops at the
/// first gap; this goes on to the axis of the largest one, whose size is the distance. Throws std::invalid_argument
/// when a shape is not convex: explain its pieces() then.
BANKSHOT_API Explanation explain(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace bankshot::BANKSHOT_ABI
