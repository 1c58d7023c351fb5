// The signed gap of two cores is the largest separation over all directions (see axis.cpp). Every direction gives a
// lower bound of it, so the largest over some candidates is right if the best direction is among them:
// - all faces of both, their normals computed from the corners,
// - the direction between the nearest two corners.
// A direction is computed here in wide arithmetic: the remaining rounding is about a part in 2^50 of the band with Real
// = double, and far less with float. Within that, the verdict is that of the wide numbers.
//
// Symmetry as in axis.cpp: directions are rotated into the shapes' own axes, A and B enter with opposite signs only,
// and an edge is the same from either end.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

struct W2 {
  Wide x{}, y{};
};

BANKSHOT_INLINE W2 operator+(W2 a, W2 b) { return {a.x + b.x, a.y + b.y}; }
BANKSHOT_INLINE W2 operator-(W2 a, W2 b) { return {a.x - b.x, a.y - b.y}; }
BANKSHOT_INLINE W2 operator-(W2 a) { return {-a.x, -a.y}; }
BANKSHOT_INLINE Wide dot(W2 a, W2 b) { return a.x * b.x + a.y * b.y; }
BANKSHOT_INLINE W2 widened(V2 v) { return {widen(v.x), widen(v.y)}; }
BANKSHOT_INLINE W2 over(W2 a, Wide length) { return {a.x / length, a.y / length}; }

W2 turned(Q2 q, W2 v) {
  const Wide c = widen(q.c), s = widen(q.s);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

W2 unturned(Q2 q, W2 v) {
  const Wide c = widen(q.c), s = widen(q.s);
  return {c * v.x + s * v.y, c * v.y - s * v.x};
}

W2 corner(const Core& core, int i) { return turned(core.turn, widened(core.points[i])); }

/// The lowest end of the core's projection on an axis in world directions, relative to its position.
Wide lowest(const Core& core, W2 axis) {
  const W2 local = unturned(core.turn, axis);
  Wide low = dot(local, widened(core.points[0]));
  for (int i = 1; i < core.count; ++i) {
    const Wide height = dot(local, widened(core.points[i]));
    if (height < low) low = height;
  }
  return low;
}
Wide highest(const Core& core, W2 axis) { return -lowest(core, -axis); }

/// A direction from B to A and the separation along it.
struct Candidate {
  W2 normal;
  Wide separation{};
  bool found = false;

  void take(W2 direction, Wide value) {
    if (!found || value > separation) *this = {direction, value, true};
  }
};

/// The faces of `own`; `d` is own position minus the other's. `sign` is 1 if an outward normal points from B to A, else
/// -1.
void take_faces(const Core& own, const Core& other, W2 d, int sign, Candidate& best) {
  for (int i = 0; own.count > 1 && i < own.count; ++i) {
    const V2 from = own.points[i], to = own.points[own.after(i)];
    const W2 edge = widened(to) - widened(from);
    const W2 across = turned(own.turn, {edge.y, -edge.x});
    const Wide length = root(dot(across, across));
    if (!(length > Wide{})) continue;
    const W2 out = over(across, length);
    const W2 local = unturned(own.turn, out);
    const Wide one = dot(local, widened(from)), two = dot(local, widened(to));
    best.take(sign > 0 ? out : -out, (lowest(other, out) - dot(out, d)) - (one < two ? two : one));
  }
}

/// The nearest two corners among those within `limit` of one another along the best face; farther ones do not matter.
bool nearest_way(const Disputed& pair, W2 d, const Candidate& face, Wide limit, W2* nearest) {
  Wide least{};
  bool found = false;
  Wide bottom{}, top{};
  if (face.found) bottom = lowest(pair.a, face.normal), top = highest(pair.b, face.normal);
  for (int i = 0; i < pair.a.count; ++i) {
    const W2 a = corner(pair.a, i);
    const Wide behind_a = face.found ? face.separation + (dot(face.normal, a) - bottom) : Wide{};
    if (behind_a > limit) continue;
    for (int j = 0; j < pair.b.count; ++j) {
      const W2 b = corner(pair.b, j);
      if (face.found && behind_a + (top - dot(face.normal, b)) > limit) continue;
      const W2 way = (a - b) + d;
      const Wide square = dot(way, way);
      if (found && !(square < least)) continue;
      least = square;
      *nearest = way;
      found = true;
    }
  }
  return found;
}

void take_corners(const Disputed& pair, W2 d, Wide limit, Candidate& best) {
  W2 way;
  if (!nearest_way(pair, d, best, limit, &way)) return;
  const Wide length = root(dot(way, way));
  if (!(length > Wide{})) {
    if (!best.found) best.take(way, length);  // two points in one place
    return;
  }
  const W2 normal = over(way, length);
  best.take(normal, dot(normal, d) + (lowest(pair.a, normal) - highest(pair.b, normal)));
}

/// The signed gap of the rounded shapes; above the band, perhaps only a lower bound, which is then above the band too.
Wide gap_of(const Disputed& pair, Wide band) {
  const Wide share = widen(pair.share);
  const W2 way = widened(pair.way);
  const W2 d = (widened(pair.d) + widened(pair.rest)) + W2{share * way.x, share * way.y};
  const Wide radii = widen(pair.radius_a) + widen(pair.radius_b);
  Candidate best;
  take_faces(pair.a, pair.b, d, -1, best);
  take_faces(pair.b, pair.a, -d, 1, best);
  // Corners matter if the cores may be apart, and only up to where the verdict changes.
  const Wide limit = radii + (band + band);
  if (!best.found || best.separation > -band) take_corners(pair, d, limit, best);
  return best.separation - radii;
}

}  // namespace

Contact referee(const Disputed& pair, Contact otherwise) noexcept {
  const Wide band = widen(pair.band), gap = gap_of(pair, band);
  if (!is_finite(gap)) return otherwise;
  return gap > band ? Contact::apart : gap < -band ? Contact::overlapping : Contact::touching;
}

Real deeper_than_band(const Disputed& pair) noexcept {
  const Wide band = widen(pair.band);
  return narrow(-(gap_of(pair, band) + band));
}

Disputed disputed_point(const Core& core, Real radius, V2 x, V2 rest, Real band) noexcept {
  static constexpr V2 centre = {};
  Disputed pair;
  pair.a = {&centre, 1, {}, {}};
  pair.b = core;
  pair.radius_b = radius;
  pair.d = x;
  pair.rest = rest;
  pair.band = band;
  return pair;
}

Contact referee(const PairFrame& frame, Contact otherwise) noexcept {
  Disputed pair;
  pair.a = core_of(frame.a.shape, {}, frame.a.q);
  pair.b = core_of(frame.b.shape, {}, frame.b.q);
  pair.radius_a = frame.a.shape.radius;
  pair.radius_b = frame.b.shape.radius;
  pair.d = frame.d;
  pair.rest = frame.rest;
  pair.band = frame.band;
  return referee(pair, otherwise);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
