#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/printable.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The way to a member. A key may be as long as the text.
std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? shortened(key) : path + "." + shortened(key);
}

/// True if a number that is not zero is less than 1, whatever its sign: by where its first digit stands.
bool is_fraction(std::string_view s) {
  const std::size_t e = s.find_first_of("eE"), point = s.find('.');
  const std::string_view digits = s.substr(0, e);
  const std::size_t first = digits.find_first_of("123456789");
  const std::size_t ones = std::min(point, digits.size());  // behind the digit of the ones
  const auto place = static_cast<std::int64_t>(ones) - static_cast<std::int64_t>(first) + (first > ones ? 1 : 0);
  if (e == std::string_view::npos) return place <= 0;
  std::int64_t exponent = 0;
  const char* const from = s.data() + e + (s[e + 1] == '+' ? 2 : 1);
  const bool fits = std::from_chars(from, s.data() + s.size(), exponent).ec == std::errc{};
  if (!fits || std::abs(exponent) > std::int64_t{1} << 40) return *from == '-';
  return place + exponent <= 0;
}

// Correctly rounded; what is too small for Real becomes zero or subnormal, what is too large an infinity.
Real to_real(std::string_view s) {
  Real value = 0;
  if (std::from_chars(s.data(), s.data() + s.size(), value).ec == std::errc{}) return value;
  return is_fraction(s) ? Real(0) : std::numeric_limits<Real>::infinity();
}

const char* sign_text(Sign sign) {
  if (sign == Sign::positive) return " > 0";
  return sign == Sign::not_negative ? " >= 0" : "";
}

// Where the key of the value that starts at `value_offset` begins: back over the colon and the closing quote to the
// opening one, which has an even number of backslashes before it.
std::size_t key_offset(std::string_view text, std::size_t value_offset) {
  std::size_t i = text.rfind(':', value_offset == 0 ? 0 : value_offset - 1);
  if (i == std::string_view::npos) return value_offset;
  i = text.rfind('"', i);
  while (i != std::string_view::npos && i > 0) {
    i = text.rfind('"', i - 1);
    if (i == std::string_view::npos) break;
    std::size_t slashes = 0;
    while (slashes < i && text[i - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) return i;
  }
  return value_offset;
}

}  // namespace

std::string_view JsonNode::source() const {
  const auto start = static_cast<std::size_t>(value_->getOffsetStart());
  const auto limit = static_cast<std::size_t>(value_->getOffsetLimit());
  return text_->text().substr(start, limit - start);
}

void JsonNode::fail(const std::string& message) const {
  text_->fail(static_cast<std::size_t>(value_->getOffsetStart()), path_, message);
}

void JsonNode::expected(const std::string& what) const {
  std::string got;
  for (const char c : source()) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) got += c;
    if (space && !got.empty() && got.back() != ' ') got += ' ';
  }
  fail("expected " + what + ", got " + shortened(got));
}

void JsonNode::spend(SceneLimit limit, std::size_t amount) const {
  const std::size_t most = text_->limits().*limit;
  std::size_t& spent = text_->spent().*limit;
  if (amount > most - spent) fail("expected at most " + std::to_string(most) + " " + name_of(limit) + " in all");
  spent += amount;
}

void JsonNode::only_keys(std::initializer_list<std::string_view> keys) const {
  if (!is_object()) expected("an object {...}");
  std::optional<std::string> first_unknown;
  std::ptrdiff_t first_offset = 0;
  for (const std::string& name : value_->getMemberNames()) {
    bool known = false;
    for (const std::string_view key : keys) known = known || key == name;
    if (known) continue;
    const std::ptrdiff_t offset = (*value_)[name].getOffsetStart();
    if (first_unknown && first_offset < offset) continue;
    first_unknown = name;
    first_offset = offset;
  }
  if (first_unknown) fail_unknown_key(*first_unknown, keys);
}

void JsonNode::fail_unknown_key(const std::string& key, std::initializer_list<std::string_view> keys) const {
  const auto value_offset = static_cast<std::size_t>((*value_)[key].getOffsetStart());
  const std::vector<std::string_view> known(keys);
  text_->fail(key_offset(text_->text(), value_offset), below(path_, key), "unknown key" + suggestion(key, known));
}

std::vector<std::string> JsonNode::keys(const std::string& what) const {
  if (!is_object()) expected(what);
  return value_->getMemberNames();
}

std::optional<JsonNode> JsonNode::find(const std::string& key) const {
  const Json::Value* value = value_->find(key.data(), key.data() + key.size());
  if (value == nullptr) return std::nullopt;
  return JsonNode(text_, value, below(path_, key));
}

JsonNode JsonNode::require(const std::string& key) const {
  if (std::optional<JsonNode> node = find(key)) return *node;
  fail("expected a key \"" + shortened(key) + "\" in this object");
}

std::size_t JsonNode::size(const std::string& what) const {
  if (!is_array()) expected(what);
  return value_->size();
}

JsonNode JsonNode::at(std::size_t index) const {
  return JsonNode(text_, &(*value_)[static_cast<Json::ArrayIndex>(index)], path_ + "[" + std::to_string(index) + "]");
}

Real JsonNode::real(const std::string& what, Sign sign) const {
  const std::string wanted = what + sign_text(sign);
  if (!value_->isNumeric() || !well_formed_number(source())) expected(wanted);
  const Real value = to_real(source());
  if (std::fabs(value) > static_cast<Real>(largest_number)) expected(wanted + " of magnitude up to 1e15");
  if ((sign == Sign::positive && !(value > 0)) || (sign == Sign::not_negative && !(value >= 0))) expected(wanted);
  return value;
}

Vec2 JsonNode::vec2(const std::string& what) const {
  if (size(what) != 2) expected(what);
  return Vec2(at(0).real(), at(1).real());
}

template <class Whole>
std::optional<Whole> JsonNode::whole_number() const {
  const std::string_view s = source();
  Whole value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  const bool whole = value_->isNumeric() && well_formed_number(s) && error == std::errc{} && end == s.data() + s.size();
  return whole ? std::optional(value) : std::nullopt;
}

std::int64_t JsonNode::integer(const std::string& what, std::int64_t lowest, std::int64_t highest) const {
  const std::optional<std::int64_t> value = whole_number<std::int64_t>();
  if (!value || *value < lowest || *value > highest) {
    expected(what + " (a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + ")");
  }
  return *value;
}

std::uint64_t JsonNode::bits(const std::string& what) const {
  const std::optional<std::uint64_t> value = whole_number<std::uint64_t>();
  if (!value) expected(what + " (a whole number from 0 to 18446744073709551615)");
  return *value;
}

bool JsonNode::boolean() const {
  if (!value_->isBool()) expected("true or false");
  return value_->asBool();
}

std::string JsonNode::text(bool lines) const {
  if (!is_string()) expected("a string");
  std::string value = value_->asString();
  if (has_half_character(source())) expected("a string of whole characters");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool layout = value[i] == '\n' || value[i] == '\t';
    if (control_at(value, i) && !(lines && layout)) expected("a string without control characters");
  }
  return value;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
