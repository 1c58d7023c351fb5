#include <bankshot/math/text.hpp>

#include <charconv>

namespace bankshot::inline BANKSHOT_ABI::detail {

std::string text(Real number) {
  if (number != number) return "nan";  // to_chars would show the sign of a NaN, which means nothing here
  char buffer[64];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, number);
  return std::string(buffer, end.ptr);
}

std::string text(V2 point) {
  std::string result = "(";
  result += text(point.x);
  result += ", ";
  result += text(point.y);
  result += ")";
  return result;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
