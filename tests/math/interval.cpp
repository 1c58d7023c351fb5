#include <bankshot/math/interval.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace bankshot;

namespace {

/// Every interval with whole ends between -3 and 3, points included.
std::vector<Interval> small_intervals() {
  std::vector<Interval> result;
  for (int low = -3; low <= 3; ++low) {
    for (int high = low; high <= 3; ++high) result.push_back({static_cast<Real>(low), static_cast<Real>(high)});
  }
  return result;
}

/// Length of the part that two intervals share, negative when apart.
Real shared(const Interval& a, const Interval& b) { return std::min(a.upper, b.upper) - std::max(a.lower, b.lower); }

bool interiors_meet(const Interval& a, const Interval& b) { return a.lower < b.upper && b.lower < a.upper; }

}  // namespace

TEST(Interval, GapIsTheSharedLengthNegated) {
  for (const Interval& a : small_intervals()) {
    for (const Interval& b : small_intervals()) EXPECT_EQ(a.gap(b), -shared(a, b));
  }
  EXPECT_EQ((Interval{0, 1}.gap({3, 4})), 2);
  EXPECT_EQ((Interval{3, 4}.gap({0, 1})), 2);
  EXPECT_EQ((Interval{0, 2}.gap({1, 4})), -1);
  EXPECT_EQ((Interval{0, 10}.gap({4, 5})), -1) << "contained: the part shared, not the way out";
}

// Against the definition: of all shifts by whole numbers, the shortest that leaves no interior shared.
TEST(Interval, ExitIsTheShortestShiftThatSeparates) {
  for (const Interval& a : small_intervals()) {
    for (const Interval& b : small_intervals()) {
      const Real exit = a.exit(b);
      EXPECT_FALSE(interiors_meet({a.lower + exit, a.upper + exit}, b));
      for (Real shift = 1 - std::fabs(exit); shift < std::fabs(exit); ++shift) {
        EXPECT_TRUE(interiors_meet({a.lower + shift, a.upper + shift}, b))
            << a.lower << " " << a.upper << " shift " << shift;
      }
      if (exit != 0) {
        EXPECT_EQ((Interval{a.lower + exit, a.upper + exit}.gap(b)), 0) << "touching afterwards";
      } else {
        EXPECT_FALSE(interiors_meet(a, b));
      }
    }
  }
}

TEST(Interval, ExitOfAContainedIntervalTakesTheNearerSide) {
  EXPECT_EQ((Interval{7, 8}.exit({0, 10})), 3);
  EXPECT_EQ((Interval{1, 2}.exit({0, 10})), -2);
  EXPECT_EQ((Interval{0, 10}.exit({1, 2})), 2);
  EXPECT_EQ((Interval{0, 10}.exit({7, 8})), -3);
}

TEST(Interval, ExitIsNegatedBySwappingAndTiesGoUp) {
  for (const Interval& a : small_intervals()) {
    for (const Interval& b : small_intervals()) {
      const bool tie = a.lower + a.upper == b.lower + b.upper;
      if (tie) {
        EXPECT_GE(a.exit(b), 0);
        EXPECT_EQ(a.exit(b), b.exit(a));
      } else {
        EXPECT_EQ(a.exit(b), -b.exit(a));
      }
    }
  }
  EXPECT_EQ((Interval{0, 2}.exit({0, 2})), 2);
}

TEST(Interval, ContainsIsClosed) {
  EXPECT_TRUE((Interval{0, 2}.contains({0, 2})));
  EXPECT_TRUE((Interval{0, 2}.contains({1, 1})));
  EXPECT_FALSE((Interval{0, 2}.contains({1, 3})));
  EXPECT_FALSE((Interval{0, 2}.contains({-1, 1})));
  EXPECT_EQ((Interval{-1, 3}.extent()), 4);
}
