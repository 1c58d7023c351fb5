#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using Clock = WorldTest;

TEST_F(Clock, TakesEvenStepsOutOfUnevenFrames) {
  StepClock clock(Real(0.25));
  EXPECT_EQ(clock.advance(world, 0.125), 0);
  EXPECT_EQ(clock.alpha(), Real(0.5));
  EXPECT_EQ(clock.advance(world, 0.125), 1);
  EXPECT_EQ(clock.alpha(), 0);
  EXPECT_EQ(clock.advance(world, 0.8125), 3);
  EXPECT_EQ(clock.alpha(), Real(0.25));
  EXPECT_EQ(clock.advance(world, 0), 0);
  EXPECT_EQ(world.tick(), 4u);
  EXPECT_EQ(clock.dropped_seconds(), 0);
}

TEST_F(Clock, LosesNoTimeOverManyFrames) {
  StepClock clock(dt);
  int steps = 0;
  for (int i = 0; i < 14400; ++i) steps += clock.advance(world, 1.0 / 144);
  EXPECT_NEAR(steps, 6000, 1);
  EXPECT_EQ(world.tick(), static_cast<std::uint64_t>(steps));
}

TEST_F(Clock, DropsTimeRatherThanFallBehind) {
  StepClock clock(Real(0.25), 3);
  EXPECT_EQ(clock.advance(world, 10.125), 3);
  EXPECT_EQ(clock.dropped_seconds(), 9.25);
  EXPECT_EQ(clock.alpha(), Real(0.5));
  EXPECT_EQ(clock.advance(world, 0.125), 1) << "the next frame does not pay for it";
  EXPECT_EQ(clock.advance(world, 1e300), 3);
  EXPECT_GT(clock.dropped_seconds(), 9e299);
}

TEST_F(Clock, AlphaStaysBelowOne) {
  StepClock clock(dt);
  double almost = static_cast<double>(dt);
  for (int i = 0; i < 100; ++i) {
    almost = std::nextafter(almost, 0.0);
    StepClock fresh(dt);
    EXPECT_EQ(fresh.advance(world, almost), 0);
    EXPECT_LT(fresh.alpha(), 1);
  }
}

TEST_F(Clock, InterpolatesBetweenTheLastTwoSteps) {
  world.set_gravity(Vec2(0, 0));
  const BodyId body = world.add_body({.velocity = Vec2(4, -8), .angular_velocity = Real(2.5)}, box(1, 1));
  StepClock clock(Real(0.25));
  EXPECT_EQ(clock.interpolated(world, body), world.pose(body)) << "before the first step";
  clock.advance(world, 0.25 * 1.75);
  const Pose after = world.pose(body);
  EXPECT_TRUE(near(after.position, Vec2(1, -2), Real(1e-5)));
  const Pose between = clock.interpolated(world, body);
  EXPECT_TRUE(near(between.position, Vec2(Real(0.75), Real(-1.5)), Real(1e-5)));
  EXPECT_NEAR(between.rotation.angle(), 0.75 * 0.625, 1e-5) << "evenly along the arc";
  EXPECT_NEAR(between.rotation.c * between.rotation.c + between.rotation.s * between.rotation.s, 1, 1e-6);
  EXPECT_EQ(clock.advance(world, 0.25 * 3), 3);
  EXPECT_TRUE(near(clock.interpolated(world, body).position, Vec2(Real(3.75), Real(-7.5)), Real(1e-4)))
      << "between the last two of three";
  clock.advance(world, 0.25 * 0.25);
  EXPECT_TRUE(near(clock.interpolated(world, body).position, Vec2(4, -8), Real(1e-4)));
}

TEST_F(Clock, TurnsAlongTheShorterArc) {
  world.set_gravity(Vec2(0, 0));
  // From 170 degrees by 20 degrees: through 180, not back through 0.
  const Real degree = Real(3.14159265358979) / 180;
  const BodyId body =
      world.add_body({.rotation = Rotation::from_angle(170 * degree), .angular_velocity = 80 * degree}, box(1, 1));
  StepClock clock(Real(0.25));
  clock.advance(world, 0.375);
  const Rotation half = clock.interpolated(world, body).rotation;
  EXPECT_NEAR(half.c, -1, 1e-4);
  EXPECT_NEAR(half.s, 0, 1e-3);
}

TEST_F(Clock, ANewBodyStandsWhereItIs) {
  StepClock clock(Real(0.25));
  const BodyId old = add_box(0, 0);
  add_box(-5, 0);
  clock.advance(world, 0.375);
  world.remove_body(old);
  const BodyId young = add_ball(5, 5);
  ASSERT_EQ(young.slot, old.slot);
  EXPECT_EQ(clock.interpolated(world, young).position, Vec2(5, 5)) << "not on its way from its predecessor's place";
  EXPECT_EQ(refusal([&] { clock.interpolated(world, old); }), "pose: body 0 (generation 0) was removed");
}

TEST_F(Clock, RefusesBadInput) {
  const std::string range = "must be greater than 0 and at most 1 second";
  EXPECT_EQ(refusal([] { StepClock(0); }), "StepClock: dt is 0, " + range);
  EXPECT_EQ(refusal([] { StepClock(2); }), "StepClock: dt is 2, " + range);
  EXPECT_EQ(refusal([] { StepClock clock(nan); }), "StepClock: dt is nan, must be finite");
  EXPECT_EQ(refusal([] { StepClock(dt, 0); }), "StepClock: max_steps is 0, must be at least 1");
  StepClock clock(Real(0.25));
  EXPECT_EQ(refusal([&] { clock.advance(world, -1); }), "advance: frame_seconds is -1, must not be negative");
  EXPECT_EQ(refusal([&] { clock.advance(world, std::nan("")); }), "advance: frame_seconds is nan, must be finite");
  EXPECT_EQ(refusal([&] { clock.advance(world, std::numeric_limits<double>::infinity()); }),
            "advance: frame_seconds is infinite, must be finite");
  EXPECT_EQ(clock.advance(world, 0.25), 1) << "none of it was counted";
}

}  // namespace
}  // namespace bankshot::testing
