#include <bankshot/broad/swept_box.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::SweptBox;

// The last number of type Real that the moving box still reaches to its right, going right by a part of its way.
Real last_reached(Real origin, Real way, Real half, Real limit) {
  const long double exact = static_cast<long double>(origin) + static_cast<long double>(limit) * way + half;
  // Long double holds this but for the last bit of its own.
  const long double surely = exact - std::fabs(exact) * 0x1p-60L - (std::fabs(origin) + way + half) * 0x1p-62L;
  const Real nearest = static_cast<Real>(surely);
  return nearest <= surely ? nearest : std::nextafter(nearest, -std::numeric_limits<Real>::max());
}

TEST(SweptBox, ReachesAsFarAsTheExactOne) {
  Random random(1);
  const Real big = Real(1e7);
  for (int k = 0; k < 100000; ++k) {
    const Real origin = random.magnitude(-3, 4) * (k % 2 == 0 ? Real(1) : Real(-1));
    const Real way = random.magnitude(-3, 4), half = random.magnitude(-3, 3), limit = random.uniform(0, 1);
    const Real wall = last_reached(origin, way, half, limit);
    const Box right{{wall, -big}, {wall, big}}, left{{-wall, -big}, {-wall, big}};
    const Box above{{-big, wall}, {big, wall}}, below{{-big, -wall}, {big, -wall}};
    SweptBox to_right({origin, 0}, {way, 0}, {half, 0}), to_left({-origin, 0}, {-way, 0}, {half, 0});
    SweptBox up({0, origin}, {0, way}, {0, half}), down({0, -origin}, {0, -way}, {0, half});
    for (SweptBox* swept : {&to_right, &to_left, &up, &down}) swept->set_limit(limit);
    if (wall < origin - half) continue;
    ASSERT_TRUE(to_right.meets(right) && to_left.meets(left) && up.meets(above) && down.meets(below)) << k;
    const Real far = wall + (std::fabs(origin) + way + half) * 16 * std::numeric_limits<Real>::epsilon();
    ASSERT_FALSE(to_right.meets({{far, -big}, {far, big}})) << k;
  }
}

TEST(SweptBox, ComesFirstToTheNearerBox) {
  const Box near = box_at(3, 1, 1, 1), far = box_at(5, 4, 1, 1);
  EXPECT_TRUE(SweptBox({0, 0}, {1, 1}, {0, 0}).before(near, far));
  EXPECT_FALSE(SweptBox({0, 0}, {1, 1}, {0, 0}).before(far, near));
  EXPECT_TRUE(SweptBox({9, 9}, {-1, -1}, {0, 0}).before(far, near));
}

}  // namespace
}  // namespace bankshot::testing
