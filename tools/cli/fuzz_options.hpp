#pragma once
// What `fuzz` and `replay` read alike.

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// "exact,laws": the judges of a list; empty: all that this build has. Throws BadUse for an unknown one and for one
/// that the build does not have.
Against read_against(const std::string& text);

/// As read_against() reads it.
std::string text_of(const Against& against);

/// Empty: none. Throws BadUse naming those there are.
bankshot_oracle::Fault read_fault(const std::string& text);

}  // namespace bankshot_tool
