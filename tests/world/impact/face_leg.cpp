// The direction of a leg along a face, against the conditions that it stands for.

#include <bankshot/world/impact/face_leg.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/some_face.hpp"

namespace bankshot::testing {
namespace {

using detail::FaceLeg;
using detail::FaceRows;
using detail::FaceSpeeds;

constexpr double fine = 4096 * std::numeric_limits<double>::epsilon();

/// Expects that no impulse is < 0, that no row misses its goal, that no row beyond its goal has an impulse, and that
/// the changes are those that the impulses make.
void check_normals(const FaceRows& rows, const FaceLeg& leg) {
  const double size = 1 + leg.d[0] + leg.d[1];
  for (int i = 0; i < 2; ++i) {
    const double change = rows.k[i][0] * leg.d[0] + rows.k[i][1] * leg.d[1] + rows.x[i] * leg.df;
    EXPECT_NEAR(leg.dv[i], change, fine * size);
    EXPECT_GE(leg.d[i], 0);
    if (!leg.pushes[i]) {
      EXPECT_EQ(leg.d[i], 0);
      continue;
    }
    EXPECT_GE(leg.dv[i] - leg.lack[i], -16 * tolerance::met_share * size);
    EXPECT_NEAR(leg.d[i] * (leg.dv[i] - leg.lack[i]), 0, fine * size * size);
  }
}

TEST(FaceLeg, MeetsItsConditions) {
  Random random(9);
  int slid = 0, stuck = 0, let_go = 0, alone = 0, kept = 0;
  for (int k = 0; k < 1000; ++k) {
    const SomeFace of(random);
    const FaceRows rows(of.bodies[0], of.bodies[1], of.contacts[0]);
    FaceSpeeds now;
    for (double& v : now.v) v = random.real(-2, 1);
    now.u = random.one_in(2) ? 0 : random.real(-1, 1);
    const double goal[2] = {};
    FaceLeg leg(rows, 2);
    const bool parts = random.one_in(2);
    if (!leg.find(now, goal, parts)) continue;
    check_normals(rows, leg);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(leg.pushes[i], !parts || now.v[i] <= 0);
      kept += leg.pushes[i] ? 0 : 1;
    }
    const double most = rows.mu * (leg.d[0] + leg.d[1]);
    const double du = rows.x[0] * leg.d[0] + rows.x[1] * leg.d[1] + rows.kt * leg.df;
    EXPECT_NEAR(leg.du, du, fine * (1 + leg.d[0] + leg.d[1]));
    if (now.u != 0) {
      EXPECT_EQ(leg.df, now.u > 0 ? -most : most);
      ++slid;
    } else if (leg.sticks) {
      EXPECT_EQ(leg.du, 0);
      EXPECT_LE(std::fabs(leg.df), most * (1 + 2 * tolerance::met_share));
      ++stuck;
    } else {
      EXPECT_EQ(std::fabs(leg.df), most);
      EXPECT_LE(leg.df * leg.du, 0);
      ++let_go;
    }
    alone += (leg.d[0] > 0) != (leg.d[1] > 0);
    ASSERT_FALSE(HasFailure()) << k;
  }
  for (const int seen : {slid, stuck, let_go, alone, kept}) EXPECT_GT(seen, 50);
}

// Its friction presses each point on faster than it brakes it.
TEST(FaceLeg, AJamHasNone) {
  detail::PathContact face = point_on(0, 1, {Real(0.5), -1}, 4);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, -1};
  const FaceRows rows(wide_body(1, 3), {}, face);
  FaceLeg leg(rows, 1);
  const double goal[2] = {};
  EXPECT_FALSE(leg.find({{-1, -1}, -1}, goal, false));
  EXPECT_TRUE(leg.find({{-1, -1}, 1}, goal, false));
}

}  // namespace
}  // namespace bankshot::testing
