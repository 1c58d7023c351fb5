#pragma once
// The checks of one pair, for campaigns and for replays of one finding.

#include "case_scene.hpp"
#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Returns every disagreement about the case; none if the library refuses one of its shapes.
bankshot_oracle::Findings check_case(const StoredCase& stored, const TargetSettings& settings,
                                     bankshot_oracle::Notes& notes);

}  // namespace bankshot_tool
