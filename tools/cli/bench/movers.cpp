// Scenes that never, or hardly ever, come to rest.

#include <cmath>
#include <numbers>

#include "scene.hpp"

namespace bankshot_tool::bench {

Scene gas(bool quick) {
  const int across = quick ? 15 : 100;
  constexpr double pitch = 0.6, radius = 0.1, speed = 5;
  Scene scene{{.gravity = V(0, 0), .sleep = false}, {}};
  Spec walls = ground({room(pitch * across, pitch * across)});
  walls.restitution = 1;
  walls.friction = 0;
  scene.bodies.push_back(walls);
  Dice dice(1);
  for (int i = 0; i < across * across; ++i) {
    const double x = i % across - (across - 1) / 2.0, y = i / across - (across - 1) / 2.0;
    Spec one = block(disc(radius), pitch * V(x, y));
    one.position += V(dice.between(-0.15, 0.15), 0);
    const double angle = dice.between(0, 2 * std::numbers::pi);
    one.velocity = speed * V(std::cos(angle), std::sin(angle));
    one.restitution = 1;
    one.friction = 0;
    scene.bodies.push_back(one);
  }
  return scene;
}

// Floors above one another, each with a shaft of three tiles every 25 and a step of one tile between two shafts. Movers
// slide without friction until they meet a step, a wall or one another, or fall down a shaft.
Scene tile_map(bool quick) {
  const int columns = quick ? 52 : 202, floors = quick ? 4 : 20, between = 5;
  const int rows = floors * between + 1;
  std::vector<std::uint8_t> solid;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const bool wall = column == 0 || column == columns - 1;
      const int shift = row / between % 2 == 0 ? 0 : 12;
      const bool shaft = row >= between && (column + shift) % 25 < 3;
      const bool step = row % between == 1 && (column + shift) % 25 == 14;
      solid.push_back(wall || (row % between == 0 && !shaft) || step ? 1 : 0);
    }
  }
  Spec map = ground({tiles(1, columns, std::move(solid), V(0, 0))});
  map.friction = 0;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {map}};
  const Form forms[] = {box(0.8, 0.8), disc(0.4), capsule(0.5, 0.25)};
  const int on_a_floor = columns / 2;
  for (int i = 0; i < floors * on_a_floor; ++i) {
    const int place = i % on_a_floor, floor = i / on_a_floor;
    if (place == 0) continue;
    Spec one = block(forms[i % 3], V(2 * place + 0.5, floor * between + 2.6));
    one.velocity = V(i % 2 == 0 ? 4 : -4, 0);
    one.friction = 0;
    one.restitution = 0.5;
    scene.bodies.push_back(one);
  }
  return scene;
}

}  // namespace bankshot_tool::bench
