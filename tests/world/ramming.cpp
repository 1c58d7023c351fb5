// A heavy body that runs into a pack of light ones, side by side and in touch, with nothing else in the world.

#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

constexpr double ram_mass = 8 * 8 * 8, speed = 40;
constexpr int columns = 12, rows = 8;
constexpr Real side = Real(0.4);
constexpr double block_mass = double(side) * double(side);

class Ramming : public WorldTest {
 protected:
  void set_up(bool awake) {
    world = World(WorldDef{.gravity = Vec2(0, 0)});
    ram =
        world.add_body({.position = Vec2(Real(-4.5), 0), .velocity = Vec2(Real(speed), 0)}, box(8, 8), {.density = 8});
    for (int i = 0; i < columns; ++i) {
      for (int j = 0; j < rows; ++j) {
        const Vec2 place(side / 2 + side * Real(i), side * (Real(j) - Real(rows) / 2));
        blocks.push_back(world.add_body({.position = place, .awake = awake}, box(side, side), {.density = 1}));
      }
    }
  }
  double momentum(int axis) const {
    double sum = ram_mass * double(world.velocity(ram)[axis]);
    for (const BodyId block : blocks) sum += block_mass * double(world.velocity(block)[axis]);
    return sum;
  }

  BodyId ram;
  std::vector<BodyId> blocks;
};

// However the solver and the impacts share it out: momentum is what nothing outside changes.
TEST_F(Ramming, KeepsMomentum) {
  set_up(true);
  const double all = ram_mass * speed;
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    ASSERT_NEAR(momentum(0), all, 2e-5 * all) << i;
    ASSERT_NEAR(momentum(1), 0, 2e-5 * all) << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
