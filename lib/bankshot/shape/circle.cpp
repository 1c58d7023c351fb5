#include <bankshot/shape/build.hpp>

namespace bankshot::BANKSHOT_ABI {

Result<Shape> try_circle(Real radius, const Vec2& centre) {
  if (auto reason = detail::check_positive("circle", "radius", radius)) return Result<Shape>::refused(*reason);
  if (auto reason = detail::check_point("circle", "centre", detail::plain(centre))) {
    return Result<Shape>::refused(*reason);
  }
  detail::ConvexData data;
  data.kind = ShapeKind::circle;
  data.radius = radius;
  data.points = {detail::plain(centre)};
  return detail::finish(std::move(data), "circle", "radius", detail::text(radius));
}

Shape circle(Real radius, const Vec2& centre) { return try_circle(radius, centre).value(); }

}  // namespace bankshot::BANKSHOT_ABI
