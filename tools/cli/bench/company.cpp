// Scenes with many bodies: heaps, streams and crowds of bouncing bodies. `bench --restitution` gives all of them one
// restitution.

#include <cmath>
#include <numbers>

#include "scene.hpp"

namespace bankshot_tool::bench {
namespace {

Spec bouncy(Form form, const V& position, double restitution) {
  Spec spec = block(std::move(form), position);
  spec.restitution = restitution;
  return spec;
}

/// Returns a disc, a box, a capsule or a polygon that reaches no farther than `reach`.
Form any_form(Dice& dice, double reach) {
  const double kind = dice.between(0, 4);
  if (kind < 1) return disc(reach);
  if (kind < 2) return box(1.4 * reach, 1.4 * reach);
  if (kind < 3) return capsule(reach, reach / 2);
  return regular_polygon(3 + static_cast<int>(dice.between(0, 5)), reach);
}

/// An open basin; the top of its floor is at y = 0.
Spec basin(double width, double height) {
  constexpr double wall = 1;
  return ground({box(width + 2 * wall, wall, V(0, -wall / 2)), box(wall, height, V(-(width + wall) / 2, height / 2)),
                 box(wall, height, V((width + wall) / 2, height / 2))});
}

constexpr double degree = std::numbers::pi / 180;

}  // namespace

Scene ball_pit(bool quick) {
  const int count = quick ? 150 : 3000, across = quick ? 15 : 60;
  constexpr double pitch = 0.45;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {basin(pitch * across, 2 * pitch * count / across)}};
  Dice dice(2);
  for (int i = 0; i < count; ++i) {
    const V place(pitch * (i % across - (across - 1) / 2.0), 1 + pitch * (i / across));
    Spec one = bouncy(disc(0.2), place + V(dice.between(-0.02, 0.02), 0), 0.5);
    one.velocity = V(dice.between(-3, 3), dice.between(-3, 3));
    scene.bodies.push_back(one);
  }
  return scene;
}

// Two slopes of 50 degrees leave a mouth of 3 m; bodies that get through fall into a basin below.
Scene hopper(bool quick) {
  const int count = quick ? 150 : 2000, across = quick ? 12 : 40;
  constexpr double mouth = 1.5, pitch = 0.65, sill = 6;
  const double half = pitch * across / 2 + 0.5, rise = (half - mouth) * std::tan(50 * degree);
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {basin(2 * half, sill)}};
  const double top = sill + rise, high = top + pitch * count / across + 4;
  scene.bodies.push_back(ground({segment(V(mouth, sill), V(half, top)), segment(V(-half, top), V(-mouth, sill)),
                                 box(1, high - sill, V(half + 0.5, (high + sill) / 2)),
                                 box(1, high - sill, V(-half - 0.5, (high + sill) / 2))}));
  Dice dice(3);
  for (int i = 0; i < count; ++i) {
    const V place(pitch * (i % across - (across - 1) / 2.0), top + 1 + pitch * (i / across));
    scene.bodies.push_back(bouncy(any_form(dice, dice.between(0.15, 0.3)), place, 0.2));
  }
  return scene;
}

// A Galton board: rows of pegs over bins; each row is shifted by half the spacing.
Scene pegs(bool quick) {
  const int count = quick ? 100 : 2000, across = quick ? 10 : 60, rows = quick ? 6 : 20;
  constexpr double pitch = 1, bins = 8;
  const double width = pitch * across, high = bins + rows * pitch;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {basin(width, high + 40)}};
  std::vector<Form> walls;
  for (int i = 1; i < across; ++i) walls.push_back(box(0.1, bins - 2, V(pitch * i - width / 2, bins / 2 - 1)));
  scene.bodies.push_back(ground(std::move(walls)));
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i <= across - row % 2; ++i) {
      const double x = pitch * (i + row % 2 * 0.5) - width / 2;
      scene.bodies.push_back(ground({disc(0.12)}, V(x, bins + row * pitch)));
    }
  }
  Dice dice(4);
  const int in_a_row = 2 * across - 2;
  for (int i = 0; i < count; ++i) {
    const V place(pitch / 2 * (i % in_a_row - (in_a_row - 1) / 2.0), high + 1 + pitch / 2 * (i / in_a_row));
    scene.bodies.push_back(bouncy(disc(dice.between(0.12, 0.2)), place + V(dice.between(-0.04, 0.04), 0), 0.5));
  }
  return scene;
}

Scene struck_towers(bool quick) {
  const int count = quick ? 3 : 40, storeys = quick ? 8 : 20;
  constexpr double apart = 6;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {ground({box(apart * (count + 4), 2)}, V(0, -1))}};
  for (int tower = 0; tower < count; ++tower) {
    const double x = apart * (tower - (count - 1) / 2.0);
    for (int i = 0; i < storeys; ++i) scene.bodies.push_back(bouncy(box(1, 1), V(x, 0.5 + i), 0.1));
    Spec ball = bouncy(disc(0.5), V(x - apart / 2, 0.4 * storeys), 0.5);
    ball.velocity = V(20, 3);
    ball.density = 4;
    scene.bodies.push_back(ball);
  }
  return scene;
}

// A tilted table seen from above: weak gravity, and bumpers with restitution 1.
Scene pinball_table(bool quick) {
  const int count = quick ? 40 : 500, across = quick ? 6 : 16;
  constexpr double pitch = 3;
  const double width = pitch * across;
  Scene scene{{.gravity = V(0, -gravity / 4), .sleep = true}, {ground({room(width, width)}, V(0, width / 2))}};
  scene.bodies.back().restitution = 0.8;
  for (int row = 1; row < across; ++row) {
    for (int i = 0; i < across - row % 2; ++i) {
      Spec bumper = ground({disc(0.5)}, V(pitch * (i + 0.5 + row % 2 * 0.5) - width / 2, pitch * row));
      bumper.restitution = 1;
      scene.bodies.push_back(bumper);
    }
  }
  Dice dice(5);
  const int in_a_row = 4 * across;
  for (int i = 0; i < count; ++i) {
    const V place(width / in_a_row * (i % in_a_row + 0.5) - width / 2, pitch * (1.5 + i / in_a_row % (across - 2)));
    Spec ball = bouncy(disc(0.2), place, 0.8);
    ball.velocity = V(dice.between(-15, 15), dice.between(-15, 15));
    scene.bodies.push_back(ball);
  }
  return scene;
}

// Closed lines around chambers with shelves that alternate between both sides: marbles roll from shelf to shelf, and
// pile up on the floor.
Scene marble_runs(bool quick) {
  const int runs = quick ? 2 : 20, shelves = 3, marbles = quick ? 20 : 60;
  constexpr double half = 7, gap = 1.5, slope = 2, drop = 3, thick = 0.5, between = 2 * half + 2;
  constexpr double top = 2 * drop * (shelves + 1) + 4;
  std::vector<V> outline = {V(-half, 0), V(half, 0)};
  for (int i = 0; i < shelves; ++i) {  // counter-clockwise: up the right side, below each shelf first
    const double y = drop * (2 * i + 1);
    outline.insert(outline.end(), {V(half, y + slope - thick), V(gap - half, y), V(half, y + slope)});
  }
  outline.insert(outline.end(), {V(half, top), V(-half, top)});
  for (int i = shelves; i-- > 0;) {
    const double y = drop * (2 * i + 2);
    outline.insert(outline.end(), {V(-half, y + slope), V(half - gap, y), V(-half, y + slope - thick)});
  }
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {}};
  Dice dice(6);
  constexpr int in_a_row = 20;
  for (int run = 0; run < runs; ++run) {
    scene.bodies.push_back(ground({loop(outline)}, V(between * run, 0)));
    for (int i = 0; i < marbles; ++i) {
      const V place(0.6 * (i % in_a_row - (in_a_row - 1) / 2.0), top - 0.5 - 0.5 * (i / in_a_row));
      scene.bodies.push_back(bouncy(disc(dice.between(0.1, 0.2)), place + V(between * run, 0), 0.4));
    }
  }
  return scene;
}

// A closed pan. Its bodies are kicked upwards again and again, each at times of its own.
Scene popcorn(bool quick) {
  const int count = quick ? 100 : 1000, across = quick ? 20 : 60;
  constexpr double pitch = 0.6;
  const double width = pitch * across;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {ground({room(width, width)}, V(0, width / 2))}};
  Dice dice(7);
  for (int i = 0; i < count; ++i) {
    const V place(pitch * (i % across + 0.5) - width / 2, pitch * (i / across + 0.5));
    const int period = static_cast<int>(dice.between(60, 300)), first = static_cast<int>(dice.between(0, period));
    const V velocity(dice.between(-1, 1), dice.between(4, 10));
    scene.kicks.push_back({scene.bodies.size(), first, period, velocity});
    scene.bodies.push_back(bouncy(any_form(dice, 0.25), place, 0.3));
  }
  return scene;
}

}  // namespace bankshot_tool::bench
