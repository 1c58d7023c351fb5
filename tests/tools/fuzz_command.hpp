#pragma once
// The parts of the output that tests of the verb fuzz read.

#include "tools/command.hpp"

#include <set>
#include <vector>

namespace tools_test {

/// The saved findings, in order of their names.
inline std::vector<std::string> saved(const std::string& folder) {
  std::set<std::string> names;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().string());
  }
  return {names.begin(), names.end()};
}

/// The output below the heading, which contains times.
inline std::string without_times(const std::string& out) {
  const std::string heading_end = " a second\n";
  const std::size_t at = out.find(heading_end);
  return at == std::string::npos ? "no heading: " + out : out.substr(at + heading_end.size());
}

/// The arguments of the commands that play findings again.
inline std::vector<std::string> replays(const std::string& out) {
  std::vector<std::string> found;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(" fuzz --target ");
    if (has(line, "see it again: bankshot") && at != std::string::npos) found.push_back(line.substr(at + 1));
  }
  return found;
}

}  // namespace tools_test
