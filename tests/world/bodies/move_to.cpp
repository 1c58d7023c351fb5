// A kinematic body with a goal is there when the step ends, whatever it meets on its way.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/random_shapes.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

constexpr Real half_ulp = std::numeric_limits<Real>::epsilon() / 2;  // of rounding

class MoveTo : public WorldTest {
 protected:
  Random random{1};

  Real any_dt() {
    return random.one_in(3) ? dt : static_cast<Real>(std::exp2(static_cast<double>(random.real(-10, 0))));
  }
  Rotation any_rotation() { return Rotation::from_angle(random.real(-3.2, 3.2)); }
  BodyId add_mover(Real reach, const Shape& shape) {
    BodyDef def;
    def.type = BodyType::kinematic;
    def.position = random.vec2(static_cast<double>(reach));
    def.rotation = any_rotation();
    def.awake = !random.one_in(4);
    return world.add_body(def, shape);
  }
  /// Near, far, and the same place.
  Pose any_goal(BodyId mover) {
    const double reach = std::exp2(static_cast<double>(random.real(-12, 6)));
    const Vec2 way = random.vec2(reach);
    Pose goal{world.position(mover) + way, any_rotation()};
    if (random.one_in(8)) goal.position = world.position(mover);
    if (random.one_in(4)) goal.rotation = world.rotation(mover);
    return goal;
  }
};

/// The quotient by dt is off by at most two roundings, and so is its product with it. A body that carries others moves
/// in n sub-steps: their length, each way, and each of n - 1 sums is rounded. The angle itself is rounded, too.
Real roundings_of_way(const World& world) { return static_cast<Real>(world.settings().substeps + 4); }

void expect_at(const World& world, BodyId mover, const Pose& before, const Pose& goal) {
  const Pose now = world.pose(mover);
  for (const int axis : {0, 1}) {
    const double way = std::abs(static_cast<double>(goal.position[axis]) - static_cast<double>(before.position[axis]));
    const double most = static_cast<double>(half_ulp) * (static_cast<double>(roundings_of_way(world)) * way +
                                                         2 * std::abs(static_cast<double>(goal.position[axis])) +
                                                         std::abs(static_cast<double>(before.position[axis])));
    EXPECT_LE(std::abs(static_cast<double>(now.position[axis]) - static_cast<double>(goal.position[axis])), most);
  }
  // At most half a turn; its sine and cosine, their products with the rotation, and its length are rounded.
  const double length = std::hypot(static_cast<double>(goal.rotation.c), static_cast<double>(goal.rotation.s));
  const double most = static_cast<double>(half_ulp) * (static_cast<double>(roundings_of_way(world)) * 3.2 + 10);
  EXPECT_NEAR(static_cast<double>(now.rotation.c), static_cast<double>(goal.rotation.c) / length, most);
  EXPECT_NEAR(static_cast<double>(now.rotation.s), static_cast<double>(goal.rotation.s) / length, most);
}

TEST_F(MoveTo, EndsAtTheGoal) {
  for (int scene = 0; scene < bankshot_test::effort(2000); ++scene) {
    world = World(WorldDef{.gravity = Vec2(0, -10), .substeps = 1 + random.below(8)});
    const BodyId mover = add_mover(Real(100), shape_with_sides(random));
    for (int step = 0; step < 4; ++step) {
      const Pose before = world.pose(mover), goal = any_goal(mover);
      const Real time = any_dt();
      world.move_to(mover, goal, time);
      EXPECT_LE(std::abs(world.angular_velocity(mover)) * time, Real(3.1416));
      world.step(time);
      expect_at(world, mover, before, goal);
      ASSERT_FALSE(HasFailure()) << "scene " << scene << ", step " << step;
    }
  }
}

TEST_F(MoveTo, EndsAtTheGoalAmongWhatItSweepsAside) {
  std::size_t impacts = 0;
  for (int scene = 0; scene < bankshot_test::effort(150); ++scene) {
    world = World(WorldDef{.gravity = Vec2(0, -10), .substeps = 1 + random.below(8)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2));
    for (int i = 0; i < 12; ++i) {
      const Vec2 place(random.real(-4, 4), random.real(0.5, 6));
      const Real bounce = random.one_in(2) ? Real(0) : Real(0.7);
      world.add_body({.position = place, .rotation = any_rotation()}, shape_with_sides(random),
                     {.restitution = bounce});
    }
    const BodyId mover = add_mover(4, shape_with_sides(random));
    const BodyId tied = world.bodies()[static_cast<std::size_t>(1 + random.below(12))];
    if (random.one_in(3)) world.add_joint(RevoluteDef{.body_a = mover, .body_b = tied});
    for (int step = 0; step < 20; ++step) {
      const Pose before = world.pose(mover);
      const double reach = random.one_in(4) ? 5 : 0.1;
      const Vec2 place(before.position + random.vec2(reach));
      const Pose goal{place, random.one_in(2) ? before.rotation : any_rotation()};
      world.move_to(mover, goal, dt);
      world.step(dt);
      impacts += world.impacts().size();
      expect_at(world, mover, before, goal);
      ASSERT_FALSE(HasFailure()) << "scene " << scene << ", step " << step;
    }
  }
  EXPECT_GT(impacts, 100u);
}

// What set_pose() would jump over.
TEST_F(MoveTo, HitsWhatIsOnTheWay) {
  for (int scene = 0; scene < bankshot_test::effort(500); ++scene) {
    world = World(WorldDef{});
    const Rotation rotation = any_rotation();
    const Vec2 ahead(rotation.c, rotation.s);
    const Real way = random.real(1, 100), place = way * random.real(0.1, 0.9);
    const BodyId plate = world.add_body({.type = BodyType::kinematic, .rotation = rotation}, box(Real(0.1), 4));
    const BodyId ball =
        world.add_body({.position = place * ahead}, circle(Real(0.02)), {.restitution = random.real(0, 1)});
    world.move_to(plate, {way * ahead, rotation}, dt);
    world.step(dt);
    EXPECT_GT((world.position(ball) - world.position(plate)).dot(ahead), 0) << "scene " << scene;
  }
}

TEST_F(MoveTo, TurnsTheShorterWayAndHalfATurnCounterClockwise) {
  const BodyId mover = world.add_body({.type = BodyType::kinematic}, box(1, 1));
  world.move_to(mover, {Vec2::Zero(), Rotation{-1, 0}}, 1);
  EXPECT_GT(world.angular_velocity(mover), 3);
  for (int i = 0; i < 200; ++i) {
    const Real angle = random.real(-3.14, 3.14);
    world.move_to(mover, {Vec2::Zero(), Rotation::from_angle(angle)}, 1);
    EXPECT_NEAR(static_cast<double>(world.angular_velocity(mover)), static_cast<double>(angle), 1e-6);
  }
}

TEST_F(MoveTo, GoesOnAndStopsAtItsOwnPose) {
  const BodyId mover = world.add_body({.type = BodyType::kinematic}, box(1, 1));
  world.move_to(mover, {Vec2(1, 0), {}}, Real(0.5));
  world.step(Real(0.5)), world.step(Real(0.5));
  EXPECT_EQ(world.position(mover).x(), 2);
  world.move_to(mover, world.pose(mover), Real(0.5));
  EXPECT_EQ(world.velocity(mover), Vec2(0, 0));
  EXPECT_EQ(world.angular_velocity(mover), 0);
}

TEST_F(MoveTo, WakesTheBodyIfItMustMove) {
  const BodyId mover = world.add_body({.type = BodyType::kinematic}, box(1, 1));
  world.set_awake(mover, false);
  world.move_to(mover, {Vec2::Zero(), {}}, dt);
  EXPECT_FALSE(world.awake(mover));
  world.move_to(mover, {Vec2::Zero(), Rotation::from_angle(1)}, dt);
  EXPECT_TRUE(world.awake(mover));
}

TEST_F(MoveTo, RefusesOtherBodiesAndBadNumbers) {
  const BodyId floor = add_floor(), ball = add_ball(0, 1);
  const BodyId mover = world.add_body({.type = BodyType::kinematic, .velocity = Vec2(1, 2)}, box(1, 1));
  const World before = world;
  const auto text = [this](BodyId body, const Pose& goal, Real time) {
    return refusal([&] { world.move_to(body, goal, time); });
  };
  EXPECT_EQ(text(floor, {}, dt), "move_to: body is fixed, must be kinematic");
  EXPECT_EQ(text(ball, {}, dt), "move_to: body is dynamic, must be kinematic");
  EXPECT_NE(text(mover, {Vec2(nan, 0), {}}, dt).find("move_to: goal.position"), std::string::npos);
  EXPECT_NE(text(mover, {Vec2::Zero(), Rotation{2, 0}}, dt).find("move_to: goal.rotation"), std::string::npos);
  for (const Real bad : {Real(0), Real(-1), Real(2), nan, infinite}) {
    EXPECT_NE(text(mover, {}, bad).find("move_to: dt is"), std::string::npos) << bad;
  }
  const Real smallest = std::numeric_limits<Real>::min();
  EXPECT_NE(text(mover, {Vec2(1, 0), {}}, smallest).find("too short a time"), std::string::npos);
  EXPECT_NE(text(mover, {Vec2::Zero(), Rotation::from_angle(1)}, smallest).find("too short a time"), std::string::npos);
  EXPECT_TRUE(world == before);
  world.move_to(mover, {}, smallest);
  EXPECT_EQ(world.velocity(mover), Vec2(0, 0));
  world.remove_body(mover);
  EXPECT_NE(text(mover, {}, dt).find("move_to: body"), std::string::npos);
}

}  // namespace
}  // namespace bankshot::testing
