// A translation without rotation: the ray from the origin against the Minkowski difference, grown by both radii.
//
// The gap is a convex function of the distance travelled. So shapes that touch at the start (within the band) either
// part for good, or go straight into one another. The motion itself decides which: they hit if it takes them deeper
// than the band. That also holds for corners on corners, where no single normal could decide.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>
#include <bankshot/query/toi/linear.hpp>
#include <bankshot/shape/build.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

Real depth_after(const LinearPair& pair, Real distance) {
  return pair.radius - core_gap(pair.a, pair.b, pair.d + distance * pair.heading, -pair.heading).gap;
}

/// The pair after this share of its displacement.
Disputed disputed_at(const LinearPair& pair, Real share) {
  return {pair.a, pair.b, pair.radius_a, pair.radius_b, pair.d, pair.rest, pair.way, share, pair.band};
}

/// A place a third of the distance from `from` to `to`.
Real third_of(Real from, Real to) { return from + (to - from) / 3; }

/// The largest value, or one above `enough`, of a concave function between two places. Each step keeps two thirds.
template <class Function>
Real highest_value(const Function& value, Real from, Real to, int steps, Real enough) {
  Real most = max(value(from), value(to));
  for (int i = 0; i < steps && !(most > enough); ++i) {
    const Real at_left = third_of(from, to), at_right = third_of(to, from);
    const Real left = value(at_left), right = value(at_right);
    most = max(most, max(left, right));
    (left < right ? from : to) = left < right ? at_left : at_right;
  }
  return most;
}

/// True if the path from `from` to `to` along the heading takes the pair deeper than the band. The depth is a concave
/// function of the distance that is not negative at its ends, so the middle is at least half as deep as the deepest
/// place. If that does not decide, the deepest place is searched for; after 24 thirds it is known to a part in 10,000,
/// after 40 to the last digit of a place. If rounding leaves it undecided, the same search uses the exact predicate.
bool goes_deeper(const LinearPair& pair, Real from, Real to) {
  const Real clearly = (1 + tolerance::referee_margin) * pair.band;
  const Real middle = depth_after(pair, from + (to - from) / 2);
  if (middle > clearly) return true;
  if (!(middle > Real(0.375) * pair.band)) return false;
  const Real deepest = highest_value([&](Real at) { return depth_after(pair, at); }, from, to, 24, clearly);
  if (!disputable(-deepest, pair.band)) return deepest > pair.band;
  const auto deeper = [&](Real share) { return deeper_than_band(disputed_at(pair, share)); };
  return highest_value(deeper, from / pair.length, to / pair.length, 40, 0) > 0;
}

/// Two shapes almost without interior are nowhere deeper in one another than the band. They are solid as lines are: the
/// path must not lead from one side to the other. It does if it enters the Minkowski difference by one side and leaves
/// by another that faces away, no more than two bands behind; it starts before the middle of the two, and continues by
/// more than the band. A shape on the middle itself is on neither side, and may move either way. The sides may be
/// inclined to one another by no more than the angle that counts as flat: beyond that, a tip grazes the other shape.
bool goes_through(const LinearPair& pair, Real until) {
  const CoreRay enter = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::enter);
  const CoreRay leave = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::leave);
  if (!enter.found || !leave.found || !(dot(enter.normal, leave.normal) < 0)) return false;
  const Real falls = -dot(enter.normal, pair.heading), thickness = falls * (leave.distance - enter.distance);
  return absolute(cross(enter.normal, leave.normal)) <= tolerance::seam_angle &&
         thickness <= (1 + tolerance::referee_margin) * 2 * pair.band && enter.distance + leave.distance > 0 &&
         falls * (until - leave.distance) > pair.band;
}

template <class Found>
LinearHit hit_from(SweepStatus status, Real distance, const Found& found) {
  return {status, distance, found.normal, found.on_a, found.on_b, found.a, found.b};
}

/// A lower bound of the pair's band, known before the shapes are examined.
Real least_band(const LinearPair& pair) { return band_of(0, 0, length(pair.d)); }

/// For a pair that is certainly apart at the start, by far more than the band: skips the test for overlap there.
LinearHit sweep_from_afar(const LinearPair& pair) {
  if (!(pair.length > 0)) return {};
  const CoreRay entry = first_touch(pair.a, pair.b, pair.d, pair.heading, pair.radius, pair.length, least_band(pair));
  if (!entry.found || entry.distance < 0) return {};
  return hit_from(SweepStatus::hit, entry.distance, entry);
}

LinearHit sweep_from_anywhere(const LinearPair& pair) {
  const CoreGap start = core_gap(pair.a, pair.b, pair.d, -pair.heading);
  const Real gap = start.gap - pair.radius;
  Contact contact = plain_contact(gap, pair.band);
  if (disputable(gap, pair.band)) contact = referee(disputed_at(pair, 0), contact);
  if (contact == Contact::overlapping) return hit_from(SweepStatus::initial_overlap, 0, start);
  if (!(pair.length > 0)) return {};
  const CoreRay entry = first_touch(pair.a, pair.b, pair.d, pair.heading, pair.radius, pair.length, pair.band);
  if (!entry.found) return {};
  if (contact == Contact::touching) {
    const CoreRay exit = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::leave);
    const Real to = min(exit.distance, pair.length);
    const bool deeper = to > 0 && goes_deeper(pair, max(entry.distance, 0), to);
    if (!deeper && !goes_through(pair, pair.length)) return {};
    return hit_from(SweepStatus::hit, max(entry.distance, 0), entry);
  }
  if (entry.distance < 0) return {};
  return hit_from(SweepStatus::hit, entry.distance, entry);
}

// The canonical image of a pair
//
// A walk around M begins at M's lowest corner. Where M is as thin as the band, rounding affects the order in which its
// edges are found to meet, to face the line and to be near. Turning the world by a quarter, or exchanging A and B,
// makes the walk begin elsewhere. So of the eight images of a pair under both only one is computed, and the result is
// mapped back; both mappings are exact. It is the image
// - whose vector from B to A has x > 0 and y >= 0; for equal positions, A's displacement. One of four turns achieves
//   that for the pair as it is, and the opposite one for the exchanged pair.
// - and of these two the one in which the sum of both shapes' x axes points to the right, or straight up; the two sums
//   are opposite. If the sum is zero, the shapes decide, and if these are equal too, the two images are one.

/// The image of a pair that is computed: after `turns` quarter turns to the left, and with A and B exchanged. The
/// exchange rotates the shapes by a further half turn and leaves all vectors between them unchanged.
struct Standing {
  int turns = 0;
  bool exchanged = false;
};

template <int turns>
BANKSHOT_INLINE V2 turned(V2 v) {
  if constexpr ((turns & 3) == 0) return v;
  if constexpr ((turns & 3) == 1) return {-v.y, v.x};
  if constexpr ((turns & 3) == 2) return -v;
  return {v.y, -v.x};
}

/// Quarter turns to the left that bring a vector to x > 0 and y >= 0.
BANKSHOT_INLINE int turns_of(V2 way) {
  if (way.x > 0) return way.y >= 0 ? 0 : 1;
  return way.y > 0 ? 3 : way.x < 0 ? 2 : 1;
}

/// A total order of rounded cores: only equal ones tie.
bool comes_before(const Core& a, Real radius_a, const Core& b, Real radius_b) {
  if (radius_a != radius_b) return radius_a < radius_b;
  if (a.count != b.count) return a.count < b.count;
  for (int i = 0; i < a.count; ++i) {
    const V2 p = a.points[i], q = b.points[i];
    if (p != q) return p.x < q.x || (p.x == q.x && p.y < q.y);
  }
  return false;
}

BANKSHOT_INLINE Standing standing_of(const LinearPair& pair) {
  const V2 way = pair.d == V2{} ? pair.way : pair.d;
  if (way == V2{}) return {};
  const int turns = turns_of(way);
  const V2 axes = {pair.a.turn.c + pair.b.turn.c, pair.a.turn.s + pair.b.turn.s};
  if (axes == V2{}) return {turns, comes_before(pair.b, pair.radius_b, pair.a, pair.radius_a)};
  // After the turns they are (x, y), and after two or three of them its negative.
  const Real x = (turns & 1) == 0 ? axes.x : -axes.y, y = (turns & 1) == 0 ? axes.y : axes.x;
  return {turns, ((x != 0 ? x : y) < 0) == (turns < 2)};
}

/// `sign` is -1 for a further half turn.
template <int turns>
BANKSHOT_INLINE Core turned(const Core& core, Real sign) {
  const V2 axis = sign * turned<turns>(V2{core.turn.c, core.turn.s});
  return {core.points, core.count, core.offset, {axis.x, axis.y}};
}

template <int turns>
BANKSHOT_INLINE LinearPair image_of(const LinearPair& pair, bool exchanged) {
  const Real sign = exchanged ? -1 : 1;
  return {turned<turns>(exchanged ? pair.b : pair.a, sign),
          turned<turns>(exchanged ? pair.a : pair.b, sign),
          turned<turns>(pair.d),
          turned<turns>(pair.heading),
          pair.length,
          pair.radius,
          pair.band,
          turned<turns>(pair.rest),
          turned<turns>(pair.way),
          exchanged ? pair.radius_b : pair.radius_a,
          exchanged ? pair.radius_a : pair.radius_b};
}

template <int turns>
BANKSHOT_INLINE LinearHit taken_back(const LinearHit& hit, bool exchanged) {
  constexpr int back = 4 - turns;
  const Real sign = exchanged ? -1 : 1;
  return {hit.status,
          hit.distance,
          turned<back>(hit.normal),
          sign * turned<back>(exchanged ? hit.on_b : hit.on_a),
          sign * turned<back>(exchanged ? hit.on_a : hit.on_b),
          exchanged ? hit.b : hit.a,
          exchanged ? hit.a : hit.b};
}

template <class Sweep>
LinearHit in_order(const LinearPair& pair, const Sweep& sweep) {
  const auto [turns, exchanged] = standing_of(pair);
  if (turns == 0 && !exchanged) return sweep(pair);
  const LinearHit hit = sweep(turns == 0   ? image_of<0>(pair, exchanged)
                              : turns == 1 ? image_of<1>(pair, exchanged)
                              : turns == 2 ? image_of<2>(pair, exchanged)
                                           : image_of<3>(pair, exchanged));
  if (hit.status == SweepStatus::missed) return hit;
  return turns == 0   ? taken_back<0>(hit, exchanged)
         : turns == 1 ? taken_back<1>(hit, exchanged)
         : turns == 2 ? taken_back<2>(hit, exchanged)
                      : taken_back<3>(hit, exchanged);
}

/// Bounding circles, before and during the motion.
enum class Circles : std::uint8_t {
  unclear,
  apart,   ///< at the start, by many bands
  missing  ///< during the whole motion
};

/// Certain unless `unclear`: margins are far above rounding. Rotations that are not of unit length are `unclear`.
Circles circles_on_the_way(const ConvexData& a, Q2 qa, const ConvexData& b, Q2 qb, V2 d, V2 motion) {
  const V2 centre_a = rotate(qa, a.centre), centre_b = rotate(qb, b.centre);
  const V2 between = (centre_a - centre_b) + d;
  const auto parts = [](V2 v) { return absolute(v.x) + absolute(v.y); };
  const auto unit = [](Q2 q) { return absolute((q.c * q.c + q.s * q.s) - 1) <= 8 * tolerance::eps; };
  if (!unit(qa) || !unit(qb)) return Circles::unclear;
  constexpr Real slack = 16 * tolerance::band_factor * tolerance::eps;
  const Real reach = a.reach + b.reach;
  const Real limit = reach + slack * (reach + (parts(centre_a) + parts(centre_b)) + parts(d) + parts(motion));
  const Real square = limit * limit, way = length_squared(motion);
  const Real distance = length_squared(between);
  if (!(distance > square) || !finite(distance) || !finite(way)) return Circles::unclear;
  if (dot(between, motion) >= 0 && way > 0) return Circles::missing;  // moving apart
  const Real aside = cross(between, motion);
  if (aside * aside > square * way * (1 + slack)) return Circles::missing;
  return Circles::apart;
}

}  // namespace

LinearHit linear_sweep(const LinearPair& pair) noexcept { return in_order(pair, sweep_from_anywhere); }

bool goes_in(const LinearPair& pair, Real distance, Real until) noexcept {
  const auto ask = [distance, until](const LinearPair& ordered) {
    LinearHit answer;
    const CoreRay exit = core_ray(ordered.a, ordered.b, ordered.d, ordered.heading, ordered.radius, Crossing::leave);
    const Real to = min(exit.distance, until);
    if ((to > distance && goes_deeper(ordered, distance, to)) || goes_through(ordered, until)) {
      answer.status = SweepStatus::hit;
    }
    return answer;
  };
  return in_order(pair, ask).status == SweepStatus::hit;
}

bool sweep_circles_first(const ConvexData& a, Q2 qa, const ConvexData& b, Q2 qb, V2 motion, LinearPair& pair,
                         LinearHit& hit) noexcept {
  const Circles circles = circles_on_the_way(a, qa, b, qb, pair.d, motion);
  if (circles == Circles::missing) return false;
  pair.radius = a.radius + b.radius;
  pair.radius_a = a.radius;
  pair.radius_b = b.radius;
  pair.way = motion;
  pair.length = safe_length(motion, &pair.heading);
  if (circles == Circles::unclear) {
    // The band of the pair, and whether it is usable, as in pair_frame().
    const Real scale_a = measured(qa).scale, scale_b = measured(qb).scale;
    const Real reach_a = reach_from_position(a, scale_a), reach_b = reach_from_position(b, scale_b);
    V2 unused;
    pair.band = band_of(reach_a, reach_b, safe_length(pair.d, &unused));
    const bool usable = finite(pair.d) && finite(reach_a + reach_b) && scale_a > 0 && scale_b > 0;
    if (!usable || !finite(motion)) return false;
  }
  pair.a = {a.points.data(), static_cast<int>(a.points.size()), {}, qa};
  pair.b = {b.points.data(), static_cast<int>(b.points.size()), {}, qb};
  hit = circles == Circles::apart ? in_order(pair, sweep_from_afar) : linear_sweep(pair);
  return hit.status != SweepStatus::missed;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
