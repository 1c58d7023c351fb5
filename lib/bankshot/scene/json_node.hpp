#pragma once
// JSON whose every value knows its line, its column and its path. Not part of the public interface.
//
// Numbers are converted from their source text here, once and correctly rounded to Real, because the parser only knows
// double.

#include <bankshot/math/vec2.hpp>
#include <bankshot/scene/json_text.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Largest magnitude of a number in a scene: squares and fourth powers of it stay far inside the range of double, and
/// its square inside that of float.
inline constexpr double largest_number = 1e15;

/// Which numbers a place takes.
enum class Sign : std::uint8_t { any, not_negative, positive };

/// One value of a text and the path that leads there.
class JsonNode {
 public:
  explicit JsonNode(const JsonText& text) : text_(&text), value_(&text.root()) {}

  const std::string& path() const { return path_; }
  bool is_array() const { return value_->isArray(); }
  bool is_object() const { return value_->isObject(); }
  bool is_string() const { return value_->isString(); }
  std::string_view source() const;  ///< as written

  /// Throws SceneError at this value.
  [[noreturn]] void fail(const std::string& message) const;
  /// The same with "expected WHAT, got SOURCE".
  [[noreturn]] void expected(const std::string& what) const;

  /// Books `amount` more of what the limit is of; throws "expected at most N of it" when that is too much.
  void spend(SceneLimit limit, std::size_t amount) const;
  const SceneLimits& spent() const { return text_->spent(); }  ///< all that was booked
  const SceneLimits& limits() const { return text_->limits(); }

  /// Refuses anything but an object with some of these keys.
  void only_keys(std::initializer_list<std::string_view> keys) const;
  std::vector<std::string> keys(const std::string& what) const;  ///< of an object, sorted; throws "expected WHAT"
  std::optional<JsonNode> find(const std::string& key) const;    ///< of an object
  JsonNode require(const std::string& key) const;                ///< throws when it is missing
  std::size_t size(const std::string& what) const;               ///< of an array; throws "expected WHAT" otherwise
  JsonNode at(std::size_t index) const;                          ///< of an array

  /// A finite number of magnitude up to largest_number; `what` names it in errors.
  Real real(const std::string& what = "a number", Sign sign = Sign::any) const;
  Vec2 vec2(const std::string& what = "a point [x, y]") const;
  std::int64_t integer(const std::string& what, std::int64_t lowest, std::int64_t highest) const;
  std::uint64_t bits(const std::string& what) const;  ///< a whole number from 0 to 2^64 - 1
  bool boolean() const;
  /// A string without control characters; line breaks and tabs only when `lines`.
  std::string text(bool lines = false) const;

 private:
  JsonNode(const JsonText* text, const Json::Value* value, std::string path)
      : text_(text), value_(value), path_(std::move(path)) {}
  template <class Whole>
  std::optional<Whole> whole_number() const;
  [[noreturn]] void fail_unknown_key(const std::string& key, std::initializer_list<std::string_view> keys) const;

  const JsonText* text_;
  const Json::Value* value_;
  std::string path_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
