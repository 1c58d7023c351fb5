// Sweeps of composites with rotation: pairs of parts are followed from meeting to meeting, until one is that of the
// unions.
//
// Shapes that touch at the start and slide have met already, see composite_sweep.cpp. A straight motion computes the
// depth on the path through the next part. A rotating motion is followed until the part is two bands deep, since the
// depth at which the advance ends is accurate only to a band. If it gets that deep, it stops where it came in;
// otherwise it may end as deep as that. So a start counts as touching up to a band more, or a rolling shape would get
// stuck sooner or later. A grazing contact is detected along its own normal as well as along that of the surface there.
//
// One-way faces are surface for a shape that comes to their front, see one_sided.cpp, and are ignored for one that
// comes through. A shape that slides into a one-way face while it lies two bands deep in the next one has not come
// through the first.

#include <bankshot/query/composite/composite_turning.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/composite/sweep_parts.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/toi/motion_input.hpp>

#include <cmath>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Bounds all places of a rotating shape on its path, as a box in the coordinates of a shape that does not rotate.
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

/// True if a meeting is one with a part that lies alongside. The approach of the cores is then below the limit for a
/// shape within twice the band of the surface that reaches a corner rounded by `radius`, or below the angular accuracy
/// of normals. (Its height above the corner is r cos(angle) >= r - 2 band. A radius below that counts as sharp.)
bool grazes(V2 normal, V2 way, Real radius, Real band) {
  const Real limit = tolerance::seam_angle * tolerance::seam_angle + (radius > 2 * band ? 4 * band / radius : 0);
  const Real approach = min(dot(normal, way), 0);
  return approach * approach <= limit * length_squared(way);
}

/// The smaller extent of two parts; an extent of 0 (a line) is ignored if the other has one.
Real thickness(const ConvexView& a, const ConvexView& b) {
  if (a.extent == 0 || b.extent == 0) return max(a.extent, b.extent);
  return min(a.extent, b.extent);
}

/// Returns when the parts of a pair deeper than the band at `deep` came in: at half a band of depth, so that they still
/// touch where they stop, and a sweep may begin there. `in`: from where they met on, `deep.time` later.
ToiResult goes_in_at(ToiInput in, const ToiResult& deep, Real band) {
  in.span = deep.time;
  in.sunk = band / 2;
  in.target = 0;
  ToiResult found = time_of_impact(in);
  if (found.status == SweepStatus::hit) return found;
  if (found.status == SweepStatus::initial_overlap) found = deep, found.time = 0;  // they met as deep as that
  return found.status == SweepStatus::hit ? found : deep;
}

/// The largest distance of a core's points from its pivot.
Real reach_of(const ConvexView& view, V2 offset, Q2 turn) {
  const Core core = core_of(view, offset, turn);
  Real square = 0;
  for (int i = 0; i < core.count; ++i) square = max(square, length_squared(core.at(i)));
  return std::sqrt(square);
}

/// True if a refused meeting may take the two deeper than twice the band in the time left, by their overlap along the
/// normal then; a rotating shape may come nearer by its reach times its angle.
bool may_sink(const ToiInput& in, const ToiResult& found, const PairFrame& frame, V2 normal, Real band) {
  const Real left = in.span - found.time;
  const Real cores = lowest(frame.a, normal) + dot(normal, frame.d) - highest(frame.b, normal);
  Real gap = cores - frame.radii + left * min(dot(normal, in.arc_a.velocity - in.arc_b.velocity), 0);
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
  Real passed = 0;        ///< time of the last meeting
  ToiInput first_in;      ///< from the first meeting on
  Real first_passed = 0;  ///< time of the first meeting

  /// Goes on until the two are deeper than touching by `sunk`.
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

/// In bands. A sliding shape gets two deep, accurate to one.
constexpr Real deepest_start = 3;

/// Examines a meeting that is none of the unions again where the parts have got deeper, by two bands if it grazes or
/// may go in at a seam, by a slop if it slides there: the parts may rotate into the surface later. A depth in a part is
/// as large in the union, and the shape came in where it got deeper than the band; only one-way faces are passed, from
/// behind. An overlap at the start is reported whatever else is met at the start.
void fly_part(SweepHit& earliest, const Part& a, const Part& b, const ToiInput& input, Start& start, Real band,
              const Motion& motion_a, const Motion& motion_b) {
  const PairFrame frame = frame_of(a, b, placement(motion_a.start, motion_b.start), band);
  if (!frame.usable) return;
  const Real radius = a.view.radius + b.view.radius, extent = thickness(a.view, b.view);
  const bool one_way = has_one_way(a, b);
  Coming coming = Coming::to_face;
  if (earliest.status == SweepStatus::initial_overlap) return;
  const auto through_beside = [&](const PairFrame& then, const ToiResult& found) {
    const V2 place = found.point_from_b - rotate(then.b.q, input.offset_b);
    return one_way && comes_through_beside(start.a(), start.b(), {then.a.q, then.b.q, then.d}, a, b, place, band);
  };
  SeamFlight course;
  course.in = input;
  ToiInput& in = course.in;
  in.a = a.view, in.b = b.view;
  if (earliest) in.span = earliest.fraction;  // later meetings do not matter
  while (!(in.sunk > max(extent / 4, 2 * band))) {
    const ToiResult found = time_of_impact(in);
    const Real time = course.passed + found.time;
    const bool overlap = found.status == SweepStatus::initial_overlap;
    if (one_way && overlap && in.sunk == 0) return;
    if (found.status == SweepStatus::missed || (earliest && !overlap && !(time < earliest.fraction))) return;
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
        set_meeting(earliest, first, course.first_passed + first.time, meeting.normal, motion_b, in.arc_b.velocity);
      } else {
        set_meeting(earliest, found, time, meeting.normal, motion_b, in.arc_b.velocity);
      }
      set_parts(earliest, a, b);
      return;
    }
    if (!(found.time < in.span)) return;
    course.go_on(found.time, sunk);
  }
}

}  // namespace

SweepHit parts_sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Real target) {
  if (with_container(a, b)) return container_sweep(a, motion_a, b, motion_b, target);
  SweepHit earliest;
  if (!finite_motion(motion_a) || !finite_motion(motion_b)) return earliest;
  const Placement at = placement(motion_a.start, motion_b.start);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return earliest;
  ToiInput in = toi_input(motion_a, motion_b, target, band);
  in.overlap_limit = deepest_start * band;
  Start start(a, b, at, band, in.target);
  if (starts_in_seam(a, motion_a.start, b, motion_b.start, start, band, earliest)) return earliest;
  for_each_part(a, swept_box(b, motion_b, motion_a, in.target), [&](const Part& part_a) {
    for_each_part(b, swept_box(a, motion_a, motion_b, in.target),
                  [&](const Part& part_b) { fly_part(earliest, part_a, part_b, in, start, band, motion_a, motion_b); });
  });
  return earliest;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
