// How lists make room: doubling while they are short, an eighth at a time when they are long.

#include <bankshot/math/vector_growth.hpp>

#include <gtest/gtest.h>

namespace bankshot::testing {
namespace {

TEST(Room, ALongListHasLittleMoreThanItNeeds) {
  std::vector<int> list;
  int moves = 0;
  for (int i = 0; i < 100'000; ++i) {
    const int* const before = list.data();
    detail::append(list) = i;
    moves += list.data() != before ? 1 : 0;
    if (i >= 512) {
      ASSERT_LE(list.capacity(), list.size() + list.size() / 8 + 1) << i;
    }
  }
  EXPECT_LT(moves, 64);
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(list[static_cast<std::size_t>(i)], i);
}

TEST(Room, WhatIsAskedForIsThere) {
  std::vector<int> list = {1, 2, 3};
  detail::make_room(list, 1000);
  EXPECT_EQ(list.capacity(), 1000u);
  EXPECT_EQ(list, (std::vector<int>{1, 2, 3}));
  const int* const there = list.data();
  detail::resize_anew(list, 1000);
  detail::make_room(list, 10);
  EXPECT_EQ(list.data(), there);
  detail::resize_anew(list, 1001);
  EXPECT_EQ(list.size(), 1001u);
  EXPECT_EQ(list.capacity(), 1125u);
}

}  // namespace
}  // namespace bankshot::testing
