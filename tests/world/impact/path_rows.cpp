// The rows of an impact with friction, in exact numbers.

#include <bankshot/world/impact/path_rows.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

using detail::no_row;
using detail::PathRows;

TEST(PathRows, OfACornerAreItsNormalAndItsFriction) {
  ImpactRows of({wide_body(1, 3, 2, -8, 1), {}}, {point_on(0, 1, {1, -1}, 0.5)});
  of.contacts[0].surface_speed = 4;
  EXPECT_TRUE(of.rows.build());
  const PathRows& rows = of.rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows.is_normal(0));
  EXPECT_FALSE(rows.is_normal(1));
  EXPECT_EQ(rows[0].friction, 1U);
  EXPECT_EQ(rows[1].friction, no_row);
  EXPECT_EQ(rows[0].scale, 0.5);   // 1 + 3 (1)^2 is 4
  EXPECT_EQ(rows[0].start, -3.5);  // -8 + 1 of the spin, scaled
  EXPECT_EQ(rows[1].start, -3.5);  // -2 - 1 of the spin, - 4 of the surface, scaled
  EXPECT_EQ(rows[0].mu, 0.5);
  EXPECT_EQ(rows.fastest(), 3.5);
  EXPECT_EQ(rows.effect(0, 0), 1);
  EXPECT_EQ(rows.effect(0, 1), -0.75);
  EXPECT_EQ(rows.effect(1, 0), -0.75);
  EXPECT_EQ(rows.relative_speed(rows[0], {0, 4, 2}, {0, 2, 0}), 0.5 * (-8 + 4 - 2 + 1 + 2));
}

TEST(PathRows, LimitsOfFrictionAreScaledLikeTheRows) {
  const ImpactRows of({wide_body(1, 15), {}}, {point_on(0, 1, {1, 0}, 0.5)});
  ASSERT_EQ(of.rows.size(), 2U);
  EXPECT_EQ(of.rows[0].scale, 0.25);
  EXPECT_EQ(of.rows[1].scale, 1);
  EXPECT_EQ(of.rows[0].mu, 0.125);
}

// Friction at a point below the centre only spins a disc: its effect on the separation is exactly 0.
TEST(PathRows, OfADiscDoNotCouple) {
  ImpactRows of({wide_body(1, 2, 1, -1), {}}, {point_on(0, 1, {0, -1}, 0.5)});
  EXPECT_FALSE(of.rows.build());
  of.contacts[0].arm[0][0] = of.contacts[0].arm[0][1] = {Real(0.5), -1};
  EXPECT_TRUE(of.rows.build());
  of.contacts[0].friction = 0;
  EXPECT_FALSE(of.rows.build());
  EXPECT_EQ(of.rows.size(), 1U);
}

TEST(PathRows, AreNearIfTheyShareABodyThatMoves) {
  const ImpactRows of({wide_body(1, 1), wide_body(2, 1), wide_body(4, 1), {}},
                      {point_on(0, 3, {0, -1}, 0), point_on(1, 3, {0, -1}, 0), point_on(2, 1, {0, -1}, 0)});
  ASSERT_EQ(of.rows.size(), 3U);
  EXPECT_EQ(of.rows[0].near, 0b001U);
  EXPECT_EQ(of.rows[1].near, 0b110U);
  EXPECT_EQ(of.rows[2].near, 0b110U);
  EXPECT_EQ(of.rows.effect(0, 1), 0);
  EXPECT_DOUBLE_EQ(of.rows.effect(1, 2), -2 / std::sqrt(2.0) / std::sqrt(6.0));  // A of one is B of the other
}

TEST(PathRows, LowerBoundsAreThoseOfSupports) {
  ImpactRows of({wide_body(1, 1, 0, -2), wide_body(1, 1, 0, 2), {}},
                {point_on(0, 2, {}, 0), point_on(1, 2, {}, 0), point_on(0, 2, {}, 0), point_on(1, 2, {}, 0)});
  of.contacts[0].support = of.contacts[1].support = of.contacts[3].support = of.contacts[3].rattles = true;
  of.rows.build();
  EXPECT_EQ(of.rows[0].floor, -2);
  EXPECT_EQ(of.rows[1].floor, 0);
  EXPECT_EQ(of.rows[2].floor, 0);
  EXPECT_EQ(of.rows[3].floor, -2);
}

TEST(PathRows, LeaveOutWhatNothingMovesAndWhatDoesNotTakePart) {
  detail::PathContact face = point_on(1, 0, {1, -3}, 0.5);
  face.points = 2, face.arm[0][0] = {-1, -1}, face.part[0] = false, face.part[1] = true;
  const ImpactRows of({{}, wide_body(1, 3), {}}, {point_on(0, 2, {1, -1}, 0.5), face});
  ASSERT_EQ(of.rows.size(), 2U);
  EXPECT_EQ(of.rows[0].contact, 1U);
  EXPECT_EQ(of.rows[0].point, 1);
  EXPECT_EQ(of.rows[1].turn[0], -2);  // halfway between both points, whichever takes part
}

}  // namespace
}  // namespace bankshot::testing
