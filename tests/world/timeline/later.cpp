// After a hit, a body's other pairs are swept only at the earliest time at which they might meet: the first meeting is
// still the first.

#include "world/world_fixture.hpp"

#include <algorithm>

namespace bankshot::testing {
namespace {

// The ball comes back from the left wall and meets the right one before it could meet the bar behind that. The bar
// turns so fast that the pair looks near, and the wall is far.
TEST(Later, AWallIsMetBeforeWhatIsBehindIt) {
  for (const Real restitution : {Real(0.5), Real(1)}) {
    World world(WorldDef{});
    const Material material{.restitution = restitution, .friction = 0};
    for (const Real x : {Real(-1), Real(1)}) {
      world.add_body({.type = BodyType::fixed, .position = Vec2(x, 0)}, box(Real(0.02), 10), material);
    }
    const BodyId bar = world.add_body(
        {.type = BodyType::kinematic, .position = Vec2(Real(3.2), 0), .angular_velocity = 200}, box(4, 1), material);
    const BodyId ball =
        world.add_body({.position = Vec2(Real(-0.5), 0), .velocity = Vec2(-400, 0)}, circle(Real(0.1)), material);
    for (int k = 0; k < 3; ++k) {
      world.step(Real(1) / 60);
      EXPECT_LT(std::abs(world.position(ball)[0]), 1) << restitution << ", step " << k;
      EXPECT_TRUE(std::none_of(world.impacts().begin(), world.impacts().end(),
                               [&](const Impact& hit) { return hit.body_a == bar || hit.body_b == bar; }));
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
