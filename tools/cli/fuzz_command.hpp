#pragma once
// The command that plays a case of a campaign again: all that decides about a case beside its number.

#include <cstdint>
#include <string>

namespace bankshot_tool {

struct FuzzCommand {
  std::string precision = "float";  ///< or "double"
  std::string target;
  std::uint64_t seed = 1;
  std::string others;  ///< further options, each with a blank before it: " --against exact,laws"

  /// The cases from `first` on; all there are for `cases` == 0.
  std::string of_cases(std::uint64_t first, std::uint64_t cases) const;
  std::string of_case(std::uint64_t index) const { return of_cases(index, 1); }
};

/// As one word for a shell.
std::string shell_word(const std::string& text);

}  // namespace bankshot_tool
