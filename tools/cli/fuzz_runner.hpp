#pragma once
// Runs the cases of a campaign in processes of their own: a case that crashes is a finding and does not end the
// campaign.

#include <functional>

#include "fuzz_state.hpp"
#include "fuzz_target.hpp"

namespace bankshot_tool {

struct FuzzPlan {
  CaseRange range;
  double seconds = 0;  ///< wall time after which no new batch begins; 0: no limit
  int jobs = 1;
  double case_seconds = 60;  ///< after which a batch counts as hanging, and is run case by case
};

/// Called every second and at the end with the state so far.
using FuzzWatch = std::function<void(const FuzzState&)>;

/// Resumes the plan from `state`; polls `interrupted` between batches. Begun batches are finished: all cases below
/// `next` of the result have been run.
FuzzState run_campaign(FuzzTarget& target, const FuzzPlan& plan, const FuzzState& state, const FuzzWatch& watch,
                       const volatile int& interrupted);

/// Runs target.scene() in a process of its own; empty if that process ended before it answered.
std::string scene_in_child(FuzzTarget& target, std::uint64_t index, const std::string& check, double seconds);

}  // namespace bankshot_tool
