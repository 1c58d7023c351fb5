#pragma once
// How far a campaign has come, and the file that keeps it.

#include <vector>

#include "fuzz_campaign.hpp"
#include "fuzz_report.hpp"

namespace bankshot_tool {

struct FuzzState {
  FuzzReport report;             ///< of the cases that are done
  std::vector<CaseRange> begun;  ///< whose results are not yet in the report
  std::uint64_t next = 0;        ///< none from here on was begun
  double seconds = 0;            ///< of wall time, in all calls together
};

struct StoredState {
  FuzzCampaign campaign;
  FuzzState state;
  bool finished() const { return state.report.cases == campaign.range().size(); }
};

void write_state(const std::string& path, const StoredState& stored);
/// Throws Failure when the file cannot be read, is none of these, or is damaged.
StoredState read_state(const std::string& path);

/// Where the campaign goes on: as the file has it, from its first case on where there is no such file or no path.
/// Throws as read_state(), and BadUse when the file is of another campaign.
FuzzState state_to_go_on(const std::string& path, const FuzzCampaign& campaign);

/// "A and not B": why these are two campaigns, or two shards of one; empty when they are the same.
std::string difference(const FuzzCampaign& one, const FuzzCampaign& other);

}  // namespace bankshot_tool
