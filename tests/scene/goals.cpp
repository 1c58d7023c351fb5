#include <bankshot/scene/goals.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

namespace {

// A mouth from (-1, 0) to (1, 0), open upwards, in a world without gravity.
struct Game {
  Scene scene;
  World world;
  std::vector<BodyId> ids;
  std::vector<GoalCounter> counter;  // made when the bodies are there

  Game() { scene.goals.push_back({"goal", Vec2(-1, 0), Vec2(1, 0), Vec2(0, -1), {}}); }
  void ball(const Vec2& position, const Vec2& velocity, Real radius = Real(0.25), const std::string& name = {}) {
    scene.bodies.push_back({name, {.position = position, .velocity = velocity}, {{circle(radius), {}}}, {}});
  }
  void start() {
    ids = add_bodies(world, scene);
    counter.emplace_back(scene, ids, world);
  }
  int run(int steps, Real dt) {
    for (int i = 0; i < steps; ++i) {
      world.step(dt);
      counter[0].update(world);
    }
    return counter[0].count(0);
  }
};

TEST(Goals, CountsABallThatFallsIn) {
  Game game;
  game.ball(Vec2(0, 2), Vec2(0, -1));
  game.start();
  EXPECT_EQ(game.run(20, Real(0.1)), 0);  // its centre is on the line
  EXPECT_EQ(game.run(2, Real(0.1)), 0);   // its centre is past the line, but not all of it
  EXPECT_EQ(game.run(2, Real(0.1)), 1);
  EXPECT_EQ(game.run(20, Real(0.1)), 1);
}

TEST(Goals, CountsACrossingBetweenTwoSteps) {
  Game game;
  game.ball(Vec2(0, 50), Vec2(0, -1000));
  game.start();
  EXPECT_EQ(game.run(1, Real(0.1)), 1);
  ASSERT_EQ(game.counter[0].goals(), 1);
}

TEST(Goals, TheSideCounts) {
  Game game;
  game.ball(Vec2(0, -2), Vec2(0, 1));           // up through the mouth
  game.ball(Vec2(Real(1.5), 2), Vec2(0, -1));   // beside it
  game.ball(Vec2(-4, Real(-0.5)), Vec2(1, 0));  // along it, inside
  game.ball(Vec2(-6, Real(0.5)), Vec2(1, 0));   // along it, outside
  game.scene.bodies[3].shapes[0].def.filter = {.category = 2, .mask = 2};
  game.start();
  EXPECT_EQ(game.run(60, Real(0.1)), 0);
}

TEST(Goals, InwardMayPointEitherWay) {
  Game game;
  game.scene.goals[0].inward = Vec2(5, 1);
  game.ball(Vec2(0, -2), Vec2(0, 1));
  game.start();
  EXPECT_EQ(game.run(40, Real(0.1)), 1);
}

TEST(Goals, TooWideNeverCounts) {
  Game game;
  game.ball(Vec2(0, 4), Vec2(0, -1), Real(1.25));
  game.start();
  EXPECT_EQ(game.run(100, Real(0.1)), 0);
}

TEST(Goals, CountsAgainAfterComingOut) {
  Game game;
  game.ball(Vec2(0, 2), Vec2(0, -1));
  game.start();
  EXPECT_EQ(game.run(30, Real(0.1)), 1);
  game.world.set_velocity(game.ids[0], Vec2(0, 1));
  EXPECT_EQ(game.run(15, Real(0.1)), 1);
  game.world.set_velocity(game.ids[0], Vec2(0, -1));
  EXPECT_EQ(game.run(15, Real(0.1)), 2);
}

TEST(Goals, OnlyTheNamedOnes) {
  Game game;
  game.scene.goals[0].counts = {"red"};
  game.ball(Vec2(Real(-0.5), 1), Vec2(0, -1), Real(0.25), "red");
  game.ball(Vec2(Real(0.5), 1), Vec2(0, -1), Real(0.25), "blue");
  game.start();
  EXPECT_EQ(game.run(40, Real(0.1)), 1);
}

TEST(Goals, WhatStartsInsideDoesNotCountAndRemovedBodiesAreForgotten) {
  Game game;
  game.ball(Vec2(0, -1), Vec2(0, 0));
  game.ball(Vec2(0, 2), Vec2(0, -1));
  game.start();
  EXPECT_EQ(game.run(5, Real(0.1)), 0);
  game.world.remove_body(game.ids[1]);
  EXPECT_EQ(game.run(40, Real(0.1)), 0);
  EXPECT_THROW(game.counter[0].count(1), std::out_of_range);
}

}  // namespace
