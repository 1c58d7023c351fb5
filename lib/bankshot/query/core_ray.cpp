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

#include <bankshot/query/core_ray.hpp>

#include <limits>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

enum class Part : std::uint8_t { none, edge, corner };

/// The best crossing so far. Distances of a `leave` are kept negated, so that less is better for both.
struct Best {
  Real distance = std::numeric_limits<Real>::infinity();
  Part part = Part::none;
  DifferenceEdge edge;
};

struct Line {
  V2 u;
  Real radius = 0;
  Real sign = 1;  // -1 for the far end

  Real passage(V2 corner) const { return -dot(u, corner); }
  Real lateral(V2 corner) const { return cross(u, corner); }  // positive to the left

  void take(Best& best, Real distance, Part part, const DifferenceEdge& edge) const {
    if (sign * distance < best.distance) best = {sign * distance, part, edge};
  }

  void try_corner(Best& best, const DifferenceEdge& edge) const {
    const Real y = absolute(lateral(edge.from));
    if (y > radius) return;
    take(best, passage(edge.from) - sign * std::sqrt((radius - y) * (radius + y)), Part::corner, edge);
  }

  /// The crossing of the edge itself, kept between the passages of its ends however flat it lies. The line enters M on
  /// the edge along which the lateral distance rises through zero, and leaves on the one along which it falls.
  void try_edge(Best& best, const DifferenceEdge& edge) const {
    const bool left_before = lateral(edge.from) >= 0, left_after = lateral(edge.to) >= 0;
    if (left_before == left_after || left_after != (sign > 0)) return;
    const Real p = passage(edge.from), q = passage(edge.to);
    const Real slope = cross(edge.along, u);
    const Real distance = slope == 0 ? p : -cross(edge.along, edge.from) / slope;
    take(best, clamp(distance, min(p, q), max(p, q)), Part::edge, edge);
  }

  /// The crossing of the edge moved out by the radius.
  void try_offset(Best& best, const DifferenceEdge& edge) const {
    const Real slope = cross(edge.along, u);
    if (!(sign * slope < 0)) return;
    const Real square = length_squared(edge.along);
    const Real distance = (radius * std::sqrt(square) - cross(edge.along, edge.from)) / slope;
    const Real foot = -dot(edge.from + distance * u, edge.along);
    if (foot >= 0 && foot <= square) take(best, distance, Part::edge, edge);
  }
};

Feature feature(bool edge, int i) { return {edge ? Feature::Kind::edge : Feature::Kind::corner, i}; }

/// Splits the meeting point over the two cores.
CoreRay finish(const Core& a, const Core& b, const Line& line, const Best& best) {
  const DifferenceEdge& edge = best.edge;
  CoreRay result;
  result.found = true;
  result.distance = line.sign * best.distance;
  result.on_a = edge.on_a;
  result.on_b = edge.on_b;
  result.a = feature(best.part == Part::edge && edge.of_a, edge.a);
  result.b = feature(best.part == Part::edge && edge.of_b, edge.b);
  const V2 moved = edge.from + result.distance * line.u;
  if (best.part == Part::edge) {
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

}  // namespace

CoreRay core_ray(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Crossing crossing) noexcept {
  const Line line{heading, radius, crossing == Crossing::enter ? Real(1) : Real(-1)};
  Best best, head_on;
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
    if (radius > 0) {
      line.try_offset(best, edge);
      line.try_corner(best, edge);
    }
    line.take(head_on, line.passage(edge.from), Part::corner, edge);
    in_line = in_line && line.lateral(edge.from) == 0;
  }
  // A flat M that lies in the line: a segment met end first.
  if (best.part == Part::none && in_line) best = head_on;
  return best.part == Part::none ? CoreRay{} : finish(a, b, line, best);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
