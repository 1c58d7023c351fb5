#pragma once
// The parts of the writer of scenes. Not part of the public interface.

#include <bankshot/math/text.hpp>
#include <bankshot/scene/scene.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A JSON string: quotes around it, escapes where they must be.
std::string json_string(std::string_view raw);
std::string json_point(const Vec2& v);
std::string json_names(const std::vector<std::string>& names);

/// A sign on a zero counts too: a file gives back the same bits.
bool same(Real a, Real b);
bool zero(const Vec2& v);

/// Members of an object on one line.
class Members {
 public:
  void add(std::string_view key, const std::string& value) {
    if (!list_.empty()) list_ += ", ";
    list_ += json_string(key) + ": " + value;
  }
  void add_if(bool wanted, std::string_view key, const std::string& value) {
    if (wanted) add(key, value);
  }
  bool empty() const { return list_.empty(); }
  std::string object() const { return "{" + list_ + "}"; }

 private:
  std::string list_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
