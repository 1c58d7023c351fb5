// The rows of a face, against those of an impact at any points.

#include <bankshot/world/impact/face_rows.hpp>

#include <gtest/gtest.h>

#include "world/impact_rows.hpp"
#include "world/random.hpp"
#include "world/some_face.hpp"

namespace bankshot::testing {
namespace {

TEST(FaceRows, AreThoseOfAPathBeforeTheyAreScaled) {
  Random random(8);
  for (int k = 0; k < 200; ++k) {
    const SomeFace of(random);
    const detail::PathRows& rows = of.rows;
    ASSERT_EQ(rows.size(), 3U);
    const detail::FaceRows face(of.bodies[0], of.bodies[1], of.contacts[0]);
    const auto effect = [&](std::size_t i, std::size_t j) {
      return rows.effect(i, j) / (rows[i].scale * rows[j].scale);
    };
    constexpr double little = 256 * std::numeric_limits<double>::epsilon();
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(face.k[i][j], effect(i, j), little * effect(i, i));
      EXPECT_NEAR(face.x[i], effect(i, 2), little * face.k[i][i]);
      EXPECT_NEAR(face.start.v[i], rows[i].start / rows[i].scale, 16 * little);
    }
    EXPECT_NEAR(face.kt, effect(2, 2), little * face.kt);
    EXPECT_NEAR(face.start.u, rows[2].start / rows[2].scale, 16 * little);
    EXPECT_TRUE(face.couples() && face.gives_way());
    ASSERT_FALSE(HasFailure()) << k;
  }
}

TEST(FaceRows, OfALevelBoxDoNotCoupleUnlessItsMiddleIsBesideItsCentre) {
  detail::PathContact face = point_on(0, 1, {-1, -1}, 0.5);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, -1};
  const detail::FaceRows rows(wide_body(1, 3, 1, -2), {}, face);
  EXPECT_TRUE(rows.couples());  // each normal by itself: they are beside the centre
  EXPECT_EQ(rows.k[0][0], 4);
  EXPECT_EQ(rows.k[0][1], -2);
  EXPECT_EQ(rows.x[0], 3);
  EXPECT_EQ(rows.x[1], -3);
  EXPECT_EQ(rows.kt, 4);
  EXPECT_EQ(rows.start.v[0], -2);
  EXPECT_EQ(rows.start.u, -1);  // along the normal turned left
  EXPECT_FALSE(detail::FaceRows(wide_body(1, 0), {}, face).couples());
  EXPECT_FALSE(detail::FaceRows({}, {}, face).gives_way());
}

TEST(FaceRows, ImpulsesPushBothBodies) {
  detail::PathContact face = point_on(0, 1, {-1, -1}, 0.5);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, -1}, face.arm[1][0] = {0, 1}, face.arm[1][1] = {2, 1};
  detail::WideBody a = wide_body(1, 3), b = wide_body(2, 1);
  const detail::FaceRows rows(a, b, face);
  const double p[2] = {1, 3};
  rows.push(a, 0, p, 2), rows.push(b, 1, p, 2);
  EXPECT_EQ(a.velocity_y, 4);
  EXPECT_EQ(a.velocity_x, -2);
  EXPECT_EQ(a.spin, 3 * (3 - 1 - 2));
  EXPECT_EQ(b.velocity_y, -8);
  EXPECT_EQ(b.velocity_x, 4);
  EXPECT_EQ(b.spin, -(2 * 3 + 2));
}

}  // namespace
}  // namespace bankshot::testing
