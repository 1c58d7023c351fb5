#pragma once
// What a campaign prints and saves of its findings.

#include <string>
#include <string_view>

#include "fuzz_state.hpp"
#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Before the command that plays a finding again.
inline constexpr std::string_view see_again = "see it again: ";

/// The line above the report: what was run, and how fast.
void print_heading(const FuzzCampaign& campaign, const FuzzState& state);

/// The first few cases and the worst one of every class of disagreements, each with the command that plays it again.
void print_findings(const FuzzCampaign& campaign, const FuzzReport& report);

/// The same cases, shrunk and saved in the folder. Throws Failure when they cannot be.
void save_findings(FuzzTarget& target, const FuzzCampaign& campaign, const FuzzReport& report,
                   const std::string& folder);

}  // namespace bankshot_tool
