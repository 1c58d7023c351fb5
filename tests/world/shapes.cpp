#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using Shapes = WorldTest;

TEST_F(Shapes, AreListedInTheOrderTheyWereAdded) {
  const BodyId body = world.add_body({});
  const ShapeId a = world.add_shape(body, circle(1));
  const ShapeId b = world.add_shape(body, box(1, 2));
  const ShapeId c = world.add_shape(body, segment(Vec2(0, 0), Vec2(1, 0)));
  EXPECT_EQ(world.shapes(body), (std::vector<ShapeId>{a, b, c}));
  world.remove_shape(b);
  EXPECT_EQ(world.shapes(body), (std::vector<ShapeId>{a, c}));
  const ShapeId d = world.add_shape(body, circle(2));
  EXPECT_EQ(world.shapes(body), (std::vector<ShapeId>{a, c, d})) << "a slot used again does not change the order";
  world.remove_shape(d);
  const ShapeId e = world.add_shape(body, circle(3));
  EXPECT_EQ(world.shapes(body), (std::vector<ShapeId>{a, c, e}));
  world.remove_shape(a);
  world.remove_shape(c);
  world.remove_shape(e);
  EXPECT_TRUE(world.shapes(body).empty());
  const ShapeId f = world.add_shape(body, circle(4));
  EXPECT_EQ(world.shapes(body), std::vector<ShapeId>{f});
}

TEST_F(Shapes, KeepWhatTheyWereGiven) {
  const BodyId body = world.add_body({.position = Vec2(10, 20)});
  const Material material{.restitution = Real(0.25),
                          .friction = Real(0.5),
                          .density = 3,
                          .surface_speed = -2,
                          .rolling_resistance = Real(0.125)};
  const Filter filter{.category = 4, .mask = 9, .group = -3};
  const ShapeId shape = world.add_shape(body, box(2, 4), {.material = material, .filter = filter, .sensor = true});
  EXPECT_EQ(world.body_of(shape), body);
  EXPECT_EQ(world.shape(shape), box(2, 4));
  EXPECT_EQ(world.material(shape), material);
  EXPECT_EQ(world.filter(shape), filter);
  EXPECT_TRUE(world.sensor(shape));
  EXPECT_EQ(world.aabb(shape), (Aabb{Vec2(9, 18), Vec2(11, 22)}));
}

TEST_F(Shapes, CanBeChanged) {
  const BodyId body = add_box(0, 0);
  const ShapeId shape = shape_of(body);
  world.set_shape(shape, box(4, 2));
  EXPECT_EQ(world.shape(shape), box(4, 2));
  EXPECT_EQ(world.aabb(shape), (Aabb{Vec2(-2, -1), Vec2(2, 1)}));
  EXPECT_NEAR(world.mass_properties(body).mass, 8, 1e-5);
  EXPECT_EQ(world.pick(Vec2(Real(1.9), Real(0.9))), std::vector<ShapeId>{shape});
  world.set_material(shape, {.restitution = 1, .density = Real(0.5)});
  EXPECT_EQ(world.material(shape).restitution, 1);
  EXPECT_NEAR(world.mass_properties(body).mass, 4, 1e-5);
  world.set_filter(shape, {.category = 2});
  EXPECT_EQ(world.filter(shape).category, 2u);
}

TEST_F(Shapes, ASegmentHasMassByItsLength) {
  const BodyId body = world.add_body({}, segment(Vec2(0, 0), Vec2(3, 0)), {.density = 2});
  EXPECT_NEAR(world.mass_properties(body).mass, 6, 1e-5);
  EXPECT_TRUE(near(world.centre_of_mass(body), Vec2(Real(1.5), 0), Real(1e-5)));
}

TEST_F(Shapes, AChangeOfMaterialCountsFromTheNextStep) {
  add_floor({.friction = 1});
  const BodyId slider = add_box(0, Real(0.5));
  world.set_material(shape_of(slider), {.friction = 1});
  run(5);
  world.set_velocity(slider, Vec2(5, 0));
  run(90);
  EXPECT_LT(world.position(slider).x(), 2) << "friction 1 stops it within 5^2 / (2 g) = 1.25 m";
  world.set_material(shape_of(slider), {.friction = 0});
  world.set_velocity(slider, Vec2(5, 0));
  const Real x = world.position(slider).x();
  run(60);
  EXPECT_NEAR(world.position(slider).x() - x, 5, 0.05);
}

TEST_F(Shapes, OnesThatAreFilteredApartPassThroughEachOther) {
  const BodyId floor = add_floor();
  const BodyId ghost = add_box(0, 1), solid = add_box(5, 1), friend_of_floor = add_box(10, 1);
  world.set_filter(shape_of(floor), {.category = 2, .mask = ~std::uint64_t{4}, .group = 7});
  world.set_filter(shape_of(ghost), {.category = 4});
  world.set_filter(shape_of(friend_of_floor), {.category = 4, .group = 7});
  run(60);
  EXPECT_LT(world.position(ghost).y(), -2);
  EXPECT_NEAR(world.position(solid).y(), 0.5, 0.01);
  EXPECT_NEAR(world.position(friend_of_floor).y(), 0.5, 0.01) << "a common positive group decides first";
}

TEST_F(Shapes, ASensorReportsAndDoesNotPush) {
  const BodyId gate = world.add_body({.type = BodyType::fixed});
  const ShapeId sensor = world.add_shape(gate, box(4, 1), {.sensor = true});
  const BodyId ball = add_ball(0, 3);
  int begins = 0, ends = 0;
  for (int i = 0; i < 90; ++i) {
    run(1);
    for (const ContactEvent& event : world.sensor_begins()) {
      ++begins;
      EXPECT_EQ(event.shape_a, sensor);
      EXPECT_EQ(event.body_b, ball);
    }
    ends += static_cast<int>(world.sensor_ends().size());
    EXPECT_TRUE(world.contacts().empty());
  }
  EXPECT_EQ(begins, 1);
  EXPECT_EQ(ends, 1);
  EXPECT_NEAR(world.position(ball).y(), 3 - 0.5 * 10 * 1.5 * 1.5, 1e-3);
}

// A sensor adds nothing to the reach or the weight of its body: with and without it the body goes the same way, to the
// bit.
TEST_F(Shapes, ASensorOnABodyChangesNothingOfItsWay) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    World rooms[2] = {World(WorldDef{.gravity = Vec2(0, -10)}), World(WorldDef{.gravity = Vec2(0, -10)})};
    std::vector<BodyId> bodies[2];
    for (const int with : {0, 1}) {
      Random random(seed);
      World& room = rooms[with];
      room.add_body({.type = BodyType::fixed}, box(20, 1));
      const int count = 1 + random.below(6);
      for (int i = 0; i < count; ++i) {
        const BodyDef def{.position = Vec2(Real(3) * static_cast<Real>(i) - 8, 2),
                          .rotation = Rotation::from_angle(random.real(0, 6)),
                          .velocity = random.vec2(9),
                          .angular_velocity = random.real(-9, 9)};
        const Material material{.restitution = random.real(0, 0.9), .friction = random.real(0, 1)};
        const Shape shape = random.one_in(2) ? box(1, Real(0.6)) : circle(random.real(0.2, 0.6));
        bodies[with].push_back(room.add_body(def, shape, material));
        const Shape sensor = random.one_in(2) ? circle(random.real(0.1, 5)) : box(random.real(0.01, 8), Real(0.01));
        if (with == 1) room.add_shape(bodies[with].back(), sensor, {.sensor = true});
      }
    }
    for (int k = 0; k < 240; ++k) {
      for (World& room : rooms) room.step(dt);
      for (std::size_t i = 0; i < bodies[0].size(); ++i) {
        ASSERT_EQ(rooms[0].position(bodies[0][i]), rooms[1].position(bodies[1][i])) << seed << ", step " << k;
      }
    }
  }
}

TEST_F(Shapes, TheMixRuleDecidesForAPair) {
  const Material a{.restitution = Real(0.25), .friction = Real(0.9)},
      b{.restitution = Real(0.5), .friction = Real(0.4)};
  EXPECT_EQ(default_mix(a, b).restitution, Real(0.5));
  EXPECT_NEAR(default_mix(a, b).friction, 0.6, 1e-6);
  EXPECT_EQ(default_mix(a, b).friction, default_mix(b, a).friction);
  for (int i = 1; i < 1000; ++i) {
    const Material m{.friction = static_cast<Real>(i) / 997};
    ASSERT_EQ(default_mix(m, m).friction, m.friction) << "a material against itself";
  }
  // A mix rule of the user's own: nothing slides.
  add_floor({.friction = 0});
  world.set_mix_rule(+[](const Material&, const Material&) noexcept { return PairMaterial{0, 10}; });
  const BodyId slider = add_box(0, Real(0.5));
  run(5);
  world.set_velocity(slider, Vec2(1, 0));
  run(60);
  EXPECT_LT(world.position(slider).x(), 0.2);
}

}  // namespace
}  // namespace bankshot::testing
