#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::inline BANKSHOT_ABI {

Result<Shape> try_container(const Shape& room) {
  const bool sharp_polygon = room.kind() == ShapeKind::polygon && room.radius() == 0;
  if (room.kind() == ShapeKind::polygon && !sharp_polygon) {
    return Result<Shape>::refused(
        detail::reason("container", "radius of the room", detail::text(room.radius()), "0 for a polygon"));
  }
  if (room.kind() != ShapeKind::circle && !sharp_polygon) {
    return Result<Shape>::refused("container: room is of another kind, must be a circle or a convex polygon");
  }
  const detail::ConvexView view = detail_view(room);
  detail::ConvexData data;
  data.kind = ShapeKind::container;
  data.radius = view.radius;
  data.points.assign(view.points, view.points + view.count);
  if (view.count > 1) data.normals.assign(view.normals, view.normals + view.count);
  data.centre = view.centre;
  data.reach = view.reach;
  data.extent = view.extent;
  return detail::ConvexData::share(std::move(data));
}

Shape container(const Shape& room) { return try_container(room).value(); }

}  // namespace bankshot::inline BANKSHOT_ABI
