// Piles that are set up at once: their loads are not known from the step before.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>

namespace bankshot::testing {
namespace {

/// The pull of a pile to its floor.
struct Pull {
  static constexpr Real strength = 10;  ///< per mass

  Vec2 up;               ///< unit, along an axis: the other way
  bool by_hook = false;  ///< a force of the user's own, not gravity
};

ForceOutput pull_down(const void* context, const ForceInput& body) noexcept {
  return {-Pull::strength * body.mass * static_cast<const Pull*>(context)->up, 0};
}

class Settling : public WorldTest {
 protected:
  /// The farthest that anything in a pyramid of 20 rows has gone along the floor after 10 s, or when it sleeps, m.
  Real drift_of_pyramid(Real rate, const Pull& pull) {
    const Vec2 up = pull.up, along(up.y(), -up.x());
    world = World(WorldDef{.gravity = Real(pull.by_hook ? 0 : -Pull::strength) * up});
    if (pull.by_hook) world.set_force_hook({pull_down, &pull});
    const Vec2 sides = (2 * up + 200 * along).cwiseAbs();
    world.add_body({.type = BodyType::fixed, .position = -up}, box(sides.x(), sides.y()));
    std::vector<BodyId> boxes;
    std::vector<Vec2> put;
    constexpr int rows = 20;
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < rows - row; ++i) {
        const Real x = Real(1.1) * (Real(i) - Real(rows - row - 1) / 2), y = Real(row) + Real(0.5);
        put.emplace_back(x * along + y * up);
        boxes.push_back(add_box(put.back().x(), put.back().y()));
      }
    }
    for (int i = 0; i < 10 * int(rate) && world.awake(boxes[0]); ++i) world.step(1 / rate);
    EXPECT_FALSE(world.awake(boxes[0])) << rate;
    Real farthest = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      farthest = std::max(farthest, std::abs((world.position(boxes[i]) - put[i]).dot(along)));
    }
    return farthest;
  }
};

// However the pile is pulled: loads are new along either axis, and under forces of the user's own as well.
TEST_F(Settling, APyramidStaysWhereItWasPut) {
  for (const Pull& pull : {Pull{Vec2(0, 1)}, Pull{Vec2(1, 0)}, Pull{Vec2(-1, 0)}, Pull{Vec2(0, 1), true}}) {
    for (const Real rate : {Real(30), Real(60), Real(144)}) {
      EXPECT_LT(drift_of_pyramid(rate, pull), Real(0.005))
          << pull.up.transpose() << " hook " << pull.by_hook << " at 1/" << rate;
    }
  }
}

// A pile bears the same load whatever happens beside it, so another pile, set up later, must not change a bit of it.
TEST_F(Settling, AnOlderPileDoesNotFeelANewOne) {
  const auto run_stack = [this](bool other) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_floor();
    const std::vector<BodyId> stack = add_stack(0, 10);
    run(12);
    if (other) add_stack(5, 10);
    run(5);
    std::vector<Vec2> places;
    for (const BodyId box : stack) places.push_back(world.position(box));
    return places;
  };
  EXPECT_EQ(run_stack(false), run_stack(true));
}

struct Landing {
  Real deepest = 0;
  std::size_t impacts = 0;
  int told = 0;  ///< steps that reported something deep
};

/// 240 boxes that turn as they fall into a bin at 12 m/s.
Landing land(std::uint64_t seed, Real crate) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
  for (const Real x : {Real(-5.5), Real(5.5)}) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(x, 10)}, box(1, 30));
  }
  Random random(seed);
  for (int i = 0; i < 240; ++i) {
    const Vec2 place(2 * crate * Real(i % 12) - Real(4.4), Real(1.5) + 2 * crate * Real(i / 12));
    world.add_body({.position = place,
                    .rotation = Rotation::from_angle(random.real(0, 6)),
                    .velocity = Vec2(random.real(-1, 1), -12),
                    .angular_velocity = random.real(-5, 5)},
                   box(crate, crate));
  }
  Landing landing;
  for (int step = 0; step < 90; ++step) {
    landing.told += has(world.step(dt), StepStatus::penetration);
    landing.impacts += world.impacts().size();
    landing.deepest = std::max(landing.deepest, world.deepest_penetration());
  }
  return landing;
}

// The solver has the pairs that need not meet at their exact time: some 500 impacts instead of 2,100. Neither that, nor
// pushing bodies out of the way of those that were hit, lets two boxes get half of a box into one another.
TEST_F(Settling, APileLandsInFewImpacts) {
  const Real crate = Real(0.4);
  int told = 0;
  for (std::uint64_t seed = 1; seed <= bankshot_test::effort(24u); ++seed) {
    const Landing landing = land(seed, crate);
    EXPECT_LE(landing.impacts, 800u) << seed;
    EXPECT_LE(landing.deepest, crate / 2) << seed;
    told += landing.told;
  }
  EXPECT_LE(told, bankshot_test::effort(40));
}

// The push that ends a landing goes through loose bodies into the ground. If it were taken back from one of them only,
// it would throw the other one up again.
TEST_F(Settling, WhatDoesNotBounceHardlyReboundsFromWhatIsLoose) {
  constexpr int draws = bankshot_test::effort(200);
  int rebounds = 0;
  for (int draw = 0; draw < draws; ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    World own(WorldDef{.gravity = Vec2(0, -10)});
    own.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
    const Real lower = random.real(0.3, 2), upper = random.real(0.3, 2), fall = random.real(0.3, 8);
    own.add_body({.position = Vec2(0, lower / 2)}, box(2, lower));
    const BodyId body = own.add_body({.position = Vec2(0, lower + upper / 2 + fall)}, box(1, upper));
    Real fastest = 0;
    for (int i = 0; i < 120; ++i) {
      own.step(dt);
      fastest = std::max(fastest, own.velocity(body).y());
    }
    rebounds += fastest > Real(0.03) * std::sqrt(20 * fall);
  }
  EXPECT_LE(rebounds, draws / 5);
}

// A blow fades with each body that passes it on, and must not fade into subnormal numbers: one of these takes a
// processor as long as a hundred others.
TEST_F(Settling, WhatIsPassedOnFadesAwayToNothing) {
  const auto subnormal = [](Real x) { return std::fpclassify(x) == FP_SUBNORMAL; };
  const auto fading = [&](const std::vector<BodyId>& bodies) {
    return std::count_if(bodies.begin(), bodies.end(), [&](BodyId body) {
      const Vec2 v = world.velocity(body);
      return subnormal(v.x()) || subnormal(v.y()) || subnormal(world.angular_velocity(body));
    });
  };
  world = World(WorldDef{.gravity = Vec2(0, 0)});
  std::vector<BodyId> row;
  for (int i = 0; i < 2000; ++i) row.push_back(add_box(Real(i), Real(i % 2) / 8));
  world.set_velocity(row.front(), Vec2(10, 1));
  for (int step = 0; step < 60; ++step) {
    world.step(dt);
    EXPECT_EQ(fading(row), 0) << step;
  }
}

// A sleeping body is a wall until the next step: a body that begins to fall just above it does not fall into it
// meanwhile.
TEST_F(Settling, NothingFallsIntoWhatSleeps) {
  Random random(1);
  for (int i = 0; i < bankshot_test::effort(100); ++i) {
    const Real gravity = random.real(5, 30), width = random.real(0.2, 1), height = random.real(0.2, 1);
    world = World({.gravity = Vec2(0, -gravity)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(20, 1));
    const BodyId lower = world.add_body({.position = Vec2(0, height / 2)}, box(width, height));
    for (int step = 0; step < 120; ++step) world.step(dt);
    ASSERT_FALSE(world.awake(lower));
    const Real top = world.position(lower).y() + height / 2, side = random.real(0.05, 0.5);
    const Real gap = random.real(0, 0.5) * gravity * dt * dt;
    const BodyId upper = world.add_body({.position = Vec2(0, top + gap + side / 2)}, box(side, side));
    world.step(dt);
    EXPECT_LT(double(top - (world.position(upper).y() - side / 2)),
              double(std::min({width, height, side})) / 256 * 1.25)
        << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
