#pragma once
// Exit codes and exceptions of the command, and the parsing of numbers in its options.

#include <cstdint>
#include <stdexcept>
#include <string>

namespace bankshot_tool {

constexpr int exit_ok = 0;
constexpr int exit_failed = 1;   ///< the input was bad or the run went wrong
constexpr int exit_bad_use = 2;  ///< the command line was wrong

/// An error in the command line.
class BadUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error that is not in the command line: an unreadable input, a failed run, an output that cannot be written.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses `text` as a number in (0, highest]; throws BadUse naming the option. Decimal only, whatever the locale.
double positive_number(const std::string& option, const std::string& text, double highest);

/// Parses `text` as a number in [0, highest]; likewise.
double number_from_0(const std::string& option, const std::string& text, double highest);

/// Parses `text` as a whole number in [lowest, highest]; throws BadUse naming the option.
std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t lowest,
                          std::int64_t highest);

}  // namespace bankshot_tool
