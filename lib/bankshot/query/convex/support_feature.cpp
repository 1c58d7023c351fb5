#include <bankshot/query/convex/support_feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

BANKSHOT_INLINE int after(const ConvexView& shape, int i) { return i + 1 < shape.count ? i + 1 : 0; }
BANKSHOT_INLINE int before(const ConvexView& shape, int i) { return i > 0 ? i - 1 : shape.count - 1; }

int highest_corner(const ConvexView& shape, V2 axis) {
  int corner = 0;
  Real top = dot(axis, shape.points[0]);
  for (int i = 1; i < shape.count; ++i) {
    const Real height = dot(axis, shape.points[i]);
    if (height > top) {
      top = height;
      corner = i;
    }
  }
  return corner;
}

}  // namespace

SupportFeature support_feature(const Placed& placed, V2 outward) noexcept {
  const ConvexView& shape = placed.shape;
  SupportFeature found;
  if (shape.count == 1) return found;
  const V2 axis = unrotate(placed.q, outward);
  const int corner = highest_corner(shape, axis);
  const Real floor = dot(axis, shape.points[corner]) - tolerance::band_factor * tolerance::eps * placed.reach;
  const auto on_top = [&](int i) { return dot(axis, shape.points[i]) >= floor; };
  const auto faces = [&](int edge) { return dot(axis, shape.normals[edge]) > 0; };

  found.feature.index = found.first = found.second = corner;
  if (shape.count == 2) {  // both sides of a two-point core are edges; take the one that faces outward
    if (!on_top(1 - corner)) return found;
    found.first = dot(axis, shape.normals[0]) >= dot(axis, shape.normals[1]) ? 0 : 1;
    found.second = 1 - found.first;
  } else {
    // All corners of a shape thinner than the band are on top; the sides that face away do not count. Never all the way
    // round: if the whole shape is smaller than the band, the result is one edge short of closed.
    for (int left = shape.count - 1; left > 0 && on_top(after(shape, found.second)) && faces(found.second); --left) {
      found.second = after(shape, found.second);
    }
    for (int next = before(shape, found.first); next != found.second && on_top(next) && faces(next);) {
      found.first = next, next = before(shape, next);
    }
  }
  if (!found.edge()) return found;
  found.feature = {Feature::Kind::edge, found.first};
  for (int i = after(shape, found.first); i != found.second; i = after(shape, i)) {
    found.several = shape.count > 2;
    if (dot(axis, shape.normals[i]) > dot(axis, shape.normals[found.feature.index])) found.feature.index = i;
  }
  return found;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
