// The walk round the Minkowski difference of two shapes took neither shape's edge when a rotation was NaN, and went on
// for ever; a world stepped with a kinematic capsule that spins by 40 radians in a step got there. Broken, this test
// does not end. Found by the fuzz target `world`.

#include <bankshot/query/convex/core_gap.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace bankshot;
using namespace bankshot::detail;

TEST(WalkRoundAShapeThatIsNoNumber, Ends) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Shape a = box(1, 1), b = segment(Vec2(0, 0), Vec2(1, 0));
  const ConvexView square = detail_view(a), edge = detail_view(b);
  for (const Q2 turn : {Q2{nan, nan}, Q2{nan, 0}, Q2{1, nan}}) {
    for (const ConvexView& other : {square, edge}) {
      const Core lost = core_of(square, {}, turn), sound = core_of(other, {}, {1, 0});
      EXPECT_FALSE(core_gap(lost, sound, {3, 0}, {1, 0}).gap <= 0);
      EXPECT_FALSE(core_gap(sound, lost, {3, 0}, {1, 0}).gap <= 0);
    }
  }
}

}  // namespace
