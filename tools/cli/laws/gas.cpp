// Four hundred bodies in a box of 40 m, elastic and without friction.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

constexpr int bodies_along = 20;
constexpr double room_width = 40;
constexpr double gas_speed = 5;  ///< m/s, of every body at the start

struct Gas {
  Lab lab;
  std::size_t first = 0;  ///< number of its first body; those before are walls
};

/// `spacing`: m between bodies; the middle one is at the box's middle. Adds walls unless `open`.
Gas make_gas(const Trial& trial, const V& gravity, bool polygons, double spacing, std::uint64_t stream) {
  Gas gas{Lab(trial, {.gravity = gravity}), 4};
  Random random(trial.seed, 0, stream);
  for (const double side : {-1.0, 1.0}) {
    gas.lab.add(
        {.form = box(2, room_width + 4), .position = V(side * (room_width / 2 + 1), 0), .motion = Motion::fixed});
    gas.lab.add(
        {.form = box(room_width + 4, 2), .position = V(0, side * (room_width / 2 + 1)), .motion = Motion::fixed});
  }
  for (int i = 0; i < bodies_along * bodies_along; ++i) {
    const double column = i % bodies_along, row = i / bodies_along;
    const double middle = (bodies_along - 1) / 2.0;
    Spec spec;
    spec.form = !polygons ? disc(0.25) : i % 2 == 0 ? box(0.5, 0.4) : regular_polygon(3 + i / 2 % 4, 0.3);
    spec.position = spacing * V(column - middle, row - middle);
    spec.velocity = gas_speed * direction(random.between(-std::numbers::pi, std::numbers::pi));
    if (polygons) spec.angle = random.between(-3, 3);
    gas.lab.add(spec);
  }
  return gas;
}

// Kolmogorov-Smirnov test. D is the largest distance between the speeds' distribution and Maxwell's in two dimensions,
// 1 - exp(-m v^2 / 2 kT), where kT is the mean kinetic energy. p is the probability of a larger D; source: the
// asymptotic series with Stephens' correction for finite n, "EDF statistics", 1974. All masses are equal.
double maxwell_p(const Gas& gas) {
  std::vector<double> energies;
  double sum = 0;
  for (std::size_t i = gas.first; i < gas.lab.size(); ++i) {
    energies.push_back(gas.lab.kinetic(i));
    sum += energies.back();
  }
  std::sort(energies.begin(), energies.end());
  const double n = static_cast<double>(energies.size());
  double distance = 0;
  for (std::size_t i = 0; i < energies.size(); ++i) {
    const double law = 1 - std::exp(-energies[i] * n / sum);
    distance = std::max({distance, law - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - law});
  }
  const double x = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * distance;
  double p = 0;
  for (int k = 1; k <= 100; ++k) p += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return std::clamp(p, 0.0, 1.0);
}

/// After 5 s under gravity the speeds do not yet follow Maxwell: p is below 0.3 for every seed.
double seconds_of(const Trial& trial) { return trial.quick ? 10 : 60; }

/// Error of the energy, % of the whole at the start: kinetic, and potential above the floor of the box.
struct EnergyWatch {
  double start, whole, worst = 0;
  Thinned series;
  EnergyWatch(const Lab& lab, double gravity, const std::string& title)
      : start(lab.energy()), whole(start), series(title) {
    for (std::size_t i = 0; i < lab.size(); ++i) whole += lab.mass(i).mass * gravity * room_width / 2;
    series.add(0, 100);
  }
  void see(const Lab& lab, double time) {
    const double off = 100 * (lab.energy() - start) / whole;
    worst = worse(worst, std::abs(off));
    series.add(time, 100 + off);
  }
};

/// Under gravity every pose is read between impacts. Engines that move by the new velocity have an error of m g v dt /
/// 2 in the energy of every body, which averages out over a gas.
Measured disc_gas(const Trial& trial, const V& gravity) {
  Gas gas = make_gas(trial, gravity, false, 1.9, 1);
  EnergyWatch watch(gas.lab, -gravity.y(), trial.engine->title);
  const double seconds = seconds_of(trial);
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    gas.lab.step();
    watch.see(gas.lab, static_cast<double>(i) * trial.dt);
  }
  int gone = 0;
  for (std::size_t i = gas.first; i < gas.lab.size(); ++i) {
    if (gas.lab.state(i).position.cwiseAbs().maxCoeff() > room_width / 2) ++gone;
  }
  const double p = maxwell_p(gas);
  return {{watch.worst, p},
          "p = " + number(p, 2) + (gone == 0 ? "" : "; out of the box: " + std::to_string(gone)),
          watch.series.series()};
}

Measured gas(const Trial& trial) { return disc_gas(trial, V::Zero()); }
Measured gas_gravity(const Trial& trial) { return disc_gas(trial, V(0, -standard_gravity)); }

// The bodies are packed in the middle: they meet one another for a while before the first one reaches a wall.
Measured momentum(const Trial& trial) {
  Gas gas = make_gas(trial, V::Zero(), false, 0.6, 2);
  const V start = gas.lab.momentum();
  double scale = 0;
  for (std::size_t i = gas.first; i < gas.lab.size(); ++i) scale += gas.lab.mass(i).mass * gas_speed;
  const std::vector<State> before = [&gas] {
    std::vector<State> states;
    for (std::size_t i = 0; i < gas.lab.size(); ++i) states.push_back(gas.lab.state(i));
    return states;
  }();
  double worst = 0, time = 0;
  for (bool inside = true; inside; time += trial.dt) {
    worst = worse(worst, 100 * (gas.lab.momentum() - start).norm() / scale);
    gas.lab.step();
    for (std::size_t i = gas.first; i < gas.lab.size(); ++i) {
      const State now = gas.lab.state(i);
      const double reach = 0.25 + 4 * trial.dt * now.velocity.norm();
      inside = inside && now.position.cwiseAbs().maxCoeff() + reach < room_width / 2 && time < 60;
    }
  }
  int hit = 0;
  for (std::size_t i = gas.first; i < gas.lab.size(); ++i) {
    if ((gas.lab.state(i).velocity - before[i].velocity).norm() > 0.01) ++hit;
  }
  return {{worst}, number(time, 3) + " s, " + std::to_string(hit) + " discs hit", {}};
}

// x, y and spin have a third of the energy each, as a mean over the bodies and over the time after mixing.
Measured polygon_gas(const Trial& trial) {
  Gas gas = make_gas(trial, V::Zero(), true, 1.9, 3);
  EnergyWatch watch(gas.lab, 0, trial.engine->title);
  constexpr double seconds = 60;  // a shorter mean is too noisy
  V straight = V::Zero();
  double spin = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    gas.lab.step();
    watch.see(gas.lab, static_cast<double>(i) * trial.dt);
    if (static_cast<double>(i) * trial.dt < seconds / 6) continue;
    for (std::size_t b = gas.first; b < gas.lab.size(); ++b) {
      const State now = gas.lab.state(b);
      straight += gas.lab.mass(b).mass * now.velocity.cwiseAbs2();
      spin += gas.lab.mass(b).inertia * now.spin * now.spin;
    }
  }
  const double third = (straight.sum() + spin) / 3;
  const double x = 100 * (straight.x() / third - 1), y = 100 * (straight.y() / third - 1), s = 100 * (spin / third - 1);
  const double worst = worse(worse(std::abs(x), std::abs(y)), std::abs(s));
  return {{watch.worst, worst},
          "x " + number(x, 2) + " %, y " + number(y, 2) + " %, spin " + number(s, 2) + " %",
          watch.series.series()};
}

}  // namespace

std::vector<Law> gas_laws() {
  return {
      {"gas",
       "400 elastic discs in a box of 40 m for 60 s keep their energy, and their speeds become Maxwell's",
       {{"energy", "%", 0.005}, {"KS test", "p", 0.01, Row::Side::at_least}},
       gas,
       "energy, %",
       "s"},
      {"gas-gravity",
       "So they do under gravity",
       {{"energy", "%", 0.005}, {"KS test", "p", 0.01, Row::Side::at_least}},
       gas_gravity,
       "energy, %",
       "s"},
      {"momentum", "400 discs that meet only one another keep their momentum", {{"momentum", "%", 0.005}}, momentum},
      {"gas-polygons",
       "400 boxes and polygons likewise; x, y and spin get a third of the energy each",
       {{"energy", "%", 0.01}, {"equipartition", "%", 3}},
       polygon_gas,
       "energy, %",
       "s"},
  };
}

}  // namespace bankshot_tool::laws
