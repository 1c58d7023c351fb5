// Slits of parts that stop a shape without width.
//
// A, moved by t, overlaps the union if t is in the interior of the union of all obstacles K_ij = B_j - A_i, not only if
// it is in the interior of one: a line that is pushed along the slit of two boxes runs on the common edge of two
// obstacles. One of the obstacles begins on either side of the path, so the path is in the interior of the two
// together, and as deep in it as the moving shape is in the slit.
//
// Not every common edge of obstacles is such a place. A shape that just fits into a slot also runs between two
// obstacles, and goes on: it touches one of them with one side and the other with its other side. At a slit both are
// touched in one place. If a point of A is on two parts of B at once, one to its left and one to its right, then A has
// no width there; and if a point of B is on two parts of A, B has none. In both cases something connected lies across
// the path on both sides of that point, and blocks it.
//
// So each pair of parts that touch from the side on the path, by no more than the band, is stored with the stretch of
// the path along which each of the two touches. A pair on the left and one on the right make a slit where the
// stretches of both parts of A and of both parts of B have a point in common, and A's left and right side are in one
// place across the path: within twice the band, since either pair may overlap by one. With A's stretches joined to [p,
// q] and B's to [r, s], that is so from t = r - q to t = s - p. The depth of the path in the slit at t is the distance
// of t from the nearer end. Like any other meeting, a slit counts where the path gets deeper than the band, and A
// stops where it came in.

#include <bankshot/query/parts/seam.hpp>
#include <bankshot/query/parts/slits.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// A core across the path, in world coordinates relative to its position.
struct Across {
  Real low = infinite, high = -infinite;
};

Across across(const Core& core, V2 heading) {
  Across range;
  for (int i = 0; i < core.count; ++i) {
    const Real place = cross(heading, core.at(i));
    range.low = min(range.low, place), range.high = max(range.high, place);
  }
  return range;
}

/// The part of a core within `near` of the line along the heading at that place across it.
TouchingEdge on_line(const Core& core, V2 heading, Real place, Real near) {
  TouchingEdge edge{infinite, -infinite, 0, 0};
  for (int i = 0; i < core.count; ++i) {
    const V2 corner = core.at(i);
    if (absolute(cross(heading, corner) - place) > near) continue;
    const Real along = dot(heading, corner);
    if (along < edge.from) edge.from = along, edge.low = i;
    if (along > edge.to) edge.to = along, edge.high = i;
  }
  return edge;
}

TouchingEdge shared(const TouchingEdge& one, const TouchingEdge& two) {
  return {max(one.from, two.from), min(one.to, two.to), 0, 0};
}

}  // namespace

bool passes_beside(const LinearPair& pair, Beside* found) {
  const Across a = across(pair.a, pair.heading), b = across(pair.b, pair.heading);
  const Real shift = cross(pair.heading, pair.d), band = pair.band;
  const Real to_left = (a.low + shift) - (b.high + pair.radius), to_right = (b.low - pair.radius) - (a.high + shift);
  // A depth within the band may be rounding only, and must not slip through between two tests.
  const Real limit = (1 + tolerance::referee_margin) * band;
  const bool is_left = absolute(to_left) <= limit, is_right = absolute(to_right) <= limit;
  if (is_left == is_right) return false;  // apart across the path, or one line along the other
  found->of_a = on_line(pair.a, pair.heading, is_left ? a.low : a.high, 2 * band);
  found->of_b = on_line(pair.b, pair.heading, is_left ? b.high : b.low, 2 * band);
  const Real ahead = dot(pair.heading, pair.d);
  found->of_a.from += ahead, found->of_a.to += ahead;
  found->place = is_left ? (a.low + shift) - pair.radius_a : (a.high + shift) + pair.radius_a;
  found->left = is_left;
  return found->of_b.to >= found->of_a.from - band && found->begins() <= pair.length;
}

namespace {

/// The surface normal at a slit: that of the part which the path enters more steeply.
V2 normal_at(const Slit& slit, const Shape& a, const Shape& b, const Placement& at, Real band, V2 heading) {
  V2 normal = -heading;
  Real most = -tolerance::seam_angle;
  PieceSpace space_a, space_b;
  for (const Beside& side : {slit.left, slit.right}) {
    const Part part_a = part_of(a, static_cast<std::uint32_t>(side.a), space_a);
    const Part part_b = part_of(b, static_cast<std::uint32_t>(side.b), space_b);
    PairFrame frame = frame_of(part_a, part_b, at, band);
    frame.d += slit.distance * heading;
    Axis axis;
    if (!surface_axis(frame, part_a, part_b, &axis, band) || !(dot(axis.normal, heading) < most)) continue;
    most = dot(axis.normal, heading);
    normal = axis.normal;
  }
  return normal;
}

}  // namespace

SweepHit hit_at(const Slit& slit, const Shape& a, const Shape& b, const Placement& at, Real band, V2 motion,
                V2 position_b) {
  V2 heading;
  const Real length = safe_length(motion, &heading);
  SweepHit hit;
  const Beside& side = slit.left;
  hit.status = SweepStatus::hit;
  hit.fraction = slit.distance > 0 ? min(slit.distance / length, 1) : 0;
  hit.point = vec2(position_b + ((side.of_a.to + slit.distance) * heading + side.place * perp(heading)));
  hit.normal = vec2(normal_at(slit, a, b, at, band, heading));
  hit.feature_a = side.corner_a(), hit.feature_b = side.corner_b();
  return hit;
}

Slit Slits::first(Real length, Real band) const {
  Slit best;
  for (const Beside& left : left_) {
    for (const Beside& right : right_) {
      if (absolute(left.place - right.place) > 2 * (1 + tolerance::referee_margin) * band) continue;
      const TouchingEdge of_a = shared(left.of_a, right.of_a), of_b = shared(left.of_b, right.of_b);
      if (of_a.from > of_a.to + 2 * band || of_b.from > of_b.to + 2 * band) continue;
      const Real from = of_b.from - of_a.to, to = of_b.to - of_a.from;
      const Real deepest = clamp(from + (to - from) / 2, 0, length);
      if (!(min(deepest - from, to - deepest) > band) || !(max(from, 0) < best.distance)) continue;
      best = {max(from, 0), left, right};
    }
  }
  return best;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
