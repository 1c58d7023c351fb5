// The bodies that a body may meet follow from its path. A hit changes the path, so they are found anew, also after two
// hits in a step.

#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

#include <array>

namespace bankshot_test {
namespace {

using namespace bankshot;

BodyId mirror(World& world, Vec2 centre, Real angle) {
  return world.add_body({.type = BodyType::fixed, .position = centre, .rotation = Rotation::from_angle(angle)},
                        box(Real(0.4), Real(0.1)), {.restitution = 1, .friction = 0});
}

// A disc at 180 m/s, 3 m a step, flies up, is turned aside by a mirror and up again by another one, all in one step.
// The wall above the second mirror is on neither of the first two paths, only between them.
TEST(Reach, ASecondHitLeadsToWhatNeitherWayBeforeCameNear) {
  for (const Real side : {Real(1), Real(-1)}) {
    World world({.gravity = Vec2(0, 0)});
    const Real eighth_of_a_turn = Real(3.14159265358979) / 4;
    mirror(world, {side * Real(-0.1), Real(0.3)}, side * eighth_of_a_turn);
    mirror(world, {side * Real(1.1), Real(0.217)}, side * eighth_of_a_turn);
    const BodyId wall = world.add_body({.type = BodyType::fixed, .position = Vec2(side, 1)}, box(Real(0.4), Real(0.02)),
                                       {.restitution = 1, .friction = 0});
    const BodyId disc =
        world.add_body({.velocity = Vec2(0, 180)}, circle(Real(0.05)), {.restitution = 1, .friction = 0});
    world.step(Real(1) / 60);
    bool met = false;
    for (const Impact& hit : world.impacts()) met |= hit.body_a == wall || hit.body_b == wall;
    EXPECT_TRUE(met) << world.impacts().size() << " impacts, at " << world.position(disc).transpose();
    EXPECT_LT(world.position(disc).y(), 1);
  }
}

}  // namespace
}  // namespace bankshot_test
