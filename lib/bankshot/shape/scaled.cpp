#include <bankshot/shape/build.hpp>
#include <bankshot/shape/scaled.hpp>
#include <bankshot/shape/scaling.hpp>

#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

Vec2 detail::Scaling::operator()(V2 p) const noexcept {
  const double x = double(scale.x) * (double(p.x) - pivot.x), y = double(scale.y) * (double(p.y) - pivot.y);
  const double c = turn.c, s = turn.s;
  return Vec2(static_cast<Real>(pivot.x + (c * x - s * y)), static_cast<Real>(pivot.y + (s * x + c * y)));
}

namespace {

using detail::Q2;
using detail::V2;

detail::Reason check_arguments(const Shape& shape, V2 scale, Q2 turn, V2 pivot) {
  const std::string scale_text = detail::text(scale);
  if (!finite(scale)) return detail::reason("scaled", "scale", scale_text, "finite");
  if (scale.x == 0 || scale.y == 0) return detail::reason("scaled", "scale", scale_text, "other than 0");
  const bool even = detail::absolute(scale.x) == detail::absolute(scale.y);
  if (!even && shape.radius() > 0) {
    const bool circle = shape.corner_count() == 1;  // or a round container
    return detail::reason("scaled", "scale", scale_text,
                          circle ? "of one size in x and y: a circle would become an ellipse"
                                 : "of one size in x and y: the rounding of the shape would become elliptic");
  }
  if (auto reason = detail::check_rotation("scaled", "rotation", turn)) return reason;
  return detail::check_point("scaled", "pivot", pivot);
}

Result<Shape> rebuilt(ShapeKind kind, const std::vector<Vec2>& points, Real radius) {
  switch (kind) {
    case ShapeKind::circle: return try_circle(radius, points[0]);
    case ShapeKind::capsule: return try_capsule(points[0], points[1], radius);
    case ShapeKind::segment: return try_segment(points[0], points[1]);
    default: break;
  }
  return try_polygon(points, radius);
}

Result<Shape> scaled_convex(const Shape& shape, const detail::Scaling& by) {
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(shape.corner_count()));
  for (int i = 0; i < shape.corner_count(); ++i) points.push_back(by(detail::plain(shape.corner(i))));
  return rebuilt(shape.kind(), points, detail::absolute(by.scale.x) * shape.radius());
}

}  // namespace

Result<Shape> try_scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation, const Vec2& pivot) {
  const detail::Scaling by{detail::plain(scale), {rotation.c, rotation.s}, detail::plain(pivot)};
  if (auto reason = check_arguments(shape, by.scale, by.turn, by.pivot)) return Result<Shape>::refused(*reason);
  if (by.scale == V2{1, 1} && by.turn.c == 1 && by.turn.s == 0) return shape;
  Result<Shape> result = shape.convex() ? scaled_convex(shape, by) : detail::scaled_composite(shape, by);
  if (result || result.reason().starts_with("scaled:")) return result;
  return Result<Shape>::refused(detail::joined({"scaled: gives a ", result.reason()}));
}

Shape scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation, const Vec2& pivot) {
  return try_scaled(shape, scale, rotation, pivot).value();
}

}  // namespace bankshot::BANKSHOT_ABI
