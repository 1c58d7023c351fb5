#include <bankshot/math/text.hpp>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

std::string text(Real number) {
  if (number != number) return "nan";  // to_chars would show the sign of a NaN, which has no meaning here
  char buffer[64];
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000  // its to_chars does not support floating point
  using Limits = std::numeric_limits<Real>;
  for (int digits = Limits::digits10; digits <= Limits::max_digits10; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(number));
    if ((sizeof(Real) == 4 ? std::strtof(buffer, nullptr) : std::strtod(buffer, nullptr)) == number) break;
  }
  return buffer;
#else
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, number);
  return std::string(buffer, end.ptr);
#endif
}

std::string text(V2 point) {
  std::string result = "(";
  result += text(point.x);
  result += ", ";
  result += text(point.y);
  result += ")";
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
