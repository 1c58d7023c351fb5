// Chains that stop only bodies from their left: a body that stands on them, slides over their bends or tumbles on them
// stays above them.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <array>
#include <cmath>
#include <string>

namespace bankshot::testing {
namespace {

struct Ground {
  std::string name;
  std::vector<Vec2> points;  ///< from left to right: its left is above

  /// True if the point lies below the ground.
  bool covers(const Vec2& p) const {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Vec2 &from = points[i], &to = points[i + 1];
      if (p[0] < from[0] || p[0] >= to[0]) continue;
      return p[1] < from[1] + (to[1] - from[1]) * (p[0] - from[0]) / (to[0] - from[0]);
    }
    return false;
  }
};

std::vector<Ground> grounds() {
  const auto half = Real(0.5);
  return {{"level", {Vec2(-8, 0), Vec2(0, 0), Vec2(8, 0)}},
          {"valley", {Vec2(-4, 3), Vec2(0, 0), Vec2(4, 3)}},
          {"crest", {Vec2(-4, 0), Vec2(0, 3), Vec2(4, 0), Vec2(8, 3)}},
          {"gorge", {Vec2(-3, 9), Vec2(0, 0), Vec2(3, 9)}},
          {"zigzag",
           {Vec2(-6, 4), Vec2(-4, 2), Vec2(-3, 2 + half), Vec2(-2, 1), Vec2(-1, 1 + half), Vec2(0, 0),
            Vec2(1, 1 + half), Vec2(2, 1), Vec2(3, 2 + half), Vec2(4, 2), Vec2(6, 4)}}};
}

TEST_F(WorldTest, NothingFallsThroughTheBendsOfAOneSidedChain) {
  const Vec2 hook[] = {Vec2(0, 0),         Vec2(1, 0), Vec2(1, Real(0.4)), Vec2(Real(0.4), Real(0.4)),
                       Vec2(Real(0.4), 1), Vec2(0, 1)};
  const Shape shapes[] = {circle(Real(0.5)), box(Real(0.9), Real(0.7)), box(Real(0.3), Real(0.9)),
                          simple_polygon(hook)};
  for (const Ground& ground : grounds()) {
    for (int i = 0; i < 80; ++i) {
      world = World({.gravity = Vec2(0, -10)});
      world.add_body({.type = BodyType::fixed}, chain(ground.points, false, ChainSides::left));
      const Real top = ground.points[0][1] > 5 ? Real(7) : Real(5);
      const BodyId body = world.add_body(
          {.position = Vec2(Real(i) / 40 - 1, top), .rotation = Rotation::from_angle(Real(0.17) * Real(i))},
          shapes[i % 4], {.restitution = Real(0.2) * Real(i / 4 % 4), .friction = Real(0.3) * Real(i % 3)});
      for (int k = 0; k < 300; ++k) {
        world.step(dt);
        ASSERT_FALSE(ground.covers(world.centre_of_mass(body))) << ground.name << ", body " << i << ", step " << k;
      }
    }
  }
}

// A load of many times its weight presses the body in by far more than the depth at which a body counts as coming from
// behind; then it slides on from one segment to the next.
TEST_F(WorldTest, WhatALoadPressesIntoAOneSidedChainStaysOnIt) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 40; ++i) points.emplace_back(Real(i) / 2 - 1, Real(0));
  world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left), {.friction = 0});
  const BodyId sled = world.add_body({.position = Vec2(1, Real(0.25)), .velocity = Vec2(3, 0)}, box(1, Real(0.5)),
                                     {.friction = 1, .density = 1});
  const BodyId load =
      world.add_body({.position = Vec2(1, 1), .velocity = Vec2(3, 0)}, box(1, 1), {.friction = 1, .density = 2000});
  for (int k = 0; k < 240; ++k) {
    world.step(dt);
    ASSERT_GT(world.position(sled)[1], 0) << k;
    ASSERT_GT(world.position(load)[1], world.position(sled)[1]) << k;
  }
  EXPECT_NEAR(world.position(sled)[0], 13, 0.5);
}

// A fall past the free end is no leak: there is no face there.
TEST_F(WorldTest, WhatFallsPastTheEndOfAOneSidedChainFalls) {
  const Vec2 points[] = {Vec2(0, 0), Vec2(2, 0)};
  world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left));
  const BodyId body = world.add_body({.position = Vec2(Real(2.6), 1)}, circle(Real(0.5)));
  run(120);
  EXPECT_LT(world.position(body)[1], -10);
}

TEST_F(WorldTest, WhatRisesThroughACrestOfAOneSidedChainIsNotHeld) {
  const Vec2 points[] = {Vec2(-4, -2), Vec2(0, 0), Vec2(4, -2)};
  world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left));
  for (const Real x : {Real(-0.5), Real(0), Real(0.3)}) {
    const BodyId body = world.add_body({.position = Vec2(x, -3), .velocity = Vec2(0, 10)}, box(Real(0.6), Real(0.4)));
    Real top = -3;
    for (int k = 0; k < 80; ++k) {
      world.step(dt);
      top = std::max(top, world.position(body)[1]);
    }
    EXPECT_NEAR(top, 2, 1e-3) << x;
    world.remove_body(body);
  }
}

/// A chain of segments 1 m long that goes up and down by `wave`.
std::vector<Vec2> wavy(Real wave) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 40; ++i) points.emplace_back(Real(i - 20), wave * std::sin(Real(i)));
  return points;
}

// A body that has hit one segment of a crest is partly behind the line of the next one, and comes down on that one all
// the same.
TEST(OneSided, NothingPassesItsBendsFromTheFront) {
  const Ground ground{"wavy", wavy(Real(0.3))};
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(600u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Real speed = 10 * std::pow(Real(100), random.real(0, 1)), lean = random.real(-0.5, 0.5);
    const Material material{.restitution = random.real(0, 1), .friction = random.real(0, 1)};
    const Real width = random.real(0.3, 1.4);
    world.add_body({.type = BodyType::fixed}, chain(ground.points, false, ChainSides::left), material);
    const BodyId body = world.add_body({.position = Vec2(random.real(-1, 1), 2),
                                        .rotation = Rotation::from_angle(random.real(-3, 3)),
                                        .velocity = Vec2(lean * speed, -speed),
                                        .angular_velocity = seed % 2 == 0 ? Real(0) : random.real(-20, 20)},
                                       box(width, width * random.real(0.04, 0.5)), material);
    for (int k = 0; k < 40 && std::abs(world.position(body)[0]) < 18; ++k) {
      world.step(step);
      ASSERT_FALSE(ground.covers(world.centre_of_mass(body))) << seed << ", step " << k;
    }
  }
}

// The corner that comes through first is in front of a segment through which no other part of the body has come yet.
TEST(OneSided, HoldsBackNothingThatComesFromBehind) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(600u); ++seed) {
    Random random(seed);
    World world(WorldDef{});
    std::vector<Vec2> points;
    const int segments = std::array{2, 4, 10, 20}[seed % 4];
    for (int i = 0; i <= segments; ++i) points.emplace_back(Real(40 * i) / Real(segments) - 20, Real(0));
    world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left));
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Real speed = 1 + 3 * random.real(0, 1);
    const Vec2 start(random.real(-1, 1), -1), velocity(random.real(-1, 1), speed);
    const BodyId body =
        world.add_body({.position = start, .rotation = Rotation::from_angle(random.real(0, 6)), .velocity = velocity},
                       box(Real(0.6), Real(0.6) * random.real(0.3, 1)));
    for (int k = 1; Real(k) * step * speed < Real(2.2); ++k) {
      world.step(step);
      const Vec2 off = world.position(body) - (start + Real(k) * step * velocity);
      ASSERT_LT(off.norm(), Real(1e-5)) << seed << ", step " << k;
    }
  }
}

/// A chain 60 m long, level or, with a radius, along a round hollow.
std::vector<Vec2> track(Real segment, Real radius) {
  std::vector<Vec2> points;
  for (Real way = -2; way < 60; way += segment) {
    if (radius == 0) {
      points.emplace_back(way, Real(0));
    } else if (way < 2 * radius) {
      points.emplace_back(radius * std::sin(way / radius), radius - radius * std::cos(way / radius));
    }
  }
  return points;
}

// The body passes many segments in a step, and is deeper in those ahead than a body from behind is when it begins to
// pass.
TEST(OneSided, WhatALoadPressesInStaysOnTheChainHoweverFastItSlides) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(100u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Real speed = random.real(30, 100), radius = seed % 4 == 0 ? Real(0) : random.real(13, 60);
    const Real height = random.real(0.3, 1), above = radius > 0 ? Real(1.3) / radius : Real(0);
    const auto points = track(std::pow(Real(10), random.real(-1.5, -0.5)), radius);
    world.add_body({.type = BodyType::fixed}, chain(points, false, ChainSides::left), {.friction = 0});
    const BodyId sled = world.add_body({.position = Vec2(1, height / 2 + above), .velocity = Vec2(speed, 0)},
                                       box(1, height), {.friction = 1, .density = 1});
    world.add_body({.position = Vec2(1, height + Real(0.5) + above), .velocity = Vec2(speed, 0)}, box(1, 1),
                   {.friction = 1, .density = std::pow(Real(10), random.real(1, 4))});
    const Real end = radius > 0 ? radius * std::sin(std::min(Real(1.6), 55 / radius)) : Real(55);
    for (int k = 0; k < 200; ++k) {
      world.step(step);
      const Vec2 at = world.position(sled);
      if (at[0] < 0 || at[0] > end || at[1] > Real(0.9) * std::max(radius, Real(10))) break;
      const Real depth = radius > 0 ? std::hypot(at[0], at[1] - radius) - radius : -at[1];
      ASSERT_LT(depth, 0) << seed << ", step " << k;
    }
  }
}

// Like a body that slides fast, a box is past all segments on which it stood by the next step, and deeper in those
// ahead than a body from behind is when it begins to pass. Only the chain tells where the box comes from: if it leads
// from the old segments to the new ones, the box is lifted at once and stays; behind a gap it falls through.
TEST(OneSided, WhatIsDeepInFacesAheadStoodOnThoseThatLeadThere) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(100u); ++seed) {
    Random random(seed);
    const Real width = random.real(0.5, 1), height = width * random.real(0.5, 1), way = width * random.real(1.5, 3);
    const Real depth = height * random.real(0.02, 0.3), segment = width * random.real(0.05, 0.3);
    for (const bool leads : {true, false}) {
      World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false});
      const BodyId ground = world.add_body({.type = BodyType::fixed});
      std::vector<Vec2> before, behind;
      for (Real x = -2; x < 7; x += segment) (leads || x < Real(0.55) * way ? before : behind).emplace_back(x, Real(0));
      world.add_shape(ground, chain(before, false, ChainSides::left));
      if (!leads) world.add_shape(ground, chain(behind, false, ChainSides::left));
      const BodyId body = world.add_body({.position = Vec2(0, height / 2)}, box(width, height));
      world.step(dt);
      world.set_pose(body, {.position = Vec2(way, height / 2 - depth)});
      const Real begin = world.position(body)[1];
      world.step(dt);
      EXPECT_EQ(world.position(body)[1] > begin, leads) << seed;
      for (int k = 0; k < 60; ++k) world.step(dt);
      if (leads) {
        EXPECT_GT(world.position(body)[1], 0) << seed;
      } else {
        EXPECT_LT(world.position(body)[1], -4) << seed;
      }
    }
  }
}

// A body that stands on a platform drops through it while its filter leaves the platform out, and lands on the next
// one.
TEST(OneWay, APlatformIsDroppedThroughByTheFilter) {
  constexpr std::uint64_t upper = 2, lower = 4;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, -10)});
    for (const std::uint64_t category : {upper, lower}) {
      const BodyId ground = world.add_body({.type = BodyType::fixed, .position = Vec2(0, category == upper ? 4 : 0)});
      const Shape platform = random.one_in(2)
                                 ? chain(std::array<Vec2, 2>{Vec2(-9, 0), Vec2(9, 0)}, false, ChainSides::left)
                                 : grid({.columns = 18, .rows = 1, .origin = Vec2(-9, -1)},
                                        std::vector<Tile>(18, Tile{Tile::Form::one_way_up}));
      world.add_shape(ground, platform, {.filter = {.category = category}});
    }
    const Real size = random.real(0.3, 1);
    const Shape shape = random.one_in(2) ? box(size, size) : circle(size / 2);
    const BodyId hero = world.add_body({.position = Vec2(random.real(-3, 3), 4 + size * Real(0.501))});
    const ShapeId body = world.add_shape(hero, shape);
    for (int k = 0; k < 60; ++k) world.step(Real(1) / 60);
    EXPECT_NEAR(world.position(hero)[1], 4 + size / 2, 0.01) << seed;
    world.set_filter(body, {.mask = ~upper});
    while (world.position(hero)[1] > 4 - size) world.step(Real(1) / 60);
    world.set_filter(body, {});
    for (int k = 0; k < 120; ++k) world.step(Real(1) / 60);
    EXPECT_NEAR(world.position(hero)[1], size / 2, 0.01) << seed;
  }
}

}  // namespace
}  // namespace bankshot::testing
