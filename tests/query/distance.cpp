#include "../effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

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

// Such a core never turns, so no edge comes before another one; the walk around the two shapes ends all the same.
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

/// Expects the points to be on the surfaces, apart along the normal by the reported distance.
void expect_ends(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const ClosestPoints& found,
                 int draw) {
  const oracle::Number band = touching_band(a, pose_a, b, pose_b);
  const oracle::Placed of_a = oracle::place(a, pose_a), of_b = oracle::place(b, pose_b);
  const oracle::Point on_a = oracle::point(found.point_a), on_b = oracle::point(found.point_b);
  const oracle::Point way = on_a - on_b, normal = oracle::point(found.normal);
  EXPECT_LE(std::fabs(oracle::dot(way, normal) - oracle::Number(found.distance)), 2 * band) << "draw " << draw;
  EXPECT_LE(std::fabs(oracle::cross(way, normal)), 2 * band) << "draw " << draw;
  EXPECT_LE(std::fabs(oracle::signed_distance(on_a, of_a.core) - of_a.radius), 2 * band) << "draw " << draw;
  EXPECT_LE(std::fabs(oracle::signed_distance(on_b, of_b.core) - of_b.radius), 2 * band) << "draw " << draw;
}

/// Any shape with a corner, and the place of that corner in its coordinates.
Shape with_corner(Random& random, Vec2* corner) {
  const int kind = random.integer(0, 3);
  Shape shape = kind == 0   ? segment(random.point(1), random.point(1))
                : kind == 1 ? capsule(random.point(1), random.point(1), random.uniform(0.05, 0.5))
                : kind == 2 ? box(random.uniform(0.1, 2), random.uniform(0.1, 2))
                            : random_polygon(random, random.integer(3, 6), 1).build();
  *corner = shape.corner(random.integer(0, shape.corner_count() - 1));
  return shape;
}

// A corner that is level with the end of an edge, to a few roundings: the way to the end is as short as that to the
// edge.
TEST(ClosestPoints, OfACornerLevelWithTheEndOfAnEdge) {
  Random random(1510);
  for (int i = 0; i < bankshot_test::effort(40000); ++i) {
    Vec2 unused;
    const Shape a = with_corner(random, &unused);
    const int edge = random.integer(0, a.corner_count() - 1), next = (edge + 1) % a.corner_count();
    const Vec2 along = (a.corner(next) - a.corner(edge)).normalized(), out(along.y(), -along.x());
    Vec2 corner;
    const Shape b = random.chance(0.5) ? circle(random.uniform(0.1, 1)) : with_corner(random, &corner);
    if (b.corner_count() == 1) corner = Vec2::Zero();
    const Real off = random.sign() * std::pow(Real(10), random.uniform(std::log10(tolerance::eps), -2));
    const Real gap = std::pow(Real(10), random.uniform(-3, 1)) + a.radius() + b.radius();
    const Pose turned{Vec2::Zero(), random.rotation()};
    const Vec2 place = (random.chance(0.5) ? a.corner(next) : a.corner(edge)) + off * along + gap * out;
    Pose at{Vec2::Zero(), random.rotation()};
    at.position = turned * place - at.rotation * corner;
    const ClosestPoints found = closest_points(a, turned, b, at);
    if (found.distance > 4 * touching_band(a, turned, b, at)) expect_ends(a, turned, b, at, found, i);
    const ClosestPoints other = closest_points(b, at, a, turned);
    EXPECT_EQ(other.normal, Vec2(-found.normal)) << "draw " << i;
    EXPECT_EQ(other.point_a, found.point_b) << "draw " << i;
  }
}

// Every place of a shape thinner than the band is on top, up to rounding.
TEST(ClosestPoints, OfWhatIsThinAndOverlapsAreTheEndsOfTheWayOut) {
  Random random(1511);
  int asked = 0;
  for (int i = 0; i < bankshot_test::effort(40000); ++i) {
    const Real thick = tolerance::eps * std::pow(Real(10), random.uniform(-1, 3));
    const Shape a = random.chance(0.5) ? box(1, 1) : random_polygon(random, random.integer(3, 6), 1).build();
    const Shape b = box(random.uniform(0.5, 3), thick);
    const Pose at{random.point(1), random.rotation()}, other{Vec2::Zero(), random.rotation()};
    const std::optional<Mtv> way = mtv(a, at, b, other);
    if (!way || way->relation == Relation::touching) continue;
    ++asked;
    const ClosestPoints found = closest_points(a, at, b, other);
    EXPECT_EQ(found.normal, way->normal) << "draw " << i;
    const Vec2 ends = found.point_b - found.point_a;
    EXPECT_LE((ends - way->translation).norm(), 4 * touching_band(a, at, b, other)) << "draw " << i;
  }
  EXPECT_GT(asked, bankshot_test::effort(10000));
}

}  // namespace
}  // namespace bankshot_test
