#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/outline.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI {

using namespace detail;

Shape::Shape(std::shared_ptr<const ConvexData> data) noexcept : data_(std::move(data)) {}

ShapeKind Shape::kind() const noexcept { return data_->kind; }

bool Shape::convex() const noexcept { return data_->kind <= ShapeKind::polygon; }

Real Shape::radius() const noexcept { return data_->radius; }

int Shape::corner_count() const noexcept { return static_cast<int>(data_->points.size()); }

Vec2 Shape::corner(int i) const noexcept {
  BANKSHOT_ASSERT(i >= 0 && i < corner_count());
  return vec2(data_->points[static_cast<std::size_t>(i)]);
}

Vec2 Shape::normal(int i) const noexcept {
  BANKSHOT_ASSERT(i >= 0 && i < static_cast<int>(data_->normals.size()));
  return vec2(data_->normals[static_cast<std::size_t>(i)]);
}

Aabb Shape::aabb(const Pose& pose) const noexcept {
  const Box box = box_around(data_->points, data_->radius, {pose.rotation.c, pose.rotation.s}, plain(pose.position));
  return {vec2(box.lower), vec2(box.upper)};
}

bool operator==(const Shape& a, const Shape& b) noexcept {
  if (a.data_ == b.data_) return true;
  const ConvexData &l = *a.data_, &r = *b.data_;
  if (l.kind != r.kind || l.radius != r.radius || l.points != r.points) return false;
  if (!l.parts || !r.parts) return l.parts == r.parts;
  std::vector<double> numbers_l, numbers_r;
  l.parts->describe(numbers_l), r.parts->describe(numbers_r);
  return numbers_l == numbers_r;
}

ConvexView detail_view(const Shape& shape) noexcept { return view_of(*shape.data_); }

const Composite* detail_parts(const Shape& shape) noexcept { return shape.data_->parts.get(); }

Result<Shape> try_circle(Real radius, const Vec2& centre) {
  if (auto reason = check_positive("circle", "radius", radius)) return refused(reason);
  if (auto reason = check_point("circle", "centre", plain(centre))) {
    return refused(reason);
  }
  ConvexData data;
  data.kind = ShapeKind::circle;
  data.radius = radius;
  data.points = {plain(centre)};
  return finish(std::move(data), "circle", "radius", text(radius));
}

Shape circle(Real radius, const Vec2& centre) { return try_circle(radius, centre).value(); }

namespace {

/// Builds a capsule or segment: two different points, and for the capsule a radius.
Result<Shape> two_points(const char* what, ShapeKind kind, const Vec2& a, const Vec2& b, Real radius) {
  if (auto reason = check_point(what, "a", plain(a))) return refused(reason);
  if (auto reason = check_point(what, "b", plain(b))) return refused(reason);
  if (plain(a) == plain(b)) {
    return refused(what, "b", text(plain(b)), "in another place than a");
  }
  ConvexData data;
  data.kind = kind;
  data.radius = radius;
  data.points = {plain(a), plain(b)};
  if (kind == ShapeKind::capsule) return finish(std::move(data), what, "radius", text(radius));
  // Scaled, so that the text shows a length whose square would underflow.
  const V2 edge = plain(b) - plain(a);
  const Real scale = max(absolute(edge.x), absolute(edge.y));
  const Real length = scale * detail::length(V2{edge.x / scale, edge.y / scale});
  return finish(std::move(data), what, "length", text(length));
}

}  // namespace

Result<Shape> try_capsule(const Vec2& a, const Vec2& b, Real radius) {
  if (auto reason = check_positive("capsule", "radius", radius)) return refused(reason);
  return two_points("capsule", ShapeKind::capsule, a, b, radius);
}

Shape capsule(const Vec2& a, const Vec2& b, Real radius) { return try_capsule(a, b, radius).value(); }

Result<Shape> try_segment(const Vec2& a, const Vec2& b) { return two_points("segment", ShapeKind::segment, a, b, 0); }

Shape segment(const Vec2& a, const Vec2& b) { return try_segment(a, b).value(); }

namespace {

Reason check_arguments(Real width, Real height, V2 centre, Q2 turn, Real radius) {
  if (auto reason = check_positive("box", "width", width)) return reason;
  if (auto reason = check_positive("box", "height", height)) return reason;
  if (auto reason = check_point("box", "centre", centre)) return reason;
  if (auto reason = check_rotation("box", "rotation", turn)) return reason;
  return check_not_negative("box", "radius", radius);
}

/// True if the rounded corners still form the intended rectangle: rounding can fold it far from the origin, or if it is
/// rotated and very thin.
bool holds_shape(std::span<const V2> corners, double area) {
  const OutlineCheck check = check_outline(corners);
  if (!check.fault.empty() || check.clockwise) return false;
  const double rounded_area =
      (orient(corners[0], corners[1], corners[2]) + orient(corners[0], corners[2], corners[3])) / 2;
  return std::fabs(rounded_area - area) <= area / 64;
}

}  // namespace

Result<Shape> try_box(Real width, Real height, const Vec2& centre, const Rotation& rotation, Real radius) {
  const V2 middle = plain(centre);
  const Q2 turn = {rotation.c, rotation.s};
  if (auto reason = check_arguments(width, height, middle, turn, radius)) return refused(reason);

  const Real x = width / 2, y = height / 2;
  ConvexData data;
  data.kind = ShapeKind::polygon;
  data.radius = radius;
  for (const V2 corner : {V2{-x, -y}, V2{x, -y}, V2{x, y}, V2{-x, y}}) {
    data.points.push_back(middle + rotate(turn, corner));
    if (auto reason = check_point("box", "corner", data.points.back())) return refused(reason);
  }
  const bool wide = width > height;
  const char* const narrow = wide ? "height" : "width";
  const std::string narrow_text = text(wide ? height : width);
  const double area = double(width) * height;
  if (area < double(std::numeric_limits<Real>::min())) {
    return refused("box", narrow, narrow_text, "larger: the area underflows");
  }
  if (!holds_shape(data.points, area)) {
    return refused("box", narrow, narrow_text,
                   "larger: with this centre and rotation its corners round to "
                   "another shape");
  }
  if (radius > width && radius > height) {
    return finish(std::move(data), "box", "radius", text(radius));
  }
  if (area < 1) return finish(std::move(data), "box", narrow, narrow_text);
  return finish(std::move(data), "box", wide ? "width" : "height", text(wide ? width : height));
}

Shape box(Real width, Real height, const Vec2& centre, const Rotation& rotation, Real radius) {
  return try_box(width, height, centre, rotation, radius).value();
}

Result<Shape> try_polygon(std::span<const Vec2> corners, Real radius) {
  if (auto reason = check_not_negative("polygon", "radius", radius)) return refused(reason);
  ConvexData data;
  data.kind = ShapeKind::polygon;
  data.radius = radius;
  data.points.reserve(corners.size());
  V2 low, high;
  for (const Vec2& corner : corners) {
    const V2 p = plain(corner);
    if (auto reason = check_point("polygon", "corner", data.points.size(), p)) return refused(reason);
    low = data.points.empty() ? p : V2{min(low.x, p.x), min(low.y, p.y)};
    high = data.points.empty() ? p : V2{max(high.x, p.x), max(high.y, p.y)};
    data.points.push_back(p);
  }
  const V2 size = high - low;
  const std::string size_text = joined({text(size.x), " x ", text(size.y)});
  // The exact orientations need products of differences that do not underflow.
  if (size.x > 0 && size.y > 0 && size.x * size.y < std::numeric_limits<Real>::min()) {
    return refused("polygon", "size", size_text, "larger: the area underflows");
  }
  const OutlineCheck check = check_outline(data.points);
  if (!check.fault.empty()) return Result<Shape>::refused(joined({"polygon: ", check.fault}));
  // Corner 0 stays first when the order is reversed.
  if (check.clockwise) std::reverse(data.points.begin() + 1, data.points.end());
  if (radius > size.x && radius > size.y) {
    return finish(std::move(data), "polygon", "radius", text(radius));
  }
  return finish(std::move(data), "polygon", "size", size_text);
}

Shape polygon(std::span<const Vec2> corners, Real radius) { return try_polygon(corners, radius).value(); }

namespace {

// The convex hull by the monotone chain: points sorted from left to right, the lower half and then the upper one, each
// without the corners that do not turn left. Orientations are exact, so the result is convex.

/// Appends one half of the hull of sorted points, without its last corner.
void append_half(const std::vector<V2>& sorted, std::vector<V2>& hull) {
  const std::size_t begin = hull.size();
  for (const V2& point : sorted) {
    while (hull.size() >= begin + 2 && orient(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
    hull.push_back(point);
  }
  hull.pop_back();
}

}  // namespace

Result<Shape> try_hull(std::span<const Vec2> points, Real radius) {
  std::vector<V2> sorted;
  sorted.reserve(points.size());
  for (const Vec2& point : points) {
    const V2 p = plain(point);
    if (auto reason = check_point("hull", "point", sorted.size(), p)) return refused(reason);
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
    return Result<Shape>::refused(joined({"hull: the ", count, " points lie in one line, at least three must not"}));
  }
  std::vector<Vec2> convex;
  for (const V2& corner : corners) convex.push_back(vec2(corner));
  return try_polygon(convex, radius);
}

Shape hull(std::span<const Vec2> points, Real radius) { return try_hull(points, radius).value(); }

}  // namespace bankshot::BANKSHOT_ABI
