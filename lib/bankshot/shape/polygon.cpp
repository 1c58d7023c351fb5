#include <bankshot/shape/build.hpp>
#include <bankshot/shape/outline.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

using detail::V2;

Result<Shape> try_polygon(std::span<const Vec2> corners, Real radius) {
  if (auto reason = detail::check_not_negative("polygon", "radius", radius)) return Result<Shape>::refused(*reason);
  detail::ConvexData data;
  data.kind = ShapeKind::polygon;
  data.radius = radius;
  data.points.reserve(corners.size());
  V2 low, high;
  for (const Vec2& corner : corners) {
    const V2 p = detail::plain(corner);
    if (detail::check_point("polygon", "corner", p)) {
      const std::string field = detail::joined({"corner ", std::to_string(data.points.size())});
      return Result<Shape>::refused(*detail::check_point("polygon", field, p));
    }
    low = data.points.empty() ? p : V2{detail::min(low.x, p.x), detail::min(low.y, p.y)};
    high = data.points.empty() ? p : V2{detail::max(high.x, p.x), detail::max(high.y, p.y)};
    data.points.push_back(p);
  }
  const V2 size = high - low;
  const std::string size_text = detail::joined({detail::text(size.x), " x ", detail::text(size.y)});
  // The exact orientations need products of differences that do not underflow.
  if (size.x > 0 && size.y > 0 && size.x * size.y < std::numeric_limits<Real>::min()) {
    return Result<Shape>::refused(detail::reason("polygon", "size", size_text, "larger: the area underflows"));
  }
  const detail::OutlineCheck check = detail::check_outline(data.points);
  if (!check.fault.empty()) return Result<Shape>::refused(detail::joined({"polygon: ", check.fault}));
  // Corner 0 stays first when the order is reversed.
  if (check.clockwise) std::reverse(data.points.begin() + 1, data.points.end());
  if (radius > size.x && radius > size.y) {
    return detail::finish(std::move(data), "polygon", "radius", detail::text(radius));
  }
  return detail::finish(std::move(data), "polygon", "size", size_text);
}

Shape polygon(std::span<const Vec2> corners, Real radius) { return try_polygon(corners, radius).value(); }

}  // namespace bankshot::BANKSHOT_ABI
