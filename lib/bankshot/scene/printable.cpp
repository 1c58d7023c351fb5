#include <bankshot/scene/printable.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

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

std::string hexadecimal(unsigned value, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[(value >> (4 * i)) & 15];
  return text;
}

/// The character at `i`, of at most three bytes; 0 for what is longer.
unsigned short_character(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i), second = byte_at(text, i + 1) & 0x3f, third = byte_at(text, i + 2) & 0x3f;
  switch (sequence_length(text, i)) {
    case 1: return lead;
    case 2: return (lead & 0x1f) << 6 | second;
    case 3: return (lead & 0x0f) << 12 | second << 6 | third;
    default: return 0;
  }
}

bool control(unsigned c) { return c < 0x20 || (c >= 0x7f && c <= 0x9f); }

// Unicode 15, chapter 23: the separators of lines and paragraphs, and what embeds, overrides or isolates a direction.
bool turns(unsigned c) { return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069); }

}  // namespace

std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

bool control_at(std::string_view text, std::size_t i) {
  return sequence_length(text, i) != 0 && byte_at(text, i) < 0xe0 && control(short_character(text, i));
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const unsigned character = short_character(text, i);
    if (length == 0) {
      shown.append("\\x").append(hexadecimal(byte_at(text, i), 2));
    } else if (length < 4 && (control(character) || turns(character))) {
      shown.append("\\u").append(hexadecimal(character, 4));
    } else {
      shown.append(text.substr(i, length));
    }
    i += std::max<std::size_t>(length, 1);
  }
  return shown;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && (byte_at(text, end) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
