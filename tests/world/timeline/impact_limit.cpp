// More impacts than a step allows, and crowds that must not reach the limit.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace bankshot::testing {
namespace {

// A ball that has had more impacts than a step allows stands still for the rest of it, with its velocity for the next
// step. A body that meets it meanwhile exchanges energy with it and gets none from nowhere.
TEST_F(WorldTest, WhatIsOutOfImpactsGivesNoEnergyToWhatMeetsIt) {
  world = World({.gravity = Vec2(0, 0)});
  const Material elastic{.restitution = 1, .friction = 0};
  world.add_body({.type = BodyType::fixed}, container(box(4, 4)), elastic);
  std::vector<BodyId> balls;
  for (int i = 0; i < 9; ++i) {
    const Vec2 place(Real(i % 3) - Real(1.1), Real(i / 3) - Real(0.9));
    balls.push_back(world.add_body({.position = place, .velocity = Vec2(Real(4000 + 3000 * i), Real(100 - 37 * i))},
                                   circle(Real(0.3)), elastic));
  }
  const double before = double(world.energy().kinetic);
  bool limit = false;
  for (int i = 0; i < bankshot_test::effort(120); ++i) {
    limit |= has(world.step(dt), StepStatus::impact_limit);
    ASSERT_NEAR(double(world.energy().kinetic), before, 1e-3 * before) << i;
  }
  EXPECT_TRUE(limit);
}

// ---- the limits as settings -------------------------------------------------------------------------------------

struct Gas {
  World world;
  std::vector<BodyId> balls;
  static constexpr Real half_room = 2, radius = Real(0.3);

  /// Nine fast elastic balls between four thick walls.
  explicit Gas(const ImpactLimits& limits)
      : world({.gravity = Vec2(0, -10), .impact_limits = limits, .energy_ledger = true}) {
    const Material elastic{.restitution = 1, .friction = 0};
    for (const Vec2& at : {Vec2(-4, 0), Vec2(4, 0), Vec2(0, -4), Vec2(0, 4)}) {
      world.add_body({.type = BodyType::fixed, .position = at}, at[0] == 0 ? box(12, 4) : box(4, 12), elastic);
    }
    for (int i = 0; i < 9; ++i) {
      const Vec2 place(Real(i % 3) - Real(1.1), Real(i / 3) - Real(0.9));
      balls.push_back(world.add_body({.position = place, .velocity = Vec2(Real(400 + 300 * i), Real(100 - 37 * i))},
                                     circle(radius), elastic));
    }
  }
  bool inside() const {
    const Real most = half_room - radius + Real(0.01);
    return std::all_of(balls.begin(), balls.end(), [&](BodyId ball) {
      const Vec2 at = world.position(ball);
      return std::abs(at[0]) <= most && std::abs(at[1]) <= most;
    });
  }
};

/// The instants of impacts, and the most impacts of one pair.
struct ImpactCounts {
  std::size_t instants = 0, of_a_pair = 0;
  explicit ImpactCounts(const World& world) {
    std::map<std::pair<ShapeId, ShapeId>, std::size_t> of_pairs;
    std::set<Real> times;
    for (const Impact& hit : world.impacts()) {
      times.insert(hit.time);
      of_a_pair = std::max(of_a_pair, ++of_pairs[{hit.shape_a, hit.shape_b}]);
    }
    instants = times.size();
  }
};

void expect_safe(const ImpactLimits& limits) {
  SCOPED_TRACE(std::to_string(limits.per_pair) + " per pair, " + std::to_string(limits.per_body) + " per body");
  Gas gas(limits);
  const double before = gas.world.energy().kinetic;
  int met = 0;
  for (int i = 0; i < 60; ++i) {
    met += has(gas.world.step(dt), StepStatus::impact_limit);
    const ImpactCounts counts(gas.world);
    ASSERT_LE(counts.of_a_pair, static_cast<std::size_t>(limits.per_pair + 1)) << i;
    ASSERT_LE(counts.instants, gas.balls.size() * static_cast<std::size_t>(limits.per_body + 1)) << i;
    ASSERT_TRUE(gas.inside()) << i;
    const EnergyLedger& books = gas.world.energy_ledger();
    const double gained = books.after.total() - books.before.total() - books.push_out;
    ASSERT_LE(gained, 1e-5 * books.passed()) << i;
    ASSERT_LE(std::abs(books.error()), 1e-4 * books.passed()) << i;
  }
  EXPECT_NEAR(gas.world.energy().kinetic, before, 0.001 * before);  // it loses time, no energy
  EXPECT_GT(met, 40);
}

TEST(ImpactLimit, OfAPairHolds) {
  for (const int most : {1, 2, 7}) expect_safe({.per_pair = most, .per_body = 10000});
}
TEST(ImpactLimit, OfABodyHolds) {
  for (const int most : {1, 5, 20}) expect_safe({.per_pair = 10000, .per_body = most});
}

TEST(ImpactLimit, ThatIsNotMetChangesNoBit) {
  const auto hash_with = [](const ImpactLimits& limits) {
    World world({.impact_limits = limits});
    const Material elastic{.restitution = 1};
    world.add_body({.type = BodyType::fixed}, container(box(4, 4)), elastic);
    for (int i = 0; i < 3; ++i) {
      world.add_body({.position = Vec2(Real(i) - 1, 0), .velocity = Vec2(7, Real(i))}, circle(Real(0.3)), elastic);
    }
    for (int i = 0; i < 100; ++i) EXPECT_EQ(world.step(dt), StepStatus::ok);
    world.set_impact_limits({});
    return world.hash();
  };
  EXPECT_EQ(hash_with({}), hash_with({.per_pair = 5, .per_body = 12}));
}

// Nothing pushes a kinematic body, not even a body that stands still in its way.
TEST(ImpactLimit, WhoMetItGivesWayToAMover) {
  World world({.impact_limits = {.per_pair = 1}, .energy_ledger = true});
  const Material elastic{.restitution = 1};
  world.add_body({.type = BodyType::fixed, .position = Vec2(-1, 0)}, box(2, 9), elastic);
  const BodyId mover = world.add_body({.type = BodyType::kinematic, .position = Vec2(5, 0), .velocity = Vec2(-6, 0)},
                                      box(2, 9), elastic);
  const BodyId ball = world.add_body({.position = Vec2(2, 0), .velocity = Vec2(500, 0)}, circle(Real(0.25)), elastic);
  int met = 0;
  for (int i = 1; i <= 30; ++i) {
    met += has(world.step(dt), StepStatus::impact_limit);
    ASSERT_LE(std::abs(world.energy_ledger().error()), 1e-3 * world.energy_ledger().passed()) << i;
    ASSERT_NEAR(world.position(mover)[0], 5 - Real(0.1) * Real(i), Real(1e-4)) << i;
    ASSERT_GE(world.position(ball)[0], Real(0.25) - Real(0.002)) << i;
    ASSERT_LE(world.position(ball)[0], world.position(mover)[0] - 1 - Real(0.25) + Real(0.002)) << i;
  }
  EXPECT_GT(met, 20);
}

// ---- jams -------------------------------------------------------------------------------------------------------

/// A disc, box, capsule or hexagon of that size.
Shape any_shape(Random& random, Real size) {
  switch (random.below(4)) {
    case 0: return circle(size / 2);
    case 1: return box(size, size * random.real(0.5, 1));
    case 2: return capsule(Vec2(-size / 4, 0), Vec2(size / 4, 0), size / 4);
    default: break;
  }
  std::vector<Vec2> corners;
  for (int i = 0; i < 6; ++i) corners.push_back(Rotation::from_angle(Real(i) * Real(1.0472)) * Vec2(size / 2, 0));
  return polygon(corners);
}

/// A light body between a heavy one and a wall, or between two heavy ones, that come together; nothing else acts.
/// `straight`: discs on one line; otherwise shapes of all kinds, turned, turning, and off that line.
World jam(Random& random, bool straight) {
  World world(WorldDef{.energy_ledger = true});
  const Material material{.restitution = random.real(0, 0.9), .friction = random.one_in(2) ? Real(0) : Real(0.5)};
  Material light = material, heavy = material;
  light.density = static_cast<Real>(std::pow(10.0, -double(random.real(1, 4))));
  const Real speed = random.real(1, 20);
  const auto add = [&](Real size, Real height, Real velocity, const Material& of) {
    if (straight)
      return world.add_body({.position = Vec2(0, height), .velocity = Vec2(0, velocity)}, circle(size / 2), of);
    const Shape shape = any_shape(random, size);
    const Vec2 place(random.real(-0.1, 0.1), height);
    const Rotation turn = Rotation::from_angle(random.real(-3, 3));
    const Vec2 towards(random.real(-0.3, 0.3) * velocity, velocity);
    const BodyDef body{
        .position = place, .rotation = turn, .velocity = towards, .angular_velocity = random.real(-3, 3)};
    return world.add_body(body, shape, of);
  };
  add(Real(0.4), random.real(0, 0.1), 0, light);
  add(1, Real(1.2), -speed, heavy);
  if (random.one_in(2)) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-1.5))}, box(20, 2), material);
  } else {
    add(1, Real(-1.2), speed, heavy);
  }
  return world;
}

/// The number of steps at the limit in a second of such jams. Checks that nothing gains energy.
int steps_at_the_limit(int draws, bool straight) {
  int met = 0;
  for (int seed = 1; seed <= draws; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    World world = jam(random, straight);
    const double before = world.energy().kinetic;
    double given = 0;
    for (int i = 0; i < 60; ++i) {
      const StepStatus status = world.step(dt);
      met += has(status, StepStatus::impact_limit) || has(status, StepStatus::stalled);
      given += world.energy_ledger().push_out + world.energy_ledger().support;
      EXPECT_LE(double(world.energy().kinetic), (1 + 1e-5) * before + given) << seed << ' ' << i;
    }
  }
  return met;
}

// The light one bounces between the others ever faster. It passes the blow on before the limit is met, and the others
// are thrown back.
TEST(ImpactLimit, IsNotMetByADiscThatIsCaughtBetweenOthers) {
  EXPECT_EQ(steps_at_the_limit(bankshot_test::effort(300), true), 0);
}
// A body that lies deep in another has no room to be released, and may have to stand still.
TEST(ImpactLimit, IsHardlyMetByWhatIsCaughtBetweenOthers) {
  constexpr int draws = bankshot_test::effort(2000), steps = 60 * draws;
  EXPECT_LE(steps_at_the_limit(draws, false), steps / 10000);
}

// ---- crowds -----------------------------------------------------------------------------------------------------

// A body that flies between two held ones is led away from both in turn, and must not be turned back and forth between
// them without end.
TEST_F(WorldTest, AShowerOfCratesAndEllsHardlyRunsOutOfImpacts) {
  const Vec2 ell[] = {Vec2(Real(-0.6), Real(-0.6)), Vec2(Real(0.6), Real(-0.6)), Vec2(Real(0.6), Real(-0.2)),
                      Vec2(Real(-0.2), Real(-0.2)), Vec2(Real(-0.2), Real(0.6)), Vec2(Real(-0.6), Real(0.6))};
  constexpr int showers = bankshot_test::effort(16);
  int limited = 0;
  for (int shower = 0; shower < showers; ++shower) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_floor({.friction = Real(0.6)});
    for (int i = 0; i < 30; ++i) {
      const Vec2 place(Real(i % 5) * Real(1.1) - Real(2.2) + Real(i / 5) * Real(0.13), 1 + Real(i / 5) * Real(1.5));
      world.add_body({.position = place, .rotation = Rotation::from_angle(Real(i) * Real(0.4) + Real(0.003 * shower))},
                     i % 2 == 0 ? simple_polygon(ell) : box(Real(0.8), Real(0.8)), {.restitution = Real(0.1)});
    }
    // At first some overlap, because they were put there.
    for (int i = 0; i < 400; ++i) limited += without(world.step(dt), StepStatus::penetration) != StepStatus::ok;
  }
  EXPECT_LE(limited, 2 * showers);  // one that bounces between others may run out of impacts
}

}  // namespace
}  // namespace bankshot::testing
