#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

#include <array>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

struct ManifoldPoint {
  Vec2 position = Vec2::Zero();  ///< world, halfway between the two surfaces
  Real separation = 0;  ///< signed along the normal; negative when overlapping; for parts, that of the pair of parts
  Feature feature_a;
  Feature feature_b;
};

/// Up to two points where A and B meet or nearly meet, with one normal.
struct Manifold {
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  std::array<ManifoldPoint, 2> points = {};
  int count = 0;
};

/// Returns the contact manifold of two shapes whose gap is at most `margin` (length units, >= 0), or that overlap()
/// counts as touching; count = 0 when farther apart. Points farther apart than the margin are left out. If the shapes
/// touch and no point is within the margin, the nearest point is reported, with any other point that touches.
///
/// For overlapping cores the normal is that of the axis of least overlap; for separate cores it is that of the closest
/// features. The exception is two sharp corners: these keep the normal of the face that separates the shapes farthest
/// (the separation, measured along it, is then less than the distance). There are two points only where an edge faces
/// an edge. Points are in order along the tangent, which is the normal turned left. If several normals are equally
/// good, exchanging A and B may select another one. A pose that is not finite is infinitely far from everything.
/// Source: SAT reference and incident edge, Sutherland-Hodgman side clipping (Catto, GDC 2006).
BANKSHOT_API Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               Real margin = 0) noexcept;

/// The same for shapes made of parts and for containers, which may touch in several places with different normals.
/// Returns one manifold per pair of parts whose surfaces meet; its features name the parts. manifold() returns the one
/// with the deepest point. Places that touch at a gap within the band are reported only if none is nearer: a margin of
/// touching_band() or more reports all of them. Nothing is reported at seams: faces and corners that the union does not
/// have.
///
/// If one shape is so deep in the other that for every pair of parts the shortest exit crosses a seam, the contact is
/// that of the whole shapes. Its normal and depth are those of mtv(). Its points are where the two touch after that
/// translation, moved back by half of it. Two containers, which no translation separates, have no contact.
BANKSHOT_API std::vector<Manifold> manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                             Real margin = 0);

}  // namespace bankshot::BANKSHOT_ABI
