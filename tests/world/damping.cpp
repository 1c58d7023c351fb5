// The velocity that damping leaves, against the law that the definition states.

#include "world_fixture.hpp"

#include <cmath>
#include <random>

namespace bankshot::testing {
namespace {

class Damping : public WorldTest {
 protected:
  std::mt19937_64 random_{11};
  double draw(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
  Real draw_power(double least, double most) { return static_cast<Real>(std::exp2(draw(least, most))); }
};

// v' = a - d v: the velocity is exact, and the displacement is within (d h)^2 / 12 of what the velocity above a / d
// makes.
TEST_F(Damping, FollowsItsLawInFreeFlight) {
  for (int i = 0; i < 200; ++i) {
    const Real rate = draw_power(-6, 8), turn_rate = draw_power(-6, 8), step = draw_power(-8, -3);
    const int steps = 1 + i % 10;
    World flat(WorldDef{.gravity = Vec2(0, i % 2 == 0 ? 0 : -10)});
    const BodyId body = flat.add_body(
        {.velocity = Vec2(4, 3), .angular_velocity = 5, .linear_damping = rate, .angular_damping = turn_rate},
        circle(1));
    for (int k = 0; k < steps; ++k) flat.step(step);
    const double d = double(rate), time = steps * double(step), h = double(step) / 4, keep = std::exp(-d * time);
    const double last = i % 2 == 0 ? 0 : -10 / d;  // the velocity that it approaches
    const double rounding = 8 * steps * double(tolerance::eps);
    const double vy = last + (3 - last) * keep;
    EXPECT_NEAR(double(flat.velocity(body).x()), 4 * keep, 4 * rounding) << rate << ' ' << step;
    EXPECT_NEAR(double(flat.velocity(body).y()), vy, rounding * (3 + std::abs(last))) << rate << ' ' << step;
    EXPECT_NEAR(double(flat.angular_velocity(body)), 5 * std::exp(-double(turn_rate) * time), 5 * rounding);
    const double way = -4 * std::expm1(-d * time) / d;
    EXPECT_NEAR(double(flat.position(body).x()), way, way * ((d * h) * (d * h) / 12 + rounding)) << rate << ' ' << step;
  }
}

TEST_F(Damping, FollowsItsLawOnAFloor) {
  for (int i = 0; i < 40; ++i) {
    const Real rate = draw_power(-6, 6), step = draw_power(-8, -5);
    World flat(WorldDef{.gravity = Vec2(0, -10)});
    flat.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), {.friction = 0});
    const BodyId body = flat.add_body({.position = Vec2(0, Real(0.25)), .velocity = Vec2(4, 0), .linear_damping = rate},
                                      box(2, Real(0.5)), {.friction = 0});
    for (int k = 0; k < 10; ++k) flat.step(step);
    const double speed = 4 * std::exp(-double(rate) * 10 * double(step));
    EXPECT_NEAR(double(flat.velocity(body).x()), speed, 400 * double(tolerance::eps)) << rate << ' ' << step;
  }
}

}  // namespace
}  // namespace bankshot::testing
