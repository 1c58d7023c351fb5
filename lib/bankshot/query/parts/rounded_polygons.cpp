#include <bankshot/query/parts/rounded_polygons.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

P2 turned(Q2 q, V2 v) {
  const double c = q.c, s = q.s;
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

std::vector<P2> corners_of(const ConvexView& view, Q2 q) {
  std::vector<P2> corners;
  corners.reserve(static_cast<std::size_t>(view.count));
  for (int i = 0; i < view.count; ++i) corners.push_back(turned(q, view.points[i]));
  return corners;
}

bool lower(P2 p, P2 q) { return p.y < q.y || (p.y == q.y && p.x < q.x); }

/// True if an edge leads down, or level to the left.
bool falls(P2 along) { return along.y < 0 || (along.y == 0 && along.x < 0); }

std::size_t lowest_of(const std::vector<P2>& corners) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    if (lower(corners[i], corners[best])) best = i;
  }
  return best;
}

/// Joins corners that were rounded to one place: the edge between them has no direction.
void join_corners(std::vector<P2>& corners) {
  const auto same = [](P2 one, P2 two) { return one.x == two.x && one.y == two.y; };
  corners.erase(std::unique(corners.begin(), corners.end(), same), corners.end());
  while (corners.size() > 1 && same(corners.front(), corners.back())) corners.pop_back();
}

}  // namespace

RoundedPolygon blob_of(const Part& part, Q2 q, P2 shift) {
  RoundedPolygon blob;
  blob.corners = corners_of(part.view, q);
  for (P2& corner : blob.corners) corner = corner + shift;
  join_corners(blob.corners);
  blob.radius = part.view.radius;
  return blob;
}

// The Minkowski sum of B and the mirror image of A: the edges of both, in the order of their directions (de Berg et
// al., Computational Geometry, "Minkowski sums"). Each corner is the difference of one corner of each, never a running
// sum, so that obstacles of neighbouring parts share their corners to the last bit.
RoundedPolygon obstacle(const Part& a, const Part& b, const Placement& at) {
  std::vector<P2> p = corners_of(b.view, at.qb), q = corners_of(a.view, at.qa);
  for (P2& corner : q) corner = -corner;
  const P2 d = wide(at.d);
  RoundedPolygon blob;
  blob.radius = double(a.view.radius) + b.view.radius;
  const std::size_t n = p.size(), m = q.size();
  std::size_t i = lowest_of(p), j = lowest_of(q);
  std::size_t left_p = n > 1 ? n : 0, left_q = m > 1 ? m : 0;
  if (left_p + left_q == 0) blob.corners.push_back((p[0] + q[0]) - d);
  while (left_p + left_q > 0) {
    blob.corners.push_back((p[i] + q[j]) - d);
    const P2 along_p = p[(i + 1) % n] - p[i], along_q = q[(j + 1) % m] - q[j];
    const double turn = cross(along_p, along_q);
    // From the lowest corner on, both proceed by increasing angle: first the edges that rise, then those that fall.
    const bool falls_p = falls(along_p), falls_q = falls(along_q);
    const bool parallel = turn == 0 && falls_p == falls_q;
    const bool p_first = falls_p != falls_q ? falls_q : turn >= 0;
    const bool take_p = left_p > 0 && (left_q == 0 || parallel || p_first);
    const bool take_q = left_q > 0 && (left_p == 0 || parallel || !p_first);
    if (take_p) i = (i + 1) % n, --left_p;
    if (take_q) j = (j + 1) % m, --left_q;
  }
  join_corners(blob.corners);
  return blob;
}

double size_of(const std::vector<RoundedPolygon>& blobs) {
  double size = 0;
  for (const RoundedPolygon& blob : blobs) {
    for (const P2 corner : blob.corners) {
      size = std::max(size, std::max(std::fabs(corner.x), std::fabs(corner.y)) + blob.radius);
    }
  }
  return size;
}

// For float, far above the rounding of double and far below the band; for double there is little room between the two.
double hair_of(const std::vector<RoundedPolygon>& blobs) {
  constexpr double share = sizeof(Real) == sizeof(float) ? 0x1p-38 : 0x1p-50;
  return share * size_of(blobs);
}

Rect rect_of(const RoundedPolygon& blob) {
  Rect rect{blob.corners[0], blob.corners[0]};
  for (const P2 corner : blob.corners) {
    rect.lower = {std::min(rect.lower.x, corner.x), std::min(rect.lower.y, corner.y)};
    rect.upper = {std::max(rect.upper.x, corner.x), std::max(rect.upper.y, corner.y)};
  }
  const P2 rounding{blob.radius, blob.radius};
  return {rect.lower - rounding, rect.upper + rounding};
}

Rect rect_of(const Curve& curve) {
  const P2 from = curve.at(0), to = curve.arc() ? curve.centre + curve.radius * curve.to : curve.to;
  Rect rect{{std::min(from.x, to.x), std::min(from.y, to.y)}, {std::max(from.x, to.x), std::max(from.y, to.y)}};
  if (!curve.arc()) return rect;
  const P2 rounding{curve.radius, curve.radius};  // generous, but arcs are short
  return {curve.centre - rounding, curve.centre + rounding};
}

void free_spans(const Curve& curve, const std::vector<RoundedPolygon>& blobs, const std::vector<Rect>& rects,
                double hair, std::vector<Span>& left) {
  std::vector<Span> spans;
  const Rect rect = rect_of(curve);
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    if (i != curve.blob && meet(rect, rects[i], hair)) covered(curve, hair, blobs[i], 0, spans);
  }
  uncovered(curve, spans, left);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
