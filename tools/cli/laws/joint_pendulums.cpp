// Pendulums of one and of two bars, let go from the horizontal.

#include <array>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

/// Mean of arithmetic and geometric means of 1 and x: the complete elliptic integral K(k) is pi / 2 over that of
/// sqrt(1 - k^2).
double common_mean(double x) {
  double a = 1, g = x;
  for (int i = 0; i < 12; ++i) {
    const double next = (a + g) / 2;
    g = std::sqrt(a * g);
    a = next;
  }
  return a;
}

/// Period of a bar pinned at its end that swings to the horizontal on both sides, s.
double swing_period(double mass, double inertia, double length) {
  const double rate = std::sqrt(mass * standard_gravity * length / 2 / (inertia + mass * length * length / 4));
  return 2 * std::numbers::pi / rate / common_mean(std::cos(std::numbers::pi / 4));
}

/// Where a cubic with these ends and slopes is 0, as a share of the way; the values have different signs.
double crossing(double before, double slope_before, double after, double slope_after) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double t = (low + high) / 2, u = 1 - t;
    const double value =
        before * u * u * (1 + 2 * t) + after * t * t * (3 - 2 * t) + t * u * (slope_before * u - slope_after * t);
    ((value < 0) == (before < 0) ? low : high) = t;
  }
  return (low + high) / 2;
}

struct Energies {
  double begin, reference, worst = 0;
  void see(double now) { worst = worse(worst, 100 * std::abs(now - begin) / reference); }
};

Measured pendulum(const Trial& trial) {
  constexpr double length = 2;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0)));
  const std::size_t bar = lab.add(bar_from(V(0, 0), V(length, 0)));
  lab.tie({.kind = Tie::Kind::pin, .a = ground, .b = bar});
  const Mass mass = lab.mass(bar);
  const double exact = swing_period(mass.mass, mass.inertia, length), end = trial.quick ? 12 : 60;
  Energies energies{lab.energy(), mass.mass * standard_gravity * length / 2};
  Thinned series(trial.engine->title);
  double opening = 0, first = 0, last = 0;
  long crossings = 0;
  State before = lab.state(bar);
  for (long i = 1; static_cast<double>(i) * trial.dt <= end; ++i) {
    lab.step();
    const State now = lab.state(bar);
    const double time = static_cast<double>(i) * trial.dt;
    energies.see(lab.energy());
    opening = worse(opening, 1000 * lab.opening());
    series.add(time, 100 + 100 * (lab.energy() - energies.begin) / energies.reference);
    // The bar hangs where its centre is right below the pin.
    if ((now.position.x() < 0) != (before.position.x() < 0) && now.position.y() < 0) {
      const double share =
          crossing(before.position.x(), before.velocity.x() * trial.dt, now.position.x(), now.velocity.x() * trial.dt);
      last = time - (1 - share) * trial.dt;
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  const double period = crossings > 1 ? 2 * (last - first) / static_cast<double>(crossings - 1) : unmeasured;
  return {{1e6 * std::abs(period / exact - 1), energies.worst, opening},
          "period " + number(period, 9) + " s, exact " + number(exact, 9) + " s",
          series.series()};
}

/// Two equal bars, the second pinned to the end of the first: angles from the horizontal and their rates.
class TwoBars {
 public:
  using Point = std::array<double, 4>;
  TwoBars(const Mass& mass, double length) : mass_(mass), length_(length) {}

  /// Runge and Kutta's step of order 4.
  void step(double dt) {
    const Point k1 = rates(now_), k2 = rates(moved(k1, dt / 2)), k3 = rates(moved(k2, dt / 2));
    const Point k4 = rates(moved(k3, dt));
    for (std::size_t i = 0; i < 4; ++i) now_[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  const Point& now() const { return now_; }

 private:
  Point moved(const Point& rate, double dt) const {
    Point at = now_;
    for (std::size_t i = 0; i < 4; ++i) at[i] += dt * rate[i];
    return at;
  }
  // Lagrange's equations: the first bar carries the second at its end.
  Point rates(const Point& at) const {
    const double m = mass_.mass, l = length_, c = std::cos(at[0] - at[1]), s = std::sin(at[0] - at[1]);
    const double m11 = mass_.inertia + 1.25 * m * l * l, m22 = mass_.inertia + 0.25 * m * l * l;
    const double m12 = 0.5 * m * l * l * c, turn = 0.5 * m * l * l * s, weight = m * standard_gravity * l;
    const double f1 = -turn * at[3] * at[3] - 1.5 * weight * std::cos(at[0]);
    const double f2 = turn * at[2] * at[2] - 0.5 * weight * std::cos(at[1]);
    const double whole = m11 * m22 - m12 * m12;
    return {at[2], at[3], (m22 * f1 - m12 * f2) / whole, (m11 * f2 - m12 * f1) / whole};
  }
  Mass mass_;
  double length_;
  Point now_ = {};
};

/// Difference of a turn and an angle, up to full turns, rad.
double angle_off(double turn, double angle) { return std::abs(std::remainder(turn - angle, 2 * std::numbers::pi)); }

Measured double_pendulum(const Trial& trial) {
  constexpr double length = 1, fine = 1e-5;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0)));
  const std::size_t upper = lab.add(bar_from(V(0, 0), V(length, 0)));
  const std::size_t lower = lab.add(bar_from(V(length, 0), V(2 * length, 0)));
  lab.tie({.kind = Tie::Kind::pin, .a = ground, .b = upper});
  lab.tie({.kind = Tie::Kind::pin, .a = upper, .b = lower, .anchor_a = V(length, 0)});
  const Mass mass = lab.mass(upper);
  TwoBars exact(mass, length);
  Energies energies{lab.energy(), 2 * mass.mass * standard_gravity * length};
  Thinned series(trial.engine->title);
  double opening = 0, early = unmeasured, late = unmeasured;
  const double end = trial.quick ? 10 : 60;
  long taken = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= end; ++i) {
    lab.step();
    const double time = static_cast<double>(i) * trial.dt;
    energies.see(lab.energy());
    opening = worse(opening, 1000 * lab.opening());
    series.add(time, 100 + 100 * (lab.energy() - energies.begin) / energies.reference);
    if (std::abs(time - 1) > 1e-9 && std::abs(time - 5) > 1e-9) continue;
    for (; static_cast<double>(taken + 1) * fine < time + fine / 2; ++taken) exact.step(fine);
    const double off =
        std::max(angle_off(lab.state(upper).angle, exact.now()[0]), angle_off(lab.state(lower).angle, exact.now()[1]));
    (time < 3 ? early : late) = off;
  }
  return {{early, late, energies.worst, opening}, "", series.series()};
}

}  // namespace

std::vector<Law> joint_pendulum_laws() {
  const Row energy = {"energy, of the swing", "%", 0.001}, anchor = {"anchors apart", "mm", 0.002};
  return {
      {"pendulum",
       "A bar on a pin swings from the horizontal with its period and keeps its energy for 60 s",
       {{"period", "ppm", 1}, energy, anchor},
       pendulum,
       "pendulum: energy, % of the swing",
       "time, s"},
      awaited({"double-pendulum",
               "Two bars from the horizontal move as their equations say for 5 s, and keep their energy for 60 s",
               {{"angles at 1 s", "rad", 3e-5}, {"angles at 5 s", "rad", 1e-3}, energy, anchor},
               double_pendulum,
               "double pendulum: energy, % of the swing",
               "time, s"}),
  };
}

}  // namespace bankshot_tool::laws
