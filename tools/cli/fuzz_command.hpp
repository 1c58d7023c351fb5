#pragma once
// The command that replays a case of a campaign: everything that determines a case except its number.

#include <cstdint>
#include <string>

namespace bankshot_tool {

struct FuzzCommand {
  std::string precision = "float";  ///< or "double"
  std::string target;
  std::uint64_t seed = 1;
  std::string others;  ///< further options, each preceded by a space: " --against exact,laws"

  /// Returns the command for the cases from `first` on; for all of them if `cases` == 0.
  std::string of_cases(std::uint64_t first, std::uint64_t cases) const;
  std::string of_case(std::uint64_t index) const { return of_cases(index, 1); }
};

/// Quotes the text as one word for a shell.
std::string shell_word(const std::string& text);

}  // namespace bankshot_tool
