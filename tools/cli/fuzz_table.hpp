#pragma once
// Counts of the queries that a campaign made for each pair of kinds.

#include "fuzz_report.hpp"

namespace bankshot_tool {

/// True if a note counts the cases of one query and pair: "circle x grid | mtv".
bool of_table(const std::string& note);

/// Prints the table in Markdown, one row a pair, one column a query; nothing if no note belongs to it.
void print_table(const FuzzReport& report);

}  // namespace bankshot_tool
