#pragma once
// Options that `fuzz` and `replay` share.

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Parses a list of judges such as "exact,laws"; empty: all that this build has. Throws BadUse for a judge that is
/// unknown or not in this build.
Against read_against(const std::string& text);

/// Returns the list that read_against() reads.
std::string text_of(const Against& against);

/// Parses the name of a fault; empty: none. Throws BadUse with the list of names.
bankshot_oracle::Fault read_fault(const std::string& text);

}  // namespace bankshot_tool
