#include <bankshot/query/manifold.hpp>
#include <bankshot/query/manifold_batch.hpp>
#include <bankshot/shape/convex.hpp>

namespace bankshot::inline BANKSHOT_ABI {
namespace {

using detail::Geometry;
using detail::V2;

/// The part of the shape that `corner` names: 1 the first corner of the edge, 2 the last, 0 the edge itself.
Feature feature_of(const Geometry& shape, int edge, std::uint32_t corner) {
  Feature feature;
  if (corner == 0) return {Feature::Kind::edge, edge};
  feature.index = corner == 1 ? edge : detail::side_end(shape, edge);
  return feature;
}

detail::Q2 plain_rotation(const Rotation& q) { return {q.c, q.s}; }

Geometry geometry_of(const Shape& shape) {
  const detail::ConvexView view = detail_view(shape);
  return Geometry(view.count, view.points, view.normals, view.radius);
}

}  // namespace

Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Real margin) noexcept {
  const Geometry geometry_a = geometry_of(a), geometry_b = geometry_of(b);
  const V2 position_a = detail::plain(pose_a.position), position_b = detail::plain(pose_b.position);
  detail::PairInput pair;
  pair.a = &geometry_a, pair.b = &geometry_b;
  pair.d = position_a - position_b;
  pair.qa = plain_rotation(pose_a.rotation), pair.qb = plain_rotation(pose_b.rotation);
  pair.margin = margin;
  detail::ContactGeometry contact;
  detail::find_manifolds({&pair, 1}, &contact);

  Manifold result;
  result.count = contact.count;
  if (contact.count == 0) return result;
  result.normal = detail::vec2(contact.normal);
  for (int i = 0; i < contact.count; ++i) {
    const detail::ContactPoint& point = contact.points[i];
    const std::uint32_t corners = contact.corners >> (4 * i);
    ManifoldPoint& out = result.points[static_cast<std::size_t>(i)];
    out.position = detail::vec2(position_a + point.anchor);
    out.separation = point.separation;
    out.feature_a = feature_of(geometry_a, detail::key_edge_a(point.key), corners & 3);
    out.feature_b = feature_of(geometry_b, detail::key_edge_b(point.key), (corners >> 2) & 3);
  }
  return result;
}

}  // namespace bankshot::inline BANKSHOT_ABI
