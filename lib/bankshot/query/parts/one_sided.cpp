// One-way faces.
//
// A one-way face stops a shape that comes from the front, and lets pass a shape that comes from behind. The place where
// a motion begins to overlap the face decides between the two, and nothing else: neither the start of the motion nor
// the surroundings of the place.
//
// - A shape that overlaps the face when the motion begins does not come to it: it is passing through, and goes on to do
//   so.
// - Within the face the two touch along its normal, and the side of the other shape is the front or the back.
// - Where a second face continues from the end of the first, the two divide the surroundings of their corner into a
//   front and a back. A convex part that touches the corner and has neither face in it lies on one side as a whole.
//   Where the faces run straight on or bend towards the front, the front is the set in front of both lines: less than
//   half a turn, so a convex part is there if and only if it is in front of both. Where they bend away from it, the
//   back is less than half a turn, and the front is on the other side of some line through the corner that leaves both
//   faces behind it: one whose normal n has dot(n, e) <= 0 for both directions e in which the faces leave the corner. A
//   part on neither side has one of the faces in it and is passing through that face. The corner shows only where two
//   faces meet that are one surface, so the part is passing through both. All of these tests measure how far a part
//   reaches beyond a line through the corner. They need only the direction of the second face, and rounding moves each
//   by less than the band.
// - Where no face continues, the end has a front as far as the face has: a shape that touches it along a normal n with
//   dot(n, out) > 0 has the end below it, and comes over the face if it moves down, along -out. The face's normal is
//   the only one that the union has there. A normal of the end's own would stop shapes that come end on.
//
// A straight motion overlaps a face in one stretch, so it comes to each face once. A rotating shape may leave a face
// that it came through, and come back: that face is ignored for the rest of the motion.
//
// So a chain stops what one of its faces stops. At a corner it stops what both stop together: a corner on a straight
// line has no effect, and no corner at a bend stops a shape from the back or lets in a shape from the front. A shape
// that comes to the front is treated as at any other surface.
//
// The search for a normal at a corner that bends away: the distance of a convex part from the corner along n is, as a
// function of n, largest along the shortest path from the corner to the part, and decreases to both sides of it. So the
// best n is that direction, or the limit of the range that is nearest to it; where rounding put the corner inside the
// part, it is the normal of one of the part's edges, or again a limit of the range.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/parts/one_sided.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// A shape that touches a one-way face.
struct Visit {
  const Part& face;
  const Placed &own, &other;
  V2 d;        ///< position of `other` minus that of the face
  V2 normal;   ///< unit, from the face to `other`
  Feature at;  ///< of the face
  Real band = 0;

  V2 out() const { return face_normal(own, face.one_way); }
  V2 corner() const { return arm(own, at.index); }
  const Seam& seam() const { return face.seams[at.index]; }
  V2 turned(V2 local) const { return own.inverse * rotate(own.q, local); }

  /// True if all of `other` lies beyond the line through the corner with this normal, up to the band.
  bool beyond(V2 n) const {
    const Real reach = lowest(other, n) + dot(n, d), line = dot(n, corner()) + (own.shape.radius + other.shape.radius);
    return reach - line >= -(1 + tolerance::referee_margin) * band;
  }
};

/// True if no other face continues from this corner.
bool ends_here(const Seam& seam) { return seam.corner && seam.before == seam.after; }

/// For a corner where the faces run on or bend towards the front. If the direction of the other face is unknown, as
/// among tiles, it runs straight on.
bool in_front_of_both(const Visit& visit) {
  if (!visit.beyond(visit.out())) return false;
  const Seam& seam = visit.seam();
  if (seam.before == seam.after) return true;
  const V2 along = visit.at.index == 0 ? -seam.before : seam.after;
  return visit.beyond(visit.turned(perp(along)));
}

/// For a corner where the faces bend away from the front.
bool beyond_bend(const Visit& visit) {
  const Seam& seam = visit.seam();
  const V2 out = visit.out(), before = visit.turned(seam.before), after = visit.turned(seam.after);
  constexpr Real rounded = 4 * tolerance::eps;
  const auto is_front = [&](V2 n) {
    return dot(n, before) <= rounded && dot(n, after) <= rounded && dot(n, out) >= -rounded && visit.beyond(n);
  };
  if (is_front(visit.normal)) return true;
  for (const V2 e : {before, after}) {
    if (is_front(perp(e)) || is_front(-perp(e))) return true;
  }
  for (int i = 0; i < face_count(visit.other.shape); ++i) {
    if (is_front(-face_normal(visit.other, i))) return true;
  }
  return false;
}

Coming coming_to_face(const Visit& visit) {
  const Real up = dot(visit.normal, visit.out());
  if (visit.at.kind == Feature::Kind::edge) return up > 0 ? Coming::to_face : Coming::through;
  const Seam& seam = visit.seam();
  if (ends_here(seam)) return up > 0 ? Coming::over_end : Coming::through;
  return (seam.corner ? beyond_bend(visit) : in_front_of_both(visit)) ? Coming::to_face : Coming::through;
}

}  // namespace

Coming coming_to(const Part& a, const Part& b, const PairFrame& frame, const Meeting& meeting, V2* normal) noexcept {
  Coming coming = Coming::to_face;
  if (b.one_way >= 0) {
    const Visit visit{b, frame.b, frame.a, frame.d, meeting.normal, meeting.b, frame.band};
    coming = coming_to_face(visit);
    if (coming == Coming::over_end) *normal = visit.out();
  }
  if (a.one_way >= 0 && coming != Coming::through) {
    const Visit visit{a, frame.a, frame.b, -frame.d, -meeting.normal, meeting.a, frame.band};
    const Coming of_b = coming_to_face(visit);
    if (of_b == Coming::over_end && coming == Coming::to_face) *normal = -visit.out();
    if (of_b != Coming::to_face) coming = of_b;
  }
  return coming;
}

bool touch_in_front(const Part& a, const Part& b, const PairFrame& frame, Real least) noexcept {
  const CoreGap nearest = core_gap(core_of(a.view, {}, frame.a.q), core_of(b.view, {}, frame.b.q), frame.d, {});
  const Real depth = frame.radii - nearest.gap;
  if (!(depth >= least) || depth > (1 + tolerance::referee_margin) * frame.band) return false;
  V2 normal;
  return coming_to(a, b, frame, {nearest.normal, nearest.a, nearest.b}, &normal) != Coming::through;
}

namespace {

/// True if some part of `shape` other than `own` contains both a piece of the one-way face and the point. `at`: shape
/// and face.
bool has_in_it(const Shape& shape, const Part& own, const Part& face, const Placement& at, V2 point, Real band) {
  const Q2 q = at.qa;
  const V2 there = (1 / (q.c * q.c + q.s * q.s)) * unrotate(q, point - at.d);
  std::vector<std::uint32_t> numbers;
  parts_near(shape, widened_by({there, there}, 2 * band), numbers);
  PieceSpace space;
  const V2 origin;
  for (const std::uint32_t number : numbers) {
    const Part part = part_of(shape, number, space);
    if (part.number == own.number) continue;
    const PairFrame frame = frame_of(part, face, at, band);
    if (!frame.usable || depth_of(frame, find_axis(frame).separation) <= band) continue;
    const CoreGap gap = core_gap(core_of(part.view, {}, q), {&origin, 1, {}, {}}, at.d - point, {});
    if (gap.gap - part.view.radius <= band) return true;
  }
  return false;
}

}  // namespace

bool comes_through_beside(const Shape& a, const Shape& b, const Placement& at, const Part& part_a, const Part& part_b,
                          V2 point, Real band) {
  return (part_b.one_way >= 0 && !a.convex() && has_in_it(a, part_a, part_b, at, point, band)) ||
         (part_a.one_way >= 0 && !b.convex() && has_in_it(b, part_b, part_a, at.exchanged(), point - at.d, band));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
