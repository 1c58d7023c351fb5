// Bodies that two movers grip have no room to bounce in.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bankshot::testing {
namespace {

/// A body of any restitution on a floor, between two boards that close and, from a fifth of a second on, rise.
struct Grip {
  World world{WorldDef{.gravity = Vec2(0, -10)}};
  std::array<BodyId, 2> boards;
  BodyId body;
  Real dt = 0, half_width = 0, half_height = 0, closing = 0, rise = 0, gap = 0;
  int stopped = 0;  ///< steps in which something stood still

  explicit Grip(std::uint64_t seed) {
    Random random(seed);
    dt = std::array<Real, 4>{Real(1) / 30, Real(1) / 60, Real(1) / 120, Real(1) / 240}[seed % 4];
    const Material material{.restitution = random.real(0, 0.9), .friction = random.real(0.2, 1)};
    const Shape shape = drawn(random);
    closing = Real(0.001) * std::pow(Real(100), random.real(0, 1)), rise = random.real(0.05, 0.5);
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2), material);
    gap = closing * random.real(0, 0.1);
    const Real out = half_width + gap + Real(0.1);
    for (std::size_t i = 0; i < 2; ++i) {
      const Real side = i == 0 ? Real(-1) : Real(1);
      BodyDef def{.type = BodyType::kinematic, .position = Vec2(side * out, half_height)};
      def.velocity = Vec2(-side * closing, 0);
      boards[i] = world.add_body(def, box(Real(0.2), 4 * half_height), material);
    }
    body = world.add_body({.position = Vec2(0, half_height)}, shape, material);
  }

  Shape drawn(Random& random) {
    half_width = random.real(0.1, 0.5), half_height = half_width;
    const int kind = random.below(3);
    if (kind == 0) return circle(half_width);
    half_height = half_width * random.real(0.5, 2);
    if (kind == 1) return box(2 * half_width, 2 * half_height);
    const Real half_length = half_width * random.real(0.2, 1.5);
    half_height = half_width + half_length;
    return capsule(Vec2(0, -half_length), Vec2(0, half_length), half_width);
  }

  void run(Real time) {
    for (int i = 0; i < static_cast<int>(std::ceil(time / dt)); ++i) {
      const StepStatus status = world.step(dt);
      stopped += has(status, StepStatus::impact_limit) || has(status, StepStatus::stalled);
    }
  }
  /// The distance by which the body lags behind the boards until these have closed by a twentieth of it, in units of
  /// their rise in a step.
  double lags() {
    run(Real(0.2));
    return lags_with(closing, std::clamp(std::min(half_width, half_height) / (20 * closing), Real(0.1), Real(1)));
  }
  /// The same for boards that have closed by a hundredth of the body and stop before they rise.
  double lags_when_they_stop() {
    run((gap + half_width / 100) / closing);
    return lags_with(0, 1);
  }
  double lags_with(Real speed, Real time) {
    for (std::size_t i = 0; i < 2; ++i) world.set_velocity(boards[i], Vec2(i == 0 ? speed : -speed, rise));
    const Real before = world.position(body)[1], start = world.position(boards[0])[1];
    run(time);
    const Real lag = (world.position(boards[0])[1] - start) - (world.position(body)[1] - before);
    return double(lag) / double(rise * dt);
  }
};

// The body bounces to and fro until there is less room than a slop. From then on the solver has it: the movers press
// it, and friction carries it. Getting hold of it takes a step.
TEST(WedgedPairs, WhatMoversGripFollowsThemHoweverItBounces) {
  constexpr int draws = bankshot_test::effort(400);
  int stopped = 0;
  for (int seed = 0; seed < draws; ++seed) {
    Grip grip(static_cast<std::uint64_t>(seed));
    EXPECT_LE(grip.lags(), 1) << seed;
    EXPECT_LE(grip.stopped, 1) << seed;  // as the last room goes
    stopped += grip.stopped;
  }
  EXPECT_LE(stopped, draws / 20 + 1);
}

// Nothing closes any longer, but boards that overlap the body from both sides still press it.
TEST(WedgedPairs, WhatMoversHoldFollowsThemWhenTheyHaveStoppedClosing) {
  for (int seed = 0; seed < bankshot_test::effort(200); ++seed) {
    Grip grip(static_cast<std::uint64_t>(seed));
    EXPECT_LE(grip.lags_when_they_stop(), 1) << seed;
  }
}

// A roller that two boards squeeze moves half as fast as one board moves along the other.
TEST(WedgedPairs, ARollerBetweenBoardsGoesOnHalfAsFast) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(100u); ++seed) {
    Random random(seed);
    const Real step = std::array<Real, 4>{Real(1) / 30, Real(1) / 60, Real(1) / 120, Real(1) / 240}[seed % 4];
    const Material material{.restitution = random.real(0, 0.9), .friction = random.real(0.2, 1)};
    const Real radius = random.real(0.1, 0.5), speed = random.real(0.3, 4), squeezed = random.real(0.001, 0.01);
    World world({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2), material);
    BodyDef def{.type = BodyType::kinematic, .position = Vec2(0, 2 * radius * (1 - squeezed) + Real(0.5))};
    def.velocity = Vec2(speed, 0);
    world.add_body(def, box(60, 1), material);
    const BodyId roller = world.add_body({.position = Vec2(0, radius)}, circle(radius), material);
    for (int i = 0; i < static_cast<int>(1 / step); ++i) world.step(step);
    EXPECT_NEAR(world.velocity(roller)[0], speed / 2, speed / 50) << seed;
    EXPECT_NEAR(world.angular_velocity(roller), -speed / (2 * radius), speed / (20 * radius)) << seed;
  }
}

/// Speed that a disc of that restitution has left after a second in a slot that is wider than the disc by so many
/// slops.
double speed_in_a_slot(Real restitution, Real slops, double& impacts) {
  World world{WorldDef{}};
  const Material material{.restitution = restitution, .friction = 0};
  const Real radius = Real(0.5), room = slops * tolerance::slop_fraction;
  for (const Real side : {Real(-1), Real(1)}) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(side * (1 + radius + room / 2), 0)}, box(2, 8), material);
  }
  BodyDef def{};
  def.velocity = Vec2(Real(0.1), 0);
  const BodyId disc = world.add_body(def, circle(radius), material);
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    impacts += double(world.impacts().size());
  }
  return std::abs(double(world.velocity(disc)[0]));
}

TEST(WedgedPairs, OnlyWhereThereIsLessRoomThanASlopIsNoBounceMade) {
  double impacts = 0;
  EXPECT_LE(speed_in_a_slot(Real(0.9), Real(0.9), impacts), 1e-6);
  EXPECT_LE(impacts, 2);
  for (const Real slops : {Real(1.1), Real(3), Real(20)}) {
    impacts = 0;
    const double speed = speed_in_a_slot(Real(0.9), slops, impacts);
    EXPECT_GE(impacts, 1) << slops;
    EXPECT_NEAR(speed, 0.1 * std::pow(0.9, impacts), 1e-4) << slops;
  }
}

TEST(WedgedPairs, WhatIsElasticKeepsItsEnergyInAnyRoom) {
  for (const Real slops : {Real(0.5), Real(0.9), Real(3)}) {
    double impacts = 0;
    EXPECT_NEAR(speed_in_a_slot(1, slops, impacts), 0.1, 1e-5) << slops;
    EXPECT_GE(impacts, 4) << slops;
  }
}

/// A wedge that comes down a groove of its own angle, without gravity or friction, so slowly that it takes `steps`
/// steps to get there: both its sides are within a slop of the walls at the beginning of a step long before they meet
/// them.
struct Groove {
  World world{WorldDef{}};
  BodyId wedge;
  int steps = 0;

  explicit Groove(std::uint64_t seed) {
    Random random(seed);
    const Real restitution = random.real(0.3, 0.95);
    const Real slope = random.real(0.05, 0.75), half = random.real(0.1, 1), tip = random.real(0.1, 1);
    const Real gap = random.real(0.3, 3) * tolerance::slop_fraction * std::min(tip, half);
    steps = 5 + random.below(36);
    const Real sine = std::sin(slope), cosine = std::cos(slope), top = tip + 2 * half * (sine / cosine);
    const Real speed = gap / (sine * Real(steps) * dt);
    const Material material{.restitution = restitution, .friction = 0};
    for (const Real side : {Real(-1), Real(1)}) {
      const Real out = (tip + top) / 2 + cosine * (gap + 1);
      world.add_body({.type = BodyType::fixed,
                      .position = Vec2(side * out, -sine * (gap + 1)),
                      .rotation = Rotation::from_angle(-side * slope)},
                     box(2, 16), material);
    }
    const Vec2 corners[] = {Vec2(-tip, -half), Vec2(tip, -half), Vec2(top, half), Vec2(-top, half)};
    wedge = world.add_body({.velocity = Vec2(0, -speed)}, polygon(corners), material);
  }

  double energy() const {
    const MassProperties mass = world.mass_properties(wedge);
    const double spin = double(world.angular_velocity(wedge)), speed = double(world.velocity(wedge).norm());
    return (double(mass.mass) * speed * speed + double(mass.inertia) * spin * spin) / 2;
  }
};

// Walls at an angle hold no body between them, however near they are: the body bounces there, on both at once or on one
// after the other, and only these bounces take energy.
TEST(WedgedPairs, AWedgeInAGrooveLosesWhatItsImpactsTellAndNoMore) {
  for (int seed = 0; seed < bankshot_test::effort(200); ++seed) {
    Groove groove(static_cast<std::uint64_t>(seed));
    const double before = groove.energy();
    double told = 0;
    for (int i = 0; i < 2 * groove.steps; ++i) {
      groove.world.step(dt);
      for (const Impact& hit : groove.world.impacts()) told += double(hit.energy_lost);
    }
    EXPECT_GT(told, 0) << seed;
    EXPECT_NEAR(before - groove.energy(), told, 1e-4 * before) << seed;
  }
}

// A hop along the floor leads a toppling body away from it by next to nothing: that is no jam.
TEST(WedgedPairs, ARowOfDominoesIsNeverStopped) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(100u); ++seed) {
    Random random(seed);
    const Real thick = random.real(0.1, 0.25), apart = thick + random.real(0.3, 0.7), friction = random.real(0.2, 0.8);
    const Material material{.restitution = random.one_in(2) ? random.real(0, 0.8) : Real(0), .friction = friction};
    const Real step = seed % 3 == 0 ? Real(1) / 60 : Real(1) / 30;
    World world({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(100, 2), {.friction = friction});
    const int count = 5 + random.below(11);
    for (int i = 0; i < count; ++i) {
      BodyDef def{.position = Vec2(Real(i) * apart, Real(0.5))};
      if (i == 0) def.angular_velocity = -Real(3);
      world.add_body(def, box(thick, 1), material);
    }
    for (int i = 0; i < static_cast<int>(6 / step); ++i) {
      ASSERT_EQ(without(world.step(step), StepStatus::penetration), StepStatus::ok) << seed << ", step " << i;
    }
  }
}

// A crate that is tilted a little when two boards close on it is in a wedge from which there seems to be a way out: far
// down, through the floor.
TEST(WedgedPairs, WhatIsSqueezedIsNotPushedIntoTheFloor) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(200u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, Real(-9.81))});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Real squeeze = std::array<Real, 4>{Real(0.004), Real(0.01), Real(0.02), Real(0.05)}[seed / 3 % 4];
    const Real closing = random.real(0.3, 1.5), off = random.real(-0.2, 0.2);
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(40, 1));
    const BodyId crate = world.add_body({.position = Vec2(off, Real(0.5))}, box(1, 1));
    const int steps = static_cast<int>(std::ceil(Real(0.5) / (closing * step)));
    const Real start = Real(0.6) - squeeze / 2 + Real(steps) * closing * step;
    std::array<BodyId, 2> boards;
    for (std::size_t i = 0; i < 2; ++i) {
      const Real side = i == 0 ? Real(-1) : Real(1);
      BodyDef def{.type = BodyType::kinematic, .position = Vec2(side * start, Real(0.6))};
      def.velocity = Vec2(-side * closing, 0);
      boards[i] = world.add_body(def, box(Real(0.2), Real(0.8)));
    }
    for (int k = 0; k < steps; ++k) world.step(step);
    for (const BodyId board : boards) world.set_velocity(board, Vec2(0, 0));
    for (int k = 0; k < 30; ++k) {
      world.step(step);
      ASSERT_GT(world.position(crate)[1], Real(0.49)) << seed << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
