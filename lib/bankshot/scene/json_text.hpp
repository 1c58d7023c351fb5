#pragma once
// A text of JSON, checked and parsed. Not part of the public interface.
//
// The grammar is the strict one of RFC 8259: no comments, no trailing commas, no NaN, no key twice, UTF-8.

#include <bankshot/scene/error.hpp>
#include <bankshot/scene/limit_names.hpp>

#include <json/value.h>

#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if the string, as it is written, has half of a surrogate pair without the other: "\\ud800".
bool has_half_character(std::string_view written);

/// True if the text is a number by the grammar of RFC 8259, section 6.
bool well_formed_number(std::string_view text);

/// A parsed text. Nodes point into it, so it stays where it is while they live.
class JsonText {
 public:
  JsonText(std::string_view text, std::string file, const SceneLimits& limits);
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  const Json::Value& root() const { return root_; }
  std::string_view text() const { return text_; }
  const SceneLimits& limits() const { return limits_; }
  /// What the values read so far have asked for.
  SceneLimits& spent() const { return spent_; }
  [[noreturn]] void fail(std::size_t offset, const std::string& key, const std::string& message) const;

 private:
  void check_encoding() const;
  std::size_t check_string(std::size_t begin) const;
  void check_brackets() const;
  void parse();

  std::string text_;
  std::string file_;
  SceneLimits limits_;
  mutable SceneLimits spent_;  ///< nodes see the text as it is, and book here what they make of it
  Json::Value root_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
