// Shapes that are not convex, in the world.

#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace bankshot::testing {
namespace {

class Composites : public WorldTest {
 protected:
  BodyId add_fixed(const Shape& shape, const ShapeDef& def = {}) {
    const BodyId body = world.add_body({.type = BodyType::fixed});
    last = world.add_shape(body, shape, def);
    return body;
  }
  double energy(const std::vector<BodyId>& bodies) const {
    double sum = 0;
    for (const BodyId body : bodies) {
      const MassProperties mass = world.mass_properties(body);
      const double spin = world.angular_velocity(body);
      sum += 0.5 * mass.mass * double(world.velocity(body).squaredNorm()) + 0.5 * mass.inertia * spin * spin +
             10.0 * mass.mass * world.position(body)[1];
    }
    return sum;
  }
  ShapeId last;
};

/// A level floor of 40 joined pieces with its top at y = 0, from x = 0 on.
std::vector<Shape> level_floors() {
  std::vector<Vec2> points;
  std::vector<Shape> tiles;
  for (int i = 0; i <= 40; ++i) points.emplace_back(Real(40 - i), Real(0));
  for (int i = 0; i < 40; ++i) tiles.push_back(box(1, 1, Vec2(Real(i) + Real(0.5), Real(-0.5))));
  const std::vector<Tile> cells(40, solid_tile);
  const std::vector<std::uint8_t> pixels(400, 1);
  const Shape from_below = chain(points);  // runs to the left; run the other way, its left is up
  std::reverse(points.begin(), points.end());
  return {from_below, chain(points, false, ChainSides::left), compound(tiles),
          grid({.columns = 40, .rows = 1, .origin = Vec2(0, -1)}, cells),
          mask({.width = 400, .height = 1, .pixel = Vec2(Real(0.1), 1), .origin = Vec2(0, -1)}, pixels)};
}

TEST_F(Composites, ABoxSlidesOverSeamsWithoutLosingSpeed) {
  for (const Shape& floor : level_floors()) {
    world = World({.gravity = Vec2(0, -10)});
    add_fixed(floor, {.material = {.friction = 0}});
    const BodyId crate =
        world.add_body({.position = Vec2(2, Real(0.5)), .velocity = Vec2(5, 0)}, box(1, 1), {.friction = 0});
    int begins = 0, ends = 0;
    for (int i = 0; i < 300; ++i) {
      world.step(dt);
      EXPECT_TRUE(world.impacts().empty());
      begins += static_cast<int>(world.contact_begins().size());
      ends += static_cast<int>(world.contact_ends().size());
    }
    EXPECT_NEAR(world.position(crate)[0], 27, 1e-3) << static_cast<int>(floor.kind());
    EXPECT_NEAR(world.position(crate)[1], 0.5, 0.004);
    EXPECT_NEAR(world.rotation(crate).s, 0, 1e-3);
    EXPECT_EQ(begins, 1) << "one contact per pair of shapes, however many parts";
    EXPECT_EQ(ends, 0);
  }
}

/// The place after five seconds of a ball that rolls at 5 m/s from x = 2.
Vec2 rolled(const Shape& floor) {
  World world({.gravity = Vec2(0, -10)});
  world.add_shape(world.add_body({.type = BodyType::fixed}), floor, {});
  const BodyId ball = world.add_body({.position = Vec2(2, Real(0.5)), .velocity = Vec2(5, 0), .angular_velocity = -10},
                                     circle(Real(0.5)));
  for (int i = 0; i < 300; ++i) world.step(dt);
  EXPECT_NEAR(world.velocity(ball)[1], 0, 1e-3);
  return world.position(ball);
}

TEST_F(Composites, ABallRollsOverSeamsAsOverOnePiece) {
  const Vec2 expected = rolled(box(40, 1, Vec2(20, Real(-0.5))));
  EXPECT_NEAR(expected[0], 27, 0.1);
  for (const Shape& floor : level_floors()) {
    const Vec2 found = rolled(floor);
    EXPECT_NEAR(found[0], expected[0], 0.1) << static_cast<int>(floor.kind());
    EXPECT_NEAR(found[1], expected[1], 1e-4) << static_cast<int>(floor.kind());
  }
}

TEST_F(Composites, BallsAndBoxesBounceInContainersWithoutLosingEnergy) {
  for (const Shape& room : {circle(5), box(10, 10), box(10, 8, Vec2(0, 0), Rotation::from_angle(Real(0.3)))}) {
    world = World({.gravity = Vec2(0, -10)});
    add_fixed(container(room), {.material = {.restitution = 1, .friction = 0}});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 10; ++i) {
      const Vec2 place(Real(-2.4) + Real(0.55) * Real(i), Real(0.7) * Real(i % 3));
      bodies.push_back(world.add_body({.position = place, .velocity = Vec2(3 - Real(i), 2)},
                                      i % 2 == 1 ? circle(Real(0.2)) : box(Real(0.4), Real(0.3)),
                                      {.restitution = 1, .friction = 0}));
    }
    const double before = energy(bodies) + 100, low = -100;
    int impacts = 0;
    for (int i = 0; i < 1200; ++i) {
      EXPECT_EQ(world.step(dt), StepStatus::ok);
      impacts += static_cast<int>(world.impacts().size());
    }
    EXPECT_GT(impacts, 200);
    EXPECT_NEAR(energy(bodies) - low, before, 1e-4 * before);
    for (const BodyId body : bodies) {
      EXPECT_NE(bankshot::contains(room, {}, world.position(body)), PointRelation::outside);
    }
  }
}

TEST_F(Composites, ThingsComeToRestInABowl) {
  const Vec2 corners[] = {Vec2(0, 0),         Vec2(1, 0), Vec2(1, Real(0.3)), Vec2(Real(0.3), Real(0.3)),
                          Vec2(Real(0.3), 1), Vec2(0, 1)};
  const Shape hook = simple_polygon(corners);
  for (const Real shift : {Real(0), Real(0.01)}) {  // islands that come to rest one by one, beside one another
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    add_fixed(container(circle(5)));
    std::vector<BodyId> bodies;
    for (int i = 0; i < 12; ++i) {
      const Vec2 place(shift + Real(1.1) * Real(i % 3) - 1, Real(1.2) * Real(i / 3) - 3);
      bodies.push_back(world.add_body({.position = place}, i % 2 == 1 ? hook : box(Real(0.8), Real(0.5))));
    }
    run(900);
    EXPECT_EQ(world.counts().awake_bodies, 0) << shift;
    EXPECT_LT(world.deepest_penetration(), Real(0.005)) << shift;
    for (const BodyId body : bodies) EXPECT_LT(world.position(body).norm(), Real(5.001)) << shift;
  }
}

TEST_F(Composites, HooksStackOnEachOther) {
  add_floor();
  const Vec2 corners[] = {Vec2(0, 0), Vec2(2, 0), Vec2(2, 1), Vec2(1, 1), Vec2(1, 2), Vec2(0, 2)};
  const Shape step = simple_polygon(corners);
  const BodyId lower = world.add_body({.position = Vec2(0, 0)}, step);
  const BodyId upper = world.add_body({.position = Vec2(Real(2.51), Real(3.01)), .rotation = {-1, 0}}, step);
  run(120);
  // The upper one, upside down, stands with one foot in the lower one's corner and one on its top.
  EXPECT_LT(std::abs(world.position(upper)[0] - Real(2.51)), Real(0.02));
  EXPECT_NEAR(world.position(upper)[1], 3, 0.02);
  EXPECT_NEAR(world.position(lower)[1], 0, 0.01);
  EXPECT_TRUE(run_until_asleep(upper));
}

TEST_F(Composites, NoShotPassesThroughThem) {
  std::mt19937_64 engine(7);
  const auto unit = [&engine] { return Real(double(engine() >> 11) * 0x1p-53); };
  const Vec2 wall[] = {Vec2(0, 4), Vec2(Real(0.3), 1), Vec2(0, -1), Vec2(Real(0.2), -4)};
  const Shape posts[] = {box(Real(0.01), 5, Vec2(0, Real(2.4))), box(Real(0.01), 5, Vec2(0, Real(-2.4)))};
  const std::vector<Tile> tiles(8, solid_tile);
  const std::vector<std::uint8_t> pixels(80, 1);
  const Shape barriers[] = {
      chain(wall), compound(posts), grid({.columns = 1, .rows = 8, .origin = Vec2(0, -4)}, tiles),
      mask({.width = 1, .height = 80, .pixel = Vec2(Real(0.01), Real(0.1)), .origin = Vec2(0, -4)}, pixels)};
  for (const Shape& barrier : barriers) {
    for (int i = 0; i < 400; ++i) {
      world = World();
      add_fixed(barrier);
      const Real speed = 10 * std::pow(Real(10), 3 * unit());
      const Vec2 from(-2 - unit(), 4 * unit() - 2);
      const Vec2 aim = (Vec2(0, 4 * unit() - 2) - from).normalized();
      const Shape shot = i % 3 == 0   ? circle(Real(0.05))
                         : i % 3 == 1 ? box(Real(0.1), Real(0.05))
                                      : box(Real(0.02), Real(0.3));
      const BodyId body =
          world.add_body({.position = from, .velocity = speed * aim, .angular_velocity = 20 * unit() - 10}, shot,
                         {.restitution = unit()});
      for (int k = 0; k < 5 && std::abs(world.position(body)[1]) < 4; ++k) {
        world.step(dt);
        if (std::abs(world.position(body)[1]) > 4) break;  // past the barrier's end after a bounce
        ASSERT_LT(world.position(body)[0], Real(0.35)) << static_cast<int>(barrier.kind()) << " shot " << i;
      }
    }
  }
}

TEST_F(Composites, NothingLeavesAContainerHoweverFast) {
  std::mt19937_64 engine(8);
  const auto unit = [&engine] { return Real(double(engine() >> 11) * 0x1p-53); };
  for (int i = 0; i < 600; ++i) {
    world = World();
    const Shape room = i % 2 == 0 ? circle(1) : box(2, Real(1.5));
    add_fixed(container(room), {.material = {.restitution = unit()}});
    const Real speed = 10 * std::pow(Real(10), 3 * unit()), angle = Real(6.28) * unit();
    const Shape shot = i % 3 == 0 ? circle(Real(0.1)) : box(Real(0.3), Real(0.1));
    const BodyId body = world.add_body(
        {.velocity = speed * Vec2(std::cos(angle), std::sin(angle)), .angular_velocity = 100 * unit() - 50}, shot);
    for (int k = 0; k < 10; ++k) world.step(dt);
    ASSERT_NE(bankshot::contains(room, {}, world.position(body)), PointRelation::outside) << i;
    const std::optional<Mtv> out = mtv(shot, {world.position(body), world.rotation(body)}, container(room), {});
    ASSERT_LT(out ? out->depth : Real(0), Real(0.02)) << i;
  }
}

TEST_F(Composites, AOneWayPlatformIsJumpedThroughAndStoodOn) {
  const Tile ledge{Tile::Form::one_way_up};
  const std::vector<Tile> tiles(6, ledge);
  add_fixed(grid({.columns = 6, .rows = 1, .origin = Vec2(0, 2)}, tiles));  // stops bodies that come down on y = 3
  const BodyId jumper = world.add_body({.position = Vec2(Real(2.5), 1), .velocity = Vec2(0, 9)}, box(Real(0.6), 1));
  Real top = 0;
  for (int i = 0; i < 240; ++i) {
    EXPECT_EQ(world.step(dt), StepStatus::ok);
    top = std::max(top, world.position(jumper)[1]);
  }
  EXPECT_NEAR(top, 1 + Real(81) / 20, 1e-3) << "nothing held it on its way up";
  EXPECT_NEAR(world.position(jumper)[1], 3.5, 0.01);
}

TEST_F(Composites, ACellCanBeTakenAwayUnderASleeper) {
  const std::vector<Tile> tiles(9, solid_tile);
  add_fixed(grid({.columns = 9, .rows = 1, .origin = Vec2(0, -1)}, tiles));
  const BodyId crate = add_box(Real(4.5), Real(0.4), Real(0.8), Real(0.8));
  ASSERT_TRUE(run_until_asleep(crate));
  world.set_tile(last, 8, 0, empty_tile);
  EXPECT_FALSE(world.awake(crate)) << "far away";
  world.set_tile(last, 4, 0, empty_tile);
  run(60);
  EXPECT_LT(world.position(crate)[1], -1);
  EXPECT_EQ(tile(world.shape(last), 4, 0), empty_tile);
  EXPECT_NE(refusal([&] { world.set_tile(last, 9, 0, solid_tile); }), "");
}

TEST_F(Composites, TilesHaveMaterialsOfTheirOwn) {
  std::vector<Tile> tiles(20, solid_tile);
  for (int i = 10; i < 20; ++i) tiles[static_cast<std::size_t>(i)].material = 1;
  add_fixed(grid({.columns = 20, .rows = 1, .origin = Vec2(0, -1)}, tiles),
            {.material = {.restitution = 0}, .palette = {{.restitution = 1}}});
  const BodyId dead = add_ball(5, 2), alive = add_ball(15, 2);
  run(72);  // both met the floor once; the lively one is on its way up again
  EXPECT_NEAR(world.position(dead)[1], 0.5, 0.01);
  EXPECT_GT(world.position(alive)[1], 1.5);
}

TEST_F(Composites, ThePaletteOfTilesCanBeChanged) {
  std::vector<Tile> tiles(20, solid_tile);
  for (Tile& tile : tiles) tile.material = 1;
  const BodyId ground =
      add_fixed(grid({.columns = 20, .rows = 1, .origin = Vec2(0, -1)}, tiles), {.palette = {{.restitution = 1}}});
  const ShapeId floor = world.shapes(ground)[0];
  const std::vector<Material> rubber = {{.restitution = 1}}, clay = {{.restitution = 0}, {.friction = 1}};
  EXPECT_EQ(world.palette(floor), rubber);
  const std::uint64_t before = world.hash();
  world.set_palette(floor, clay);
  EXPECT_EQ(world.palette(floor), clay);
  EXPECT_NE(world.hash(), before);
  const BodyId ball = add_ball(5, 2);
  run(120);
  EXPECT_NEAR(world.position(ball)[1], 0.5, 0.01);
  EXPECT_NE(refusal([&] { world.set_palette(floor, std::vector<Material>{{.friction = -1}}); }), "");
  const ShapeId round = world.shapes(ball)[0];
  const std::string what = ": the shape is not a grid: only grids have tiles and a palette";
  EXPECT_EQ(refusal([&] { world.set_palette(round, clay); }), "set_palette" + what);
  EXPECT_EQ(refusal([&] { world.set_tile(round, 0, 0, solid_tile); }), "set_tile" + what);
}

TEST_F(Composites, CreationOrderDoesNotShow) {
  const auto build = [](bool reversed) {
    World made({.gravity = Vec2(0, -10)});
    const auto walls = [&] {
      made.add_shape(made.add_body({.type = BodyType::fixed}), container(box(12, 12)), {});
      const Vec2 hill[] = {Vec2(6, -6), Vec2(3, -4), Vec2(0, -5), Vec2(-3, -4), Vec2(-6, -6)};
      made.add_shape(made.add_body({.type = BodyType::fixed}), chain(hill), {});
    };
    const Vec2 corners[] = {Vec2(0, 0),         Vec2(1, 0), Vec2(1, Real(0.5)), Vec2(Real(0.5), Real(0.5)),
                            Vec2(Real(0.5), 1), Vec2(0, 1)};
    if (!reversed) walls();
    for (int k = 0; k < 20; ++k) {
      const int i = reversed ? 19 - k : k;
      made.add_body({.position = Vec2(Real(i % 5) * Real(1.7) - 4, Real(i / 5) * Real(1.5) - 2)},
                    i % 2 == 0 ? simple_polygon(corners) : circle(Real(0.4)), {.restitution = Real(0.3)});
    }
    if (reversed) walls();
    return made;
  };
  World one = build(false), two = build(true);
  for (int i = 0; i < 240; ++i) {
    one.step(dt), two.step(dt);
    ASSERT_EQ(one.hash(), two.hash()) << i;
  }
  World copy = one;
  EXPECT_TRUE(copy == one);
  copy.step(dt);
  EXPECT_FALSE(copy == one);
  one.step(dt);
  EXPECT_TRUE(copy == one);
}

TEST_F(Composites, WhatIsWithoutEndIsNotDynamic) {
  const BodyId body = world.add_body({});
  EXPECT_NE(refusal([&] { world.add_shape(body, container(circle(1))); }), "");
  EXPECT_NE(refusal([&] { world.add_shape(body, grid({.columns = 3, .rows = 3})); }), "")
      << "an empty grid weighs nothing";
  EXPECT_EQ(world.shapes(body).size(), 0u);
}

TEST_F(Composites, AKinematicDrumTurnsWithItsLoad) {
  const BodyId drum = world.add_body({.type = BodyType::kinematic, .angular_velocity = Real(1.5)});
  world.add_shape(drum, container(box(4, 4)), {});
  std::vector<BodyId> load;
  for (int i = 0; i < 9; ++i) load.push_back(add_box(Real(i % 3) - 1, Real(i / 3) - 1, Real(0.5), Real(0.5)));
  for (int i = 0; i < 600; ++i) world.step(dt);
  for (const BodyId body : load) {
    const Pose pose{world.position(drum), world.rotation(drum)};
    EXPECT_EQ(bankshot::contains(box(4, 4), pose, world.position(body)), PointRelation::inside);
    EXPECT_TRUE(world.awake(body));
  }
}

TEST_F(Composites, SensorsSeeWhatIsDeepInside) {
  std::vector<Shape> tiles;
  for (int i = 0; i < 9; ++i) tiles.push_back(box(1, 1, Vec2(Real(i % 3), Real(i / 3))));
  const BodyId zone = world.add_body({.type = BodyType::fixed});
  world.add_shape(zone, compound(tiles), {.sensor = true});
  const BodyId probe = world.add_body({.position = Vec2(1, 1), .gravity_scale = 0}, circle(Real(0.1)));
  world.step(dt);
  ASSERT_EQ(world.sensor_begins().size(), 1u);
  world.set_pose(probe, {Vec2(20, 20), {}});
  world.step(dt);
  EXPECT_EQ(world.sensor_ends().size(), 1u);
}

}  // namespace
}  // namespace bankshot::testing
