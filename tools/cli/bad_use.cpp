#include "bad_use.hpp"

#include <charconv>

namespace bankshot_tool {
namespace {

template <class Number>
bool parse(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc{} && result.ptr == end;
}

std::string short_text(double number) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

}  // namespace

double positive_number(const std::string& option, const std::string& text, double highest) {
  double number = 0;
  if (parse(text, number) && number > 0 && number <= highest) return number;  // false for NaN
  throw BadUse(option + ": expected a number > 0 and at most " + short_text(highest) + ", got " + text);
}

double number_from_0(const std::string& option, const std::string& text, double highest) {
  double number = 0;
  if (parse(text, number) && number >= 0 && number <= highest) return number;  // false for NaN
  throw BadUse(option + ": expected a number from 0 to " + short_text(highest) + ", got " + text);
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t lowest,
                          std::int64_t highest) {
  std::int64_t number = 0;
  if (parse(text, number) && number >= lowest && number <= highest) return number;
  throw BadUse(option + ": expected a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) +
               ", got " + text);
}

}  // namespace bankshot_tool
