// Rooms whose walls turn: bodies are pressed against walls that keep turning while the bodies rest on them.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

enum class DrumWalls { shapes, parts, room };

constexpr double half_room = 3;

/// A square room of 6 m that turns, and the length of a step.
struct Drum {
  DrumWalls walls = DrumWalls::shapes;
  double thickness = 0.01, spin = 4;
  Material material;
  Real step = dt;
};

/// A body's corners, and the rounding about them.
struct Roller {
  Shape shape = circle(1);
  std::vector<Vec2> corners = {Vec2(0, 0)};
  double radius = 0, extent = 0;
};

BodyId add_drum(World& world, const Drum& drum) {
  const BodyId body = world.add_body({.type = BodyType::kinematic, .angular_velocity = Real(drum.spin)});
  const Real thick = Real(drum.thickness), side = Real(2 * half_room), away = Real(half_room) + thick / 2;
  const std::vector<Shape> walls = {box(side + 2 * thick, thick, Vec2(0, -away)),
                                    box(side + 2 * thick, thick, Vec2(0, away)), box(thick, side, Vec2(-away, 0)),
                                    box(thick, side, Vec2(away, 0))};
  if (drum.walls == DrumWalls::room) {
    world.add_shape(body, container(box(side, side)), {.material = drum.material});
  } else if (drum.walls == DrumWalls::parts) {
    world.add_shape(body, compound(walls), {.material = drum.material});
  } else {
    for (const Shape& wall : walls) world.add_shape(body, wall, {.material = drum.material});
  }
  return body;
}

Roller disc(double extent) { return {circle(Real(extent / 2)), {Vec2(0, 0)}, extent / 2, extent}; }

Roller brick(double extent, double length) {
  const Real x = Real(length / 2), y = Real(extent / 2);
  return {box(2 * x, 2 * y), {Vec2(-x, -y), Vec2(x, -y), Vec2(x, y), Vec2(-x, y)}, 0, extent};
}

Roller pill(double extent, double length) {
  const Vec2 end(Real(length / 2), 0);
  return {capsule(-end, end, Real(extent / 2)), {-end, end}, extent / 2, extent};
}

/// A regular polygon whose smallest extent is at least `extent`.
Roller regular(double extent, int count) {
  Roller made;
  const double reach = count == 3 ? extent / 1.5 : count == 4 ? extent / std::sqrt(2) : extent / 1.8;
  made.corners.clear();
  for (int i = 0; i < count; ++i) {
    const double at = 2 * std::numbers::pi * i / count;
    made.corners.emplace_back(Real(reach * std::cos(at)), Real(reach * std::sin(at)));
  }
  made.shape = polygon(made.corners);
  made.extent = extent;
  return made;
}

/// The distances of a body's centre and of its farthest point beyond the walls' inner faces, in its extents; negative
/// inside.
struct Beyond {
  double centre = 0, point = 0;
};

Beyond beyond(const World& world, BodyId drum, BodyId body, const Roller& roller) {
  const auto of = [&](const Vec2& place) {
    const Vec2 at = world.rotation(drum).inverse() * place;
    return double(std::max(std::abs(at.x()), std::abs(at.y()))) - half_room;
  };
  Beyond out{of(world.position(body)) / roller.extent, -infinite};
  for (const Vec2& corner : roller.corners) {
    const double here = of(world.position(body) + world.rotation(body) * corner) + roller.radius;
    out.point = std::max(out.point, here / roller.extent);
  }
  return out;
}

/// The largest depth while the centre was inside; `centre`: how far the centre got out, which ends the run at once.
Beyond tumbled(const Drum& drum, const Roller& roller, const Vec2& place, Real angle, double seconds) {
  World world({.gravity = Vec2(0, -10)});
  const BodyId walls = add_drum(world, drum);
  const BodyId body =
      world.add_body({.position = place, .rotation = Rotation::from_angle(angle)}, roller.shape, drum.material);
  Beyond most{-infinite, -infinite};
  for (int i = 0; i < seconds / double(drum.step) && !(most.centre > 0); ++i) {
    world.step(drum.step);
    const Beyond now = beyond(world, walls, body, roller);
    most = {std::max(most.centre, now.centre), std::max(most.point, now.point)};
  }
  return most;
}

Roller drawn_roller(Random& random, double least) {
  const double extent = random.real(least, std::max(0.6, 1.5 * least)), length = extent * random.real(1, 2);
  const int kind = random.below(4);
  return kind == 0   ? disc(extent)
         : kind == 1 ? brick(extent, length)
         : kind == 2 ? pill(extent, length)
                     : regular(extent, 3 + random.below(5));
}

// Each body is at least 8 a h^2 thick, where a is the press of gravity and of turning in the corners. A solver that
// takes a wall as it is when the step begins lets the body in by w^2 r T^2 / 2 in every step: 7 of these 100 got out.
TEST(Drums, ADrumKeepsWhatIsInIt) {
  Random random(7);
  int deep = 0;
  const int count = bankshot_test::effort(100);
  for (int i = 0; i < count; ++i) {
    Drum drum;
    drum.walls = DrumWalls(random.below(3));
    drum.step = Real(1) / Real(30 << random.below(3));
    drum.spin = random.real(0.5, 6) * (random.one_in(2) ? 1 : -1);
    drum.thickness = 0.01 * std::pow(100, double(random.real(0, 1)));
    drum.material.restitution = random.one_in(2) ? random.real(0, 0.9) : 0;
    drum.material.friction = random.one_in(4) ? 0 : random.real(0, 1);
    const double press = 10 + drum.spin * drum.spin * half_room * std::sqrt(2), substep = double(drum.step) / 4;
    const Roller roller = drawn_roller(random, std::max(0.12, 8 * press * substep * substep));
    const Vec2 place = random.vec2(1.5);
    const Beyond most = tumbled(drum, roller, place, random.real(0, 6.28), 30);
    EXPECT_LT(most.centre, 0) << i << " spin " << drum.spin << " step " << drum.step << " walls " << drum.thickness;
    deep += most.point > 0.25;
  }
  EXPECT_LE(deep, count / 50);
}

// A body that turning throws into a corner rests there no deeper than in a room that stands still, under an equal pull.
TEST(Drums, WhatRestsInACornerThatTurnsDoesNotSink) {
  for (const DrumWalls walls : {DrumWalls::shapes, DrumWalls::parts, DrumWalls::room}) {
    for (const Roller& roller : {disc(0.5), brick(0.5, 0.5), pill(0.4, 0.3), regular(0.5, 6)}) {
      const Drum drum{walls, 0.01, 4, {.friction = Real(0.6)}};
      const Beyond most = tumbled(drum, roller, Vec2(Real(0.3), -2), 0, 30);
      EXPECT_LT(most.point, 0.05) << int(walls) << ", corners " << roller.corners.size();
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
