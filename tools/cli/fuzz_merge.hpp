#pragma once
#include <string>
#include <vector>

#include "fuzz_state.hpp"

namespace bankshot_tool {

/// What the shards of a campaign came to, as if one process had run them all: `paths` are the state files of all its
/// shards. Throws BadUse, naming the files or the shards, when they are not of one campaign, one is missing, given
/// twice or not finished.
StoredState merged(const std::vector<std::string>& paths);

}  // namespace bankshot_tool
