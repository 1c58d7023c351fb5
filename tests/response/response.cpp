// Separate, slide and stick.
#include <bankshot/response/response.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "support.hpp"

using namespace bankshot;
using namespace bankshot_test;

namespace {
constexpr double unit = std::numeric_limits<Real>::epsilon();
}

TEST(Separate, SharesByInverseMass) {
  ResponseBody a = body(Vec2(0, 0), Vec2(1, 1), 1, 1, 1), b = body(Vec2(1, 0), Vec2(2, 2), 2, 3, 1);
  separate(a, b, hit_along(Vec2(-1, 0), 4));
  EXPECT_EQ(a.position, Vec2(-3, 0));
  EXPECT_EQ(b.position, Vec2(2, 0));
  EXPECT_EQ(a.velocity, Vec2(1, 1)) << "positions only";
  EXPECT_EQ(b.angular_velocity, 2);
}

TEST(Separate, ImmovableBodiesStay) {
  ResponseBody a = body(Vec2(0, 0), Vec2(0, 0), 0, 7, 1), wall;
  separate(a, wall, hit_along(Vec2(0, 1), 3));
  EXPECT_EQ(a.position, Vec2(0, 3));
  EXPECT_EQ(wall.position, Vec2(0, 0));
  separate(wall, a, hit_along(Vec2(0, 1), 3));
  EXPECT_EQ(a.position, Vec2(0, 0));
  EXPECT_EQ(wall.position, Vec2(0, 0));

  ResponseBody one, other;
  separate(one, other, hit_along(Vec2(1, 0), 2));
  EXPECT_EQ(one.position, Vec2(1, 0)) << "half and half when neither moves";
  EXPECT_EQ(other.position, Vec2(-1, 0));
}

TEST(Separate, TogetherTheyMoveByTheTranslation) {
  Random random(91);
  for (int i = 0; i < 10000; ++i) {
    const ResponseBody a = body(random.vector(4), random.vector(1), 0, random.positive(1e-9, 1e9), 1);
    const ResponseBody b = body(random.vector(4), random.vector(1), 0, random.positive(1e-9, 1e9), 1);
    const Mtv hit = hit_along(random.direction(), random.between(0, 2));
    ResponseBody one = a, other = b;
    separate(one, other, hit);
    const Vec2 moved = (one.position - a.position) - (other.position - b.position);
    EXPECT_NEAR(moved[0], hit.translation[0], 16 * unit);
    EXPECT_NEAR(moved[1], hit.translation[1], 16 * unit);
    const Vec2 weighted = (one.position - a.position) / a.inverse_mass + (other.position - b.position) / b.inverse_mass;
    EXPECT_NEAR(weighted.norm(), 0, 32 * unit * (1 / a.inverse_mass + 1 / b.inverse_mass))
        << "the centre of mass stays";
  }
}

TEST(Slide, TakesTheApproachAndKeepsTheRest) {
  ResponseBody ball = body(Vec2(0, 1), Vec2(3, -4), 2, 5, 1), wall;
  slide(ball, wall, hit_along(Vec2(0, 1)));
  EXPECT_EQ(ball.velocity, Vec2(3, 0));
  EXPECT_EQ(ball.angular_velocity, 2);
  slide(ball, wall, hit_along(Vec2(0, -1)));
  EXPECT_EQ(ball.velocity, Vec2(3, 0));

  ResponseBody leaving = body(Vec2(0, 1), Vec2(3, 4), 0, 5, 1);
  slide(leaving, wall, hit_along(Vec2(0, 1)));
  EXPECT_EQ(leaving.velocity, Vec2(3, 4)) << "nothing to take away";

  Random random(92);
  for (int i = 0; i < 10000; ++i) {
    ResponseBody a = body(random.vector(1), random.vector(5), 0, random.positive(0.01, 100), 1);
    ResponseBody b = body(random.vector(1), random.vector(5), 0, random.positive(0.01, 100), 1);
    const Vec2 normal = random.direction(), tangent(-normal[1], normal[0]);
    const Vec2 before = a.velocity - b.velocity;
    const Ledger was = ledger(a, b);
    slide(a, b, hit_along(normal));
    const Vec2 after = a.velocity - b.velocity;
    EXPECT_NEAR(after.dot(normal), std::max(Real(0), before.dot(normal)), 64 * unit);
    EXPECT_NEAR(after.dot(tangent), before.dot(tangent), 64 * unit);
    EXPECT_NEAR(double(ledger(a, b).px), double(was.px), 4000 * unit);
    EXPECT_NEAR(double(ledger(a, b).py), double(was.py), 4000 * unit);
  }
}

TEST(Stick, MovesAsOneRigidBody) {
  Random random(93);
  for (int i = 0; i < 20000; ++i) {
    ResponseBody a = body(random.vector(3), random.vector(5), random.between(-4, 4), random.positive(0.1, 10),
                          random.positive(0.1, 10));
    ResponseBody b = body(random.vector(3), random.vector(5), random.between(-4, 4), random.positive(0.1, 10),
                          random.positive(0.1, 10));
    const Ledger was = ledger(a, b);
    stick(a, b, hit_along(Vec2(1, 0)));
    const Ledger is = ledger(a, b);
    ASSERT_EQ(a.angular_velocity, b.angular_velocity);
    const Vec2 point = random.vector(3);
    ASSERT_NEAR(relative_speed(a, b, point, Vec2(1, 0)), 0, 256 * unit) << "every point moves alike";
    ASSERT_NEAR(relative_speed(a, b, point, Vec2(0, 1)), 0, 256 * unit);
    ASSERT_NEAR(double(is.px), double(was.px), 2000 * unit);
    ASSERT_NEAR(double(is.py), double(was.py), 2000 * unit);
    ASSERT_NEAR(double(is.spin), double(was.spin), 4000 * unit);
    ASSERT_LE(double(is.energy), double(was.energy) * (1 + 64 * unit)) << "none gained";
  }
}

TEST(Stick, KnownCases) {
  // Two equal masses at distance 2 that pass each other at right angles to it: half the speed is turned into spin.
  ResponseBody a = body(Vec2(1, 0), Vec2(0, 3), 0, 1, 1), b = body(Vec2(-1, 0), Vec2(0, -3), 0, 1, 1);
  stick(a, b, hit_along(Vec2(1, 0)));
  EXPECT_NEAR(a.angular_velocity, 6.0 / 4, 8 * unit);
  EXPECT_NEAR(a.velocity[1], 1.5, 8 * unit);
  EXPECT_NEAR(b.velocity[1], -1.5, 8 * unit);

  ResponseBody table, ball = body(Vec2(2, 0), Vec2(5, 5), 9, 1, 1);
  table.velocity = Vec2(1, 0);
  table.angular_velocity = 3;
  stick(ball, table, hit_along(Vec2(1, 0)));
  EXPECT_EQ(ball.velocity, Vec2(1, 6)) << "carried along by the turning table";
  EXPECT_EQ(ball.angular_velocity, 3);
  EXPECT_EQ(table.velocity, Vec2(1, 0));

  ResponseBody one = body(Vec2(0, 0), Vec2(4, 0), 1, 1, 0), other = body(Vec2(1, 0), Vec2(0, 0), 2, 3, 0);
  stick(one, other, hit_along(Vec2(-1, 0)));
  EXPECT_EQ(one.velocity, Vec2(1, 0));
  EXPECT_EQ(other.velocity, Vec2(1, 0));
  EXPECT_EQ(one.angular_velocity, 1) << "spins that nothing changes are ignored";

  ResponseBody wall, lift;
  lift.velocity = Vec2(0, 1);
  stick(wall, lift, hit_along(Vec2(0, 1)));
  EXPECT_EQ(wall.velocity, Vec2(0, 0));
  EXPECT_EQ(lift.velocity, Vec2(0, 1));

  ResponseBody same_a = body(Vec2(1, 1), Vec2(2, 0), 4, 1, 1), same_b = body(Vec2(1, 1), Vec2(0, 2), 0, 1, 3);
  stick(same_a, same_b, hit_along(Vec2(1, 0)));
  EXPECT_EQ(same_a.velocity, Vec2(1, 1));
  EXPECT_EQ(same_b.velocity, Vec2(1, 1));
  EXPECT_EQ(same_a.angular_velocity, 1);
}
