#include "report_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bankshot_tool {
namespace {

std::string aligned(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Line& line : lines) {
    std::string one;
    for (std::size_t i = 0; i < line.size(); ++i) one += line[i] + std::string(widths[i] - line[i].size() + 2, ' ');
    text += one.substr(0, one.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string piped(const std::vector<Line>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += "|";
    for (const std::string& field : lines[i]) text += " " + field + " |";
    text += "\n";
    if (i > 0) continue;
    for (std::size_t column = 0; column < lines[0].size(); ++column) text += "|---";
    text += "|\n";
  }
  return text;
}

}  // namespace

std::string number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string json_number(double value) { return std::isfinite(value) ? number(value, 17) : "null"; }

std::string json_numbers(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + json_number(value);
  return "[" + text + "]";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result + "\"";
}

std::string laid_out(const std::vector<Line>& lines, Style style) {
  return style == Style::markdown ? piped(lines) : aligned(lines);
}

}  // namespace bankshot_tool
