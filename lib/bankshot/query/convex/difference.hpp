#pragma once
// The Minkowski difference of two convex cores, walked edge by edge. Not part of the public interface.
//
// With d = (centre of A) - (centre of B), the set M = { d + a - b : a in A, b in B } contains the origin exactly if the
// two cores share a point, its distance to the origin is their distance, and moving A by t moves M by t. So queries
// about a pair with fixed rotations are queries about one point and one convex polygon. The edges of M are those of A
// and the reversed ones of B, sorted by direction; merging the two sorted lists takes n + m steps and stores nothing.
// Source: de Berg et al., Computational Geometry, "Minkowski sums" (motion planning).

#include <bankshot/shape/convex.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// A core as placed in the world: rotated, relative to the centre of its rotation.
struct Core {
  const V2* points = nullptr;
  int count = 0;
  V2 offset;  ///< added to each point before the rotation: minus the local position of the centre
  Q2 turn;

  V2 at(int i) const { return rotate(turn, points[i] + offset); }
  int after(int i) const { return i + 1 < count ? i + 1 : 0; }
  int before(int i) const { return i > 0 ? i - 1 : count - 1; }
};

BANKSHOT_INLINE Core core_of(const ConvexView& view, V2 offset, Q2 turn) {
  return {view.points, view.count, offset, turn};
}

/// One edge of M. M lies to its left.
struct DifferenceEdge {
  V2 from, to;    ///< corners of M
  V2 along;       ///< from `from` to `to`, taken from the cores (the difference of the corners has d's rounding in it)
  V2 on_a, on_b;  ///< the points of A and B, relative to their centres, that make up `from`
  int a = 0, b = 0;                 ///< their indices
  bool of_a = false, of_b = false;  ///< the shapes it comes from; both if A and B have parallel edges here
};

/// Visits the edges of M counter-clockwise; none for two single points. Neighbouring edges share their corner bit for
/// bit, so tests by the sign of a corner leave no crack between them.
class DifferenceWalk {
 public:
  DifferenceWalk(const Core& a, const Core& b, V2 d) : a_(a), b_(b), d_(d) {
    left_a_ = a.count > 1 ? a.count : 0;
    left_b_ = b.count > 1 ? b.count : 0;
    edge_.on_a = a.at(0);
    for (int i = 1; i < a.count; ++i) {
      const V2 p = a.at(i);
      if (lower(p, edge_.on_a)) edge_.on_a = p, edge_.a = i;
    }
    edge_.on_b = b.at(0);
    for (int i = 1; i < b.count; ++i) {
      const V2 p = b.at(i);
      if (lower(edge_.on_b, p)) edge_.on_b = p, edge_.b = i;
    }
    next_a_ = a.at(a.after(edge_.a));
    next_b_ = b.at(b.after(edge_.b));
    corner_ = d_ + (edge_.on_a - edge_.on_b);
  }

  /// The corner from which the next edge starts.
  V2 corner() const { return corner_; }
  V2 on_a() const { return edge_.on_a; }
  V2 on_b() const { return edge_.on_b; }

  /// Returns false when the round is complete.
  bool next(DifferenceEdge& edge) {
    if (left_a_ + left_b_ == 0) return false;
    const V2 along_a = next_a_ - edge_.on_a;
    const V2 along_b = edge_.on_b - next_b_;  // reversed: B enters M negated
    const Real turn = cross(along_a, along_b);
    const Real facing = dot(along_a, along_b);
    const bool parallel = turn == 0 && facing > 0;
    const bool a_first = facing < 0 ? starts_earlier(along_a, along_b, turn) : turn >= 0;
    edge = edge_;
    edge.from = corner_;
    // An edge whose ends round to one place has no direction: it is passed at once, or it would block those behind it.
    // At least one of the two is always set, even for NaN, or the round would not end.
    const bool standing_b = left_b_ > 0 && along_b == V2{};
    edge.of_a = left_a_ > 0 && !standing_b && (left_b_ == 0 || parallel || a_first);
    edge.of_b = left_b_ > 0 && (left_a_ == 0 || parallel || !a_first || standing_b);
    edge.along = {};
    if (edge.of_a) {
      edge.along += along_a;
      edge_.a = a_.after(edge_.a);
      edge_.on_a = next_a_;
      if (--left_a_ > 0) next_a_ = a_.at(a_.after(edge_.a));
    }
    if (edge.of_b) {
      edge.along += along_b;
      edge_.b = b_.after(edge_.b);
      edge_.on_b = next_b_;
      if (--left_b_ > 0) next_b_ = b_.at(b_.after(edge_.b));
    }
    corner_ = edge.to = d_ + (edge_.on_a - edge_.on_b);
    last_ = edge.along;
    return true;
  }

 private:
  /// True if A's edge comes first of two edges that are more than a quarter turn apart. Both lie within half a turn of
  /// the last edge, so the earlier one is less than a quarter turn from it, and the later one more. That tells them
  /// apart where the sign of `turn` is rounding or zero: the second half of a straight side of B, with A a segment that
  /// has just turned back. Where both are about a quarter turn from the last edge on the same side, `turn` is large.
  bool starts_earlier(V2 along_a, V2 along_b, Real turn) const {
    const bool a_ahead = dot(last_, along_a) > 0, b_ahead = dot(last_, along_b) > 0;
    return a_ahead == b_ahead ? turn >= 0 : a_ahead;
  }

  static bool lower(V2 p, V2 q) { return p.y < q.y || (p.y == q.y && p.x < q.x); }

  const Core& a_;
  const Core& b_;
  V2 d_, corner_, next_a_, next_b_;
  V2 last_{1, 0};  ///< the previous edge; the walk starts at the lowest corner and goes to the right first
  DifferenceEdge edge_;
  int left_a_ = 0, left_b_ = 0;
};

/// True if a pair is to be computed with its shapes exchanged. Exchanging the shapes negates every relative vector. So
/// computing only one of the two orders, and mirroring the result, makes both results equal to the last bit.
BANKSHOT_INLINE bool exchanged(V2 d, V2 motion) {
  if (d.x != 0 || d.y != 0) return d.x < 0 || (d.x == 0 && d.y < 0);
  return motion.x < 0 || (motion.x == 0 && motion.y < 0);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
