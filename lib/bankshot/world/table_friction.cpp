#include <bankshot/world/table_friction.hpp>

#include <bankshot/math/vec2d.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/world/bodies/checks.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI {
namespace {

/// Square of the radius of gyration.
double gyration_squared(const Shape& shape) {
  const MassProperties mass = mass_properties(shape, 1);
  return detail::to_double(mass.inertia) / detail::to_double(mass.mass);
}

/// Mean distance of the points of a sharp convex polygon from its centre of mass. The polygon is made of triangles from
/// there to its edges. In one of them, the distances from the centre grow in proportion on each ray to the edge, so
/// their mean is 2/3 of the mean distance of the points of the edge, for which Simpson's rule will do.
double mean_distance(const Shape& shape, const detail::ConvexView& view) {
  constexpr int intervals = 64;
  const detail::V2 centre = detail::plain(mass_properties(shape, 1).centre);
  double sum = 0, area = 0;
  for (int i = 0; i < view.count; ++i) {
    const detail::V2 &from = view.points[i], &to = view.points[(i + 1) % view.count];
    const double ax = detail::to_double(from.x - centre.x), ay = detail::to_double(from.y - centre.y);
    const double bx = detail::to_double(to.x - centre.x), by = detail::to_double(to.y - centre.y);
    double edge = 0;
    for (int k = 0; k <= intervals; ++k) {
      const double t = static_cast<double>(k) / intervals, x = ax + t * (bx - ax), y = ay + t * (by - ay);
      edge += (k == 0 || k == intervals ? 1 : k % 2 == 0 ? 2 : 4) * std::sqrt(x * x + y * y);
    }
    const double triangle = (ax * by - ay * bx) / 2;
    area += triangle, sum += triangle * (2.0 / 3) * edge / (3 * intervals);
  }
  return sum / area;
}

/// Mean distance over the square of the radius of gyration.
double turning_arm(const Shape& shape) {
  const detail::ConvexView view = detail_view(shape);
  const double square = gyration_squared(shape);
  if (detail_parts(shape) == nullptr && view.radius == 0 && view.count > 2) return mean_distance(shape, view) / square;
  return std::sqrt(8.0 / 9 / square);  // of a disc of radius R: 2/3 R over R^2 / 2
}

}  // namespace

TableFriction table_friction(const Shape& shape, Real friction, Real gravity) {
  detail::check_not_negative({"table_friction"}, "friction", friction);
  detail::check_not_negative({"table_friction"}, "gravity", gravity);
  TableFriction result{friction * gravity, 0};
  const double angular = detail::to_double(result.linear) * turning_arm(shape);
  if (std::isfinite(angular)) result.angular = static_cast<Real>(angular);
  detail::check({"table_friction"}, result);
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
