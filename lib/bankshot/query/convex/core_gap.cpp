// The origin against the edges of the Minkowski difference M.
//
// The origin is on the outer side of an edge of M, or it is not; the edge "sees" it if it is. If an edge sees the
// origin, the origin is outside M, and the nearest point lies on the nearest of the edges that see it. If none does, it
// is inside, and the nearest edge gives the exit.
//
// Rounding bends M where edges of A and B are almost parallel: with the origin within rounding of both, one may see it
// and the other not, although the one that does not is much nearer. So both candidates are kept, each with the distance
// to the edge itself and not to its line. For a true corner the edges that see the origin are at least as near as the
// others. If they are not, by a factor of two, that is due to rounding, and the other candidate is taken. If they are
// only slightly farther, it may be either: the projections along the direction to that corner decide. (All edges of a
// core that is tiny beside its distance from the centre point in arbitrary directions.) A flat M (two parallel
// segments, a point and a segment) has two edges back to back at equal distances: the factor keeps the origin outside.
// An edge whose line passes through the origin counts as seeing it, for origins beyond a flat M's end. Beyond the end
// of a flat or needle-like M, nearly in its line, rounding may hide the origin from all edges. But the nearest place to
// an origin inside lies within an edge: if it is a corner, the projections along the direction to that corner decide.
//
// Just within the end of an edge, its foot and its corner are equally far up to rounding. Then the edge is taken: the
// direction to the corner has an error of the square root of the rounding unit, and the far end of a long edge then
// reaches beyond it.

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/projection.hpp>
#include <bankshot/tolerance.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The part of an edge of M with the nearest point.
enum class EdgePart : std::uint8_t { start, interior, end };

struct Nearest {
  DifferenceEdge edge;
  Real square = std::numeric_limits<Real>::infinity();
  EdgePart part = EdgePart::interior;
};

/// The nearest place so far, within an edge and at a corner, for the edges that see the origin or for those that do
/// not.
struct Nearer {
  Nearest within, corner;

  void offer(const DifferenceEdge& edge, Real square, EdgePart part) {
    Nearest& best = part == EdgePart::interior ? within : corner;
    if (square < best.square) best = {edge, square, part};
  }
  const Nearest& best() const { return corner.square < (1 - 8 * tolerance::eps) * within.square ? corner : within; }
};

/// `v` at length 1. The squares of shorter lengths than the limit underflow.
BANKSHOT_INLINE V2 unit_or(V2 v, V2 otherwise) {
  constexpr Real squares_are_safe = sizeof(Real) == sizeof(float) ? Real(0x1p-62) : Real(0x1p-510);
  const Real size = length(v);
  if (size > squares_are_safe) return (1 / size) * v;
  safe_length(v, &otherwise);  // leaves it unchanged if there is no direction
  return otherwise;
}

Feature corner_feature(int i) { return {Feature::Kind::corner, i}; }
Feature edge_feature(int i) { return {Feature::Kind::edge, i}; }

/// Two points, or the nearest corner of M.
void set_corner(const Core& a, const Core& b, const Nearest& nearest, CoreGap& result) {
  const DifferenceEdge& edge = nearest.edge;
  const bool end = nearest.part == EdgePart::end;
  const int i = end && edge.of_a ? a.after(edge.a) : edge.a;
  const int j = end && edge.of_b ? b.after(edge.b) : edge.b;
  result.on_a = a.at(i);
  result.on_b = b.at(j);
  result.a = corner_feature(i);
  result.b = corner_feature(j);
}

/// The foot of the origin on an edge of M, split over the two cores.
void set_edge(const Core& a, const Core& b, const DifferenceEdge& edge, CoreGap& result) {
  const Real share = clamp(-dot(edge.from, edge.along) / length_squared(edge.along), 0, 1);
  result.on_a = edge.on_a;
  result.on_b = edge.on_b;
  result.a = corner_feature(edge.a);
  result.b = corner_feature(edge.b);
  if (edge.of_a) {
    result.on_a += share * (a.at(a.after(edge.a)) - edge.on_a);
    result.a = edge_feature(edge.a);
  }
  if (edge.of_b) {
    result.on_b += share * (b.at(b.after(edge.b)) - edge.on_b);
    result.b = edge_feature(edge.b);
  }
}

CoreGap points_gap(const Core& a, const Core& b, V2 d, V2 fallback) {
  CoreGap result;
  result.on_a = a.at(0);
  result.on_b = b.at(0);
  const V2 between = d + (result.on_a - result.on_b);
  result.gap = length(between);
  result.normal = unit_or(between, unit_or(fallback, {1, 0}));
  return result;
}

/// True if all of M lies on the side of the origin on which this corner of it lies.
bool all_beyond(const Core& a, const Core& b, V2 d, V2 corner) {
  Real low = dot(corner, a.at(0)), high = dot(corner, b.at(0));
  for (int i = 1; i < a.count; ++i) low = min(low, dot(corner, a.at(i)));
  for (int i = 1; i < b.count; ++i) high = max(high, dot(corner, b.at(i)));
  return dot(corner, d) + (low - high) > 0;
}

V2 corner_of(const Nearest& nearest) { return nearest.part == EdgePart::end ? nearest.edge.to : nearest.edge.from; }

/// The direction nearest to `normal` along which M lies beyond its corner a[i] - b[j]. The direction to a corner has an
/// error of rounding over its distance; where the foot passes from an edge to its corner, that may tilt it beyond the
/// normal of this edge, whose far end then lies deeper along it than the corner. The edges themselves have an error of
/// rounding over their length, however near the corner is. Depths up to `noise` are ignored: any corner of a core so
/// small that its corners round to one place may have been taken for the nearest.
V2 within_cone(const Core& a, int i, const Core& b, int j, V2 normal, Real noise) {
  Real steepest = 0;
  V2 beyond;
  const auto keep = [&](V2 edge) {
    const Real down = -dot(normal, edge);
    if (!(down > noise)) return;
    const Real size = length(edge);
    if (down > steepest * size) steepest = down / size, beyond = edge;
  };
  const V2 on_a = a.at(i), on_b = b.at(j);
  keep(a.at(a.after(i)) - on_a), keep(a.at(a.before(i)) - on_a);
  keep(on_b - b.at(b.after(j))), keep(on_b - b.at(b.before(j)));
  if (steepest == 0) return normal;
  const V2 across = cross(beyond, normal) >= 0 ? perp(beyond) : -perp(beyond);
  return unit_or(across, normal);
}

}  // namespace

CoreGap core_gap(const Core& a, const Core& b, V2 d, V2 fallback) noexcept {
  if (a.count == 1 && b.count == 1) return points_gap(a, b, d, fallback);
  DifferenceWalk walk(a, b, d);
  DifferenceEdge edge;
  Nearer seeing, others;
  while (walk.next(edge)) {
    const Real side = cross(edge.along, edge.from);  // > 0: the origin is on the outer side, to the right
    const Real square = length_squared(edge.along);
    if (!(square > 0)) continue;
    // Each end by its own corner: measured from the far end of a long edge, the foot's position is mostly rounding.
    const EdgePart part = dot(edge.from, edge.along) >= 0 ? EdgePart::start
                          : dot(edge.to, edge.along) <= 0 ? EdgePart::end
                                                          : EdgePart::interior;
    const Real reached = part == EdgePart::start ? length_squared(edge.from)
                         : part == EdgePart::end ? length_squared(edge.to)
                                                 : side * (side / square);
    (side < 0 ? others : seeing).offer(edge, reached, part);
  }
  const Nearest& inside = others.best();
  const auto near_enough = [&inside](const Nearest& place) {
    return finite(place.square) && !(place.square > 4 * inside.square);
  };
  const Nearest* outside = &seeing.best();
  bool apart = near_enough(*outside);
  if (apart && outside->square > inside.square && outside->part != EdgePart::interior) {
    if (!all_beyond(a, b, d, corner_of(*outside))) {
      outside = &seeing.within;
      apart = near_enough(*outside);
    }
  }
  const Nearest& nearest = apart ? *outside : inside;
  if (!apart && nearest.part != EdgePart::interior) apart = all_beyond(a, b, d, corner_of(nearest));
  const V2 along = nearest.edge.along;
  const Real size = length(along);
  // No edge has a length: the cores are so small that all their corners round to one place. (Or d is NaN, and so is the
  // gap.)
  if (!(size > 0)) return points_gap(a, b, d, fallback);
  CoreGap result;
  result.normal = (1 / size) * V2{-along.y, along.x};
  if (nearest.part == EdgePart::interior) {
    set_edge(a, b, nearest.edge, result);
    result.gap = cross(along, nearest.edge.from) / size;
    return result;
  }
  set_corner(a, b, nearest, result);
  const V2 corner = corner_of(nearest);
  result.gap = apart ? length(corner) : -length(corner);
  // The direction of a corner within rounding of the origin is noise; the edge's normal is as good and steady.
  const Real scale = absolute(corner.x) + absolute(corner.y);
  const Real noise = 8 * tolerance::eps * (length(result.on_a) + length(result.on_b));
  if (apart && scale > noise) {
    result.normal = within_cone(a, result.a.index, b, result.b.index, unit_or(corner, result.normal),
                                noise + 8 * tolerance::eps * scale);
  }
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
