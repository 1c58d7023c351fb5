// Lower bounds of the gap, and the time at which they reach zero.
//
// Along any unit direction n(t) the gap is at least
//
//   s(t) = dot(n(t), d(t)) + min over A of dot(n(t), r_i(t)) + min over B of dot(-n(t), r_j(t)) - radius,
//
// so the pair does not meet before s falls to zero. For the direction of the measured gap, s(0) is the gap. Several
// directions n(t) give bounds with closed roots; each is valid, and the largest time is taken.
//
// Turning frames. Let n turn with spin w: with one of the bodies (a face keeps its normal, and its body then does not
// turn relative to n) or not at all (w = 0: two corners, or bodies that do not turn).
//
//   h(t) = dot(n(t), d(t)) has h(0) = dot(n, d), h'(0) = dot(n, v) + w dot(perp n, d). For w = 0, h'' = dot(n, a)
//   exactly, which finds the impact of a ball on a plane in one advance; otherwise
//   h'' >= -(w^2 |d| + 2 |w| |v| + |a|) with the largest values of the remaining time.
//   A corner at r_i turning by spin w' relative to n has the height u cos(w' t) + q sin(w' t) with u = dot(n, r_i) and
//   q = dot(n, perp r_i), at least u + q w' t - |r_i| (w' t)^2 / 2.
//
// With |r_i| replaced by the reach, all corners of a body share their curvature, and the smallest of the heights is the
// lower envelope of lines u + q w' t minus one parabola. The lowest line at time t belongs to the corner that is
// extreme in the direction n - w' t perp(n). As t grows this direction turns one way only, so the corners follow one
// another in their order around the core. s is then a chain of parabolas, followed piece by piece. Its error is of
// second order in t, so the advance converges quadratically.
//
// Circles. At any spin a body stays within its reach: dot(n, d(t)) minus both reaches. Reaches zero only when the
// reaches meet; best for fast spinners that are still far.
//
// Rates. Spin times reach bounds the speed of any corner: best for rotations of more than a radian or so.
//
// Source: Mirtich, "Impulse-based dynamic simulation of rigid body systems" (1996), and Zhang, Lee, Kim, "Interactive
// continuous collision detection for non-convex polyhedra" (2006), for advancing by a bound along the closest
// direction; the bounds are derived here.

#include <bankshot/query/toi/advance.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// First t > 0 at which c0 + c1 t + c2 t^2 / 2 falls through zero. Precondition: c0 > 0, or c1 > 0. Uses the form of
/// the root that does not cancel.
Real falls_through(Real c0, Real c1, Real c2) {
  const Real discriminant = c1 * c1 - 2 * c0 * c2;
  if (c1 < 0) return discriminant < 0 ? never : 2 * c0 / (std::sqrt(discriminant) - c1);
  if (c2 >= 0) return never;
  return (c1 + std::sqrt(max(discriminant, 0))) / -c2;
}

}  // namespace

/// The same for a gap that may not be above zero, see Levels. The top of the parabola is c1^2 / 2|c2| above c0.
Real falls_to_level(Real c0, Real c1, Real c2, const Levels& levels) noexcept {
  if (c0 <= 0 && !(c1 > 0 && c1 * c1 > 2 * (c0 - levels.noise) * c2)) {
    const bool rises = c1 > 0 && c1 * c1 > -2 * levels.noise * c2;
    c0 -= rises ? levels.lowest : levels.lowest - levels.noise;
    if (c0 <= 0 && c1 <= 0) return 0;
  }
  return falls_through(c0, c1, c2);
}

namespace {

/// The lowest line of a body along the direction n (-n for B), with the corners that take over. Starts at the corner
/// that the distance was measured to. On an edge this is the first corner; the other one takes over at once if it moves
/// down.
class Support {
 public:
  Support(const Core& core, V2 direction, Real spin, Feature lowest)
      : core_(core), n_(direction), spin_(spin), i_(lowest.index) {
    if (spin == 0) return;
    left_ = core.count;
    slope_ = spin_ * lateral(core_.at(i_));
    find_next();
  }

  Real slope() const { return slope_; }
  Real next() const { return next_; }  ///< time at which another corner takes over

  void take_over() {
    i_ = neighbour();
    slope_ = next_slope_;
    --left_;
    find_next();
  }

 private:
  Real height(V2 r) const { return dot(n_, r); }
  Real lateral(V2 r) const { return dot(n_, perp(r)); }
  int neighbour() const { return spin_ > 0 ? core_.before(i_) : core_.after(i_); }

  void find_next() {
    next_ = never;
    if (left_ <= 0 || core_.count == 1) return;
    const V2 here = core_.at(i_), there = core_.at(neighbour());
    next_slope_ = spin_ * lateral(there);
    if (next_slope_ < slope_) next_ = max((height(there) - height(here)) / (slope_ - next_slope_), 0);
  }

  const Core& core_;
  V2 n_;
  Real spin_ = 0;
  int i_ = 0;
  int left_ = 0;
  Real slope_ = 0;
  Real next_ = never;
  Real next_slope_ = 0;
};

/// The largest curvature that the turning of n adds to dot(n, d) in the remaining time.
Real turning_curvature(const PairFlight& flight, Real spin) {
  const Real t = flight.remaining;
  const Real a = length(flight.acceleration), v = length(flight.velocity);
  const Real fastest = v + a * t;
  const Real farthest = length(flight.d) + (v + a * t / 2) * t;
  return spin * spin * farthest + 2 * absolute(spin) * fastest + a;
}

/// The bound along a direction that turns with `spin`.
Real frame_advance(const PairFlight& flight, const CoreGap& at, const Levels& levels, Real spin) {
  const V2 n = at.normal;
  const Real spin_a = flight.a.reach > 0 ? flight.a.spin - spin : 0;
  const Real spin_b = flight.b.reach > 0 ? flight.b.spin - spin : 0;
  Support low_a(flight.a.core, n, spin_a, at.a);
  Support low_b(flight.b.core, -n, spin_b, at.b);
  Real c0 = levels.gap;
  Real c1 = (dot(n, flight.velocity) + low_a.slope() + low_b.slope()) + spin * cross(n, flight.d);
  const Real turning = spin == 0 ? dot(n, flight.acceleration) : -turning_curvature(flight, spin);
  const Real c2 = turning - (flight.a.reach * (spin_a * spin_a) + flight.b.reach * (spin_b * spin_b));
  Real passed = 0;
  for (;;) {
    const Real end = falls_to_level(c0, c1, c2, levels);
    const Real change = min(low_a.next(), low_b.next());
    if (!(passed + end > change) || !(change <= flight.remaining)) return passed + end;
    const Real piece = max(change - passed, 0);
    c0 += (c1 + c2 * piece / 2) * piece;
    c1 += c2 * piece;
    passed += piece;
    Support& over = low_a.next() <= low_b.next() ? low_a : low_b;
    c1 -= over.slope();
    over.take_over();
    c1 += over.slope();
  }
}

/// The bound by the reaches of bodies that turn; a body that does not turn keeps its own support.
Real circle_advance(const PairFlight& flight, const CoreGap& at) {
  const V2 n = at.normal;
  const Real low_a = flight.a.spin != 0 ? -flight.a.reach : dot(n, at.on_a);
  const Real low_b = flight.b.spin != 0 ? -flight.b.reach : -dot(n, at.on_b);
  const Real gap = (dot(n, flight.d) + (low_a + low_b)) - flight.radius;
  return gap > 0 ? falls_through(gap, dot(n, flight.velocity), dot(n, flight.acceleration)) : 0;
}

/// The bound by rates.
Real rate_advance(const PairFlight& flight, const CoreGap& at, const Levels& levels) {
  const Real turning = absolute(flight.a.spin) * flight.a.reach + absolute(flight.b.spin) * flight.b.reach;
  if (!(levels.gap > 0)) return 0;
  return falls_through(levels.gap, dot(at.normal, flight.velocity) - turning, dot(at.normal, flight.acceleration));
}

}  // namespace

Real safe_advance(const PairFlight& flight, const CoreGap& at, const Levels& levels) noexcept {
  const Real spin_a = flight.a.spin, spin_b = flight.b.spin;
  if (spin_a == 0 && spin_b == 0) return frame_advance(flight, at, levels, 0);
  Real best = max(circle_advance(flight, at), rate_advance(flight, at, levels));
  if (best > flight.remaining) return best;
  best = max(best, frame_advance(flight, at, levels, 0));
  if (spin_a != 0) best = max(best, frame_advance(flight, at, levels, spin_a));
  if (spin_b != 0 && spin_b != spin_a) best = max(best, frame_advance(flight, at, levels, spin_b));
  return best;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
