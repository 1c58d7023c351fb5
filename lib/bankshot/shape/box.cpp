#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/outline.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI {

using detail::Q2;
using detail::V2;

namespace {

detail::Reason check_arguments(Real width, Real height, V2 centre, Q2 turn, Real radius) {
  if (auto reason = detail::check_positive("box", "width", width)) return reason;
  if (auto reason = detail::check_positive("box", "height", height)) return reason;
  if (auto reason = detail::check_point("box", "centre", centre)) return reason;
  if (auto reason = detail::check_rotation("box", "rotation", turn)) return reason;
  return detail::check_not_negative("box", "radius", radius);
}

/// True if the rounded corners still form the intended rectangle: rounding can fold it far from the origin, or if it is
/// rotated and very thin.
bool holds_shape(std::span<const V2> corners, double area) {
  const detail::OutlineCheck check = detail::check_outline(corners);
  if (!check.fault.empty() || check.clockwise) return false;
  const double rounded_area =
      (detail::orient(corners[0], corners[1], corners[2]) + detail::orient(corners[0], corners[2], corners[3])) / 2;
  return std::fabs(rounded_area - area) <= area / 64;
}

}  // namespace

Result<Shape> try_box(Real width, Real height, const Vec2& centre, const Rotation& rotation, Real radius) {
  const V2 middle = detail::plain(centre);
  const Q2 turn = {rotation.c, rotation.s};
  if (auto reason = check_arguments(width, height, middle, turn, radius)) return Result<Shape>::refused(*reason);

  const Real x = width / 2, y = height / 2;
  detail::ConvexData data;
  data.kind = ShapeKind::polygon;
  data.radius = radius;
  for (const V2 corner : {V2{-x, -y}, V2{x, -y}, V2{x, y}, V2{-x, y}}) {
    data.points.push_back(middle + rotate(turn, corner));
    if (auto reason = detail::check_point("box", "corner", data.points.back())) return Result<Shape>::refused(*reason);
  }
  const bool wide = width > height;
  const char* const narrow = wide ? "height" : "width";
  const std::string narrow_text = detail::text(wide ? height : width);
  const double area = double(width) * height;
  if (area < double(std::numeric_limits<Real>::min())) {
    return Result<Shape>::refused(detail::reason("box", narrow, narrow_text, "larger: the area underflows"));
  }
  if (!holds_shape(data.points, area)) {
    return Result<Shape>::refused(detail::reason("box", narrow, narrow_text,
                                                 "larger: with this centre and rotation its corners round to "
                                                 "another shape"));
  }
  if (radius > width && radius > height) {
    return detail::finish(std::move(data), "box", "radius", detail::text(radius));
  }
  if (area < 1) return detail::finish(std::move(data), "box", narrow, narrow_text);
  return detail::finish(std::move(data), "box", wide ? "width" : "height", detail::text(wide ? width : height));
}

Shape box(Real width, Real height, const Vec2& centre, const Rotation& rotation, Real radius) {
  return try_box(width, height, centre, rotation, radius).value();
}

}  // namespace bankshot::BANKSHOT_ABI
