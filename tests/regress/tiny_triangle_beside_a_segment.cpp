// A triangle of 1.5e-8 a little beside a segment: up to rounding, its corners and the segment's edge are equally far. A
// corner was taken as the nearest, and since its direction did not separate the two, they were said to overlap. Found
// by bankshot fuzz --target sweep.

#include "query/exact_gap.hpp"

#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/shape.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace bankshot;

TEST(TinyTriangleBesideASegment, IsApart) {
  constexpr Real tiny = sizeof(Real) == sizeof(float) ? Real(0x1p-26) : Real(0x1p-55);
  const std::array<Vec2, 3> corners = {Vec2(tiny, 0), Vec2(0, tiny), Vec2(0, 0)};
  const Shape triangle = polygon(corners);
  const Shape bar = segment(Vec2(Real(-0.9238281), Real(-0.0009765625)), Vec2(Real(-0.36695185), Real(0.8615113)));
  Pose turned, beside;
  turned.rotation = {0, 1};
  beside.rotation = {Real(0.29477477), Real(-0.95556676)};
  for (int i = -1000; i <= 1000; ++i) {
    beside.position = Vec2(Real(-0.71505165) + static_cast<Real>(i) * tolerance::eps, Real(-0.60455704));
    const auto gap =
        bankshot_test::exact_gap(bankshot_test::placed(triangle, turned), bankshot_test::placed(bar, beside));
    if (gap < 64 * tolerance::eps) continue;
    const SweepHit hit = sweep(triangle, turned, Vec2(tiny, 0), bar, beside);
    EXPECT_NE(hit.status, SweepStatus::initial_overlap) << i;
  }
}

}  // namespace
