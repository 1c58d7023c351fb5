// Whatever else a world holds, far away: it changes no bit of what is here.

#include <gtest/gtest.h>

#include <vector>

#include "effort.hpp"
#include "random_shapes.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

constexpr double far_away = 200;

/// Bodies thrown together, free or above a floor.
std::vector<BodyId> add_company(World& world, std::uint64_t seed) {
  Random random(seed);
  if (random.one_in(2)) world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2));
  std::vector<BodyId> all;
  const int count = 2 + random.below(8);
  for (int i = 0; i < count; ++i) {
    const Material material{.restitution = random.one_in(2) ? Real(0) : random.real(0, 1),
                            .friction = random.real(0, 1)};
    const Real x = random.real(-2, 2), y = random.real(1, 5), angle = random.real(-3, 3);
    const Vec2 velocity = random.vec2(3);
    const Shape shape = random.one_in(3) ? circle(random.real(0.2, 0.7)) : shape_with_sides(random);
    all.push_back(world.add_body(
        {.position = Vec2(x, y), .rotation = Rotation::from_angle(angle), .velocity = velocity}, shape, material));
  }
  return all;
}

/// One of all that a world can hold, at work: on a floor of its own.
void add_far(World& world, int what) {
  const Vec2 at(static_cast<Real>(far_away), Real(0.5));
  const BodyDef ground{.type = BodyType::fixed, .position = Vec2(static_cast<Real>(far_away), -1)};
  const BodyDef crate{.position = at}, thrown{.position = at + Vec2(0, 3), .velocity = Vec2(1, -2)};
  const Shape unit = box(1, 1);
  const BodyId floor = world.add_body(ground, box(30, 2), {.surface_speed = what == 0 ? Real(0.5) : Real(0)});
  switch (what) {
    case 0: world.add_body(crate, unit); break;  // on a belt
    case 1: world.add_body(thrown, unit, {.restitution = 1}); break;
    case 2: world.add_body({.type = BodyType::kinematic, .position = at, .velocity = Vec2(1, 0)}, unit); break;
    case 3: world.add_shape(floor, circle(3), {.sensor = true}), world.add_body(thrown, unit); break;
    case 4: world.add_body({.position = at, .linear_damping = 1, .locks = {.rotation = true}}, unit); break;
    case 5:  // far heavier, on a light one
      world.add_body(crate, box(1, 1), {.density = Real(0.01)});
      world.add_body({.position = at + Vec2(0, 1)}, box(1, 1), {.density = 100});
      break;
    case 6: world.add_body({.position = at, .awake = false}, unit); break;
    case 7: world.apply_force(world.add_body(crate, unit), Vec2(3, 1)); break;
    case 8:
      world.add_body(crate, unit, {.friction = 100}), world.add_body(thrown, circle(1), {.restitution = 2});
      break;
    default: world.add_body({.position = at, .gravity_scale = -1}, unit); break;
  }
}
constexpr int far_things = 10;

TEST(FarAway, NothingChangesABitOfWhatIsHere) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(60u); ++seed) {
    const bool falls = seed % 3 != 0;
    const WorldDef def{.gravity = Vec2(0, falls ? -10 : 0)};
    World alone(def);
    const std::vector<BodyId> here = add_company(alone, seed);
    for (int i = 0; i < 60; ++i) alone.step(dt);
    for (int what = 0; what < far_things; ++what) {
      World world(def);
      const std::vector<BodyId> same = add_company(world, seed);
      add_far(world, what);
      for (int i = 0; i < 60; ++i) world.step(dt);
      for (std::size_t i = 0; i < here.size(); ++i) {
        ASSERT_EQ(world.position(same[i]), alone.position(here[i])) << "seed " << seed << ", far thing " << what;
        ASSERT_EQ(world.velocity(same[i]), alone.velocity(here[i])) << "seed " << seed << ", far thing " << what;
        ASSERT_EQ(world.angular_velocity(same[i]), alone.angular_velocity(here[i])) << "seed " << seed << ": " << what;
      }
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
