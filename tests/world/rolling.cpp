// Discs that roll with resistance, against closed forms.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

class Rolling : public WorldTest {
 protected:
  struct Ground {
    Real gravity, slope;  ///< angle, rad: x is down
  };
  /// A floor whose normal is y; gravity is turned instead.
  static World make(const Ground& ground, const Material& material) {
    const double angle = static_cast<double>(ground.slope), g = static_cast<double>(ground.gravity);
    World world({.gravity = Vec2(static_cast<Real>(g * std::sin(angle)), static_cast<Real>(-g * std::cos(angle))),
                 .energy_ledger = true});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(4000, 2), material);
    return world;
  }
  static double way_of(const World& world, BodyId body) { return static_cast<double>(world.position(body).x()); }
};

Real any_step_of(Random& random) { return 1 / random.real(30, 240); }

// 3 v^2 / (4 c g): the torque c R m g over the angle s / R takes c m g s of 3/4 m v^2. Sleep would end the way earlier.
TEST_F(Rolling, StopsAfterItsWay) {
  Random random(1);
  for (int n = 0; n < bankshot_test::effort(200); ++n) {
    const Real r = random.real(0.05, 1), gravity = random.real(1, 20), c = std::exp2(random.real(-7, -2));
    const Real way = r * std::exp2(random.real(2, 8)), step = any_step_of(random);
    const Real speed = std::sqrt(4 * c * gravity * way / 3);
    // The larger coefficient counts, whichever body has it.
    const bool of_floor = random.one_in(2);
    World flat = make({gravity, 0}, {.friction = 1, .rolling_resistance = of_floor ? c : c / 2});
    const BodyId disc = flat.add_body(
        {.position = Vec2(0, r), .velocity = Vec2(speed, 0), .angular_velocity = -speed / r, .can_sleep = false},
        circle(r),
        {.friction = 1, .density = std::exp2(random.real(-3, 3)), .rolling_resistance = of_floor ? c / 2 : c});
    double lost = 0;
    const double passed = 0.75 * static_cast<double>(flat.mass_properties(disc).mass * speed * speed);
    for (Real time = 0; time < 2 * way / speed * Real(1.1) + 2 * step; time += step) {
      flat.step(step);
      lost += flat.energy_ledger().friction;
      EXPECT_LT(std::abs(flat.energy_ledger().error()), 1e-5 * passed);
    }
    EXPECT_NEAR(way_of(flat, disc), static_cast<double>(way), 0.005 * static_cast<double>(way))
        << "case " << n << " r " << r << " c " << c << " g " << gravity << " step " << step << " speed " << speed;
    EXPECT_NEAR(lost, -passed, 0.01 * passed) << "case " << n;
  }
}

// A disc at rest on a slope stays below tan = c, and rolls down with 2/3 (sin - c cos) g above.
TEST_F(Rolling, BeginsOnASlopeFromTheCoefficientOn) {
  Random random(2);
  for (int n = 0; n < bankshot_test::effort(200); ++n) {
    const Real r = random.real(0.05, 1), gravity = random.real(1, 20), c = random.real(0.01, 0.3);
    const double share =
        random.one_in(2) ? static_cast<double>(random.real(0.1, 0.95)) : static_cast<double>(random.real(1.1, 2));
    const double angle = std::atan(share * static_cast<double>(c));
    const Real step = any_step_of(random);
    World slope = make({gravity, static_cast<Real>(angle)}, {.friction = 1, .rolling_resistance = c});
    const BodyId disc = slope.add_body({.position = Vec2(0, r), .can_sleep = false}, circle(r), {.friction = 1});
    double time = 0;
    for (; time < 2; time += static_cast<double>(step)) slope.step(step);
    const double g = static_cast<double>(gravity);
    const double down = 2.0 / 3 * g * std::sin(angle), held = 2.0 / 3 * g * static_cast<double>(c) * std::cos(angle);
    const double half = time * time / 2;
    EXPECT_NEAR(way_of(slope, disc), std::max(down - held, 0.0) * half,
                (share < 1 ? 0 : 0.005 * (down + held) * half) + static_cast<double>(r) / 64)
        << "case " << n << " share " << share << " c " << c << " step " << step;
  }
}

}  // namespace
}  // namespace bankshot::testing
