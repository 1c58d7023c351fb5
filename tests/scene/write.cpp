#include <bankshot/scene/scene.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

using namespace bankshot;

namespace {

bool same(Real a, Real b) { return a == b && std::signbit(a) == std::signbit(b); }
bool same(const Vec2& a, const Vec2& b) { return same(a[0], b[0]) && same(a[1], b[1]); }

void expect_same(const BodyDef& a, const BodyDef& b) {
  EXPECT_EQ(a.type, b.type);
  EXPECT_TRUE(same(a.position, b.position));
  EXPECT_TRUE(same(a.rotation.c, b.rotation.c) && same(a.rotation.s, b.rotation.s));
  EXPECT_TRUE(same(a.velocity, b.velocity));
  EXPECT_TRUE(same(a.angular_velocity, b.angular_velocity));
  EXPECT_EQ(a.linear_damping, b.linear_damping);
  EXPECT_EQ(a.angular_damping, b.angular_damping);
  EXPECT_EQ(a.table_friction, b.table_friction);
  EXPECT_TRUE(same(a.gravity_scale, b.gravity_scale));
  EXPECT_EQ(a.locks, b.locks);
  EXPECT_EQ(a.can_sleep, b.can_sleep);
  EXPECT_EQ(a.awake, b.awake);
  EXPECT_EQ(a.user_data, b.user_data);
}

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_TRUE(same(a.world.gravity, b.world.gravity));
  EXPECT_EQ(a.world.substeps, b.world.substeps);
  EXPECT_EQ(a.world.sleep, b.world.sleep);
  EXPECT_EQ(a.world.impact_limits, b.world.impact_limits);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.view, b.view);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies[i].name, b.bodies[i].name);
    expect_same(a.bodies[i].def, b.bodies[i].def);
    ASSERT_EQ(a.bodies[i].shapes.size(), b.bodies[i].shapes.size());
    for (std::size_t k = 0; k < a.bodies[i].shapes.size(); ++k) {
      EXPECT_EQ(a.bodies[i].shapes[k].shape, b.bodies[i].shapes[k].shape);
      EXPECT_EQ(a.bodies[i].shapes[k].def.material, b.bodies[i].shapes[k].def.material);
      EXPECT_EQ(a.bodies[i].shapes[k].def.filter, b.bodies[i].shapes[k].def.filter);
      EXPECT_EQ(a.bodies[i].shapes[k].def.sensor, b.bodies[i].shapes[k].def.sensor);
      EXPECT_EQ(a.bodies[i].shapes[k].def.sees_all, b.bodies[i].shapes[k].def.sees_all);
    }
    ASSERT_EQ(a.bodies[i].mass.has_value(), b.bodies[i].mass.has_value());
    if (!a.bodies[i].mass) continue;
    EXPECT_EQ(a.bodies[i].mass->mass, b.bodies[i].mass->mass);
    EXPECT_EQ(a.bodies[i].mass->inertia, b.bodies[i].mass->inertia);
    EXPECT_TRUE(same(a.bodies[i].mass->centre, b.bodies[i].mass->centre));
  }
  ASSERT_EQ(a.goals.size(), b.goals.size());
  for (std::size_t i = 0; i < a.goals.size(); ++i) {
    EXPECT_EQ(a.goals[i].name, b.goals[i].name);
    EXPECT_TRUE(same(a.goals[i].from, b.goals[i].from) && same(a.goals[i].to, b.goals[i].to));
    EXPECT_TRUE(same(a.goals[i].inward, b.goals[i].inward));
    EXPECT_EQ(a.goals[i].counts, b.goals[i].counts);
  }
}

// Random values whose digits are all in use.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  Real unit() { return Real(double(engine_() >> 11) * 0x1p-53); }
  Real any() { return (unit() - Real(0.5)) * Real(std::ldexp(1.0, int(engine_() % 21) - 10)); }
  Real positive() { return Real(0.01) + unit() * 10; }
  Vec2 point() { return Vec2(any(), any()); }
  bool coin() { return (engine_() & 1) != 0; }
  std::uint64_t bits() { return engine_(); }
  int below(int n) { return int(engine_() % std::uint64_t(n)); }

 private:
  std::mt19937_64 engine_;
};

Shape random_shape(Dice& dice) {
  const Vec2 centre = dice.point();
  switch (dice.below(6)) {
    case 0: return circle(dice.positive(), centre);
    case 1: return capsule(centre, Vec2(centre[0] + dice.positive(), centre[1]), dice.positive());
    case 2: return segment(centre, Vec2(centre[0] + dice.positive(), centre[1]));
    case 3: return box(dice.positive(), dice.positive(), centre, {}, dice.coin() ? Real(0) : dice.positive());
    case 4:
      return box(dice.positive(), dice.positive(), centre, Rotation::from_angle(dice.any()),
                 dice.coin() ? Real(0) : dice.positive());
    default:
      const Vec2 corners[] = {Vec2(-dice.positive(), -dice.positive()), Vec2(dice.positive(), -dice.positive()),
                              Vec2(dice.positive(), dice.positive()), Vec2(-dice.positive(), dice.positive())};
      return polygon(std::span(corners).first(3), dice.coin() ? Real(0) : dice.positive());
  }
}

SceneBody random_body(Dice& dice) {
  SceneBody body;
  body.name = dice.coin() ? "" : "\"odd\" \\ name \xc3\xa9";
  body.def.type = static_cast<BodyType>(dice.below(3));
  body.def.position = dice.point();
  if (dice.coin()) body.def.rotation = Rotation::from_angle(dice.any());
  const bool moves = body.def.type != BodyType::fixed;
  if (moves && dice.coin()) body.def.velocity = dice.point();
  if (moves && dice.coin()) body.def.angular_velocity = dice.coin() ? Real(-0.0) : dice.any();
  if (dice.coin()) body.def.linear_damping = dice.unit();
  if (dice.coin()) body.def.angular_damping = dice.unit();
  if (dice.coin()) body.def.table_friction.linear = dice.unit();
  if (dice.coin()) body.def.table_friction.angular = dice.unit();
  if (dice.coin()) body.def.gravity_scale = dice.any();
  if (body.def.type == BodyType::dynamic) body.def.locks = {dice.coin(), dice.coin(), dice.coin()};
  body.def.can_sleep = dice.coin();
  body.def.awake = dice.coin();
  if (dice.coin()) body.def.user_data = dice.bits();
  const int shapes = 1 + dice.below(3);
  for (int i = 0; i < shapes; ++i) {
    SceneShape shape{random_shape(dice), {}};
    if (dice.coin()) shape.def.material = {dice.unit(), dice.unit(), dice.positive(), dice.any(), dice.unit()};
    if (dice.coin()) shape.def.filter = {dice.bits(), dice.bits(), std::int32_t(dice.bits())};
    shape.def.sensor = dice.coin();
    shape.def.sees_all = shape.def.sensor && dice.coin();
    body.shapes.push_back(shape);
  }
  if (body.def.type == BodyType::dynamic && dice.coin()) {
    body.mass = MassProperties{dice.positive(), dice.point(), dice.positive()};
  }
  return body;
}

TEST(WriteScene, ReadsBackBitForBit) {
  Dice dice(1);
  for (int round = 0; round < 200; ++round) {
    Scene scene;
    scene.name = "name";
    scene.description = "tab\tand\nline";
    scene.world.gravity = dice.point();
    scene.world.substeps = 1 + dice.below(64);
    scene.world.sleep = dice.coin();
    if (dice.coin()) scene.world.impact_limits = {1 + dice.below(10000), 1 + dice.below(10000)};
    scene.dt = dice.unit() + Real(1e-6) < 1 ? dice.unit() / 2 + Real(1e-6) : Real(0.5);
    scene.steps = dice.below(100000);
    if (dice.coin()) {
      const Vec2 lower = dice.point();
      scene.view = Aabb{lower, Vec2(lower[0] + dice.positive(), lower[1] + dice.positive())};
    }
    const int bodies = dice.below(6);
    for (int i = 0; i < bodies; ++i) scene.bodies.push_back(random_body(dice));
    if (dice.coin()) scene.goals.push_back({"goal", Vec2(0, 0), Vec2(dice.positive(), 0), Vec2(0, -1), {}});
    const std::string text = to_json(scene);
    SCOPED_TRACE(text);
    const Scene back = parse_scene(text);
    expect_same(scene, back);
    EXPECT_EQ(to_json(back), text);
    if (HasFailure()) return;
  }
}

TEST(WriteScene, ShortestDigits) {
  Scene scene;
  scene.bodies.push_back({"", {.position = Vec2(Real(0.1), Real(-1) / 3)}, {}, {}});
  const std::string text = to_json(scene);
  EXPECT_NE(text.find(sizeof(Real) == 4 ? "[0.1, -0.33333334]" : "[0.1, -0.3333333333333333]"), std::string::npos)
      << text;
}

TEST(WriteScene, BoxesStayBoxes) {
  Scene scene;
  scene.bodies.push_back({"", {}, {{box(2, 1, Vec2(3, 0)), {}}}, {}});
  EXPECT_NE(to_json(scene).find("\"kind\": \"box\", \"width\": 2, \"height\": 1, \"centre\": [3, 0]"),
            std::string::npos);
}

TEST(SceneOfWorld, MakesTheSameWorldAgain) {
  Dice dice(2);
  for (int round = 0; round < 50; ++round) {
    Scene scene;
    scene.world.gravity = Vec2(0, -10);
    for (int i = 0; i < 4; ++i) scene.bodies.push_back(random_body(dice));
    const World world = make_world(scene);
    const Scene of_world = scene_of(world);
    const World again = make_world(parse_scene(to_json(of_world)));
    EXPECT_EQ(world.hash(), again.hash());
    ASSERT_EQ(of_world.bodies.size(), scene.bodies.size());
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      expect_same(world.definition(world.bodies()[i]), of_world.bodies[i].def);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
