#pragma once
// The campaign over seams: something rounded lies on a floor of parts and moves over their joints.

#include "oracle/kit/check.hpp"
#include "oracle/parts/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Case number `index`: A is rounded and touches B, which is flat or bends. It depends on seed and index only. Empty
/// where the library refuses a shape of it.
std::optional<PartsCase> seams_case(std::uint64_t seed, std::uint64_t index);

/// Both sweeps of it, judged as those of all other shapes. What rolls about its centre is held to the straight way of
/// that.
void check_seams(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
