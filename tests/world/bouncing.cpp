// Where bouncing and resting meet: rows of sleeping bodies that touch, corners that stand still for an instant, coming
// to rest.

#include "world_fixture.hpp"

#include <cmath>

#include "world/random.hpp"

namespace bankshot::testing {
namespace {

using Bouncing = WorldTest;

constexpr double fall_acceleration = 10;

// Equal balls in a row pass velocities on, one by one: as many leave as arrived.
TEST_F(Bouncing, TwoThrownIntoThreeAsleepOnAFloorSendTwoOut) {
  for (const double rate : {30.0, 60.0, 144.0}) {
    world = World(WorldDef{.gravity = Vec2(0, static_cast<Real>(-fall_acceleration))});
    const Material smooth{.restitution = 1, .friction = 0};
    add_floor({.friction = 0});
    std::vector<BodyId> row;
    for (int i = 0; i < 3; ++i) row.push_back(add_ball(static_cast<Real>(i) / 2, Real(0.25), Real(0.25), smooth));
    const Real step = static_cast<Real>(1 / rate);
    for (int i = 0; i < 600 && world.awake(row[0]); ++i) world.step(step);
    for (const BodyId ball : row) ASSERT_FALSE(world.awake(ball)) << rate;
    std::vector<BodyId> thrown;
    for (const Real x : {Real(-1.5), Real(-1)}) {
      thrown.push_back(
          world.add_body({.position = Vec2(x, Real(0.25)), .velocity = Vec2(3, 0)}, circle(Real(0.25)), smooth));
    }
    for (int i = 0; i < static_cast<int>(rate); ++i) world.step(step);
    for (const BodyId ball : {thrown[0], thrown[1], row[0]}) {
      EXPECT_NEAR(world.velocity(ball).x(), 0, Real(0.003)) << rate;
    }
    for (const BodyId ball : {row[1], row[2]}) EXPECT_NEAR(world.velocity(ball).x(), 3, Real(0.003)) << rate;
    // A body that slept when it was hit sets out with the next step.
    const Real way = 3 * (1 - Real(0.5) / 3);
    EXPECT_LT(world.position(row[2]).x(), 1 + way + Real(0.01)) << rate;
    EXPECT_GT(world.position(row[2]).x(), 1 + way - 3 * step - Real(0.01)) << rate;
  }
}

// Within the step, a blow goes through a sleeping row as through one that is awake: a body that is hit may move up to 1
// + e times as fast as the body that hits it, and everything that lies on its way wakes before the step.
TEST_F(Bouncing, ABlowPassesThroughWhatSleepsWithinTheStep) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Real e = random.real(0.5, 1), radius = random.real(0.1, 0.5), speed = random.real(20, 80);
    const bool light = random.one_in(2);  // the body that is hit flies faster than the one that hits it
    const int count = 2 + random.below(4);
    const Real way = speed / 60 * (light ? 1 + Real(0.7) * e : 1) * random.real(0.3, 1);
    const Real gap = way / static_cast<Real>(count + 1);
    World rows[2] = {World(WorldDef{}), World(WorldDef{})};
    std::vector<BodyId> balls[2];
    for (const int awake : {0, 1}) {
      World& row = rows[awake];
      for (int i = 0; i <= count; ++i) {
        BodyDef def{.position = Vec2(static_cast<Real>(i) * (2 * radius + gap), 0), .awake = i == 0 || awake == 1};
        if (i == 0) def.velocity = Vec2(speed, 0);
        const Material material{.restitution = e, .friction = 0, .density = i > 0 && light ? Real(0.1) : 1};
        balls[awake].push_back(row.add_body(def, circle(radius), material));
      }
      row.step(Real(1) / 60);
    }
    for (int i = 0; i <= count; ++i) {
      const auto ball = static_cast<std::size_t>(i);
      EXPECT_EQ(rows[0].velocity(balls[0][ball]), rows[1].velocity(balls[1][ball])) << round << ", ball " << i;
      EXPECT_EQ(rows[0].position(balls[0][ball]), rows[1].position(balls[1][ball])) << round << ", ball " << i;
    }
  }
}

// Within the gap that counts as touching, an impact is still where the surfaces are, at its time. A step that happens
// to end there is like any other, even for round bodies, whose normal turns as they approach.
TEST_F(Bouncing, AStepThatBeginsAtAHairFromTheSurfaceBouncesOffTheSurface) {
  const Material elastic{.restitution = 1, .friction = 0};
  const double hair = double(tolerance::impact_gap_slops) * double(tolerance::slop_fraction);
  for (const double share : {0.75, 0.5, 0.125}) {
    world = World(WorldDef{});
    add_floor(elastic);
    const BodyId ball = add_ball(0, Real(0.5 + share * hair), Real(0.5), elastic);
    const double gap = double(world.position(ball).y()) - 0.5;
    world.set_velocity(ball, Vec2(0, -1));
    world.step(dt);
    ASSERT_EQ(world.impacts().size(), 1u);
    EXPECT_NEAR(double(world.impacts()[0].time), gap, 16 * double(tolerance::eps)) << share;
    EXPECT_NEAR(double(world.position(ball).y()), 0.5 + double(dt) - gap, 16 * double(tolerance::eps)) << share;
  }
  for (const double share : {0.75, 0.5, 0.125}) {
    world = World(WorldDef{});
    const BodyId still = add_ball(0, 0, Real(0.5), elastic);
    // The gap of two discs that counts as touching is smaller by the same factor again.
    const double apart = 1 + share * hair * double(tolerance::impact_gap_slops), y = Real(0.6);
    const BodyId thrown = add_ball(Real(-std::sqrt(apart * apart - y * y)), Real(y), Real(0.5), elastic);
    world.set_velocity(thrown, Vec2(1, 0));
    world.step(dt);
    ASSERT_EQ(world.impacts().size(), 1u);
    EXPECT_NEAR(double(world.velocity(still).x()), 0.64, 8 * double(tolerance::eps)) << share;
    EXPECT_NEAR(double(world.velocity(still).y()), -0.48, 8 * double(tolerance::eps)) << share;
  }
}

// Two discs that meet in empty space stop each other along the normal at which they meet, not along that of a sub-step
// before: closed form for e = 0 without friction, from gaps of a few slops and less.
TEST_F(Bouncing, DiscsWithoutRestitutionMeetAtTheirTime) {
  const Material dull{.restitution = 0, .friction = 0};
  for (int i = 0; i < 60; ++i) {
    world = World(WorldDef{});
    const double offset = -0.9 + 0.03 * i, speed = 1 + 0.1 * i, gap = 0.0002 * (1 + i % 17);
    const double away = std::sqrt((1 + gap) * (1 + gap) - offset * offset);
    const BodyId still = world.add_body({}, circle(Real(0.5)), dull);
    const BodyId thrown = world.add_body(
        {.position = Vec2(Real(-away), Real(offset)), .velocity = Vec2(Real(speed), 0), .angular_velocity = 9},
        circle(Real(0.5)), dull);
    const double y = double(world.position(thrown).y()), nx = std::sqrt(1 - y * y), ny = -y;  // from thrown to still
    run(30);
    const double given = speed * nx / 2;
    const Vec2 v = world.velocity(still), w = world.velocity(thrown);
    EXPECT_NEAR(double(v.x()), given * nx, 1e-5 * speed) << i;
    EXPECT_NEAR(double(v.y()), given * ny, 1e-5 * speed) << i;
    EXPECT_NEAR(double(w.x()), speed - given * nx, 1e-5 * speed) << i;
    EXPECT_NEAR(double(w.y()), -given * ny, 1e-5 * speed) << i;
  }
}

// A tower that stands in the way of a chain: its lowest box is pressed between the floor and the chain, rocks, and is
// hit at one corner while the other corner parts. A point that parts must not count as a support.
TEST_F(Bouncing, ATowerStuckUnderAChainGainsNoSpeedWithoutEnd) {
  for (int k = 0; k < 40; ++k) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    const Material elastic{.restitution = 1, .friction = Real(0.1) * Real(k % 10)};
    add_floor(elastic);
    const Real y = Real(0.93) + Real(0.015) * Real(k / 5);
    const std::array<Vec2, 4> points = {Vec2(-5, 1), Vec2(-1, y + Real(0.13)), Vec2(3, y - Real(0.4)), Vec2(7, 1)};
    world.add_body({.type = BodyType::fixed}, chain(points), elastic);
    std::vector<BodyId> tower;
    for (int i = 0; i < 4; ++i) {
      tower.push_back(world.add_body({.position = Vec2(0, Real(i) + Real(0.5))}, box(1, 1), elastic));
    }
    for (int i = 0; i < 60; ++i) {
      world.step(dt);
      for (const BodyId box : tower) ASSERT_LT(world.velocity(box).norm(), 20) << k << " after step " << i;
    }
  }
}

Shape regular_polygon(int count) {
  std::vector<Vec2> corners;
  for (int i = 0; i < count; ++i) {
    const double angle = (2 * i + 0.5) * 3.14159265358979323846 / count;
    corners.emplace_back(static_cast<Real>(std::cos(angle) / 2), static_cast<Real>(std::sin(angle) / 2));
  }
  return polygon(corners);
}

Vec2 lowest_corner(const Shape& shape, Rotation rotation) {
  Vec2 lowest = Vec2::Zero();
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Vec2 corner = rotation * shape.corner(i);
    if (corner.y() < lowest.y()) lowest = corner;
  }
  return lowest;
}

double energy(const World& world, BodyId body) {
  const MassProperties mass = world.mass_properties(body);
  const Vec2 v = world.velocity(body);
  const auto square = [](Real x) { return static_cast<double>(x) * static_cast<double>(x); };
  return static_cast<double>(mass.mass) *
             (fall_acceleration * static_cast<double>(world.position(body).y()) + (square(v.x()) + square(v.y())) / 2) +
         static_cast<double>(mass.inertia) * square(world.angular_velocity(body)) / 2;
}

// The lowest corner is half a slop above the floor and stands still there, because falling or rising and turning
// cancel: the body tumbles as after a fall of some metres. If it counted as resting, it would lose the energy that the
// next corner brings.
TEST_F(Bouncing, ACornerThatStandsStillForAnInstantDoesNotRest) {
  for (int i = 0; i < 200; ++i) {
    world = World(WorldDef{.gravity = Vec2(0, static_cast<Real>(-fall_acceleration))});
    add_floor({.friction = 0});
    const Real turned = Real(0.05) + static_cast<Real>(i % 20) * Real(0.06),
               spin = static_cast<Real>(i % 2 == 0 ? 16 + i / 10 : -16 - i / 10);
    const Rotation rotation = Rotation::from_angle(turned);
    const Shape shape = regular_polygon(5);
    const Vec2 lowest = lowest_corner(shape, rotation);
    const BodyId body = world.add_body({.position = Vec2(0, Real(0.0017) - lowest.y()),
                                        .rotation = rotation,
                                        .velocity = Vec2(0, -spin * lowest.x()),
                                        .angular_velocity = spin},
                                       shape, {.restitution = 1, .friction = 0});
    const double before = energy(world, body);
    for (int s = 0; s < 72; ++s) world.step(Real(1) / 144);
    ASSERT_NEAR(energy(world, body), before, 1e-3 * before) << "turned " << turned << ", spin " << spin;
  }
}

// A corner that turning carries is slow at the beginning of a step and fast when it meets the floor. If within the step
// it becomes so fast that it rebounds by more than a slop, it does not rest.
TEST_F(Bouncing, ACornerThatGetsFastWithinAStepDoesNotRest) {
  Random random(1);
  for (int draw = 0; draw < 2000; ++draw) {
    world = World(WorldDef{.gravity = Vec2(0, static_cast<Real>(-fall_acceleration))});
    add_floor({.friction = 0});
    const Real step = 1 / random.real(30, 240);
    const Shape shape = regular_polygon(3 + random.below(10));
    const Rotation rotation = Rotation::from_angle(random.real(-3, 3));
    const Vec2 lowest = lowest_corner(shape, rotation);
    const Real rising = std::sqrt(2 * static_cast<Real>(fall_acceleration) / 256), gain = rising * random.real(2, 6);
    const Real spin = std::sqrt(2 * gain / step) * (random.one_in(2) ? 1 : -1);  // w^2 r t / 2, r = 0.5
    const BodyId body = world.add_body({.position = Vec2(0, random.real(0, 0.0017) - lowest.y()),
                                        .rotation = rotation,
                                        .velocity = Vec2(0, random.real(-0.3, 0.2) - spin * lowest.x()),
                                        .angular_velocity = spin},
                                       shape, {.restitution = 1, .friction = 0});
    const double before = energy(world, body);
    world.step(step);
    EXPECT_NEAR(energy(world, body), before, 1e-4 * before) << draw;
  }
}

// The blow to one corner throws the other one, which has just left, back down: its next impact is microseconds later.
TEST_F(Bouncing, ASquareThatLandsNearlyFlatKeepsItsEnergy) {
  const Material elastic{.restitution = 1, .friction = 0};
  int twice = 0;
  for (int i = 0; i < 400; ++i) {
    world = World(WorldDef{.gravity = Vec2(0, static_cast<Real>(-fall_acceleration)), .energy_ledger = true});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2), elastic);
    const Real spin = -25, speed = -12, time = dt / 8;
    const Real angle = Real(0.00002) * Real(i - 200) - spin * time;
    world.add_body({.position = Vec2(0, Real(0.5) - speed * time),
                    .rotation = Rotation::from_angle(angle),
                    .velocity = Vec2(0, speed),
                    .angular_velocity = spin},
                   box(1, 1), elastic);
    world.step(dt);
    const EnergyLedger& ledger = world.energy_ledger();
    EXPECT_NEAR(ledger.after.total() / ledger.before.total(), 1, 1e-4) << i;
    twice += world.impacts().size() > 1;
  }
  EXPECT_GT(twice, 100);
}

// The n-th bounce comes n falls after the first, each e times as long as the one before. The first bounce that would
// rise by less than the slop, 1/256 of the ball's size, does not occur.
TEST_F(Bouncing, EndsWhenTheClosedFormSays) {
  constexpr double e = 0.9, height = 10;
  const Real step = Real(1) / 144;
  add_floor();
  const BodyId ball = add_ball(0, Real(height + 0.5), Real(0.5), {.restitution = static_cast<Real>(e)});
  const double fall = std::sqrt(2 * height / fall_acceleration);
  double end = fall, rise = height * e * e, flight = 2 * fall * e;
  for (; rise > 1.0 / 256; rise *= e * e, flight *= e) end += flight;
  double moved = 0;
  for (int i = 1; i < static_cast<int>(1.2 * end * 144); ++i) {
    world.step(step);
    if (world.velocity(ball).norm() > Real(0.01)) moved = i * static_cast<double>(step);
  }
  EXPECT_NEAR(moved, end, 0.001 * end);
  EXPECT_LT(world.velocity(ball).norm(), Real(1e-4));
  EXPECT_NEAR(world.position(ball).y(), Real(0.5), Real(1) / 256);
}

}  // namespace
}  // namespace bankshot::testing
