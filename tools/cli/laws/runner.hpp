#pragma once
// Runs laws on engines, each trial in a process of its own.

#include <functional>

#include "law.hpp"

namespace bankshot_tool::laws {

/// One law on one engine at one length of step.
struct Result {
  enum class Outcome { measured, not_built, crashed };
  const Law* law = nullptr;
  Trial trial;
  Outcome outcome = Outcome::measured;
  Measured measured;
};

/// What is to be run: every law on every engine at every dt.
struct Plan {
  std::vector<const Law*> laws;
  std::vector<const Candidate*> engines;
  std::vector<double> steps;  ///< dt, s
  Trial common;               ///< seed, cases, quick
};

/// In the order laws, engines, steps. `progress` is told how many are done. A trial that ends its process or takes more
/// than an hour counts as crashed; one that is interrupted is left out.
std::vector<Result> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                            const volatile int& interrupted);

/// Of one row: whether the law holds; unknown without the peer that the bound comes from.
enum class Verdict { holds, missed, unknown };
/// `all` holds the results of the same law at the same dt on other engines.
Verdict judge(const Result& result, std::size_t row, const std::vector<Result>& all);

}  // namespace bankshot_tool::laws
