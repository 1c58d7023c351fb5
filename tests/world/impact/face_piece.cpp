// The direction of a piece along a face, against the conditions that it stands for.

#include <bankshot/world/impact/face_piece.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/some_face.hpp"

namespace bankshot::testing {
namespace {

using detail::FacePiece;
using detail::FaceRows;
using detail::FaceSpeeds;

constexpr double fine = 4096 * std::numeric_limits<double>::epsilon();

/// No impulse < 0, no goal missed, none beyond it with an impulse; changes are what the impulses do.
void check_normals(const FaceRows& rows, const FacePiece& piece) {
  const double size = 1 + piece.d[0] + piece.d[1];
  for (int i = 0; i < 2; ++i) {
    const double change = rows.k[i][0] * piece.d[0] + rows.k[i][1] * piece.d[1] + rows.x[i] * piece.df;
    EXPECT_NEAR(piece.dv[i], change, fine * size);
    EXPECT_GE(piece.d[i], 0);
    if (!piece.pushes[i]) {
      EXPECT_EQ(piece.d[i], 0);
      continue;
    }
    EXPECT_GE(piece.dv[i] - piece.lack[i], -16 * tolerance::met_share * size);
    EXPECT_NEAR(piece.d[i] * (piece.dv[i] - piece.lack[i]), 0, fine * size * size);
  }
}

TEST(FacePiece, MeetsItsConditions) {
  Random random(9);
  int slid = 0, stuck = 0, let_go = 0, alone = 0, kept = 0;
  for (int k = 0; k < 1000; ++k) {
    const SomeFace of(random);
    const FaceRows rows(of.bodies[0], of.bodies[1], of.contacts[0]);
    FaceSpeeds now;
    for (double& v : now.v) v = random.real(-2, 1);
    now.u = random.one_in(2) ? 0 : random.real(-1, 1);
    const double goal[2] = {};
    FacePiece piece(rows, 2);
    const bool parts = random.one_in(2);
    if (!piece.find(now, goal, parts)) continue;
    check_normals(rows, piece);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(piece.pushes[i], !parts || now.v[i] <= 0);
      kept += piece.pushes[i] ? 0 : 1;
    }
    const double most = rows.mu * (piece.d[0] + piece.d[1]);
    const double du = rows.x[0] * piece.d[0] + rows.x[1] * piece.d[1] + rows.kt * piece.df;
    EXPECT_NEAR(piece.du, du, fine * (1 + piece.d[0] + piece.d[1]));
    if (now.u != 0) {
      EXPECT_EQ(piece.df, now.u > 0 ? -most : most);
      ++slid;
    } else if (piece.sticks) {
      EXPECT_EQ(piece.du, 0);
      EXPECT_LE(std::fabs(piece.df), most * (1 + 2 * tolerance::met_share));
      ++stuck;
    } else {
      EXPECT_EQ(std::fabs(piece.df), most);
      EXPECT_LE(piece.df * piece.du, 0);
      ++let_go;
    }
    alone += (piece.d[0] > 0) != (piece.d[1] > 0);
    ASSERT_FALSE(HasFailure()) << k;
  }
  for (const int seen : {slid, stuck, let_go, alone, kept}) EXPECT_GT(seen, 50);
}

// Its friction presses each point on faster than it brakes it.
TEST(FacePiece, AJamHasNone) {
  detail::PathContact face = point_on(0, 1, {Real(0.5), -1}, 4);
  face.points = 2, face.part[1] = true, face.arm[0][1] = {1, -1};
  const FaceRows rows(wide_body(1, 3), {}, face);
  FacePiece piece(rows, 1);
  const double goal[2] = {};
  EXPECT_FALSE(piece.find({{-1, -1}, -1}, goal, false));
  EXPECT_TRUE(piece.find({{-1, -1}, 1}, goal, false));
}

}  // namespace
}  // namespace bankshot::testing
