#pragma once
// A box that moves along a segment, against boxes at rest. Rounding never makes it miss one.
// Not part of the public interface.

#include <bankshot/math/box.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

/// Grows the resting box by the moving one's half extents and tests whether the segment of the moving centre meets the
/// result, by the separating axes of segment and box: x, y and the segment's normal (Gottschalk, Lin and Manocha 1996;
/// Ericson, Real-Time Collision Detection, 5.3.3).
///
/// Each comparison has a slack above its rounding error, so errors are one-sided: a box that is met is always reported,
/// and one missed by a few eps x (distance from the origin of the sweep) may be reported too.
class SweptBox {
 public:
  /// Lengths in the units of the boxes; `half` is not negative and zero for a ray.
  SweptBox(V2 origin, V2 translation, V2 half) : origin_(origin), translation_(translation), half_(half) {
    const Real longest = max(absolute(translation.x), absolute(translation.y));
    // Only the direction matters for the normal's axis; near unit length it neither overflows nor underflows.
    if (longest > 0) direction_ = {translation.x / longest, translation.y / longest};
    // p + limit d + half: three roundings of at most eps / 2 each, and one of the slack itself.
    slack_ = {4 * eps * (absolute(origin.x) + absolute(translation.x) + half.x) + tiny,
              4 * eps * (absolute(origin.y) + absolute(translation.y) + half.y) + tiny};
    set_limit(1);
  }

  /// Shortens the segment to this fraction of the translation.
  void set_limit(Real limit) {
    const V2 end = origin_ + limit * translation_;
    const V2 reach = half_ + slack_;
    swept_ = {V2{min(origin_.x, end.x), min(origin_.y, end.y)} - reach,
              V2{max(origin_.x, end.x), max(origin_.y, end.y)} + reach};
  }

  /// True if the moving box may touch `box` (closed) before the limit.
  bool meets(const Box& box) const { return overlaps(swept_, box) && !separated_by_normal(box, 1); }

  /// True if the moving box touches `box` on its whole path, without the slack: decided by these two boxes alone, up to
  /// their rounding. If so, meets() at limit 1 is true for any box that contains `box`.
  bool crosses(const Box& box) const {
    const V2 end = origin_ + translation_;
    const Box way = {V2{min(origin_.x, end.x), min(origin_.y, end.y)} - half_,
                     V2{max(origin_.x, end.x), max(origin_.y, end.y)} + half_};
    return overlaps(way, box) && !separated_by_normal(box, 0);
  }

  /// The fraction of the translation at which the moving box first touches `box`; 0 if it starts there. Rounded.
  /// Precondition: crosses(box).
  Real entry(const Box& box) const {
    const V2 low = box.lower - half_ - origin_, high = box.upper + half_ - origin_;
    Real fraction = 0;
    if (translation_.x != 0) fraction = max(fraction, (translation_.x > 0 ? low.x : high.x) / translation_.x);
    if (translation_.y != 0) fraction = max(fraction, (translation_.y > 0 ? low.y : high.y) / translation_.y);
    return min(fraction, 1);
  }

  /// Bounds of the path up to the limit, including the slack.
  const Box& bounds() const { return swept_; }

  /// True if `a` comes before `b` on the path, judged by their centres.
  bool before(const Box& a, const Box& b) const {
    return dot(direction_, a.lower + a.upper) < dot(direction_, b.lower + b.upper);
  }

 private:
  static constexpr Real eps = std::numeric_limits<Real>::epsilon();
  static constexpr Real tiny = std::numeric_limits<Real>::min();  // products of tiny lengths lose their digits

  // Twice the centre c and half extents e of the grown box, from the origin of the sweep. Separated if |d x c| > |d.x|
  // e.y + |d.y| e.x. With u = eps / 2 the error of the left side is at most 5 u and that of the right 6 u, times |d.x|
  // m.y + |d.y| m.x, m = |lower| + |upper| + 2 half. A box is certainly reported with 11 u of slack; the slack is 32 u,
  // so that boxes around one reported without slack, itself wrong by up to 11 u, are met too. If the smaller component
  // of d underflows, its error is less than the smallest normal number. If the left side overflows, the right side is
  // infinite or NaN, and the comparison gives "not separated".
  bool separated_by_normal(const Box& box, Real slack) const {
    const Real share = 16 * eps * slack;
    const V2 low = box.lower - origin_, high = box.upper - origin_;
    const V2 centre = low + high;
    const V2 twice = half_ + half_;
    const V2 extents = high - low + twice;
    const V2 size = {absolute(low.x) + absolute(high.x) + twice.x, absolute(low.y) + absolute(high.y) + twice.y};
    const Real side = absolute(cross(direction_, centre));
    const Real wide = absolute(direction_.x) * (extents.y + share * size.y);
    const Real tall = absolute(direction_.y) * (extents.x + share * size.x);
    return side > wide + tall + slack * (tiny * (1 + size.x + size.y));
  }

  V2 origin_, translation_, half_, direction_, slack_;
  Box swept_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
