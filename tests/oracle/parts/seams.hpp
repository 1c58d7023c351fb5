#pragma once
// The campaign over seams: a rounded shape lies on a floor of parts and moves over their joints.

#include "oracle/kit/check.hpp"
#include "oracle/parts/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Case number `index`: A is rounded and touches B, which is flat or bends. It depends on seed and index only. Empty if
/// the library refuses a shape of it.
std::optional<PartsCase> seams_case(std::uint64_t seed, std::uint64_t index);

/// Judges both sweeps of the case as those of all other shapes. A shape that rolls about its centre is checked against
/// the straight path of that.
void check_seams(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
