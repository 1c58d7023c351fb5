#include <bankshot/query/composite/part_contact.hpp>

#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/parts/seam.hpp>

#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The stretch of a core's support feature along the tangent, relative to its position.
struct Stretch {
  Real low = 0, high = 0;
};

Stretch stretch_of(const Placed& placed, const SupportFeature& feature, V2 tangent) {
  const Real one = dot(arm(placed, feature.first), tangent), two = dot(arm(placed, feature.second), tangent);
  return {min(one, two), max(one, two)};
}

/// Returns the feature. For a side with corners on it, returns the edge that shares most with the other's stretch, or
/// is nearest to it. Some edges of a side may lie inside the union.
Feature facing(const Placed& placed, const SupportFeature& side, V2 tangent, const Stretch& other) {
  const auto after = [&placed](int i) { return i + 1 < placed.shape.count ? i + 1 : 0; };
  if (!side.edge() || placed.shape.count == 2 || after(side.first) == side.second) return side.feature;
  Feature best = side.feature;
  Real most = -std::numeric_limits<Real>::infinity();
  for (int i = side.first; i != side.second; i = after(i)) {
    const Real from = dot(arm(placed, i), tangent), to = dot(arm(placed, after(i)), tangent);
    const Real shared = min(max(from, to), other.high) - max(min(from, to), other.low);
    if (shared > most) most = shared, best.index = i;
  }
  return best;
}

/// The feature's height along the normal at the place `s` along the tangent: an edge may be slightly tilted.
Real height_at(const Placed& placed, const SupportFeature& feature, V2 normal, V2 tangent, Real s) {
  const V2 from = arm(placed, feature.first), to = arm(placed, feature.second);
  const Real run = dot(to - from, tangent);
  const Real share = run != 0 ? clamp((s - dot(from, tangent)) / run, 0, 1) : 0;
  return dot(from, normal) + share * dot(to - from, normal);
}

std::uint32_t key_of(const SupportFeature& a, const SupportFeature& b, bool high) {
  const auto edge = [](const SupportFeature& f) { return static_cast<std::uint32_t>(f.first) & 0x7fffu; };
  return (edge(a) << 16) | (edge(b) << 1) | (high ? 1u : 0u);
}

/// Extends a corner that faces an edge from `low` to `high` by the edge of its own that continues there: beyond an end
/// of the other edge, the one that leads back; otherwise the one that faces it more. Hidden edges are ignored.
template <class Shows>
void widen_at_seams(const Placed& placed, V2 outward, V2 tangent, const Stretch& other, const Shows& shows,
                    SupportFeature& feature) {
  const ConvexView& view = placed.shape;
  if (feature.edge() || view.count == 1) return;
  const int corner = feature.first;
  const int edges[2] = {corner > 0 ? corner - 1 : view.count - 1, corner};  // before and after the corner
  const Real here = dot(arm(placed, corner), tangent);
  const V2 axis = unrotate(placed.q, outward);
  Real most = 0;
  for (const int edge : edges) {
    const int next = edge + 1 < view.count ? edge + 1 : 0;
    const Real way = dot(arm(placed, edge == corner ? next : edge), tangent) - here;
    const bool leads_off = (here > other.high && !(way < 0)) || (here < other.low && !(way > 0));
    const Real facing = dot(axis, view.normals[edge]);
    if (leads_off || !(facing > most) || !shows(edge)) continue;
    most = facing;
    feature.first = edge, feature.second = next;
  }
}

/// Returns which corner of its feature a point is, as in ContactGeometry::corners. `s` is the place of the point along
/// the tangent, `shift` the difference of the positions along it.
std::uint32_t corner_of(const Placed& placed, const SupportFeature& feature, V2 tangent, Real shift, Real s) {
  if (!feature.edge()) return 1;
  if (dot(arm(placed, feature.first), tangent) - shift == s) return 1;
  return dot(arm(placed, feature.second), tangent) - shift == s ? 2 : 0;
}

/// The points of a contact along a given normal: the ends of the common stretch of the two edges that face one another.
ContactGeometry along(const PairFrame& frame, const Part& part_a, const Part& part_b, V2 normal, Real margin) {
  ContactGeometry contact;
  SupportFeature of_a = support_feature(frame.a, -normal), of_b = support_feature(frame.b, normal);
  const V2 tangent = perp(normal);
  const Real shift = dot(frame.d, tangent), lift = dot(frame.d, normal);
  Stretch a = stretch_of(frame.a, of_a, tangent), b = stretch_of(frame.b, of_b, tangent);
  const auto shows_a = [&](int edge) {
    return (part_a.seams == nullptr || part_a.seams[edge].edge) &&
           shows_beside(part_a, frame.a, edge, frame.b, -frame.d, frame.band);
  };
  const auto shows_b = [&](int edge) {
    return (part_b.seams == nullptr || part_b.seams[edge].edge) &&
           shows_beside(part_b, frame.b, edge, frame.a, frame.d, frame.band);
  };
  widen_at_seams(frame.a, -normal, tangent, {b.low - shift, b.high - shift}, shows_a, of_a);
  widen_at_seams(frame.b, normal, tangent, {a.low + shift, a.high + shift}, shows_b, of_b);
  a = stretch_of(frame.a, of_a, tangent), b = stretch_of(frame.b, of_b, tangent);
  const Real low = max(a.low, b.low - shift), high = min(a.high, b.high - shift);
  // Beyond the end of the surface, by more than rounding, nothing supports the shape: a neighbour has that place.
  if (low > high + frame.band) return contact;
  contact.normal = normal;
  const Real ends[2] = {min(low, high), max(low, high)};
  for (int i = 0; i < (ends[0] < ends[1] ? 2 : 1); ++i) {
    const Real height_a = height_at(frame.a, of_a, normal, tangent, ends[i]) - frame.a.shape.radius;
    const Real height_b = height_at(frame.b, of_b, normal, tangent, ends[i] + shift) + frame.b.shape.radius - lift;
    const Real separation = height_a - height_b;
    if (separation > margin) continue;
    ContactPoint& point = contact.points[contact.count++];
    point.anchor = ends[i] * tangent + (Real(0.5) * (height_a + height_b)) * normal;
    point.separation = separation;
    point.key = key_of(of_a, of_b, i == 1);
    const std::uint32_t corners =
        corner_of(frame.a, of_a, tangent, 0, ends[i]) | (corner_of(frame.b, of_b, tangent, shift, ends[i]) << 2);
    contact.corners = static_cast<std::uint16_t>(contact.corners | corners << (4 * (contact.count - 1)));
  }
  return contact;
}

}  // namespace

bool on_surface(const Part& part) noexcept {
  if (part.seams == nullptr) return true;
  for (int i = 0; i < part.view.count; ++i) {
    if (part.seams[i].edge || part.seams[i].corner) return true;
  }
  return false;
}

void settle_seams(const PairInput& in, const Part& a, const Part& b, Real past, ContactGeometry& contact) noexcept {
  if (contact.count == 0) return;
  const PairFrame frame = pair_frame(a.view, in.qa, b.view, in.qb, in.d);
  const V2 normal = contact.normal;
  const V2 tangent = perp(normal);
  const Real shift = dot(in.d, tangent);
  const SupportFeature of_a = support_feature(frame.a, -normal), of_b = support_feature(frame.b, normal);
  const Stretch at_a = stretch_of(frame.a, of_a, tangent), at_b = stretch_of(frame.b, of_b, tangent);
  const Feature facing_a = facing(frame.a, of_a, tangent, {at_b.low - shift, at_b.high - shift});
  const Feature facing_b = facing(frame.b, of_b, tangent, {at_a.low + shift, at_a.high + shift});
  const bool direct = is_real_normal(a, frame.a, facing_a, -normal, frame.b, -frame.d, frame.band) &&
                      is_real_normal(b, frame.b, facing_b, normal, frame.a, frame.d, frame.band);
  if (!direct) {
    const bool overlap = overlap_of(contact) > frame.band;
    Axis axis;
    contact = surface_axis(frame, a, b, &axis) ? along(frame, a, b, axis.normal, in.margin) : ContactGeometry{};
    // Shapes that are apart overlap nowhere. If a point says so, the faces are on the far sides.
    if (!overlap && overlap_of(contact) > frame.band) contact = {};
  } else {  // over the end of a face, the contact is on that face, or beyond it on the neighbour's
    V2 face;
    if (ends_face(b, in.qb, facing_b, normal, &face)) {
      contact = along(frame, a, b, face, in.margin);
    } else if (ends_face(a, in.qa, facing_a, -normal, &face)) {
      contact = along(frame, a, b, -face, in.margin);
    }
  }
  if (contact.count > 0 && passes(a, b, frame, past)) contact = {};
  contact.d = in.d;
}

ContactGeometry contact_along(const PairInput& in, const Part& a, const Part& b, V2 normal) noexcept {
  ContactGeometry contact = along(pair_frame(a.view, in.qa, b.view, in.qb, in.d), a, b, normal, in.margin);
  contact.d = in.d;
  return contact;
}

// For a wall: the corner nearest to it, and the nearer one of its neighbours. For a round interior: the one corner.
ContactGeometry room_contact(const RoomPair& pair, int limit, Real margin) noexcept {
  ContactGeometry contact;
  contact.d = pair.d;
  const RoomLimit at = room_limit(pair, limit);
  if (!(at.separation <= margin)) return contact;
  contact.normal = at.normal;
  const V2 outward = -at.normal, tangent = perp(at.normal);
  const auto add = [&](int corner, Real separation) {
    ContactPoint& point = contact.points[contact.count++];
    point.anchor = arm(pair.part, corner) + (pair.part.shape.radius + separation / 2) * outward;
    point.separation = separation;
    point.key = (static_cast<std::uint32_t>(corner) & 0x7fffu) << 16;
    if (!round_room(pair)) point.key |= (static_cast<std::uint32_t>(limit) & 0x7fffu) << 1;
  };
  // A corner of the part, against a wall or against the only corner of a round interior.
  contact.corners = round_room(pair) ? 0x55u : 0x11u;
  if (round_room(pair)) {
    add(limit, at.separation);
    return contact;
  }
  const V2 out = face_normal(pair.room, limit);
  const Real wall = face_offset(pair.room, limit) - pair.part.shape.radius;
  const auto gap = [&](int corner) { return wall - dot(out, arm(pair.part, corner) + pair.d); };
  const int count = pair.part.shape.count;
  int nearest = 0;
  for (int corner = 1; corner < count; ++corner) {
    if (gap(corner) < gap(nearest)) nearest = corner;
  }
  const int after = nearest + 1 < count ? nearest + 1 : 0, before = nearest > 0 ? nearest - 1 : count - 1;
  const int other = gap(after) <= gap(before) ? after : before;
  add(nearest, gap(nearest));
  if (other == nearest || gap(other) > margin) return contact;
  add(other, gap(other));
  if (dot(arm(pair.part, other) - arm(pair.part, nearest), tangent) < 0) {
    std::swap(contact.points[0], contact.points[1]);
  }
  return contact;
}

void exchange(ContactGeometry& contact, V2 d) noexcept {
  contact.normal = -contact.normal, contact.d = -contact.d;
  for (int i = 0; i < contact.count; ++i) {
    ContactPoint& point = contact.points[i];
    point.anchor -= d;
    const auto edge_a = static_cast<std::uint32_t>(key_edge_a(point.key));
    const auto edge_b = static_cast<std::uint32_t>(key_edge_b(point.key));
    point.key = (edge_b << 16) | (edge_a << 1) | (point.key & 1u);
  }
  contact.corners = static_cast<std::uint16_t>(((contact.corners & 0x33u) << 2) | ((contact.corners & 0xccu) >> 2));
  if (contact.count < 2) return;
  std::swap(contact.points[0], contact.points[1]);
  contact.corners = static_cast<std::uint16_t>(((contact.corners & 0x0fu) << 4) | (contact.corners >> 4));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
