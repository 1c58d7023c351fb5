#include <bankshot/shape/core_edges.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

EdgeBoxes::EdgeBoxes(const ConvexView& view) {
  const Stretch all = {1, 0, view.count};
  if (all.single()) return;
  std::size_t nodes = 2;  // the larger half is the right one
  for (Stretch stretch = all; !stretch.single(); stretch = stretch.right()) nodes *= 2;
  boxes_.resize(nodes);
  fill(view, all);
}

Box EdgeBoxes::fill(const ConvexView& view, const Stretch& stretch) {
  Box& box = boxes_[stretch.node];
  if (!stretch.single()) return box = joined(fill(view, stretch.left()), fill(view, stretch.right()));
  box = {view.points[stretch.first], view.points[stretch.first]};
  for (int i = 1; i <= stretch.count; ++i) {
    const V2 p = view.points[(stretch.first + i) % view.count];
    box = joined(box, {p, p});
  }
  return box;
}

double EdgeBoxes::distance(const Stretch& stretch, P2 p) const {
  const Box& box = boxes_[stretch.node];
  const double x = std::max({to_double(box.lower.x) - p.x, p.x - to_double(box.upper.x), 0.0});
  const double y = std::max({to_double(box.lower.y) - p.y, p.y - to_double(box.upper.y), 0.0});
  return std::sqrt(x * x + y * y);
}

double CoreEdges::distance_to_edge(int edge, P2 p) const {
  const P2 a = point(edge), b = point(next(edge));
  const P2 along = b - a, to = p - a;
  const double share = std::clamp(dot(to, along) / dot(along, along), 0.0, 1.0);
  const P2 off = {to.x - share * along.x, to.y - share * along.y};
  return std::sqrt(dot(off, off));
}

void CoreEdges::nearest(const Stretch& stretch, P2 p, double beyond, double& best) const {
  if (allowance_.used_up()) return;
  if (stretch.single()) {
    allowance_.spend(stretch.count);
    for (int i = 0; i < stretch.count; ++i) best = std::min(best, distance_to_edge(stretch.first + i, p));
    return;
  }
  allowance_.spend(1);
  Stretch one = stretch.left(), other = stretch.right();
  double to_one = boxes_.distance(one, p), to_other = boxes_.distance(other, p);
  if (to_other < to_one) std::swap(one, other), std::swap(to_one, to_other);
  if (to_one <= std::min(best, beyond)) nearest(one, p, beyond, best);
  if (to_other <= std::min(best, beyond)) nearest(other, p, beyond, best);
}

double CoreEdges::deepest(P2 p) const {
  double depth = -endless;
  for (int i = 0; i < view_.count; ++i) depth = std::max(depth, dot(normal(i), p - point(i)));
  return depth;
}

/// Precondition: the point is not too near to the outline. The corners go counter-clockwise as seen from corner 0: the
/// point lies between two of them, and the edge between those decides.
bool CoreEdges::inside(P2 p) const {
  const P2 from = point(0);
  const auto outside_of = [&](int i) { return cross(point(next(i)) - point(i), p - point(i)) < 0; };
  if (outside_of(0) || outside_of(view_.count - 1)) return false;
  int low = 1, high = view_.count - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (cross(point(middle) - from, p - from) >= 0 ? low : high) = middle;
    allowance_.spend(1);
  }
  return !outside_of(low);
}

// Inside a polygon the nearest line of an edge is also the nearest edge: its foot lies on the edge, or the segment to
// it would cross another line.
double CoreEdges::distance(P2 p, double near, double beyond) const {
  if (view_.count == 1) {
    allowance_.spend(1);
    const P2 off = p - point(0);
    return std::sqrt(dot(off, off));
  }
  double best = endless;
  nearest(all(), p, beyond, best);
  if (view_.count == 2) return best;
  if (all().single()) {
    allowance_.spend(view_.count);
    const double depth = deepest(p);
    return depth <= 0 ? depth : best;
  }
  return best <= near || !inside(p) ? best : -best;
}

/// True if no edge of a stretch has a point more than 1.2 `slack` on its outer side, as its outermost edges show. If
/// the stretch turns by little, every normal n of it is u n0 + v n1 of the outermost with u, v >= 0, and their sum is
/// at most 1.04 if the cosine of the turn is at least 7/8. All corners q of the polygon are on the inner side of an
/// edge's line, so the point is on its outer side by at most n (p - q) = u n0 (p - q) + v n1 (p - q). An eighth of the
/// slack is left for rounding: two of its 16 eps. A stretch that turns by nearly a full turn also has similar normals
/// at its ends, but ends behind its beginning: the rest of the outline leads on from there.
bool CoreEdges::clear_of(const Stretch& stretch, P2 p, double slack) const {
  const P2 begin = point(stretch.first), end = point(next(stretch.first + stretch.count - 1));
  const P2 n0 = normal(stretch.first), n1 = normal(stretch.first + stretch.count - 1);
  if (dot(n0, n1) < 0.875 || !(cross(n0, end - begin) > 0)) return false;
  for (const P2 corner : {begin, end}) {
    if (std::max(dot(n0, p - corner), dot(n1, p - corner)) <= 1.125 * slack) return true;
  }
  return false;
}

/// Returns false if nothing is left.
bool CoreEdges::clip_by_edge(int edge, P2 a, P2 b, double slack, SegmentPart& part) const {
  const P2 n = normal(edge), p = point(edge);
  const double at_a = dot(n, a - p) - slack, at_b = dot(n, b - p) - slack;
  if (at_a > 0 && at_b > 0) return false;
  if (at_a > 0) part.from = std::max(part.from, at_a / (at_a - at_b));
  if (at_b > 0) part.to = std::min(part.to, at_a / (at_a - at_b));
  return true;
}

// The outermost edges of a stretch clip first: where the segment crosses one of them, the rest of the stretch is clear
// of the remaining part, and only the stretch with the crossed edge is searched.
bool CoreEdges::clip(const Stretch& stretch, P2 a, P2 b, double slack, SegmentPart& part) const {
  if (allowance_.used_up()) return false;
  if (stretch.single()) {
    allowance_.spend(stretch.count);
    for (int i = 0; i < stretch.count; ++i) {
      if (!clip_by_edge(stretch.first + i, a, b, slack, part)) return false;
    }
    return true;
  }
  allowance_.spend(2);
  for (const int edge : {stretch.first, stretch.first + stretch.count - 1}) {
    if (!clip_by_edge(edge, a, b, slack, part) || part.from > part.to) return false;
  }
  const P2 along = b - a;
  if (clear_of(stretch, a + part.from * along, slack) && clear_of(stretch, a + part.to * along, slack)) return true;
  return clip(stretch.left(), a, b, slack, part) && clip(stretch.right(), a, b, slack, part);
}

SegmentPart CoreEdges::inside_of(P2 a, P2 b, double slack) const {
  SegmentPart part = {0, 1};
  return clip(all(), a, b, slack, part) ? part : SegmentPart{1, 0};
}

int CoreEdges::corner_in(const Stretch& stretch, P2 p, double near) const {
  if (stretch.single()) {
    allowance_.spend(stretch.count);
    for (int i = stretch.first; i < stretch.first + stretch.count; ++i) {
      const P2 off = p - point(i);
      if (dot(off, off) <= near * near) return i;
    }
    return -1;
  }
  allowance_.spend(1);
  if (boxes_.distance(stretch, p) > near || allowance_.used_up()) return -1;
  const int corner = corner_in(stretch.left(), p, near);
  return corner >= 0 ? corner : corner_in(stretch.right(), p, near);
}

int CoreEdges::corner_at(P2 p, double near) const { return corner_in(all(), p, near); }

}  // namespace bankshot::BANKSHOT_ABI::detail
