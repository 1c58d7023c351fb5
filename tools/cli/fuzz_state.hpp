#pragma once
// The progress of a campaign, and the file that keeps it.

#include <vector>

#include "fuzz_campaign.hpp"
#include "fuzz_report.hpp"

namespace bankshot_tool {

struct FuzzState {
  FuzzReport report;             ///< of finished cases
  std::vector<CaseRange> begun;  ///< batches whose results are not yet in the report
  std::uint64_t next = 0;        ///< no case from here on was begun
  double seconds = 0;            ///< of wall time, in all calls together
};

struct StoredState {
  FuzzCampaign campaign;
  FuzzState state;
  bool finished() const { return state.report.cases == campaign.range().size(); }
};

void write_state(const std::string& path, const StoredState& stored);
/// Throws Failure if the file cannot be read, is not a state file, or is damaged.
StoredState read_state(const std::string& path);

/// Returns the state from which the campaign resumes: that of the file, or the first case if there is no such file or
/// no path. Throws as read_state() does, and BadUse if the file is of another campaign.
FuzzState state_to_go_on(const std::string& path, const FuzzCampaign& campaign);

/// Returns "A and not B": why these are two campaigns, or two shards of one; empty if they are the same.
std::string difference(const FuzzCampaign& one, const FuzzCampaign& other);

}  // namespace bankshot_tool
