// Random shots that must not pass through their target. Whether one passed is read off poses and velocities by
// unambiguous geometry, never off contacts that an engine reports.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

constexpr double wall = 0.001;  ///< m, of all walls

Form random_form(Random& random, double smallest, double largest) {
  const double size = smallest * std::pow(largest / smallest, random.unit());
  switch (random.integer(0, 3)) {
    case 0: return disc(size / 2);
    case 1: {
      const double share = random.between(0.2, 1);
      return box(size, share * size);
    }
    case 2: {
      const double share = random.between(0.1, 0.4);
      return capsule((1 - 2 * share) * size, share * size);
    }
    default: return regular_polygon(random.integer(3, 8), size / 2);
  }
}

Spec random_bullet(Random& random, double largest) {
  Spec bullet;
  bullet.form = random_form(random, 0.01, largest);
  bullet.angle = random.between(-3, 3);
  bullet.spin = random.chance(0.3) ? 0 : random.between(-100, 100);
  bullet.restitution = random.integer(0, 2) / 2.0;
  bullet.friction = random.unit();
  return bullet;
}

double random_speed(Random& random) { return std::pow(10, random.between(1, 4)); }

/// Formats "box of 0.1 m at 300 m/s", for people.
std::string told(const Spec& bullet, double speed) {
  const char* const names[] = {"disc", "capsule", "segment", "polygon", "room"};
  const std::size_t count = bullet.form.corners.size();
  const std::string corners = count > 2 ? " with " + std::to_string(count) + " corners" : "";
  return names[static_cast<int>(bullet.form.kind)] + corners + " of " + number(2 * circumradius(bullet.form), 2) +
         " m at " + number(speed, 2) + " m/s, e = " + number(bullet.restitution, 2);
}

// Each kind of shot describes what passed; empty: nothing did.

/// A wall along y at x = 0, hit from the left; it is longer than the shot can go along it. Passed: the centre of mass
/// is on the other side.
std::string passes_wall(const Trial& trial, Random& random) {
  Lab lab(trial, {});
  Spec bullet = random_bullet(random, 1);
  const double speed = random_speed(random), away = std::pow(10, random.between(-2, 1));
  const double angle = random.between(-1, 1);
  bullet.velocity = speed * direction(angle);
  bullet.position = V(-circumradius(bullet.form) - wall - away, random.between(-1, 1));
  const long steps = static_cast<long>(away / bullet.velocity.x() / trial.dt) + 4;
  const double length = 4 * speed * static_cast<double>(steps) * trial.dt + 10;
  lab.add({.form = box(wall, length),
           .restitution = bullet.restitution,
           .friction = bullet.friction,
           .motion = Motion::fixed});
  const std::size_t body = lab.add(bullet);
  for (long i = 0; i < steps; ++i) {
    lab.step();
    if (!(lab.state(body).position.x() < 0)) return told(bullet, speed);
  }
  return "";
}

/// Two bodies aimed at each other; the largest discs within them must meet. Passed: neither velocity has changed. Discs
/// have also passed if they are on each other's side, seen along the normal of their impact.
std::string passes_each_other(const Trial& trial, Random& random) {
  Lab lab(trial, {});
  Spec a = random_bullet(random, 1), b = random_bullet(random, 1);
  const double away = std::pow(10, random.between(-2, 1));
  const double aim = random.between(-0.5, 0.5) * (inradius(a.form) + inradius(b.form));
  const double reach = circumradius(a.form) + circumradius(b.form);
  a.velocity = V(random_speed(random), 0);
  b.velocity = random.chance(0.2) ? V(0, 0) : V(-random_speed(random), 0);
  b.position = V(reach + away, aim);
  lab.add(a);
  lab.add(b);
  const double closing = a.velocity.x() - b.velocity.x();
  const long steps = static_cast<long>((reach + away) / closing / trial.dt) + 3;
  for (long i = 0; i < steps; ++i) lab.step();
  const State now_a = lab.state(0), now_b = lab.state(1);
  const bool unchanged = (now_a.velocity - a.velocity).norm() < 1e-3 * a.velocity.norm() &&
                         (now_b.velocity - b.velocity).norm() <= 1e-3 * b.velocity.norm();
  bool passed = unchanged;
  if (a.form.kind == Form::Kind::disc && b.form.kind == Form::Kind::disc) {
    const double sum = a.form.radius + b.form.radius;
    const V normal(-std::sqrt(sum * sum - aim * aim) / sum, -aim / sum);  // from b to a where they meet
    passed = passed || normal.dot(now_a.position - now_b.position) < 0;
  }
  return passed ? told(a, a.velocity.norm()) + " and " + told(b, b.velocity.norm()) : "";
}

/// A bar of 2 m turns about its middle and sweeps over a body at rest within its reach. Passed: the body is still at
/// rest.
std::string passes_bar(const Trial& trial, Random& random) {
  Lab lab(trial, {});
  Spec bar;
  bar.form = box(2, random.between(0.02, 0.1));
  bar.spin = random_speed(random);
  bar.spin *= random.sign();
  bar.motion = random.chance(0.5) ? Motion::kinematic : Motion::dynamic;
  bar.density = 100;
  Spec body = random_bullet(random, 0.2);
  body.spin = 0;
  const double distance = random.between(0.4, 0.9);
  const double clear = (circumradius(body.form) + 0.1) / distance;
  const double ahead = random.between(clear, std::numbers::pi - clear);
  body.position = distance * direction(bar.spin > 0 ? ahead : -ahead);
  const std::size_t at_rest = lab.add(body);
  lab.add(bar);
  const long steps = static_cast<long>(2 * std::numbers::pi / std::abs(bar.spin) / trial.dt) + 2;
  for (long i = 0; i < steps; ++i) lab.step();
  const State now = lab.state(at_rest);
  const bool passed = now.velocity.norm() < 1e-6 && (now.position - body.position).norm() < 1e-6;
  return passed ? told(body, 0) + ", bar at " + number(bar.spin, 2) + " rad/s" : "";
}

/// A body locked in by four walls or by a shape that is a room. Passed: the centre of mass is outside.
std::string passes_room(const Trial& trial, Random& random) {
  Lab lab(trial, {});
  Spec bullet = random_bullet(random, 1);
  const double width = random.between(3, 20), height = random.between(3, 20);
  const double x = random.between(-1, 1) * (width / 2 - 1), y = random.between(-1, 1) * (height / 2 - 1);
  bullet.position = V(x, y);
  const double speed = random_speed(random);  // a statement of its own: the order of operands is the compiler's choice
  bullet.velocity = speed * direction(random.between(-std::numbers::pi, std::numbers::pi));
  const bool shape = random.chance(0.5);
  if (shape) {
    lab.add({.form = room(width, height), .restitution = bullet.restitution, .motion = Motion::fixed});
  } else {
    for (const double side : {-0.5, 0.5}) {
      const V across(side * (width + wall), 0), up(0, side * (height + wall));
      lab.add({.form = box(wall, height + 2 * wall),
               .position = across,
               .restitution = bullet.restitution,
               .motion = Motion::fixed});
      lab.add({.form = box(width + 2 * wall, wall),
               .position = up,
               .restitution = bullet.restitution,
               .motion = Motion::fixed});
    }
  }
  const std::size_t body = lab.add(bullet);
  for (int i = 0; i < 20; ++i) {
    lab.step();
    const V now = lab.state(body).position;
    if (!(std::abs(now.x()) < width / 2 + wall && std::abs(now.y()) < height / 2 + wall)) {
      return told(bullet, speed) + (shape ? " out of a room" : " out of four walls");
    }
  }
  return "";
}

Measured shots(const Trial& trial) {
  using Shot = std::string (*)(const Trial&, Random&);
  constexpr Shot kinds[] = {passes_wall, passes_each_other, passes_bar, passes_room};
  const std::int64_t cases = trial.quick ? std::min<std::int64_t>(trial.cases, 400) : trial.cases;
  Measured measured{{0, 0, 0, 0}, std::to_string(cases) + " shots", {}};
  for (std::int64_t i = 0; i < cases; ++i) {
    Random random(trial.seed, static_cast<std::uint64_t>(i), 31);
    const auto kind = static_cast<std::size_t>(i % 4);
    const std::string passed = kinds[kind](trial, random);
    if (passed.empty()) continue;
    if (measured.figures[kind]++ < 2) measured.note += "; case " + std::to_string(i) + ": " + passed;
  }
  return measured;
}

}  // namespace

std::vector<Law> shot_laws() {
  return {
      {"shots",
       "Shots of 10 m/s to 10 km/s by bodies of 1 cm to 1 m: at walls of 1 mm, at each other, at spinning bars, out of "
       "rooms; none passes",
       {{"walls", "passed", 0}, {"each other", "passed", 0}, {"spinning bars", "passed", 0}, {"rooms", "passed", 0}},
       shots}};
}

}  // namespace bankshot_tool::laws
