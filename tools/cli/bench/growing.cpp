// Scenes of any size in which the surroundings of each body do not depend on the size: time per body tells how an
// engine scales.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene.hpp"

namespace bankshot_tool::bench {
namespace {

Scene pyramids(int bodies) {
  const int count = static_cast<int>(std::lround(bodies / 55.0));
  return field_of_pyramids(count, static_cast<int>(std::ceil(std::sqrt(count))));
}

constexpr int in_a_cell = 1000;

/// Radii from 1 cm to 10 m. The share of bodies above r falls with 1 / r; every cell has the same radii, the quantiles
/// of that distribution.
std::vector<double> cell_radii() {
  constexpr double least = 0.01, ratio = 1000;
  std::vector<double> radii;
  for (int i = 0; i < in_a_cell; ++i) {
    const double share = static_cast<double>(i) / (in_a_cell - 1);
    radii.push_back(least / (1 - share * (1 - 1 / ratio)));
  }
  return radii;
}

/// Adds a trough of 24 m with rows of balls in random order, each row above the largest ball of the row before.
void add_cell(Scene& scene, const V& corner, const std::vector<double>& radii, Dice& dice) {
  constexpr double width = 24, height = 60, wall = 1;
  scene.bodies.push_back(
      ground({box(width + 2 * wall, wall, V(width / 2, -wall / 2)), box(wall, height, V(-wall / 2, height / 2)),
              box(wall, height, V(width + wall / 2, height / 2))},
             corner));
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(dice.between(0, static_cast<double>(i)))]);
  }
  double x = 0, y = 0, highest = 0;
  for (const std::size_t i : order) {
    const double r = radii[i];
    if (x + 2 * r > width) x = 0, y += highest, highest = 0;
    scene.bodies.push_back(block(disc(r), corner + V(x + r, y + r)));
    x += 2.1 * r;
    highest = std::max(highest, 2.1 * r);
  }
}

/// Cells in a square, and one ball per cell in free fall, tens of kilometres away from everything.
Scene mixed_sizes(int bodies) {
  const int cells = std::max(1, bodies / in_a_cell), across = static_cast<int>(std::ceil(std::sqrt(cells)));
  Scene scene{{.gravity = V(0, -gravity), .sleep = false}, {}};
  std::vector<double> radii = cell_radii();
  Dice dice(1);
  for (int cell = 0; cell < cells; ++cell) {
    add_cell(scene, V(30 * (cell % across), 100 * (cell / across)), radii, dice);
    const double away = 2e4 + 1e3 * cell;
    scene.bodies.push_back(block(disc(1), cell % 2 == 0 ? V(away, -away) : V(-away, away)));
  }
  return scene;
}

}  // namespace

const std::vector<Growing>& growing() {
  static const std::vector<Growing> all = {
      {"pyramids", "pyramids of 55 boxes", pyramids},
      {"mixed", "balls of 2 cm to 20 m in troughs of 1,000, and one in a thousand far from everything", mixed_sizes},
  };
  return all;
}

}  // namespace bankshot_tool::bench
