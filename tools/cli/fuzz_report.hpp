#pragma once
// Results of a campaign so far: of one batch, or of many added up. Adding is commutative: neither the number of jobs
// nor their order shows.

#include "oracle/kit/check.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bankshot_tool {

/// All findings of one class.
struct FuzzRow {
  static constexpr std::size_t kept = 3;

  std::uint64_t count = 0;
  double worst = 0;                             ///< bands
  std::uint64_t worst_case = 0;                 ///< the first case with this value
  std::set<std::uint64_t> first;                ///< the first few cases
  std::map<std::string, std::uint64_t> shapes;  ///< by class of shapes

  void add(const FuzzRow& other);
};

struct FuzzReport {
  std::uint64_t cases = 0;
  std::map<std::string, std::uint64_t> classes;
  bankshot_oracle::Notes notes;
  std::map<std::string, FuzzRow> rows;  ///< by check

  void add_case(std::uint64_t index, const std::string& class_name, const bankshot_oracle::Findings& findings);
  void add(const FuzzReport& other);

  std::string to_text() const;  ///< for a pipe or a file
  static FuzzReport from_text(const std::string& text);
};

/// Splits a line of such a text at its tabs.
std::vector<std::string> tab_fields(const std::string& line);

/// Returns "1 case", "20 cases".
std::string cases_text(std::uint64_t count);

void print_report(const FuzzReport& report);

}  // namespace bankshot_tool
