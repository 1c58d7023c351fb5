#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

V2 box_centre(const std::vector<V2>& points) {
  V2 low = points[0], high = points[0];
  for (const V2 p : points) {
    low = {min(low.x, p.x), min(low.y, p.y)};
    high = {max(high.x, p.x), max(high.y, p.y)};
  }
  return {Real(0.5) * low.x + Real(0.5) * high.x, Real(0.5) * low.y + Real(0.5) * high.y};
}

/// Radius of a circle around `centre` that contains the core grown by `radius`: rounded up, but exact for a single
/// point.
Real reach_around(V2 centre, const std::vector<V2>& points, Real radius) {
  double farthest = 0;
  for (const V2 p : points) {
    const double x = double(p.x) - centre.x;
    const double y = double(p.y) - centre.y;
    farthest = std::max(farthest, x * x + y * y);
  }
  if (farthest == 0) return radius;
  return static_cast<Real>(std::sqrt(farthest) + radius) * (1 + 4 * std::numeric_limits<Real>::epsilon());
}

struct Edge {
  double x, y;
};

/// Height of the corner above the edge from `from`, whose unit direction is `along`: exact for an edge along an axis.
/// Uses the exact orientation where rounding would hide the height, so that the thinnest sliver has one.
double height_above(V2 from, V2 to, const Edge& along, V2 corner) {
  const double left = along.x * (double(corner.y) - from.y);
  const double right = along.y * (double(corner.x) - from.x);
  if (left - right > 0x1p-20 * (std::fabs(left) + std::fabs(right))) return left - right;
  const double x = double(to.x) - from.x, y = double(to.y) - from.y;
  return orient(from, to, corner) / std::sqrt(x * x + y * y);
}

/// Smallest width of a convex polygon: between one of its edges and a corner opposite. As the edge advances, the
/// farthest corner only advances too, so one turn of both is enough. Source: Shamos 1978 (antipodal pairs); Toussaint
/// 1983 (rotating calipers).
Real core_width(const std::vector<V2>& points) {
  const std::size_t n = points.size();
  const auto edge = [&points, n](std::size_t i) {
    const V2 a = points[i % n], b = points[(i + 1) % n];
    return Edge{double(b.x) - a.x, double(b.y) - a.y};
  };
  const auto height = [&points, n, &edge](std::size_t i, std::size_t corner) {
    const Edge e = edge(i);
    const double length = std::sqrt(e.x * e.x + e.y * e.y);
    return height_above(points[i], points[(i + 1) % n], {e.x / length, e.y / length}, points[corner % n]);
  };
  // The first search covers all corners: next to the edge itself rounding could hide the ascent.
  std::size_t opposite = 0;
  for (std::size_t k = 1; k < n; ++k) {
    if (height(0, k) > height(0, opposite)) opposite = k;
  }
  // True if the edge from corner k leads farther away: decided by its direction, however short it is, and by the
  // heights if the two directions are parallel to rounding.
  const auto leads_away = [&edge, &height](std::size_t i, std::size_t k) {
    const Edge along = edge(i), next = edge(k);
    const double left = along.x * next.y, right = along.y * next.x;
    const double turn = left - right;
    if (std::fabs(turn) > 0x1p-48 * (std::fabs(left) + std::fabs(right))) return turn > 0;
    return height(i, k + 1) >= height(i, k);
  };
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    opposite = std::max(opposite, i + 2);  // the first corner off the edge
    while (opposite + 1 < i + n && leads_away(i, opposite)) ++opposite;
    smallest = std::min(smallest, height(i, opposite));
  }
  return static_cast<Real>(smallest);
}

/// Opposite sides share an axis, so two of four normals are enough.
void derive_rectangle(ConvexData& data) {
  if (data.points.size() != 4 || data.radius != 0) return;
  const std::vector<V2>& n = data.normals;
  if (!(n[2] == -n[0]) || !(n[3] == -n[1]) || dot(n[0], n[1]) != 0) return;
  const V2 diagonal = data.points[2] - data.points[0];
  data.axis = n[1];
  data.half_along = Real(0.5) * dot(n[1], diagonal);
  data.half_across = Real(0.5) * dot(n[2], diagonal);
}

/// Sets the members by which kernels choose their path; they depend on points, normals and radius alone.
void classify(ConvexData& data) {
  derive_rectangle(data);
  const int n = static_cast<int>(data.points.size());
  data.level_corner = n > 2 && has_level_corner(data.normals.data(), n);
}

}  // namespace

bool has_level_corner(const V2* normals, int count) noexcept {
  for (int i = 0; i < count; ++i) {
    if (nearly_level(normals[i], normals[i + 1 < count ? i + 1 : 0])) return true;
  }
  return false;
}

ConvexView view_of(const ConvexData& data) noexcept {
  return {data.points.data(), data.normals.data(), static_cast<int>(data.points.size()), data.radius, data.centre,
          data.reach,         data.extent};
}

ConvexData data_of(ShapeKind kind, const ConvexView& view) {
  ConvexData data;
  data.kind = kind;
  data.radius = view.radius;
  data.points.assign(view.points, view.points + view.count);
  if (view.count > 1) data.normals.assign(view.normals, view.normals + view.count);
  data.centre = view.centre;
  data.reach = view.reach;
  data.extent = view.extent;
  classify(data);
  return data;
}

// Scaled by the larger component first, so that neither a tiny nor a huge edge loses its square. Skipped for an edge
// along an axis, for which it would be exact.
V2 outward_normal(V2 from, V2 to) {
  const double x = double(to.x) - from.x;
  const double y = double(to.y) - from.y;
  if (y == 0 && x != 0) return {0, static_cast<Real>(x > 0 ? -1 : 1)};
  if (x == 0 && y != 0) return {static_cast<Real>(y > 0 ? 1 : -1), 0};
  const double scale = std::max(std::fabs(x), std::fabs(y));
  const double u = x / scale;
  const double v = y / scale;
  const double length = std::sqrt(u * u + v * v);
  // Adding 0 turns a negative zero into a positive one.
  return {static_cast<Real>(v / length) + 0, static_cast<Real>(-u / length) + 0};
}

void bound(ConvexData& data) {
  data.centre = box_centre(data.points);
  data.reach = reach_around(data.centre, data.points, data.radius);
}

void derive(ConvexData& data) {
  const std::size_t n = data.points.size();
  data.normals.clear();
  if (n == 2) {
    const V2 right = outward_normal(data.points[0], data.points[1]);
    data.normals = {right, {0 - right.x, 0 - right.y}};
  } else if (n > 2) {
    data.normals.reserve(n);
    for (std::size_t i = 0; i < n; ++i)
      data.normals.push_back(outward_normal(data.points[i], data.points[(i + 1) % n]));
  }
  bound(data);
  data.extent = (n > 2 ? core_width(data.points) : 0) + 2 * data.radius;
  classify(data);
}

const std::shared_ptr<const ConvexData>& ConvexData::held_by(const Shape& shape) noexcept { return shape.data_; }

Shape ConvexData::share(ConvexData data) { return Shape(std::make_shared<const ConvexData>(std::move(data))); }

}  // namespace bankshot::BANKSHOT_ABI::detail
