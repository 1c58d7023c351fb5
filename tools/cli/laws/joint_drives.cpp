// Springs, motors and sliders.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

/// A body of 1 kg that a spring ties to a fixed point 2 m away, drawn out by 0.2 m; no gravity.
class Sprung {
 public:
  static constexpr double drawn = 0.2;
  Sprung(const Trial& trial, double hertz, double damping)
      : lab_(trial, {}), rate_(2 * std::numbers::pi * hertz), damping_(damping) {
    const std::size_t ground = lab_.add(held_at(V(-2, 0)));
    body_ = lab_.add(ghost_disc(V(drawn, 0), 1));
    lab_.tie({.kind = Tie::Kind::spring,
              .a = ground,
              .b = body_,
              .anchor_a = V(-2, 0),
              .anchor_b = V(drawn, 0),
              .length = 2,
              .hertz = hertz,
              .damping = damping});
  }
  void step() { lab_.step(); }
  double stretch() const { return lab_.state(body_).position.x(); }
  double speed() const { return lab_.state(body_).velocity.x(); }
  /// Of the undamped motion, from its energy.
  double amplitude() const { return std::hypot(stretch(), speed() / rate_); }
  double phase() const { return std::atan2(-speed() / rate_, stretch()); }
  /// Difference from the closed form at this time, as a share of what is left of the motion.
  double off_at(double time) const {
    const double swing = rate_ * std::sqrt(1 - damping_ * damping_), left = std::exp(-damping_ * rate_ * time);
    const double c = std::cos(swing * time), s = std::sin(swing * time);
    const double x = drawn * left * (c + damping_ * rate_ / swing * s);
    const double v = -drawn * left * rate_ * rate_ / swing * s;
    return std::hypot(stretch() - x, (speed() - v) / rate_) / (drawn * left);
  }

 private:
  Lab lab_;
  double rate_, damping_;
  std::size_t body_ = 0;
};

Measured spring(const Trial& trial) {
  Measured measured{{0, 0, 0}, "", {}};
  for (const double hertz : {1.0, 5.0, 10.0}) {
    Sprung free(trial, hertz, 0);
    double turned = 0, phase = free.phase();
    const auto early = std::lround(10 / hertz / trial.dt), late = std::lround(100 / hertz / trial.dt);
    double frequency = unmeasured;
    for (long i = 1; i <= late; ++i) {
      free.step();
      const double next = free.phase();
      turned += std::remainder(next - phase, 2 * std::numbers::pi);
      phase = next;
      if (i == early) frequency = turned / (2 * std::numbers::pi * static_cast<double>(i) * trial.dt);
    }
    const double amplitude = percent_off(free.amplitude(), Sprung::drawn), off = percent_off(frequency, hertz);
    Sprung damped(trial, hertz, 0.1);
    const auto three = std::lround(3 / hertz / trial.dt);
    for (long i = 0; i < three; ++i) damped.step();
    const double lost = 100 * damped.off_at(static_cast<double>(three) * trial.dt);
    const double next[] = {off, amplitude, lost};
    for (std::size_t i = 0; i < 3; ++i) measured.figures[i] = worse(measured.figures[i], next[i]);
    measured.note += (measured.note.empty() ? "" : "; ") + number(hertz, 2) + " Hz: " + number(off, 2) + " %, " +
                     number(amplitude, 2) + " %, " + number(lost, 2) + " %";
  }
  return measured;
}

double flywheel_off(const Trial& trial) {
  constexpr double torque = 2;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0))), wheel = lab.add(ghost_disc(V(0, 0), 3, 0.5));
  lab.tie({.kind = Tie::Kind::pin, .a = ground, .b = wheel, .motor = Tie::Motor{1000, torque}});
  const long steps = std::lround(1 / trial.dt);
  for (long i = 0; i < steps; ++i) lab.step();
  return percent_off(lab.state(wheel).spin, torque * static_cast<double>(steps) * trial.dt / lab.mass(wheel).inertia);
}

// A motor turns a bar of 1 kg and 2 m against gravity at 3 rad/s. Its work is what the bar gained in energy.
Measured motor(const Trial& trial) {
  constexpr double speed = 3;
  Lab lab(trial, {.gravity = V(0, -standard_gravity), .ledger = true});
  Spec lever = bar_from(V(0, 0), V(2, 0));
  lever.spin = speed;
  lever.velocity = V(0, speed);
  const std::size_t ground = lab.add(held_at(V(0, 0))), bar = lab.add(lever);
  lab.tie({.kind = Tie::Kind::pin, .a = ground, .b = bar, .motor = Tie::Motor{speed, 1e4}});
  double off = 0, opening = 0, work = 0;
  const double begin = lab.energy(), reference = standard_gravity * 1.0;
  double unexplained = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= 10; ++i) {
    lab.step();
    off = worse(off, percent_off(lab.state(bar).spin, speed));
    opening = worse(opening, 1000 * lab.opening());
    if (const std::optional<Books> books = lab.engine().books()) work += books->motors;
    unexplained = worse(unexplained, 100 * std::abs(work - (lab.energy() - begin)) / reference);
  }
  return {{flywheel_off(trial), off, opening, lab.engine().books() ? unexplained : untold}, "", {}};
}

struct RailErrors {
  double way = 0, speed = 0, off = 0;  ///< %, %, mm
};

RailErrors inclined(const Trial& trial) {
  const V axis = direction(-std::numbers::pi / 6);
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t ground = lab.add(held_at(V(0, 0))), body = lab.add(ghost_disc(V(0, 0), 1));
  lab.tie({.kind = Tie::Kind::rail, .a = ground, .b = body, .axis = axis});
  RailErrors errors;
  const long steps = std::lround(1 / trial.dt);
  for (long i = 0; i < steps; ++i) {
    lab.step();
    errors.off = worse(errors.off, 1000 * lab.opening());
  }
  const double time = static_cast<double>(steps) * trial.dt, pull = -standard_gravity * axis.y();
  errors.way = percent_off(lab.state(body).position.dot(axis), pull * time * time / 2);
  errors.speed = percent_off(lab.state(body).velocity.dot(axis), pull * time);
  return errors;
}

struct EndErrors {
  double beyond = 0, speed = 0;  ///< mm; difference from the speed back, of that there
};

/// Returns nothing if the engine has no such limit.
std::optional<EndErrors> at_the_end(const Trial& trial, double restitution) {
  constexpr double speed = 3, at = 2;
  Lab lab(trial, {});
  Spec spec = ghost_disc(V(0, 0), 1);
  spec.velocity = V(speed, 0);
  const std::size_t ground = lab.add(held_at(V(0, 0))), body = lab.add(spec);
  if (!lab.tie({.kind = Tie::Kind::rail, .a = ground, .b = body, .end = Tie::End{at, restitution}}))
    return std::nullopt;
  EndErrors errors;
  for (long i = 1; static_cast<double>(i) * trial.dt <= 1; ++i) {
    lab.step();
    errors.beyond = worse(errors.beyond, 1000 * (lab.state(body).position.x() - at));
  }
  errors.beyond = std::isnan(errors.beyond) ? errors.beyond : std::max(0.0, errors.beyond);
  errors.speed = std::abs(lab.state(body).velocity.x() + restitution * speed) / speed;
  return errors;
}

Measured slider(const Trial& trial) {
  const RailErrors rail = inclined(trial);
  const std::optional<EndErrors> stop = at_the_end(trial, 0), back = at_the_end(trial, 0.5);
  return {{rail.way, rail.speed, rail.off, stop ? stop->beyond : untold, stop ? stop->speed : untold,
           back ? back->speed : untold},
          "",
          {}};
}

}  // namespace

std::vector<Law> joint_drive_laws() {
  return {
      awaited({"spring",
               "Springs of 1, 5, 10 Hz swing at their frequency for 100 periods, and with a damper fade as they must",
               {{"frequency", "%", 1e-4},
                {"amplitude after 100 periods", "%", 0.01},
                {"damped, after 3 periods", "%", 1e-4}},
               spring}),
      {"motor",
       "A motor spins up a wheel by its torque, and turns a lever at its speed against gravity",
       {{"wheel: speed", "%", 1e-4},
        {"lever: speed", "%", 1e-4},
        {"lever: anchors apart", "mm", 0.002},
        {"lever: work less gain, of 1 m g", "%", 1e-3}},
       motor},
      {"slider",
       "A body slides down a rail as from a slope without friction, and stops or comes back at its end",
       {{"way", "%", 1e-4},
        {"speed", "%", 1e-4},
        {"off the rail", "mm", 0.005},
        {"beyond the end", "mm", 0.002},
        {"speed back, e = 0", "of that there", 1e-6},
        {"speed back, e = 0.5", "of that there", 1e-6}},
       slider},
  };
}

}  // namespace bankshot_tool::laws
