// The energy ledger, entry by entry against closed forms.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/impact.hpp>

#include <algorithm>

#include "world/impact_body.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class Ledger : public WorldTest {
 protected:
  Ledger() { world = World(with({})); }

  static WorldDef with(WorldDef def) {
    def.gravity = Vec2(0, -10);
    def.energy_ledger = true;
    return def;
  }
  void without_gravity() { world.set_gravity(Vec2(0, 0)); }

  /// The ledger of that many steps, closed to rounding.
  EnergyLedger book(int steps) {
    EnergyLedger sum;
    for (int i = 0; i < steps; ++i) {
      const Energy before = world.energy();
      world.step(dt);
      const EnergyLedger& step = world.energy_ledger();
      EXPECT_EQ(step.before.total(), before.total()) << i;
      EXPECT_EQ(step.after.total(), world.energy().total()) << i;
      i == 0 ? sum = step : sum += step;
    }
    EXPECT_LE(std::abs(sum.error()), 1e-5 * sum.passed());
    EXPECT_NEAR(sum.after.total() - sum.before.total(), sum.booked() + sum.error(), 1e-9 * (1 + sum.passed()));
    return sum;
  }
  double mass(BodyId body) const { return double(world.mass_properties(body).mass); }
  double inertia(BodyId body) const { return double(world.mass_properties(body).inertia); }
};

/// Expects all entries other than those named to be 0.
void expect_nothing_but(const EnergyLedger& ledger, std::initializer_list<double EnergyLedger::*> named,
                        double tolerance) {
  double EnergyLedger::*const all[] = {&EnergyLedger::forces,   &EnergyLedger::movers,      &EnergyLedger::surfaces,
                                       &EnergyLedger::friction, &EnergyLedger::restitution, &EnergyLedger::damping,
                                       &EnergyLedger::push_out, &EnergyLedger::support,     &EnergyLedger::sleep,
                                       &EnergyLedger::frozen};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (std::find(named.begin(), named.end(), all[i]) != named.end()) continue;
    EXPECT_NEAR(ledger.*all[i], 0, tolerance) << "entry " << i;
  }
}

// ---- impacts ----------------------------------------------------------------------------------------------------

TEST_F(Ledger, ADropLosesWhatRestitutionTakes) {
  add_floor();
  const double h = 5;
  for (const double e : {0.5, 1.0, 1.2}) {
    const BodyId ball = add_ball(0, Real(h + 0.5), Real(0.5), {.restitution = Real(e)});
    const EnergyLedger ledger = book(75);  // one bounce
    EXPECT_NEAR(ledger.restitution, -mass(ball) * 10 * h * (1 - e * e), 5e-4 * mass(ball) * 10 * h) << e;
    expect_nothing_but(ledger, {&EnergyLedger::restitution}, 1e-5 * mass(ball) * 10 * h);
    world.remove_body(ball);
  }
}

// Two discs, one of them with spin, against the law of the impact itself: the normal impulse reflects the normal
// velocity, friction stops the slip or is mu times as large.
TEST_F(Ledger, APairLosesByRestitutionAndFrictionApart) {
  without_gravity();
  const double e = 0.6, mu = 0.1, speed = 4, spin = 30;
  const Material material{.restitution = Real(e), .friction = Real(mu)};
  const BodyId a = add_ball(-1, 0, Real(0.5), material), b = add_ball(1, 0, Real(0.5), material);
  world.set_velocity(a, Vec2(Real(speed), 0));
  world.set_angular_velocity(a, Real(spin));
  const EnergyLedger ledger = book(30);
  ASSERT_GT(world.velocity(b).x(), 1);
  const double reduced = mass(a) / 2;
  EXPECT_NEAR(ledger.restitution, -reduced / 2 * speed * speed * (1 - e * e), 1e-4);
  // The impulse mu P changes the slip by mu P / m', 1 / m' = 2 / m + 2 r^2 / I, and takes mu P times the mean slip.
  const double impulse = mu * reduced * (1 + e) * speed;
  const double slip = spin * 0.5, change = impulse * (2 / mass(a) + 2 * 0.25 / inertia(a));
  ASSERT_LT(change, slip);
  EXPECT_NEAR(ledger.friction, -impulse * (slip - change / 2), 1e-3);
  expect_nothing_but(ledger, {&EnergyLedger::restitution, &EnergyLedger::friction}, 1e-5);
}

TEST_F(Ledger, AKinematicBodyThatHitsWorksByItsImpulse) {
  without_gravity();
  for (const double e : {1.0, 0.5, 0.0}) {
    const double u = 3;
    const BodyId piston =
        world.add_body({.type = BodyType::kinematic, .position = Vec2(-2, 0), .velocity = Vec2(Real(u), 0)}, box(1, 1));
    const BodyId ball = add_ball(0, 0, Real(0.5), {.restitution = Real(e)});
    const EnergyLedger ledger = book(30);
    ASSERT_NEAR(double(world.velocity(ball).x()), (1 + e) * u, 1e-4);
    EXPECT_NEAR(ledger.movers, mass(ball) * (1 + e) * u * u, 1e-4) << e;
    EXPECT_NEAR(ledger.restitution, -mass(ball) / 2 * u * u * (1 - e * e), 1e-4) << e;
    EXPECT_NEAR(ledger.turnover, ledger.movers + ledger.restitution, 1e-4) << e;  // the ball's alone
    expect_nothing_but(ledger, {&EnergyLedger::restitution, &EnergyLedger::movers}, 1e-5);
    world.remove_body(piston), world.remove_body(ball);
  }
}

// A ball that hits a belt with mu P enough to stop its slip leaves with the speed of a disc that rolls on the belt:
// vx - (-w r) = s with m vx r = I w.
TEST_F(Ledger, ABeltWorksByTheImpulseOfFriction) {
  add_floor({.friction = 1, .surface_speed = 2});
  const BodyId ball = add_ball(0, 2, Real(0.5), {.restitution = 1, .friction = 1});
  const EnergyLedger ledger = book(50);
  const double m = mass(ball), slow = 1 / (1 / m + 0.25 / inertia(ball));
  ASSERT_GT(world.position(ball).y(), 1);
  EXPECT_NEAR(std::abs(double(world.velocity(ball).x())), slow / m * 2, 1e-4);
  EXPECT_NEAR(ledger.surfaces, slow * 4, 1e-3);
  EXPECT_NEAR(ledger.friction, -slow / 2 * 4, 1e-3);
  expect_nothing_but(ledger, {&EnergyLedger::surfaces, &EnergyLedger::friction}, 1e-4);
}

// The impulse that a ball gives to a supported box goes on into the floor in the same instant.
TEST_F(Ledger, AHitOnASupportedBoxGivesItNothing) {
  world = World(with({.sleep = false}));
  add_floor();
  const BodyId crate = add_box(0, Real(0.5));
  run(60);
  const BodyId ball = add_ball(0, 2, Real(0.1), {.restitution = 1, .friction = 0, .density = Real(0.1)});
  world.set_velocity(ball, Vec2(0, -5));
  while (world.impacts().empty()) world.step(dt);
  ASSERT_EQ(world.impacts().size(), 1u);
  const double passed = mass(ball) / 2 * 25;
  EXPECT_NEAR(world.energy_ledger().support, 0, 1e-6 * passed);
  EXPECT_NEAR(world.energy_ledger().restitution, 0, 1e-6 * passed);
  EXPECT_NEAR(double(world.velocity(crate).norm()), 0, 1e-4);
}

// A plate on more boxes than an impact group takes in stands firm against a light ball, and takes the impulse P all the
// same: it gets P^2 / (2 M) from nowhere, which the solver takes away in the next step.
TEST_F(Ledger, WhatAHitGivesToAPlateThatStandsFirmIsShown) {
  world = World(with({.sleep = false}));
  add_floor();
  for (int i = 0; i < 15; ++i) add_box(Real(1.1) * Real(i - 7), Real(0.5));
  const BodyId plate = world.add_body({.position = Vec2(0, Real(1.25))}, box(Real(16.5), Real(0.5)));
  run(40);
  const BodyId ball = add_ball(0, 3, Real(0.1), {.restitution = 1, .friction = 0, .density = Real(0.1)});
  world.set_velocity(ball, Vec2(0, -5));
  while (world.impacts().empty()) world.step(dt);
  ASSERT_EQ(world.impacts().size(), 1u);
  const double impulse = double(world.impacts()[0].impulse);
  const EnergyLedger hit = world.energy_ledger();
  EXPECT_NEAR(hit.support, impulse * impulse / (2 * mass(plate)), 1e-3 * hit.support);
  EXPECT_GT(hit.support, 1e-7);
}

TEST(ImpactBooks, SpeedThatRestitutionDidNotAskForIsAGain) {
  for (const Real velocity : {Real(-1), Real(-0.25), Real(0), Real(0.25)}) {
    detail::ImpactBody a, wall;
    a.velocity = {0, velocity};
    a.inverse_mass = {Real(0.5), Real(0.5)};
    const detail::ImpactOutcome outcome =
        resolve_impact(a, wall, {.normal = {0, 1}, .restitution = Real(0.5), .hop_speed = Real(0.375)});
    const double before = double(velocity), newton = before < 0 ? -0.5 * before : before, after = double(a.velocity.y);
    EXPECT_EQ(after, std::max(0.375, newton));
    EXPECT_NEAR(double(outcome.hop_work), after * after - newton * newton, 1e-6) << velocity;  // half of mass 2
  }
}

// A body that lands without restitution parts all the same, at the speed that gravity takes back in half the shortest
// hop. For the rest of the step its path, not its velocity, leads it away by a hair, against gravity.
TEST_F(Ledger, TheHopOfWhatLandsIsAGainAndSoIsTheHair) {
  add_floor();
  const BodyId ball = add_ball(0, 2);
  while (world.impacts().empty()) world.step(dt);
  const EnergyLedger hit = world.energy_ledger();
  ASSERT_EQ(world.impacts().size(), 1u);
  const double hop = 10 * double(tolerance::shortest_hop) / 2 * double(dt);
  const double slop = double(tolerance::slop_fraction), hair = double(tolerance::impact_gap_slops) * slop / double(dt);
  ASSERT_GT(hair, hop);
  const double lift = (hair - hop) * double(dt - world.impacts()[0].time);
  EXPECT_NEAR(hit.push_out, mass(ball) / 2 * hop * hop + mass(ball) * 10 * lift, 1e-3 * hit.push_out);
  const double speed = double(world.impacts()[0].approach_speed);
  EXPECT_NEAR(hit.restitution, -mass(ball) / 2 * speed * speed, 1e-5 * mass(ball) * speed * speed);
}

// Two boxes that slide fast enough to pass through one another are taken from the solver in the middle of the step.
TEST_F(Ledger, BodiesThatTheSolverGivesUpAreBookedOnTheirPaths) {
  add_floor({.friction = 0});
  const Material smooth{.friction = 0};
  const BodyId a = world.add_body({.position = Vec2(-4, Real(0.25))}, box(Real(0.5), Real(0.5)), smooth);
  const BodyId b = world.add_body({.position = Vec2(0, Real(0.25))}, box(Real(0.5), Real(0.5)), smooth);
  run(10);
  world.set_velocity(a, Vec2(20, 0));
  const EnergyLedger ledger = book(15);
  ASSERT_NEAR(double(world.velocity(b).x()), 10, 1e-3);
  EXPECT_NEAR(ledger.restitution, -mass(a) / 4 * 400, 0.01);
  expect_nothing_but(ledger, {&EnergyLedger::restitution}, 0.01);
}

// Its weight is on the belt, which runs against it, all the time. A hit takes it from the solver for the rest of a
// step; the impulse that it does not press into the belt then, it presses in the next step.
TEST_F(Ledger, ABeltWorksOnWhatTheSolverGivesUp) {
  add_floor({.friction = Real(0.5), .surface_speed = -3});
  const BodyId a =
      world.add_body({.position = Vec2(-4, Real(0.25))}, box(Real(0.5), Real(0.5)), {.friction = Real(0.5)});
  world.add_body({.position = Vec2(0, Real(0.25))}, box(Real(0.5), Real(0.5)), {.friction = 0});
  run(10);
  world.set_velocity(a, Vec2(20, 0));
  while (world.impacts().empty()) world.step(dt);
  ASSERT_EQ(world.impacts().size(), 1u);
  EnergyLedger both = world.energy_ledger();
  world.step(dt);
  both += world.energy_ledger();
  const double work = mass(a) * 10 * 0.5 * 3 * 2 * double(dt);
  EXPECT_NEAR(both.surfaces, -work, 0.01 * work);
}

// ---- resting contacts -------------------------------------------------------------------------------------------

TEST_F(Ledger, ABlockThatSlidesToRestLosesAllByFriction) {
  add_floor({.friction = Real(0.5)});
  const BodyId block = world.add_body({.position = Vec2(0, Real(0.25))}, box(2, Real(0.5)), {.friction = Real(0.5)});
  run(30);
  world.set_velocity(block, Vec2(4, 0));
  const EnergyLedger ledger = book(70);
  EXPECT_NEAR(double(world.velocity(block).x()), 0, 1e-4);
  const double kinetic = mass(block) / 2 * 16;
  EXPECT_NEAR(ledger.friction, -kinetic, 5e-3 * kinetic);
  expect_nothing_but(ledger, {&EnergyLedger::friction}, 5e-3 * kinetic);
}

// Until the box goes along, the belt runs under it with friction f for a time t: f t = m s, so it works f s t = m s^2,
// one half into the box and one half into heat.
TEST_F(Ledger, ABeltGivesTwiceWhatTheBoxGets) {
  for (const Real speed : {Real(2), Real(-2)}) {
    const BodyId belt = add_floor({.friction = Real(0.5), .surface_speed = speed});
    const BodyId load = world.add_body({.position = Vec2(0, Real(0.25))}, box(2, Real(0.5)), {.friction = Real(0.5)});
    const EnergyLedger ledger = book(90);
    ASSERT_NEAR(std::abs(double(world.velocity(load).x())), 2, 1e-3);
    EXPECT_NEAR(ledger.surfaces, mass(load) * 4, 0.01 * mass(load) * 4);
    EXPECT_NEAR(ledger.friction, -mass(load) / 2 * 4, 0.01 * mass(load) * 4);
    expect_nothing_but(ledger, {&EnergyLedger::surfaces, &EnergyLedger::friction}, 0.01 * mass(load) * 4);
    world.remove_body(load), world.remove_body(belt);
  }
}

TEST_F(Ledger, ALiftWorksAgainstGravity) {
  const double u = 0.75;
  world.add_body({.type = BodyType::kinematic, .position = Vec2(0, -1), .velocity = Vec2(0, Real(u))}, box(10, 2));
  const BodyId load = add_box(0, Real(0.5));
  world.set_velocity(load, Vec2(0, Real(u)));
  run(60);
  const EnergyLedger ledger = book(60);
  const double lifted = mass(load) * 10 * u;  // in a second
  EXPECT_NEAR(ledger.movers, lifted, 1e-3 * lifted);
  EXPECT_NEAR(ledger.after.potential - ledger.before.potential, lifted, 1e-3 * lifted);
  expect_nothing_but(ledger, {&EnergyLedger::movers}, 1e-3 * lifted);
}

// A plate drawn away under a box with friction f works f u t; the box gets f (f / m) t^2 / 2 of it.
TEST_F(Ledger, APlateDrawnAwayWorksByFriction) {
  world.add_body({.type = BodyType::kinematic, .position = Vec2(0, -1), .velocity = Vec2(8, 0)}, box(100, 2),
                 {.friction = Real(0.5)});
  const BodyId load = world.add_body({.position = Vec2(0, Real(0.25))}, box(2, Real(0.5)), {.friction = Real(0.5)});
  run(12);
  const double before = double(world.velocity(load).x());
  const EnergyLedger ledger = book(30);
  const double gained = mass(load) * (double(world.velocity(load).x()) - before);
  ASSERT_NEAR(gained, 0.5 * mass(load) * 10 * 0.5, 0.01 * gained);
  EXPECT_NEAR(ledger.movers, gained * 8, 1e-3 * gained * 8);
  EXPECT_NEAR(ledger.movers + ledger.friction, ledger.after.kinetic - ledger.before.kinetic, 0.02 * gained * 8);
}

TEST_F(Ledger, AnOverlapPushedApartIsAGain) {
  add_floor();
  const BodyId crate = add_box(0, Real(0.2));  // 0.3 deep
  const EnergyLedger ledger = book(60);
  const double rise = double(world.position(crate).y()) - 0.2;
  ASSERT_NEAR(rise, 0.3, 0.01);
  EXPECT_NEAR(ledger.push_out, mass(crate) * 10 * rise, 0.01 * mass(crate) * 10 * rise);
  expect_nothing_but(ledger, {&EnergyLedger::push_out}, 0.01 * ledger.push_out);
}

TEST_F(Ledger, WhatRestsBooksNothing) {
  add_floor();
  add_box(0, Real(0.5));
  run(120);
  world.set_gravity(Vec2(0, -11));  // wakes it
  run(10);
  const EnergyLedger ledger = book(10);
  EXPECT_LT(ledger.turnover, 1e-4);
  expect_nothing_but(ledger, {}, 1e-5);
}

TEST_F(Ledger, WhatFallsAsleepLosesItsMotion) {
  add_floor({.friction = 0});
  const BodyId block = world.add_body({.position = Vec2(0, Real(0.25))}, box(2, Real(0.5)), {.friction = 0});
  world.set_velocity(block, Vec2(Real(0.0125), 0));
  const EnergyLedger ledger = book(60);
  ASSERT_FALSE(world.awake(block));
  const double kinetic = mass(block) / 2 * 0.0125 * 0.0125;
  EXPECT_NEAR(ledger.sleep, -kinetic, 1e-3 * kinetic);
}

// ---- forces and damping -----------------------------------------------------------------------------------------

TEST_F(Ledger, ForcesWorkAlongTheWay) {
  const BodyId flyer = add_box(0, 0);
  EnergyLedger ledger;
  Vec2 way = Vec2::Zero();
  Real turn = 0;
  for (int i = 0; i < 30; ++i) {
    world.apply_force(flyer, Vec2(3, 4));
    world.apply_torque(flyer, 2);
    const Vec2 from = world.position(flyer);
    const Real spin = world.angular_velocity(flyer);
    const EnergyLedger step = book(1);
    i == 0 ? ledger = step : ledger += step;
    way += world.position(flyer) - from;
    turn += (spin + world.angular_velocity(flyer)) / 2 * dt;
  }
  const double work = double(3 * way.x() + 4 * way.y() + 2 * turn);
  EXPECT_NEAR(ledger.forces, work, 1e-4 * std::abs(work));
  expect_nothing_but(ledger, {&EnergyLedger::forces}, 1e-6);
}

TEST_F(Ledger, ForcesOnWhatRestsWorkAlongItsWay) {
  add_floor({.friction = 0});
  const BodyId block = world.add_body({.position = Vec2(0, Real(0.25))}, box(2, Real(0.5)), {.friction = 0});
  run(10);
  EnergyLedger ledger;
  for (int i = 0; i < 60; ++i) {
    world.apply_force(block, Vec2(3, 0));
    const EnergyLedger step = book(1);
    i == 0 ? ledger = step : ledger += step;
  }
  const double speed = 3 / mass(block);
  EXPECT_NEAR(ledger.forces, mass(block) / 2 * speed * speed, 1e-3 * ledger.forces);
  expect_nothing_but(ledger, {&EnergyLedger::forces}, 1e-3 * ledger.forces);
}

/// A spring to the origin with stiffness 4, and a torque.
ForceOutput spring(const void*, const ForceInput& body) noexcept { return {-4 * body.position, Real(0.5)}; }

TEST_F(Ledger, TheForceHookWorksToo) {
  world = World(with({.substeps = 32, .force_hook = {spring, nullptr}}));
  without_gravity();
  const BodyId bob = add_box(2, 0);
  const EnergyLedger ledger = book(30);
  const auto stored = [](const Vec2& p) { return double(2 * p.squaredNorm()); };
  const double spin = double(world.angular_velocity(bob)), turned = inertia(bob) / 2 * spin * spin;
  EXPECT_NEAR(spin, 0.5 / inertia(bob) * 0.5, 1e-4);
  EXPECT_NEAR(ledger.forces, stored(Vec2(2, 0)) - stored(world.position(bob)) + turned, 0.01 * ledger.forces);
  expect_nothing_but(ledger, {&EnergyLedger::forces}, 1e-6);
}

TEST_F(Ledger, DampingTakesWhatTheBodyLoses) {
  add_floor({.friction = 0});
  const BodyDef def{.linear_damping = 2, .angular_damping = 3, .gravity_scale = 0};
  BodyDef flying = def, sliding = def;
  flying.position = Vec2(0, 5), flying.velocity = Vec2(6, 0), flying.angular_velocity = 8;
  sliding.position = Vec2(0, Real(0.25)), sliding.velocity = Vec2(6, 0), sliding.gravity_scale = 1;
  const BodyId a = world.add_body(flying, box(1, 1), {.friction = 0});
  const BodyId b = world.add_body(sliding, box(2, Real(0.5)), {.friction = 0});
  const EnergyLedger ledger = book(60);
  const double keep = std::exp(-2.0), keep_spin = std::exp(-3.0);  // nearly all energy is gone
  const double lost =
      (mass(a) + mass(b)) / 2 * 36 * (1 - keep * keep) + inertia(a) / 2 * 64 * (1 - keep_spin * keep_spin);
  EXPECT_NEAR(ledger.damping, -lost, 1e-4 * lost);
  expect_nothing_but(ledger, {&EnergyLedger::damping}, 1e-3 * lost);
}

// ---- the rest ---------------------------------------------------------------------------------------------------

/// Throws every body that is to the right of 1 beyond all finite numbers.
ForceOutput blow_up(const void*, const ForceInput& body) noexcept {
  return {body.position.x() > 1 ? Vec2(std::numeric_limits<Real>::max(), 0) : Vec2(0, 0), 0};
}

TEST_F(Ledger, WhatFreezesTakesItsEnergyAlongAndSpoilsNothing) {
  world = World(with({.force_hook = {blow_up, nullptr}}));
  without_gravity();
  const Material bouncy{.restitution = 1};
  const BodyId doomed = add_ball(0, 0, Real(0.125), bouncy), other = add_ball(-1, 0, Real(0.5), bouncy);
  world.set_velocity(doomed, Vec2(3, 0));
  world.set_velocity(other, Vec2(1, 0));
  const double kinetic = mass(doomed) / 2 * 9;
  const EnergyLedger ledger = book(40);
  ASSERT_EQ(world.type(doomed), BodyType::fixed);
  EXPECT_NEAR(ledger.frozen, -kinetic, 1e-4 * kinetic);
  EXPECT_TRUE(std::isfinite(ledger.booked()));
  EXPECT_LT(std::abs(ledger.error()), 1e-4 * kinetic);
}

TEST_F(Ledger, IsOffByDefault) {
  World plain(WorldDef{.gravity = Vec2(0, -10)});
  plain.add_body({.position = Vec2(0, 1)}, circle(1));
  plain.step(dt);
  EXPECT_EQ(plain.energy_ledger().turnover, 0);
  EXPECT_EQ(plain.energy_ledger().after.total(), 0);
}

TEST_F(Ledger, ACopyHasIt) {
  add_ball(0, 1);
  world.step(dt);
  const World copy = world;
  EXPECT_EQ(copy.energy_ledger().turnover, world.energy_ledger().turnover);
  EXPECT_EQ(copy.energy_ledger().after.total(), world.energy().total());
}

}  // namespace
}  // namespace bankshot::testing
