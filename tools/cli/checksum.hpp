#pragma once
#include <cstdint>
#include <string_view>

namespace bankshot_tool {

/// FNV-1a. Source: Fowler, Noll, Vo, "The FNV non-cryptographic hash algorithm", IETF draft.
constexpr std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return sum;
}

}  // namespace bankshot_tool
