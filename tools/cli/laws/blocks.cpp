#include <algorithm>
#include <cmath>
#include <numbers>

#include "family_bodies.hpp"
#include "landings.hpp"

namespace bankshot_tool::laws {
namespace block_laws {
namespace {

constexpr double gravity = 10;

/// A block near the friction angle: below it the block stays, above it slides at g (sin - mu cos). It is too low to
/// topple.
Figures on_a_slope(const Trial& trial, Draw& draw) {
  const double mu = draw.between("mu", 0.1, 1), ratio = 1 + draw.between("off", -0.3, 0.3), steep = mu * ratio;
  const double width = draw.power("size", 0.05, 2),
               height = width * draw.between("share", 0.2, std::min(1.0, 0.8 / steep));
  const double angle = std::atan(steep), seconds = 2;
  const V down(-std::cos(angle), -std::sin(angle)), up = contact::left_of(-down);
  Spec floor, block;
  floor.form = box(60, 1);
  floor.motion = Motion::fixed;
  floor.angle = block.angle = angle;
  floor.position = V(draw.sometimes("far.x", 0.3, -8, 8), draw.sometimes("far.y", 0.3, -8, 8));
  block.form = box(width, height);
  block.position = floor.position + (0.5 + height / 2) * up - 10 * down;
  for (Spec* body : {&floor, &block}) {
    body->restitution = 0;
    body->friction = mu;
  }
  Lab lab(trial, {.gravity = V(0, -gravity)});
  lab.add(floor);
  lab.add(block);
  const long steps = std::lround(seconds / trial.dt);
  for (long i = 0; i < steps; ++i) lab.step();
  const double time = static_cast<double>(steps) * trial.dt, free = gravity * std::sin(angle) * time * time / 2;
  const double slides = std::max(0.0, 1 - 1 / ratio) * free;
  return {std::abs((lab.state(1).position - block.position).dot(down) - slides) / free};
}

/// Returns the largest of the values, interpolated by the parabola through the three highest.
double summit(const std::vector<double>& values) {
  const auto top = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  if (top == 0 || top + 1 >= values.size()) return values[top];
  const double before = values[top - 1], at = values[top], after = values[top + 1], bend = before - 2 * at + after;
  return bend < 0 ? at - (after - before) * (after - before) / (8 * bend) : at;
}

// A block rocks about a lower corner and lands on its base. It keeps its angular momentum about the other corner (G. W.
// Housner, "The behavior of inverted pendulum structures during earthquakes", 1963). With the half diagonal R and a
// lean of a from corner to centre, it keeps (1 - 3/2 sin^2 a)^2 of its energy, and the height of the centre after a
// turn of t is R cos(a - t).
Figures on_a_corner(const Trial& trial, Draw& draw) {
  const double lean = draw.between("lean", 0.1, 0.5), reach = draw.power("size", 0.1, 2) / 2;
  const double start = lean * draw.between("start", 0.2, 0.9);
  const double width = 2 * reach * std::sin(lean), height = 2 * reach * std::cos(lean);
  Lab lab(trial, {.gravity = V(0, -gravity)});
  lab.add_floor(10 * reach, 0, 1);
  Spec block;
  block.form = box(width, height);
  block.angle = -start;  // it stands on its lower right corner
  const V corner(width / 2 * std::cos(start) - height / 2 * std::sin(start),
                 -width / 2 * std::sin(start) - height / 2 * std::cos(start));
  block.position = V(draw.sometimes("far", 0.3, -4, 4) * reach, 0) - corner;
  block.position.y() = -corner.y();
  block.restitution = 0;
  block.friction = 1;
  lab.add(block);
  const double kept = std::pow(1 - 1.5 * std::sin(lean) * std::sin(lean), 2);
  const double rise = kept * (std::cos(lean - start) - std::cos(lean));
  // A corner may sit a slop deep: the height that this is worth is tolerated. The block falls and rises again, each
  // like an inverted pendulum of rate p; the run lasts a good deal longer than that.
  const double rate = std::sqrt(3 * gravity / (4 * reach));
  const double quarter = std::acosh(1 / (1 - start / lean)) / rate;
  std::vector<double> angles;
  for (double time = 0; time < 2.1 * quarter + 2 * trial.dt; time += trial.dt) {
    lab.step();
    angles.push_back(lab.state(1).angle);
  }
  const double got = std::cos(lean - summit(angles)) - std::cos(lean), slop = smallest_extent(block.form) / 256;
  return {std::abs(got - rise) * reach / slop};
}

}  // namespace
}  // namespace block_laws

Family friction_angle() {
  return {"friction-angle",
          "Blocks on slopes within 30 % of what friction holds, for 2 s: below it they stay, above they slide",
          {{"way", "of free sliding", 0.005}},
          600,
          60,
          block_laws::on_a_slope};
}

Family rocking() {
  return {"rocking",
          "Blocks of any slenderness rock from corner to corner, to their first peak: Housner's law",
          {{"first peak", "slops of height", 1}},
          600,
          60,
          block_laws::on_a_corner};
}

}  // namespace bankshot_tool::laws
