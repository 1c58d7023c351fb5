#include <bankshot/shape/build.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

using detail::plain;
using detail::V2;

/// Builds a capsule or segment: two different points, and for the capsule a radius.
Result<Shape> two_points(const char* what, ShapeKind kind, const Vec2& a, const Vec2& b, Real radius) {
  if (auto reason = detail::check_point(what, "a", plain(a))) return Result<Shape>::refused(*reason);
  if (auto reason = detail::check_point(what, "b", plain(b))) return Result<Shape>::refused(*reason);
  if (plain(a) == plain(b)) {
    return Result<Shape>::refused(detail::reason(what, "b", detail::text(plain(b)), "in another place than a"));
  }
  detail::ConvexData data;
  data.kind = kind;
  data.radius = radius;
  data.points = {plain(a), plain(b)};
  if (kind == ShapeKind::capsule) return detail::finish(std::move(data), what, "radius", detail::text(radius));
  // Scaled, so that the text shows a length whose square would underflow.
  const V2 edge = plain(b) - plain(a);
  const Real scale = detail::max(detail::absolute(edge.x), detail::absolute(edge.y));
  const Real length = scale * detail::length({edge.x / scale, edge.y / scale});
  return detail::finish(std::move(data), what, "length", detail::text(length));
}

}  // namespace

Result<Shape> try_capsule(const Vec2& a, const Vec2& b, Real radius) {
  if (auto reason = detail::check_positive("capsule", "radius", radius)) return Result<Shape>::refused(*reason);
  return two_points("capsule", ShapeKind::capsule, a, b, radius);
}

Shape capsule(const Vec2& a, const Vec2& b, Real radius) { return try_capsule(a, b, radius).value(); }

Result<Shape> try_segment(const Vec2& a, const Vec2& b) { return two_points("segment", ShapeKind::segment, a, b, 0); }

Shape segment(const Vec2& a, const Vec2& b) { return try_segment(a, b).value(); }

}  // namespace bankshot::BANKSHOT_ABI
