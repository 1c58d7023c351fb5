// Predictions: shots of every kind, data that belong to a world, threads, refusals.

#include "world/predict_fixture.hpp"

#include <random>
#include <thread>

namespace bankshot::testing {
namespace {

class Predict : public WorldTest {
 protected:
  const Material elastic = {.restitution = 1, .friction = 0};

  BodyId add_fixed(Real x, Real y, const Shape& shape, const Material& material = {}) {
    return world.add_body({.type = BodyType::fixed, .position = Vec2(x, y)}, shape, material);
  }
  /// Four cushions around a table 8 wide and 4 high, centre at (x, 0).
  void add_table(Real x = 0) {
    for (const Real side : {Real(-1), Real(1)}) {
      add_fixed(x + side * Real(4.25), 0, box(Real(0.5), 5), elastic);
      add_fixed(x, side * Real(2.25), box(9, Real(0.5)), elastic);
    }
  }
};

// ---- shots ------------------------------------------------------------------------------------------------------

TEST_F(Predict, ABallOverCushions) {
  world.set_gravity(Vec2::Zero());
  add_table();
  const BodyId ball = add_ball(-3, -1, Real(0.1), elastic);
  run(1);
  const Prediction shot = expect_as_predicted(world, ball, Vec2(9, 7), 240);
  EXPECT_EQ(shot.poses.size(), 240u);
  EXPECT_GT(shot.impacts.size(), 8u);
  // Elastic, no friction: the first is at the upper cushion, 2.9 m of height away.
  EXPECT_EQ(shot.impacts[0].step, static_cast<int>(Real(2.9) / 7 / dt));
  EXPECT_NEAR(static_cast<Real>(shot.impacts[0].step) * dt + shot.impacts[0].impact.time, 2.9 / 7, 1e-3);
}

TEST_F(Predict, ABreakShotWakesTheRack) {
  world.set_gravity(Vec2::Zero());
  add_table();
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      world.add_body({.position = Vec2(1 + Real(0.18) * static_cast<Real>(row),
                                       Real(0.2) * (static_cast<Real>(i) - Real(0.5) * static_cast<Real>(row))),
                      .awake = false},
                     circle(Real(0.1)), elastic);
    }
  }
  const BodyId cue = world.add_body({.position = Vec2(-2, Real(0.03)), .awake = false}, circle(Real(0.1)), elastic);
  run(3);
  ASSERT_FALSE(world.awake(cue));
  const Prediction shot = expect_as_predicted(world, cue, Vec2(30, 0), 180, {.angular_velocity = 5});
  EXPECT_GT(shot.impacts.size(), 3u);
}

TEST_F(Predict, AGasInWhichAllMove) {
  world.set_gravity(Vec2::Zero());
  add_table();
  std::mt19937_64 random(3);
  std::uniform_real_distribution<Real> unit(-1, 1);
  std::vector<BodyId> discs;
  for (int i = 0; i < 60; ++i) {
    const Vec2 place(Real(0.7) * static_cast<Real>(i % 10 - 5) + Real(0.3),
                     Real(0.6) * static_cast<Real>(i / 10 - 3) + Real(0.3));
    discs.push_back(world.add_body({.position = place, .velocity = Vec2(5 * unit(random), 5 * unit(random))},
                                   circle(Real(0.1)), elastic));
  }
  run(10);
  for (const std::size_t i : {0u, 17u, 42u}) expect_as_predicted(world, discs[i], Vec2(12, -3), 200);
}

TEST_F(Predict, ABallOntoASleepingStackAndOneBeside) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 6), beside = add_stack(1, 3);
  const BodyId ball = add_ball(-6, 3, Real(0.3), {.restitution = 1});
  world.set_awake(ball, false);
  ASSERT_TRUE(run_until_asleep(stack[5]));
  run(120);
  for (const Vec2& velocity : {Vec2(15, 6), Vec2(8, 12), Vec2(60, 0), Vec2(0, 0)}) {
    expect_as_predicted(world, ball, velocity, 150);
  }
  expect_as_predicted(world, stack[3], Vec2(4, 0), 150);  // a body of the sleeping stack itself
  expect_as_predicted(world, beside[2], Vec2(0, 0), 20);  // nothing moves, and nothing wakes
}

TEST_F(Predict, AShotFromTheSleepingPileThatItLiesIn) {
  add_floor();
  std::vector<BodyId> boxes;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i < 5 - row; ++i)
      boxes.push_back(
          add_box(static_cast<Real>(i) + Real(0.5) * static_cast<Real>(row), static_cast<Real>(row) + Real(0.5)));
  }
  ASSERT_TRUE(run_until_asleep(boxes[0]));
  expect_as_predicted(world, boxes[2], Vec2(0, 9), 120);
}

// A sleeping body that is hit passes the blow on in the same instant to the bodies on which it leans.
TEST_F(Predict, SleepersOfTwoIslandsThatTouch) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 3);
  ASSERT_TRUE(run_until_asleep(stack[2]));
  const BodyId late = world.add_body({.position = Vec2(0, Real(3.5)), .awake = false}, box(1, 1));
  run(2);
  ASSERT_FALSE(world.awake(stack[0]));
  world.set_awake(late, true);
  run(1);
  world.set_awake(late, false);  // an island of its own, on top of the other
  for (const BodyId body : stack) world.set_awake(body, false);
  run(1);
  const BodyId ball = world.add_body({.position = Vec2(0, 8), .awake = false}, circle(Real(0.4)), {.restitution = 1});
  run(1);
  expect_as_predicted(world, ball, Vec2(0, -10), 120);
}

// Two boxes side by side, a slop or two apart: one island without a contact. Each has a small part, so that neither
// finds the other alone. A body that lands on one of them, or an edit that takes it away, wakes the other.
TEST_F(Predict, SleepersOfOneIslandThatDoNotTouch) {
  add_floor();
  const BodyId first = add_box(0, Real(0.5), 4), second = add_box(Real(4.0085), Real(0.5), 4);
  for (const BodyId body : {first, second}) world.add_shape(body, circle(Real(0.05), Vec2(0, Real(-0.4))));
  const BodyId ball = world.add_body({.position = Vec2(Real(-1.87), 3), .awake = false}, circle(Real(0.3)),
                                     {.restitution = Real(0.6), .friction = 0});
  ASSERT_TRUE(run_until_asleep(first));
  ASSERT_FALSE(world.awake(second));
  for (const Contact& contact : world.contacts()) EXPECT_FALSE(contact.body_a == first && contact.body_b == second);
  World woken = world;
  woken.set_velocity(first, Vec2(0, Real(0.01)));
  woken.step(dt);
  EXPECT_TRUE(woken.awake(second));
  const Prediction shot = expect_as_predicted(world, ball, Vec2(Real(3.2), 0), 120);
  const auto hits = [&shot](BodyId body) {
    return std::any_of(shot.impacts.begin(), shot.impacts.end(), [body](const PredictedImpact& hit) {
      return hit.impact.body_a == body || hit.impact.body_b == body;
    });
  };
  EXPECT_TRUE(hits(first));
  EXPECT_TRUE(hits(second));
  world.set_pose(first, {Vec2(-50, 5), {}});
  expect_as_predicted(world, ball, Vec2(10, 0), 120);
}

// The box falls asleep on the way, beside a stack that sleeps, and is woken by a mover: that must not wake the stack.
TEST_F(Predict, WhatFallsAsleepOnTheWayGetsAnIslandOfItsOwn) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(3, 4);
  ASSERT_TRUE(run_until_asleep(stack[0]));
  const BodyId shot = add_box(Real(1.982), Real(0.5));
  world.add_body({.type = BodyType::kinematic, .position = Vec2(-1, Real(0.5)), .velocity = Vec2(1, 0)}, box(1, 1));
  run(1);
  expect_as_predicted(world, shot, Vec2(Real(0.1), 0), 200);
}

TEST_F(Predict, FromTheMiddleOfThings) {
  add_floor({.restitution = Real(0.5)});
  const std::vector<BodyId> stack = add_stack(0, 5);
  const BodyId ball = add_ball(-3, 4, Real(0.3), {.restitution = Real(0.8)});
  world.set_velocity(ball, Vec2(6, 0));
  for (int i = 0; i < 12; ++i) {
    run(7);
    expect_as_predicted(world, ball, Vec2(5, 3), 60);
    expect_as_predicted(world, stack[4], world.velocity(stack[4]), 60);
  }
}

TEST_F(Predict, KinematicMovers) {
  add_floor();
  const BodyId bar = world.add_body({.type = BodyType::kinematic, .position = Vec2(6, 2), .angular_velocity = 4},
                                    box(4, Real(0.2)), {.restitution = 1});
  world.add_body({.type = BodyType::kinematic, .position = Vec2(20, 1), .velocity = Vec2(-3, 0)}, box(1, 2));
  const std::vector<BodyId> stack = add_stack(12, 3);
  const BodyId ball = add_ball(0, Real(2.5), Real(0.2), {.restitution = Real(0.9)});
  world.set_awake(ball, false);
  for (const BodyId body : stack) world.set_awake(body, false);
  run(1);
  EXPECT_GT(expect_as_predicted(world, ball, Vec2(12, 0), 200).impacts.size(), 2u);
  expect_as_predicted(world, stack[2], Vec2(0, 0), 200);  // the mover comes and wakes it
  expect_as_predicted(world, bar, Vec2(3, -1), 200);      // predicts a mover, too
}

TEST_F(Predict, CompoundsContainersAndGrids) {
  const Material bouncy = {.restitution = Real(0.9), .friction = Real(0.3)};
  const BodyId room = world.add_body({.type = BodyType::fixed});
  world.add_shape(room, container(box(16, 12)), {.material = bouncy});
  std::vector<Tile> tiles(40);
  for (std::size_t i = 0; i < tiles.size(); i += 3) tiles[i] = solid_tile;
  world.add_shape(room, grid({.columns = 10, .rows = 4, .cell = Real(0.5), .origin = Vec2(1, -4)}, tiles),
                  {.material = bouncy});
  const std::array<Vec2, 4> hill = {Vec2(-8, -4), Vec2(-5, -5), Vec2(-3, -5), Vec2(0, -6)};
  world.add_shape(room, chain(hill), {.material = bouncy});
  const std::array<Vec2, 6> ell = {Vec2(0, 0),         Vec2(1, 0), Vec2(1, Real(0.3)), Vec2(Real(0.3), Real(0.3)),
                                   Vec2(Real(0.3), 1), Vec2(0, 1)};
  std::vector<BodyId> ells;
  for (int i = 0; i < 5; ++i) {
    ells.push_back(world.add_body({.position = Vec2(static_cast<Real>(2 * i - 5), static_cast<Real>(i % 2))},
                                  simple_polygon(ell), bouncy));
  }
  expect_as_predicted(world, ells[0], Vec2(9, 7), 200);  // never stepped
  run(200);
  for (const BodyId body : ells) EXPECT_GT(expect_as_predicted(world, body, Vec2(9, 7), 150).impacts.size(), 0u);
}

// The light body leaves twice as fast as the heavy one came: in one step it gets farther than anything could when the
// step began, and the body that it meets there was left out.
TEST_F(Predict, AnImpactThatReachesFartherThanAnythingMovedBefore) {
  world.set_gravity(Vec2::Zero());
  const BodyId heavy =
      world.add_body({.position = Vec2(-3, 0)}, circle(Real(0.5)), {.restitution = 1, .density = 1000});
  const BodyId light = world.add_body({.position = Vec2(1, 0)}, circle(Real(0.1)), elastic);
  add_fixed(9, 0, box(1, 4), elastic);
  run(1);
  const Prediction shot = expect_as_predicted(world, heavy, Vec2(600, 0), 3);
  ASSERT_GE(shot.impacts.size(), 2u);  // the light one comes back from the wall within the first step
  EXPECT_EQ(shot.impacts[1].step, 0);
  expect_as_predicted(world, light, Vec2(-600, 0), 3);
}

// A body far off that is fast is in the prediction, since it moves.
TEST_F(Predict, AFastBodyFromFarOffInterferesInThePredictionToo) {
  world.set_gravity(Vec2::Zero());
  const BodyId ball = world.add_body({.position = Vec2(0, 0), .awake = false}, circle(Real(0.5)), elastic);
  world.add_body({.position = Vec2(5000, 1000), .velocity = Vec2(-4990, -1000)}, circle(Real(0.5)), elastic);
  run(1);
  const Prediction shot = expect_as_predicted(world, ball, Vec2(10, 0), 120);
  ASSERT_EQ(shot.impacts.size(), 1u);
  EXPECT_EQ(shot.impacts[0].step, 58);
}

// Edits of the user in between are not foreseen.
TEST_F(Predict, WhatOthersDoLaterIsNotForeseen) {
  add_floor();
  const BodyId ball = add_ball(0, 3), other = add_ball(4, 1);
  run(200);
  const Prediction shot = world.predict(ball, Vec2(2, 0), dt, 120);
  world.set_velocity(ball, Vec2(2, 0));
  world.set_velocity(other, Vec2(-3, 2));
  run(120);
  EXPECT_NE(bits(shot.poses.back()), bits(world.pose(ball)));
}

// ---- what belongs to a world ------------------------------------------------------------------------------------

/// Pulls one body, pushes the others; by identity, so handles must be the world's own.
ForceOutput by_body(const void* context, const ForceInput& in) noexcept {
  const BodyId chosen = *static_cast<const BodyId*>(context);
  return {in.body == chosen ? Vec2(0, 15 * in.mass) : Vec2(-2 * in.mass, 0), 0};
}
struct Trampoline {
  BodyId body;
  ShapeId shape;
};
PairMaterial on_trampoline(const void* context, const ContactInput& in) noexcept {
  const Trampoline& pad = *static_cast<const Trampoline*>(context);
  const bool a = in.body_a == pad.body && in.shape_a == pad.shape, b = in.body_b == pad.body && in.shape_b == pad.shape;
  return a || b ? PairMaterial{1, 0} : in.mixed;
}

TEST_F(Predict, HooksAreKeptAndSeeTheHandlesOfTheWorld) {
  for (int i = 0; i < 5; ++i) world.remove_body(add_box(0, 50));  // handles of generation 5
  add_floor();
  for (int i = 0; i < 8; ++i) add_fixed(static_cast<Real>(-30 - 2 * i), 5, box(1, 1));  // out of reach
  const BodyId pad = add_fixed(5, 0, box(3, 1));
  world.add_shape(pad, box(1, 1, Vec2(5, 0)));
  const BodyId ball = add_ball(0, 4, Real(0.3)), chosen = add_ball(2, 3, Real(0.3));
  world.set_mass_properties(ball, {.mass = 1, .inertia = 1});  // an impulse is a speed, without rounding
  run(200);
  const Trampoline trampoline{pad, world.shapes(pad)[0]};
  world.set_contact_hook({on_trampoline, &trampoline});
  const Prediction shot = expect_as_predicted(world, ball, Vec2(3, 8), 200);
  ASSERT_GT(shot.impacts.size(), 1u);
  EXPECT_EQ(shot.impacts[0].impact.separation_speed, shot.impacts[0].impact.approach_speed);
  world.set_force_hook({by_body, &chosen});
  expect_as_predicted(world, ball, Vec2(3, 8), 120);
  expect_as_predicted(world, chosen, Vec2(3, 0), 120);
}

struct Counter {
  int& calls;
};
PairMaterial count_call(const void* context, const ContactInput& in) noexcept {
  ++static_cast<const Counter*>(context)->calls;
  return in.mixed;
}

// Bodies that were put to sleep one by one: no island joins them, and each repeated step finds only the next few. The
// number of bodies taken in doubles each time: all those steps together cost about two steps of the whole row, and the
// last one, which sees that nothing is missing, costs one.
TEST_F(Predict, ARowOfSleepersTakesNoMoreThanAFewSteps) {
  for (const Real gap : {Real(0), Real(0.01)}) {
    for (const int count : {100, 400}) {
      int calls = 0;
      const Counter counter{calls};
      World row({.gravity = Vec2::Zero(), .contact_hook = {count_call, &counter}});
      std::vector<BodyId> bodies;
      for (int i = 0; i < count; ++i) {
        bodies.push_back(row.add_body({.position = Vec2(Real(i) * (1 + gap), 0), .awake = false}, box(1, 1)));
      }
      row.step(dt), row.step(dt);
      for (const Real speed : {Real(1), Real(100)}) {
        World pushed = row;
        pushed.set_velocity(bodies[0], Vec2(speed, 0));
        calls = 0;
        pushed.step(dt);
        const int of_step = calls;
        calls = 0;
        row.predict(bodies[0], Vec2(speed, 0), dt, 1);
        EXPECT_LE(calls, 4 * of_step) << count << " bodies " << gap << " apart, at " << speed;
        expect_as_predicted(row, bodies[0], Vec2(speed, 0), 3);
      }
    }
  }
}

TEST_F(Predict, EditsThatNoStepHasSeenYet) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 4);
  const BodyId ball = add_ball(-4, 2, Real(0.3), {.restitution = Real(0.5)});
  expect_as_predicted(world, ball, Vec2(9, 2), 90);  // nothing was ever stepped
  run(100);
  world.remove_body(stack[1]);
  const BodyId fresh = add_ball(-6, 1);
  world.add_shape(stack[2], box(Real(0.2), 3));
  expect_as_predicted(world, fresh, Vec2(9, 2), 90);
  expect_as_predicted(world, ball, Vec2(9, 2), 90);
  run(1);
  world.apply_force(ball, Vec2(3, 30));
  world.apply_impulse(stack[3], Vec2(1, 0));
  world.set_type(stack[0], BodyType::fixed);
  expect_as_predicted(world, ball, Vec2(9, 2), 90);
}

// Of two new bodies in one place the velocity decides which is ranked first.
TEST_F(Predict, TheVelocityMayDecideTheRank) {
  add_floor();
  const BodyId first = add_box(0, 2), second = add_box(0, 2);
  for (const Real speed : {Real(-1), Real(1)}) {
    expect_as_predicted(world, first, Vec2(speed, 0), 60);
    expect_as_predicted(world, second, Vec2(speed, 0), 60);
  }
}

TEST_F(Predict, WokenIslandsThatWaitForTheNextStep) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 5), far = add_stack(30, 3);
  const BodyId ball = add_ball(-4, 2, Real(0.3));
  ASSERT_TRUE(run_until_asleep(stack[0]));
  run(100);
  world.set_velocity(stack[4], Vec2(1, 0));
  world.set_gravity_scale(far[0], -1);
  expect_as_predicted(world, ball, Vec2(9, 2), 120);
  expect_as_predicted(world, stack[1], Vec2(0, 0), 120);
  expect_as_predicted(world, far[2], Vec2(0, 0), 120);
}

TEST_F(Predict, LocksSensorsAndFilters) {
  add_floor({.restitution = Real(0.7)});
  const BodyId slider = world.add_body({.position = Vec2(0, 3), .locks = {.y = true, .rotation = true}}, box(1, 1));
  world.add_shape(slider, circle(2), {.sensor = true});
  add_ball(4, 3);
  world.add_shape(add_fixed(8, 3, box(1, 1)), circle(4), {.sensor = true});
  const BodyId ghost = world.add_body({.position = Vec2(-4, 3)});
  world.add_shape(ghost, circle(Real(0.5)), {.filter = {.category = 2, .mask = 2}});
  expect_as_predicted(world, slider, Vec2(7, 7), 90, {.angular_velocity = 3});
  run(30);
  expect_as_predicted(world, slider, Vec2(7, 7), 90);
  expect_as_predicted(world, ghost, Vec2(7, 7), 90);
}

TEST_F(Predict, ABodyThatLosesItsNumbersIsReported) {
  const BodyId ball = add_ball(0, 0);
  run(1);
  const ForceFunction burst = [](const void*, const ForceInput&) noexcept { return ForceOutput{Vec2(infinite, 0), 0}; };
  world.set_force_hook({burst, nullptr});
  const Prediction shot = expect_as_predicted(world, ball, Vec2(1, 0), 5);
  EXPECT_TRUE(has(shot.status, StepStatus::body_frozen));
}

// ---- threads and refusals ---------------------------------------------------------------------------------------

TEST_F(Predict, ManyThreadsAtOnce) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 5);
  const BodyId ball = add_ball(-4, 2, Real(0.3), {.restitution = 1});
  ASSERT_TRUE(run_until_asleep(stack[0]));
  const World& shared = world;
  for (const bool edited : {false, true}) {
    if (edited) add_ball(9, 9);
    const Prediction truth = happens(world, ball, Vec2(9, 2), 60);
    std::array<int, 6> wrong = {};
    std::vector<std::thread> threads;
    for (int& count : wrong) {
      threads.emplace_back([&count, &shared, &truth, ball] {
        for (int i = 0; i < 20; ++i) count += same(shared.predict(ball, Vec2(9, 2), dt, 60), truth) ? 0 : 1;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, (std::array<int, 6>{}));
  }
}

TEST_F(Predict, NoStepsNoPoses) {
  const BodyId ball = add_ball(0, 0);
  const Prediction shot = world.predict(ball, Vec2(1, 0), dt, 0);
  EXPECT_TRUE(shot.poses.empty());
  EXPECT_TRUE(shot.impacts.empty());
  EXPECT_EQ(shot.status, StepStatus::ok);
}

TEST_F(Predict, RefusesWhatMakesNoSense) {
  const BodyId floor = add_floor(), ball = add_ball(0, 3), gone = add_ball(5, 5);
  world.remove_body(gone);
  const World before = world;
  const auto says = [this](BodyId body, const Vec2& velocity, Real step, int steps,
                           const PredictionOptions& options = {}) {
    return refusal([&] { world.predict(body, velocity, step, steps, options); });
  };
  EXPECT_EQ(says(gone, Vec2(1, 0), dt, 1), "predict: body 2 (generation 0) was removed");
  EXPECT_EQ(says(floor, Vec2(0, 0), dt, 1), "predict: body is fixed, must be dynamic or kinematic");
  EXPECT_EQ(says(ball, Vec2(nan, 0), dt, 1), "predict: velocity is (nan, 0), must be finite");
  EXPECT_EQ(says(ball, Vec2(0, std::numeric_limits<Real>::max()), dt, 1).find("predict: velocity is (0, "), 0u);
  EXPECT_EQ(says(ball, Vec2(1, 0), dt, 1, {.angular_velocity = infinite}),
            "predict: angular_velocity is inf, must be finite");
  EXPECT_EQ(says(ball, Vec2(1, 0), 0, 1), "predict: dt is 0, must be greater than 0 and at most 1 second");
  EXPECT_EQ(says(ball, Vec2(1, 0), dt, -1), "predict: steps is -1, must be from 0 to 100000");
  EXPECT_EQ(says(ball, Vec2(1, 0), dt, 100001), "predict: steps is 100001, must be from 0 to 100000");
  EXPECT_TRUE(world == before);
}

}  // namespace
}  // namespace bankshot::testing
