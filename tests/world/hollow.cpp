// Hollow bodies that fly with something in them: made of pieces, of one outline, or of a closed line.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

Shape board(Vec2 middle, Real width, Real height) {
  const Vec2 half(width / 2, height / 2), up(-width / 2, height / 2);
  return polygon({{middle - half, middle - up, middle + half, middle + up}});
}

/// 0: four boards as a frame; 1: a U of one outline; 2: a ring of a closed line.
Shape hollow(int kind, Random& random) {
  const Real thick = random.real(0.04, 0.15);
  if (kind == 0) {
    const Shape boards[] = {board(Vec2(0, Real(-0.5)), 1, thick), board(Vec2(0, Real(0.5)), 1, thick),
                            board(Vec2(Real(-0.5), 0), thick, 1), board(Vec2(Real(0.5), 0), thick, 1)};
    return compound(boards);
  }
  if (kind == 1) {
    const Real in = Real(0.5) - thick;
    const Vec2 outline[] = {Vec2(Real(-0.5), Real(-0.5)),
                            Vec2(Real(0.5), Real(-0.5)),
                            Vec2(Real(0.5), Real(0.5)),
                            Vec2(in, Real(0.5)),
                            Vec2(in, -in),
                            Vec2(-in, -in),
                            Vec2(-in, Real(0.5)),
                            Vec2(Real(-0.5), Real(0.5))};
    return simple_polygon(outline);
  }
  std::vector<Vec2> ring;
  for (int i = 0; i < 7; ++i) {
    const double angle = 2 * std::numbers::pi * i / 7;
    ring.emplace_back(Real(0.6 * std::cos(angle)), Real(0.6 * std::sin(angle)));
  }
  return chain(ring, true);
}

Shape content(Random& random) {
  const Real size = random.real(0.05, 0.2);
  if (random.one_in(3)) return capsule(Vec2(-size / 2, 0), Vec2(size / 2, 0), size / 2);
  return random.one_in(2) ? circle(size) : box(2 * size, size);
}

/// Of both bodies together, in double.
Eigen::Vector2d mean_of(const World& world, BodyId a, BodyId b, Vec2 (World::*of)(BodyId) const) {
  const double mass_a = double(world.mass_properties(a).mass), mass_b = double(world.mass_properties(b).mass);
  const Vec2 at_a = (world.*of)(a), at_b = (world.*of)(b);
  return (mass_a * at_a.cast<double>() + mass_b * at_b.cast<double>()) / (mass_a + mass_b);
}

// If a body lies in a corner of the hollow one, which turns, or slides along a wall of it, nothing but turning presses
// it there. Each piece counts the hops of such a pair for itself.
TEST(Hollow, WhatFliesInItDoesNotStopIt) {
  Random random(1);
  for (int draw = 0; draw < bankshot_test::effort(90); ++draw) {
    World world({.gravity = Vec2(0, 0)});
    const Material material{.restitution = random.real(0, 1),
                            .friction = random.one_in(2) ? random.real(0, 1) : Real(0)};
    const BodyDef def{.velocity = random.vec2(3), .angular_velocity = random.real(-3, 3)};
    const BodyId frame = world.add_body(def, hollow(draw % 3, random), material);
    if (draw % 3 == 2) world.set_mass_properties(frame, {.mass = 1, .inertia = Real(0.3)});
    const BodyId inside =
        world.add_body({.position = random.vec2(0.2), .velocity = random.vec2(3)}, content(random), material);
    const Eigen::Vector2d start = mean_of(world, frame, inside, &World::centre_of_mass);
    const Eigen::Vector2d drift = mean_of(world, frame, inside, &World::velocity);
    const double energy = world.energy().kinetic, step = draw % 2 == 0 ? 1.0 / 30 : 1.0 / 60;
    int stopped = 0;
    const int steps = static_cast<int>(std::lround(3 / step));
    for (int i = 0; i < steps; ++i) {
      const StepStatus status = world.step(Real(step));
      stopped += has(status, StepStatus::impact_limit) || has(status, StepStatus::stalled);
    }
    EXPECT_EQ(stopped, 0) << draw;
    const Eigen::Vector2d end = mean_of(world, frame, inside, &World::centre_of_mass);
    EXPECT_LT((end - start - 3 * drift).norm(), 0.02) << draw;
    EXPECT_LT(world.energy().kinetic, energy * 1.001) << draw;
  }
}

}  // namespace
}  // namespace bankshot::testing
