#pragma once
// How reports spell numbers and names, and lay out tables.

#include <string>
#include <vector>

namespace bankshot_tool {

/// With so many significant digits.
std::string number(double value, int digits);
/// As JSON: with all its digits, null when it is not finite.
std::string json_number(double value);
/// As a JSON list.
std::string json_numbers(const std::vector<double>& values);
/// In double quotes, for JSON. Precondition: no control characters.
std::string quoted(const std::string& text);

enum class Style { text, markdown };
using Line = std::vector<std::string>;
/// The first line is the head; all must be of one length.
std::string laid_out(const std::vector<Line>& lines, Style style);

}  // namespace bankshot_tool
