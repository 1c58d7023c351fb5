#pragma once
// Which queries a campaign asked of which pairs of kinds.

#include "fuzz_report.hpp"

namespace bankshot_tool {

/// Whether a note counts the cases of one query and pair: "circle x grid | mtv".
bool of_table(const std::string& note);

/// The table in Markdown, a row a pair, a column a query; nothing where no note is of it.
void print_table(const FuzzReport& report);

}  // namespace bankshot_tool
