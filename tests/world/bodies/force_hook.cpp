// Bodies under forces of the user's own: how well a step keeps the laws that these obey.

#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>

namespace bankshot::testing::force_hooks {
namespace {

constexpr bool exact = sizeof(Real) > 4;

double number(Real x) { return static_cast<double>(x); }

/// A force per mass that has a potential, with an initial state for it.
struct Field {
  const char* name;
  ForceFunction force;
  double (*potential)(double x, double y);
  Vec2 position, velocity;
};

const Field spring{"spring",
                   [](const void*, const ForceInput& body) noexcept {
                     return ForceOutput{-4 * body.mass * body.position, 0};
                   },
                   [](double x, double y) { return 2 * (x * x + y * y); }, Vec2(1, 0), Vec2(0, 0)};
// A planet with eccentricity 0.3, first where it is nearest to the sun.
const Field sun{"sun",
                [](const void*, const ForceInput& body) noexcept {
                  const Real distance = body.position.norm();
                  return ForceOutput{-body.mass / (distance * distance * distance) * body.position, 0};
                },
                [](double x, double y) { return -1 / std::sqrt(x * x + y * y); }, Vec2(Real(0.7), 0),
                Vec2(0, static_cast<Real>(std::sqrt(1.3 / 0.7)))};
// A pendulum's force as a field: it grows as a sine.
const Field waves{"waves",
                  [](const void*, const ForceInput& body) noexcept {
                    return ForceOutput{Vec2(-body.mass * std::sin(body.position.x()), 0), 0};
                  },
                  [](double x, double) { return -std::cos(x); }, Vec2(2, 0), Vec2(0, 0)};

/// The largest departure of the energy per mass from its initial value.
struct EnergyErrors {
  double early = 0, late = 0;  ///< in the first and in the last steps of a run
};
EnergyErrors energy_errors(const Field& field, bool held, Real step, int steps, int window) {
  World world(WorldDef{.gravity = Vec2(0, held ? -10 : 0), .sleep = false, .force_hook = {field.force, nullptr}});
  if (held) world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.75))}, box(20, 1), {.friction = 0});
  const BodyId body = world.add_body({.position = field.position, .velocity = field.velocity},
                                     held ? box(1, Real(0.5)) : circle(Real(0.1)), {.friction = 0});
  const auto energy = [&] {
    const Vec2 p = world.position(body), v = world.velocity(body);
    return field.potential(number(p.x()), held ? 0 : number(p.y())) + number(v.squaredNorm()) / 2;
  };
  const double first = energy();
  EnergyErrors errors;
  for (int i = 0; i < steps; ++i) {
    world.step(step);
    const double error = std::abs(energy() - first);
    if (i < window) errors.early = std::max(errors.early, error);
    if (i >= steps - window) errors.late = std::max(errors.late, error);
  }
  return errors;
}

TEST(ForceHooks, EnergySwingsAndDoesNotGrow) {
  for (const Field& field : {spring, sun, waves}) {
    const Real step = Real(1) / 6;
    const EnergyErrors errors = energy_errors(field, false, step, 10000, 1000);
    EXPECT_LT(errors.late, 1.25 * errors.early) << field.name;
    const EnergyErrors fine = energy_errors(field, false, step / 2, 2000, 2000);
    EXPECT_NEAR(errors.early / fine.early, 4, 0.4) << field.name;
  }
}

// The same on a floor without friction, which holds the body: the solver moves it.
TEST(ForceHooks, SoDoesThatOfHeldBodies) {
  for (const Field& field : {spring, waves}) {
    const Real step = Real(1) / 6;
    const EnergyErrors errors = energy_errors(field, true, step, 10000, 1000);
    EXPECT_LT(errors.late, 1.25 * errors.early) << field.name;
    const EnergyErrors fine = energy_errors(field, true, step / 2, 2000, 2000);
    EXPECT_NEAR(errors.early / fine.early, 4, 0.4) << field.name;
  }
}

TEST(ForceHooks, ASpringKeepsItsAmplitude) {
  for (const bool held : {false, true}) {
    const EnergyErrors errors = energy_errors(spring, held, Real(1) / 60, 3600, 600);
    EXPECT_LT(errors.late, 2 * 1e-4) << held;  // the amplitude is 1, and 2 the energy; it was 1.28
  }
}

// A force across the velocity does no work: a charge in a magnetic field goes round.
TEST(ForceHooks, WhatActsAcrossTheVelocityKeepsTheSpeed) {
  World world(WorldDef{.force_hook = {[](const void*, const ForceInput& body) noexcept {
                                        const Vec2& v = body.velocity;
                                        return ForceOutput{3 * body.mass * Vec2(-v.y(), v.x()), 0};
                                      },
                                      nullptr}});
  const BodyId charge = world.add_body({.velocity = Vec2(1, 0)}, circle(Real(0.1)));
  for (int i = 0; i < 1800; ++i) world.step(dt);
  EXPECT_NEAR(number(world.velocity(charge).norm()), 1, 1e-4);
}

ForceOutput drag(const void* rate, const ForceInput& body) noexcept {
  return {-*static_cast<const Real*>(rate) * body.mass * body.velocity, 0};
}

// Drag is of second order. Up to two per sub-step it neither reverses a body nor makes it faster.
TEST(ForceHooks, DragIsOfSecondOrderAndStable) {
  const auto speed_after = [](Real rate, Real step, int steps) {
    World world(WorldDef{.force_hook = {drag, &rate}});
    const BodyId body = world.add_body({.velocity = Vec2(1, 0)}, circle(Real(0.1)));
    for (int i = 0; i < steps; ++i) world.step(step);
    return number(world.velocity(body).x());
  };
  const double coarse = speed_after(2, Real(1) / 8, 8) - std::exp(-2),
               fine = speed_after(2, Real(1) / 16, 16) - std::exp(-2);
  EXPECT_NEAR(coarse / fine, 4, 0.3);
  for (const Real rate : {Real(0.5), Real(1), Real(1.5), Real(1.9)}) {
    const double left = speed_after(4 * rate, 1, 1);
    EXPECT_GT(left, 0) << rate;
    EXPECT_LT(left, 1) << rate;
  }
}

// A constant force from the hook is as exact as gravity, also together with damping.
TEST(ForceHooks, AConstantForceActsAsGravityDoes) {
  const ForceHook pull{[](const void*, const ForceInput& body) noexcept {
                         return ForceOutput{Vec2(0, -10 * body.mass), 0};
                       },
                       nullptr};
  for (const Real damping : {Real(0), Real(1.5), Real(300)}) {
    World hooked(WorldDef{.force_hook = pull}), falling(WorldDef{.gravity = Vec2(0, -10)});
    const BodyDef def{.position = Vec2(0, 3), .velocity = Vec2(3, 10), .linear_damping = damping};
    const BodyId a = hooked.add_body(def, circle(Real(0.1))), b = falling.add_body(def, circle(Real(0.1)));
    for (int i = 0; i < 60; ++i) hooked.step(dt), falling.step(dt);
    EXPECT_LT((hooked.position(a) - falling.position(b)).norm(), exact ? 1e-12 : 3e-5) << damping;
    EXPECT_LT((hooked.velocity(a) - falling.velocity(b)).norm(), exact ? 1e-12 : 3e-5) << damping;
  }
}

}  // namespace
}  // namespace bankshot::testing::force_hooks
