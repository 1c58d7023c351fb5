// Boxes and regular polygons that land on a corner: energy is exchanged between fall and spin.

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double tumble_height = 10;

struct Tumble {
  double error = 0;  ///< %, of the worst total energy
  int apexes = 0;
};

// At an apex the centre of mass stands still in y. The total is therefore that of the height, of sideways motion (none
// without friction) and of spin. Apexes explains why energy is measured there.
Tumble tumble(const Trial& trial, const Form& form, double angle, int bounces, Thinned* series) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  lab.add_floor(20);
  const std::size_t body = lab.add({.form = form, .position = V(0, tumble_height), .angle = angle});
  const Mass mass = lab.mass(body);
  const double whole = mass.mass * standard_gravity * tumble_height;
  Apexes apexes(trial.dt);
  Tumble result;
  const auto steps = static_cast<long>(4 * bounces / trial.dt);
  for (long i = 0; i < steps && result.apexes < bounces; ++i) {
    lab.step();
    const State now = lab.state(body);
    const std::optional<double> apex = apexes.see(now.position.y());
    if (!apex) continue;
    ++result.apexes;
    const double across = now.velocity.x();
    const double total =
        mass.mass * (standard_gravity * *apex + across * across / 2) + mass.inertia * now.spin * now.spin / 2;
    result.error = worse(result.error, percent_off(total, whole));
    if (series != nullptr) series->add(result.apexes, 100 * total / whole);
  }
  if (result.apexes < bounces / 2) result.error = 100;  // it came to rest too early
  return result;
}

Measured tumble_box(const Trial& trial) {
  Measured measured{{0}, "", {}};
  Thinned series(trial.engine->title);
  for (const double angle : {0.1, 0.3, 0.7}) {
    const Tumble one = tumble(trial, box(1, 0.6), angle, trial.quick ? 100 : 1000, angle == 0.3 ? &series : nullptr);
    measured.figures[0] = worse(measured.figures[0], one.error);
    measured.note +=
        (measured.note.empty() ? "turned by " : ", ") + number(angle, 1) + ": " + number(one.error, 2) + " %";
  }
  measured.series = series.series();
  return measured;
}

Measured tumble_polygons(const Trial& trial) {
  Measured measured{{0}, "", {}};
  Thinned series(trial.engine->title);
  for (int corners = 3; corners <= 12; ++corners) {
    const Tumble one =
        tumble(trial, regular_polygon(corners, 0.5), 0.1, trial.quick ? 100 : 1000, corners == 5 ? &series : nullptr);
    measured.figures[0] = worse(measured.figures[0], one.error);
    measured.note += (corners == 3 ? "3 corners: " : ", ") + (corners == 3 ? "" : std::to_string(corners) + ": ") +
                     number(one.error, 2) + " %";
  }
  measured.series = series.series();
  return measured;
}

}  // namespace

std::vector<Law> tumble_laws() {
  return {
      {"tumble-box",
       "A box of 1 m by 0.6 m dropped turned, e = 1, no friction: energy over 1000 bounces",
       {{"energy", "%", 0.01}},
       tumble_box,
       "energy, %",
       "bounce"},
      {"tumble-polygons",
       "Regular polygons of 3 to 12 corners likewise",
       {{"energy", "%", 0.01}},
       tumble_polygons,
       "energy of a pentagon, %",
       "bounce"},
  };
}

}  // namespace bankshot_tool::laws
