// A capsule 71,000 long, met beside one end. The library asked from the other end whether the nearest point lay within
// the edge or at that end, where rounding loses the answer. It took the end, which did not look apart, and a sweep
// passed through the capsule's end. Found by the fuzz target `sweep`.

#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/shape.hpp>

#include <gtest/gtest.h>

namespace {

using namespace bankshot;

TEST(EndOfAVeryLongEdge, IsNotPassed) {
  const Real radius = Real(5.125);
  int reached = 0;
  for (int i = 0; i < 200; ++i) {
    // The bar comes down at 45 degrees, and its right end meets the capsule's end or just beside it.
    const Real x = Real(-5.125) + static_cast<Real>(i - 100) / 65536;
    const Shape bar = segment(Vec2(0, 0), Vec2(Real(-1.30841064), 0));
    const Shape beam = capsule(Vec2(71304, 0), Vec2(0, Real(-5.375)), radius);
    Motion moving, standing;
    moving.start.position = Vec2(x, Real(-5.375));
    moving.translation = Vec2(-16, -16);
    standing.start.position = Vec2(-16, -16);
    const SweepHit hit = sweep(bar, moving, beam, standing);
    ASSERT_EQ(hit.status, SweepStatus::hit) << x;
    reached += hit.fraction > Real(0.67) && hit.fraction < Real(0.69);
  }
  EXPECT_EQ(reached, 200);
}

}  // namespace
