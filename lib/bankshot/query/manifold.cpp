#include <bankshot/query/composite/composite_manifold.hpp>
#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/shape/convex.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

using detail::Geometry;
using detail::V2;

/// The feature that `corner` names: 1 the first corner of the edge, 2 the last, 0 the edge itself.
Feature corner_or_edge(const Geometry& shape, int edge, std::uint32_t corner) {
  Feature feature;
  if (corner == 0) return {Feature::Kind::edge, edge};
  feature.index = corner == 1 ? edge : detail::side_end(shape, edge);
  return feature;
}

}  // namespace

namespace detail {

namespace {

/// The edge of two points; for points named by their corners, as in a container, the edge between these.
Feature edge_of(const Geometry& shape, int one, int two) {
  if (shape.count == 1) return {Feature::Kind::corner, 0};
  const int after = one + 1 < shape.count ? one + 1 : 0;
  return {Feature::Kind::edge, one == two || after == two ? one : two};
}

/// The sizes that the band and the tie of two faces are fractions of; lower bounds.
struct PairSize {
  Real reach_a, reach_b, distance;

  PairSize(const ConvexData& a, const ConvexData& b, V2 d)
      : reach_a(a.reach + most(a.centre)), reach_b(b.reach + most(b.centre)), distance(most(d)) {}
  static Real most(V2 v) { return std::abs(v.x) + std::abs(v.y); }
  /// The gap up to which the two count as touching.
  Real band() const { return band_of(reach_a, reach_b, distance); }
  /// The most by which the separation of the chosen face may be below that of the other one: both faces' distances
  /// count.
  Real tie() const { return 2 * tolerance::tie_bias * max(max(reach_a, reach_b), distance); }
};

Real least_separation(const ContactGeometry& contact) {
  const Real first = contact.points[0].separation;
  return contact.count < 2 ? first : min(first, contact.points[1].separation);
}

bool all_within(const ContactGeometry& contact, Real margin) {
  return contact.points[0].separation <= margin && (contact.count < 2 || contact.points[1].separation <= margin);
}

/// Drops the farther of two points if it is beyond the limit.
void keep_near(ContactGeometry& contact, Real limit) {
  if (contact.count < 2 || all_within(contact, limit)) return;
  const bool second = contact.points[1].separation < contact.points[0].separation;
  if (second) contact.points[0] = contact.points[1];
  contact.corners = static_cast<std::uint16_t>(second ? contact.corners >> 4 : contact.corners & 0xfu);
  contact.count = 1;
}

}  // namespace

FeaturePair features_of(const ContactGeometry& contact, const Geometry& a, const Geometry& b) noexcept {
  const std::uint32_t one = contact.points[0].key, two = contact.points[1].key;
  if (contact.count > 1) {
    return {edge_of(a, key_edge_a(one), key_edge_a(two)), edge_of(b, key_edge_b(one), key_edge_b(two))};
  }
  return {corner_or_edge(a, key_edge_a(one), contact.corners & 3),
          corner_or_edge(b, key_edge_b(one), (contact.corners >> 2) & 3)};
}

Manifold manifold_from(const ContactGeometry& contact, const Geometry& a, const Geometry& b, V2 position_a) noexcept {
  Manifold result;
  result.count = contact.count;
  if (contact.count == 0) return result;
  result.normal = vec2(contact.normal);
  for (int i = 0; i < contact.count; ++i) {
    const ContactPoint& point = contact.points[i];
    const std::uint32_t corners = contact.corners >> (4 * i);
    ManifoldPoint& out = result.points[static_cast<std::size_t>(i)];
    out.position = vec2(position_a + point.anchor);
    out.separation = point.separation;
    out.feature_a = corner_or_edge(a, key_edge_a(point.key), corners & 3);
    out.feature_b = corner_or_edge(b, key_edge_b(point.key), (corners >> 2) & 3);
  }
  return result;
}

}  // namespace detail

// Shapes that touch may be apart by as much as the band, and so have no point within the margin. Of two faces that tie,
// the one at an angle may be chosen; corners then seem apart by the gap over its cosine, or by the distance between two
// of them. The points within the larger of margin and band, plus four ties, distinguish three cases. None: the two are
// apart. None beyond the margin: these are the result. Some beyond: the search is repeated for those within the margin.
// If there are none, those beyond count if the shapes touch, or are as near as the margin.
Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Real margin) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return deepest_manifold(parts_manifolds(a, pose_a, b, pose_b, margin));
  const ConvexData &data_a = ConvexData::of(a), &data_b = ConvexData::of(b);
  const Geometry geometry_a(data_a), geometry_b(data_b);
  PairInput pair;
  pair.a = &geometry_a, pair.b = &geometry_b;
  pair.d = plain(pose_a.position) - plain(pose_b.position);
  pair.qa = plain(pose_a.rotation), pair.qb = plain(pose_b.rotation);
  if (!finite(pair.d) || !is_rotation(pair.qa) || !is_rotation(pair.qb)) return {};
  const PairSize size(data_a, data_b, pair.d);
  const Real band = size.band();
  pair.margin = max(margin, band) + 4 * size.tie();
  ContactGeometry contact;
  find_manifold(pair, contact);
  if (contact.count == 0) return {};
  if (!all_within(contact, margin)) {
    ContactGeometry nearer;
    pair.margin = margin;
    find_manifold(pair, nearer);
    // No point is nearer than the nearest, except one below one face and beside the other.
    const bool within = nearer.count > 0 && least_separation(contact) <= margin;
    const Real gap = within ? Real(0) : closest_points(a, pose_a, b, pose_b).distance;
    if (within || (nearer.count > 0 && gap < -band)) {
      contact = nearer;
    } else if (!overlap(a, pose_a, b, pose_b) && !(gap <= margin)) {
      return {};
    }
    keep_near(contact, max(margin, band));
  }
  return manifold_from(contact, geometry_a, geometry_b, plain(pose_a.position));
}

std::vector<Manifold> manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Real margin) {
  if (!detail::both_convex(a, b)) return detail::parts_manifolds(a, pose_a, b, pose_b, margin);
  const Manifold only = manifold(a, pose_a, b, pose_b, margin);
  return only.count > 0 ? std::vector<Manifold>{only} : std::vector<Manifold>{};
}

}  // namespace bankshot::BANKSHOT_ABI
