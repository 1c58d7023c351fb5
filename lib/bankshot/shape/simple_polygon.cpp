#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/outline.hpp>
#include <bankshot/shape/seams.hpp>
#include <bankshot/shape/simple_outline.hpp>
#include <bankshot/shape/thickness.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

using detail::V2;

namespace {

constexpr const char* simple_polygon_name = "simple_polygon";

/// Checks the numbers before they are used in computations.
detail::Reason read_corners(std::span<const Vec2> corners, std::vector<V2>& points) {
  if (corners.size() > detail::piece_limit) {
    return detail::reason(simple_polygon_name, "number of corners", std::to_string(corners.size()),
                          "at most " + std::to_string(detail::piece_limit));
  }
  points.reserve(corners.size());
  for (const Vec2& corner : corners) {
    const V2 p = detail::plain(corner);
    if (detail::check_point(simple_polygon_name, "corner", p)) {
      return detail::check_point(simple_polygon_name, detail::joined({"corner ", std::to_string(points.size())}), p);
    }
    points.push_back(p);
  }
  return {};
}

detail::Box box_around(const std::vector<V2>& points) {
  detail::Box box = {points[0], points[0]};
  for (const V2 p : points) box = joined(box, {p, p});
  return box;
}

std::shared_ptr<detail::StoredPieces> cut(const std::vector<V2>& points) {
  const detail::Decomposition cut = detail::decompose(points);
  auto pieces = std::make_shared<detail::StoredPieces>();
  for (std::size_t i = 0; i < cut.size(); ++i) {
    detail::ConvexData data;
    data.kind = ShapeKind::polygon;
    for (std::uint32_t k = cut.first[i]; k < cut.first[i + 1]; ++k) data.points.push_back(points[cut.corner[k]]);
    derive(data);
    pieces->add(detail::view_of(data));
  }
  pieces->finish();
  detail::set_outline_seams(points, cut, *pieces);
  pieces->extent = detail::thickness(cut, *pieces);
  return pieces;
}

}  // namespace

Result<Shape> try_simple_polygon(std::span<const Vec2> corners) {
  std::vector<V2> points;
  if (auto reason = read_corners(corners, points)) return Result<Shape>::refused(*reason);
  if (detail::convex_outline(points)) return try_polygon(corners);
  if (!points.empty()) {
    const detail::Box box = box_around(points);
    const V2 size = box.upper - box.lower;
    // The exact orientations need products of differences that do not underflow.
    if (size.x > 0 && size.y > 0 && size.x * size.y < std::numeric_limits<Real>::min()) {
      return Result<Shape>::refused(
          detail::reason(simple_polygon_name, "size", detail::size_text(box), "larger: the area underflows"));
    }
  }
  const detail::SimpleOutlineCheck check = detail::check_simple_outline(points);
  if (!check.fault.empty()) return Result<Shape>::refused(detail::joined({simple_polygon_name, ": ", check.fault}));
  // Corner 0 stays first when the order is reversed.
  if (check.clockwise) std::reverse(points.begin() + 1, points.end());
  const std::shared_ptr<detail::StoredPieces> pieces = cut(points);
  const std::string size = detail::size_text(pieces->bounds);
  if (auto reason = detail::check_moments(pieces->moments(), simple_polygon_name, "size", size)) {
    return Result<Shape>::refused(*reason);
  }
  if (!(pieces->extent >= std::numeric_limits<Real>::min())) {
    return Result<Shape>::refused(
        detail::reason(simple_polygon_name, "smallest width", detail::text(pieces->extent), "larger: it underflows"));
  }
  return detail::compose(ShapeKind::compound, std::move(points), pieces);
}

Shape simple_polygon(std::span<const Vec2> corners) { return try_simple_polygon(corners).value(); }

}  // namespace bankshot::BANKSHOT_ABI
