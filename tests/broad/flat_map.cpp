#include <bankshot/broad/flat_map.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace bankshot::testing {
namespace {

using detail::FlatMap;

// Against std::map: keys from a small range, so that runs form, are broken up and wrap around the end.
TEST(FlatMap, HoldsWhatAMapHolds) {
  std::mt19937_64 random(1);
  for (const std::uint64_t range : {24u, 300u, 5000u}) {
    FlatMap map;
    std::map<std::uint64_t, std::uint32_t> expected;
    for (int i = 0; i < 40000; ++i) {
      const std::uint64_t key = random() % range * (range == 300u ? 0x100000001u : 1u);
      if (random() % 2 == 0) {
        const std::uint32_t value = static_cast<std::uint32_t>(random() % 1000);
        map.set(key, value);
        expected[key] = value;
      } else {
        map.erase(key);
        expected.erase(key);
      }
      ASSERT_EQ(map.size(), expected.size());
      const auto found = expected.find(key);
      ASSERT_EQ(map.find(key), found == expected.end() ? FlatMap::none : found->second);
    }
    for (const auto& [key, value] : expected) ASSERT_EQ(map.find(key), value);
    std::uint64_t sum = 0, expected_sum = 0;
    map.visit([&sum](std::uint32_t value) { sum += value; });
    for (const auto& [key, value] : expected) expected_sum += value;
    EXPECT_EQ(sum, expected_sum);
    map.clear();
    EXPECT_EQ(map.size(), 0u);
    EXPECT_EQ(map.find(0), FlatMap::none);
  }
}

TEST(FlatMap, EmptyOneFindsNothing) {
  FlatMap map;
  EXPECT_EQ(map.find(0), FlatMap::none);
  map.erase(0);
  map.visit([](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace bankshot::testing
