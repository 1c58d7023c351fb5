// Impacts on bodies that joints hold: Newton's cradle of pendulums, a pendulum at a wall, a rope that becomes taut.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

/// The arithmetic-geometric mean of 1 and x.
double mean_of_means(double x) {
  double a = 1, g = x;
  for (int i = 0; i < 12; ++i) {
    const double next = (a + g) / 2;
    g = std::sqrt(a * g);
    a = next;
  }
  return a;
}

constexpr int cradle_balls = 5;
constexpr double cradle_rod = 2, cradle_radius = 0.25, cradle_angle = std::numbers::pi / 6;  ///< m, m, rad

/// Discs on rods side by side; the first is drawn aside. Equal discs that touch hand on all of an impact.
class Cradle {
 public:
  explicit Cradle(const Trial& trial) : lab_(trial, {.gravity = V(0, -standard_gravity)}) {
    for (int i = 0; i < cradle_balls; ++i) {
      const V pin(2 * cradle_radius * i, 0);
      const V hang = i == 0 ? V(-std::sin(cradle_angle), -std::cos(cradle_angle)) : V(0, -1);
      const std::size_t ground = lab_.add(held_at(pin));
      balls_.push_back(lab_.add({.form = disc(cradle_radius), .position = pin + cradle_rod * hang}));
      lab_.tie({.kind = Tie::Kind::rod,
                .a = ground,
                .b = balls_.back(),
                .anchor_a = pin,
                .anchor_b = pin + cradle_rod * hang});
    }
    start_ = energy(0);
  }
  /// Of the disc, J, above that of one that hangs at rest.
  double energy(int ball) const {
    const std::size_t body = balls_[static_cast<std::size_t>(ball)];
    return lab_.kinetic(body) + lab_.mass(body).mass * standard_gravity * (lab_.state(body).position.y() + cradle_rod);
  }
  double whole() const {
    double sum = 0;
    for (int i = 0; i < cradle_balls; ++i) sum += energy(i);
    return sum;
  }
  /// Share of the speed of the first impact that a disc's energy amounts to.
  double speed(int ball) const { return std::sqrt(std::max(0.0, energy(ball)) / start_); }
  double start() const { return start_; }
  double period() const {
    return 2 * std::numbers::pi * std::sqrt(cradle_rod / standard_gravity) / mean_of_means(std::cos(cradle_angle / 2));
  }
  /// Steps on until this time.
  void run_to(double time) {
    for (; static_cast<double>(steps_ + 1) * lab_.dt() <= time; ++steps_) {
      lab_.step();
      opening = worse(opening, 1000 * lab_.opening());
    }
  }
  double opening = 0;  ///< mm, the largest so far

 private:
  Lab lab_;
  std::vector<std::size_t> balls_;
  double start_ = 0;
  long steps_ = 0;
};

Measured pendulum_cradle(const Trial& trial) {
  Cradle cradle(trial);
  cradle.run_to(0.375 * cradle.period());  // half way between the first impact and the top behind it
  const double last = std::abs(cradle.speed(cradle_balls - 1) - 1);
  double others = 0;
  for (int i = 0; i + 1 < cradle_balls; ++i) others = worse(others, cradle.speed(i));
  const int swings = trial.quick ? 4 : 20;
  cradle.run_to((swings / 2 + 0.375) * cradle.period());
  const double kept = percent_off(cradle.whole(), cradle.start());
  return {{last, others, kept, cradle.opening}, std::to_string(swings) + " swings", {}};
}

// A bar hangs from a pin with a disc on a pin at its tip, and falls from the horizontal to a wall that the disc meets
// where the bar hangs: it comes back to the horizontal each time.
Measured pendulum_wall(const Trial& trial) {
  constexpr double length = 2, radius = 0.25;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0)));
  lab.add({.form = box(1, 2), .position = V(radius + 0.5, -length), .motion = Motion::fixed});
  const std::size_t bar = lab.add(bar_from(V(0, 0), V(-length, 0)));
  Spec tip = ghost_disc(V(-length, 0), 1, radius);
  tip.ghost = false;
  const std::size_t disc = lab.add(tip);
  lab.tie({.kind = Tie::Kind::pin, .a = ground, .b = bar});
  lab.tie({.kind = Tie::Kind::pin, .a = bar, .b = disc, .anchor_a = V(-length, 0)});
  const Mass rod = lab.mass(bar);
  const double weight = (rod.mass * length / 2 + lab.mass(disc).mass * length) * standard_gravity;
  const double inertia =
      rod.inertia + rod.mass * length * length / 4 + lab.mass(disc).mass * length * length;  // the disc does not turn
  const double period = 2 * std::numbers::pi / std::sqrt(weight / inertia) / mean_of_means(std::sqrt(0.5));
  const int hits = trial.quick ? 5 : 50;
  const double begin = lab.energy();
  double opening = 0;
  long seen = 0;
  bool there = false;
  for (long i = 1; static_cast<double>(i) * trial.dt <= hits * period / 2; ++i) {
    lab.step();
    opening = worse(opening, 1000 * lab.opening());
    const bool comes = lab.state(disc).velocity.x() > 0;
    seen += there && !comes && lab.state(disc).position.y() < -length / 2;
    there = comes;
  }
  return {{100 * std::abs(lab.energy() - begin) / weight, std::abs(static_cast<double>(seen - hits)), opening},
          std::to_string(seen) + " hits of " + std::to_string(hits),
          {}};
}

// The rope becomes taut at 30 degrees from the vertical: the part of the velocity along it goes, 3/4 of the energy.
Measured rope(const Trial& trial) {
  constexpr double length = 2;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0)));
  const std::size_t ball = lab.add(ghost_disc(V(length / 2, 0), 1));
  lab.tie({.kind = Tie::Kind::rope,
           .a = ground,
           .b = ball,
           .anchor_a = V(0, 0),
           .anchor_b = V(length / 2, 0),
           .length = length});
  const double fall = length * std::sqrt(0.75), taut = std::sqrt(2 * fall / standard_gravity), begin = lab.energy();
  const double exact = 0.75 * lab.mass(ball).mass * standard_gravity * fall;
  double at_once = unmeasured, opening = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= 3; ++i) {
    lab.step();
    opening = worse(opening, 1000 * lab.opening());
    if (std::isnan(at_once) && static_cast<double>(i) * trial.dt > taut + 2 * trial.dt) {
      at_once = percent_off(begin - lab.energy(), exact);
    }
  }
  return {{at_once, percent_off(begin - lab.energy(), exact), opening}, "", {}};
}

}  // namespace

std::vector<Law> joint_impact_laws() {
  return {
      awaited({"pendulum-cradle",
               "Of five touching discs on rods the last leaves as the first came, and 20 swings keep their energy",
               {{"last disc", "of the speed", 1e-6},
                {"others", "of the speed", 1e-6},
                {"energy", "%", 0.001},
                {"anchors apart", "mm", 0.002}},
               pendulum_cradle}),
      {"pendulum-wall",
       "A disc on a bar comes back from a wall with e = 1 fifty times",
       {{"energy, of the swing", "%", 0.001}, {"hits off", "hits", 0}, {"anchors apart", "mm", 0.002}},
       pendulum_wall},
      {"rope",
       "A rope that becomes taut takes what goes along it, and nothing later",
       {{"lost at once", "%", 1e-4}, {"lost in 3 s", "%", 1e-4}, {"too long", "mm", 0.002}},
       rope},
  };
}

}  // namespace bankshot_tool::laws
