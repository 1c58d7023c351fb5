// Sweeps of shapes made of parts: the earliest meeting of any two parts that is one of the wholes.
//
// A meeting at a seam (an edge between two parts, a corner where the whole is straight or hollow) is no meeting of the
// wholes, unless the pair approaches along the surface that is there too: then it has that surface's normal.
//
// What touches at the start and slides has met already. A part that comes up to it later, as the next tile of a floor
// does, touches it too before it lies alongside: what is round comes to the next part's corner along the surface, with
// a normal that nothing hides. So wholes that touch at the start meet at another part only where the motion takes the
// two deeper than the band, as those that touch do. In a straight motion this is asked of the way through the part; a
// turning one is followed until the part is two bands deep, since the depth at which the advance ends is known to no
// better than a band. Where it gets that deep it stops where it came in; where it does not, it may end as deep as that.
// So a start counts as touching to a band more, or what rolls would be stuck sooner or later. What grazes shows along
// the contact's own normal as well as along that of the surface there.
//
// One-way faces are surface for what comes to their front, see one_sided.cpp, and are not there for what comes through.
// What slides into one of them while it lies two bands deep in the next has not come through that one.
//
// A meeting that is none of the wholes is left to the parts that are the surface there. Which those are is known to
// rounding only where a corner lies on a corner, and what goes in by less than normals are known to is refused
// everywhere: then no other parts need to meet. But what is deep in a part is as deep in the whole. So of meetings that
// were refused the one stands after all that takes its parts deeper than the band before anything else is met. To ask
// that costs as much as the sweep of the two parts, and is needed seldom: the depth is no larger than the overlap along
// the surface's normal, and what slides along a surface gets no deeper along that.

#include <bankshot/query/axis.hpp>
#include <bankshot/query/composite.hpp>
#include <bankshot/query/core_gap.hpp>
#include <bankshot/query/joints.hpp>
#include <bankshot/query/linear.hpp>
#include <bankshot/query/motion_input.hpp>
#include <bankshot/query/one_sided.hpp>
#include <bankshot/query/seam.hpp>
#include <bankshot/query/union_exit.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

/// The earliest so far; of meetings within the band of one another a direct one.
struct Earliest {
  SweepHit hit;
  Real at = infinite;
  bool direct = false;
  Real refused = infinite;  ///< the first meeting that was, and may go in

  bool later(Real distance, bool candidate_direct, Real band) const {
    if (distance < at - band) return false;
    if (distance <= at + band && candidate_direct != direct) return direct;
    return !(distance < at);
  }
};

/// The two shapes at the start.
class Start {
 public:
  /// `near`: gap within which they touch, the band or more.
  Start(const Shape& a, const Shape& b, const Placement& at, Real band, Real near)
      : a_(a), b_(b), at_(at), band_(band), near_(near) {}

  /// Whether any parts that stop one another are that near, as far as rounding can tell; found out when it is first
  /// asked.
  bool touch() {
    if (!touch_) touch_ = parts_touch();
    return *touch_;
  }

  const Shape& a() const { return a_; }
  const Shape& b() const { return b_; }

  /// Whether any of them overlap deeper than the band for sure.
  bool deep() const { return any_overlap(band_ + tolerance::referee_margin * band_); }

 private:
  bool parts_touch() const { return any_overlap(-near_ - tolerance::referee_margin * band_); }

  /// Whether two parts that stop one another overlap by so much, or are no farther apart.
  bool any_overlap(Real least) const {
    bool any = false;
    for_each_pair(a_, b_, at_, max(-least, 0), [&](const Part& part_a, const Part& part_b) {
      const PairFrame frame = frame_of(part_a, part_b, at_, band_);
      if (!frame.usable) return true;
      any = has_one_way(part_a, part_b) ? touch_in_front(part_a, part_b, frame, least)
                                        : depth_of(frame, find_axis(frame).separation) >= least;
      return !any;
    });
    return any;
  }

  const Shape &a_, &b_;
  const Placement& at_;
  Real band_, near_;
  std::optional<bool> touch_;
};

/// Whether a shape has seams between parts that have an inside.
bool has_seams(const Shape& shape) { return !shape.convex() && !thin(shape); }

/// What has no inside may lie along a seam, deep in the whole and in none of its parts; or two of that kind cross where
/// parts of one join. True, and an overlap at the start, where it does. (What is deep in a part as well is found
/// there.)
bool starts_in_seam(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Start& start, Real band,
                    SweepHit& hit) {
  const bool may = (thin(a) && (thin(b) || has_seams(b))) || (thin(b) && has_seams(a));
  if (!may || !start.touch() || start.deep()) return false;
  const ClosestPoints closest = parts_closest(a, pose_a, b, pose_b);
  if (!(closest.distance < -band)) return false;
  hit.status = SweepStatus::initial_overlap;
  hit.fraction = 0;
  hit.point = closest.point_b, hit.normal = closest.normal;
  hit.feature_a = closest.feature_a, hit.feature_b = closest.feature_b;
  return true;
}

void set_parts(SweepHit& hit, const Part& a, const Part& b) {
  hit.feature_a.piece = a.number;
  hit.feature_b.piece = b.number;
}

/// A straight way of the one whole past the other.
struct Straight {
  const Placement& at;
  Start& start;
  Joints& joints;
  Real band = 0;
  V2 motion, position_b;
};

LinearPair linear_pair(const Part& a, const Part& b, const PairFrame& frame, const Straight& way) {
  LinearPair pair;
  pair.length = safe_length(way.motion, &pair.heading);
  pair.radius = frame.radii;
  pair.radius_a = a.view.radius;
  pair.radius_b = b.view.radius;
  pair.way = way.motion;
  pair.band = way.band;
  pair.a = core_of(a.view, {}, way.at.qa);
  pair.b = core_of(b.view, {}, way.at.qb);
  pair.d = way.at.d;
  return pair;
}

void take(Earliest& earliest, const LinearHit& found, const Meeting& meeting, bool direct, const Part& a, const Part& b,
          const Straight& way, Real length) {
  const Real distance = found.status == SweepStatus::hit ? found.distance : Real(-infinite);
  if (earliest.later(distance, direct, way.band)) return;
  earliest.at = distance, earliest.direct = direct;
  SweepHit& hit = earliest.hit;
  hit.status = found.status;
  hit.fraction = found.distance > 0 ? min(found.distance / length, 1) : 0;
  hit.point = vec2(way.position_b + (found.on_b + b.view.radius * found.normal));
  hit.normal = vec2(meeting.normal);
  hit.feature_a = found.a, hit.feature_b = found.b;
  set_parts(hit, a, b);
}

/// Whether a meeting that was refused may take the two deeper than the band, by how they overlap along `normal` at the
/// end of the way. `frame`: where they meet.
bool may_go_in(const PairFrame& frame, V2 normal, V2 ahead, Real band) {
  const Real of_cores = lowest(frame.a, normal) + dot(normal, frame.d + ahead) - highest(frame.b, normal);
  return of_cores - frame.radii < -band;
}

/// Whether one-way faces leave a meeting to be one. Gives it the normal of a face over whose end it is: what goes over
/// that has to move down on it; what comes end on does not. `way`: of A relative to B, all of it.
bool stopped(const Part& a, const Part& b, const PairFrame& frame, Meeting& meeting, V2 way, Coming* coming) {
  *coming = coming_to(a, b, frame, meeting, &meeting.normal);
  if (*coming == Coming::over_end) return dot(meeting.normal, way) < -frame.band;
  return *coming == Coming::to_face;
}

/// The same of a straight way. What touches at the start does so where it is, not where its line entered.
bool stopped(const Part& a, const Part& b, const PairFrame& frame, const LinearPair& pair, const LinearHit& found,
             Meeting& meeting, Coming* coming) {
  if (found.status == SweepStatus::initial_overlap) return false;
  if (found.distance > 0) return stopped(a, b, frame, meeting, pair.way, coming);
  const CoreGap start = core_gap(pair.a, pair.b, pair.d, -pair.heading);
  Meeting touch{start.normal, start.a, start.b};
  const bool is = stopped(a, b, frame, touch, pair.way, coming);
  if (*coming == Coming::over_end) meeting.normal = touch.normal;
  return is;
}

/// Whether a meeting is one of the wholes, see seam.hpp. Over an end it has its normal already, and B's or A's surface
/// there is that face.
bool is_surface(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 normal, V2 heading,
                Coming coming, bool* direct) {
  if (coming != Coming::over_end) return of_the_wholes(meeting, a, b, frame, heading, direct);
  *direct = false;
  return (a.one_way >= 0 || admits(a, frame.a.q, meeting.a, -normal)) &&
         (b.one_way >= 0 || admits(b, frame.b.q, meeting.b, normal));
}

/// False: the two parts meet nowhere, or nowhere where the wholes do.
bool meet(Earliest& earliest, const Part& a, const Part& b, PairFrame frame, const LinearPair& pair,
          const Straight& way) {
  const LinearHit found = linear_sweep(pair);
  if (found.status == SweepStatus::missed) return false;
  Meeting meeting{found.normal, found.a, found.b};
  bool direct = true;
  Coming coming = Coming::to_face;
  if (found.status == SweepStatus::hit) frame.d += found.distance * pair.heading;
  if (has_one_way(a, b) && !stopped(a, b, frame, pair, found, meeting, &coming)) return false;
  if (found.status == SweepStatus::hit) {
    if (!is_surface(meeting, a, b, frame, found.normal, pair.heading, coming, &direct)) {
      const V2 ahead = (pair.length - found.distance) * pair.heading;
      if (found.distance < earliest.refused && may_go_in(frame, meeting.normal, ahead, way.band)) {
        earliest.refused = found.distance;
      }
      return false;
    }
    if (!goes_in(pair, found.distance) && way.start.touch()) return false;
  }
  take(earliest, found, meeting, direct, a, b, way, pair.length);
  return true;
}

/// Notes where the one part only passes the other from the side, for the joints there, see joints.cpp.
void note_passing(const Part& a, const Part& b, PairFrame frame, const LinearPair& pair, Joints& joints) {
  Beside found;
  if (!passes_beside(pair, &found)) return;
  found.a = a.number, found.b = b.number;
  if (has_one_way(a, b)) {
    frame.d += max(found.begins(), 0) * pair.heading;
    Meeting touch{-pair.heading, found.corner_a(), found.corner_b()};
    Coming coming = Coming::to_face;
    if (!stopped(a, b, frame, touch, pair.way, &coming)) return;
  }
  joints.add(found);
}

void sweep_part(Earliest& earliest, const Part& a, const Part& b, const Straight& way) {
  const PairFrame frame = frame_of(a, b, way.at, way.band);
  if (!frame.usable) return;
  const LinearPair pair = linear_pair(a, b, frame, way);
  if (meet(earliest, a, b, frame, pair, way) || !without_width(a, b, way.band)) return;
  note_passing(a, b, frame, pair, way.joints);
}

void take_joint(Earliest& earliest, const Shape& a, const Shape& b, const Straight& way) {
  V2 heading;
  const Joint joint = way.joints.first(safe_length(way.motion, &heading), way.band);
  if (!(joint.distance < infinite) || earliest.later(joint.distance, false, way.band)) return;
  earliest.at = joint.distance, earliest.direct = false;
  earliest.hit = hit_at(joint, a, b, way.at, way.band, way.motion, way.position_b);
}

/// A meeting that was refused, and goes in before anything else is met; or any, where the whole is `entered`.
void stop_refused(Earliest& earliest, const Part& a, const Part& b, const Straight& way, bool entered) {
  PairFrame frame = frame_of(a, b, way.at, way.band);
  if (!frame.usable) return;
  const LinearPair pair = linear_pair(a, b, frame, way);
  const LinearHit found = linear_sweep(pair);
  if (found.status != SweepStatus::hit || !(found.distance < earliest.at)) return;
  if (!entered && !goes_in(pair, found.distance, min(pair.length, earliest.at))) return;
  Meeting meeting{found.normal, found.a, found.b};
  bool direct = true;
  Coming coming = Coming::to_face;
  frame.d += found.distance * pair.heading;
  if (has_one_way(a, b)) {
    const V2 place = found.on_b + b.view.radius * found.normal;
    if (!stopped(a, b, frame, pair, found, meeting, &coming) ||
        comes_through_beside(way.start.a(), way.start.b(), {way.at.qa, way.at.qb, frame.d}, a, b, place, way.band)) {
      return;
    }
  }
  is_surface(meeting, a, b, frame, found.normal, pair.heading, coming, &direct);
  if (!(dot(meeting.normal, pair.heading) < 0)) meeting.normal = found.normal;
  take(earliest, found, meeting, false, a, b, way, pair.length);
}

/// What has no inside may go into the whole along a seam, deep in none of its parts: at a hollow corner, into a part
/// that lies between two others. Whether it has, where something else is met or the way ends.
bool enters_seam(const Shape& a, const Shape& b, const Straight& way, Real at) {
  if (!thin(a) && !thin(b)) return false;
  V2 heading;
  const Real length = safe_length(way.motion, &heading);
  Placement there = way.at;
  there.d += min(at, length) * heading;
  return shortest_exit(a, b, there, way.band).depth > 2 * way.band;
}

/// Numbers of the parts of `shape` in a box, and their visit against one part.
template <class Visit>
void for_parts_in(const Shape& shape, const Box& box, Visit&& visit) {
  std::vector<std::uint32_t> numbers;
  parts_near(shape, box, numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) visit(part_of(shape, number, space));
}

}  // namespace

SweepHit parts_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_sweep(a, pose_a, translation, b, pose_b);
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  const V2 motion = plain(translation);
  Earliest earliest;
  if (!finite(band) || !finite(motion)) return earliest.hit;
  Start start(a, b, at, band, band);
  if (starts_in_seam(a, pose_a, b, pose_b, start, band, earliest.hit)) return earliest.hit;
  Placement end = at;
  end.d += motion;
  const auto swept = [&](const Box& box) { return joined(into_b(at, box, band), into_b(end, box, band)); };
  // The parts of A that come near B at all: B seen from A moves the other way.
  const Box b_from_a = joined(into_b(at.exchanged(), bounds_of(b), band), into_b(end.exchanged(), bounds_of(b), band));
  Joints joints;
  const Straight way{at, start, joints, band, motion, plain(pose_b.position)};
  const auto each_pair = [&](auto&& visit) {
    for_parts_in(a, b_from_a, [&](const Part& part_a) {
      for_parts_in(b, swept(box_of(part_a.view)), [&](const Part& part_b) { visit(earliest, part_a, part_b, way); });
    });
  };
  each_pair(sweep_part);
  take_joint(earliest, a, b, way);
  const auto stop = [&](bool entered) {
    return [entered](Earliest& first, const Part& part_a, const Part& part_b, const Straight& straight) {
      stop_refused(first, part_a, part_b, straight, entered);
    };
  };
  if (earliest.refused < earliest.at - band) each_pair(stop(false));
  if (earliest.refused < earliest.at - band && enters_seam(a, b, way, earliest.at)) each_pair(stop(true));
  return earliest.hit;
}

namespace {

/// Everything a turning shape may cover on its way, as a box in coordinates of a shape that does not turn.
Box swept_box(const Shape& a, const Motion& motion_a, const Motion& motion_b, Real margin) {
  if (motion_b.turn != 0) return {{-infinite, -infinite}, {infinite, infinite}};
  const Box bounds = bounds_of(a);
  const V2 pivot = plain(motion_a.pivot);
  const V2 far{max(absolute(bounds.lower.x - pivot.x), absolute(bounds.upper.x - pivot.x)),
               max(absolute(bounds.lower.y - pivot.y), absolute(bounds.upper.y - pivot.y))};
  const Real reach = length(far) * (1 + Real(1) / 64) + detail_view(a).radius + margin;
  const Box around{{pivot.x - reach, pivot.y - reach}, {pivot.x + reach, pivot.y + reach}};
  Placement at = placement(motion_a.start, motion_b.start);
  const Box from = into_b(at, around, margin);
  at.d += plain(motion_a.translation) - plain(motion_b.translation);
  return joined(from, into_b(at, around, margin));
}

/// Whether a meeting is one with something that lies alongside: the cores approach by less than what is within twice
/// the band of the surface does where it comes to a corner that is round by `radius`, or by less than normals are known
/// to. (Its height above the corner is r cos(angle) >= r - 2 band.)
bool grazes(V2 normal, V2 way, Real radius, Real band) {
  const Real limit = tolerance::seam_angle * tolerance::seam_angle + (radius > 0 ? 4 * band / radius : 0);
  const Real approach = min(dot(normal, way), 0);
  return approach * approach <= limit * length_squared(way);
}

/// The smaller extent of two parts; a line has none.
Real thickness(const ConvexView& a, const ConvexView& b) {
  if (a.extent == 0 || b.extent == 0) return max(a.extent, b.extent);
  return min(a.extent, b.extent);
}

void take(Earliest& earliest, const ToiResult& found, Real time, const Meeting& meeting, const Motion& motion_b,
          V2 velocity_b) {
  SweepHit& hit = earliest.hit;
  hit.status = found.status;
  hit.fraction = time;
  hit.normal = vec2(meeting.normal);
  const V2 centre_b = (plain(motion_b.start.position) + arm_of(motion_b)) + time * velocity_b;
  hit.point = vec2(centre_b + found.point_from_b);
  hit.feature_a = found.feature_a, hit.feature_b = found.feature_b;
}

/// When the parts of a pair that is deeper than the band at `deep` came in: half as deep as the band, so that they
/// still touch where they stop, and a sweep may begin there. `in`: from where they met on, `deep.time` later.
ToiResult goes_in_at(ToiInput in, const ToiResult& deep, Real band) {
  in.span = deep.time;
  in.sunk = band / 2;
  in.target = 0;
  ToiResult found = time_of_impact(in);
  if (found.status == SweepStatus::hit) return found;
  if (found.status == SweepStatus::initial_overlap) found = deep, found.time = 0;  // they met as deep as that
  return found.status == SweepStatus::hit ? found : deep;
}

/// How far from its pivot a core reaches.
Real reach_of(const ConvexView& view, V2 offset, Q2 turn) {
  const Core core = core_of(view, offset, turn);
  Real square = 0;
  for (int i = 0; i < core.count; ++i) square = max(square, length_squared(core.at(i)));
  return std::sqrt(square);
}

/// Whether a meeting that was refused may take the two deeper than twice the band in the time left, by how they overlap
/// along the normal then; what turns may come nearer by its reach times its angle.
bool may_sink(const ToiInput& in, const ToiResult& found, const PairFrame& frame, V2 normal, Real band) {
  const Real left = in.span - found.time;
  const Real cores = lowest(frame.a, normal) + dot(normal, frame.d) - highest(frame.b, normal);
  Real gap = cores - frame.radii + left * dot(normal, in.arc_a.velocity - in.arc_b.velocity);
  if (in.arc_a.spin != 0) gap -= left * absolute(in.arc_a.spin) * reach_of(in.a, in.offset_a, in.arc_a.rotation);
  if (in.arc_b.spin != 0) gap -= left * absolute(in.arc_b.spin) * reach_of(in.b, in.offset_b, in.arc_b.rotation);
  return gap < -2 * band;
}

PairFrame with_band(PairFrame frame, Real band) {
  frame.band = band;
  return frame;
}

/// A pair of parts, followed from meeting to meeting.
struct SeamFlight {
  ToiInput in;            ///< from the last meeting on
  Real passed = 0;        ///< time of it
  ToiInput first_in;      ///< from the first meeting on
  Real first_passed = 0;  ///< time of it

  /// Goes on from there until the two are that much deeper than touching.
  void go_on(Real by, Real sunk) {
    const bool first = in.sunk == 0;
    go_on_from(in, by);
    passed += by;
    in.sunk = sunk;
    in.target = 0;
    if (first) first_in = in, first_passed = passed;
  }
  ToiResult since_first(ToiResult found) const {
    found.time += passed - first_passed;
    return found;
  }
};

/// Bands. What slides gets two deep, known to one.
constexpr Real deepest_start = 3;

/// A meeting that is none of the wholes is looked at again where the parts have got deeper, by two bands what grazes or
/// may go in at a seam, by a slop what slides there: they may turn into the surface later on. What is as deep in a part
/// is in the whole, and came in where it got deeper than the band; one-way faces alone are passed, from behind. What
/// overlaps at the start is told of whatever else is met at the start.
void fly_part(Earliest& earliest, const Part& a, const Part& b, const ToiInput& input, Start& start, Real band,
              const Motion& motion_a, const Motion& motion_b) {
  const PairFrame frame = frame_of(a, b, placement(motion_a.start, motion_b.start), band);
  if (!frame.usable) return;
  const Real radius = a.view.radius + b.view.radius, extent = thickness(a.view, b.view);
  const bool one_way = has_one_way(a, b);
  Coming coming = Coming::to_face;
  if (earliest.hit.status == SweepStatus::initial_overlap) return;
  const auto through_beside = [&](const PairFrame& then, const ToiResult& found) {
    const V2 place = found.point_from_b - rotate(then.b.q, input.offset_b);
    return one_way && comes_through_beside(start.a(), start.b(), {then.a.q, then.b.q, then.d}, a, b, place, band);
  };
  SeamFlight course;
  course.in = input;
  ToiInput& in = course.in;
  in.a = a.view, in.b = b.view;
  if (earliest.hit) in.span = earliest.hit.fraction;  // what is met later does not matter
  while (!(in.sunk > max(extent / 4, 2 * band))) {
    const ToiResult found = time_of_impact(in);
    const Real time = course.passed + found.time;
    const bool overlap = found.status == SweepStatus::initial_overlap;
    if (one_way && overlap && in.sunk == 0) return;
    if (found.status == SweepStatus::missed || (earliest.hit && !overlap && !(time < earliest.hit.fraction))) return;
    Meeting meeting{found.normal, found.feature_a, found.feature_b};
    bool direct = true, met = true, alongside = false;
    Real sunk = max(2 * in.sunk, max(tolerance::slop_fraction * extent, band));
    if (found.status == SweepStatus::hit) {
      const V2 way = way_of_cores(in, found);
      const PairFrame then = frame_at(in, found);
      if (one_way && in.sunk == 0 && !stopped(a, b, with_band(then, deepest_start * band), meeting, way, &coming))
        return;
      met = is_surface(meeting, a, b, then, found.normal, way, coming, &direct);
      if (!met && through_beside(then, found)) return;
      const bool grazing = grazes(meeting.normal, way, radius, band) || grazes(found.normal, way, radius, band);
      alongside = met && in.sunk == 0 && grazing && start.touch();
      if (!met && in.sunk > band) {
        met = true;
        if (!(dot(meeting.normal, way) < 0)) meeting.normal = found.normal;
      }
      if (alongside) sunk = 2 * band;
      if (!met && may_sink(in, found, then, meeting.normal, band)) sunk = 2 * band;
    }
    if (met && !alongside) {
      if (in.sunk > 0 && !overlap) {
        const ToiResult first = goes_in_at(course.first_in, course.since_first(found), band);
        take(earliest, first, course.first_passed + first.time, meeting, motion_b, in.arc_b.velocity);
      } else {
        take(earliest, found, time, meeting, motion_b, in.arc_b.velocity);
      }
      set_parts(earliest.hit, a, b);
      return;
    }
    if (!(found.time < in.span)) return;
    course.go_on(found.time, sunk);
  }
}

}  // namespace

SweepHit parts_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  if (with_container(a, b)) return container_sweep(a, motion_a, b, motion_b, target);
  Earliest earliest;
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return earliest.hit;
  const Placement at = placement(motion_a.start, motion_b.start);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return earliest.hit;
  ToiInput in = toi_input(motion_a, motion_b);
  in.target = target > 0 ? max(target, band) : band;
  in.overlap_limit = deepest_start * band;
  Start start(a, b, at, band, in.target);
  if (starts_in_seam(a, motion_a.start, b, motion_b.start, start, band, earliest.hit)) return earliest.hit;
  for_parts_in(a, swept_box(b, motion_b, motion_a, in.target), [&](const Part& part_a) {
    for_parts_in(b, swept_box(a, motion_a, motion_b, in.target),
                 [&](const Part& part_b) { fly_part(earliest, part_a, part_b, in, start, band, motion_a, motion_b); });
  });
  return earliest.hit;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
