// Separating axes on the Minkowski difference of two convex cores.
//
// Let C = { p - q : p in A, q in B } with A moved to its place. A and B share a point if and only if C contains the
// origin, and moving A by t moves C by t. For a unit direction n (from B to A)
//
//   separation(n) = min over C of dot(n, c) = dot(n, d) + min_A(n) - max_B(n)
//
// is the distance of the cores along n; if it is negative, its size is how far A has to move along n until they touch
// from outside. That is the one-sided exit: it needs no special case if one projection lies inside the other. The
// largest separation over all n is the distance of the origin to C if the origin is outside, and minus the distance to
// the boundary of C if it is inside. It is attained on
// - a face normal of C; the faces of C are those of B, outward, and those of A, inward; or
// - (origin outside only) the direction from the origin to the nearest corner of C, a difference of two corners, if the
//   origin lies in that corner's region: if neither shape reaches past its corner along that direction. How far they
//   reach past is computed from the corners alone. A comparison of separations would not detect angles below sqrt(eps)
//   at large distances.
// Separation along *any* unit direction is a valid exit, so rounding in the choice of the direction costs at most the
// rounding error of the separation.
//
// Sources: Gottschalk, Lin, Manocha 1996 (separating axes); Cameron and Culley 1986 (minimum translation distance on
// the Minkowski difference); Eberly, "Intersection of convex objects: the method of separating axes" (containment).

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/axis_choice.hpp>
#include <bankshot/query/explain.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Receivers of the directions that the search tests: none, or a list.
struct Silent {
  void operator()(const AxisTrial&) const {}
};
struct Listing {
  std::vector<AxisTrial>& trials;
  void operator()(const AxisTrial& trial) const { trials.push_back(trial); }
};

/// One shape's view of the pair, in that shape's own axes.
struct Side {
  const Placed& own;
  const Placed& other;
  Q2 turn;    ///< from own axes to the other's
  V2 d;       ///< own position minus the other's, in own axes
  Real sign;  ///< makes an outward normal point from B to A: -1 for A, 1 for B
};

BANKSHOT_INLINE Side side_of(const Placed& own, const Placed& other, V2 d, Real sign) {
  const Q2 turn = {other.q.c * own.q.c + other.q.s * own.q.s, other.q.c * own.q.s - other.q.s * own.q.c};
  return {own, other, turn, unrotate(own.q, d), sign};
}

BANKSHOT_INLINE void take_better(const PairFrame& frame, Axis& best, V2 normal, Real separation) {
  if (separation > best.separation || (separation == best.separation && prefer(frame, normal, best.normal))) {
    best = {normal, separation};
  }
}

BANKSHOT_INLINE AxisTrial trial_of_face(const Side& side, int i, Real separation) {
  const bool of_a = side.sign < 0;
  return {of_a ? AxisSource::edge_of_a : AxisSource::edge_of_b,
          of_a ? i : -1,
          of_a ? -1 : i,
          side.sign * face_normal(side.own, i),
          separation,
          true};
}

/// Tests all faces of one shape; returns true if told to stop at the first gap and there is one.
template <class Log>
bool search_faces(const PairFrame& frame, const Side& side, Search search, Axis& best, const Log& tell) {
  const Placed& own = side.own;
  for (int i = 0; i < face_count(own.shape); ++i) {
    const V2 normal = own.shape.normals[i];
    const Real near_end = lowest_local(side.other.shape, rotate(side.turn, normal));
    const Real separation = own.inverse * (near_end - dot(normal, side.d)) - face_offset(own, i);
    tell(trial_of_face(side, i, separation));
    if (separation < best.separation) continue;
    take_better(frame, best, side.sign * face_normal(own, i), separation);
    if (search == Search::to_first_gap && surely_apart(frame, separation)) return true;
  }
  return false;
}

/// A corner of A and a corner of B, and the vector from the latter to the former.
struct CornerPair {
  int a = 0, b = 0;
  V2 way;
  Real order = std::numeric_limits<Real>::infinity();  ///< grows with the length of `way`
};

/// The squared length orders pairs that are near. At large distances the squares of all pairs round to one number; the
/// square minus that of d then orders them.
Real order_of(const PairFrame& frame, V2 arms, V2 way, bool far_out) {
  return far_out ? dot((frame.d + frame.d) + arms, arms) : length_squared(way);
}

/// How far A and B reach past these two corners towards one another, along a unit direction from B to A.
Real past_corners(const PairFrame& frame, int corner_a, int corner_b, V2 normal) {
  const ConvexView& a = frame.a.shape;
  const ConvexView& b = frame.b.shape;
  const V2 axis_a = unrotate(frame.a.q, normal), axis_b = unrotate(frame.b.q, normal);
  return (dot(axis_a, a.points[corner_a]) - lowest_local(a, axis_a)) +
         (highest_local(b, axis_b) - dot(axis_b, b.points[corner_b]));
}

/// Chooses between two pairs of corners of equal order. Their vectors may be equal (parallel sides of one length) or
/// differ by rounding. The result depends only on the pair's length and on how far the shapes reach past its corners,
/// so these decide. They are the same numbers in a swapped, turned or mirrored pair. A choice by direction comes last,
/// where only the normal depends on it: no such choice can follow every mirror image (see axis_choice.cpp).
bool prefer_corners(const PairFrame& frame, const CornerPair& candidate, const CornerPair& held) {
  V2 one, two;
  const Real size_one = safe_length(candidate.way, &one);
  const bool same = candidate.way == held.way;
  const Real size_two = same ? size_one : safe_length(held.way, &two);
  if (same) two = one;
  const Real past_one = past_corners(frame, candidate.a, candidate.b, one);
  const Real past_two = past_corners(frame, held.a, held.b, two);
  if (past_one != past_two) return past_one < past_two;
  if (size_one != size_two) return size_one < size_two;
  return prefer(frame, one, two);
}

/// The shortest difference of two corners. Skips corners too far behind the best face to belong to it: a pair's
/// distance is at least the face's separation plus how far both lie behind it.
CornerPair nearest_corners(const PairFrame& frame, const Axis& face) {
  const Placed& a = frame.a;
  const Placed& b = frame.b;
  const Real reach = 4 * (a.reach + b.reach);
  const bool far_out = length_squared(frame.d) > reach * reach;
  const bool filter = !far_out && a.shape.count * b.shape.count > 64;
  const Real bottom = filter ? lowest(a, face.normal) : 0;
  CornerPair best;
  for (int i = 0; i < a.shape.count; ++i) {
    const V2 corner = arm(a, i);
    if (filter) {
      const Real least = face.separation + (dot(face.normal, corner) - bottom) - frame.band;
      if (least > 0 && least * least > best.order) continue;
    }
    for (int j = 0; j < b.shape.count; ++j) {
      const V2 arms = corner - arm(b, j);
      const V2 way = arms + frame.d;
      const CornerPair pair = {i, j, way, order_of(frame, arms, way, far_out)};
      if (pair.order < best.order || (pair.order == best.order && prefer_corners(frame, pair, best))) best = pair;
    }
  }
  return best;
}

/// Takes the direction of the nearest corners if they are the closest features.
template <class Log>
void search_corners(const PairFrame& frame, Axis& best, const Log& tell) {
  const CornerPair pair = nearest_corners(frame, best);
  V2 normal;
  const Real separation = safe_length(pair.way, &normal);
  if (!(separation > 0)) return;
  const Real past = past_corners(frame, pair.a, pair.b, normal);
  const bool closest = past <= 4 * tolerance::eps * (frame.a.reach + frame.b.reach);
  // The gap lies between the pair's distance and that minus `past`.
  const Real gap = closest ? separation - past / 2 : separation - past;
  tell({AxisSource::corners, pair.a, pair.b, normal, gap, closest});
  if (closest) best = {normal, gap};
}

/// Two points: the direction from one to the other, or a fixed axis if they coincide.
Axis between_points(const PairFrame& frame) {
  Axis axis;
  const V2 w = (arm(frame.a, 0) - arm(frame.b, 0)) + frame.d;
  axis.separation = safe_length(w, &axis.normal);
  if (axis.separation > 0) return axis;
  for (const V2 candidate : {V2{frame.a.q.c, frame.a.q.s}, V2{frame.b.q.c, frame.b.q.s}}) {
    for (const V2 direction : {candidate, -candidate}) {
      if (axis.normal == V2{} || prefer(frame, direction, axis.normal)) axis.normal = direction;
    }
  }
  return axis;
}

/// True if the positions are so far apart that neither shape's size changes their difference.
bool far_away(const PairFrame& frame) {
  const Real distance = max(absolute(frame.d.x), absolute(frame.d.y));
  return distance * (tolerance::eps / 4) > frame.a.reach + frame.b.reach;
}

Axis between_positions(const PairFrame& frame) {
  Axis axis;
  const Real distance = safe_length(frame.d, &axis.normal);
  axis.separation = distance + (lowest(frame.a, axis.normal) - highest(frame.b, axis.normal));
  return axis;
}

template <class Log>
Axis searched(const PairFrame& frame, Search search, const Log& tell) {
  const Placed& a = frame.a;
  const Placed& b = frame.b;
  Axis best;
  if (a.shape.count == 1 && b.shape.count == 1) {
    best = between_points(frame);
    tell({AxisSource::corners, 0, 0, best.normal, best.separation, true});
  } else if (far_away(frame)) {
    best = between_positions(frame);
    tell({AxisSource::positions, -1, -1, best.normal, best.separation, true});
  } else {
    best.separation = -std::numeric_limits<Real>::infinity();
    if (search_faces(frame, side_of(a, b, frame.d, -1), search, best, tell)) return best;
    if (search_faces(frame, side_of(b, a, -frame.d, 1), search, best, tell)) return best;
    if (best.separation > -frame.band) search_corners(frame, best, tell);
  }
  return best;
}

}  // namespace

Axis find_axis(const PairFrame& frame, Search search) noexcept {
  Axis best = searched(frame, search, Silent{});
  best.normal = unit(best.normal);
  return best;
}

AxisList list_axes(const PairFrame& frame) {
  AxisList list;
  list.best = searched(frame, Search::complete, Listing{list.trials});
  for (std::size_t i = 0; i < list.trials.size(); ++i) {
    AxisTrial& trial = list.trials[i];
    const bool same = trial.normal == list.best.normal && trial.separation == list.best.separation;
    if (same && trial.eligible && list.chosen < 0) list.chosen = static_cast<int>(i);
    trial.normal = unit(trial.normal);
  }
  list.best.normal = unit(list.best.normal);
  return list;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
