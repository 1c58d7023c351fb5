// Towers of a few boxes that were pushed.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace bankshot::testing {
namespace {

struct Tower {
  World world;
  std::vector<BodyId> boxes;
  Real size;  ///< the largest height
};

/// Up to seven boxes on a floor, with gravity in any direction; the topmost gets a push that makes none fall.
Tower pushed_tower(Random& random) {
  const Rotation frame = Rotation::from_angle(random.real(0, 2 * std::numbers::pi_v<Real>));
  const Real gravity = random.real(2, 20), size = random.real(0.3, 1.5);
  Tower tower{World({.gravity = frame * Vec2(0, -gravity), .sleep = false}), {}, size};
  Material material{.friction = random.real(0.3, 1)};
  const BodyType floor = random.one_in(2) ? BodyType::fixed : BodyType::kinematic;
  tower.world.add_body({.type = floor, .position = frame * Vec2(0, -1), .rotation = frame}, box(100, 2), material);
  Real top = 0, mass = 0;
  for (int left = 2 + random.below(6); left > 0; --left) {
    const Real width = size * random.real(0.5, 1.5), height = size * random.real(0.4, 1);
    material.density = random.real(0.5, 2);
    const Vec2 place(size * random.real(-0.03, 0.03), top + height / 2);
    tower.boxes.push_back(
        tower.world.add_body({.position = frame * place, .rotation = frame}, box(width, height), material));
    top += height, mass = width * height * material.density;
  }
  tower.world.apply_impulse(tower.boxes.back(), frame * Vec2(random.real(0.05, 0.3) * mass * std::sqrt(size), 0));
  return tower;
}

// Towers of two to four boxes swayed ever more when the solver left a part of its push-out in the contact with the
// floor: of 800 like these, 19 did where gravity points down, and 91 where it points up.
TEST(Towers, ComeToRest) {
  Random random(77);
  for (int draw = 0; draw < bankshot_test::effort(200); ++draw) {
    Tower tower = pushed_tower(random);
    const int rate = random.one_in(2) ? 60 : 30;
    Real fastest = 0;
    for (int i = 0; i < 15 * rate; ++i) {
      tower.world.step(1 / Real(rate));
      if (i < 14 * rate) continue;
      for (const BodyId id : tower.boxes) {
        const Real turning = tower.size * std::abs(tower.world.angular_velocity(id));
        fastest = std::max(fastest, tower.world.velocity(id).norm() + turning);
      }
    }
    EXPECT_LT(fastest, tower.size / 100) << draw << ", " << tower.boxes.size() << " boxes at 1/" << rate;
  }
}

}  // namespace
}  // namespace bankshot::testing
