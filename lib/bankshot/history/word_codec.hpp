#pragma once
// Records as the words in which they differ from others. Not part of the public interface.
//
// Two records of one body or contact, a step apart, have most of their bits in common: sign, exponent and the first
// bits of the fraction. So each word is stored as its exclusive or with the other record's, without the zero bytes at
// its upper end: 0, 2, 3 or 4 bytes. Which of these is two bits of a head that every two records share: so where a
// word lies depends on fewer others. Sixteen records without any difference are one bit.

#include <bankshot/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Where bytes go. Whoever writes made room before: see WordCodec::most_bytes().
class ByteSink {
 public:
  explicit ByteSink(std::uint8_t* at) : at_(at) {}
  std::uint8_t* at() const { return at_; }
  /// Room for so many bytes.
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

/// Where they come from. They are the library's own and not checked.
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

/// Words [first, first + words) of records of `stride` words; the others are the same in both.
template <std::size_t first, std::size_t words, std::size_t stride>
class WordCodec {
  static_assert(words <= 16 && first + words <= stride);
  static constexpr std::size_t head_size = words <= 4 ? 1 : words <= 8 ? 2 : 4;
  static constexpr std::size_t chunk = 16;
  static constexpr std::size_t group = 2;
  static constexpr std::size_t record_size = stride * 4;
  using Word = std::uint32_t;

 public:
  /// Bytes that so many records may take. Four more than the last one needs, since words are written whole.
  static std::size_t most_bytes(std::size_t records) { return records * (head_size + 4 * words) + records / 128 + 16; }

  /// What makes `target` of `base`.
  static void encode(const void* target, const void* base, std::size_t records, ByteSink& out) {
    const std::size_t chunks = (records + chunk - 1) / chunk;
    std::uint8_t* const changed = out.take((chunks + 7) / 8);
    std::memset(changed, 0, (chunks + 7) / 8);
    for (std::size_t c = 0; c < chunks; ++c) {
      const std::size_t begin = c * chunk, end = std::min(begin + chunk, records);
      const std::uint8_t* const t = bytes(target) + begin * record_size;
      const std::uint8_t* const b = bytes(base) + begin * record_size;
      if (std::memcmp(t, b, (end - begin) * record_size) == 0) continue;
      changed[c / 8] = static_cast<std::uint8_t>(changed[c / 8] | 1 << (c % 8));
      std::uint8_t* at = out.at();
      std::size_t i = 0;
      for (; i + group <= end - begin; i += group) {
        at = encode_group(t + i * record_size, b + i * record_size, group, at);
      }
      if (i < end - begin) at = encode_group(t + i * record_size, b + i * record_size, end - begin - i, at);
      out.move_to(at);
    }
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

  /// `count` records from there on, at most `group`.
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
