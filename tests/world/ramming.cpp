// A heavy body that runs into a pack of light ones, side by side and in touch, with nothing else in the world.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

constexpr double ram_mass = 8 * 8 * 8, ram_speed = 40;
constexpr int pack_columns = 12, pack_rows = 8;
constexpr Real block_side = Real(0.4);
constexpr double block_mass = double(block_side) * double(block_side);

class Ramming : public WorldTest {
 protected:
  void set_up(bool awake, double aside = 0, double speed = ram_speed) {
    world = World(WorldDef{.gravity = Vec2(0, 0)});
    blocks.clear();
    ram = world.add_body({.position = Vec2(Real(-4.5), Real(aside)), .velocity = Vec2(Real(speed), 0)}, box(8, 8),
                         {.density = 8});
    for (int i = 0; i < pack_columns; ++i) {
      for (int j = 0; j < pack_rows; ++j) {
        const Vec2 place(block_side / 2 + block_side * Real(i), block_side * (Real(j) - Real(pack_rows) / 2));
        blocks.push_back(
            world.add_body({.position = place, .awake = awake}, box(block_side, block_side), {.density = 1}));
      }
    }
  }
  double momentum(int axis) const {
    double sum = ram_mass * double(world.velocity(ram)[axis]);
    for (const BodyId block : blocks) sum += block_mass * double(world.velocity(block)[axis]);
    return sum;
  }

  BodyId ram;
  std::vector<BodyId> blocks;
};

// However the solver and the impacts share the work, nothing outside changes the momentum.
TEST_F(Ramming, KeepsMomentum) {
  set_up(true);
  const double all = ram_mass * ram_speed;
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    ASSERT_NEAR(momentum(0), all, 4e-6 * all) << i;
    ASSERT_NEAR(momentum(1), 0, 4e-6 * all) << i;
  }
}

// A step has hundreds of pushes, and each is rounded as the ram's velocity is: without free_islands.hpp the errors add
// up to 10e-6 of the whole.
TEST_F(Ramming, KeepsMomentumFromManySides) {
  Random random(1);
  for (int ram = 0; ram < bankshot_test::effort(12); ++ram) {
    set_up(true, random.real(-1, 1), random.real(0.5, 2) * ram_speed);
    const double all = momentum(0);
    for (int i = 0; i < 60; ++i) world.step(dt);
    EXPECT_NEAR(momentum(0), all, 2e-6 * all) << ram;
    EXPECT_NEAR(momentum(1), 0, 2e-6 * all) << ram;
  }
}

// No body is a wall because it is asleep: bodies in the way wake in time, and so do the bodies behind those.
TEST_F(Ramming, KeepsMomentumWhereThePackSleeps) {
  set_up(false);
  const double all = ram_mass * ram_speed;
  world.step(dt);
  for (const BodyId block : blocks) EXPECT_TRUE(world.awake(block));
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    ASSERT_NEAR(momentum(0), all, 4e-6 * all) << i;
    ASSERT_NEAR(momentum(1), 0, 4e-6 * all) << i;
  }
}

TEST_F(WorldTest, ASlowBoxKeepsItsMomentumWhenItMeetsASleepingOne) {
  const Material smooth{.friction = 0};
  add_floor(smooth);
  const BodyId slider = world.add_body({.position = Vec2(Real(-1.1), Real(0.5))}, box(1, 1), smooth);
  const BodyId sleeper = world.add_body({.position = Vec2(0, Real(0.5))}, box(1, 1), smooth);
  ASSERT_TRUE(run_until_asleep(sleeper));
  world.set_velocity(slider, Vec2(Real(0.2), 0));
  for (int i = 0; i < 50; ++i) {
    world.step(dt);
    ASSERT_NEAR(double(world.velocity(slider).x() + world.velocity(sleeper).x()), 0.2, 1e-4) << i;
  }
  EXPECT_NEAR(double(world.velocity(sleeper).x()), 0.1, 2e-3);  // they part by a hop
}

TEST_F(WorldTest, WhatPassesByWakesNobody) {
  world = World(WorldDef{.gravity = Vec2(0, 0)});
  const BodyId sleeper = world.add_body({.position = Vec2(0, 0), .awake = false}, box(1, 1));
  const BodyId ball = add_ball(-4, Real(1.002));  // 2 mm above
  world.set_velocity(ball, Vec2(60, 0));
  world.add_body({.type = BodyType::kinematic, .position = Vec2(0, -2), .angular_velocity = 3},
                 box(Real(2.99), Real(0.1)));  // its corners 5 mm below the box at most
  for (int i = 0; i < 120; ++i) {
    world.step(dt);
    ASSERT_FALSE(world.awake(sleeper)) << i;
  }
}

class RammedHeap : public WorldTest {
 protected:
  /// Bodies that lie in one another, each `off` its place, and a bar through their middle that turns.
  template <class Off>
  void set_up(int columns, int rows, Real length, Real spin, Off&& off) {
    add_floor();
    const Real middle = length / 2;
    world.add_body({.type = BodyType::kinematic, .position = Vec2(0, middle), .angular_velocity = spin},
                   box(Real(0.8), length));
    const Material material{.restitution = Real(0.1), .friction = Real(0.1), .density = Real(0.25)};
    for (int i = 0; i < columns * rows; ++i) {
      const Vec2 place(Real(0.5) * Real(i % columns) - Real(columns) / 4, Real(1) + Real(0.5) * Real(i / columns));
      const Shape shape = i % 2 != 0 ? circle(Real(0.35)) : box(Real(0.7), Real(0.7));
      heap.push_back(world.add_body({.position = place + off(i)}, shape, material));
    }
  }
  double fastest() const {
    double speed = 0;
    for (const BodyId body : heap) speed = std::max(speed, double(world.velocity(body).norm()));
    return speed;
  }

  std::vector<BodyId> heap;
};

// The solver has the bodies that the bar pushes, and most of those at which they are thrown: some 1,100 impacts instead
// of 20,000. A heap is chaotic, and bodies that the bar shears against one another are squeezed out: one heap of eight,
// at most, throws a body four times as fast as the bar's tip.
TEST_F(RammedHeap, ABarGoesThroughInFewImpacts) {
  const auto expect_few = [this](int heaps, const auto& off) {
    std::size_t impacts = 0;
    int shot_out = 0;
    for (int i = 0; i < heaps; ++i) {
      heap.clear();
      world = World(WorldDef{.gravity = Vec2(0, -10)});
      set_up(20, 20, 10, 20, [&](int body) { return off(i, body); });
      double most = 0;
      for (int step = 0; step < 8; ++step) {
        world.step(dt);
        impacts += world.impacts().size();
        most = std::max(most, fastest());
      }
      shot_out += most > 4 * 5 * 20;  // four times the bar's tip
      EXPECT_LE(most, 16 * 5 * 20) << i;
    }
    EXPECT_LE(impacts, static_cast<std::size_t>(heaps) * 4000);
    EXPECT_LE(shot_out, heaps / 8);
  };
  expect_few(bankshot_test::effort(8), [](int i, int body) { return Vec2(Real(0.001) * Real(i * (body % 7)), 0); });
  Random random(1);
  expect_few(8 * bankshot_test::effort(4), [&](int, int) { return random.vec2(0.01); });
}

// Where paths lead one another on, ever faster, the second step would not end.
TEST_F(RammedHeap, AJamEnds) {
  set_up(92, 58, 40, 5, [](int) { return Vec2(0, 0); });
  for (int step = 0; step < 2; ++step) {
    world.step(dt);
    EXPECT_LE(world.impacts().size(), heap.size()) << step;
    EXPECT_LE(fastest(), 2 * 20 * 5) << step;
  }
}

// A pile is where both bodies touch others.
TEST_F(WorldTest, WhatBouncesLittleBouncesOnAPile) {
  const Material material{.restitution = Real(0.1)};
  add_floor(material);
  world.add_body({.position = Vec2(0, Real(0.5))}, box(1, 1), material);
  world.add_body({.position = Vec2(0, Real(1.5))}, box(1, 1), material);
  run(30);
  const BodyId dropped = world.add_body({.position = Vec2(0, Real(7.5))}, box(1, 1), material);
  while (world.impacts().empty()) world.step(dt);
  double highest = 0;
  for (int i = 0; i < 30; ++i) {
    world.step(dt);
    highest = std::max(highest, double(world.position(dropped).y()) - 2.5);
  }
  EXPECT_NEAR(highest, 0.01 * 5, 2e-3);
}

}  // namespace
}  // namespace bankshot::testing
