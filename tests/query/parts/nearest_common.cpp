// The nearest point in half planes and discs, against a search over a lattice of points and over crossings.

#include "property/random_shapes.hpp"

#include <bankshot/query/parts/nearest_common.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;
using detail::NearestCommon;
using detail::P2;

struct Limits {
  struct One {
    P2 vector;
    double number;
    bool disc;
  };
  std::vector<One> all;

  /// The distance of the point from lying in all of them.
  double lack(P2 p) const {
    double most = -1e300;
    for (const One& one : all) {
      const P2 off{p.x - one.vector.x, p.y - one.vector.y};
      const double own = one.disc ? std::sqrt(off.x * off.x + off.y * off.y) - one.number
                                  : one.number - (one.vector.x * p.x + one.vector.y * p.y);
      most = std::max(most, own);
    }
    return most;
  }
  bool solve(P2* nearest) const {
    NearestCommon common;
    for (const One& one : all) {
      one.disc ? common.add_disc(one.vector, one.number) : common.add_half_plane(one.vector, one.number);
    }
    return common.solve(nearest);
  }
};

/// Whole numbers now and then: parallel limits, discs in one another, crossings in one point.
Limits random_limits(Random& random) {
  Limits limits;
  const bool whole = random.chance(0.3);
  for (int i = random.integer(1, 6); i > 0; --i) {
    const bool disc = random.chance(0.4);
    const double reach = disc ? 2 : 1;
    P2 vector{reach * (2 * random.unit() - 1), reach * (2 * random.unit() - 1)};
    if (whole) vector = {double(random.integer(-1, 1)), double(random.integer(-1, 1))};
    if (!disc) {
      const double size = std::sqrt(vector.x * vector.x + vector.y * vector.y);
      if (size < 0.01) continue;
      vector = {vector.x / size, vector.y / size};
    }
    double number = disc ? 3 * random.unit() : 3 * random.unit() - 2;
    if (whole) number = random.integer(disc ? 0 : -2, 2);
    limits.all.push_back({vector, number, disc});
  }
  return limits;
}

TEST(NearestCommonPoint, LiesInAllAndNoneIsNearer) {
  Random random(81);
  int found = 0, at_origin = 0, none = 0;
  for (int i = 0; i < 6000; ++i) {
    const Limits limits = random_limits(random);
    P2 nearest;
    if (!limits.solve(&nearest)) {
      ++none;
      for (double x = -4; x <= 4; x += 0.125) {
        for (double y = -4; y <= 4; y += 0.125) ASSERT_GT(limits.lack({x, y}), -1e-9) << i;
      }
      continue;
    }
    ASSERT_LT(limits.lack(nearest), 1e-9) << i;
    const double away = std::sqrt(nearest.x * nearest.x + nearest.y * nearest.y);
    (away > 0 ? found : at_origin)++;
    for (int k = 0; away > 0 && k < 400; ++k) {
      const double share = (1 - 1e-6) * std::sqrt(random.unit()) * away, angle = 6.283185307179586 * random.unit();
      ASSERT_GT(limits.lack({share * std::cos(angle), share * std::sin(angle)}), 0) << i;
    }
    // Places just inside of it, all around: these show if the point is too far out.
    for (int k = 0; away > 0 && k < 64; ++k) {
      const double angle = 6.283185307179586 * k / 64;
      const P2 near{nearest.x + 1e-3 * std::cos(angle), nearest.y + 1e-3 * std::sin(angle)};
      if (near.x * near.x + near.y * near.y >= (away - 1e-6) * (away - 1e-6)) continue;
      ASSERT_GT(limits.lack(near), 0) << i;
    }
  }
  EXPECT_GT(found, 1500);
  EXPECT_GT(at_origin, 300);
  EXPECT_GT(none, 500);
}

TEST(NearestCommonPoint, OfWholeNumbersIsExact) {
  P2 nearest;
  const Limits corner{{{{1, 0}, 2, false}, {{0, 1}, 1, false}}};
  ASSERT_TRUE(corner.solve(&nearest));
  EXPECT_EQ(nearest.x, 2);
  EXPECT_EQ(nearest.y, 1);
  const Limits disc{{{{3, 4}, 2, true}}};
  ASSERT_TRUE(disc.solve(&nearest));
  EXPECT_NEAR(nearest.x, 1.8, 1e-15);
  EXPECT_NEAR(nearest.y, 2.4, 1e-15);
  const Limits ends{{{{0, 3}, 5, true}, {{0, -3}, 5, true}, {{1, 0}, 4, false}}};  // all three meet in one point
  ASSERT_TRUE(ends.solve(&nearest));
  EXPECT_NEAR(nearest.x, 4, 1e-12);
  EXPECT_NEAR(nearest.y, 0, 1e-6);
}

TEST(NearestCommonPoint, LimitsThatCannotBeMet) {
  P2 nearest;
  EXPECT_FALSE((Limits{{{{1, 0}, 1, false}, {{-1, 0}, 1, false}}}.solve(&nearest)));  // apart, parallel
  EXPECT_FALSE((Limits{{{{3, 0}, 1, true}, {{-3, 0}, 1, true}}}.solve(&nearest)));    // discs apart
  EXPECT_FALSE((Limits{{{{2, 0}, 1, true}, {{-1, 0}, 1, false}}}.solve(&nearest)));   // a disc beyond a line
  EXPECT_FALSE((Limits{{{{0, 0}, -1, true}}}.solve(&nearest)));                       // no disc at all
  EXPECT_FALSE((Limits{{{{2, 0}, 0.5, true}, {{2, 0}, -1, true}}}.solve(&nearest)));
  EXPECT_TRUE((Limits{{{{2, 0}, 0, true}, {{2, 0}, 1, true}}}.solve(&nearest)));  // a point in a disc about it
  EXPECT_EQ(nearest.x, 2);
}

}  // namespace
}  // namespace bankshot_test
