// A bar that turns fast through a pack of bodies lying in one another, in a closed ring: all are thrown at one another.
// The solver gets such contacts ahead of time (speculation.hpp).

#include <algorithm>
#include <numbers>
#include <random>

#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/step/scratch.hpp>

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

struct Crowd {
  static constexpr Real radius = 9;  ///< of the ring
  static constexpr int columns = 20, rows = 16, size = columns * rows;

  World world;
  std::vector<BodyId> members;  ///< whatever the order of creation
};

Crowd driven_crowd(WorldDef def = {}, const std::vector<int>& order = {}) {
  def.gravity = Vec2(0, -10);
  Crowd made{World(def), std::vector<BodyId>(Crowd::size)};
  std::vector<Vec2> corners;
  for (int i = 0; i < 60; ++i) {
    const Real angle = Real(i) * 2 * std::numbers::pi_v<Real> / 60;
    corners.push_back(Crowd::radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  made.world.add_body({.type = BodyType::fixed}, chain(corners, true), {.friction = Real(0.1)});
  made.world.add_body({.type = BodyType::kinematic, .angular_velocity = 16}, box(Real(0.4), 8));
  const Material material{.restitution = Real(0.1), .friction = Real(0.1), .density = Real(0.25)};
  for (int k = 0; k < Crowd::size; ++k) {
    const int i = order.empty() ? k : order[static_cast<std::size_t>(k)];
    const Vec2 place(Real(0.5) * Real(i % Crowd::columns) - Real(4.75),
                     Real(0.5) * Real(i / Crowd::columns) - Real(3.75));
    const Shape shapes[] = {circle(Real(0.35)), box(Real(0.7), Real(0.7)),
                            capsule(Vec2(Real(-0.25), 0), Vec2(Real(0.25), 0), Real(0.25))};
    made.members[static_cast<std::size_t>(i)] = made.world.add_body({.position = place}, shapes[i % 3], material);
  }
  return made;
}

/// Every member's position after some steps.
std::vector<Real> places(Crowd made, int steps = 12) {
  for (int i = 0; i < steps; ++i) made.world.step(dt);
  std::vector<Real> numbers;
  for (const BodyId body : made.members) {
    numbers.push_back(made.world.position(body).x()), numbers.push_back(made.world.position(body).y());
  }
  return numbers;
}

TEST(Crowd, IsDrivenThroughInFewImpacts) {
  Crowd made = driven_crowd();
  std::size_t impacts = 0;
  for (int step = 0; step < 30; ++step) {
    ASSERT_EQ(static_cast<unsigned>(made.world.step(dt)) & static_cast<unsigned>(StepStatus::body_frozen), 0u) << step;
    impacts += made.world.impacts().size();
    for (const BodyId body : made.members) {
      ASSERT_LE(double(made.world.velocity(body).norm()), 4 * 4 * 16) << step;  // four times the bar's tip
      ASSERT_LE(double(made.world.position(body).norm()), double(Crowd::radius)) << step;
    }
  }
  EXPECT_LE(impacts, 4000u);  // 15,000 without
}

/// A ram throws one pack at another. Above it a plate that bounces flies in the way, farther off than any body gets by
/// its own velocity.
struct ThrownPack {
  World world;
  std::vector<BodyId> front;
  BodyId plate;

  explicit ThrownPack(int others) {
    const Material dull{.restitution = 0, .friction = Real(0.1)};
    world.add_body({.type = BodyType::kinematic, .position = Vec2(Real(-1.3), 10), .velocity = Vec2(120, 0)},
                   box(1, 24), dull);
    for (int row = 0; row < 20; ++row) {
      for (int column = 0; column < 2; ++column) {
        const BodyId body = world.add_body({.position = Vec2(Real(column), Real(row))}, box(1, 1), dull);
        if (column == 1) front.push_back(body);
        if (row < 16) world.add_body({.position = Vec2(Real(2.4) + Real(column), Real(row))}, box(1, 1), dull);
      }
    }
    plate = world.add_body({.position = Vec2(2, 18)}, box(Real(0.05), 2), {.restitution = 1});
    for (int i = 0; i < others; ++i) {
      const Vec2 place(200 + 2 * Real(i % 32), 2 * Real(i / 32));
      world.add_body({.position = place, .velocity = Vec2(Real(0.1), 0)}, circle(Real(0.35)));
    }
  }
};

// The timeline finds the plate when it first looks, and must know of it when it looks again. Where few bodies are
// thrown, it looks at them one by one.
TEST(Crowd, StillMeetsWhatItWasFirstThrownAt) {
  for (const int others : {0, 1000}) {
    ThrownPack scene(others);
    for (int step = 0; step < 3; ++step) {
      scene.world.step(dt);
      EXPECT_GT(scene.world.position(scene.plate).x(), scene.world.position(scene.front[18]).x())
          << step << ", beside " << others;
    }
  }
}

TEST(Crowd, OrderOfCreationDoesNotShow) {
  const std::vector<Real> expected = places(driven_crowd());
  std::vector<int> order(Crowd::size);
  for (int i = 0; i < Crowd::size; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937_64(5));
  EXPECT_EQ(places(driven_crowd({}, order)), expected);
}

TEST(Crowd, WidthsAndThreadsDoNotShow) {
  const std::vector<Real> expected = places(driven_crowd());
  EXPECT_EQ(places(driven_crowd({.threads = 3})), expected);
  const Width best = detected_width();
  ASSERT_TRUE(set_width(Width::scalar));
  EXPECT_EQ(places(driven_crowd()), expected);
  set_width(best);
}

// Islands that are no crowd are solved again together with those that are: this changes neither the former nor the
// crowd.
TEST(Crowd, WhatIsFarAwayDoesNotShow) {
  const auto add_pile = [](World& world) {
    std::vector<BodyId> pile;
    world.add_body({.type = BodyType::fixed, .position = Vec2(200, -1)}, box(20, 2));
    for (int i = 0; i < 12; ++i) {
      pile.push_back(world.add_body({.position = Vec2(200 + Real(0.3) * Real(i % 2), Real(0.5) + Real(i))}, box(1, 1)));
    }
    return pile;
  };
  Crowd with = driven_crowd(), without = driven_crowd();
  World alone(WorldDef{.gravity = Vec2(0, -10)});
  const std::vector<BodyId> pile = add_pile(with.world), own = add_pile(alone);
  EXPECT_EQ(places(with), places(without));
  for (int i = 0; i < 12; ++i) with.world.step(dt), alone.step(dt);
  for (std::size_t i = 0; i < pile.size(); ++i) EXPECT_EQ(with.world.position(pile[i]), alone.position(own[i])) << i;
}

// Where many bodies are thrown, the bodies that they meet are found for all of them together; where few are, one by
// one.
TEST(Crowd, HowManyFallElsewhereDoesNotShow) {
  Crowd with = driven_crowd(), without = driven_crowd();
  for (int i = 0; i < 12 * Crowd::size; ++i) {
    with.world.add_body({.position = Vec2(200 + 2 * Real(i % 64), 2 * Real(i / 64))}, circle(Real(0.35)));
  }
  EXPECT_EQ(places(with, 30), places(without, 30));
}

// A contact that the solver gets ahead of time, wherever it came from, joins two bodies that give way to one another:
// pairs that are swept again are firm, or lie deeper (SolverGuard).
TEST(Crowd, MembersOfLikeMassGiveWayInWhatIsForeseen) {
  Crowd made = driven_crowd();
  int members = 0, walls = 0;
  for (int step = 0; step < 12; ++step) {
    made.world.step(dt);
    const detail::WorldState& state = detail::WorldAccess::state(made.world);
    for (const detail::SpeculativeContact& contact : state.scratch->toi.speculative) {
      const BodyType a = state.bodies.flags[contact.pair.body_a].type, b = state.bodies.flags[contact.pair.body_b].type;
      if (a == BodyType::kinematic || b == BodyType::kinematic) continue;
      const bool both = a == BodyType::dynamic && b == BodyType::dynamic;
      (both ? members : walls) += 1;
      EXPECT_EQ(contact.pair.both_movable, both) << step;
    }
  }
  EXPECT_GT(members, 100);  // otherwise the test shows nothing
  EXPECT_GT(walls, 0);
}

TEST(Crowd, BooksClose) {
  Crowd made = driven_crowd({.energy_ledger = true});
  for (int step = 0; step < 20; ++step) {
    made.world.step(dt);
    const EnergyLedger& ledger = made.world.energy_ledger();
    ASSERT_LE(std::abs(ledger.error()), 1e-3 * ledger.passed()) << step;
  }
  EXPECT_EQ(places(driven_crowd({.energy_ledger = true})), places(driven_crowd()));
}

}  // namespace
}  // namespace bankshot::testing
