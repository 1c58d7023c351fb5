// Characters among what moves: lifts, belts, doors, crates, and a body of their own.

#include "effort.hpp"
#include "room.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

struct Rider {
  World world{WorldDef{.gravity = Vec2(0, -10)}};
  CharacterDef def{.shape = circle(1)};
  double skin = 0, feet = 0, size = 1;
};

Rider any_rider(Random& random) {
  Rider rider;
  rider.size = random.real(0.3, 3);
  rider.def.shape = any_figure(random, rider.size);
  rider.skin = static_cast<double>(random.real(0.004, 0.02)) * rider.size;
  rider.def.skin = Real(rider.skin);
  rider.def.snap = random.one_in(2) ? Real(0) : random.real(0, 0.5) * Real(rider.size);
  rider.def.step_height = random.one_in(2) ? Real(0) : random.real(0, 0.5) * Real(rider.size);
  rider.feet = 1e30;
  for (int i = 0; i < rider.def.shape.corner_count(); ++i) {
    rider.feet = std::min(rider.feet, static_cast<double>(rider.def.shape.corner(i).y()));
  }
  rider.feet -= static_cast<double>(rider.def.shape.radius());
  return rider;
}

TEST(CharacterOnLifts, StaysWhereItStandsHoweverTheyMove) {
  Random random(1);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    const Vec2 right(10 * size, size / 2), left(-10 * size, size / 2), ends[] = {left, right};
    const bool one_way = random.one_in(3);
    const Shape floor = one_way ? chain(ends, false, ChainSides::left) : box(20 * size, size);
    const BodyId lift = rider.world.add_body({.type = BodyType::kinematic}, floor);
    Character hero(rider.def, Vec2(0, size / 2 + Real(rider.skin - rider.feet)));
    hero.move(rider.world, Vec2(0, -1), dt);
    ASSERT_TRUE(hero.state().grounded);
    const double walk = random.one_in(2) ? 0 : static_cast<double>(random.real(-3, 3)) * rider.size;
    for (int tick = 1; tick <= 100; ++tick) {
      if (random.one_in(10)) rider.world.set_velocity(lift, size * random.vec2(6));
      rider.world.step(dt);
      hero.move(rider.world, Vec2(Real(walk), -1), dt);
      ASSERT_TRUE(hero.state().grounded) << i << " " << tick;
      const Vec2 from = hero.state().position - rider.world.position(lift);
      ASSERT_NEAR(static_cast<double>(from.x()), walk * static_cast<double>(dt) * tick, 1e-5 * rider.size * tick) << i;
      const double rise = rider.size / 2 + rider.skin - rider.feet;
      ASSERT_NEAR(static_cast<double>(from.y()), rise, rider.skin / 4 + 1e-5 * rider.size) << i << " " << tick;
      ASSERT_LT((hero.state().ground_velocity - rider.world.velocity(lift)).norm(), Real(1e-5) * size);
      ASSERT_EQ(hero.state().ground, lift);
    }
    // A jump takes the velocity of the lift along.
    const Vec2 ridden = rider.world.velocity(lift);
    hero.move(rider.world, Vec2(Real(walk), 9 * size), dt);
    ASSERT_FALSE(hero.state().grounded);
    ASSERT_LT((hero.state().velocity - ridden - Vec2(Real(walk), 9 * size)).norm(), Real(1e-4) * size) << i;
  }
}

TEST(CharacterOnLifts, StandsOnWhatTurns) {
  Random random(2);
  for (int i = 0; i < bankshot_test::effort(200); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    rider.def.snap = size / 4;
    // A swing: the beam is above or below its pivot.
    const Real arm = random.real(-5, 5) * size;
    const Shape beam = box(20 * size, size / 2, Vec2(0, arm));
    const BodyId body =
        rider.world.add_body({.type = BodyType::kinematic, .angular_velocity = random.real(-0.5, 0.5)}, beam);
    const double x = static_cast<double>(random.real(-5, 5)) * rider.size;
    Character hero(rider.def, Vec2(Real(x), arm + size / 4 + Real(rider.skin - rider.feet)));
    hero.move(rider.world, Vec2(0, -1), dt);
    for (int tick = 1; tick <= 60; ++tick) {
      rider.world.step(dt);
      const CharacterMove done = hero.move(rider.world, Vec2(0, -1), dt);
      ASSERT_TRUE(hero.state().grounded) << i << " " << tick;
      ASSERT_FALSE(done.crushed);
      const double gap = plain_gap(outline_at(rider.def.shape, hero.pose()), outline_at(beam, rider.world.pose(body)));
      ASSERT_GT(gap, rider.skin / 2) << i << " " << tick;
      ASSERT_LT(gap, rider.skin * 1.5) << i << " " << tick;
    }
    // Where it stands stays in place on the beam. It is itself upright, and so moves along the beam by what it would
    // lean: at most half a radian of its height.
    const Vec2 on_beam = rider.world.pose(body).to_local(hero.state().position);
    EXPECT_NEAR(static_cast<double>(on_beam.x()), x, rider.size * 0.6) << i;
  }
}

/// A platform that stops from one side comes up to somebody who falls: the two meet within a step, and none passes.
TEST(CharacterOnLifts, LandsOnOneWayPlatformsThatRise) {
  Random random(7);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    const Vec2 ends[] = {Vec2(-10 * size, 0), Vec2(10 * size, 0)};
    const Vec2 velocity(0, random.real(0.5, 20) * size);
    const BodyId lift =
        rider.world.add_body({.type = BodyType::kinematic, .velocity = velocity}, chain(ends, false, ChainSides::left));
    Character hero(rider.def, Vec2(0, random.real(1.1, 6) * size));
    Real fall = -random.real(0, 20) * size;
    int tick = 0;
    for (; tick < 200 && !hero.state().grounded; ++tick) {
      rider.world.step(dt);
      hero.move(rider.world, Vec2(0, fall), dt);
      fall = hero.state().velocity.y() - 10 * size * dt;
      const double over = static_cast<double>((hero.state().position - rider.world.position(lift)).y()) + rider.feet;
      ASSERT_GT(over, rider.skin / 2) << i << " " << tick;
    }
    ASSERT_TRUE(hero.state().grounded) << i;
    EXPECT_EQ(hero.state().ground, lift) << i;
  }
}

TEST(CharacterOnBelts, GoesAlongWithThem) {
  Random random(3);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size), belt = random.real(-4, 4) * size;
    if (random.one_in(2)) {
      rider.world.add_body({.type = BodyType::fixed, .position = Vec2(0, -size)}, box(60 * size, 2 * size),
                           {.surface_speed = belt});
    } else {
      // The belt is the second material of the tiles.
      const BodyId map = rider.world.add_body({.type = BodyType::fixed});
      Tile tile = solid_tile;
      tile.material = 2;
      const GridDef grid_def{.columns = 60, .rows = 1, .cell = size, .origin = Vec2(-30 * size, -size)};
      rider.world.add_shape(map, grid(grid_def, std::vector<Tile>(60, tile)),
                            {.palette = {Material{.surface_speed = 77}, Material{.surface_speed = belt}}});
    }
    Character hero(rider.def, Vec2(0, Real(rider.skin - rider.feet)));
    hero.move(rider.world, Vec2(0, -1), dt);
    const double begin = static_cast<double>(hero.state().position.x());
    const double walk = random.one_in(2) ? 0 : static_cast<double>(random.real(-4, 4)) * rider.size;
    for (int tick = 1; tick <= 60; ++tick) {
      hero.move(rider.world, Vec2(Real(walk), -1), dt);
      ASSERT_TRUE(hero.state().grounded);
      const double way = (walk - static_cast<double>(belt)) * static_cast<double>(dt) * tick;
      ASSERT_NEAR(static_cast<double>(hero.state().position.x()) - begin, way, 2e-6 * rider.size * (30 + tick)) << i;
      ASSERT_NEAR(static_cast<double>(hero.state().ground_velocity.x()), -static_cast<double>(belt), 1e-5 * rider.size);
      ASSERT_NEAR(static_cast<double>(hero.state().velocity.x()), walk, 1e-5 * rider.size) << i;
    }
  }
}

TEST(CharacterAtDoors, IsPushedAndCrushedOnlyAgainstAWall) {
  Random random(4);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    const bool wall = random.one_in(2);
    const Shape ground = box(60 * size, 2 * size), door_shape = box(size, 6 * size);
    rider.def.step_height = rider.def.snap = 0;
    rider.world.add_body({.type = BodyType::fixed, .position = Vec2(0, -size)}, ground);
    if (wall) rider.world.add_body({.type = BodyType::fixed, .position = Vec2(5 * size, 0)}, box(2 * size, 20 * size));
    // Up to one and a half of its size in a step: some would pass over the character, if it could not go.
    const Real speed = wall || random.one_in(2) ? random.real(0.5, 12) * size : random.real(12, 90) * size;
    const BodyId door = rider.world.add_body(
        {.type = BodyType::kinematic, .position = Vec2(-3 * size, 3 * size + size / 50), .velocity = Vec2(speed, 0)},
        door_shape);
    Character hero(rider.def, Vec2(0, Real(rider.skin - rider.feet)));
    hero.move(rider.world, Vec2(0, -1), dt);
    bool crushed = false;
    for (int tick = 0; tick < 1000 && !crushed && rider.world.position(door).x() < 4 * size; ++tick) {
      rider.world.step(dt);
      crushed = hero.move(rider.world, Vec2(0, -1), dt).crushed;
      const Outline own = outline_at(rider.def.shape, hero.pose());
      const double gap = plain_gap(own, outline_at(door_shape, rider.world.pose(door)));
      ASSERT_EQ(crushed, gap < -rider.skin) << i << " " << tick << " " << gap;
      if (!crushed && !wall) {
        ASSERT_GT(gap, 0) << i << " " << tick;
      }
      ASSERT_GT(plain_gap(own, outline_at(ground, {Vec2(0, -size), {}})), 0) << i << " " << tick;
    }
    EXPECT_EQ(crushed, wall) << i;
    if (crushed) {  // and goes no deeper
      const Outline there = outline_at(door_shape, rider.world.pose(door));
      const double before = plain_gap(outline_at(rider.def.shape, hero.pose()), there);
      for (int tick = 0; tick < 10; ++tick) hero.move(rider.world, Vec2(-size, -1), dt);
      EXPECT_GT(plain_gap(outline_at(rider.def.shape, hero.pose()), there), before - 1e-5 * rider.size) << i;
    }
    if (!wall) {
      EXPECT_GT(hero.state().position.x(), 4 * size);
    }
  }
}

/// A bar that comes and turns, in free space: there is always a way out.
TEST(CharacterAtDoors, IsPushedByWhatTurns) {
  Random random(8);
  int pushed = 0;
  for (int i = 0; i < bankshot_test::effort(500); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    const Shape bar = any_solid(random, rider.size);
    const Vec2 from = 5 * size * (Rotation::from_angle(random.real(-3, 3)) * Vec2(1, 0));
    const Vec2 aim = Vec2(random.vec2(0.5) * size) - from;
    const BodyId body = rider.world.add_body({.type = BodyType::kinematic,
                                              .position = from,
                                              .rotation = Rotation::from_angle(random.real(-3, 3)),
                                              .velocity = random.real(0.5, 5) * aim,
                                              .angular_velocity = random.real(-30, 30)},
                                             bar);
    Character hero(rider.def, Vec2(0, 0));
    for (int tick = 0; tick < 60; ++tick) {
      rider.world.step(dt);
      const CharacterMove done = hero.move(rider.world, Vec2(0, 0), dt);
      const Outline own = outline_at(rider.def.shape, hero.pose()), other = outline_at(bar, rider.world.pose(body));
      ASSERT_GT(plain_gap(own, other), 0) << i << " " << tick;
      ASSERT_FALSE(done.crushed) << i << " " << tick;
    }
    pushed += hero.state().position.norm() > size ? 1 : 0;
  }
  EXPECT_GT(pushed, 10);
}

/// A thin blade that turns by most of the character's thickness in a step, and never gets past it.
TEST(CharacterAtDoors, IsSweptAlongByBlades) {
  Random random(9);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size), side = random.one_in(2) ? Real(1) : Real(-1);
    const Vec2 extent = rider.def.shape.aabb().upper - rider.def.shape.aabb().lower;
    const Real thickness = std::min(extent.x(), extent.y());
    const Real turn = random.real(0.2, 0.9) * thickness / (3 * size);  // in a step, at three sizes from the pivot
    const BodyId body = rider.world.add_body({.type = BodyType::kinematic,
                                              .rotation = Rotation::from_angle(random.real(-3, 3)),
                                              .angular_velocity = side * turn / dt});
    rider.world.add_shape(body, box(4 * size, size / 20, Vec2(2 * size, 0)));
    const Vec2 ahead = rider.world.rotation(body) * Rotation::from_angle(side) * Vec2(2 * size, 0);
    Character hero(rider.def, ahead);
    for (int tick = 0; tick < 60 && hero.state().position.norm() < 3 * size; ++tick) {
      rider.world.step(dt);
      hero.move(rider.world, Vec2(0, 0), dt);
      const Vec2 local = rider.world.pose(body).to_local(hero.state().position);
      ASSERT_GT(local.y() * side, 0) << i << " " << tick;
    }
  }
}

TEST(CharacterAtCrates, PushesWithNoMoreThanItsForce) {
  Random random(5);
  int pushed = 0, held = 0;
  for (int i = 0; i < bankshot_test::effort(200); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size), speed = random.real(0.5, 3) * size;
    rider.def.step_height = 0;
    rider.world.set_gravity(Vec2(0, -10 * size));
    const Real friction = random.real(0.2, 0.8);
    rider.world.add_body({.type = BodyType::fixed, .position = Vec2(0, -size)}, box(80 * size, 2 * size),
                         {.friction = friction});
    const BodyId crate = rider.world.add_body({.position = Vec2(3 * size, size), .locks = {.rotation = true}},
                                              box(2 * size, 2 * size), {.friction = friction});
    const Real mass = rider.world.mass_properties(crate).mass, grip = friction * mass * 10 * size;
    const bool strong = random.one_in(2);
    rider.def.push_force = (strong ? random.real(1.3, 20) : random.real(0.1, 0.8)) * grip;
    Character hero(rider.def, Vec2(0, Real(rider.skin - rider.feet)));
    const Real begin = rider.world.position(crate).x();
    Real reached = 0;
    for (int tick = 0; tick < 300; ++tick) {
      const CharacterMove done = hero.move(rider.world, Vec2(speed, -1), dt);
      Real sum = 0;
      for (const CharacterHit& hit : done.hits) sum += hit.impulse;
      ASSERT_LE(sum, rider.def.push_force * dt * (1 + 8 * tolerance::eps)) << i;
      // It makes nothing faster than itself, but for rounding.
      ASSERT_LE(rider.world.velocity(crate).x(), speed * Real(1.001)) << i;
      rider.world.step(dt);
      reached = rider.world.position(crate).x() - begin;
    }
    if (strong) {
      EXPECT_GT(reached, size / 4) << i;
      ++pushed;
    } else {
      EXPECT_LT(reached, size / 20) << i;
      ++held;
    }
  }
  EXPECT_GT(pushed, 10);
  EXPECT_GT(held, 10);
}

TEST(CharacterWithABody, LeadsItAndPassesThroughIt) {
  Random random(6);
  for (int i = 0; i < bankshot_test::effort(100); ++i) {
    Rider rider = any_rider(random);
    const Real size = Real(rider.size);
    rider.world.add_body({.type = BodyType::fixed, .position = Vec2(0, -size)}, box(80 * size, 2 * size));
    const Vec2 begin(0, Real(rider.skin - rider.feet));
    rider.def.body = rider.world.add_body({.type = BodyType::kinematic, .position = begin}, rider.def.shape);
    const BodyId area =
        rider.world.add_body({.position = Vec2(2 * size, size), .gravity_scale = 0, .can_sleep = false});
    rider.world.add_shape(area, box(size, 2 * size), {.sensor = true});
    Character hero(rider.def, begin);
    std::size_t begins = 0, ends = 0;  // of the character's body; the area touches the floor, too
    for (int tick = 1; tick <= 180; ++tick) {
      hero.move(rider.world, Vec2(2 * size, -1), dt);
      rider.world.step(dt);
      for (const ContactEvent& event : rider.world.sensor_begins()) begins += event.body_b == rider.def.body ? 1 : 0;
      for (const ContactEvent& event : rider.world.sensor_ends()) ends += event.body_b == rider.def.body ? 1 : 0;
      ASSERT_LT((rider.world.position(rider.def.body) - hero.state().position).norm(), Real(1e-5) * size) << i;
      const double way = 2 * rider.size * static_cast<double>(dt) * tick;
      ASSERT_NEAR(static_cast<double>(hero.state().position.x()), way, 1e-5 * rider.size * tick) << i;
    }
    EXPECT_EQ(begins, 1u) << i;
    EXPECT_EQ(ends, 1u) << i;
  }
}

TEST(CharacterWithABody, CarriesACrateOnItsHead) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(80, 2));
  const Shape shape = box(1, 2);
  const BodyId body = world.add_body({.type = BodyType::kinematic, .position = Vec2(0, Real(1.02))}, shape);
  const BodyId crate = world.add_body({.position = Vec2(0, 4)}, box(1, 1));
  Character hero({.shape = shape, .body = body}, Vec2(0, Real(1.02)));
  for (int tick = 0; tick < 180; ++tick) {
    const CharacterMove done = hero.move(world, Vec2(tick < 90 ? Real(0) : Real(1), -1), dt);
    ASSERT_FALSE(done.crushed) << tick;
    world.step(dt);
  }
  EXPECT_GT(world.position(crate).y(), Real(2.4));
  EXPECT_NEAR(hero.state().position.x(), Real(1.5), Real(1e-3));
}

}  // namespace
}  // namespace bankshot::testing
