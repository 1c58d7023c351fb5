// Chooses one of two equally good axes.
//
// Swapping the shapes negates every axis; a quarter turn or a mirror image turns or mirrors them. The choice has to
// follow, so it may depend neither on which shape is called A, nor on indices, nor on world directions. Each measure
// below gives the same number, bit for bit, for an axis and for its image under any of these. They are tried in this
// order:
// 1. how far the axis points from B towards A, between the centres of the cores,
// 2. how well it is aligned with the local x axes of the two shapes,
// 3. the projections of the corners of both shapes together, from the touching ends inward: this tells the two sides of
//    an asymmetric shape apart,
// 4. the positions of the corners of both shapes (see View below): within the levels compared, this tells any two axes
//    apart unless a swap or a mirror image maps one to the other,
// 5. for shapes of one size, the same with A first. This tells apart axes that no mirror image maps to one another, but
//    follows no swap: a pair that a swap leaves as it is, or turns into its mirror image, cannot follow both.
// A pair that still ties is its own mirror image as far as these can tell, and no choice can follow a mirror. The
// remaining measures still obey swap and quarter turns:
// 6. the axis to the left of the direction from B to A,
// 7. the local x axis of the larger shape; if both are of one size, the direction from B's to A's,
// 8. the same for the difference of the two axes. Axes that differ in a last digit give numbers that round to the same
//    in all of the above, and their difference is exact. Only if both directions have length zero does it matter which
//    shape is called A.

#include <bankshot/query/convex/axis_choice.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

constexpr int profile_levels = 8;

/// The corners of one shape in the order of their projections on an axis, level by level.
struct Profile {
  const ConvexView& shape;
  V2 axis, tangent;  ///< in the shape's own axes
  Real offset;       ///< from the other shape's centre to this shape's position, along the tangent
  Real shadow = -std::numeric_limits<Real>::infinity();
  Real aside = 0;  ///< largest distance of this level's corners from the other shape's centre, along the tangent
  int seen = 0;    ///< corners so far

  /// Returns false if there is none: the last level stays.
  bool next() {
    if (seen == shape.count) return false;
    Real best = std::numeric_limits<Real>::infinity();
    Real farthest = 0;
    int level = 0;
    for (int i = 0; i < shape.count; ++i) {
      const Real height = dot(axis, shape.points[i]);
      if (!(height > shadow) || height > best) continue;
      const Real off = absolute(dot(tangent, shape.points[i]) + offset);
      farthest = height < best ? off : max(farthest, off);
      level = height < best ? 1 : level + 1;
      best = height;
    }
    if (!finite(best)) return false;
    shadow = best;
    aside = farthest;
    seen += level;
    return true;
  }
};

Profile profile(const Placed& own, const Placed& other, V2 d, V2 axis) {
  const V2 tangent = perp(axis);
  const V2 from_other = d - rotate(other.q, other.shape.centre);
  return {own.shape, unrotate(own.q, axis), unrotate(own.q, tangent), dot(tangent, from_other)};
}

/// Negative, zero or positive if the corners on `first` come before, with or after those on `second`: those of A
/// upwards, those of B downwards, with the numbers of both added.
int compare_profiles(const PairFrame& frame, V2 first, V2 second) {
  Profile a1 = profile(frame.a, frame.b, frame.d, first), a2 = profile(frame.a, frame.b, frame.d, second);
  Profile b1 = profile(frame.b, frame.a, -frame.d, -first), b2 = profile(frame.b, frame.a, -frame.d, -second);
  for (int level = 0; level < profile_levels; ++level) {
    bool more = false;
    for (Profile* one : {&a1, &a2, &b1, &b2}) more = one->next() || more;
    if (!more) return 0;
    const Real shadow1 = a1.shadow + b1.shadow, shadow2 = a2.shadow + b2.shadow;
    if (shadow1 != shadow2) return shadow1 < shadow2 ? -1 : 1;
    const Real aside1 = a1.aside + b1.aside, aside2 = a2.aside + b2.aside;
    if (aside1 != aside2) return aside1 < aside2 ? -1 : 1;
  }
  return 0;
}

/// One shape as seen along an axis, which points from its side nearest to the other shape, and a direction aside.
struct Seen {
  const Placed* shape;
  V2 axis, aside;
};

/// The corners of one shape by their height on the axis, level by level, with the ends of each level.
struct CornerWalk {
  const ConvexView& shape;
  V2 axis, aside;  ///< in the shape's own axes
  Real height = -std::numeric_limits<Real>::infinity();
  Real first = 0, last = 0;
  int seen = 0;  ///< corners so far

  explicit CornerWalk(const Seen& seen)
      : shape(seen.shape->shape),
        axis(unrotate(seen.shape->q, seen.axis)),
        aside(unrotate(seen.shape->q, seen.aside)) {}

  bool next() {
    Real best = std::numeric_limits<Real>::infinity();
    if (seen == shape.count) return height = best, false;
    int level = 0;
    for (int i = 0; i < shape.count; ++i) {
      const Real at = dot(axis, shape.points[i]);
      if (!(at > height) || at > best) continue;
      const Real off = dot(aside, shape.points[i]);
      first = at < best ? off : min(first, off);
      last = at < best ? off : max(last, off);
      level = at < best ? 1 : level + 1;
      best = at;
    }
    height = best;
    seen += level;
    return level > 0;
  }
};

/// Negative, zero or positive if one shape is ordered before, with, or after another.
int compare(const Seen& one, const Seen& two) {
  if (one.shape == two.shape && one.axis == two.axis && one.aside == two.aside) return 0;
  CornerWalk first(one), second(two);
  for (int level = 0; level < profile_levels; ++level) {
    const bool more_one = first.next();
    const bool more_two = second.next();
    if (!more_one && !more_two) return 0;
    if (first.height != second.height) return first.height < second.height ? -1 : 1;
    if (first.first != second.first) return first.first < second.first ? -1 : 1;
    if (first.last != second.last) return first.last < second.last ? -1 : 1;
  }
  return 0;
}

/// A pair as seen along an axis from B to A, whichever is called A: each shape with the axis that points away from the
/// other one; the larger first, or the lower by compare() if they are of one size. A swap negates the axis and the
/// direction aside of the pair, and so gives both shapes back theirs; a mirror image mirrors both. So a view has the
/// same numbers in all images of a pair, and two axes with equal views look the same in some image: the pair is its
/// own.
struct View {
  Seen first, second;
};

int compare(const View& one, const View& two) {
  const int first = compare(one.first, two.first);
  return first != 0 ? first : compare(one.second, two.second);
}

View view_along(const PairFrame& frame, int size, V2 axis, V2 aside) {
  const Seen a = {&frame.a, axis, aside}, b = {&frame.b, -axis, -aside};
  const bool a_first = size != 0 ? size > 0 : compare(a, b) <= 0;
  return a_first ? View{a, b} : View{b, a};
}

/// The direction aside is that towards A from B. If A lies on neither side, both views are equally good and the lower
/// one counts.
View nearer_view(const PairFrame& frame, int size, V2 between, V2 axis) {
  const Real side = cross(axis, between);
  const V2 left = perp(axis);
  if (side != 0) return view_along(frame, size, axis, side > 0 ? left : -left);
  const View one = view_along(frame, size, axis, left), two = view_along(frame, size, axis, -left);
  return compare(one, two) <= 0 ? one : two;
}

/// True if a swap changes nothing: every axis then looks as its opposite does.
bool one_in_place_of_the_other(const PairFrame& frame) {
  const Placed& a = frame.a;
  const Placed& b = frame.b;
  return frame.d == V2{} && a.q.c == b.q.c && a.q.s == b.q.s && a.shape.count == b.shape.count &&
         std::equal(a.shape.points, a.shape.points + a.shape.count, b.shape.points);
}

int compare_views(const PairFrame& frame, int size, V2 between, V2 one, V2 two) {
  return compare(nearer_view(frame, size, between, one), nearer_view(frame, size, between, two));
}

/// For shapes of one size neither is first in a view; if that ties, A is.
int compare_views_of_equals(const PairFrame& frame, V2 between, V2 one, V2 two) {
  const bool swapped = one == -two && one_in_place_of_the_other(frame);
  const int verdict = swapped ? 0 : compare_views(frame, 0, between, one, two);
  return verdict != 0 ? verdict : compare_views(frame, 1, between, one, two);
}

/// Positive if A is the larger shape, negative if B is; 0 if they are of one size.
int larger(const ConvexView& a, const ConvexView& b) {
  if (a.reach != b.reach) return a.reach < b.reach ? -1 : 1;
  if (a.radius != b.radius) return a.radius < b.radius ? -1 : 1;
  return a.count == b.count ? 0 : a.count < b.count ? -1 : 1;
}

/// A direction of the pair that a swap negates.
V2 heading_of(const PairFrame& frame, int size) {
  const V2 a = {frame.a.q.c, frame.a.q.s}, b = {frame.b.q.c, frame.b.q.s};
  if (size < 0) return -b;
  return size > 0 || a == b ? a : a - b;
}

BANKSHOT_INLINE Real along(V2 axis, Q2 q) { return axis.x * q.c + axis.y * q.s; }

}  // namespace

bool prefer(const PairFrame& frame, V2 candidate, V2 held) noexcept {
  if (candidate == held) return false;
  const Placed& a = frame.a;
  const Placed& b = frame.b;
  const V2 between = (rotate(a.q, a.shape.centre) - rotate(b.q, b.shape.centre)) + frame.d;
  const int size = larger(a.shape, b.shape);
  const V2 heading = heading_of(frame, size);
  const auto first_difference = [](Real one, Real two) { return one == two ? 0 : one > two ? 1 : -1; };

  int verdict = first_difference(dot(candidate, between), dot(held, between));
  if (verdict == 0) {
    verdict = first_difference(absolute(along(candidate, a.q)) + absolute(along(candidate, b.q)),
                               absolute(along(held, a.q)) + absolute(along(held, b.q)));
  }
  if (verdict == 0) verdict = compare_profiles(frame, candidate, held);
  if (verdict == 0 && size != 0) verdict = compare_views(frame, size, between, candidate, held);
  if (verdict == 0 && size == 0) verdict = compare_views_of_equals(frame, between, candidate, held);
  if (verdict == 0) verdict = first_difference(cross(between, candidate), cross(between, held));
  if (verdict == 0) verdict = first_difference(dot(candidate, heading), dot(held, heading));
  if (verdict == 0) verdict = first_difference(cross(heading, candidate), cross(heading, held));
  const V2 apart = candidate - held;
  if (verdict == 0) verdict = first_difference(dot(apart, between), 0);
  if (verdict == 0) verdict = first_difference(cross(between, apart), 0);
  if (verdict == 0) verdict = first_difference(dot(apart, heading), 0);
  if (verdict == 0) verdict = first_difference(cross(heading, apart), 0);
  return verdict > 0;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
