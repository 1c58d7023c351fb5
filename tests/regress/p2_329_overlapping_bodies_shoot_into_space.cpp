// Cause: a solver that removes overlap by adding velocity gives bodies that were created inside one another a speed in
// proportion to the overlap, which they keep.
// https://github.com/schteppe/p2.js/issues/329, the same: https://github.com/avianphysics/avian/pull/202

#include <bankshot/response/respond.hpp>
#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(P2Issue329, PushedApartGentlyAndThenAtRest) {
  const Shape ball = circle(1);
  ResponseBody a, b;
  a.position = Vec2(Real(0.1), Real(0.05));
  a.inverse_mass = b.inverse_mass = 1;
  constexpr Real cap = Real(0.05);
  int steps = 0;
  for (; steps < 1000; ++steps) {
    const auto hit = mtv(ball, {a.position, {}}, ball, {b.position, {}});
    if (!hit || hit->relation == Relation::touching) break;
    const Vec2 before_a = a.position, before_b = b.position;
    separate_gently(a, b, *hit, cap);
    EXPECT_LE((a.position - before_a).norm() + (b.position - before_b).norm(), cap * Real(1.0001));
  }
  EXPECT_NEAR(Real(steps), (2 - a.inverse_mass * Real(0.1118)) / cap, 2);
  EXPECT_EQ(a.velocity, Vec2(0, 0));
  EXPECT_EQ(b.velocity, Vec2(0, 0));
  EXPECT_NEAR((a.position - b.position).norm(), 2, Real(1e-4));
}

// In a world: they leave one another and do not fly on.
TEST(P2Issue329, InAWorldNothingFliesAway) {
  World world(WorldDef{.gravity = {0, 0}});
  const BodyId a = world.add_body({.position = {Real(0.3), 0}}, circle(1));
  const BodyId b = world.add_body({.position = {0, 0}}, circle(1));
  for (int i = 0; i < 240; ++i) world.step(Real(1) / 60);
  const Real distance = (world.position(a) - world.position(b)).norm();
  EXPECT_GT(distance, Real(1.97));
  EXPECT_LT(distance, Real(2.1));
  EXPECT_LT(world.velocity(a).norm() + world.velocity(b).norm(), Real(0.05));
}
