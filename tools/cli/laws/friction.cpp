// Sliding, holding and rolling.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double mu = 0.5;

// A box of 1 m by 0.5 m, slid at 2, 5 and 10 m/s: stops after v^2 / (2 mu g).
Measured slide(const Trial& trial) {
  Measured measured{{0}, "", {}};
  for (const double speed : {2.0, 5.0, 10.0}) {
    Lab lab(trial, {.gravity = V(0, -standard_gravity)});
    lab.add_floor(40, 0, mu);
    const std::size_t block = lab.add(
        {.form = box(1, 0.5), .position = V(0, 0.25), .velocity = V(speed, 0), .restitution = 0, .friction = mu});
    for (double time = 0; time < speed / (mu * standard_gravity) + 2; time += trial.dt) lab.step();
    const double exact = speed * speed / (2 * mu * standard_gravity), way = lab.state(block).position.x();
    measured.figures[0] = worse(measured.figures[0], percent_off(way, exact));
    measured.note += (measured.note.empty() ? "" : ", ") + number(speed, 2) + " m/s: " + number(way, 6) + " of " +
                     number(exact, 6) + " m";
  }
  return measured;
}

/// Distance that a body released on a slope covers in two seconds, m.
double way_down(const Trial& trial, const Form& form, double angle, double friction) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const V along(std::cos(angle), -std::sin(angle)), up(std::sin(angle), std::cos(angle));
  lab.add({.form = box(80, 2),
           .position = -1 * up,
           .angle = -angle,
           .restitution = 0,
           .friction = friction,
           .motion = Motion::fixed});
  const V start = inradius(form) * up - 10 * along;
  const std::size_t body =
      lab.add({.form = form, .position = start, .angle = -angle, .restitution = 0, .friction = friction});
  const long steps = std::lround(2 / trial.dt);
  for (long i = 0; i < steps; ++i) lab.step();
  return along.dot(lab.state(body).position - start);
}

// Below the angle of friction (26.6 degrees) the body holds: its creep is measured against free sliding. Above it the
// distance is g (sin - mu cos) t^2 / 2.
Measured slope(const Trial& trial) {
  Measured measured{{0, 0}, "", {}};
  for (const double degrees : {10.0, 20.0, 26.0, 30.0, 40.0, 50.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const double way = way_down(trial, box(1, 0.5), angle, mu), free = standard_gravity * std::sin(angle) * 2;
    const double exact = standard_gravity * (std::sin(angle) - mu * std::cos(angle)) * 2;
    const double error = exact > 0 ? percent_off(way, exact) : 100 * std::abs(way) / free;
    double& worst = measured.figures[exact > 0 ? 1 : 0];
    worst = worse(worst, error);
    measured.note += (measured.note.empty() ? "" : ", ") + number(degrees, 2) + " degrees: " + number(error, 2) + " %";
  }
  return measured;
}

// A disc set down sliding at v ends up rolling at 2 v / 3; on a slope it rolls without slip at 2/3 g sin.
Measured roll(const Trial& trial) {
  Measured measured{{0, 0}, "", {}};
  for (const double speed : {1.0, 3.0, 6.0}) {
    Lab lab(trial, {.gravity = V(0, -standard_gravity)});
    lab.add_floor(60, 0, mu);
    const std::size_t body =
        lab.add({.form = disc(0.5), .position = V(0, 0.5), .velocity = V(speed, 0), .restitution = 0, .friction = mu});
    for (double time = 0; time < speed / (3 * mu * standard_gravity) + 1; time += trial.dt) lab.step();
    const State now = lab.state(body);
    const double error =
        worse(percent_off(now.velocity.x(), 2 * speed / 3), percent_off(-0.5 * now.spin, 2 * speed / 3));
    measured.figures[0] = worse(measured.figures[0], error);
    measured.note +=
        (measured.note.empty() ? "set down at " : ", ") + number(speed, 2) + " m/s: " + number(error, 2) + " %";
  }
  for (const double degrees : {5.0, 15.0, 30.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const double error =
        percent_off(way_down(trial, disc(0.5), angle, mu), 2.0 / 3 * standard_gravity * std::sin(angle) * 2);
    measured.figures[1] = worse(measured.figures[1], error);
    measured.note += "; " + number(degrees, 2) + " degrees: " + number(error, 2) + " %";
  }
  return measured;
}

}  // namespace

std::vector<Law> friction_laws() {
  return {
      {"slide", "A block slid at v with friction mu stops after v^2 / (2 mu g)", {{"way", "%", 0.5}}, slide},
      {"slope",
       "A block on a slope holds below the angle of friction, slides with g (sin - mu cos) above it",
       {{"holds", "% of free sliding", 0.5}, {"slides", "%", 0.5}},
       slope},
      {"roll",
       "A disc set down sliding rolls at 2 v / 3; down a slope it rolls with 2/3 g sin",
       {{"set down", "%", 0.5}, {"slope", "%", 0.5}},
       roll},
  };
}

}  // namespace bankshot_tool::laws
