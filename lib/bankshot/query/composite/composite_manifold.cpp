#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/composite/part_contact.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

void add(std::vector<Manifold>& out, const ContactGeometry& contact, const Part& a, const Part& b, V2 position_a) {
  if (contact.count == 0) return;
  const Geometry of_a(a.view.count, a.view.points, a.view.normals, a.view.radius);
  const Geometry of_b(b.view.count, b.view.points, b.view.normals, b.view.radius);
  Manifold manifold = manifold_from(contact, of_a, of_b, position_a);
  for (ManifoldPoint& point : manifold.points) {
    point.feature_a.piece = a.number;
    point.feature_b.piece = b.number;
  }
  out.push_back(manifold);
}

ContactGeometry contact_of(const Part& a, const Part& b, const Placement& at, Real margin, Real band) {
  const Geometry of_a(a.view.count, a.view.points, a.view.normals, a.view.radius);
  const Geometry of_b(b.view.count, b.view.points, b.view.normals, b.view.radius);
  PairInput in;
  in.a = &of_a, in.b = &of_b;
  in.d = at.d, in.qa = at.qa, in.qb = at.qb;
  in.margin = margin;
  ContactGeometry contact;
  find_manifolds({&in, 1}, &contact);
  Real past = 0;  // behind a one-way face; a shape that touches the face is behind it by as much as the band, however
                  // thin it is
  if (a.one_way >= 0 || b.one_way >= 0) {
    const Real extent = a.one_way >= 0 ? b.view.extent : a.view.extent;
    past = max(tolerance::slop_fraction * extent, band);
  }
  settle_seams(in, a, b, past, contact);
  return contact;
}

/// Appends the contacts with all limits of the container near the parts of `shape`; `first`: the shape is A.
void room_manifolds(const Shape& shape, const Shape& container, const Placement& at, bool first, Real margin,
                    V2 position_a, std::vector<Manifold>& out) {
  const Part room{detail_view(container)};
  std::vector<std::uint32_t> numbers;
  parts_near(shape, bounds_of(shape), numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) {
    const Part part = part_of(shape, number, space);
    if (part.one_way >= 0) continue;
    const RoomPair pair{place(part.view, at.qa), place(room.view, at.qb), at.d};
    for (int limit = 0; limit < limit_count(pair); ++limit) {
      ContactGeometry contact = room_contact(pair, limit, margin);
      if (contact.count == 0) continue;
      if (!first) exchange(contact, -at.d);
      add(out, contact, first ? part : room, first ? room : part, position_a);
    }
  }
}

/// For all pairs of parts of shapes that are no containers.
void pairs_manifolds(const Shape& a, const Shape& b, const Placement& at, Real margin, Real band, V2 position_a,
                     std::vector<Manifold>& out) {
  for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
    if (on_surface(part_a) && on_surface(part_b)) {
      add(out, contact_of(part_a, part_b, at, margin, band), part_a, part_b, position_a);
    }
    return true;
  });
}

}  // namespace

std::vector<Manifold> parts_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      Real margin) {
  std::vector<Manifold> out;
  const Placement at = placement(pose_a, pose_b);
  const Real band = band_of(a, b, at);
  if (!finite(band)) return out;
  const V2 position_a = plain(pose_a.position);
  const bool room_a = a.kind() == ShapeKind::container, room_b = b.kind() == ShapeKind::container;
  if (room_a && room_b) return out;
  // Shapes that touch may be apart by as much as the band: tested only if nothing is nearer.
  for (const Real within : {margin, max(margin, band)}) {
    if (room_b) room_manifolds(a, b, at, true, within, position_a, out);
    if (room_a) room_manifolds(b, a, at.exchanged(), false, within, position_a, out);
    if (!room_a && !room_b) pairs_manifolds(a, b, at, within, band, position_a, out);
    if (!out.empty()) return out;
  }
  return room_a || room_b ? out : last_manifolds(a, pose_a, b, pose_b, margin);
}

Manifold deepest_manifold(const std::vector<Manifold>& manifolds) noexcept {
  Manifold deepest;
  Real least = std::numeric_limits<Real>::infinity();
  for (const Manifold& manifold : manifolds) {
    for (int i = 0; i < manifold.count; ++i) {
      const Real separation = manifold.points[static_cast<std::size_t>(i)].separation;
      if (separation < least) least = separation, deepest = manifold;
    }
  }
  return deepest;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
