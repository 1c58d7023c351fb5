// A translation without turning: the ray from the origin against the Minkowski difference, grown by both radii.
//
// The gap is a convex function of the way travelled. Shapes that touch at the start (within the band) therefore either
// part for good, or go straight into one another; which of the two is asked of the motion itself: they hit if it takes
// them deeper than the band. That holds for corners on corners too, where no single normal could tell.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>
#include <bankshot/query/toi/linear.hpp>
#include <bankshot/shape/build.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

namespace {

Real depth_after(const LinearPair& pair, Real distance) {
  return pair.radius - core_gap(pair.a, pair.b, pair.d + distance * pair.heading, -pair.heading).gap;
}

/// The pair after this share of its way.
Disputed disputed_at(const LinearPair& pair, Real share) {
  return {pair.a, pair.b, pair.radius_a, pair.radius_b, pair.d, pair.rest, pair.way, share, pair.band};
}

/// A place between two, a third of the way from `from` on.
Real third_of(Real from, Real to) { return from + (to - from) / 3; }

/// The largest value, or one above `enough`, of a concave function between two places. Each step leaves two thirds.
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

/// Whether the way from `from` to `to` along the heading takes the pair deeper than the band. The depth is a concave
/// function of the way that is not negative at its ends, so the middle is at least half as deep as the deepest place.
/// Where that leaves a doubt the deepest place is searched for; after 24 thirds it is known to a part in 10,000, after
/// 40 to the last digit of a place. Where rounding leaves a doubt, the same search goes through the referee.
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

/// Of two that have no inside to speak of nothing is deeper in the other than the band. They are solid as lines are:
/// the way must not lead from one side to the other. It does where it enters the Minkowski difference by one side and
/// leaves by another that faces away, no more than two bands behind; it starts before the middle of the two, and goes
/// on by more than the band. What lies on the middle itself is on neither side, and may go either way. The sides may
/// lean towards one another by no more than what counts as flat: where they do by more, a tip grazes the other shape.
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

/// No more than the pair's band, from what is known before shapes are looked at.
Real least_band(const LinearPair& pair) { return band_of(0, 0, length(pair.d)); }

/// A pair that is apart at the start for certain, by far more than the band: no overlap there to look for.
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

// One pair of all its images
//
// A walk around M begins at M's lowest corner, and where M is as thin as the band its edges are found to meet, to face
// the line and to be near in an order that rounding has a say in. Turning the world by a quarter, or exchanging A and
// B, has it begin elsewhere. So of the eight images of a pair under both only one is computed, and the answer taken
// back; the way there and back rounds nothing. It is the one
//   - whose way from B to A has x > 0 and y >= 0; where the positions are equal, the way that A moves. Of four turns
//     one does that for the pair as it is, and the one opposite to it for the pair exchanged.
//   - and of these two the one in which the sum of both shapes' x axes points to the right, or straight up; in the two
//     these sums are opposite. Where the sum is zero the shapes tell them apart, and where these are equal too, the two
//     images are one.

/// Which image of a pair is computed: after so many quarter turns to the left, and with A and B exchanged, which takes
/// the turns of the shapes on by a half and leaves all ways between them.
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

/// Turns to the left that take a way to where x > 0 and y >= 0.
BANKSHOT_INLINE int turns_of(V2 way) {
  if (way.x > 0) return way.y >= 0 ? 0 : 1;
  return way.y > 0 ? 3 : way.x < 0 ? 2 : 1;
}

/// Any order of rounded cores in which only equal ones are equal.
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

/// `sign` is -1 for half a turn more.
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
  missing  ///< all the way
};

/// Certain where it is not `unclear`: margins are far above rounding. Asked of turns of unit length only.
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
  if (dot(between, motion) >= 0 && way > 0) return Circles::missing;  // on its way out
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

namespace {

/// As linear_sweep(), from the poses; false when there is nothing to report.
bool sweep_circles_first(const ConvexData& a, Q2 qa, const ConvexData& b, Q2 qb, V2 motion, LinearPair& pair,
                         LinearHit& hit) {
  const Circles circles = circles_on_the_way(a, qa, b, qb, pair.d, motion);
  if (circles == Circles::missing) return false;
  pair.radius = a.radius + b.radius;
  pair.radius_a = a.radius;
  pair.radius_b = b.radius;
  pair.way = motion;
  pair.length = safe_length(motion, &pair.heading);
  if (circles == Circles::unclear) {
    // The band of the pair, and whether it is one, as pair_frame() has them.
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

}  // namespace

}  // namespace detail

SweepHit sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
               const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_sweep(a, pose_a, translation, b, pose_b);
  const ConvexData& data_a = ConvexData::of(a);
  const ConvexData& data_b = ConvexData::of(b);
  LinearPair pair;
  pair.d = plain(pose_a.position) - plain(pose_b.position);
  pair.rest = rest_of_difference(plain(pose_a.position), plain(pose_b.position));
  LinearHit hit;
  SweepHit result;
  if (!sweep_circles_first(data_a, {pose_a.rotation.c, pose_a.rotation.s}, data_b,
                           {pose_b.rotation.c, pose_b.rotation.s}, plain(translation), pair, hit)) {
    return result;
  }
  result.status = hit.status;
  result.fraction = hit.distance > 0 ? min(hit.distance / pair.length, 1) : 0;
  result.point = vec2(plain(pose_b.position) + (hit.on_b + data_b.radius * hit.normal));
  result.normal = vec2(hit.normal);
  result.feature_a = hit.a;
  result.feature_b = hit.b;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
