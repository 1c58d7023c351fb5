#pragma once
// The checks of one pair, for campaigns and for playing one finding again.

#include "case_scene.hpp"
#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Every disagreement over the case; none when the library refuses a shape of it.
bankshot_oracle::Findings check_case(const StoredCase& stored, const TargetSettings& settings,
                                     bankshot_oracle::Notes& notes);

}  // namespace bankshot_tool
