// Floors in one piece and in many: a body that slides or rolls over the seams, or bounces off one, must not notice
// them.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "family_bodies.hpp"

namespace bankshot_tool::laws {
namespace seam_laws {
namespace {

constexpr double gravity = 10;

enum class Floor { whole, chain, compound, grid, separate, shapes };

/// Adds a floor from x = -length / 2 on, its top at y = 0, in cells of equal width.
void add_floor(Floor kind, double cell, int cells, const Spec& surface, const V& place, Lab& lab) {
  const double left = -0.5 * cell * cells, high = 40;
  const auto tile = [&](int i) { return box(cell, 1, V(left + (i + 0.5) * cell, -0.5)); };
  Spec floor{.form = {}, .position = place, .restitution = surface.restitution, .friction = surface.friction};
  floor.motion = Motion::fixed;
  switch (kind) {
    case Floor::whole: floor.form = box(cell * cells, 1, V(0, -0.5)); break;
    case Floor::chain: {
      std::vector<V> line;
      for (int i = 0; i <= cells; ++i) line.push_back(V(left + i * cell, 0));
      line.push_back(V(-left, high));
      line.push_back(V(left, high));
      floor.form = loop(line);
      break;
    }
    case Floor::compound: {
      std::vector<Form> pieces;
      for (int i = 0; i < cells; ++i) pieces.push_back(tile(i));
      floor.form = compound(pieces);
      break;
    }
    case Floor::grid:
      floor.form = tiles(cell, cells, std::vector<std::uint8_t>(static_cast<std::size_t>(cells), 1), V(left, -cell));
      break;
    case Floor::separate:
      for (int i = 0; i < cells; ++i) {
        floor.form = box(cell, 1);
        floor.position = place + V(left + (i + 0.5) * cell, -0.5);
        lab.add(floor);
      }
      return;
    case Floor::shapes:
      floor.form = tile(0);
      for (int i = 1; i < cells; ++i) floor.more.push_back(tile(i));
      break;
  }
  lab.add(floor);
}

struct Setup {
  Floor floor = Floor::whole;
  double cell = 1;
  int cells = 10;
  V place = V::Zero();
};

Setup drawn_floor(Draw& draw, double length) {
  Setup setup;
  setup.floor =
      static_cast<Floor>(draw.one_of("floor", {"one box", "chain", "compound", "grid", "boxes", "boxes of one body"}));
  setup.cell = draw.between("cell", 0.4, 3);
  setup.cells = static_cast<int>(std::ceil(length / setup.cell)) + 4;
  setup.place = V(draw.sometimes("far.x", 0.3, -30, 30), draw.sometimes("far.y", 0.3, -30, 30));
  return setup;
}

enum Row { hop, speed_kept, bounce };

/// A body that slides without friction, or a disc that rolls without slip.
Figures along_the_floor(const Trial& trial, Draw& draw) {
  Spec body;
  const double size = draw.power("size", 0.1, 2);
  const int kind = draw.one_of("body", {"disc", "box", "capsule"});
  const double share = draw.between("share", 0.2, 0.5);
  body.form = kind == 0 ? disc(size / 2) : kind == 1 ? box(size, share * size) : capsule(size / 2, share * size / 2);
  const double rise = kind == 0 ? size / 2 : share * size / 2;
  const double speed = draw.power("speed", 0.3, 25), seconds = 2;
  const bool rolls = kind == 0 && draw.chance("rolls", 0.5);
  body.restitution = 0;
  body.friction = rolls ? 0.5 : 0;
  body.velocity = V(speed, 0);
  if (rolls) body.spin = -speed / rise;
  const Setup setup = drawn_floor(draw, 2 * (speed * seconds + size));
  body.position = setup.place + V(draw.between("start", -0.5, 0.5) * setup.cell, rise);
  Lab lab(trial, {.gravity = V(0, -gravity)});
  add_floor(setup.floor, setup.cell, setup.cells, body, setup.place, lab);
  const std::size_t mover = lab.add(body);
  const double slop = smallest_extent(body.form) / 256;
  Figures figures(3);
  figures[hop] = figures[speed_kept] = 0;
  for (double time = 0; time < seconds; time += trial.dt) {
    lab.step();
    const State now = lab.state(mover);
    const double lowest = contact::least_along(outline_of(body.form, now), V(0, 1)) - setup.place.y();
    figures[hop] = worse(*figures[hop], std::max(0.0, lowest) / slop);
    figures[speed_kept] = worse(*figures[speed_kept], std::abs(now.velocity.x() / speed - 1));
  }
  return figures;
}

/// A disc shot at a seam, e = 1, without friction: it is reflected as by a mirror.
Figures at_a_seam(const Trial& trial, Draw& draw) {
  const double size = draw.power("size", 0.1, 2);
  const Setup setup = drawn_floor(draw, 8 * size + 8);
  Spec ball;
  ball.form = disc(size / 2);
  ball.restitution = 1;
  const double seam = setup.cell * (draw.integer("seam", -1, 1) + (setup.cells % 2 == 0 ? 0 : 0.5));
  const double beside = draw.sometimes("beside", 0.7, -0.1, 0.1) * size;
  const double slant = draw.sometimes("slant", 0.7, -1.2, 1.2), speed = draw.power("speed", 1, 100);
  const V down(std::sin(slant), -std::cos(slant));
  const double away = size * draw.power("away", 0.01, 3);
  ball.position = setup.place + V(seam + beside, size / 2) - away / std::cos(slant) * down;
  ball.velocity = speed * down;
  Lab lab(trial, {});
  add_floor(setup.floor, setup.cell, setup.cells, ball, setup.place, lab);
  const std::size_t mover = lab.add(ball);
  const double seconds = away / std::cos(slant) / speed + trial.dt;
  for (double time = 0; time < seconds; time += trial.dt) lab.step();
  const V after = lab.state(mover).velocity, mirrored(ball.velocity.x(), -ball.velocity.y());
  Figures figures(3);
  figures[bounce] = (after - mirrored).norm() / speed;
  return figures;
}

Figures over_seams(const Trial& trial, Draw& draw) {
  return draw.chance("shot", 0.4) ? at_a_seam(trial, draw) : along_the_floor(trial, draw);
}

}  // namespace
}  // namespace seam_laws

std::vector<Family> seam_families() {
  return {
      {"seams",
       "Discs, boxes and capsules slide or roll at up to 25 m/s over floors of one box, a chain, a compound, a grid, "
       "boxes of one body, boxes laid edge to edge; discs shot at a seam",
       {{"hop", "slops", 1}, {"speed", "of it", 0.001}, {"bounce at a seam", "of the speed", 1e-4}},
       600,
       60,
       seam_laws::over_seams}};
}

}  // namespace bankshot_tool::laws
