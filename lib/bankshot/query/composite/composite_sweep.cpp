// Sweeps of composites: the earliest meeting of any two parts that is one of the unions.
//
// A meeting at a seam (an edge between two parts, a corner where the union is straight or concave) is no meeting of the
// unions, unless the pair also approaches along the surface there: then it has that surface's normal.
//
// Shapes that touch at the start and slide have met already. A part reached later, such as the next tile of a floor, is
// also touched before the shape lies alongside: a round shape reaches the next part's corner along the surface, with a
// normal that nothing hides. So unions that touch at the start meet at another part only where the motion takes the two
// deeper than the band, as for shapes that touch: the path through the part decides.
//
// A meeting that is none of the unions is left to the parts that are the surface there. Where a corner lies on a
// corner, those parts are known only up to rounding, and a motion into a surface below the angular accuracy of normals
// is refused everywhere: then no other parts need to meet. But a depth in a part is as large in the union. So a refused
// meeting stands after all if it takes its parts deeper than the band before another meeting. That test costs as much
// as the sweep of the two parts, and is seldom needed: the depth is no larger than the overlap along the surface's
// normal, which does not grow while a shape slides along the surface.
//
// Motions with rotation: composite_turning.cpp.

#include <bankshot/query/composite/composite_sweep.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/composite/sweep_parts.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/parts/slits.hpp>
#include <bankshot/query/parts/union_exit.hpp>
#include <bankshot/query/toi/linear.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The earliest meeting so far; of meetings within the band of one another a direct one.
struct Earliest {
  SweepHit hit;
  Real at = infinite;
  bool direct = false;
  Real refused = infinite;  ///< the first refused meeting that may go in
  bool grazed = false;      ///< true if a shape without width may have passed a part that it touched at the start

  bool later(Real distance, bool candidate_direct, Real band) const {
    if (distance < at - band) return false;
    if (distance <= at + band && candidate_direct != direct) return direct;
    return !(distance < at);
  }
};

/// A straight path of one union past the other.
struct Straight {
  const Placement& at;
  Start& start;
  Slits& slits;
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

/// True if a refused meeting may take the two deeper than the band, by their overlap along `normal`: at the end of the
/// path, or where they meet if the path leads along it. `frame`: where they meet.
bool may_go_in(const PairFrame& frame, V2 normal, V2 ahead, Real band) {
  const Real of_cores =
      lowest(frame.a, normal) + (dot(normal, frame.d) + min(dot(normal, ahead), 0)) - highest(frame.b, normal);
  return of_cores - frame.radii < -band;
}

/// The same for a straight path. Shapes that touch at the start do so where they are, not where the line entered.
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

/// Returns false if the two parts do not meet, or only where the unions do not.
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

/// Stores where one part only passes the other from the side, for the slits there, see slits.cpp.
void note_passing(const Part& a, const Part& b, PairFrame frame, const LinearPair& pair, Slits& slits) {
  Beside found;
  if (!passes_beside(pair, &found)) return;
  found.a = a.number, found.b = b.number;
  if (has_one_way(a, b)) {
    frame.d += max(found.begins(), 0) * pair.heading;
    Meeting touch{-pair.heading, found.corner_a(), found.corner_b()};
    Coming coming = Coming::to_face;
    if (!stopped(a, b, frame, touch, pair.way, &coming)) return;
  }
  slits.add(found);
}

void sweep_part(Earliest& earliest, const Part& a, const Part& b, const Straight& way) {
  const PairFrame frame = frame_of(a, b, way.at, way.band);
  if (!frame.usable) return;
  const LinearPair pair = linear_pair(a, b, frame, way);
  if (meet(earliest, a, b, frame, pair, way) || !without_width(a, b, way.band)) return;
  earliest.grazed |= way.start.touch();
  note_passing(a, b, frame, pair, way.slits);
}

void take_slit(Earliest& earliest, const Shape& a, const Shape& b, const Straight& way) {
  V2 heading;
  const Slit slit = way.slits.first(safe_length(way.motion, &heading), way.band);
  if (!(slit.distance < infinite) || earliest.later(slit.distance, false, way.band)) return;
  earliest.at = slit.distance, earliest.direct = false;
  earliest.hit = hit_at(slit, a, b, way.at, way.band, way.motion, way.position_b);
}

/// Stops at a refused meeting that goes in before any other meeting; or at any, if the union is `entered`.
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

/// A shape without interior may enter the union along a seam, deep in none of its parts: at a concave corner, into a
/// part between two others; and beside a slit, through the corner of one part into the other. True if it is in there
/// at `at`.
bool enters_seam(const Shape& a, const Shape& b, const Straight& way, Real at) {
  V2 heading;
  const Real length = safe_length(way.motion, &heading);
  Placement there = way.at;
  there.d += min(at, length) * heading;
  return shortest_exit(a, b, there, way.band).depth > 2 * way.band;
}

/// Stops at a meeting with a part that the path enters no deeper than the band, if the shape is deep in the union by
/// the time it leaves the part.
void stop_grazing(Earliest& earliest, const Shape& a, const Shape& b, const Part& part_a, const Part& part_b,
                  const Straight& way) {
  const PairFrame frame = frame_of(part_a, part_b, way.at, way.band);
  if (!frame.usable || has_one_way(part_a, part_b) || !without_width(part_a, part_b, way.band)) return;
  const LinearPair pair = linear_pair(part_a, part_b, frame, way);
  const CoreRay entry = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::enter);
  const CoreRay exit = core_ray(pair.a, pair.b, pair.d, pair.heading, pair.radius, Crossing::leave);
  if (!entry.found || !exit.found || !(exit.distance > 0) || !(entry.distance < earliest.at - way.band)) return;
  if (!enters_seam(a, b, way, exit.distance)) return;
  const LinearHit found{SweepStatus::hit, max(entry.distance, 0), entry.normal, entry.on_a, entry.on_b, entry.a,
                        entry.b};
  take(earliest, found, {found.normal, found.a, found.b}, false, part_a, part_b, way, pair.length);
}

}  // namespace

SweepHit parts_sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b, const Pose& pose_b) {
  if (with_container(a, b)) return container_sweep(a, {pose_a, translation}, b, {pose_b}, 0);
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
  // The parts of A near the path of B: B seen from A moves the other way.
  const Box b_from_a = joined(into_b(at.exchanged(), bounds_of(b), band), into_b(end.exchanged(), bounds_of(b), band));
  Slits slits;
  const Straight way{at, start, slits, band, motion, plain(pose_b.position)};
  const auto each_pair = [&](auto&& visit) {
    for_each_part(a, b_from_a, [&](const Part& part_a) {
      for_each_part(b, swept(box_of(part_a.view)), [&](const Part& part_b) { visit(earliest, part_a, part_b, way); });
    });
  };
  each_pair(sweep_part);
  take_slit(earliest, a, b, way);
  const auto stop = [&](bool entered) {
    return [entered](Earliest& first, const Part& part_a, const Part& part_b, const Straight& straight) {
      stop_refused(first, part_a, part_b, straight, entered);
    };
  };
  if (earliest.refused < earliest.at - band) each_pair(stop(false));
  const bool lines = thin(a) || thin(b);
  if (lines && earliest.refused < earliest.at - band && enters_seam(a, b, way, earliest.at)) each_pair(stop(true));
  if (earliest.grazed && enters_seam(a, b, way, earliest.at)) {
    each_pair([&](Earliest& first, const Part& part_a, const Part& part_b, const Straight& straight) {
      stop_grazing(first, a, b, part_a, part_b, straight);
    });
  }
  return earliest.hit;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
