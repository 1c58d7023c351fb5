#pragma once
// Formats numbers, names and tables of reports.

#include <string>
#include <vector>

namespace bankshot_tool {

/// Formats with this number of significant digits.
std::string number(double value, int digits);
/// Formats for JSON: all digits, null if not finite.
std::string json_number(double value);
/// Formats as a JSON list.
std::string json_numbers(const std::vector<double>& values);
/// Puts the text in double quotes, for JSON. Precondition: no control characters.
std::string quoted(const std::string& text);

enum class Style { text, markdown };
using Line = std::vector<std::string>;
/// Lays out a table. The first line is its head; all lines must have the same length.
std::string laid_out(const std::vector<Line>& lines, Style style);

}  // namespace bankshot_tool
