#include <bankshot/scene/json_text.hpp>

#include <json/reader.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {
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

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

// Length of the well-formed UTF-8 sequence at `i`, 0 when there is none. Source: table 3-7 of the Unicode standard.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  const auto tail = [&](std::size_t k) { return byte_at(text, i + k) >= 0x80 && byte_at(text, i + k) <= 0xbf; };
  const unsigned second = byte_at(text, i + 1);
  if (lead >= 0xc2 && lead <= 0xdf) return tail(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const bool shortest = lead != 0xe0 || second >= 0xa0;
    const bool no_surrogate = lead != 0xed || second <= 0x9f;
    return shortest && no_surrogate && tail(1) && tail(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const bool in_range = (lead != 0xf0 || second >= 0x90) && (lead != 0xf4 || second <= 0x8f);
    return in_range && tail(1) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

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
  constexpr std::size_t longest = 120;  // it may quote what it did not understand, however long that is
  if (error.message.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(error.message[end]) & 0xc0) == 0x80) --end;  // not inside a character
    error.message = error.message.substr(0, end) + " (and so on)";
  }
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

std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
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

// Before the parser sees it: it recurses per level and says nothing of where it gave up, takes comments in some places,
// and its memory is that of all values at once: about 100 bytes for each, where two bytes of text are enough for one.
void JsonText::check_brackets() const {
  std::ptrdiff_t depth = 0;
  std::size_t values = 1;
  bool in_string = false;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const char c = text_[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
