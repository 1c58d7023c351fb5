// A ball falls into a V and meets both sides at once.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double valley_height = 5;
constexpr double radius = 0.5;

struct Valley {
  double valley_height = 0;  ///< %, of the worst apex
  double sideways = 0;       ///< m
  int bounces = 0;
};

Valley valley(const Trial& trial, double opening, int bounces, Thinned* series) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const V side = 20 * V(std::sin(opening / 2), std::cos(opening / 2));
  lab.add({.form = segment(V(0, 0), side), .motion = Motion::fixed});
  lab.add({.form = segment(V(-side.x(), side.y()), V(0, 0)), .motion = Motion::fixed});
  const double base = radius / std::sin(opening / 2);
  const std::size_t ball = lab.add({.form = disc(radius), .position = V(0, base + valley_height)});
  Apexes apexes(trial.dt);
  Valley result;
  const double flight = 2 * std::sqrt(2 * valley_height / standard_gravity);
  for (double time = 0; time < 1.3 * bounces * flight && result.bounces < bounces; time += trial.dt) {
    lab.step();
    const V now = lab.state(ball).position;
    result.sideways = worse(result.sideways, std::abs(now.x()));
    const std::optional<double> apex = apexes.see(now.y());
    if (!apex) continue;
    ++result.bounces;
    if (series != nullptr) series->add(result.bounces, *apex - base);
    result.valley_height = worse(result.valley_height, percent_off(*apex - base, valley_height));
  }
  if (result.bounces < bounces) result.valley_height = worse(result.valley_height, 100.0);
  return result;
}

Measured valleys(const Trial& trial) {
  Measured measured{{0, 0}, "", {}};
  Thinned series(trial.engine->title);
  for (const double degrees : {60.0, 90.0, 120.0}) {
    const Valley one =
        valley(trial, degrees * std::numbers::pi / 180, trial.quick ? 10 : 50, degrees == 90 ? &series : nullptr);
    measured.figures[0] = worse(measured.figures[0], one.valley_height);
    measured.figures[1] = worse(measured.figures[1], 1000 * one.sideways);
    measured.note += (measured.note.empty() ? "" : "; ") + number(degrees, 3) +
                     " degrees: " + number(one.valley_height, 2) + " %, " + number(1000 * one.sideways, 2) + " mm, " +
                     std::to_string(one.bounces) + " bounces";
  }
  measured.series = series.series();
  return measured;
}

}  // namespace

std::vector<Law> valley_laws() {
  return {{"valley",
           "A ball falls 5 m into a V of 60, 90, 120 degrees, e = 1, 50 times",
           {{"apex", "%", 0.1}, {"sideways", "mm", 1}},
           valleys,
           "apex in a V of 90 degrees, m",
           "bounce"}};
}

}  // namespace bankshot_tool::laws
