// Edits near sleeping bodies wake them, even where no contact tells who lies there.

#include <gtest/gtest.h>

#include <vector>

#include "../world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// A crate that has fallen asleep on the ground.
class NearSleepers : public WorldTest {
 protected:
  BodyId crate;

  void SetUp() override {
    world = World({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed}, box(20, 1));
    crate = world.add_body({.position = Vec2(0, 1)}, box(1, 1));
    for (int i = 0; i < 120 && world.awake(crate); ++i) world.step(dt);
    ASSERT_FALSE(world.awake(crate));
  }
  Real overlap(BodyId other) const {
    const auto found = mtv(world.shape(world.shapes(crate)[0]), world.pose(crate), world.shape(world.shapes(other)[0]),
                           world.pose(other));
    return found ? found->depth : Real(0);
  }
};

TEST_F(NearSleepers, AFixedOrKinematicBodyThatIsAddedIsPushedOutOf) {
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    for (const double depth : {0.1, 0.4, 0.9}) {
      SetUp();
      const BodyId other = world.add_body({.type = type, .position = Vec2(static_cast<Real>(1 - depth), 1)}, box(1, 1));
      EXPECT_TRUE(world.awake(crate)) << "depth " << depth;
      for (int i = 0; i < 120; ++i) world.step(dt);
      EXPECT_LT(overlap(other), Real(0.01)) << "depth " << depth;
    }
  }
}

TEST_F(NearSleepers, AnyBodyThatIsPutThereWakesThem) {
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic, BodyType::dynamic}) {
    SetUp();
    const BodyId other = world.add_body({.type = type, .position = Vec2(8, 1)}, box(1, 1));
    for (int i = 0; i < 120; ++i) world.step(dt);
    ASSERT_FALSE(world.awake(crate));
    world.set_pose(other, {Vec2(Real(0.7), 1), {}});
    EXPECT_TRUE(world.awake(crate));
  }
}

TEST_F(NearSleepers, ASensorOfAHeroDoesNotWakeThem) {
  const BodyId hero = world.add_body({.type = BodyType::kinematic, .position = Vec2(8, 1)});
  world.add_shape(hero, circle(1), {.sensor = true});
  world.step(dt);
  world.set_pose(hero, {Vec2(0, 1), {}});
  EXPECT_FALSE(world.awake(crate));
}

/// Crates that were made asleep, one on the other, have no contacts that tell who stands on whom.
TEST_F(NearSleepers, AStackThatWasMadeAsleepFallsOnceItsSupportIsGone) {
  for (const bool moved : {false, true}) {
    world = World({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed}, box(20, 1));
    std::vector<BodyId> crates;
    for (int i = 0; i < 4; ++i) {
      crates.push_back(world.add_body({.position = Vec2(0, static_cast<Real>(1 + i)), .awake = false}, box(1, 1)));
    }
    for (int i = 0; i < 10; ++i) world.step(dt);
    for (const BodyId one : crates) ASSERT_FALSE(world.awake(one));
    if (moved) {
      world.set_pose(crates[0], {Vec2(5, 1), {}});
    } else {
      world.remove_body(crates[0]);
    }
    for (int i = 0; i < 120; ++i) world.step(dt);
    for (std::size_t i = 1; i < 4; ++i) {
      EXPECT_NEAR(world.position(crates[i]).y(), static_cast<Real>(i), 0.05) << "crate " << i;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
