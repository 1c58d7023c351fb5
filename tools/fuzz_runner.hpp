#pragma once
// Runs the cases of a campaign in processes of their own, so that one that ends the program is a finding and not the
// end of the campaign.

#include "fuzz_report.hpp"
#include "fuzz_target.hpp"

#include <functional>

namespace bankshot_tool {

struct FuzzPlan {
  std::uint64_t first = 0;
  std::uint64_t cases = 0;  ///< at most
  double seconds = 0;       ///< wall time after which no new batch begins; 0: no limit
  int jobs = 1;
  double case_seconds = 60;  ///< after which a batch is taken to hang, and is looked into case by case
};

/// Called now and then with what is done so far.
using FuzzProgress = std::function<void(std::uint64_t cases, double seconds)>;

/// Runs the plan; `interrupted` is looked at between batches. All cases below first + report.cases have been run.
FuzzReport run_campaign(FuzzTarget& target, const FuzzPlan& plan, const FuzzProgress& progress,
                        const volatile int& interrupted);

/// target.scene() in a process of its own; empty when that process ended before it answered.
std::string scene_in_child(FuzzTarget& target, std::uint64_t index, const std::string& check, double seconds);

}  // namespace bankshot_tool
