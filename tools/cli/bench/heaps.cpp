// Heaps: pentagons that are pushed about, compounds, and balls of many sizes in a bucket.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene.hpp"

namespace bankshot_tool::bench {
namespace {

/// Five points of a circle, at multiples of pi (sqrt 5 - 1).
Form uneven_pentagon(double radius) {
  const double turn = std::numbers::pi * (std::sqrt(5.0) - 1);
  std::vector<double> angles;
  for (int i = 0; i < 5; ++i) angles.push_back(std::fmod(turn * i, 2 * std::numbers::pi));
  std::sort(angles.begin(), angles.end());
  Form form{Form::Kind::polygon, {}};
  for (const double angle : angles) form.corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  return form;
}

V pushed_to(double time) { return {60 * std::sin(0.2 * time), 0}; }

}  // namespace

Scene junkyard(bool quick) {
  const int columns = quick ? 40 : 200, rows = quick ? 4 : 40;
  constexpr double radius = 0.25;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {ground(tiled_basin(80, 50))}};
  double side = -0.1;
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row, side = -side) {
      Spec one = block(uneven_pentagon(radius), V(1.5 * (2 * column - columns) * radius + side, 4 * row * radius + 15));
      centre(one);
      scene.bodies.push_back(one);
    }
  }
  Spec pusher = ground({box(4, 8, V(0, 4))});
  pusher.motion = Motion::kinematic;
  scene.drives.push_back({scene.bodies.size(), pushed_to});
  scene.bodies.push_back(pusher);
  return scene;
}

Scene compounds(bool quick) {
  const int columns = quick ? 6 : 20, rows = quick ? 20 : 150;
  std::vector<Form> basin = tiled_basin(40, 100);
  basin.push_back(segment(V(-800, -80), V(800, -80)));
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {ground(std::move(basin))}};
  const Form left{Form::Kind::polygon, {V(-1, 0), V(0.5, 1), V(0, 2)}};
  const Form right{Form::Kind::polygon, {V(1, 0), V(0, 2), V(-0.5, 1)}};
  double side = 0.25;
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row, side = -side) {
      Spec one = block(left, V(2 * column - (columns - 1) + side, 2.25 * row + 5.575));
      one.more = {right};
      one.friction = 0.5;
      centre(one);
      scene.bodies.push_back(one);
    }
  }
  return scene;
}

// The balls start in a column above the bucket, and fill it to about two thirds.
Scene bucket(bool quick) {
  const int count = quick ? 200 : 5000;
  const double width = quick ? 8 : 30, height = quick ? 12 : 36, wall = 1;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {}};
  scene.bodies.push_back(
      ground({box(width + 2 * wall, wall, V(0, -wall / 2)), box(wall, height, V(-(width + wall) / 2, height / 2)),
              box(wall, height, V((width + wall) / 2, height / 2))}));
  Dice dice(1);
  constexpr double pitch = 0.62;
  const int in_a_row = static_cast<int>(0.8 * width / pitch);
  for (int i = 0; i < count; ++i) {
    const double x = pitch * (i % in_a_row - (in_a_row - 1) / 2.0) + dice.between(-0.005, 0.005);
    Spec one = block(disc(dice.between(0.1, 0.3)), V(x, 1 + pitch * (i / in_a_row)));
    one.restitution = 0.3;
    scene.bodies.push_back(one);
  }
  return scene;
}

}  // namespace bankshot_tool::bench
