#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI {

Result<Shape> try_container(const Shape& room) {
  const bool sharp_polygon = room.kind() == ShapeKind::polygon && room.radius() == 0;
  if (room.kind() == ShapeKind::polygon && !sharp_polygon) {
    return Result<Shape>::refused(
        detail::reason("container", "radius of the room", detail::text(room.radius()), "0 for a polygon"));
  }
  if (room.kind() != ShapeKind::circle && !sharp_polygon) {
    return Result<Shape>::refused("container: room is of another kind, must be a circle or a convex polygon");
  }
  return detail::ConvexData::share(detail::data_of(ShapeKind::container, detail_view(room)));
}

Shape container(const Shape& room) { return try_container(room).value(); }

}  // namespace bankshot::BANKSHOT_ABI
