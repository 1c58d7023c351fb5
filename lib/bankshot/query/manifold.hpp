#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

#include <array>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

struct ManifoldPoint {
  Vec2 position = Vec2::Zero();  ///< world, halfway between the two surfaces
  Real separation = 0;  ///< signed along the normal; negative when overlapping; of parts that of the pair of parts
  Feature feature_a;
  Feature feature_b;
};

/// Up to two points where A and B meet or nearly meet, sharing one normal.
struct Manifold {
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  std::array<ManifoldPoint, 2> points = {};
  int count = 0;
};

/// The contact manifold of two shapes whose gap is at most `margin` (length units, >= 0), or that overlap() counts as
/// touching; count = 0 when farther apart. Points farther apart than the margin are left out, but where the shapes
/// touch and no point is within it: then the nearest is told, and what else touches.
/// For overlapping cores the normal is that of the axis of least overlap; for separate ones that of the closest
/// features, except that two sharp corners keep the normal of the face that holds the shapes farthest apart (the
/// separation, measured along it, is then less than the distance). Two points only where an edge faces an edge; points
/// come in order along the tangent, which is the normal turned left. Of several normals that are as good, exchanging A
/// and B may pick another. A pose that is not finite is infinitely far from everything.
/// Source: SAT reference and incident edge, Sutherland-Hodgman side clipping (Catto, GDC 2006).
BANKSHOT_API Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               Real margin = 0) noexcept;

/// The same for shapes made of parts and for containers, which may touch in several places with normals of their own:
/// one manifold per pair of parts whose surfaces meet; its features name the parts. manifold() gives the one with the
/// deepest point of these. Places that touch, and are apart by no more than the band, are told where none is nearer: a
/// margin of touching_band() or more gets all of them. Nothing is reported at seams: faces and corners that the whole
/// does not have. Where one lies so deep in the other that every pair of parts would part soonest across a seam, the
/// contact is that of the wholes: the normal and the depth are those of mtv(), and the points are where the two touch
/// after that way, taken back by half of it. Of two containers, which nothing parts, there is none.
BANKSHOT_API std::vector<Manifold> manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                             Real margin = 0);

}  // namespace bankshot::BANKSHOT_ABI
