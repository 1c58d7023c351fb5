// A point against a shape: the signed distance to the core, against the rounding radius.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/composite/composite_relation.hpp>
#include <bankshot/query/contains.hpp>
#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
namespace {

/// The contact of a point with the shape; `x` is relative to the shape's position.
Contact point_contact(const Placed& placed, V2 x, V2 rest, Real band) {
  const Real gap = core_distance(placed, x, band) - placed.shape.radius;
  const Contact contact = plain_contact(gap, band);
  if (!disputable(gap, band)) return contact;
  return referee(disputed_point(core_of(placed.shape, {}, placed.q), placed.shape.radius, x, rest, band), contact);
}

}  // namespace
}  // namespace detail

PointRelation contains(const Shape& shape, const Pose& pose, const Vec2& point) noexcept {
  using namespace detail;
  if (!shape.convex()) return parts_contain(shape, pose, point);
  const Placed placed = place(detail_view(shape), {pose.rotation.c, pose.rotation.s});
  const V2 x = plain(point) - plain(pose.position);
  if (!finite(x) || !finite(placed.reach) || !(placed.scale > 0)) return PointRelation::outside;
  const Real far = max(absolute(x.x), absolute(x.y));
  if (far > 2 * placed.reach) return PointRelation::outside;
  const Real band = band_of(placed.reach, 0, length(x));
  switch (point_contact(placed, x, rest_of_difference(plain(point), plain(pose.position)), band)) {
    case Contact::apart: return PointRelation::outside;
    case Contact::overlapping: return PointRelation::inside;
    default: return PointRelation::boundary;
  }
}

}  // namespace bankshot::BANKSHOT_ABI
