#include <bankshot/math/orient.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/math/vec2d.hpp>
#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/mass.hpp>

#include <algorithm>
#include <limits>
#include <numbers>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
namespace {

constexpr double pi = std::numbers::pi;

/// Area, first and second (polar) moment about one origin: moments about one origin simply add up.
struct Sums {
  double area = 0;
  P2 first = {0, 0};
  double second = 0;

  /// Adds a piece of the given area around `centre`, with `inertia` about it (parallel-axis theorem).
  void add(double piece, P2 centre, double inertia) {
    area += piece;
    first = {first.x + piece * centre.x, first.y + piece * centre.y};
    second += inertia + piece * dot(centre, centre);
  }
};

/// Polygon moments as a fan of triangles from the origin (Green's theorem for polynomials of degree 2): a triangle
/// 0 a b of doubled area k has first moment k (a + b) / 6 and second moment k (a a + a b + b b) / 12.
Sums core_sums(const ConvexView& shape, P2 origin, bool from_corner) {
  Sums sums;
  for (int i = 0; i < shape.count; ++i) {
    const V2 p = shape.points[i], q = shape.points[i + 1 == shape.count ? 0 : i + 1];
    const P2 a = {p.x - origin.x, p.y - origin.y}, b = {q.x - origin.x, q.y - origin.y};
    const double doubled = from_corner ? orient(shape.points[0], p, q) : cross(a, b);
    sums.area += doubled / 2;
    sums.first = {sums.first.x + doubled * (a.x + b.x) / 6, sums.first.y + doubled * (a.y + b.y) / 6};
    sums.second += doubled * (dot(a, a) + dot(a, b) + dot(b, b)) / 12;
  }
  return sums;
}

P2 unit_normal(P2 a, P2 b) {
  const double x = b.x - a.x, y = b.y - a.y;
  const double length = std::sqrt(x * x + y * y);
  return {y / length, -x / length};
}

/// Adds the area within the rounding radius: a rectangle along every edge and a sector at every corner. A sector
/// between the unit normals m and n, t radians apart, has area r^2 t / 2, polar moment r^4 t / 4 about its corner, and
/// first moment r^3 / 3 times the integral of the normals between, which is perp(m) - perp(n).
void add_rounding(Sums& sums, const ConvexView& shape, P2 origin) {
  const double r = shape.radius;
  const auto corner = [&shape, origin](int i) {
    const V2 p = shape.points[i % shape.count];
    return P2{p.x - origin.x, p.y - origin.y};
  };
  P2 before = unit_normal(corner(shape.count - 1), corner(0));
  for (int i = 0; i < shape.count; ++i) {
    const P2 a = corner(i), b = corner(i + 1);
    const P2 n = unit_normal(a, b);
    const double length = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    const P2 middle = {(a.x + b.x + r * n.x) / 2, (a.y + b.y + r * n.y) / 2};
    sums.add(r * length, middle, r * length * (length * length + r * r) / 12);

    const double angle = std::max(0.0, angle_of(cross(before, n), dot(before, n)));
    const P2 sector = {r * r * r / 3 * (n.y - before.y), r * r * r / 3 * (before.x - n.x)};
    sums.add(r * r * angle / 2, a, r * r * r * r * angle / 4 + 2 * dot(a, sector));
    sums.first = {sums.first.x + sector.x, sums.first.y + sector.y};
    before = n;
  }
}

/// The centre of the bounding box lies in every convex polygon, so all triangles of the fan are positive up to
/// rounding, and symmetric polygons get a symmetric sum. A sliver whose area could vanish in that rounding is fanned
/// from its first corner instead, with triangles that are positive because their orientation is exact.
Moments polygon_moments(const ConvexView& shape) {
  P2 low = {shape.points[0].x, shape.points[0].y}, high = low;
  for (int i = 1; i < shape.count; ++i) {
    const V2 p = shape.points[i];
    low = {std::min<double>(low.x, p.x), std::min<double>(low.y, p.y)};
    high = {std::max<double>(high.x, p.x), std::max<double>(high.y, p.y)};
  }
  P2 origin = {0.5 * low.x + 0.5 * high.x, 0.5 * low.y + 0.5 * high.y};
  Sums sums = core_sums(shape, origin, false);
  if (!(sums.area > 0x1p-20 * (high.x - low.x) * (high.y - low.y))) {
    origin = {shape.points[0].x, shape.points[0].y};
    sums = core_sums(shape, origin, true);
  }
  if (shape.radius > 0) add_rounding(sums, shape, origin);
  const P2 centre = {sums.first.x / sums.area, sums.first.y / sums.area};
  return {sums.area, origin.x + centre.x, origin.y + centre.y, sums.second - sums.area * dot(centre, centre)};
}

/// A rectangle and two half discs: a half disc's centroid is h = 4r / (3 pi) from its flat side, and its own
/// inertia r^2/2 - h^2 per area; moved out by half the length l, both h^2 cancel: r^2/2 + l^2/4 + l h.
/// Without radius: a thin rod.
Moments two_point_moments(const ConvexView& shape) {
  const V2 p = shape.points[0], q = shape.points[1];
  const double x = double(q.x) - p.x, y = double(q.y) - p.y, r = shape.radius;
  const double square = x * x + y * y, length = std::sqrt(square);
  const P2 middle = {0.5 * p.x + 0.5 * q.x, 0.5 * p.y + 0.5 * q.y};
  if (r == 0) return {length, middle.x, middle.y, length * square / 12};
  const double bar = 2 * r * length, disc = pi * r * r, half_disc_centroid = 4 * r / (3 * pi);
  const double inertia =
      bar * (4 * r * r + square) / 12 + disc * (r * r / 2 + square / 4 + length * half_disc_centroid);
  return {bar + disc, middle.x, middle.y, inertia};
}

}  // namespace

Moments moments_of(const ConvexView& shape) noexcept {
  if (shape.count > 2) return polygon_moments(shape);
  if (shape.count == 2) return two_point_moments(shape);
  const double r = shape.radius, area = pi * r * r;
  return {area, shape.points[0].x, shape.points[0].y, area * r * r / 2};
}

Moments moments_of(const Shape& shape) noexcept {
  if (const Composite* const parts = detail_parts(shape)) return parts->moments();
  Moments moments = moments_of(detail_view(shape));
  if (shape.kind() == ShapeKind::container) {
    moments.area = moments.inertia = std::numeric_limits<double>::infinity();
  }
  return moments;
}

}  // namespace detail

MassProperties mass_properties(const Shape& shape, Real density) noexcept {
  const detail::Moments moments = detail::moments_of(shape);
  return {static_cast<Real>(density * moments.area),
          detail::vec2({static_cast<Real>(moments.x), static_cast<Real>(moments.y)}),
          static_cast<Real>(density * moments.inertia)};
}

}  // namespace bankshot::BANKSHOT_ABI
