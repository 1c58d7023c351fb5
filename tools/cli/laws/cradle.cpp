// Newton's cradle: discs in a row, hit by one or two others.

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double thrown = 3;  ///< m/s

/// A row along x, from the left; the first `moving` discs arrive at `thrown` from `run_up` away.
struct Row1d {
  std::vector<double> radii;
  std::vector<double> gaps;  ///< between each disc and the next, m; 0: touching
  int moving = 1;
  double run_up = 0.5;
  bool floor = false;
};

// Velocities after all collisions on a line, with pairs colliding one after another in the order of their times, in
// double. Without outside forces the final velocities do not change when all gaps shrink alike: touching discs are the
// limit of that, computed here with gaps of one. Two collisions at one instant never share a disc: their gaps are equal
// and only one side moves.
std::vector<double> in_order(const Row1d& row) {
  const std::size_t n = row.radii.size();
  const bool touching = *std::max_element(row.gaps.begin(), row.gaps.end()) <= 0;
  std::vector<double> v(n, 0.0), gap(n - 1);
  for (std::size_t i = 0; i < n; ++i) v[i] = i < static_cast<std::size_t>(row.moving) ? thrown : 0;
  for (std::size_t i = 0; i + 1 < n; ++i) gap[i] = touching ? 1 : row.gaps[i];
  for (;;) {
    std::size_t next = n;
    double soonest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (v[i] > v[i + 1] * (1 + 1e-14) && gap[i] / (v[i] - v[i + 1]) < soonest) {
        soonest = gap[i] / (v[i] - v[i + 1]);
        next = i;
      }
    }
    if (next == n) return v;
    for (std::size_t i = 0; i + 1 < n; ++i) gap[i] = std::max(0.0, gap[i] - (v[i] - v[i + 1]) * soonest);
    const double a = row.radii[next] * row.radii[next], b = row.radii[next + 1] * row.radii[next + 1];
    const double common = (a * v[next] + b * v[next + 1]) / (a + b), apart = v[next] - v[next + 1];
    v[next] = common - b / (a + b) * apart;
    v[next + 1] = common + a / (a + b) * apart;
  }
}

/// Returns the largest difference from the closed form, % of the speed thrown.
double cradle_error(const Trial& trial, const Row1d& row) {
  Lab lab(trial, {.gravity = row.floor ? V(0, -standard_gravity) : V(0, 0)});
  if (row.floor) lab.add_floor(60);
  const std::size_t first = lab.size();
  double x = -5;
  for (std::size_t i = 0; i < row.radii.size(); ++i) {
    if (i > 0) x += row.radii[i - 1] + row.radii[i] + row.gaps[i - 1];
    if (i == static_cast<std::size_t>(row.moving)) x += row.run_up - row.gaps[i - 1];
    const bool moves = i < static_cast<std::size_t>(row.moving);
    lab.add({.form = disc(row.radii[i]),
             .position = V(x, row.floor ? row.radii[i] : 0),
             .velocity = V(moves ? thrown : 0, 0)});
  }
  double way = row.run_up;
  for (const double gap : row.gaps) way += gap;
  const std::vector<double> exact = in_order(row);
  // In all rows here the slowest disc that carries the impact on has a fifth of the speed thrown or more.
  for (double time = 0; time < 5 * way / thrown + 0.5; time += trial.dt) lab.step();
  double error = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    error = worse(error, 100 * (lab.state(first + i).velocity - V(exact[i], 0)).norm() / thrown);
  }
  return error;
}

Row1d equal(int discs, double gap, int moving, bool floor) {
  const auto n = static_cast<std::size_t>(discs);
  return {std::vector<double>(n, 0.25), std::vector<double>(n - 1, gap), moving, 0.5, floor};
}

Measured worst_of(const Trial& trial, const std::vector<std::pair<std::string, Row1d>>& rows) {
  Measured measured{{0}, "", {}};
  for (const auto& [name, row] : rows) {
    const double error = cradle_error(trial, row);
    measured.figures[0] = worse(measured.figures[0], error);
    measured.note += (measured.note.empty() ? "" : ", ") + name + ": " + number(error, 2) + " %";
  }
  return measured;
}

Measured with_gap(const Trial& trial, double gap, bool floor) {
  std::vector<std::pair<std::string, Row1d>> rows;
  for (const int discs : {5, 10, 20}) {
    rows.emplace_back(std::to_string(discs) + " discs", equal(discs, gap, 1, floor));
    rows.emplace_back("two into " + std::to_string(discs - 2), equal(discs, gap, 2, floor));
  }
  return worst_of(trial, rows);
}

Measured touching(const Trial& trial) { return with_gap(trial, 0, false); }
Measured gap_small(const Trial& trial) { return with_gap(trial, 1e-4, false); }
Measured gap_large(const Trial& trial) { return with_gap(trial, 0.01, false); }
Measured on_floor(const Trial& trial) { return with_gap(trial, 0, true); }

Measured mixed_sizes(const Trial& trial) {
  const auto row = [](std::vector<double> radii, double gap) {
    const std::size_t n = radii.size();
    return Row1d{std::move(radii), std::vector<double>(n - 1, gap), 1, 0.5, false};
  };
  const std::vector<double> falling = {0.5, 0.4, 0.3, 0.2, 0.1}, rising = {0.1, 0.2, 0.3, 0.4, 0.5},
                            uneven = {0.25, 0.4, 0.2, 0.3, 0.15};
  return worst_of(trial, {{"falling, touching", row(falling, 0)},
                          {"rising, touching", row(rising, 0)},
                          {"uneven, touching", row(uneven, 0)},
                          {"falling, 0.1 mm", row(falling, 1e-4)},
                          {"rising, 1 cm", row(rising, 0.01)},
                          {"uneven, 1 cm", row(uneven, 0.01)}});
}

}  // namespace

std::vector<Law> cradle_laws() {
  const std::vector<Row> rows = {{"velocities", "%", 0.1}};
  return {
      {"cradle", "Of 5, 10, 20 touching discs as many leave as were thrown in", rows, touching},
      {"cradle-0.1-mm", "With gaps of 0.1 mm", rows, gap_small},
      {"cradle-1-cm", "With gaps of 1 cm", rows, gap_large},
      {"cradle-floor", "Touching, on a floor", rows, on_floor},
      {"cradle-sizes", "Discs of mixed size: pairs in order, touching as the limit of shrinking gaps", rows,
       mixed_sizes},
  };
}

}  // namespace bankshot_tool::laws
