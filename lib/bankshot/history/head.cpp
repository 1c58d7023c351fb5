#include <bankshot/history/head.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Every step of it is invertible, so a change within eight bytes always changes the hash.
std::uint64_t hash_of(const BytesKind& kind, std::uint32_t version, std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  if (version >= kind.hashed) hash += std::uint64_t{version} << 32;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8 && i + k < bytes.size(); ++k) word |= std::uint64_t(bytes[i + k]) << (8 * k);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

void check_version(const BytesKind& kind, const ByteReader& in, std::uint32_t version) {
  if (version == 0) in.refuse("no known format: its version is 0", 4);
  if (version <= kind.version) return;
  in.refuse("version " + std::to_string(version) + " of the format, this library reads up to version " +
                std::to_string(kind.version) + ": load it with a newer one",
            4);
}

void check_real_size(const ByteReader& in, std::uint32_t real_size) {
  if (real_size == sizeof(Real)) return;
  if (real_size != 4 && real_size != 8) {
    in.refuse("no known format: its Real has " + std::to_string(real_size) + " bytes, 4 or 8 were expected", 8);
  }
  in.refuse(std::string("written by a library whose Real is ") + (real_size == 4 ? "float" : "double") +
                ", this one's is " + (sizeof(Real) == 4 ? "float" : "double"),
            8);
}

}  // namespace

void seal(const BytesKind& kind, std::vector<std::byte>& bytes) {
  const std::span<const std::byte> rest = std::span(bytes).subspan(head_size);
  Head head;
  head.name = kind.name;
  head.version = kind.version;
  head.size = rest.size();
  head.hash = hash_of(kind, kind.version, rest);
  ByteWriter out;
  out(head);
  const std::vector<std::byte> front = out.take();
  std::copy(front.begin(), front.end(), bytes.begin());
}

std::uint32_t check_head(const BytesKind& kind, std::span<const std::byte> bytes, const LoadLimits& limits) {
  ByteReader in(bytes, 0, limits);
  in.begin("head");
  in.spend(&LoadLimits::bytes, bytes.size(), 0);
  Head head;
  if (bytes.size() < head_size) {
    in.refuse("there are " + std::to_string(bytes.size()) + " bytes, at least " + std::to_string(head_size) +
              " were expected");
  }
  in(head);
  if (head.name != kind.name) in.refuse(std::string("these are not the bytes of ") + kind.what, 0);
  check_version(kind, in, head.version);
  check_real_size(in, head.real_size);
  if (head.reserved != 0) in.refuse("not 0 where nothing is to stand", 12);
  if (head.size != bytes.size() - head_size) {
    in.refuse(std::to_string(head.size) + " bytes should follow, there are " + std::to_string(bytes.size() - head_size),
              16);
  }
  if (head.hash != hash_of(kind, head.version, bytes.subspan(head_size)))
    in.refuse("the hash does not match: bytes were changed", 24);
  return head.version;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
