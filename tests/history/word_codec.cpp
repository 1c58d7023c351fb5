// Records of all shapes that worlds have, changed in few and in many bits, there and back.

#include <bankshot/history/word_codec.hpp>

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace bankshot::testing {
namespace {

using detail::ByteSink;
using detail::ByteSource;
using detail::WordCodec;
using Words = std::vector<std::uint32_t>;

/// Two lists of records that differ only in words [first, first + words), by 0 to 32 bits.
struct Lists {
  Words base, target;
};

template <std::size_t first, std::size_t words, std::size_t stride>
Lists lists(std::size_t records, std::mt19937& random) {
  Lists both;
  for (std::size_t i = 0; i < records * stride; ++i) both.base.push_back(static_cast<std::uint32_t>(random()));
  both.target = both.base;
  for (std::size_t r = 0; r < records; ++r) {
    if (random() % 4 == 0 || r / 16 % 3 == 1) continue;  // some records are the same, and whole chunks
    for (std::size_t w = 0; w < words; ++w) {
      const auto bits = static_cast<std::uint32_t>(random() % 33), below = static_cast<std::uint32_t>(random());
      const std::uint32_t top = bits == 0 ? 0 : 1u << (bits - 1);
      both.target[r * stride + first + w] ^= top | (top != 0 ? below % top : 0);
    }
  }
  return both;
}

template <std::size_t first, std::size_t words, std::size_t stride>
void go_there_and_back(const char* name) {
  using Codec = WordCodec<first, words, stride>;
  std::mt19937 random(7);
  for (const std::size_t records : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 64u, 129u}) {
    const Lists both = lists<first, words, stride>(records, random);
    std::vector<std::uint8_t> bytes(Codec::most_bytes(records));
    Words list = both.target;
    ByteSink out(bytes.data());
    Codec::exchange(list.data(), both.base.data(), records, out);
    ASSERT_EQ(list, both.base) << name << ", " << records << ": what was compared is replaced";
    ASSERT_LE(out.at(), bytes.data() + bytes.size());

    std::vector<std::uint8_t> others(Codec::most_bytes(records));
    ByteSink out_2(others.data());
    Codec::encode_against(both.target.data(), records, out_2,
                          [&](std::size_t begin, std::size_t) { return both.base.data() + begin * stride; });
    ASSERT_EQ(out_2.at() - others.data(), out.at() - bytes.data()) << name << ", " << records;

    ByteSource in(bytes.data());
    Codec::decode(list.data(), records, in);
    ASSERT_EQ(list, both.target) << name << ", " << records;
    ASSERT_EQ(in.at(), out.at()) << name << ", " << records;
  }
}

TEST(WordCodec, TellsOneListByAnother) {
  go_there_and_back<0, 1, 1>("numbers");
  go_there_and_back<0, 2, 2>("vectors");
  go_there_and_back<0, 3, 4>("velocities");
  go_there_and_back<0, 6, 8>("poses");
  go_there_and_back<4, 6, 10>("contacts");
  go_there_and_back<0, 12, 16>("poses in double");
  go_there_and_back<4, 9, 14>("contacts in double");
}

// Sixteen bits, twenty-four, all: of two records that differ by one bit in one word, this many bytes and the head.
TEST(WordCodec, LeavesOutTheUpperBytesThatAreTheSame) {
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    const Words base(8 * 2, 0x3f800000u);
    Words target = base;
    target[5] ^= 1u << bit;
    std::vector<std::uint8_t> bytes(WordCodec<0, 6, 8>::most_bytes(2));
    ByteSink out(bytes.data());
    WordCodec<0, 6, 8>::exchange(target.data(), base.data(), 2, out);
    const int each = bit < 16 ? 2 : bit < 24 ? 3 : 4;
    EXPECT_EQ(out.at() - bytes.data(), 1 + 2 + 2 * each) << bit;  // which chunks, the head, both words
  }
}

}  // namespace
}  // namespace bankshot::testing
