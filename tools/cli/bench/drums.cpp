// Heaps that a kinematic body turns over.

#include <cmath>
#include <numbers>
#include <utility>

#include "scene.hpp"

namespace bankshot_tool::bench {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double drum_spin = 25 * degree;  ///< rad/s

V on_circle(double radius, double angle) { return radius * V(std::cos(angle), std::sin(angle)); }

/// Returns a piece of a ring between two radii and two angles, with straight sides.
Form ring_piece(double inner, double outer, double from, double to) {
  return {Form::Kind::polygon,
          {on_circle(inner, from), on_circle(outer, from), on_circle(outer, to), on_circle(inner, to)}};
}

Spec turning(std::vector<Form> forms, const V& position, double spin) {
  Spec spec = ground(std::move(forms), position);
  spec.motion = Motion::kinematic;
  spec.spin = spin;
  return spec;
}

/// Adds boxes in a square, spaced by `pitch`; the lower left one is at `corner`.
void add_square(Scene& scene, int count, double side, double pitch, const V& corner) {
  for (int row = 0; row < count; ++row) {
    for (int i = 0; i < count; ++i) scene.bodies.push_back(block(box(side, side), corner + pitch * V(i, row)));
  }
}

}  // namespace

Scene tumbler(bool quick) {
  const int count = quick ? 12 : 45;
  const std::vector<Form> walls = {box(1, 20, V(10, 0)), box(1, 20, V(-10, 0)), box(20, 1, V(0, 10)),
                                   box(20, 1, V(0, -10))};
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {turning(walls, V(0, 10), drum_spin)}};
  add_square(scene, count, 0.25, 0.4, V(-0.2 * count, 10 - 0.2 * count));
  return scene;
}

Scene washer(bool quick) {
  const int count = quick ? 15 : 90;
  constexpr int pieces = 36;
  constexpr double paddle = 14, inner = 16, outer = 18, turn = 360.0 / pieces * degree;
  std::vector<Form> drum;
  for (int i = 0; i < pieces; ++i) {
    // Each piece of the wall overlaps its neighbours by a tenth of its angle.
    drum.push_back(ring_piece(inner, outer, (i - 0.1) * turn, (i + 1.1) * turn));
    if (i % 9 == 0) drum.push_back(ring_piece(paddle, inner, i * turn, (i + 1) * turn));
  }
  Spec body = turning(std::move(drum), V(0, 10), drum_spin);
  body.velocity = V(0.001, -0.002);
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {body}};
  constexpr double half = 0.1;
  add_square(scene, count, 2 * half, 2.1 * half, V(-1.1 * half * count, 10 - 1.1 * half * count));
  return scene;
}

Scene spinner(bool quick) {
  const int count = quick ? 100 : 2 * 3038;
  constexpr int corners = 360;
  std::vector<V> ring;
  for (int i = 0; i < corners; ++i) ring.push_back(V(0, 32) + on_circle(40, i * degree));
  Spec wall = ground({loop(std::move(ring))});
  wall.friction = 0.1;
  Spec bar = turning({box(0.8, 40, V::Zero(), 0.2)}, V(0, 12), 5);
  bar.friction = 0;
  Scene scene{{.gravity = V(0, -gravity), .sleep = true}, {wall, bar}};
  const Form forms[] = {capsule(0.5, 0.25), disc(0.35), box(0.7, 0.7)};
  constexpr int in_a_row = 92;
  for (int i = 0; i < count; ++i) {
    Spec one = block(forms[i % 3], V(-23 + 0.5 * (i % in_a_row), 2 + 0.5 * (i / in_a_row)));
    one.friction = 0.1;
    one.restitution = 0.1;
    one.density = 0.25;
    scene.bodies.push_back(one);
  }
  return scene;
}

}  // namespace bankshot_tool::bench
