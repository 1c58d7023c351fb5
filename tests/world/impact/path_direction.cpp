// The direction of a piece, in numbers that are exact.

#include <bankshot/world/impact/path_direction.hpp>

#include <gtest/gtest.h>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

TEST(PathDirection, ImpulsesSpreadToBodiesAndRows) {
  const ImpactRows of = corner_on_floor(-1, 1, 0.5);
  detail::PathDirection piece(of.rows);
  piece.clear();
  piece.d[0] = 4, piece.d[1] = 2;
  piece.spread();
  EXPECT_EQ(piece.change[0].x, -1);  // half of 2, against x
  EXPECT_EQ(piece.change[0].y, 2);
  EXPECT_EQ(piece.change[0].turn, 3 * (2 - 1));
  EXPECT_EQ(piece.change[1].y, 0);
  EXPECT_EQ(piece.dx[0], 4 - 0.75 * 2);
  EXPECT_EQ(piece.dx[1], 2 - 0.75 * 4);
  EXPECT_EQ(piece.largest(), 4);
}

TEST(PathDirection, FrictionIsKeptToTheConeOfBothPoints) {
  detail::PathContact face = point_on(0, 1, {-1, 0}, 0.5);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, 0};
  const ImpactRows of({wide_body(1, 3), {}}, {face, point_on(0, 1, {0, 0}, 0.5)});
  ASSERT_EQ(of.rows.size(), 5U);  // both normals and their friction, and another contact
  ASSERT_EQ(of.rows[0].mu, 0.25);
  detail::PathDirection piece(of.rows);
  piece.clear();
  piece.d[0] = 1, piece.d[1] = 3, piece.d[2] = -1;
  EXPECT_EQ(piece.cone(2), 1);
  EXPECT_FALSE(piece.keep_to_cones());
  piece.d[2] = -1.5, piece.d[3] = 8, piece.d[4] = 3;
  EXPECT_TRUE(piece.keep_to_cones());
  EXPECT_EQ(piece.d[2], -1);
  EXPECT_EQ(piece.d[4], 3);
}

}  // namespace
}  // namespace bankshot::testing
