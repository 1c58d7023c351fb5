// Bodies that stand side by side rest if friction ends their bounces within a slop; otherwise they bounce.

#include <bankshot/world/rest/footing.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::Footing;
using detail::V2;

constexpr Real earth = 10;

class SideBySide : public WorldTest {
 protected:
  /// Rows of boxes of one size that touch one another, each row resting on the one below, half a box aside.
  void build_rows(Random& random) {
    world = World(WorldDef{.gravity = Vec2(0, -earth)});
    const Material material{.restitution = random.real(0.05, 0.98), .friction = random.real(0.3, 1)};
    add_floor(material);
    // The sides are exact in floating point; otherwise a box would begin deep in its neighbour by a rounding error.
    const Real height = static_cast<Real>(1 + random.below(4)) / 4,
               width = height * static_cast<Real>(4 + random.below(5)) / 4;
    const int count = 2 + random.below(9), rows = 1 + random.below(std::min(count, 6));
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < count - row; ++i) {
        const Real x = width * (static_cast<Real>(i) + static_cast<Real>(row) / 2);
        world.add_body({.position = Vec2(x, height * (static_cast<Real>(row) + Real(0.5)))}, box(width, height),
                       material);
      }
    }
  }
};

TEST_F(SideBySide, RowsOfBoxesRestWhateverTheirRestitution) {
  Random random(1);
  for (int draw = 0; draw < 60; ++draw) {
    build_rows(random);
    const Real step = Real(1) / static_cast<Real>(30 << random.below(3));
    std::size_t impacts = 0;
    for (Real time = 0; time < 2; time += step) {
      world.step(step);
      impacts += world.impacts().size();
    }
    EXPECT_EQ(impacts, 0u) << draw;
    EXPECT_EQ(world.counts().awake_bodies, 0) << draw;
  }
}

/// Two boxes of a random size on a floor; the first approaches the second at `approach`, and both move at `along`.
struct SideMeeting {
  BodyId first, second;
  Real restitution = 0, friction = 0, slop = 0;
};

SideMeeting meet(World& world, Random& random, Real along, Real approach) {
  SideMeeting meeting;
  const Material material{.restitution = random.real(0.3, 1), .friction = random.real(0.1, 0.6)};
  meeting.restitution = material.restitution, meeting.friction = material.friction;
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), material);
  const Real height = random.real(0.3, 1), width = height * random.real(1.5, 3);
  meeting.slop = height / 256;
  const Real gap = meeting.slop / 4;
  const auto add = [&](Real x, Real speed) {
    return world.add_body({.position = Vec2(x, height / 2), .velocity = Vec2(speed, 0)}, box(width, height), material);
  };
  meeting.first = add(0, along + approach), meeting.second = add(width + gap, along);
  return meeting;
}

// With equal masses each takes half of the speed of parting e u, and slides (e u / 2)^2 / (2 mu g) on its way to rest.
TEST_F(SideBySide, ABounceThatCanBeSeenIsMade) {
  Random random(2);
  for (int draw = 0; draw < 200; ++draw) {
    world = World(WorldDef{.gravity = Vec2(0, -earth)});
    const Real approach = random.real(1, 3);
    const SideMeeting m = meet(world, random, 0, approach);
    Real parting = 0;
    for (int i = 0; i < 10 && world.impacts().empty(); ++i) {
      world.step(dt);
      for (const Impact& hit : world.impacts()) parting = std::max(parting, hit.separation_speed / hit.approach_speed);
    }
    EXPECT_NEAR(parting, m.restitution, 1e-3) << draw;
  }
}

// Friction slows two bodies that slide the same way alike, so it does not change how fast they part.
TEST_F(SideBySide, WhatSlidesTogetherBouncesHoweverSlowlyItMeets) {
  Random random(3);
  for (int draw = 0; draw < 200; ++draw) {
    world = World(WorldDef{.gravity = Vec2(0, -earth)});
    const Real approach = random.real(0.1, 0.3);
    const SideMeeting m = meet(world, random, random.real(4, 8), approach);
    for (int i = 0; i < 10 && world.impacts().empty(); ++i) world.step(dt);
    ASSERT_FALSE(world.impacts().empty()) << draw;
    const Real parts = (world.velocity(m.second) - world.velocity(m.first)).x();
    EXPECT_NEAR(parts, m.restitution * approach, 0.02 * approach) << draw;
  }
}

// A crate that stands on ice with one half comes to a wall. The half that rubs bears half of the weight, a = mu g / 2,
// so a bounce takes it (e u)^2 / (2 a) away. The crate comes slowly enough for that half to stop it within a step.
TEST_F(SideBySide, WhatStandsHalfOnIceBouncesWhereThatCanBeSeen) {
  constexpr Real step = Real(1) / 30;
  Random random(6);
  for (int draw = 0; draw < bankshot_test::effort(200); ++draw) {
    world = World(WorldDef{.gravity = Vec2(0, -earth)});
    const Real a = random.real(0.1, 0.8), e = random.real(0.6, 0.95), rise = random.real(1.2, 2);
    const Real speed = 2 * a * step * random.real(0.5, 0.95), slop = e * e * speed * speed / (2 * a * rise);
    const Real height = 256 * slop, width = height * random.real(1.5, 3), friction = 2 * a / earth;
    const Real way = random.one_in(2) ? Real(1) : Real(-1), ice_side = random.one_in(2) ? Real(1) : Real(-1);
    for (const Real side : {Real(-1), Real(1)}) {
      world.add_body({.type = BodyType::fixed, .position = Vec2(5 * side, -1)}, box(10, 2),
                     {.friction = side == ice_side ? Real(0) : friction});
    }
    world.add_body({.type = BodyType::fixed, .position = Vec2(way * (width / 2 + slop / 64 + 1), 2)}, box(2, 4),
                   {.restitution = e, .friction = 0});
    world.add_body({.position = Vec2(0, height / 2), .velocity = Vec2(way * speed, 0)}, box(width, height),
                   {.friction = friction});
    world.step(step);
    ASSERT_EQ(world.impacts().size(), 1u) << draw;
    const Impact& hit = world.impacts()[0];
    EXPECT_NEAR(hit.separation_speed, e * hit.approach_speed, 1e-3 * speed) << draw;
  }
}

// A block of width w whose centre of mass is h above its base slides at mu g, or tilts at g (w / 2) / z when pushed at
// z above the base.
TEST_F(SideBySide, WhatIsTallGripsNoBetterThanItTilts) {
  Random random(4);
  for (int draw = 0; draw < 1000; ++draw) {
    const Real width = random.real(0.1, 2), height = random.real(0.1, 2), mu = random.real(0, 2);
    const Real angle = random.real(-3, 3), share = random.real(0, 1);
    const V2 up{std::cos(angle), std::sin(angle)}, along = perp(up);
    const V2 left = (-height / 2) * up - (width / 2) * along, right = left + width * along;
    Footing footing;
    const Real reach = std::hypot(width, height) / 2;
    footing.add(up, left, right, share * earth, (1 - share) * earth, mu * earth, reach);
    const Real lever = width * std::min(share, 1 - share);
    const Real expected = earth * std::min(mu, lever / (height / 2 + reach));
    EXPECT_NEAR(footing.grip(along), expected, 1e-4 * earth);
    EXPECT_NEAR(footing.grip(-along), expected, 1e-4 * earth);
    EXPECT_NEAR(footing.grip(up), 0, 1e-4 * earth);
  }
}

/// Speeds, step by step for a second, of a disc that rolls at 5 m/s over boxes laid edge to edge; `width`: of each.
std::vector<double> rolled(Real radius, Real width, Real height, Real gravity, Real start, Real friction, int rate,
                           Real way) {
  World world({.gravity = Vec2(0, -gravity)});
  const Material material{.friction = friction};
  for (Real middle = -2 * width; middle < 7; middle += width) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(way * middle, -height / 2)}, box(width, height),
                   material);
  }
  const BodyId disc = world.add_body(
      {.position = Vec2(way * start, radius), .velocity = Vec2(5 * way, 0), .angular_velocity = -5 * way / radius},
      circle(radius), material);
  std::vector<double> speeds;
  for (int i = 0; i < rate; ++i) {
    world.step(1 / Real(rate));
    speeds.push_back(double(world.velocity(disc).x()));
  }
  return speeds;
}

// A disc is a little deep in the box on which it rolls, so it would meet the corner of the next box, hardly aside of
// the floor's normal, and hop.
TEST_F(SideBySide, ADiscRollsOverSeparateBoxesAsOverOne) {
  Random random(5);
  for (int draw = 0; draw < 40; ++draw) {
    const Real radius = random.real(0.1, 1), width = random.real(0.1, 2), height = random.real(0.2, 1);
    const Real gravity = random.real(5, 15), start = random.real(0, 1), friction = random.real(0.3, 1);
    for (const int rate : {30, 60, 144}) {
      const Real way = draw % 2 == 0 ? Real(1) : Real(-1);
      const std::vector<double> separate = rolled(radius, width, height, gravity, start, friction, rate, way),
                                one = rolled(radius, 40, height, gravity, start, friction, rate, way);
      double off = 0;
      for (std::size_t i = 0; i < one.size(); ++i) off = std::max(off, std::abs(separate[i] / one[i] - 1));
      EXPECT_LT(off, 2e-4) << draw << " at 1/" << rate << " radius " << radius << " width " << width;
    }
  }
}

/// Mean speed, in the end, of a crate that is put down on boxes that lie edge to edge, each a little askew. It rests on
/// three points or more, and only the loads that they bore before say how much each of them bears.
double speed_on_uneven_boxes(Random& random) {
  World world({.gravity = Vec2(0, -earth), .sleep = false});
  const Real height = random.real(0.5, 2), width = height * random.real(0.8, 2), tile = height * random.real(0.2, 0.8);
  const Real rough = height / 256 * random.real(0.1, 1), friction = random.real(0.3, 0.9);
  for (Real middle = -2 * width; middle < 2 * width; middle += tile) {
    const Real below = rough * random.real(-1, 1), turn = rough / tile * random.real(-1, 1);
    world.add_body(
        {.type = BodyType::fixed, .position = Vec2(middle, below - tile / 2), .rotation = Rotation::from_angle(turn)},
        box(tile, tile), {.friction = friction});
  }
  const Real offset = tile * random.real(-0.5, 0.5);
  const BodyId crate =
      world.add_body({.position = Vec2(offset, height / 2 + 2 * rough)}, box(width, height), {.friction = friction});
  double sum = 0;
  for (int i = 0; i < 480; ++i) {
    world.step(dt);
    if (i >= 240) sum += double(world.velocity(crate).norm()) / 240;
  }
  return sum;
}

// Now and then one rocks on two points that are close to one another; all others lie as still as rounding lets them.
TEST_F(SideBySide, ACrateLiesStillOnAnUnevenFloor) {
  Random random(7);
  const int draws = bankshot_test::effort(200);
  int still = 0;
  for (int draw = 0; draw < draws; ++draw) still += speed_on_uneven_boxes(random) < 1e-4 * double(earth * dt);
  EXPECT_GE(still, draws * 3 / 4);
}

// A disc that comes down beside the seam of two boxes meets one face, not the corner of the other box.
TEST_F(SideBySide, ElasticShotsBesideASeamLeaveAsFromOneFloor) {
  Random random(2);
  const Material elastic{.restitution = 1, .friction = 0};
  int off = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    world = World(WorldDef{});
    const Real size = std::exp(random.real(-2, 1)), width = random.real(0.5, 3);
    for (const Real x : {-width / 2, width / 2}) {
      world.add_body({.type = BodyType::fixed, .position = Vec2(x, Real(-0.5))}, box(width, 1), elastic);
    }
    const Real slant = random.real(-1.2, 1.2), speed = random.real(1, 60), height = size * random.real(0.01, 0.5);
    const Vec2 velocity(speed * std::sin(slant), -speed * std::cos(slant));
    const Real beside = size * random.real(-0.012, 0.012);
    const BodyId ball =
        world.add_body({.position = Vec2(beside - height * std::tan(slant), size / 2 + height), .velocity = velocity},
                       circle(size / 2), elastic);
    for (Real time = 0; time < height / (speed * std::cos(slant)); time += dt) world.step(dt);
    const Vec2 mirrored(velocity.x(), -velocity.y());
    const Real error = (world.velocity(ball) - mirrored).norm() / speed;
    off += error > Real(1e-4);
    EXPECT_LT(error, Real(0.001)) << draw;
  }
  EXPECT_EQ(off, 0);  // also where rounding has the corner met first
}

}  // namespace
}  // namespace bankshot::testing
