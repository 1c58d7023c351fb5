// Stacks of boxes, some at rest and some hit.

#include <utility>

#include "scene.hpp"

namespace bankshot_tool::bench {

Scene field_of_pyramids(int count, int across) {
  constexpr int base = 10;
  constexpr double half = 0.5, pitch = 2 * half * (base + 1);  // from one pyramid to the next, both ways
  const double left = -pitch * across / 2;
  std::vector<Form> floors;
  for (int row = 0; row * across < count; ++row) {
    floors.push_back(segment(V(left, row * pitch), V(-left, row * pitch)));
  }
  Scene scene{{.gravity = V(0, -gravity), .sleep = false}, {ground(std::move(floors))}};
  for (int i = 0; i < count; ++i) {
    add_pyramid(scene, base, half, V(left + i % across * pitch + 2 * half - 0.5, i / across * pitch));
  }
  return scene;
}

Scene large_pyramid(bool quick) {
  const int base = quick ? 12 : 100;
  constexpr double half = 0.5;
  Scene scene{{.gravity = V(0, -gravity), .sleep = false}, {ground({box(200, 2)}, V(0, -1))}};
  add_pyramid(scene, base, half, V(-half * base, 0));
  return scene;
}

Scene many_pyramids(bool quick) {
  const int across = quick ? 3 : 20;
  return field_of_pyramids(across * across, across);
}

Scene smash(bool quick) {
  const int columns = quick ? 20 : 120, rows = quick ? 10 : 80;
  constexpr double side = 0.4;
  Scene scene{{.gravity = V(0, 0), .sleep = true}, {}};
  Spec ram = block(box(8, 8), V(-20, 0));
  ram.velocity = V(40, 0);
  ram.density = 8;
  scene.bodies.push_back(ram);
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row) {
      Spec one = block(box(side, side), V(30 + side * column, side * (row - rows / 2.0)));
      one.awake = false;
      scene.bodies.push_back(one);
    }
  }
  return scene;
}

}  // namespace bankshot_tool::bench
