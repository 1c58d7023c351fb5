// Cores against one another where rounding is as large as the result.

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace bankshot_test {
namespace {

using namespace bankshot;
using detail::Core;
using detail::CoreGap;
using detail::CoreRay;
using detail::V2;

constexpr V2 square_corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

// Two squares corner to corner, A on the upper right. If the corners are within rounding of one another, the vector
// between them has no reliable direction, and the normal is that of a side; beyond that, the normal is along the
// vector.
TEST(CoreGap, CornersThatMeetHaveTheNormalOfASide) {
  const Core one{square_corners, 4, {}, {1, 0}};
  const Real eps = tolerance::eps;
  for (const V2 off : {V2{eps, eps}, V2{4 * eps, 2 * eps}, V2{2 * eps, 6 * eps}, V2{0, 0}}) {
    const CoreGap at = core_gap(one, one, V2{2, 2} + 2 * off, {1, 0});
    EXPECT_NEAR(at.gap, 2 * std::hypot(off.x, off.y), eps);
    EXPECT_TRUE(at.normal == (V2{1, 0}) || at.normal == (V2{0, 1})) << at.normal.x << " " << at.normal.y;
  }
  const CoreGap apart = core_gap(one, one, {2 + 300 * eps, 2 + 400 * eps}, {1, 0});
  EXPECT_NEAR(apart.gap, 500 * eps, eps);
  EXPECT_NEAR(apart.normal.x, 0.6, 1e-6);
  EXPECT_NEAR(apart.normal.y, 0.8, 1e-6);
}

// A point flies at a triangle that is a disc in all but name, whose size is lost beside the length of the path. It
// meets the corner in front, in line with the point, not one beside it that looks as near.
TEST(CoreRay, OfCornersThatRoundToOneDistanceTheOneInLineIsMet) {
  const Real h = tolerance::eps;
  const V2 point[] = {{0, 0}}, ahead[] = {{-h, 0}, {h, -h}, {h, h}};
  const Core a{point, 1, {}, {1, 0}};
  for (int first = 0; first < 3; ++first) {
    V2 turned[3];
    for (int i = 0; i < 3; ++i) turned[i] = ahead[(first + i) % 3];
    const Core b{turned, 3, {}, {1, 0}};
    const CoreRay met = core_ray(a, b, {-20, 0}, {1, 0}, 16, detail::Crossing::enter);
    ASSERT_TRUE(met.found);
    EXPECT_EQ(met.distance, 4);
    EXPECT_EQ(met.b, (Feature{Feature::Kind::corner, (3 - first) % 3}));
    EXPECT_EQ(met.normal, (V2{-1, 0}));
  }
}

}  // namespace
}  // namespace bankshot_test
