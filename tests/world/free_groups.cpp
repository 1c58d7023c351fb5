// Groups of bodies alone in space: no body outside can change their common motion, whichever of them the solver has,
// wait, or are led aside.

#include <array>
#include <cmath>
#include <vector>

#include "effort.hpp"
#include "random.hpp"
#include "random_shapes.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// Sums over all bodies, in double.
struct Sums {
  double mass = 0, turning = 0;     ///< the latter about the origin
  double speeds = 0, turnings = 0;  ///< the scales of momentum and angular momentum
  Eigen::Vector2d centre{0, 0}, momentum{0, 0};
};

Sums sums_of(const World& world) {
  Sums sums;
  for (const BodyId body : world.bodies()) {
    const double mass = double(world.mass_properties(body).mass);
    const Eigen::Vector2d r = world.centre_of_mass(body).cast<double>(), v = world.velocity(body).cast<double>();
    const double spin = double(world.mass_properties(body).inertia) * double(world.angular_velocity(body));
    sums.mass += mass;
    sums.centre += mass * r, sums.momentum += mass * v;
    sums.turning += mass * (r[0] * v[1] - r[1] * v[0]) + spin;
    sums.speeds += mass * v.norm(), sums.turnings += mass * r.norm() * v.norm() + std::abs(spin);
  }
  sums.centre /= sums.mass;
  return sums;
}

/// Losses of a group over some time, each as a share of what its bodies had.
struct Losses {
  double momentum = 0, turning = 0, way = 0;
};

Losses losses(const Sums& before, const Sums& after, double time) {
  const Eigen::Vector2d lag = after.centre - before.centre - time / before.mass * before.momentum;
  return {(after.momentum - before.momentum).norm() / before.speeds,
          std::abs(after.turning - before.turning) / before.turnings, lag.norm() * before.mass / before.speeds / time};
}

Shape any_shape(Random& random) {
  return random.one_in(5) ? circle(random.real(0.15, 0.75)) : shape_with_sides(random);
}

/// From all around to the middle, at once.
BodyDef thrown_in(Random& random, int i, int count, double reach) {
  const double angle = 2 * M_PI * (i + double(random.real(-0.1, 0.1))) / count;
  const Vec2 place = Real(reach) * Vec2(Real(std::cos(angle)), Real(std::sin(angle)));
  return {.position = place,
          .rotation = Rotation::from_angle(random.real(-3, 3)),
          .velocity = -random.real(2, 6) * place + random.vec2(1),
          .angular_velocity = random.real(-5, 5),
          .can_sleep = false};
}

// One of the three waits for the other two, held or hit, in most of these.
TEST(FreeGroups, ThreeBoxesThatDoNotBounceKeepAllThatTheyHave) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(1000u); ++seed) {
    Random random(seed);
    World world(WorldDef{.energy_ledger = true});
    for (int i = 0; i < 3; ++i) {
      world.add_body(thrown_in(random, i, 3, 2), box(random.real(0.6, 1), random.real(0.4, 0.8)),
                     {.restitution = 0, .friction = Real(0.5)});
    }
    const Sums before = sums_of(world);
    const double energy = world.energy().kinetic;
    for (int k = 1; k <= 60; ++k) {
      world.step(dt);
      const Losses lost = losses(before, sums_of(world), k * double(dt));
      ASSERT_LE(lost.momentum, 2e-6) << seed << ", step " << k;
      ASSERT_LE(lost.turning, 2e-6) << seed << ", step " << k;
      ASSERT_LE(lost.way, 2e-6) << seed << ", step " << k;
      ASSERT_NEAR(world.energy_ledger().error(), 0, 2e-6 * energy) << seed << ", step " << k;
    }
  }
}

// All but one in fifty: there, a body that has not met them yet is in their way.
TEST(FreeGroups, KeepAllThatTheyHave) {
  const unsigned groups = bankshot_test::effort(2000u);
  unsigned off = 0;
  for (std::uint64_t seed = 0; seed < groups; ++seed) {
    Random random(seed);
    World world;
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const int count = 3 + random.below(4);
    for (int i = 0; i < count; ++i) {
      const Real restitution = random.one_in(2) ? Real(0) : random.real(0, 1);
      const Real friction = random.one_in(4) ? Real(0) : random.real(0, 1);
      world.add_body(thrown_in(random, i, count, 3), any_shape(random),
                     {.restitution = restitution, .friction = friction, .density = random.real(0.2, 5)});
    }
    const Sums before = sums_of(world);
    Losses lost;
    for (int k = 1; Real(k) * step < 1; ++k) {
      world.step(step);
      lost = losses(before, sums_of(world), k * double(step));
    }
    EXPECT_LE(lost.momentum, 1e-5) << seed;
    off += lost.turning > 1e-5 || lost.way > 1e-5 ? 1 : 0;
  }
  EXPECT_LE(off, groups / 50);
}

// Where all bodies fall alike, they move as if nothing pulled them.
TEST(FreeGroups, FallAsOne) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(500u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, -10), .energy_ledger = true});
    for (int i = 0; i < 3; ++i) {
      world.add_body(thrown_in(random, i, 3, 2), box(random.real(0.6, 1), random.real(0.4, 0.8)),
                     {.restitution = 0, .friction = Real(0.5)});
    }
    const Sums before = sums_of(world);
    const double amount = world.energy().kinetic + 100 * before.mass;
    for (int k = 1; k <= 60; ++k) {
      world.step(dt);
      const double time = k * double(dt);
      Sums after = sums_of(world);
      after.centre[1] += 5 * time * time, after.momentum[1] += 10 * time * before.mass;
      const Losses lost = losses(before, after, time);
      ASSERT_LE(lost.momentum, 5e-6) << seed << ", step " << k;
      ASSERT_LE(lost.way, 5e-6) << seed << ", step " << k;
      ASSERT_NEAR(world.energy_ledger().error(), 0, 2e-6 * amount) << seed << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
