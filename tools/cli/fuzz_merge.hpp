#pragma once
#include <string>
#include <vector>

#include "fuzz_state.hpp"

namespace bankshot_tool {

/// Merges the states of a campaign's shards as if one process had run them all. `paths`: the state files of all shards.
/// Throws BadUse, naming the files or the shards, if they are not of one campaign, or if one is missing, given twice or
/// not finished.
StoredState merged(const std::vector<std::string>& paths);

}  // namespace bankshot_tool
