// The direction of a leg, in exact numbers.

#include <bankshot/world/impact/path_direction.hpp>

#include <gtest/gtest.h>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

TEST(PathDirection, ImpulsesSpreadToBodiesAndRows) {
  const ImpactRows of = corner_on_floor(-1, 1, 0.5);
  detail::PathDirection leg(of.rows);
  leg.clear();
  leg.d[0] = 4, leg.d[1] = 2;
  leg.spread();
  EXPECT_EQ(leg.change[0].x, -1);  // half of 2, against x
  EXPECT_EQ(leg.change[0].y, 2);
  EXPECT_EQ(leg.change[0].turn, 3 * (2 - 1));
  EXPECT_EQ(leg.change[1].y, 0);
  EXPECT_EQ(leg.dx[0], 4 - 0.75 * 2);
  EXPECT_EQ(leg.dx[1], 2 - 0.75 * 4);
  EXPECT_EQ(leg.largest(), 4);
}

TEST(PathDirection, FrictionIsKeptToTheConeOfBothPoints) {
  detail::PathContact face = point_on(0, 1, {-1, 0}, 0.5);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, 0};
  const ImpactRows of({wide_body(1, 3), {}}, {face, point_on(0, 1, {0, 0}, 0.5)});
  ASSERT_EQ(of.rows.size(), 5U);  // both normals and their friction, and another contact
  ASSERT_EQ(of.rows[0].mu, 0.25);
  detail::PathDirection leg(of.rows);
  leg.clear();
  leg.d[0] = 1, leg.d[1] = 3, leg.d[2] = -1;
  EXPECT_EQ(leg.cone(2), 1);
  EXPECT_FALSE(leg.keep_to_cones());
  leg.d[2] = -1.5, leg.d[3] = 8, leg.d[4] = 3;
  EXPECT_TRUE(leg.keep_to_cones());
  EXPECT_EQ(leg.d[2], -1);
  EXPECT_EQ(leg.d[4], 3);
}

}  // namespace
}  // namespace bankshot::testing
