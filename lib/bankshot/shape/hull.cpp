// The convex hull by the monotone chain: points sorted from left to right, the lower half and then the upper one, each
// without the corners that do not turn left. Orientations are exact, so the result is convex.

#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

namespace {

using detail::V2;

/// Appends one half of the hull of sorted points, without its last corner.
void append_half(const std::vector<V2>& sorted, std::vector<V2>& hull) {
  const std::size_t begin = hull.size();
  for (const V2& point : sorted) {
    while (hull.size() >= begin + 2 && detail::orient(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
    hull.push_back(point);
  }
  hull.pop_back();
}

}  // namespace

Result<Shape> try_hull(std::span<const Vec2> points, Real radius) {
  std::vector<V2> sorted;
  sorted.reserve(points.size());
  for (const Vec2& point : points) {
    const V2 p = detail::plain(point);
    const std::string field = detail::joined({"point ", std::to_string(sorted.size())});
    if (auto reason = detail::check_point("hull", field, p)) return Result<Shape>::refused(*reason);
    sorted.push_back(p);
  }
  std::sort(sorted.begin(), sorted.end(), [](V2 a, V2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<V2> corners;
  if (sorted.size() > 2) {
    append_half(sorted, corners);
    std::reverse(sorted.begin(), sorted.end());
    append_half(sorted, corners);
  }
  if (corners.size() < 3) {
    const std::string count = std::to_string(points.size());
    return Result<Shape>::refused(
        detail::joined({"hull: the ", count, " points lie in one line, at least three must not"}));
  }
  std::vector<Vec2> convex;
  for (const V2& corner : corners) convex.push_back(detail::vec2(corner));
  return try_polygon(convex, radius);
}

Shape hull(std::span<const Vec2> points, Real radius) { return try_hull(points, radius).value(); }

}  // namespace bankshot::BANKSHOT_ABI
