#include "exact_gap.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/explain.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace bankshot_test {
namespace {

using namespace bankshot;

const ExplainedAxis& chosen(const Explanation& e) { return e.axes.at(static_cast<std::size_t>(e.chosen)); }

void expect_near(const Interval& shadow, Real lower, Real upper) {
  EXPECT_NEAR(shadow.lower, lower, 32 * tolerance::eps);
  EXPECT_NEAR(shadow.upper, upper, 32 * tolerance::eps);
}

TEST(Explain, ContainmentAddsTheWayToTheEnd) {
  const Explanation e = explain(box(1, Real(0.5)), at(-Real(1.5), Real(0.25)), box(5, 2), at(0, 0));
  EXPECT_EQ(e.relation, Relation::a_inside_b);
  EXPECT_EQ(e.axes.size(), 8u);
  EXPECT_EQ(e.band, touching_band(e.a, e.pose_a, e.b, e.pose_b));
  EXPECT_GT(e.band, 0);
  const ExplainedAxis& axis = chosen(e);
  EXPECT_EQ(axis.normal, Vec2(0, 1));
  expect_near(axis.shadow_a, 0, Real(0.5));
  expect_near(axis.shadow_b, -1, 1);
  EXPECT_EQ(axis.nesting, Nesting::a_in_b);
  EXPECT_NEAR(axis.overlap, 0.5, 32 * tolerance::eps);
  EXPECT_NEAR(axis.added, 0.5, 32 * tolerance::eps);
  EXPECT_EQ(axis.depth, 1);
  EXPECT_EQ(e.feature_a, (Feature{Feature::Kind::edge, 0}));
  EXPECT_EQ(e.feature_b, (Feature{Feature::Kind::edge, 2}));
}

TEST(Explain, TheOtherNestingAndNone) {
  const Explanation nested = explain(box(5, 2), at(0, 0), box(1, Real(0.5)), at(Real(1.5), -Real(0.25)));
  EXPECT_EQ(nested.relation, Relation::b_inside_a);
  EXPECT_EQ(chosen(nested).nesting, Nesting::b_in_a);
  EXPECT_NEAR(chosen(nested).added, 0.5, 32 * tolerance::eps);
  const Explanation plain = explain(box(2, 2), at(Real(1.5), 0), box(2, 2), at(0, Real(0.25)));
  EXPECT_EQ(chosen(plain).nesting, Nesting::none);
  EXPECT_EQ(chosen(plain).added, 0);
  EXPECT_EQ(chosen(plain).overlap, Real(0.5));
  const Explanation same = explain(box(2, 2), at(0, 0), box(2, 2), at(0, 0));
  EXPECT_EQ(chosen(same).nesting, Nesting::same);
  EXPECT_EQ(same.relation, Relation::equal);
}

TEST(Explain, TheLongWayRoundIsNamedByItsParts) {
  const Explanation e = explain(box(2, 2), at(Real(1.5), 0), box(2, 2), at(0, 0));
  bool found = false;
  for (const ExplainedAxis& axis : e.axes) {
    if (axis.normal != Vec2(-1, 0)) continue;
    found = true;
    EXPECT_NEAR(axis.overlap, 0.5, 32 * tolerance::eps);
    EXPECT_NEAR(axis.added, 3, 32 * tolerance::eps);
    EXPECT_NEAR(axis.depth, 3.5, 32 * tolerance::eps);
  }
  EXPECT_TRUE(found);
}

TEST(Explain, NearestCornersCountWhereTheyAreClosest) {
  const Explanation corner = explain(circle(1), at(Real(2.1), Real(1.5)), box(3, 2), at(0, 0));
  EXPECT_EQ(corner.axes.size(), 5u);
  EXPECT_EQ(chosen(corner).source, AxisSource::corners);
  EXPECT_EQ(chosen(corner).index_b, 2);
  EXPECT_TRUE(chosen(corner).eligible);
  const Explanation side = explain(circle(1), at(Real(2.1), Real(0.3)), box(3, 2), at(0, 0));
  EXPECT_EQ(chosen(side).source, AxisSource::edge_of_b);
  EXPECT_EQ(chosen(side).index_b, 1);
  EXPECT_EQ(side.axes.back().source, AxisSource::corners);
  EXPECT_FALSE(side.axes.back().eligible);
  const Explanation deep = explain(circle(1), at(1, 0), box(3, 2), at(0, 0));
  EXPECT_EQ(deep.axes.size(), 4u) << "a centre inside has no nearest corner to ask";
}

TEST(Explain, TwoPointsHaveOneAxis) {
  const Explanation e = explain(circle(1), at(0, 0), circle(2), at(0, 0));
  ASSERT_EQ(e.axes.size(), 1u);
  EXPECT_EQ(e.axes[0].depth, 3);
  EXPECT_EQ(e.relation, Relation::a_inside_b);
}

TEST(Explain, FarAwayTheOneAxisIsThatOfThePositions) {
  const Explanation e = explain(box(1, 1), at(Real(1e12), 0), box(1, 1), at(-Real(1e25), 0));
  ASSERT_EQ(e.axes.size(), 1u);
  EXPECT_EQ(e.axes[0].source, AxisSource::positions);
  EXPECT_TRUE(e.circles_apart);
  EXPECT_FALSE(e.mtv);
}

TEST(Explain, APoseThatIsNotFiniteHasNoAxes) {
  const Explanation e = explain(box(1, 1), at(std::numeric_limits<Real>::quiet_NaN(), 0), box(1, 1), at(0, 0));
  EXPECT_TRUE(e.axes.empty());
  EXPECT_EQ(e.chosen, -1);
  EXPECT_EQ(e.relation, Relation::apart);
  EXPECT_FALSE(e.mtv);
}

/// The ends of a shadow by long double arithmetic, relative to `origin`.
std::pair<oracle::Number, oracle::Number> shadow(const oracle::Placed& shape, oracle::Point n, oracle::Point origin) {
  oracle::Number lower = std::numeric_limits<oracle::Number>::infinity(), upper = -lower;
  for (const oracle::Point& p : shape.core) {
    lower = std::min(lower, oracle::dot(n, p - origin));
    upper = std::max(upper, oracle::dot(n, p - origin));
  }
  return {lower - shape.radius, upper + shape.radius};
}

void expect_close(oracle::Number value, oracle::Number truth, oracle::Number near) {
  EXPECT_LE(std::fabs(value - truth), near) << value << " instead of " << truth;
}

void expect_sound(const Explanation& e, const ExplainedAxis& axis) {
  const oracle::Point n = oracle::point(axis.normal), origin = oracle::point(e.pose_b.position);
  const auto [a0, a1] = shadow(oracle::place(e.a, e.pose_a), n, origin);
  const auto [b0, b1] = shadow(oracle::place(e.b, e.pose_b), n, origin);
  expect_close(oracle::length(n), 1, 4 * tolerance::eps);
  expect_close(axis.shadow_a.lower, a0, e.band);
  expect_close(axis.shadow_a.upper, a1, e.band);
  expect_close(axis.shadow_b.lower, b0, e.band);
  expect_close(axis.shadow_b.upper, b1, e.band);
  expect_close(axis.depth, b1 - a0, 2 * e.band);
  expect_close(axis.overlap, std::min(a1, b1) - std::max(a0, b0), 2 * e.band);
  expect_close(axis.overlap + axis.added, axis.depth, e.band);
  EXPECT_GE(axis.added, 0);
}

// The explanation is of the answer: same relation, same vector, same normal, same depth, bit for bit.
TEST(Explain, ShapesOfPartsAreRefused) {
  const Shape walls = container(box(1, 1));
  EXPECT_THROW(explain(walls, {}, circle(1), {}), std::invalid_argument);
  EXPECT_THROW(explain(circle(1), {}, walls, {}), std::invalid_argument);
}

TEST(Explain, AgreesWithTheEngineOnRandomPairs) {
  Random random(20261120);
  int meeting = 0, corners = 0;
  for (int i = 0; i < 20000; ++i) {
    const RandomPair pair = random_pair(random);
    const Shape a = pair.a.build(), b = pair.b.build();
    const Explanation e = explain(a, pair.pose_a, b, pair.pose_b);
    const std::optional<Mtv> hit = mtv(a, pair.pose_a, b, pair.pose_b);
    ASSERT_EQ(e.relation, relation(a, pair.pose_a, b, pair.pose_b)) << i;
    ASSERT_EQ(e.band, touching_band(a, pair.pose_a, b, pair.pose_b)) << i;
    ASSERT_EQ(e.mtv.has_value(), hit.has_value()) << i;
    ASSERT_GE(e.chosen, 0) << i;
    for (const ExplainedAxis& axis : e.axes) {
      expect_sound(e, axis);
      EXPECT_TRUE(!axis.eligible || axis.depth >= chosen(e).depth - e.band) << i;
    }
    ASSERT_TRUE(chosen(e).eligible);
    corners += chosen(e).source == AxisSource::corners ? 1 : 0;
    if (!hit) {
      expect_close(-chosen(e).depth, exact_gap(placed(a, pair.pose_a), placed(b, pair.pose_b)), 2 * e.band);
      continue;
    }
    ++meeting;
    ASSERT_EQ(chosen(e).normal, hit->normal) << i;
    ASSERT_EQ(std::max(chosen(e).depth, Real(0)), hit->depth) << i;
    ASSERT_EQ(e.mtv->translation, hit->translation) << i;
    ASSERT_EQ(e.feature_a, hit->feature_a) << i;
    ASSERT_EQ(e.feature_b, hit->feature_b) << i;
    if (HasFailure()) FAIL() << i;
  }
  EXPECT_GT(meeting, 5000);
  EXPECT_GT(corners, 1000);
}

}  // namespace
}  // namespace bankshot_test
