#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/core_gap.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(ClosestPoints, CornerToCorner) {
  const ClosestPoints closest = closest_points(box(2, 2), at(5, 6), box(2, 2), at(0, 0));
  EXPECT_EQ(closest.distance, 5);
  EXPECT_EQ(closest.point_a, Vec2(4, 5));
  EXPECT_EQ(closest.point_b, Vec2(1, 1));
  EXPECT_NEAR(closest.normal[0], Real(0.6), 4 * tolerance::eps);
  EXPECT_NEAR(closest.normal[1], Real(0.8), 4 * tolerance::eps);
  EXPECT_EQ(closest.feature_a, (Feature{Feature::Kind::corner, 0}));
  EXPECT_EQ(closest.feature_b, (Feature{Feature::Kind::corner, 2}));
}

TEST(ClosestPoints, EdgeToEdgeTakesTheMiddleOfWhatTheyShare) {
  const ClosestPoints closest = closest_points(box(2, 2), at(3, 5), box(8, 2), at(0, 0));
  EXPECT_EQ(closest.distance, 3);
  EXPECT_EQ(closest.point_a, Vec2(3, 4));  // shared: x from 2 to 4
  EXPECT_EQ(closest.point_b, Vec2(3, 1));
  EXPECT_EQ(closest.feature_a, (Feature{Feature::Kind::edge, 0}));
  EXPECT_EQ(closest.feature_b, (Feature{Feature::Kind::edge, 2}));
}

TEST(ClosestPoints, CornersOnAStraightSideMakeOneSide) {
  const std::vector<Vec2> divided = {{-4, -1}, {4, -1}, {4, 1}, {1, 1}, {0, 1}, {-3, 1}, {-4, 1}};
  const ClosestPoints closest = closest_points(box(4, 2), at(0, 5), polygon(divided), at(0, 0));
  EXPECT_EQ(closest.point_a, Vec2(0, 4));
  EXPECT_EQ(closest.point_b, Vec2(0, 1));
}

TEST(ClosestPoints, RoundedShapesEndOnTheirSurface) {
  const ClosestPoints closest = closest_points(circle(1), at(0, 5), capsule({-2, 0}, {2, 0}, Real(0.5)), at(0, 0));
  EXPECT_EQ(closest.distance, Real(3.5));
  EXPECT_EQ(closest.point_a, Vec2(0, 4));
  EXPECT_EQ(closest.point_b, Vec2(0, Real(0.5)));
}

TEST(ClosestPoints, OverlapGivesTheEndsOfTheTranslation) {
  const ClosestPoints closest = closest_points(box(2, 2), at(Real(1.5), Real(0.5)), box(2, 2), at(0, 0));
  EXPECT_EQ(closest.distance, -Real(0.5));
  EXPECT_EQ(closest.normal, Vec2(1, 0));
  EXPECT_EQ(closest.point_a[0], Real(0.5));
  EXPECT_EQ(closest.point_b[0], 1);
  EXPECT_EQ(closest.point_a[1], closest.point_b[1]);
}

TEST(ClosestPoints, NeverAZeroNormal) {
  EXPECT_EQ(closest_points(circle(1), at(0, 0), circle(1), at(0, 0)).normal.norm(), 1);
  const Real most = std::numeric_limits<Real>::max();
  const ClosestPoints far = closest_points(box(1, 1), at(most / 2, 0), box(1, 1), at(0, 0));
  EXPECT_EQ(far.normal, Vec2(1, 0));
  EXPECT_EQ(far.distance, most / 2);
  const ClosestPoints nowhere = closest_points(box(1, 1), at(most / most * 0 / Real(0), 0), box(1, 1), at(0, 0));
  EXPECT_EQ(nowhere.normal.norm(), 1);
}

// Such a core never turns, so that no edge comes before another one; the walk around the two ends all the same.
TEST(ClosestPoints, CoresThatAreNotNumbersHaveAnAnswer) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Shape square = box(2, 2);
  const detail::Core bad = detail::core_of(detail_view(square), {}, {nan, nan});
  const detail::Core good = detail::core_of(detail_view(square), {}, {1, 0});
  EXPECT_TRUE(std::isnan(detail::core_gap(bad, good, {5, 0}, {1, 0}).gap));
  EXPECT_TRUE(std::isnan(detail::core_gap(good, bad, {5, 0}, {1, 0}).gap));
}

TEST(ClosestPoints, AgreesWithTheOracle) {
  Random random(5);
  for (int i = 0; i < 30000; ++i) {
    const RandomPair pair = random_pair(random);
    const Shape a = pair.a.build(), b = pair.b.build();
    const auto placed_a = oracle::place(a, pair.pose_a), placed_b = oracle::place(b, pair.pose_b);
    const double band = double(touching_band(a, pair.pose_a, b, pair.pose_b));
    // World points are rounded where they stand, however near the two shapes are to one another.
    const double at_place =
        double(tolerance::eps) * double(std::max(pair.pose_a.position.norm(), pair.pose_b.position.norm()));
    const ClosestPoints closest = closest_points(a, pair.pose_a, b, pair.pose_b);
    SCOPED_TRACE(testing::Message() << "case " << i << ", lie " << int(pair.lie));

    const auto distance = double(-oracle::depth(placed_a, placed_b));
    EXPECT_NEAR(double(closest.distance), distance, band);
    if (distance > band) {
      EXPECT_FALSE(mtv(a, pair.pose_a, b, pair.pose_b));
    }
    const auto on_a = oracle::point(closest.point_a), on_b = oracle::point(closest.point_b);
    const auto n = oracle::point(closest.normal);
    EXPECT_NEAR(double(oracle::length(n)), 1, 2 * double(tolerance::eps));
    const auto miss = (on_a - on_b) - oracle::Number(closest.distance) * n;
    EXPECT_LE(double(oracle::length(miss)), 2 * band + 2 * at_place);
    const auto off_a = oracle::signed_distance(on_a, oracle::convex_hull(placed_a.core)) - placed_a.radius;
    const auto off_b = oracle::signed_distance(on_b, oracle::convex_hull(placed_b.core)) - placed_b.radius;
    EXPECT_NEAR(double(off_a), 0, 2 * band + 2 * at_place);
    EXPECT_NEAR(double(off_b), 0, 2 * band + 2 * at_place);
  }
}

}  // namespace
}  // namespace bankshot_test
