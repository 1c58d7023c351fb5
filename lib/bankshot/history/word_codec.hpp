#pragma once
// Records as the words in which they differ from others. Not part of the public interface.
//
// Two records of one body or contact, a step apart, have most of their bits in common: sign, exponent and the first
// bits of the fraction. So each word is stored as its exclusive or with the other record's, without the zero bytes at
// its upper end: 0, 2, 3 or 4 bytes. Two bits of a head give that length. Two records share a head, so the place of a
// word depends on fewer others. Sixteen records without any difference take one bit.

#include <bankshot/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bankshot::BANKSHOT_ABI::detail {

/// Destination of bytes. Precondition: there is enough space, see WordCodec::most_bytes().
class ByteSink {
 public:
  explicit ByteSink(std::uint8_t* at) : at_(at) {}
  std::uint8_t* at() const { return at_; }
  /// Space for that many bytes.
  std::uint8_t* take(std::size_t bytes) {
    at_ += bytes;
    return at_ - bytes;
  }
  template <class T>
  void put(T value) {
    std::memcpy(take(sizeof(T)), &value, sizeof(T));
  }
  void move_to(std::uint8_t* at) { at_ = at; }

 private:
  std::uint8_t* at_;
};

/// Source of bytes, which are the library's own and not checked.
class ByteSource {
 public:
  explicit ByteSource(const std::uint8_t* at) : at_(at) {}
  const std::uint8_t* at() const { return at_; }
  const std::uint8_t* take(std::size_t bytes) {
    at_ += bytes;
    return at_ - bytes;
  }
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return value;
  }
  void move_to(const std::uint8_t* at) { at_ = at; }

 private:
  const std::uint8_t* at_;
};

#if defined(__GNUC__)  // also Clang
#define BANKSHOT_FOUR_WORDS 1
/// Four words in one vector.
using FourWords [[gnu::vector_size(16)]] = std::uint32_t;
#else
#define BANKSHOT_FOUR_WORDS 0
#endif

/// Codes words [first, first + words) of records of `stride` words; the other words are equal in both.
template <std::size_t first, std::size_t words, std::size_t stride>
class WordCodec {
  static_assert(words <= 16 && first + words <= stride);
  static constexpr std::size_t head_size = words <= 4 ? 1 : words <= 8 ? 2 : 4;
  static constexpr std::size_t group = 2;
  static constexpr std::size_t record_size = stride * 4;
  using Word = std::uint32_t;

 public:
  static constexpr std::size_t chunk = 16;  ///< records

  /// The most bytes for that many records. Includes four more than the last one needs, since words are written whole.
  static std::size_t most_bytes(std::size_t records) { return records * (head_size + 4 * words) + records / 128 + 16; }

  /// Writes the delta from the base to `target`; base(begin, count) returns the address of the base's records of one
  /// chunk.
  template <class Base>
  static void encode_against(const void* target, std::size_t records, ByteSink& out, Base&& base) {
    encode_chunks(bytes(target), records, out, base, [](std::size_t, const std::uint8_t*, std::size_t) {});
  }
  /// The same for consecutive records of the base; then overwrites `target` with them.
  static void exchange(void* target, const void* base, std::size_t records, ByteSink& out) {
    auto* const to = static_cast<std::uint8_t*>(target);
    const auto of_base = [base](std::size_t begin, std::size_t) { return bytes(base) + begin * record_size; };
    encode_chunks(to, records, out, of_base, [to](std::size_t begin, const std::uint8_t* from, std::size_t count) {
      std::memcpy(to + begin * record_size, from, count * record_size);
    });
  }

  /// Turns the base into the target.
  static void decode(void* records_begin, std::size_t records, ByteSource& in) {
    const std::size_t chunks = (records + chunk - 1) / chunk;
    const std::uint8_t* const changed = in.take((chunks + 7) / 8);
    auto* const all = static_cast<std::uint8_t*>(records_begin);
    for (std::size_t c = 0; c < chunks; ++c) {
      if ((changed[c / 8] >> (c % 8) & 1) == 0) continue;
      const std::size_t end = std::min(c * chunk + chunk, records);
      const std::uint8_t* at = in.at();
      std::size_t i = c * chunk;
      for (; i + group <= end; i += group) at = decode_group(all + i * record_size, group, at);
      if (i < end) at = decode_group(all + i * record_size, end - i, at);
      in.move_to(at);
    }
  }

 private:
  static const std::uint8_t* bytes(const void* p) { return static_cast<const std::uint8_t*>(p); }
  static Word load(const std::uint8_t* p) {
    Word word;
    std::memcpy(&word, p, sizeof(word));
    return word;
  }
  static void store(std::uint8_t* p, Word word) { std::memcpy(p, &word, sizeof(word)); }

  /// Calls done(begin, base, count) for each chunk with a difference.
  template <class Base, class Done>
  static void encode_chunks(const std::uint8_t* target, std::size_t records, ByteSink& out, Base&& base, Done&& done) {
    const std::size_t chunks = (records + chunk - 1) / chunk;
    std::uint8_t* const changed = out.take((chunks + 7) / 8);
    std::memset(changed, 0, (chunks + 7) / 8);
    for (std::size_t c = 0; c < chunks; ++c) {
      const std::size_t begin = c * chunk, count = std::min(chunk, records - begin);
      const std::uint8_t* const t = target + begin * record_size;
      const std::uint8_t* const b = bytes(base(begin, count));
      if (same(t, b, count * record_size)) continue;
      changed[c / 8] = static_cast<std::uint8_t>(changed[c / 8] | 1 << (c % 8));
      encode_chunk(t, b, count, out);
      done(begin, b, count);
    }
  }

  static void encode_chunk(const std::uint8_t* target, const std::uint8_t* base, std::size_t count, ByteSink& out) {
    std::uint8_t* at = out.at();
    std::size_t i = 0;
    for (; i + group <= count; i += group) {
      const std::uint8_t *const t = target + i * record_size, *const b = base + i * record_size;
      if constexpr (in_fours) {
        at = encode_fours(t, b, at);
      } else {
        at = encode_group(t, b, group, at);
      }
    }
    if (i < count) at = encode_group(target + i * record_size, base + i * record_size, count - i, at);
    out.move_to(at);
  }

  /// Most changed records differ in the first word.
  static bool same(const std::uint8_t* target, const std::uint8_t* base, std::size_t size) {
    return load(target + 4 * first) == load(base + 4 * first) && std::memcmp(target, base, size) == 0;
  }

  /// Encodes `count` consecutive records, at most `group`.
  static std::uint8_t* encode_group(const std::uint8_t* target, const std::uint8_t* base, std::size_t count,
                                    std::uint8_t* out) {
    std::uint8_t* at = out + head_size;
    std::uint32_t head = 0;
    for (std::size_t w = 0; w < words; ++w) {
      Word difference[group], any = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = i * record_size + 4 * (first + w);
        difference[i] = load(target + place) ^ load(base + place);
        any |= difference[i];
      }
      const std::uint32_t code = std::uint32_t{any != 0} + (any > 0xffff) + (any > 0xffffff);
      const std::size_t length = code + (code != 0);
      for (std::size_t i = 0; i < count; ++i) store(at + i * length, difference[i]);
      at += count * length;
      head |= code << (2 * w);
    }
    std::memcpy(out, &head, head_size);
    return at;
  }

  /// True if groups are encoded four words at a time: not for records that are shorter, or hardly longer.
  static constexpr bool in_fours = BANKSHOT_FOUR_WORDS && words >= 3 && first + 4 <= stride;

#if BANKSHOT_FOUR_WORDS
  static FourWords load_four(const std::uint8_t* p) {
    FourWords four;
    std::memcpy(&four, p, sizeof(four));
    return four;
  }
  /// The head's increment per unit of code, for each of the words [begin, begin + 4) that is not below `from`.
  static constexpr FourWords head_weights(std::size_t begin, std::size_t from) {
    const auto weight = [=](std::size_t w) { return w >= from && w < words ? Word{1} << (2 * w) : Word{0}; };
    return FourWords{weight(begin), weight(begin + 1), weight(begin + 2), weight(begin + 3)};
  }

  /// Encodes a whole group as encode_group() does. The last four words overlap those before if their number is not a
  /// multiple of four.
  static std::uint8_t* encode_fours(const std::uint8_t* target, const std::uint8_t* base, std::uint8_t* out) {
    static_assert(group == 2);
    Word first_of[words + 4], second_of[words + 4], length[words + 4];
    FourWords heads{};
    for (std::size_t from = 0; from < words; from += 4) {
      const std::size_t begin = words < 4 ? 0 : std::min(from, words - 4), place = 4 * (first + begin);
      const FourWords one = load_four(target + place) ^ load_four(base + place);
      const FourWords two = load_four(target + record_size + place) ^ load_four(base + record_size + place);
      const FourWords any = one | two;
      // A true comparison sets all bits: its value is -1.
      const auto some = reinterpret_cast<FourWords>(any != 0);
      const auto above_16 = reinterpret_cast<FourWords>((any >> 16) != 0);
      const auto above_24 = reinterpret_cast<FourWords>((any >> 24) != 0);
      const FourWords weights = head_weights(begin, from), lengths = -(some + some + above_16 + above_24);
      heads += (some & weights) + (above_16 & weights) + (above_24 & weights);
      std::memcpy(first_of + begin, &one, sizeof(one));
      std::memcpy(second_of + begin, &two, sizeof(two));
      std::memcpy(length + begin, &lengths, sizeof(lengths));
    }
    const std::uint32_t head = (heads[0] + heads[1]) + (heads[2] + heads[3]);
    std::memcpy(out, &head, head_size);
    std::uint8_t* at = out + head_size;
    for (std::size_t w = 0; w < words; ++w) {
      store(at, first_of[w]);
      store(at + length[w], second_of[w]);
      at += 2 * std::size_t{length[w]};
    }
    return at;
  }
#else
  static std::uint8_t* encode_fours(const std::uint8_t*, const std::uint8_t*, std::uint8_t* out) { return out; }
#endif

  static const std::uint8_t* decode_group(std::uint8_t* records, std::size_t count, const std::uint8_t* in) {
    constexpr Word masks[] = {0, 0xffff, 0xffffff, 0xffffffff};
    std::uint32_t head = 0;
    std::memcpy(&head, in, head_size);
    in += head_size;
    if (head == 0) return in;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint32_t code = head >> (2 * w) & 3;
      const std::size_t length = code + (code != 0);
      const Word mask = masks[code];
      for (std::size_t i = 0; i < count; ++i) {
        std::uint8_t* const at = records + i * record_size + 4 * (first + w);
        store(at, load(at) ^ (load(in + i * length) & mask));
      }
      in += count * length;
    }
    return in;
  }
};

}  // namespace bankshot::BANKSHOT_ABI::detail
