#pragma once
// The result of a builder: the value, or the reason why it was refused.

#include <bankshot/config.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace bankshot::BANKSHOT_ABI {

/// A T, or the reason why it was refused: a text that names the field, its value and the error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  static Result refused(std::string reason) {
    Result result;
    result.reason_ = std::move(reason);
    return result;
  }

  explicit operator bool() const noexcept { return value_.has_value(); }
  const T& operator*() const noexcept { return *value_; }
  const T* operator->() const noexcept { return &*value_; }
  const std::string& reason() const noexcept { return reason_; }  ///< empty when accepted

  /// Returns the value; throws std::invalid_argument with the reason when there is none.
  T value() && {
    if (!value_) throw std::invalid_argument(reason_);
    return *std::move(value_);
  }

 private:
  Result() = default;
  std::optional<T> value_;
  std::string reason_;
};

}  // namespace bankshot::BANKSHOT_ABI
