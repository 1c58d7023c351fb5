#pragma once
// Prints and saves the findings of a campaign.

#include <string>
#include <string_view>

#include "fuzz_state.hpp"
#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Precedes the command that replays a finding.
inline constexpr std::string_view see_again = "see it again: ";

/// Prints the line above the report: what was run, and how fast.
void print_heading(const FuzzCampaign& campaign, const FuzzState& state);

/// Prints the first few cases and the worst one of every class of findings, each with the command that replays it.
void print_findings(const FuzzCampaign& campaign, const FuzzReport& report);

/// Shrinks the same cases and saves them in the folder. Throws Failure if it cannot write.
void save_findings(FuzzTarget& target, const FuzzCampaign& campaign, const FuzzReport& report,
                   const std::string& folder);

}  // namespace bankshot_tool
