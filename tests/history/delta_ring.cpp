// A ring of deltas holds what a queue would hold. Each delta may be read a few bytes beyond its end: an address
// sanitizer detects a block of memory that is too short for that.

#include <bankshot/history/delta_ring.hpp>

#include "broad/counting_new.hpp"
#include "world/random.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <numeric>

namespace bankshot::testing {
namespace {

using Delta = std::vector<std::uint8_t>;

void expect_equal(const detail::DeltaRing& ring, const std::deque<Delta>& queue) {
  ASSERT_EQ(ring.size(), queue.size());
  std::size_t bytes = 0;
  unsigned beyond = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::span<const std::uint8_t> delta = ring[i];
    ASSERT_TRUE(std::equal(delta.begin(), delta.end(), queue[i].begin(), queue[i].end())) << i;
    const std::uint8_t* const end = delta.data() + delta.size();
    beyond = std::accumulate(end, end + detail::DeltaRing::slack, beyond);
    bytes += delta.size();
  }
  EXPECT_EQ(ring.bytes(), bytes);
  EXPECT_LE(beyond, ring.size() * detail::DeltaRing::slack * 255);
}

TEST(DeltaRing, HoldsWhatAQueueHolds) {
  for (int round = 0; round < 200; ++round) {
    Random random(static_cast<std::uint64_t>(round));
    detail::DeltaRing ring;
    std::deque<Delta> queue;
    const int largest = 1 + random.below(300);
    int most = 1 + random.below(20);
    for (int i = 0; i < 300; ++i) {
      const int what = random.below(8);
      if (i % 50 == 49) most = 1 + random.below(40);
      if (what == 0 && !queue.empty()) {
        ring.pop_back(), queue.pop_back();
      } else if (what == 1 && random.one_in(20)) {
        ring.clear(), queue.clear();
      } else {
        Delta delta(static_cast<std::size_t>(random.below(largest)));
        for (std::uint8_t& byte : delta) byte = static_cast<std::uint8_t>(random.below(256));
        ring.push(delta), queue.push_back(delta);
      }
      while (static_cast<int>(queue.size()) > most) ring.pop_front(), queue.pop_front();
      expect_equal(ring, queue);
    }
  }
}

// Deltas of one size, as many as are kept: after the first rounds each fits in the place of an older one.
TEST(DeltaRing, AsksForNoMoreMemoryThanItEverKept) {
  detail::DeltaRing ring;
  const Delta delta(100, 7);
  const auto turn = [&](int times) {
    for (int i = 0; i < times; ++i) {
      if (ring.size() == 20) ring.pop_front();
      ring.push(delta);
    }
  };
  turn(60);
  const std::size_t before = allocations();
  turn(1000);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace bankshot::testing
