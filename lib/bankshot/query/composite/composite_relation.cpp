// Overlap, containment and point tests for composites.
//
// A lies in the union of B's parts if and only if no outline of A leaves that union, no boundary of the union (the rim
// of a hole, say) runs through the interior of A, and no part of A fills a hole of it exactly: otherwise, if one point
// of a part is inside, all of it is.

#include <bankshot/query/composite/composite_relation.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/mask_overlap.hpp>
#include <bankshot/query/parts/rounded_polygons.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The parts of `shape` near a box in its coordinates, in place; one-way parts have no interior.
struct Union {
  std::vector<RoundedPolygon> blobs;
  std::vector<Rect> rects;
};

Union union_near(const Shape& shape, Q2 q, P2 shift, const Box& box) {
  Union all;
  for_each_part(shape, box, [&](const Part& part) {
    if (part.one_way >= 0) return;
    all.blobs.push_back(blob_of(part, q, shift));
    all.rects.push_back(rect_of(all.blobs.back()));
  });
  return all;
}

/// True if the curve leaves the union by more than the band.
bool leaves(const Curve& curve, const Union& all, double band) {
  std::vector<Span> spans, left;
  const Rect rect = rect_of(curve);
  for (std::size_t i = 0; i < all.blobs.size(); ++i) {
    if (meet(rect, all.rects[i], band)) covered(curve, 0, all.blobs[i], band, spans);
  }
  uncovered(curve, spans, left);
  return !left.empty();
}

/// True if a boundary of the union runs through the rounded polygon, deeper than the band.
bool crosses(const RoundedPolygon& blob, const Union& all, double band) {
  const double hair = hair_of(all.blobs);
  const Rect rect = rect_of(blob);
  std::vector<Curve> curves;
  for (std::uint32_t i = 0; i < all.blobs.size(); ++i) {
    if (meet(rect, all.rects[i], 0)) outline(all.blobs[i], i, curves);
  }
  std::vector<Span> free, inside;
  for (const Curve& curve : curves) {
    if (!meet(rect, rect_of(curve), 0)) continue;
    free.clear(), inside.clear();
    covered(curve, 0, blob, -band, inside);
    if (inside.empty()) continue;
    free_spans(curve, all.blobs, all.rects, hair, free);
    for (const Span& span : free) {
      for (const Span& part : inside) {
        const double from = std::max(span.from, part.from), to = std::min(span.to, part.to);
        if (to - from > curve.parameter_change(from, hair)) return true;
      }
    }
  }
  return false;
}

/// True if the mean of the rounded polygon's corners is in the union.
bool holds_middle(const Union& all, const RoundedPolygon& blob, double band) {
  P2 middle;
  for (const P2 corner : blob.corners) middle = middle + (1 / double(blob.corners.size())) * corner;
  return std::any_of(all.blobs.begin(), all.blobs.end(),
                     [&](const RoundedPolygon& other) { return distance(other, middle) <= band; });
}

/// The largest depth over all pairs of parts; stops once it exceeds `enough`. Negative: a gap.
Real deepest(const Shape& a, const Shape& b, const Placement& at, Real band, Real enough) {
  Real most = -std::numeric_limits<Real>::infinity();
  for_each_pair(a, b, at, band, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    const PairFrame frame = frame_of(part_a, part_b, at, band);
    if (frame.usable) most = max(most, depth_of(frame, find_axis(frame, Search::to_first_gap).separation));
    return most <= enough;
  });
  return most;
}

/// True if all of A lies in the union of B's parts, up to the band. Tests every part of A.
bool parts_inside(const Shape& a, const Shape& b, const Placement& at, Real band) {
  if (b.kind() == ShapeKind::chain || b.kind() == ShapeKind::segment) return false;
  const Union all = union_near(b, at.qb, -wide(at.d), into_b(at, bounds_of(a), band));
  std::vector<std::uint32_t> numbers;
  parts_near(a, bounds_of(a), numbers);
  PieceSpace space;
  std::vector<Curve> curves;
  for (const std::uint32_t number : numbers) {
    const Part part = part_of(a, number, space);
    if (part.one_way >= 0) continue;
    const RoundedPolygon blob = blob_of(part, at.qa, {});
    curves.clear();
    outline(blob, 0, curves);
    for (const Curve& curve : curves) {
      if (leaves(curve, all, double(band))) return false;
    }
    if (crosses(blob, all, double(band)) || !holds_middle(all, blob, double(band))) return false;
  }
  return true;
}

}  // namespace

bool parts_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_relation(a, pose_a, b, pose_b) != Relation::apart;
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return false;
  if (const std::optional<bool> pixels = masks_overlap(a, b, at, band)) return *pixels;
  return deepest(a, b, at, band, -band) >= -band;
}

Relation parts_relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_relation(a, pose_a, b, pose_b);
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return Relation::apart;
  const Real depth = deepest(a, b, at, band, band);
  if (!(depth >= -band)) return Relation::apart;
  const bool deep = depth > band || interlocked(a, b, at, band);
  if (!deep) return Relation::touching;
  return overlapping(parts_inside(a, b, at, band), parts_inside(b, a, at.exchanged(), band));
}

PointRelation parts_contain(const Shape& shape, const Pose& pose, const Vec2& point) {
  if (shape.kind() == ShapeKind::container) return container_contains(shape, pose, point);
  const Q2 q = plain(pose.rotation);
  const V2 x = plain(point) - plain(pose.position);
  const Placed whole = place(detail_view(shape), q);
  if (!finite(x) || !finite(whole.reach) || !(whole.scale > 0)) return PointRelation::outside;
  const Real band = band_of(whole.reach, 0, length(x));
  const Box around = into_b({{1, 0}, q, x}, {}, 4 * band);
  const Union all = union_near(shape, q, {}, around);
  double nearest = std::numeric_limits<double>::infinity();
  for (const RoundedPolygon& blob : all.blobs) nearest = std::min(nearest, distance(blob, wide(x)));
  if (nearest > double(band)) return PointRelation::outside;
  if (nearest < -double(band)) return PointRelation::inside;
  // On the boundary of a part, which may lie inside the union: it does if the surroundings of the point are covered.
  // Between parts whose corners were rounded there may be a slit, far narrower than the band.
  std::vector<Curve> circle;
  outline({{wide(x)}, double(band), 0}, 0, circle);
  for (const Curve& arc : circle) {
    if (leaves(arc, all, double(band) / 2)) return PointRelation::boundary;
  }
  return PointRelation::inside;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
