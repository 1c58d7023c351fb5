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

/// The laws, engines and time steps to be run, in all combinations.
struct Plan {
  std::vector<const Law*> laws;
  std::vector<const Candidate*> engines;
  std::vector<double> steps;  ///< dt, s
  Trial common;               ///< seed, cases, quick
};

/// Returns the results in the order laws, engines, steps. Calls `progress` with the number done so far. A trial that
/// ends its process or takes more than an hour counts as crashed; an interrupted one is left out.
std::vector<Result> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                            const volatile int& interrupted);

/// Verdict on one row; unknown without the peer that the bound comes from.
enum class Verdict { holds, missed, unknown };
/// `all` holds the results of the same law at the same dt on other engines.
Verdict judge(const Result& result, std::size_t row, const std::vector<Result>& all);

}  // namespace bankshot_tool::laws
