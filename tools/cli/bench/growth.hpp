#pragma once
// Measures how the time of a step grows with the number of bodies.

#include "runner.hpp"

namespace bankshot_tool::bench {

/// One engine in one kind of scene.
struct Growth {
  const Growing* scene = nullptr;
  const Candidate* engine = nullptr;
  std::vector<std::size_t> bodies;          ///< dynamic ones
  std::vector<double> milliseconds;         ///< per step, the median of all rounds
  std::vector<std::vector<double>> rounds;  ///< of each size, per step, of each round
};

struct GrowthPlan {
  std::vector<const Candidate*> engines;
  std::vector<int> sizes = {1000, 3000, 10'000, 30'000, 100'000};
  int warm_up = 20, rounds = 10, steps = 3;  ///< steps in a round
  bool quick = false;
};

/// Runs the engines in turns. Leaves out engines that are not built, and after an interruption those with fewer than
/// two sizes.
std::vector<Growth> run_growth(const GrowthPlan& plan, const std::function<void(std::int64_t)>& progress,
                               const volatile int& interrupted);
std::int64_t steps_in(const GrowthPlan& plan);

/// Returns the p of time = c n^p by least squares of the logarithms; NaN with fewer than two sizes.
double exponent(const Growth& growth);

}  // namespace bankshot_tool::bench
