// Checks that the energy of random worlds is accounted for, step by step.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

constexpr double ledger_room_width = 12;

Form random_form(Random& random) {
  const double size = random.between(0.3, 1.1);
  if (random.chance(0.3)) return disc(size / 2);
  if (random.chance(0.3)) return capsule(size / 2, size / 4);
  if (random.chance(0.3)) return regular_polygon(static_cast<int>(random.integer(3, 8)), size / 2);
  return box(size, random.between(0.3, 1.1));
}

/// Up to sixteen bodies of all kinds, some of them fast, in a room of four walls; none overlap at the start.
Lab random_room(const Trial& trial, std::uint64_t index) {
  Random random(trial.seed, index, 41);
  Lab lab(trial, {.gravity = V(0, random.chance(0.8) ? -standard_gravity : 0), .ledger = true});
  const auto material = [&random](Spec spec) {
    spec.restitution = std::max(0.0, random.between(-0.6, 1));
    spec.friction = random.between(0, 1);
    return spec;
  };
  for (const double side : {-1.0, 1.0}) {
    const double middle = side * (ledger_room_width / 2 + 1);
    lab.add(material({.form = box(2, ledger_room_width + 4), .position = V(middle, 0), .motion = Motion::fixed}));
    lab.add(material({.form = box(ledger_room_width + 4, 2), .position = V(0, middle), .motion = Motion::fixed}));
  }
  for (int place = 0; place < 16; ++place) {
    if (random.chance(0.3)) continue;
    Spec spec = material({.form = random_form(random)});
    spec.position = 2.5 * V(place % 4 - 1.5, place / 4 - 1.5);
    spec.angle = random.between(-std::numbers::pi, std::numbers::pi);
    const double speed = random.chance(0.2) ? 60 : 4;
    spec.velocity = V(random.between(-speed, speed), random.between(-speed, speed));
    spec.spin = random.between(-speed, speed);
    spec.density = random.between(0.1, 4);
    lab.add(spec);
  }
  return lab;
}

// An engine with an energy ledger tells what became of the energy in each step. The remainder is unexplained, and the
// worst step counts. For other engines every loss is taken as physical. Nothing here adds energy: a rise never is. Next
// to rest a rise is large against the energy of the motion, so the sum over all steps counts for these engines.
double unexplained(const Trial& trial, std::uint64_t index, double seconds) {
  Lab lab = random_room(trial, index);
  double worst = 0, rises = 0, passed = 0;
  for (std::size_t i = 0; i < lab.size(); ++i) passed += lab.kinetic(i);
  double last = lab.energy();
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    lab.step();
    const double now = lab.energy();
    passed += std::abs(now - last);
    rises += std::max(now - last, 0.0);
    last = now;
    const std::optional<Books> books = lab.engine().books();
    if (books && books->passed > 0) worst = worse(worst, 100 * std::abs(books->error) / books->passed);
  }
  return lab.engine().books() ? worst : 100 * rises / passed;
}

Measured ledger(const Trial& trial) {
  const std::uint64_t worlds = trial.quick ? 20 : 300;
  double worst = 0;
  std::uint64_t where = 0;
  for (std::uint64_t i = 0; i < worlds; ++i) {
    const double next = unexplained(trial, i, trial.quick ? 2 : 10);
    if (worse(worst, next) != worst) worst = next, where = i;
  }
  return {{worst}, std::to_string(worlds) + " worlds, worst in number " + std::to_string(where), {}};
}

}  // namespace

std::vector<Law> ledger_laws() {
  return {{"ledger",
           "In 300 random worlds of 10 s every step's energy is accounted for",
           {{"unexplained", "% of what passed", 0.1}},
           ledger}};
}

}  // namespace bankshot_tool::laws
