// A small body between a wall and a body that is much larger, and as heavy.

#include "effort.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <array>

namespace bankshot::testing {
namespace {

struct Pressed {
  World world{WorldDef{}};
  Real thickness = 0, dt = 0;
  BodyId small, large;

  explicit Pressed(std::uint64_t seed) {
    Random random(seed);
    dt = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    thickness = random.real(0.03, 0.15);
    const Real size = random.real(1, 3);
    world = World({.gravity = Vec2(0, random.one_in(2) ? Real(0) : Real(-10))});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2));
    const Shape shape = random.one_in(2) ? circle(thickness / 2) : box(thickness * random.real(1, 4), thickness);
    small = world.add_body({.position = Vec2(random.real(-0.02, 0.02), thickness / 2)}, shape);
    // Up to an eighth of its size in a step.
    const Real speed = random.real(0.2, 1) * size / 8 / dt;
    const Real gap = random.real(0, 0.6) * speed * dt;
    BodyDef def{.position = Vec2(random.real(-0.3, 0.3), thickness + size / 2 + gap)};
    def.velocity = Vec2(random.real(-1, 1), -speed);
    if (random.one_in(3)) def.angular_velocity = random.real(-1, 1);
    large =
        world.add_body(def, box(size, size), {.density = thickness * thickness / (size * size) * random.real(0.5, 14)});
  }

  double depth() const {
    const auto hit = mtv(world.shape(world.shapes(small)[0]), world.pose(small),  //
                         world.shape(world.shapes(large)[0]), world.pose(large));
    return hit ? double(hit->depth) : 0;
  }
};

// A body that moves by an eighth of its own size in a step may move by the whole size of the other: the check of the
// solver's paths goes by the smaller body of a pair.
TEST(Pressed, NothingLargeBuriesWhatIsSmallWithinAStep) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(1500u); ++seed) {
    Pressed scene(seed);
    double before = scene.depth();
    for (int i = 0; i < 8; ++i) {
      scene.world.step(scene.dt);
      const double now = scene.depth();
      ASSERT_LE(now, before + double(scene.thickness) / 4) << "seed " << seed << ", step " << i;
      before = now;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
