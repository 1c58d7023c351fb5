#pragma once
// The head of the bytes of a world or a recording: a name and a version of the format, the size of Real, the number of
// bytes that follow, and a hash of those and of the version. The hash detects transmission errors; handmade bytes can
// have a matching hash, so readers check everything else. Not part of the public interface.

#include <bankshot/history/byte_stream.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The kind of content.
struct BytesKind {
  std::uint32_t name;     ///< four letters
  std::uint32_t version;  ///< the newest one that this library reads, and the one it writes
  const char* what;       ///< "a world"
  std::uint32_t hashed;   ///< the first version that the hash covers: two may mean the same by the same bytes
};

struct Head {
  std::uint32_t name = 0;
  std::uint32_t version = 0;
  std::uint32_t real_size = sizeof(Real);
  std::uint32_t reserved = 0;
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
};
inline constexpr std::size_t head_size = 32;

void fields(auto& io, Head& head) { io(head.name, head.version, head.real_size, head.reserved, head.size, head.hash); }
void fields(auto& io, const Head& head) {
  io(head.name, head.version, head.real_size, head.reserved, head.size, head.hash);
}

/// Fills in the head of bytes that begin with space for it.
void seal(const BytesKind& kind, std::vector<std::byte>& bytes);

/// Refuses more bytes than the limit, and bytes with a head of another kind or one that does not match the rest.
/// Returns their version.
std::uint32_t check_head(const BytesKind& kind, std::span<const std::byte> bytes, const LoadLimits& limits);

}  // namespace bankshot::BANKSHOT_ABI::detail
