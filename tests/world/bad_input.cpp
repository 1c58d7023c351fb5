// Input that no game should have but some do: mass ratios of 1e12, restitution above 1, wedges in which a ball bounces
// without end, walls that close on it. A step does a bounded number of impacts, says when it gave up, and leaves no
// overlap behind.

#include "effort.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>

namespace bankshot::testing {
namespace {

bool is_finite(const World& world) {
  for (const BodyId body : world.bodies()) {
    const Vec2 at = world.position(body), v = world.velocity(body);
    if (!std::isfinite(at[0] + at[1] + v[0] + v[1] + world.angular_velocity(body))) return false;
  }
  return true;
}

/// No step can have more impacts than this: each of `pairs` has at most 48, and the one that stops it.
std::size_t most_impacts(std::size_t pairs) { return pairs * (tolerance::impacts_per_pair + 1); }

// ---- masses -----------------------------------------------------------------------------------------------------

constexpr Real light_mass = Real(1e-6), heavy_mass = Real(1e6);

// A light body that hits the heavy one at rest is thrown back as by a wall; if the heavy one hits it, it flies off at
// (1 + e) v.
TEST(BadInput, ALightBallAndAHeavyOneObeyTheLawOfImpact) {
  for (const Real e : {Real(0), Real(0.5), Real(1)}) {
    for (const bool light_comes : {true, false}) {
      World world;
      const BodyId small = world.add_body({.position = Vec2(-1, 0), .velocity = Vec2(light_comes ? 10 : 0, 0)},
                                          circle(Real(0.5)), {.restitution = e, .density = light_mass});
      const BodyId large = world.add_body({.position = Vec2(1, 0), .velocity = Vec2(light_comes ? 0 : -10, 0)},
                                          circle(Real(0.5)), {.restitution = e, .density = heavy_mass});
      for (int i = 0; i < 30; ++i) world.step(dt);
      EXPECT_NEAR(world.velocity(small)[0], light_comes ? -10 * e : -10 * (1 + e), Real(1e-4)) << e;
      EXPECT_NEAR(world.velocity(large)[0], light_comes ? 0 : -10, Real(1e-4)) << e;
    }
  }
}

/// A light ball at rest between two heavy ones that come at 5 m/s.
struct Squeeze {
  World world{WorldDef{.energy_ledger = true}};
  std::vector<BodyId> balls;
  double start = 0, booked = 0;
  double hits = 0;
  int limits = 0;

  explicit Squeeze(Real e) {
    for (int i = -1; i <= 1; ++i) {
      const BodyDef def{.position = Vec2(Real(2 * i), 0), .velocity = Vec2(Real(-5 * i), 0)};
      balls.push_back(
          world.add_body(def, circle(Real(0.5)), {.restitution = e, .density = i == 0 ? light_mass : heavy_mass}));
    }
    start = world.energy().kinetic;
    for (int i = 0; i < 120; ++i) {
      limits += has(world.step(dt), StepStatus::impact_limit);
      EXPECT_TRUE(is_finite(world)) << i;
      EXPECT_LE(world.impacts().size(), most_impacts(3)) << i;
      hits += double(world.impacts().size());
      booked += world.energy_ledger().push_out + world.energy_ledger().support;
    }
  }
  Real at(std::size_t i) const { return world.position(balls[i])[0]; }
};

// The light ball bounces between them ever faster, and in the little room that is left it does so more often than a
// step allows.
TEST(BadInput, ALightBallRattlesBetweenHeavyOnes) {
  for (const Real e : {Real(0.5), Real(1)}) {
    const Squeeze squeeze(e);
    EXPECT_GT(squeeze.limits, 50) << e;
    // A hit takes less from a heavy ball than its velocity can show: each hit is off by a rounding unit.
    const double rounding = squeeze.hits * double(tolerance::eps);
    EXPECT_LE(squeeze.world.energy().kinetic, (1 + rounding) * squeeze.start + squeeze.booked) << e;
    EXPECT_LE(squeeze.world.deepest_penetration(), Real(1) / 256) << e;
    EXPECT_LT(squeeze.at(0), squeeze.at(1)) << e;
    EXPECT_LT(squeeze.at(1), squeeze.at(2)) << e;
  }
}

// Without restitution the solver has the light body, and must find impulses of which it takes next to nothing.
TEST(BadInput, ALightBallStopsBetweenHeavyOnes) {
  const Squeeze squeeze(0);
  EXPECT_LE(squeeze.world.energy().kinetic, 1e-4 * squeeze.start);
  EXPECT_LE(squeeze.booked, 1e-6 * squeeze.start);
  EXPECT_LE(squeeze.world.deepest_penetration(), Real(1) / 256);
  EXPECT_NEAR(squeeze.at(1) - squeeze.at(0), 1, Real(1) / 256);
  EXPECT_NEAR(squeeze.at(2) - squeeze.at(1), 1, Real(1) / 256);
}

TEST(BadInput, AHeavyOneOnALightOneOnTheFloor) {
  for (const Real e : {Real(0), Real(0.5)}) {
    for (const Shape& shape : {box(1, 1), circle(Real(0.5))}) {
      for (const double ratio : {1e2, 1e4, 1e12}) {
        SCOPED_TRACE(std::to_string(ratio) + ", e " + std::to_string(e));
        World world({.gravity = Vec2(0, -10)});
        world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2), {.restitution = e});
        const Material below{.restitution = e, .density = static_cast<Real>(1 / std::sqrt(ratio))};
        const Material above{.restitution = e, .density = static_cast<Real>(std::sqrt(ratio))};
        const BodyId low = world.add_body({.position = Vec2(0, Real(0.5))}, shape, below);
        const BodyId high = world.add_body({.position = Vec2(0, Real(1.8))}, shape, above);
        for (int i = 0; i < bankshot_test::effort(600); ++i) {
          world.step(dt);
          ASSERT_TRUE(is_finite(world)) << i;
          ASSERT_LE(world.impacts().size(), most_impacts(3)) << i;
        }
        EXPECT_LE(world.deepest_penetration(), Real(1) / 256);
        EXPECT_GT(world.position(low)[1], Real(0.49));
        EXPECT_GT(world.position(high)[1], Real(1.49));
      }
    }
  }
}

// ---- restitution above 1 ----------------------------------------------------------------------------------------

TEST(BadInput, RestitutionAboveOneAddsWhatTheBooksSayAndLetsNothingOut) {
  for (const Real e : {Real(1.5), Real(3)}) {
    World world({.gravity = Vec2(0, -10), .energy_ledger = true});
    world.add_body({.type = BodyType::fixed}, container(box(6, 6)), {.restitution = e});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 5; ++i) {
      const BodyDef def{.position = Vec2(Real(i) - 2, Real(i % 2)), .velocity = Vec2(Real(i), 2)};
      bodies.push_back(
          world.add_body(def, i % 2 == 0 ? circle(Real(0.3)) : box(Real(0.5), Real(0.4)), {.restitution = e}));
    }
    double added = 0, hits = 0;
    bool limit = false;
    for (int i = 0; i < 300; ++i) {
      limit |= world.step(dt) != StepStatus::ok;
      ASSERT_TRUE(is_finite(world)) << e << ", " << i;
      ASSERT_LE(world.impacts().size(), most_impacts(5 * 4 + 10)) << e << ", " << i;  // walls, and one another
      for (const BodyId body : bodies) {
        const Vec2 at = world.position(body);
        ASSERT_LE(std::max(std::abs(at[0]), std::abs(at[1])), Real(2.9)) << e << ", " << i;
      }
      const EnergyLedger& books = world.energy_ledger();
      if (!(books.after.total() < 1e12)) continue;  // it grows until its square overflows
      ASSERT_LE(std::abs(books.error()), 1e-3 * books.passed()) << e << ", " << i;
      added += books.restitution;
      for (const Impact& hit : world.impacts()) hits -= double(hit.energy_lost);
    }
    EXPECT_TRUE(limit);
    EXPECT_GT(added, 1000) << e;
    EXPECT_GT(hits, 0) << e;
  }
}

TEST(BadInput, AnImpactWithRestitutionAboveOneLosesLessThanNothing) {
  World world;
  const Material wild{.restitution = 2, .friction = 0};
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2), wild);
  const BodyId ball =
      world.add_body({.position = Vec2(0, Real(0.6)), .velocity = Vec2(0, -10)}, circle(Real(0.5)), wild);
  world.step(dt);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_NEAR(world.impacts()[0].separation_speed, 20, Real(1e-4));
  EXPECT_NEAR(world.impacts()[0].energy_lost, -150 * world.mass_properties(ball).mass, Real(1e-2));
}

// ---- wedges -----------------------------------------------------------------------------------------------------

/// Two walls that meet in (0, 0) and open upwards by `degrees`.
void add_wedge(World& world, double degrees, const Material& material) {
  const double half = degrees / 2 * 3.14159265358979 / 180;
  const Real height = 60, out = static_cast<Real>(60 * std::tan(half));
  for (const Real side : {Real(-1), Real(1)}) {
    const Vec2 corners[] = {Vec2(0, 0), Vec2(side * out, height), Vec2(side * (out + 2), height), Vec2(side * 2, 0)};
    world.add_body({.type = BodyType::fixed}, polygon(corners), material);
  }
}

struct Trapped {
  std::size_t most = 0;  ///< impacts in one step
  int limits = 0;        ///< steps that reached one
  Real left = 0;         ///< overlap in the end, in slops
  double gain = 0;       ///< most energy gained over the start, as a share of that of the fall
};

Trapped trap(double degrees, const Material& material, double fall, bool round) {
  const auto radius = Real(0.1);
  const Shape shape = round ? circle(radius) : box(2 * radius, 2 * radius);
  World world({.gravity = Vec2(0, -10)});
  add_wedge(world, degrees, material);
  const double rest = double(radius) / std::sin(degrees / 2 * 3.14159265358979 / 180);
  const BodyId body = world.add_body({.position = Vec2(0, static_cast<Real>(rest + fall))}, shape, material);
  Trapped result;
  const double start = world.energy().total();
  const double weight = 10 * double(world.mass_properties(body).mass);
  const Real slop = tolerance::slop_fraction * 2 * radius;
  for (int i = 0; i < 1200; ++i) {
    result.limits += has(world.step(dt), StepStatus::impact_limit);
    result.most = std::max(result.most, world.impacts().size());
    result.gain = std::max(result.gain, (world.energy().total() - start) / (weight * fall));
    EXPECT_TRUE(is_finite(world));
  }
  result.left = world.deepest_penetration() / slop;
  return result;
}

std::string name_of(double degrees, const Material& material, double fall, bool round) {
  return (round ? "disc, " : "box, ") + std::to_string(degrees) + " degrees, e " +
         std::to_string(material.restitution) + ", friction " + std::to_string(material.friction) + ", from " +
         std::to_string(fall) + " m";
}

// Bounded work, no overlap left, and no overlap on the way that would throw the body out.
TEST(BadInput, AWedgeTrapsABall) {
  int limits = 0;
  for (const double degrees : {1.0, 2.0, 5.0, 10.0, 30.0}) {
    for (const Real e : {Real(0), Real(0.5), Real(0.9), Real(1)}) {
      for (int i = 0; i < 8; ++i) {
        const Material material{.restitution = e, .friction = i & 1 ? Real(0.3) : Real(0)};
        const double fall = i & 2 ? 5 : 0.5;
        const bool round = (i & 4) == 0;
        SCOPED_TRACE(name_of(degrees, material, fall, round));
        const Trapped body = trap(degrees, material, fall, round);
        EXPECT_LE(body.most, most_impacts(2));
        EXPECT_LE(body.left, 1);
        EXPECT_LE(body.gain, 0.01);
        limits += body.limits;
      }
    }
  }
  // Some run out of impacts on their way in. If bodies that lie still counted as meeting, all of the narrow ones would,
  // in more than a thousand steps.
  EXPECT_GT(limits, 0);
  EXPECT_LT(limits, 1000);
}

TEST(BadInput, WallsCloseOnABall) {
  for (const Real e : {Real(0), Real(0.5), Real(1)}) {
    for (const Real speed : {Real(1), Real(10), Real(100)}) {
      World world({.gravity = Vec2(0, -10)});
      const Material material{.restitution = e};
      for (const Real side : {Real(-1), Real(1)}) {
        world.add_body({.type = BodyType::kinematic, .position = Vec2(3 * side, 0), .velocity = Vec2(-speed * side, 0)},
                       box(2, 50), material);
      }
      world.add_body({.velocity = Vec2(30, 0)}, circle(Real(0.25)), material);
      world.add_body({.position = Vec2(0, 1), .velocity = Vec2(-20, 0)}, box(Real(0.5), Real(0.5)), material);
      const int steps = static_cast<int>(4 / (speed * dt)) + 60;
      for (int i = 0; i < steps; ++i) {
        world.step(dt);
        ASSERT_TRUE(is_finite(world)) << e << ", " << speed << ", " << i;
        ASSERT_LE(world.impacts().size(), most_impacts(5)) << e << ", " << speed << ", " << i;
      }
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
