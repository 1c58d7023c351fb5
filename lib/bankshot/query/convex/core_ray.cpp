// A line through the origin against the Minkowski difference M grown by a radius.
//
// M moves along the unit vector u; a corner v of M passes beside the origin after the distance -dot(u, v), at the
// lateral distance cross(u, v). The grown M is the union of M, of a disc around each corner, and of a rectangle on each
// edge, and it is convex: the first entry is the smallest entry into any of the parts, the last exit the largest exit.
//
//   M itself    its boundary is crossed on the two edges whose corners lie on different sides of the line. Neighbouring
//               edges share the corner bit for bit, so no line slips through between them.
//   discs       half a chord of sqrt((r - y) (r + y)) about the corner's passage
//   rectangles  the offset edge, where the foot lies on the edge; beyond, the disc next to it gives the same to second
//               order
//
// Source: van den Bergen, "Ray casting against general convex objects" (2004), for the reduction; Cyrus and Beck 1978.

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>

#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

enum class Crossed : std::uint8_t { none, edge, corner };

/// The best crossing so far. Distances of a `leave` are stored negated, so that less is better for both.
struct BestCrossing {
  Real distance = std::numeric_limits<Real>::infinity();
  Crossed part = Crossed::none;
  DifferenceEdge edge;
};

struct Line {
  V2 u;
  Real radius = 0;
  Real sign = 1;           // -1 for the far end
  Real band = 0;           // how far beside the line counts as touching
  bool on_is_left = true;  // side on which a corner on the line counts

  bool near(Real lateral) const { return absolute(lateral) <= radius + band; }
  bool left(Real lateral) const { return on_is_left ? lateral >= 0 : lateral > 0; }
  Real passage(V2 corner) const { return -dot(u, corner); }
  Real lateral(V2 corner) const { return cross(u, corner); }  // positive to the left

  void take(BestCrossing& best, Real distance, Crossed part, const DifferenceEdge& edge) const {
    const Real value = sign * distance;
    if (value < best.distance || (value == best.distance && wins_tie(best, part, edge))) best = {value, part, edge};
  }

  /// Breaks ties of crossings at one distance: an edge before a corner, an edge that faces the line before a flat one,
  /// and a corner near the line before one beside it. The start of the walk must not matter: turning or exchanging the
  /// shapes changes it.
  bool wins_tie(const BestCrossing& best, Crossed part, const DifferenceEdge& edge) const {
    if (part != best.part) return part == Crossed::edge && best.part == Crossed::corner;
    if (part == Crossed::edge) {
      const Real steep = steepness(edge.along), best_steep = steepness(best.edge.along);
      return steep != best_steep ? steep > best_steep : cross(edge.along, best.edge.along) > 0;
    }
    const Real y = lateral(edge.from), best_y = lateral(best.edge.from);
    if (absolute(y) != absolute(best_y)) return absolute(y) < absolute(best_y);
    if (y != best_y) return y > best_y;
    return passage(edge.from) < passage(best.edge.from);
  }

  /// The sine of the angle between an edge and the line.
  Real steepness(V2 along) const { return absolute(cross(along, u)) / length(along); }

  void try_corner(BestCrossing& best, const DifferenceEdge& edge) const {
    const Real y = absolute(lateral(edge.from));
    if (y > radius) return;
    take(best, passage(edge.from) - sign * std::sqrt((radius - y) * (radius + y)), Crossed::corner, edge);
  }

  /// A corner that the line passes within the band outside of its disc.
  void try_grazed(BestCrossing& best, const DifferenceEdge& edge) const {
    const Real y = absolute(lateral(edge.from));
    if (!near(y)) return;
    const Real half = std::sqrt(max((radius - y) * (radius + y), 0));
    take(best, passage(edge.from) - sign * half, Crossed::corner, edge);
  }

  /// The same for a corner without a disc: it is the end of the edge there that faces the line.
  void try_grazed_end(BestCrossing& best, const DifferenceEdge& edge) const {
    if (!(sign * cross(edge.along, u) < 0)) return;
    for (const V2 end : {edge.from, edge.to}) {
      if (near(lateral(end))) take(best, passage(end), Crossed::edge, edge);
    }
  }

  /// The crossing of the edge itself, clamped between the passages of its ends however flat it lies. The line enters M
  /// on the edge along which the lateral distance rises through zero, and leaves on the one along which it falls.
  void try_edge(BestCrossing& best, const DifferenceEdge& edge) const {
    const bool left_before = left(lateral(edge.from)), left_after = left(lateral(edge.to));
    if (left_before == left_after || left_after != (sign > 0)) return;
    const Real p = passage(edge.from), q = passage(edge.to);
    const Real slope = cross(edge.along, u);
    const Real distance = slope == 0 ? p : -cross(edge.along, edge.from) / slope;
    take(best, clamp(distance, min(p, q), max(p, q)), Crossed::edge, edge);
  }

  /// The first point of the rectangle on the edge: the crossing of its outer side, or else one of its ends, which the
  /// line then passes at a depth between zero and the radius. The disc there is met no later, up to rounding: a line
  /// almost along the edge may be computed to miss it.
  void try_offset(BestCrossing& best, const DifferenceEdge& edge) const {
    const Real slope = cross(edge.along, u);
    if (!(sign * slope < 0)) return;
    const Real square = length_squared(edge.along), height = cross(edge.along, edge.from);
    const Real distance = (radius * std::sqrt(square) - height) / slope;
    const Real foot = -dot(edge.from + distance * u, edge.along);
    if (foot >= 0 && foot <= square) {
      take(best, distance, Crossed::edge, edge);
      return;
    }
    const Real run = dot(u, edge.along), end = foot > square ? square : 0;
    if (!(sign * run * (foot - end) > 0)) return;  // it has passed that end
    const Real at_end = (-dot(edge.from, edge.along) - end) / run;
    if (sign * at_end >= sign * distance && height + at_end * slope >= 0) take(best, at_end, Crossed::edge, edge);
  }
};

Feature feature(bool edge, int i) { return {edge ? Feature::Kind::edge : Feature::Kind::corner, i}; }

/// Splits the meeting point over the two cores.
CoreRay finish(const Core& a, const Core& b, const Line& line, const BestCrossing& best) {
  const DifferenceEdge& edge = best.edge;
  CoreRay result;
  result.found = true;
  result.distance = line.sign * best.distance;
  result.on_a = edge.on_a;
  result.on_b = edge.on_b;
  result.a = feature(best.part == Crossed::edge && edge.of_a, edge.a);
  result.b = feature(best.part == Crossed::edge && edge.of_b, edge.b);
  const V2 moved = edge.from + result.distance * line.u;
  if (best.part == Crossed::edge) {
    const Real square = length_squared(edge.along);
    const Real share = clamp(-dot(moved, edge.along) / square, 0, 1);
    if (edge.of_a) result.on_a += share * (a.at(a.after(edge.a)) - edge.on_a);
    if (edge.of_b) result.on_b += share * (b.at(b.after(edge.b)) - edge.on_b);
    result.normal = (1 / std::sqrt(square)) * V2{-edge.along.y, edge.along.x};
    return result;
  }
  const V2 across = line.lateral(edge.from) * perp(line.u);
  const V2 out = (result.distance - line.passage(edge.from)) * line.u + across;
  const Real size = length(out);
  result.normal = size > 0 ? (1 / size) * out : -line.sign * line.u;
  return result;
}

// ---- the entry into a sharp M without the whole walk ---------------------------------------------------------------

/// Finds where the edges of a core begin to climb in the lateral direction: the corner from which the part that faces
/// the line from its right begins. Edges that climb by less than rounding are left out at either end; -1 if there is no
/// such corner. `sign` is -1 for B, which enters M negated.
int climb_begins(const Core& core, V2 u, Real sign) {
  const V2 axis = unrotate(core.turn, sign * u);
  const auto climbs = [&core, axis](int i) {
    const V2 along = core.points[core.after(i)] - core.points[i];
    return cross(axis, along) > Real(1e-4) * (absolute(along.x) + absolute(along.y));
  };
  bool before = climbs(core.count - 1);
  for (int i = 0; i < core.count; ++i) {
    const bool here = climbs(i);
    if (here && !before) return i;
    before = here;
  }
  return -1;
}

/// The state of the walk on one core: its current corner, the next one, and the edge between them as M has it.
struct Climb {
  const Core& core;
  Real sign;
  int i;
  V2 here, next, along;

  Climb(const Core& core_, Real sign_, int begin) : core(core_), sign(sign_), i(begin), here(core_.at(begin)) {
    look();
  }
  void look() {
    next = core.at(core.after(i));
    along = sign > 0 ? next - here : here - next;
  }
  void step() {
    i = core.after(i);
    here = next;
    look();
  }
};

/// Finds the edge of a sharp M on which the line enters, by walking the near side only, from its rightmost corner on;
/// the steps and their bits are those of DifferenceWalk. Returns false in unclear cases: a line that passes near an end
/// of M, or edges almost along the line; then all edges must be tested.
bool find_entry(const Core& a, const Core& b, V2 d, const Line& line, BestCrossing& best) {
  if (a.count < 3 || b.count < 3) return false;
  const int begin_a = climb_begins(a, line.u, 1), begin_b = climb_begins(b, line.u, -1);
  if (begin_a < 0 || begin_b < 0) return false;
  Climb climb_a(a, 1, begin_a), climb_b(b, -1, begin_b);
  V2 corner = d + (climb_a.here - climb_b.here);
  Real lateral = line.lateral(corner);
  DifferenceEdge& edge = best.edge;
  for (int left = a.count + b.count; left > 0; --left) {
    const Real turn = cross(climb_a.along, climb_b.along);
    const bool parallel = turn == 0 && dot(climb_a.along, climb_b.along) > 0;
    edge.of_a = parallel || turn >= 0;
    edge.of_b = parallel || turn < 0;
    edge.on_a = climb_a.here, edge.a = climb_a.i;
    edge.on_b = climb_b.here, edge.b = climb_b.i;
    edge.along = {};
    if (edge.of_a) edge.along += climb_a.along, climb_a.step();
    if (edge.of_b) edge.along += climb_b.along, climb_b.step();
    const V2 to = d + (climb_a.here - climb_b.here);
    const Real lateral_to = line.lateral(to);
    if (!(lateral_to > lateral)) return false;
    if (lateral_to >= 0) {
      edge.from = corner;
      edge.to = to;
      line.try_edge(best, edge);
      return best.part == Crossed::edge;
    }
    corner = to;
    lateral = lateral_to;
  }
  return false;
}

// ---- a point against a sharp polygon --------------------------------------------------------------------------------

/// M is then the negated polygon alone: its edges are tested in order, with the bits of DifferenceWalk. Returns true if
/// any corner lies beside the line; otherwise nothing is known. `touched`: set if any lies on it or near.
bool cross_polygon(const Core& point, const Core& polygon, V2 d, const Line& line, BestCrossing& best, bool& touched) {
  DifferenceEdge edge;
  edge.of_b = true;
  edge.on_a = point.at(0);
  edge.b = polygon.count - 1;
  edge.on_b = polygon.at(edge.b);
  edge.from = d + (edge.on_a - edge.on_b);
  bool left = line.left(line.lateral(edge.from)), any_beside = false;
  for (int next = 0; next < polygon.count; ++next) {
    const V2 on_next = polygon.at(next);
    edge.to = d + (edge.on_a - on_next);
    const Real lateral = line.lateral(edge.to);
    any_beside = any_beside || lateral != 0, touched = touched || line.near(lateral);
    if (const bool left_next = line.left(lateral); left_next != left) {
      edge.along = edge.on_b - on_next;
      line.try_edge(best, edge);
      left = left_next;
    }
    edge.from = edge.to, edge.on_b = on_next, edge.b = next;
  }
  return any_beside;
}

}  // namespace

namespace {

CoreRay ray_at(const Core& a, const Core& b, V2 d, const Line& line, bool& touched) {
  BestCrossing best;
  if (line.radius == 0 && a.count == 1 && b.count > 2 && cross_polygon(a, b, d, line, best, touched)) {
    return best.part == Crossed::none ? CoreRay{} : finish(a, b, line, best);
  }
  best = {};
  BestCrossing head_on;
  bool in_line = true;
  DifferenceWalk walk(a, b, d);
  DifferenceEdge edge;
  if (a.count == 1 && b.count == 1) {
    edge.from = walk.corner();
    edge.on_a = walk.on_a();
    edge.on_b = walk.on_b();
    line.try_corner(best, edge);
  }
  while (walk.next(edge)) {
    line.try_edge(best, edge);
    if (line.radius > 0) {
      line.try_offset(best, edge);
      line.try_corner(best, edge);
    }
    const Real lateral = line.lateral(edge.from);
    in_line = in_line && lateral == 0, touched = touched || line.near(lateral);
    if (in_line) line.take(head_on, line.passage(edge.from), Crossed::corner, edge);
  }
  // A flat M that lies in the line: a segment hit end first.
  if (best.part == Crossed::none && in_line) best = head_on;
  return best.part == Crossed::none ? CoreRay{} : finish(a, b, line, best);
}

}  // namespace

namespace {

CoreRay grazed(const Core& a, const Core& b, V2 d, const Line& line) {
  BestCrossing best;
  DifferenceWalk walk(a, b, d);
  DifferenceEdge edge;
  if (a.count == 1 && b.count == 1) {
    edge.from = walk.corner();
    edge.on_a = walk.on_a(), edge.on_b = walk.on_b();
    line.try_grazed(best, edge);
  }
  while (walk.next(edge)) line.radius > 0 ? line.try_grazed(best, edge) : line.try_grazed_end(best, edge);
  return best.part == Crossed::none ? CoreRay{} : finish(a, b, line, best);
}

}  // namespace

// A line along an edge, or through one corner alone, touches M, on whichever side of the line M lies. Corners on the
// line count as left of it. If that shows no crossing, all of M or none of it is left of the line, and the corners on
// the line are tested again as right of it.
CoreRay core_ray(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Crossing crossing) noexcept {
  Line line{heading, radius, crossing == Crossing::enter ? Real(1) : Real(-1)};
  BestCrossing best;
  if (crossing == Crossing::enter && radius == 0 && find_entry(a, b, d, line, best)) return finish(a, b, line, best);
  bool touched = false;
  const CoreRay found = ray_at(a, b, d, line, touched);
  if (found.found || radius > 0 || !touched) return found;
  line.on_is_left = false;
  return ray_at(a, b, d, line, touched);
}

// Handles lines that rounding has moved off a feature that they touch, or to where they enter only farther on. A line
// along an edge, within the band of a corner of it, touches there, though it may cross the edge's line at the edge's
// other end.
CoreRay first_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real length, Real band) noexcept {
  const Real nearest = band / 2;
  const auto beyond = [&](const CoreRay& hit) {  // the end of the motion may be that near
    if (!(hit.distance > length)) return false;
    if ((hit.distance - length) * -dot(hit.normal, heading) > nearest) return true;
    return core_gap(a, b, d + length * heading, -heading).gap - radius > nearest;
  };
  Line line{heading, radius, 1, nearest};
  BestCrossing best;
  const bool plain = radius == 0 && find_entry(a, b, d, line, best);
  bool touched = plain;
  CoreRay found = plain ? finish(a, b, line, best) : ray_at(a, b, d, line, touched);
  const bool none = !found.found || beyond(found), flat = -dot(found.normal, heading) < Real(0.125);
  if (touched && (none || flat)) {
    const CoreRay beside = grazed(a, b, d, line);
    if (none || (beside.found && beside.distance >= 0 && beside.distance < found.distance - band)) found = beside;
  }
  found.found = found.found && !beyond(found);
  return found;
}

// As the first touch of the reversed line, but with the whole band: the band also counts at the ray's start.
CoreRay last_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real band) noexcept {
  const CoreRay found = core_ray(a, b, d, heading, radius, Crossing::leave);
  if (found.found && !(dot(found.normal, heading) < Real(0.125))) return found;
  const CoreRay beside = grazed(a, b, d, {heading, radius, -1, band});
  return !found.found || (beside.found && beside.distance > found.distance + band) ? beside : found;
}

CoreRay way_out(const PairFrame& frame, V2 heading) noexcept {
  const Core a = core_of(frame.a.shape, {}, frame.a.q), b = core_of(frame.b.shape, {}, frame.b.q);
  if (!exchanged(frame.d, heading)) return core_ray(a, b, frame.d, heading, frame.radii, Crossing::leave);
  CoreRay ray = core_ray(b, a, -frame.d, -heading, frame.radii, Crossing::leave);
  ray.normal = -ray.normal;
  std::swap(ray.on_a, ray.on_b);
  std::swap(ray.a, ray.b);
  return ray;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
