// The corners of a tiny rounded polygon, taken relative to a pivot that is a million times its size away, round to
// places whose edges point anywhere. One of them saw the box around the polygon on its outer side, and a sweep that
// began deep inside the box was said to miss it.
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/shape.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace bankshot;

TEST(PivotBlursASmallCore, ASweepThatBeginsDeepInsideStartsInOverlap) {
  const Shape box_around = box(1, 1);
  const Real size = tolerance::eps / 16;
  int far_corners = 0;
  for (int corners = 3; corners <= 64; ++corners) {
    std::vector<Vec2> points;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / corners;
      points.emplace_back(static_cast<Real>(size * std::cos(angle)), static_cast<Real>(size * std::sin(angle)));
    }
    const Result<Shape> small = try_polygon(points, Real(0.05));
    if (!small) continue;
    for (const Real x : {Real(-0.06), Real(0.01), Real(0.05), Real(0.07)}) {
      for (const Real y : {Real(-0.05), Real(0.02), Real(0.05)}) {
        ++far_corners;
        const SweepHit hit = sweep(*small, {{}, Vec2(Real(0.05), Real(0.05)), Real(0.05), Vec2(x, y)}, box_around,
                                   {{}, Vec2(0, 0), Real(0.05), Vec2(-16, Real(0.05))});
        EXPECT_EQ(hit.status, SweepStatus::initial_overlap) << corners << " corners, pivot " << x << ", " << y;
      }
    }
  }
  EXPECT_GT(far_corners, 300);
}
