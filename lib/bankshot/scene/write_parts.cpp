#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/write_parts.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

std::string json_string(std::string_view raw) {
  constexpr char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : raw) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20) {
      out += "\\u00";
      out += hex[code >> 4];
      out += hex[code & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json_point(const Vec2& v) {
  const V2 p = plain(v);
  return std::string("[").append(text(p.x)).append(", ").append(text(p.y)).append("]");
}

std::string json_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + json_string(name);
  return "[" + list + "]";
}

bool same(Real a, Real b) { return a == b && std::signbit(a) == std::signbit(b); }
bool zero(const Vec2& v) { return same(plain(v).x, 0) && same(plain(v).y, 0); }

}  // namespace bankshot::BANKSHOT_ABI::detail
