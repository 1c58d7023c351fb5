#pragma once
// The promises of every accepted shape to the layers above.

#include <bankshot/shape/convex.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bankshot_test {

inline void expect_sound(const bankshot::Shape& shape) {
  using namespace bankshot;
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  const detail::ConvexView view = detail_view(shape);
  const MassProperties mass = mass_properties(shape, 1);
  ASSERT_TRUE(std::isfinite(mass.mass) && mass.mass > 0) << mass.mass;
  ASSERT_TRUE(std::isfinite(mass.inertia) && mass.inertia > 0) << mass.inertia;
  ASSERT_TRUE(std::isfinite(1 / mass.mass) && std::isfinite(1 / mass.inertia));
  ASSERT_TRUE(std::isfinite(mass.centre[0]) && std::isfinite(mass.centre[1]));
  ASSERT_TRUE(shape.aabb().valid());
  ASSERT_TRUE(std::isfinite(view.reach) && view.reach > 0);
  ASSERT_TRUE(shape.kind() == ShapeKind::segment ? view.extent == 0 : view.extent > 0) << view.extent;
  ASSERT_LE(view.extent, 2 * view.reach);

  double size = 0, place = 0;
  for (int i = 0; i < view.count; ++i) {
    const detail::V2 p = view.points[i];
    const double distance = std::hypot(double(p.x) - view.centre.x, double(p.y) - view.centre.y);
    ASSERT_LE(distance + view.radius, double(view.reach)) << "corner " << i << " beyond the reach";
    size = std::max(size, distance);
    place = std::max(place, std::max(std::fabs(double(p.x)), std::fabs(double(p.y))));
  }
  ASSERT_LE(double(view.reach), (size + view.radius) * (1 + 8 * eps));
  if (view.count < 2) return;
  for (int i = 0; i < view.count; ++i) {
    const detail::V2 n = view.normals[i], a = view.points[i], b = view.points[(i + 1) % view.count];
    ASSERT_NEAR(std::hypot(double(n.x), double(n.y)), 1, 2 * eps) << "normal " << i;
    for (int k = 0; k < view.count; ++k) {
      const detail::V2 p = view.points[k];
      const double above = double(n.x) * (double(p.x) - a.x) + double(n.y) * (double(p.y) - a.y);
      ASSERT_LE(above, 4 * eps * size) << "corner " << k << " outside of edge " << i;
    }
    const double along = double(n.x) * (double(b.x) - a.x) + double(n.y) * (double(b.y) - a.y);
    ASSERT_LE(std::fabs(along), 2 * eps * std::hypot(double(b.x) - a.x, double(b.y) - a.y)) << "normal " << i;
  }
}

}  // namespace bankshot_test
