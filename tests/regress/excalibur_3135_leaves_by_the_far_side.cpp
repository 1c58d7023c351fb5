// Cause: the engine asks for the shortest way out after the step in which a body went in; a fast body is past the
// middle of a floor by then, and is pushed out at the bottom. The way out has to follow the way in.
// https://github.com/excaliburjs/Excalibur/issues/3135

#include <bankshot/query/mtv_along.hpp>
#include <bankshot/response/respond.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(Excalibur3135, AJumperMostOfTheWayThroughTheFloorComesBackUp) {
  const Shape floor = box(20, 1), jumper = box(1, 2);
  for (int i = 0; i < 29; ++i) {
    const Real y = Real(1.4) - Real(i) / 10;  // from barely in it to nearly through
    const Pose before = {Vec2(3, 3), {}}, now = {Vec2(3, y), {}}, ground = {};
    const auto by_pose = mtv_by_entry(jumper, now, before, floor, ground, ground);
    const auto by_velocity = mtv_by_entry(jumper, now, floor, ground, Vec2(0, -90));
    ASSERT_TRUE(by_pose && by_velocity) << i;
    for (const Mtv& hit : {*by_pose, *by_velocity}) {
      EXPECT_EQ(hit.normal, Vec2(0, 1)) << i;
      EXPECT_NEAR(y + hit.translation[1], Real(1.5), Real(1e-5)) << i;
    }
  }
}

// Running over a floor made of tiles while sinking into it a little: every tile is left upwards, none sideways.
TEST(Excalibur3135, ARunnerIsNotCaughtByTheNextTile) {
  const Shape tile = box(1, 1), runner = box(Real(0.8), 2);
  for (int i = 0; i < 100; ++i) {
    const Real x = Real(i) / 17;
    const Pose before = {Vec2(x, Real(1.51)), {}}, now = {Vec2(x + Real(0.1), Real(1.47)), {}};
    for (int k = 0; k < 8; ++k) {
      const Pose ground = {Vec2(Real(k), 0), {}};
      const auto hit = mtv_by_entry(runner, now, before, tile, ground, ground);
      if (!hit || hit->relation == Relation::touching) continue;
      const Real into = now.position[0] + Real(0.4) - (Real(k) - Real(0.5));
      if (into > Real(0.1)) {
        EXPECT_EQ(hit->normal, Vec2(0, 1)) << "step " << i << ", tile " << k;
      }
    }
  }
}

TEST(Excalibur3135, SeparatedAlongOneAxisOnly) {
  ResponseBody jumper, floor;
  jumper.position = Vec2(3, Real(0.2));
  jumper.inverse_mass = 1;
  const auto hit = mtv_along(box(1, 2), {jumper.position, {}}, box(20, 1), {}, Vec2(0, 1));
  ASSERT_TRUE(hit);
  separate(jumper, floor, hit->forward);
  EXPECT_NEAR(jumper.position[1], Real(1.5), Real(1e-6));
  EXPECT_EQ(jumper.position[0], 3);
}
