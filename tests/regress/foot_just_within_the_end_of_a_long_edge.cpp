// The nearest point of a long segment lay just within its end: by so little that, up to rounding, the end itself was as
// near. The direction to the end served as normal, although the segment's far end reaches beyond the line across it,
// and advancing along it led a sweep 1.3e-3 too deep. Found by the fuzz target `sweep`.

#include "query/exact_gap.hpp"

#include <bankshot/query/sweep.hpp>

#include <bankshot/shape/shape.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace {

using namespace bankshot;

TEST(FootJustWithinTheEndOfALongEdge, ASweepStopsWhereTheyMeet) {
  const Real slope = Real(8.125);
  for (int i = -64; i <= 64; ++i) {
    // The foot of the box's corner (0.5, 0.5) on the segment wanders over the segment's end.
    const Real x = Real(0.5) + Real(1.06) + static_cast<Real>(i) / 8192;
    const Shape bar = segment(Vec2(x, slope), Vec2(60, 0));
    Motion moving;
    moving.translation = Vec2(-16, -16);
    const SweepHit hit = sweep(bar, moving, box(1, 1), Motion{});
    ASSERT_EQ(hit.status, SweepStatus::hit);
    Pose there;
    there.position = Vec2(hit.fraction * -16, hit.fraction * -16);
    const auto gap = bankshot_test::exact_gap(bankshot_test::placed(bar, there), bankshot_test::placed(box(1, 1), {}));
    EXPECT_LT(std::fabs(gap), 64 * tolerance::eps * 60) << "end at " << x;
  }
}

}  // namespace
