// Exits along an axis, for composites and for a shape in a container.
//
// Along the axis each pair of parts blocks one interval of translations. The exit is where one of them ends and no
// other holds A deeper than the band: A then touches. So an interval counts from where it is that deep. A shape that
// slides along a surface is nowhere so deep and is not held: the floor does not hold a character that stands on it,
// even if a ceiling touches the character as well; and a gap in which A just fits is an exit. In a container, in
// contrast, each wall leaves one interval free, and the exit is where all of them are free.
//
// A part without width is a special case, and so is one of two bands' width: between two others, it need not be deeper
// than the band in either. In a seam, with parts of one solid on either side, it touches each of them and lies within
// the union; in a slot it touches them as well, and just fits. held_at_one_place() tells the two apart (interlock.cpp).
// It is called where one interval of such parts ends and the next one begins, and, for obstacles beside the line, where
// some are on its left and some on its right. For the latter, one place between two ends of intervals is enough, see
// union_exit.cpp.

#include <bankshot/query/composite/composite_along.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/container/room.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/rounded_polygons.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// An interval of translations, from where A is deeper than the band, and the parts of the obstacle that ends it.
struct Blocked {
  Span span;
  std::uint32_t a = 0, b = 0;
};

/// The end of the exit path: its distance, and the parts that meet there.
struct WayOut {
  double distance = 0;
  std::uint32_t a = 0, b = 0;
  bool found = true;
};

/// Intervals of parts with a width, and those of parts without, by the position of their obstacles.
struct Obstructions {
  std::vector<Blocked> wide, across, left, right;
};

/// Finds whether parts without width hold A after a distance.
struct Judge {
  const Shape &a, &b;
  const Placement& at;
  V2 heading;
  Real band;

  bool held_at(double way) const {
    Placement there = at;
    there.d += static_cast<Real>(way) * heading;
    return held_at_one_place(a, b, there, band);
  }
};

bool begins_first(const Blocked& l, const Blocked& r) {
  return l.span.from != r.span.from ? l.span.from < r.span.from : l.span.to < r.span.to;
}

/// Sorts the intervals and merges those that overlap.
void join(std::vector<Blocked>& intervals, const Judge& judge, double hair) {
  std::sort(intervals.begin(), intervals.end(), begins_first);
  std::size_t count = 0;
  for (const Blocked& next : intervals) {
    const bool joins = count > 0 && next.span.from <= intervals[count - 1].span.to + hair;
    Blocked* last = count > 0 ? &intervals[count - 1] : nullptr;
    if (joins && next.span.to <= last->span.to) continue;
    const double overlap = joins ? last->span.to - next.span.from : 0;
    if (!joins || (overlap <= 2 * double(judge.band) && !judge.held_at(last->span.to - overlap / 2))) {
      intervals[count++] = next;
    } else {
      *last = {{last->span.from, next.span.to}, next.a, next.b};
    }
  }
  intervals.resize(count);
}

const Blocked* blocks(const std::vector<Blocked>& intervals, double way) {
  for (const Blocked& one : intervals) {
    if (one.span.from <= way && way <= one.span.to) return &one;
  }
  return nullptr;
}

/// Adds the stretches where obstacles on both sides of the line hold A between them.
void between_sides(Obstructions& all, const Judge& judge, double hair) {
  std::vector<double> ends;
  for (const std::vector<Blocked>* side : {&all.left, &all.right}) {
    for (const Blocked& one : *side) ends.push_back(one.span.from), ends.push_back(one.span.to);
  }
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    if (ends[i + 1] - ends[i] <= hair || ends[i + 1] < -2 * double(judge.band)) continue;
    const double middle = ends[i] / 2 + ends[i + 1] / 2;
    const Blocked *left = blocks(all.left, middle), *right = blocks(all.right, middle);
    if (left == nullptr || right == nullptr || !judge.held_at(middle)) continue;
    Blocked common = left->span.to < right->span.to ? *left : *right;
    common.span = {ends[i], ends[i + 1]};
    all.across.push_back(common);
  }
}

WayOut end_of_stretch(Obstructions& all, const Judge& judge, double hair) {
  between_sides(all, judge, hair);
  join(all.across, judge, hair);
  std::vector<Blocked>& blocked = all.wide;
  for (Blocked next : all.across) {
    next.span.from += double(judge.band);
    if (next.span.from < next.span.to) blocked.push_back(next);
  }
  std::sort(blocked.begin(), blocked.end(), begins_first);
  WayOut way;
  for (const Blocked& next : blocked) {
    if (next.span.to <= way.distance) continue;
    if (next.span.from >= way.distance) break;
    way.distance = next.span.to, way.a = next.a, way.b = next.b;
  }
  return way;
}

/// Adds the interval that an obstacle blocks on the line from the origin.
void obstruct(const Part& part_a, const Part& part_b, const RoundedPolygon& blob, V2 heading, Real band,
              Obstructions& all) {
  Blocked next{{}, static_cast<std::uint32_t>(part_a.number), static_cast<std::uint32_t>(part_b.number)};
  const bool thin_a = part_a.view.extent <= 2 * band, thin_b = part_b.view.extent <= 2 * band;
  const P2 along = wide(heading);
  if (!thin_a && !thin_b) {
    Span deep;
    if (!line_inside(blob, 0, {}, along, &next.span) || !line_inside(blob, -double(band), {}, along, &deep)) return;
    next.span.from = deep.from;
    return all.wide.push_back(next);
  }
  const Sides reach = reach_across(blob, {}, along);
  const bool left = reach.left > double(band), right = reach.right > double(band);
  if (left && right) {
    if (line_inside(blob, 0, {}, along, &next.span)) all.across.push_back(next);
    return;
  }
  if (!left && !right) return;
  // Rounding decides whether the line itself grazes the obstacle; a line nearer by the band crosses it.
  const P2 nearer = (left ? -double(band) : double(band)) * right_of(along);
  if (line_inside(blob, 0, nearer, along, &next.span)) (left ? all.left : all.right).push_back(next);
}

/// Collects parts out to a margin, which grows until it contains the exit.
WayOut parts_way_out(const Shape& a, const Shape& b, const Placement& at, V2 heading, Real band) {
  const Box box_a = bounds_of(a);
  Real margin = max(box_a.upper.x - box_a.lower.x, box_a.upper.y - box_a.lower.y) + band;
  for (;;) {
    Obstructions blocked;
    std::vector<RoundedPolygon> blobs;
    for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
      if (has_one_way(part_a, part_b)) return true;
      const RoundedPolygon blob = obstacle(part_a, part_b, at);
      obstruct(part_a, part_b, blob, heading, band, blocked);
      blobs.push_back(blob);
      return true;
    });
    const WayOut way = end_of_stretch(blocked, {a, b, at, heading, band}, hair_of(blobs));
    if (!(way.distance > margin)) return way;
    margin = static_cast<Real>(way.distance) * (1 + Real(1) / 64) + band;
  }
}

/// The translations along a heading that the interior of a container leaves free. As for parts, a wall does not hold a
/// shape that is in it by no more than the band: `near` allows that much, and is empty if from > to. `from` is where no
/// wall is in A at all.
struct RoomSpan {
  double from = -endless;
  Span near{-endless, endless};

  bool found() const { return near.from <= near.to && near.to >= 0 && near.from < endless; }
  /// A moves on until it is out of the walls, but not into the next one.
  double distance() const { return std::max(0.0, near.from > 0 ? std::min(from, near.to) : 0); }
};

/// The wall of a half plane: it holds A back while A is beyond it, or A moves towards it.
void keep_before(double room_left, double rate, double band, RoomSpan& free) {
  if (rate < 0) {
    free.near.to = std::min(free.near.to, -(room_left + band) / rate);
  } else if (room_left < -band) {
    free.near.from = rate > 0 ? std::max(free.near.from, -(room_left + band) / rate) : endless;
    free.from = rate > 0 ? std::max(free.from, -room_left / rate) : endless;
  }
}

/// A disc that must contain the translations. On a line that misses it by no more than the band, the nearest place
/// counts.
void keep_within(RoundedPolygon disc, V2 heading, double band, RoomSpan& free) {
  const double radius = disc.radius;
  Span near, inside;
  disc.radius = radius + band;
  if (disc.radius < 0 || !line_inside(disc, 0, {}, wide(heading), &near)) near = {endless, endless};
  disc.radius = radius;
  if (radius < 0 || !line_inside(disc, 0, {}, wide(heading), &inside)) inside.from = near.from / 2 + near.to / 2;
  if (near.from > 0) free.from = std::max(free.from, inside.from);
  free.near = {std::max(free.near.from, near.from), std::min(free.near.to, near.to)};
}

/// The translations of a shape along `heading` that the container leaves free.
RoomSpan free_in_room(const Shape& shape, const ConvexView& room, const Placement& at, V2 heading, Real band) {
  RoomSpan free;
  const Placed placed = place(room, at.qb);
  for_each_part(shape, bounds_of(shape), [&](const Part& part) {
    const RoomPair pair{place(part.view, at.qa), placed, at.d};
    for (int i = 0; i < limit_count(pair); ++i) {
      if (round_room(pair)) {
        const V2 middle = (arm(placed, 0) - arm(pair.part, i)) - at.d;
        keep_within({{wide(middle)}, double(room.radius) - pair.part.shape.radius, 0}, heading, double(band), free);
      } else {
        const RoomLimit limit = room_limit(pair, i);
        keep_before(double(limit.separation), double(dot(limit.normal, heading)), double(band), free);
      }
    }
  });
  return free;
}

/// Sets normal and features of the contact after A has moved `depth` along `heading`.
void meet_in_room(const Shape& a, const Shape& b, Placement at, V2 heading, Mtv& result) {
  at.d += result.depth * heading;
  const auto pose = [](V2 position, Q2 q) { return Pose{vec2(position), {q.c, q.s}}; };
  const ClosestPoints there = container_closest(a, pose(at.d, at.qa), b, pose({}, at.qb));
  result.normal = there.normal;
  result.feature_a = there.feature_a, result.feature_b = there.feature_b;
}

void meet_part(const Shape& a, const Shape& b, const Placement& at, V2 heading, const WayOut& way, Real band,
               Mtv& result) {
  PieceSpace space_a, space_b;
  const Part part_a = part_of(a, way.a, space_a), part_b = part_of(b, way.b, space_b);
  const CoreRay ray = detail::way_out(frame_of(part_a, part_b, at, band), heading);
  result.normal = vec2(ray.normal);
  result.feature_a = ray.a, result.feature_b = ray.b;
  result.feature_a.piece = part_a.number, result.feature_b.piece = part_b.number;
}

/// A's exit along the unit vector `heading`.
Mtv way_along(const Shape& a, const Shape& b, const Placement& at, V2 heading, const Mtv& shortest, Real band) {
  Mtv result = shortest;
  const bool in_room = with_container(a, b);
  WayOut way;
  if (in_room) {
    const bool in_b = b.kind() == ShapeKind::container;
    const RoomSpan free = in_b ? free_in_room(a, detail_view(b), at, heading, band)
                               : free_in_room(b, detail_view(a), at.exchanged(), -heading, band);
    way.found = free.found();
    way.distance = free.distance();
  } else {
    way = parts_way_out(a, b, at, heading, band);
  }
  result.separates = way.found;
  result.depth = way.found ? static_cast<Real>(way.distance) : infinite;
  result.translation = vec2(way.found ? result.depth * heading : V2{});
  if (!way.found) return result;
  // If nothing holds A by more than the band, no part ends the path: the contact is that of the shortest exit.
  if (in_room) meet_in_room(a, b, at, heading, result);
  if (!in_room && way.distance > 0) meet_part(a, b, at, heading, way, band, result);
  return result;
}

}  // namespace

MtvAlong stays(Mtv shortest) noexcept {
  shortest.depth = 0;
  shortest.translation = Vec2::Zero();
  return {shortest, shortest};
}

std::optional<MtvAlong> parts_mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        V2 heading) {
  const std::optional<Mtv> shortest = mtv(a, pose_a, b, pose_b);
  if (!shortest) return std::nullopt;
  if (shortest->relation == Relation::touching) return stays(*shortest);
  MtvAlong result;
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  result.forward = way_along(a, b, at, heading, *shortest, band);
  result.backward = way_along(a, b, at, -heading, *shortest, band);
  result.is_forward = result.forward.depth <= result.backward.depth;
  return result;
}

// Moved back along its path, A leaves where it entered; the contact there is the side of entry.
std::optional<Mtv> parts_mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, V2 motion,
                                      bool bounded) {
  const std::optional<Mtv> shortest = mtv(a, pose_a, b, pose_b);
  V2 heading;
  const Real length = finite(motion) ? safe_length(motion, &heading) : 0;
  if (!shortest || shortest->relation == Relation::touching || !(length > 0)) return shortest;
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  const Mtv entry = way_along(a, b, at, -heading, *shortest, band);
  if (!entry.separates || (bounded && entry.depth > length + band)) return shortest;
  Mtv result = way_along(a, b, at, plain(entry.normal), *shortest, band);
  // An exit shorter than the shortest one ends where a wall is in A by up to the band: see RoomSpan.
  if (!result.separates || result.depth < shortest->depth - band) return shortest;
  result.normal = entry.normal;
  result.feature_a = entry.feature_a, result.feature_b = entry.feature_b;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
