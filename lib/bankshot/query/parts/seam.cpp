// Seams.
//
// Parts of a union hide some of each other's surface: edges where they join, corners where the union is straight or
// concave. A contact there would push along a normal that the union does not have, and a box that slides over the seam
// of two tiles would trip. The real normals are those of the faces on the surface. At a convex corner of the union they
// are those between its two faces, that is, the n with dot(n, e) <= 0 for both directions e in which the surface leaves
// the corner (its normal cone).
//
// If a neighbour covers an edge in part, only the rest is surface. Where the two begin in one corner, as columns of
// uneven depth under one flat floor do, the edge shows farther on and not at that corner: so it does not end there, and
// its normal is none of the corner's. A shape that is entirely beside the hidden stretch meets another part.

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/parts/seam.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// True if the corner sticks out and the direction (in the part's coordinates) is one of its normals.
bool in_normal_cone(const Seam& seam, V2 local) {
  return seam.corner && dot(local, seam.before) <= tolerance::seam_angle &&
         dot(local, seam.after) <= tolerance::seam_angle;
}

/// The end of a one-way face where no other continues has no normals of its own: a shape that comes end on passes.
bool free_end(const Seam& seam) { return seam.before == seam.after; }

/// Contact with the union at a feature of a part: none, with the feature itself, or with the end of one of its faces.
enum class Admitted : std::uint8_t { no, itself, end_of_face };

/// `face`: for end_of_face, its index.
Admitted admitted(const Part& part, Q2 q, Feature feature, V2 outward, int* face) noexcept {
  const auto yes = [](bool is) { return is ? Admitted::itself : Admitted::no; };
  if (part.one_way >= 0) {
    const V2 out = rotate(q, part.view.normals[part.one_way]);
    if (dot(out, outward) >= 1 - tolerance::seam_angle * tolerance::seam_angle) return Admitted::itself;
    const Seam& seam = part.seams[feature.index];
    return yes(feature.kind == Feature::Kind::corner && !free_end(seam) && in_normal_cone(seam, unrotate(q, outward)));
  }
  if (part.seams == nullptr) return Admitted::itself;
  const Seam& seam = part.seams[feature.index];
  if (feature.kind == Feature::Kind::edge) return yes(seam.edge);
  const V2 local = unrotate(q, outward);
  if (in_normal_cone(seam, local)) return Admitted::itself;
  // Along the normal of one of its own faces, the corner is only the end of that face.
  const int before = feature.index > 0 ? feature.index - 1 : part.view.count - 1;
  for (const int own : {feature.index, before}) {
    if (hidden_share(seam, own == before ? seam.before : seam.after) > 0) continue;
    if (own < face_count(part.view) && part.seams[own].edge &&
        dot(local, part.view.normals[own]) >= 1 - tolerance::seam_angle * tolerance::seam_angle) {
      *face = own;
      return Admitted::end_of_face;
    }
  }
  return Admitted::no;
}

}  // namespace

bool is_real_normal(const Part& part, Q2 q, Feature feature, V2 outward) noexcept {
  int face;
  return admitted(part, q, feature, outward, &face) != Admitted::no;
}

bool shows_beside(const Part& part, const Placed& own, int edge, const Placed& other, V2 d, Real band) noexcept {
  if (part.seams == nullptr) return true;
  const int next = edge + 1 < part.view.count ? edge + 1 : 0;
  const Real at_begin = hidden_share(part.seams[edge], part.seams[edge].after);
  const Real at_end = hidden_share(part.seams[next], part.seams[next].before);
  if (at_begin == 0 && at_end == 0) return true;
  const V2 from = arm(own, edge), along = arm(own, next) - from;
  const Real size = length(along), radius = other.shape.radius;
  const V2 way = (1 / size) * along;
  const Real shift = dot(way, d - from);
  const bool before = at_begin > 0 && highest(other, way) + shift + radius < at_begin * size - band;
  const bool behind = at_end > 0 && lowest(other, way) + shift - radius > (1 - at_end) * size + band;
  return !before && !behind;
}

bool is_real_normal(const Part& part, const Placed& own, Feature feature, V2 outward, const Placed& other, V2 d,
                    Real band) noexcept {
  if (!is_real_normal(part, own.q, feature, outward)) return false;
  return feature.kind == Feature::Kind::corner || shows_beside(part, own, feature.index, other, d, band);
}

bool ends_face(const Part& part, Q2 q, Feature feature, V2 outward, V2* normal) noexcept {
  int face = 0;
  if (admitted(part, q, feature, outward, &face) != Admitted::end_of_face) return false;
  *normal = rotate(q, part.view.normals[face]);
  return true;
}

namespace {

/// True if the feature is a corner of a solid union, but another part reaches farther in this direction. (On the
/// concave side of a chain's bend both of its segments do.)
bool outreached(const Part& part, Feature feature) {
  return part.view.count > 2 && part.seams != nullptr && feature.kind == Feature::Kind::corner &&
         part.seams[feature.index].corner;
}

bool on_surface(const Part& part, int face) {
  return (part.seams == nullptr || part.seams[face].edge) && (part.one_way < 0 || face == part.one_way);
}

}  // namespace

// Where another part of the union reaches farther towards the nearest face, the contact belongs to that part.
bool surface_axis(const PairFrame& frame, const Part& a, const Part& b, Axis* best, Real alike) noexcept {
  constexpr Real lowest_real = -std::numeric_limits<Real>::infinity();
  best->separation = lowest_real;
  Real of_others = lowest_real;
  // The face must not have most of the other part behind it.
  const auto take = [&](V2 normal, Real separation, bool of_b, Feature feature) {
    const Part& other = of_b ? a : b;
    const bool shown = of_b ? is_real_normal(a, frame.a, feature, -normal, frame.b, -frame.d, frame.band)
                            : is_real_normal(b, frame.b, feature, normal, frame.a, frame.d, frame.band);
    if (!shown) {
      if (outreached(other, feature)) of_others = max(of_others, separation);
      return;
    }
    const Real back = lowest(frame.b, normal) - (highest(frame.a, normal) + dot(normal, frame.d));
    if (separation > best->separation && separation >= back) *best = {normal, separation};
  };
  for (int i = 0; i < face_count(b.view); ++i) {
    if (!on_surface(b, i) || !shows_beside(b, frame.b, i, frame.a, frame.d, frame.band)) continue;
    const V2 normal = face_normal(frame.b, i);
    const Real separation = (lowest(frame.a, normal) + dot(normal, frame.d)) - face_offset(frame.b, i);
    take(normal, separation, true, support_feature(frame.a, -normal).feature);
  }
  for (int i = 0; i < face_count(a.view); ++i) {
    if (!on_surface(a, i) || !shows_beside(a, frame.a, i, frame.b, -frame.d, frame.band)) continue;
    const V2 normal = -face_normal(frame.a, i);
    const Real separation = (-face_offset(frame.a, i) + dot(normal, frame.d)) - highest(frame.b, normal);
    take(normal, separation, false, support_feature(frame.b, normal).feature);
  }
  if (!(best->separation > lowest_real) || of_others > best->separation + alike) return false;
  best->normal = unit(best->normal);
  return true;
}

namespace {

/// True if the direction, from the corner of a one-way face towards a shape apart from it, leads to the side that is
/// stopped. If the faces bend away from it, that is the front of either; otherwise the front of both.
bool leads_to_front(const Part& part, int corner, V2 local) {
  const Seam& seam = part.seams[corner];
  const V2 onward = corner == 0 ? -seam.before : seam.after;  // direction of the other face
  const bool of_this = dot(local, part.view.normals[part.one_way]) > 0, of_other = dot(local, perp(onward)) > 0;
  return seam.corner ? of_this || of_other : of_this && of_other;
}

/// Heights of a shape above the line of a one-way face, over the stretch of the face: lowest and highest point. Empty
/// (low > high) if the shape is beside that stretch.
struct Heights {
  Real low = std::numeric_limits<Real>::infinity(), high = -std::numeric_limits<Real>::infinity();
  void take(Real height, Real radius) { low = min(low, height - radius), high = max(high, height + radius); }
};

/// For an edge from (t0, h0) to (t1, h1), t along the face and h above its line, with `radius` around it. A point
/// beside the stretch by u reaches into it with sqrt(r^2 - u^2) of its radius. On a slope m that is lowest, and on the
/// other side highest, at u =
/// m
/// r / sqrt(1 + m^2).
void take_edge(Real t0, Real h0, Real t1, Real h1, Real begin, Real end, Real radius, Heights& heights) {
  const auto take = [&](Real t, Real h) {
    const Real beside = max(max(begin - t, t - end), 0);
    if (beside <= radius) heights.take(h, std::sqrt(radius * radius - beside * beside));
  };
  take(t0, h0), take(t1, h1);
  if (t0 == t1) return;
  const Real slope = (h1 - h0) / (t1 - t0);
  const Real farthest = absolute(slope) * radius / std::sqrt(1 + slope * slope);
  for (const Real place : {begin, end, begin - farthest, end + farthest}) {
    const Real t = clamp(place, min(t0, t1), max(t0, t1));
    take(t, h0 + slope * (t - t0));
  }
}

/// `d` is the position of `other` minus that of `part`.
Heights heights_over(const Part& part, const Placed& own, const Placed& other, V2 d) {
  const V2 out = face_normal(own, part.one_way), along = perp(out);
  const Real line = face_offset(own, part.one_way);
  const Real one = dot(along, rotate(own.q, own.shape.points[0])), two = dot(along, rotate(own.q, own.shape.points[1]));
  Heights heights;
  const int count = other.shape.count;
  V2 from = rotate(other.q, other.shape.points[count - 1]) + d;
  for (int i = 0; i < count; ++i) {
    const V2 to = rotate(other.q, other.shape.points[i]) + d;
    take_edge(dot(along, from), dot(out, from) - line, dot(along, to), dot(out, to) - line, min(one, two),
              max(one, two), own.shape.radius + other.shape.radius, heights);
    from = to;
  }
  return heights;
}

/// How far `other` is in front of the one-way face of `part`, or of a bend at one of its ends. Anything beyond the ends
/// of the face does not count: where the chain bends away, much of a shape may be behind the line of one face and in
/// front of the next one. `d` is the position of `other` minus that of `part`.
Real in_front(const Part& part, const Placed& own, const Placed& other, V2 d) {
  const Real radii = own.shape.radius + other.shape.radius;
  const V2 out = face_normal(own, part.one_way);
  const Heights over = heights_over(part, own, other, d);
  const bool beside = over.low > over.high;
  const Real of_face =
      beside ? (lowest(other, out) + dot(out, d)) - (face_offset(own, part.one_way) + radii) : over.low;
  if (of_face >= 0) return of_face;
  const CoreGap nearest = core_gap(core_of(other.shape, {}, other.q), core_of(own.shape, {}, own.q), d, out);
  if (nearest.b.kind != Feature::Kind::corner) return of_face;
  const V2 local = unrotate(own.q, nearest.normal);
  const Seam& seam = part.seams[nearest.b.index];
  if (free_end(seam)) return of_face;
  const Real gap = nearest.gap - radii;
  const bool front =
      (seam.corner && in_normal_cone(seam, local)) || (nearest.gap > 0 && leads_to_front(part, nearest.b.index, local));
  return front ? max(of_face, gap) : of_face;
}

bool lets_pass(const Part& part, const Placed& own, const Placed& other, V2 d, Real past) {
  return part.one_way >= 0 && in_front(part, own, other, d) < -past;
}

}  // namespace

bool passes(const Part& a, const Part& b, const PairFrame& frame, Real past) noexcept {
  return lets_pass(b, frame.b, frame.a, frame.d, past) || lets_pass(a, frame.a, frame.b, -frame.d, past);
}

bool goes_through(const Part& face, const Placed& own, const Placed& other, V2 d, Real past) noexcept {
  const Heights over = heights_over(face, own, other, d);
  return over.low < -past && over.high > 0;
}

bool of_the_wholes(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 heading,
                   bool* direct) noexcept {
  const auto leads_in = [&](V2 normal) { return dot(normal, heading) < -tolerance::seam_angle * length(heading); };
  if (is_real_normal(a, frame.a, meeting.a, -meeting.normal, frame.b, -frame.d, frame.band) &&
      is_real_normal(b, frame.b, meeting.b, meeting.normal, frame.a, frame.d, frame.band)) {
    // A shape that gets over the end of a face meets the face, not its corner.
    V2 face;
    const bool of_b = ends_face(b, frame.b.q, meeting.b, meeting.normal, &face);
    *direct = !of_b && !ends_face(a, frame.a.q, meeting.a, -meeting.normal, &face);
    if (*direct) return true;
    meeting.normal = of_b ? face : -face;
    return leads_in(meeting.normal);
  }
  // Two corners touch along the axes of both: rounding decides which one is nearest.
  *direct = false;
  Axis axis;
  if (!surface_axis(frame, a, b, &axis, frame.band)) return false;
  meeting.normal = axis.normal;
  return leads_in(meeting.normal);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
