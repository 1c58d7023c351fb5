// A point against a shape: the signed distance to the core, against the rounding radius.

#include <bankshot/query/containment.hpp>
#include <bankshot/query/contains.hpp>

namespace bankshot::inline BANKSHOT_ABI {

PointRelation contains(const Shape& shape, const Pose& pose, const Vec2& point) noexcept {
  using namespace detail;
  const Placed placed = place(detail_view(shape), {pose.rotation.c, pose.rotation.s});
  const V2 x = plain(point) - plain(pose.position);
  if (!finite(x) || !finite(placed.reach) || !(placed.scale > 0)) return PointRelation::outside;
  const Real far = max(absolute(x.x), absolute(x.y));
  if (far > 2 * placed.reach) return PointRelation::outside;
  const Real band = band_of(placed.reach, 0, length(x));
  const Real outside = core_distance(placed, x, band) - placed.shape.radius;
  if (outside > band) return PointRelation::outside;
  return outside < -band ? PointRelation::inside : PointRelation::boundary;
}

}  // namespace bankshot::inline BANKSHOT_ABI
