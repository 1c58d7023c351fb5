#include <bankshot/scene/json_text.hpp>

#include <json/reader.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

SceneLimits none_spent() {
  SceneLimits none;
  for (const LimitName& entry : limit_names) none.*entry.limit = 0;
  return none;
}

/// What the format refuses is refused with any limits.
SceneLimits within_format(SceneLimits limits) {
  for (const auto& [limit, name] : limit_names) limits.*limit = std::min(limits.*limit, scene_format_limits.*limit);
  return limits;
}

/// 10000000 as "10 million".
std::string number_text(std::size_t number) {
  constexpr std::size_t million = 1'000'000;
  if (number == 0 || number % million != 0) return std::to_string(number);
  return std::to_string(number / million) + " million";
}

bool digit(char c) { return c >= '0' && c <= '9'; }

bool starts_with_not_a_number(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  for (const std::string_view name : {"NaN", "nan", "Infinity", "infinity", "inf", "Inf"}) {
    if (text.substr(0, name.size()) == name) return true;
  }
  return false;
}

// The parser reports "* Line 3, Column 5\n  Message\n..." : the first error's place and message.
struct FirstError {
  std::size_t line = 1, column = 1;
  std::string message;
  bool of_a_number = false;  ///< one that it took for none: what is well-formed is out of the range of double
};
FirstError first_error(const std::string& report) {
  FirstError error;
  std::size_t at = 0;
  const auto number_after = [&](const char* word) {
    at = report.find(word, at);
    if (at == std::string::npos) return std::size_t{1};
    at += std::string_view(word).size();
    std::size_t value = 0;
    while (at < report.size() && report[at] >= '0' && report[at] <= '9') {
      value = 10 * value + static_cast<std::size_t>(report[at++] - '0');
    }
    return std::max<std::size_t>(value, 1);
  };
  error.line = number_after("Line ");
  error.column = number_after("Column ");
  const std::size_t begin = report.find_first_not_of(" \n", std::min(at, report.size()));
  if (begin == std::string::npos) return error;
  error.message = report.substr(begin, report.find('\n', begin) - begin);
  error.of_a_number = error.message.find("is not a number") != std::string::npos;
  // It may quote what it did not understand, however long that is.
  const std::size_t quote = error.message.find('\'');
  if (quote != std::string::npos)
    error.message = error.message.substr(0, quote) + shortened(error.message.substr(quote));
  while (!error.message.empty() && error.message.back() == '.') error.message.pop_back();
  return error;
}

std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t offset = 0;
  for (std::size_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n', offset);
    if (end == std::string_view::npos) break;
    offset = end + 1;
  }
  return std::min(offset + column - 1, text.size());
}

}  // namespace

// The parser is laxer: it takes 01 and 1.
bool well_formed_number(std::string_view s) {
  std::size_t i = 0;
  const auto skip_digits = [&] {
    const std::size_t start = i;
    while (i < s.size() && digit(s[i])) ++i;
    return i > start;
  };
  if (i < s.size() && s[i] == '-') ++i;
  const bool leading_zero = i < s.size() && s[i] == '0';
  const std::size_t whole = i;
  if (!skip_digits() || (leading_zero && i - whole > 1)) return false;
  if (i < s.size() && s[i] == '.') {
    ++i;
    if (!skip_digits()) return false;
  }
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
    if (!skip_digits()) return false;
  }
  return i == s.size();
}

// A low half alone, a high half that no low one follows, or less than four digits, which the parser refuses.
bool has_half_character(std::string_view written) {
  const auto unit_at = [&](std::size_t i) {
    unsigned unit = 0;
    if (i + 6 > written.size() || written[i] != '\\' || written[i + 1] != 'u') return unit;
    std::from_chars(written.data() + i + 2, written.data() + i + 6, unit, 16);
    return unit;
  };
  for (std::size_t i = written.find('\\'); i != std::string_view::npos; i = written.find('\\', i + 2)) {
    const unsigned unit = unit_at(i);
    const bool high = unit >= 0xd800 && unit <= 0xdbff, low = unit >= 0xdc00 && unit <= 0xdfff;
    if (low) return true;
    if (!high) continue;
    const unsigned next = unit_at(i + 6);
    if (next < 0xdc00 || next > 0xdfff) return true;
    i += 6;
  }
  return false;
}

JsonText::JsonText(std::string_view text, std::string file, const SceneLimits& limits)
    : file_(std::move(file)), limits_(within_format(limits)), spent_(none_spent()) {
  if (text.size() > limits_.bytes) {
    fail(0, "",
         "expected at most " + std::to_string(limits_.bytes) + " bytes of text, got " + std::to_string(text.size()));
  }
  text_ = text;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (std::string_view(text_).substr(0, 3) == byte_order_mark) text_.erase(0, 3);
  check_encoding();
  check_brackets();
  parse();
}

void JsonText::fail(std::size_t offset, const std::string& key, const std::string& message) const {
  const std::string_view before = std::string_view(text_).substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  throw SceneError(file_, static_cast<int>(line), static_cast<int>(before.size() - line_start + 1), key, message);
}

void JsonText::check_encoding() const {
  const std::size_t bad = first_bad_byte(text_);
  if (bad != std::string::npos) fail(bad, "", "expected UTF-8 text, got a byte that is none");
}

// Where the string ends that begins there. The parser would take its lines, and half characters in keys, and would say
// of one that is not closed where the text ends.
std::size_t JsonText::check_string(std::size_t begin) const {
  std::size_t end = begin + 1;
  for (; end < text_.size() && text_[end] != '"'; ++end) {
    if (text_[end] == '\\') ++end;
    if (end < text_.size() && (text_[end] == '\n' || text_[end] == '\r')) break;
  }
  if (end >= text_.size() || text_[end] != '"') {
    fail(begin, "", "not JSON: expected a closing quote on the line where this string begins");
  }
  const std::size_t behind = text_.find_first_not_of(" \n\r\t", end + 1);
  const bool key = behind != std::string::npos && text_[behind] == ':';
  if (key && has_half_character(std::string_view(text_).substr(begin, end - begin))) {
    fail(begin, "", "not JSON: expected a key of whole characters");
  }
  return end;
}

// Before the parser sees it: it recurses per level and says nothing of where it gave up, takes comments in some places,
// and its memory is that of all values at once: about 100 bytes for each, where two bytes of text are enough for one.
void JsonText::check_brackets() const {
  std::ptrdiff_t depth = 0;
  std::size_t values = 1;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '"') i = check_string(i);
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == ',' || c == '[' || c == '{') ++values;
    if (c == '/' || c == '#') fail(i, "", "not JSON: expected no comment, and no " + std::string(1, c) + " here");
    if (depth > static_cast<std::ptrdiff_t>(limits_.levels)) {
      fail(i, "", "expected at most " + std::to_string(limits_.levels) + " levels of brackets");
    }
    if (values > limits_.values) fail(i, "", "expected at most " + number_text(limits_.values) + " values");
  }
}

void JsonText::parse() {
  Json::CharReaderBuilder builder;
  Json::CharReaderBuilder::strictMode(&builder.settings_);
  builder["rejectDupKeys"] = true;
  builder["failIfExtra"] = true;
  builder["skipBom"] = false;
  builder["stackLimit"] = static_cast<Json::UInt64>(limits_.levels) + 2;
  const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
  std::string report;
  if (reader->parse(text_.data(), text_.data() + text_.size(), &root_, &report)) return;
  const FirstError error = first_error(report);
  const std::size_t offset = offset_of(text_, error.line, error.column);
  const std::string_view rest = std::string_view(text_).substr(offset);
  const std::string_view number = rest.substr(0, rest.find_first_not_of("+-.0123456789Ee"));
  if (error.of_a_number && well_formed_number(number)) {
    fail(offset, "", "expected a number of magnitude up to 1e15, got " + shortened(number));
  }
  if (rest.substr(0, 1) == "\"" && has_half_character(rest.substr(0, check_string(offset) - offset))) {
    fail(offset, "", "not JSON: expected a string of whole characters");
  }
  std::string hint;
  if (starts_with_not_a_number(rest)) {
    hint = " (JSON has no NaN and no infinity)";
  } else if (rest.substr(0, 1) == "]" || rest.substr(0, 1) == "}") {
    hint = " (a comma too many?)";
  } else if (rest.empty()) {
    hint = " (the text ends too early)";
  }
  fail(offset, "", "not JSON: " + error.message + hint);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
