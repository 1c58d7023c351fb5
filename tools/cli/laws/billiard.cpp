// A ball over the cushions of a table, without friction.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double ball_radius = 0.028575, table_half_length = 1.27,
                 table_half_width = 0.635;  ///< m, of a nine-foot table

/// Position of a point that has moved by `way` from `start` between mirrors at -half and half; `cushions` counts the
/// mirrors that it met. Source: unfolding; the path is straight in the mirrored tables.
double folded(double start, double way, double half, int& cushions) {
  const double place = start + half + way, length = 2 * half;
  const double table = std::floor(place / length);
  cushions += static_cast<int>(std::abs(table));
  const double inside = place - table * length;
  return std::fmod(std::abs(table), 2) == 0 ? inside - half : half - inside;
}

struct Place {
  V position;
  int cushions = 0;
};

Place exact_place(const State& start, double time) {
  Place place;
  place.position.x() =
      folded(start.position.x(), start.velocity.x() * time, table_half_length - ball_radius, place.cushions);
  place.position.y() =
      folded(start.position.y(), start.velocity.y() * time, table_half_width - ball_radius, place.cushions);
  return place;
}

/// Error after 1, 5 and 10 cushions, as a share of the path's length. Measured at the first step after which the last
/// cushion lies a radius behind: engines that are still at the cushion are not judged.
void shot(const Trial& trial, double angle, double speed, std::vector<double>& worst) {
  Lab lab(trial, {});
  const V a(-table_half_length, -table_half_width), b(table_half_length, -table_half_width),
      c(table_half_length, table_half_width), d(-table_half_length, table_half_width);
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, d), std::pair(d, a)}) {
    lab.add({.form = segment(from, to), .motion = Motion::fixed});
  }
  const std::size_t ball =
      lab.add({.form = disc(ball_radius), .position = V(-0.5, 0.125), .velocity = speed * direction(angle)});
  const State start = lab.state(ball);  // as the engine stores it
  const int wanted[] = {1, 5, 10};
  std::size_t next = 0;
  const double clear = ball_radius / start.velocity.norm();
  for (long i = 1; next < 3 && i < 1'000'000; ++i) {
    lab.step();
    const double time = static_cast<double>(i) * trial.dt;
    const Place place = exact_place(start, time);
    if (place.cushions < wanted[next]) continue;
    const bool between = exact_place(start, time - clear).cushions == place.cushions &&
                         exact_place(start, time + clear).cushions == place.cushions;
    if (place.cushions > wanted[next]) {  // the path to this cushion was too short to measure
      ++next;
      continue;
    }
    if (!between) continue;
    worst[next] =
        worse(worst[next], (lab.state(ball).position - place.position).norm() / (start.velocity.norm() * time));
    ++next;
  }
}

Measured billiard(const Trial& trial) {
  bankshot_oracle::Random random(trial.seed, 0, 11);
  std::vector<double> worst(3, 0.0);
  const int shots = trial.quick ? 20 : 200;
  for (int i = 0; i < shots; ++i) {
    const double angle = random.between(-std::numbers::pi, std::numbers::pi);
    shot(trial, angle, random.between(0.5, 8), worst);
  }
  return {worst, "", {}};
}

}  // namespace

std::vector<Law> billiard_laws() {
  return {
      {"billiard",
       "A cue ball over 1, 5, 10 cushions, e = 1: against the unfolded straight line",
       {{"1 cushion", "of the path", 1e-5}, {"5 cushions", "of the path", 1e-5}, {"10 cushions", "of the path", 1e-5}},
       billiard}};
}

}  // namespace bankshot_tool::laws
