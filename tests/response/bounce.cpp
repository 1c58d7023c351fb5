// Bounces against closed forms and against the laws that hold for all of them.
#include <bankshot/response/response.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "support.hpp"

using namespace bankshot;
using namespace bankshot_test;

namespace {

constexpr double eps = std::numeric_limits<Real>::epsilon();
const Vec2 up(0, 1);
const Vec2 right(1, 0);

/// Two bodies that meet at a point with random arms, spins and masses; now and then one is a wall or cannot turn.
struct Meeting {
  ResponseBody a, b;
  Vec2 normal, point;

  explicit Meeting(Random& random) {
    const auto one = [&random] {
      const bool turns = !random.chance(8);  // a spin that nothing can change would do work, so it is 0
      return body(random.vector(3), random.vector(10), turns ? random.between(-5, 5) : 0, random.positive(0.01, 100),
                  turns ? random.positive(0.01, 100) : 0);
    };
    a = one();
    b = one();
    if (random.chance(5)) b = ResponseBody{b.position};  // a wall at rest: a moving one would do work
    normal = random.direction();
    point = random.vector(3);
  }

  /// Upper bound of the change of relative velocity at the point per impulse.
  double stiffness() const {
    const auto of_one = [this](const ResponseBody& x) {
      return x.inverse_mass + x.inverse_inertia * (point - x.position).squaredNorm();
    };
    return of_one(a) + of_one(b);
  }
};

}  // namespace

// Head-on discs: v_a' = ((m_a - e m_b) v_a + (1 + e) m_b v_b) / (m_a + m_b), and the same exchanged.
TEST(Bounce, DiscsHeadOnForAllMassRatios) {
  for (const double ratio : {1e-12, 1e-6, 0.01, 0.5, 1.0, 2.0, 7.0, 1e3, 1e9}) {
    for (const double e : {0.0, 0.25, 0.5, 0.8, 1.0}) {
      ResponseBody a = body(Vec2(2, 0), Vec2(-3, 0), 0, 1, 1);
      ResponseBody b = body(Vec2(0, 0), Vec2(2, 0), 0, static_cast<Real>(ratio), static_cast<Real>(ratio));
      const BounceResult result =
          bounce(a, b, right, Vec2(1, 0), {.restitution = static_cast<Real>(e), .friction = Real(0.5)});
      EXPECT_NEAR(a.velocity[0], ((1 - e * ratio) * -3 + (1 + e) * ratio * 2) / (1 + ratio), 16 * eps) << ratio;
      EXPECT_NEAR(b.velocity[0], ((ratio - e) * 2 + (1 + e) * -3) / (1 + ratio), 16 * eps) << ratio << " " << e;
      EXPECT_EQ(a.velocity[1], 0);
      EXPECT_EQ(a.angular_velocity, 0);
      EXPECT_EQ(result.approach_speed, 5);
      EXPECT_NEAR(result.impulse, (1 + e) * 5 * ratio / (1 + ratio), 8 * eps * result.impulse);
      EXPECT_EQ(result.friction_impulse, 0);
    }
  }
}

TEST(Bounce, WallsAndEqualMassesAreExact) {
  Random random(81);
  for (int i = 0; i < 1000; ++i) {
    const Real speed = random.between(0.1, 10), drift = random.between(-10, 10), mass = random.positive(0.01, 100);
    ResponseBody ball = body(Vec2(0, 1), Vec2(drift, -speed), 0, mass, mass), wall;
    bounce(ball, wall, up, Vec2(0, 0), {.restitution = 1});
    EXPECT_EQ(ball.velocity, Vec2(drift, speed)) << "exactly turned round";
    bounce(wall, ball, up, Vec2(0, 2), {.restitution = 0});
    EXPECT_EQ(ball.velocity, Vec2(drift, 0)) << "exactly stopped";

    ResponseBody a = body(Vec2(0, 1), Vec2(0, -1), 0, mass, mass), b = body(Vec2(0, -1), Vec2(0, 2), 0, mass, mass);
    bounce(a, b, up, Vec2(0, 0), {.restitution = 1});
    EXPECT_EQ(a.velocity, Vec2(0, 2)) << "exactly exchanged";
    EXPECT_EQ(b.velocity, Vec2(0, -1));
  }
}

TEST(Bounce, EveryLawAtRandomMeetings) {
  Random random(82);
  int approaching = 0, braked = 0, sliding = 0, reversed = 0;
  for (int i = 0; i < 100000; ++i) {
    const Meeting before(random);
    const Real e = random.chance(4) ? Real(1) : random.chance(4) ? Real(0) : random.between(0, 1);
    const Real mu = random.chance(4) ? Real(0) : random.positive(0.01, 10);
    Meeting after = before;
    const BounceResult result = bounce(after.a, after.b, after.normal, after.point, {.restitution = e, .friction = mu});
    const Vec2 tangent(-before.normal[1], before.normal[0]);
    const double approach = -relative_speed(before.a, before.b, before.point, before.normal);
    const double scale = 60;  // of the speeds of points: 10 + 5 x 6, twice
    // Rounding: of the speeds, and of what the impulses make of them.
    const double rounding =
        8 * eps * (scale + before.stiffness() * (result.impulse + std::fabs(result.friction_impulse)));
    ASSERT_NEAR(result.approach_speed, approach, 4 * scale * eps);
    if (result.impulse == 0) {
      ASSERT_LE(approach, 4 * scale * eps);
      ASSERT_EQ(after.a.velocity, before.a.velocity);
      ASSERT_EQ(after.b.angular_velocity, before.b.angular_velocity);
      continue;
    }
    ++approaching;
    // Newton, where no friction acts: the speed of separation. With friction the points part, too.
    const double separation = relative_speed(after.a, after.b, after.point, after.normal);
    ASSERT_GE(separation, -rounding) << i;
    if (mu == 0) {
      ASSERT_NEAR(separation, e * approach, rounding) << i;
    }
    // Coulomb: the impulse is inside the cone. If the point still slides in its first direction, it got all the
    // friction that the cone allows against that; otherwise the slip stopped, or the impulse reversed it from there on.
    ASSERT_GE(result.impulse, 0);
    ASSERT_LE(std::fabs(result.friction_impulse), mu * result.impulse) << i;
    const double slide_before = relative_speed(before.a, before.b, before.point, tangent);
    const double slide_after = relative_speed(after.a, after.b, after.point, tangent);
    if (result.friction_impulse != 0) {
      const bool stopped = std::fabs(slide_after) < rounding;
      const bool on_cone = std::fabs(result.friction_impulse) > mu * result.impulse * (1 - 64 * eps);
      const bool turned = slide_before * slide_after < 0;
      ASSERT_TRUE(stopped || turned || (on_cone && result.friction_impulse * slide_after < 0)) << i;
      braked += stopped ? 1 : 0;
      sliding += on_cone ? 1 : 0;
      reversed += !stopped && turned ? 1 : 0;
    }
    // Momentum and energy.
    const Ledger was = ledger(before.a, before.b), is = ledger(after.a, after.b);
    const double impulse = result.impulse + std::fabs(result.friction_impulse);
    const double energy_rounding = 16 * eps * double(was.energy) + 2 * impulse * rounding;
    if (before.b.inverse_mass > 0) {
      ASSERT_NEAR(double(is.px), double(was.px), 32 * (impulse + 1000) * eps) << i;
      ASSERT_NEAR(double(is.py), double(was.py), 32 * (impulse + 1000) * eps) << i;
      if (before.a.inverse_inertia > 0 && before.b.inverse_inertia > 0) {
        ASSERT_NEAR(double(is.spin), double(was.spin), 200 * (impulse + 1000) * eps) << i;
      }
    }
    ASSERT_LE(double(is.energy), double(was.energy) + energy_rounding) << i << " energy gained";
    if (e == 1 && mu == 0) {
      ASSERT_NEAR(double(is.energy), double(was.energy), energy_rounding) << i;
    }
  }
  EXPECT_GT(approaching, 30000);
  EXPECT_GT(braked, 1000);
  EXPECT_GT(sliding, 1000);
  EXPECT_GT(reversed, 100) << "the meetings are too tame";
}

// A disc that lands turning or sliding on the ground: with grip it rolls, without it slides on with less speed.
TEST(Bounce, DiscOnTheGround) {
  const auto land = [](Real vx, Real spin, Real friction) {
    ResponseBody disc = body(Vec2(0, 1), Vec2(vx, -2), spin, 3, Real(1.5)), ground;
    bounce(disc, ground, up, Vec2(0, 0), {.restitution = Real(0.5), .friction = friction});
    return disc;
  };
  // Rolling: m (v - v0) = f, I (w - w0) = f r, v + w r = 0 at the ground, with I = m r^2 / 2 and r = 1.
  const ResponseBody rolling = land(3, 0, 10);
  EXPECT_NEAR(rolling.velocity[0], 2, 8 * eps);
  EXPECT_NEAR(rolling.angular_velocity, -2, 8 * eps);
  EXPECT_NEAR(rolling.velocity[1], 1, 8 * eps);
  const ResponseBody spun = land(0, 6, 10);
  EXPECT_NEAR(spun.velocity[0], -2, 16 * eps);
  EXPECT_NEAR(spun.angular_velocity, 2, 16 * eps);
  // Sliding: the friction impulse is mu m (1 + e) |v_y| = mu m 3.
  const ResponseBody slipping = land(9, 0, Real(0.125));
  EXPECT_NEAR(slipping.velocity[0], 9 - 0.375, 16 * eps);
  EXPECT_NEAR(slipping.angular_velocity, -0.75, 16 * eps);
}

// A rod struck at its end: with k = 1 + m r^2 / I = 4 the impulse is (1 + e) m v / k.
TEST(Bounce, RodFallingOnItsEnd) {
  ResponseBody rod = body(Vec2(0, 0), Vec2(0, -4), 0, 2, 2 * 36 / Real(12)), ground;
  const BounceResult result = bounce(rod, ground, up, Vec2(3, 0), {.restitution = 1});
  EXPECT_NEAR(result.impulse, 2 * 2 * 4 / 4.0, 8 * eps);
  EXPECT_NEAR(rod.velocity[1], -2, 8 * eps);
  EXPECT_NEAR(rod.angular_velocity, 3 * 4.0 / 6, 8 * eps);
}

TEST(Bounce, SwappingTheBodiesNegatesExactly) {
  Random random(83);
  for (int i = 0; i < 20000; ++i) {
    const Meeting before(random);
    const BounceSettings settings = {.restitution = random.between(0, 1), .friction = random.between(0, 1)};
    Meeting one = before, other = before;
    const BounceResult first = bounce(one.a, one.b, before.normal, before.point, settings);
    const BounceResult second = bounce(other.b, other.a, Vec2(-before.normal), before.point, settings);
    ASSERT_EQ(one.a.velocity, other.a.velocity);
    ASSERT_EQ(one.b.velocity, other.b.velocity);
    ASSERT_EQ(one.a.angular_velocity, other.a.angular_velocity);
    ASSERT_EQ(one.b.angular_velocity, other.b.angular_velocity);
    ASSERT_EQ(first.impulse, second.impulse);
    ASSERT_EQ(first.friction_impulse, second.friction_impulse);
  }
}

TEST(Bounce, NothingHappensWithoutApproachOrWithoutMass) {
  ResponseBody a = body(Vec2(0, 1), Vec2(1, 2), 3, 1, 1), b = body(Vec2(0, -1), Vec2(0, 1), 0, 1, 1);
  const BounceResult apart = bounce(a, b, up, Vec2(0, 0), {.restitution = 1, .friction = 1});
  EXPECT_EQ(apart.impulse, 0);
  EXPECT_EQ(apart.friction_impulse, 0);
  EXPECT_EQ(apart.approach_speed, -1);
  EXPECT_EQ(a.velocity, Vec2(1, 2));
  EXPECT_EQ(a.angular_velocity, 3);

  ResponseBody wall, lift;
  lift.velocity = Vec2(0, 2);
  const BounceResult walls = bounce(wall, lift, up, Vec2(0, 0), {.restitution = 1, .friction = 1});
  EXPECT_EQ(walls.impulse, 0);
  EXPECT_EQ(walls.approach_speed, 2);
  EXPECT_EQ(lift.velocity, Vec2(0, 2));
  EXPECT_EQ(wall.velocity, Vec2(0, 0));
}

TEST(Bounce, CoincidentCentresAndExtremeSettings) {
  ResponseBody a = body(Vec2(1, 1), Vec2(2, -3), 1, 1, 1), b = body(Vec2(1, 1), Vec2(0, 1), -2, 2, 2);
  bounce(a, b, up, Vec2(1, 1), {.restitution = Real(0.5), .friction = std::numeric_limits<Real>::max()});
  EXPECT_NEAR(a.velocity[1] - b.velocity[1], 2, 8 * eps);
  EXPECT_NEAR(a.velocity[0] - b.velocity[0], 0, 8 * eps) << "endless friction stops the sliding";
  EXPECT_EQ(a.angular_velocity, 1) << "no arms, no spin";

  ResponseBody ball = body(Vec2(0, 1), Vec2(0, -1), 0, 1, 1), wall;
  bounce(ball, wall, up, Vec2(0, 0), {.restitution = 2});
  EXPECT_EQ(ball.velocity[1], 2) << "above 1 adds energy";
}

// A body that only turns: a door on its hinge.
TEST(Bounce, PinnedBodiesTurn) {
  ResponseBody door = body(Vec2(0, 0), Vec2(0, 0), 0, 0, 4), ball = body(Vec2(2, 1), Vec2(0, -3), 0, 1, 1);
  bounce(ball, door, up, Vec2(2, 0), {.restitution = 1, .friction = 1});
  EXPECT_EQ(door.velocity, Vec2(0, 0));
  EXPECT_NEAR(door.angular_velocity, -1.5, 8 * eps) << "reduced mass at the point: 4 / 2^2 = 1, an equal exchange";
  EXPECT_NEAR(ball.velocity[1], 0, 8 * eps);
}

TEST(Bounce, ThroughTheCentresIgnoresSpin) {
  ResponseBody a = body(Vec2(0, 1), Vec2(3, -2), 7, 1, 1), b = body(Vec2(0, -1), Vec2(0, 0), -5, 3, 1);
  const BounceResult result = bounce(a, b, hit_along(up), {.restitution = 1, .friction = Real(0.25)});
  EXPECT_EQ(a.angular_velocity, 7);
  EXPECT_EQ(b.angular_velocity, -5);
  EXPECT_NEAR(a.velocity[1], 1, 8 * eps);
  EXPECT_NEAR(b.velocity[1], -1, 8 * eps);
  EXPECT_NEAR(result.friction_impulse, 0.25 * 3, 8 * eps) << "the tangent points left: against the motion is positive";
  EXPECT_NEAR(a.velocity[0], 3 - 0.75, 8 * eps);
  EXPECT_NEAR(b.velocity[0], 0.25, 8 * eps);
}
