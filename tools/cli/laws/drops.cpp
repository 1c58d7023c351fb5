// A body falls straight down on a floor.

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double drop_height = 10;  ///< m, of the fall

/// Drops `form` by `height` on a floor at `level`. Returns the relative error, %, of the worst apex of `bounces`.
Measured drop(const Trial& trial, const Form& form, double level, int bounces) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  Spec floor{.form = box(40, 2), .position = V(0, level - 1), .motion = Motion::fixed};
  lab.add(floor);
  const double base = level + inradius(form);
  const std::size_t body = lab.add({.form = form, .position = V(0, base + drop_height)});
  Apexes apexes(trial.dt);
  Thinned apex_over_bounce(trial.engine->title);
  apex_over_bounce.add(0, drop_height);
  Measured measured{{0}, "", {}};
  int done = 0;
  const double flight = 2 * std::sqrt(2 * drop_height / standard_gravity);
  const auto steps =
      static_cast<long>(1.2 * bounces * flight / trial.dt) + 10;  // a body that rises higher takes longer
  for (long i = 0; i < steps && done < bounces; ++i) {
    lab.step();
    const std::optional<double> apex = apexes.see(lab.state(body).position.y());
    if (!apex) continue;
    ++done;
    apex_over_bounce.add(done, *apex - base);
    measured.figures[0] = worse(measured.figures[0], percent_off(*apex - base, drop_height));
    if (done == 1 || done == 10 || done == 100 || done == 1000) {
      measured.note += (done == 1 ? "" : ", ") + number(*apex - base, 7) + " m after " + std::to_string(done);
    }
  }
  if (done < bounces) {
    measured.note += "; only " + std::to_string(done) + " bounces";
    measured.figures[0] = worse(measured.figures[0], 100.0);
  }
  measured.series = apex_over_bounce.series();
  return measured;
}

int bounces_of(const Trial& trial) { return trial.quick ? 100 : 1000; }

Measured drop_disc(const Trial& trial) { return drop(trial, disc(0.5), 0, bounces_of(trial)); }
Measured drop_box(const Trial& trial) { return drop(trial, box(1, 1), 0, bounces_of(trial)); }
Measured drop_1_km(const Trial& trial) { return drop(trial, disc(0.5), 1000, bounces_of(trial)); }
Measured drop_10_km(const Trial& trial) { return drop(trial, disc(0.5), 10'000, bounces_of(trial)); }

// The n-th apex is e^(2n) h, and comes after the time t0 (1 + 2 e + ... + 2 e^(n-1) + e^n), t0 = sqrt(2 h / g). All
// bouncing ends at t0 (1 + e) / (1 - e). A body may come to rest once it rises by less than a slop, which cuts the tail
// of that sum: it must not rest before the bounce that rises by a slop, and must rest at the end of the sum.
struct Bouncing {
  double e;
  double fall = std::sqrt(2 * drop_height / standard_gravity);
  double apex(int n) const { return drop_height * std::pow(e, 2 * n); }
  double apex_time(int n) const { return fall * (1 + 2 * e * (1 - std::pow(e, n)) / (1 - e) - std::pow(e, n)); }
  double end() const { return fall * (1 + e) / (1 - e); }
  double end_above(double rise) const {  ///< start of the first bounce that rises by no more than `rise`
    int n = 0;
    while (apex(n) > rise) ++n;
    return apex_time(n) - fall * std::pow(e, n);
  }
};

constexpr double slop = 1.0 / 256;  ///< m, for a disc of 1 m across

struct RestitutionErrors {
  double drop_height = 0, time = 0;  ///< %
  double speed = 0;                  ///< m/s, at the end
  int apexes = 0;
};

RestitutionErrors restitution_errors(const Trial& trial, double e, Thinned& series) {
  const Bouncing law{.e = e};
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  lab.add_floor(20, e);
  const std::size_t body = lab.add({.form = disc(0.5), .position = V(0, 0.5 + drop_height), .restitution = e});
  Apexes apexes(trial.dt);
  RestitutionErrors errors;
  double moved = 0;  // last time with a speed or height of more than a slop
  const double end = 1.25 * law.end() + 1;
  for (long i = 1; static_cast<double>(i) * trial.dt < end; ++i) {
    lab.step();
    const State now = lab.state(body);
    const double height = now.position.y() - 0.5;
    // The rise is that of a fall from this height: at the top the body is slow.
    const double rise = std::max(height, 0.0) + now.velocity.squaredNorm() / (2 * standard_gravity);
    if (rise > slop / 16) moved = static_cast<double>(i) * trial.dt;
    const std::optional<double> apex = apexes.see(height);
    if (!apex || law.apex(errors.apexes + 1) < 10 * slop) continue;
    const int n = ++errors.apexes;
    series.add(n, 100 * *apex / law.apex(n));
    errors.drop_height = worse(errors.drop_height, percent_off(*apex, law.apex(n)));
    errors.time = worse(errors.time, percent_off(apexes.time() + trial.dt, law.apex_time(n)));
  }
  if (law.apex(errors.apexes + 1) >= 10 * slop) errors.drop_height = 100;  // apexes are missing
  const double early = law.end_above(slop) - moved - trial.dt, late = moved - law.end() - trial.dt;
  errors.time = worse(errors.time, 100 * std::max({0.0, early, late}) / law.end());
  errors.speed = lab.state(body).velocity.norm();
  return errors;
}

Measured restitution(const Trial& trial) {
  Measured measured{{0, 0, 0}, "", {}};
  Thinned kept(trial.engine->title), dropped("");
  for (const double e : {0.9, 0.8, 0.5}) {
    const RestitutionErrors errors = restitution_errors(trial, e, e == 0.9 ? kept : dropped);
    measured.figures[0] = worse(measured.figures[0], errors.drop_height);
    measured.figures[1] = worse(measured.figures[1], errors.time);
    measured.figures[2] = worse(measured.figures[2], errors.speed);
    measured.note += (measured.note.empty() ? "e = " : "; ") + number(e, 2) + ": " + number(errors.drop_height, 2) +
                     " % in height, " + number(errors.time, 2) + " % in time, ends at " + number(errors.speed, 2) +
                     " m/s";
  }
  measured.series = kept.series();
  return measured;
}

// A wall at x = 0, no gravity; the ball meets it after one second, and its velocity is read two seconds later.
Measured slow(const Trial& trial) {
  Measured measured{{0}, "", {}};
  for (const double speed : {0.5, 0.05, 0.005}) {
    Lab lab(trial, {});
    lab.add({.form = box(1, 10), .position = V(-0.5, 0), .motion = Motion::fixed});
    const std::size_t ball = lab.add({.form = disc(0.5), .position = V(0.5 + speed, 0), .velocity = V(-speed, 0)});
    const double exact = lab.state(ball).velocity.norm();  // as the engine stores it
    for (double time = 0; time < 3; time += trial.dt) lab.step();
    const double error = 100 * (lab.state(ball).velocity - V(exact, 0)).norm() / exact;
    measured.figures[0] = worse(measured.figures[0], error);
    measured.note += (measured.note.empty() ? "" : ", ") + number(speed, 2) + " m/s: " + number(error, 2) + " %";
  }
  return measured;
}

}  // namespace

std::vector<Law> drop_laws() {
  return {
      {"drop-disc",
       "A disc dropped 10 m with e = 1 comes back to 10 m, a thousand times",
       {{"apex", "%", 0.01}},
       drop_disc,
       "apex, m",
       "bounce"},
      {"drop-box", "So does a box that falls flat", {{"apex", "%", 0.01}}, drop_box, "apex, m", "bounce"},
      {"restitution",
       "With e = 0.9, 0.8, 0.5 the n-th apex is e^(2n) h at its time while above 10 slops; then it rests",
       {{"apex", "%", 0.1}, {"time", "%", 0.1}, {"end speed", "m/s", 0.001}},
       restitution,
       "apex for e = 0.9, % of e^(2n) h",
       "bounce"},
      {"slow-ball", "A ball at 0.5, 0.05, 0.005 m/s with e = 1 leaves the wall as fast", {{"speed", "%", 0.01}}, slow},
      {"drop-at-1-km",
       "The disc of the first law, 1 km above the origin",
       {{"apex", "%", 0.1}},
       drop_1_km,
       "apex, m",
       "bounce"},
      {"drop-at-10-km", "And 10 km above it", {{"apex", "%", 0.1}}, drop_10_km, "apex, m", "bounce"},
  };
}

}  // namespace bankshot_tool::laws
