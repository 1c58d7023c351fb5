// Kept pairs against pairs found anew, step by step.

#include <bankshot/broad/pair_cache.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace bankshot::testing {
namespace {

using detail::Box;
using detail::IndexPair;
using detail::PairCache;
using detail::PairFinder;
using detail::V2;

/// Boxes of 0.01 to 1 in a square, each with a velocity that shakes it or carries it along.
class Crowd {
 public:
  Crowd(std::size_t count, unsigned seed) : random_(seed) {
    for (std::size_t i = 0; i < count; ++i) add();
  }
  void add() {
    const V2 corner{number(-8, 8), number(-8, 8)};
    const Real size = std::pow(Real(0.1), number(0, 2));
    boxes.push_back({corner, corner + V2{size * number(Real(0.2), 1), size}});
    drift_.push_back({});
  }
  void drift(std::size_t i, Real speed) { drift_[i] = {number(-speed, speed), number(-speed, speed)}; }
  /// Moves each box by its drift, and shakes it by a share of its size.
  void step(Real shake) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Real size = shake * (boxes[i].upper.x - boxes[i].lower.x);
      const V2 way = drift_[i] + V2{number(-size, size), number(-size, size)};
      boxes[i] = {boxes[i].lower + way, boxes[i].upper + way};
    }
  }

  std::vector<Box> boxes;

 private:
  Real number(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(random_); }
  std::mt19937 random_;
  std::vector<V2> drift_;
};

void expect_same(PairCache& kept, const std::vector<Box>& boxes, const std::string& when) {
  std::vector<IndexPair> found = {{1, 2}}, expected;  // the old contents are replaced
  kept.find(boxes, found);
  PairFinder finder;
  finder.find(boxes, expected);
  ASSERT_TRUE(found == expected) << when << ": " << found.size() << " pairs, " << expected.size() << " expected";
  std::vector<std::uint32_t> near = {7}, expected_near;
  for (std::size_t i = 0; i < boxes.size(); i += 1 + boxes.size() / 8) {
    kept.query(boxes[i], near), finder.query(boxes[i], expected_near);
    std::sort(near.begin(), near.end()), std::sort(expected_near.begin(), expected_near.end());
    ASSERT_TRUE(near == expected_near) << when << ", around box " << i;
  }
}

TEST(PairCache, AreThoseFoundAnew) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Crowd crowd(10 + 25 * seed, seed);
    PairCache kept;
    int picked = 0;
    for (int step = 0; step < 60; ++step) {
      const bool wild = step % 20 == 19;  // every box leaves its room
      crowd.step(wild ? Real(1) : Real(0.001));
      if (step == 30) crowd.add();
      if (step == 40) crowd.drift(3, Real(0.1));  // one flies through the others
      expect_same(kept, crowd.boxes, "seed " + std::to_string(seed) + ", step " + std::to_string(step));
      picked += kept.picked() ? 1 : 0;
    }
    EXPECT_GT(picked, crowd.boxes.size() < 64 ? 25 : 35) << seed;
  }
}

TEST(PairCache, AreNotKeptOfACrowdInMotion) {
  Crowd crowd(200, 1);
  for (std::size_t i = 0; i < 200; ++i) crowd.drift(i, Real(0.5));
  PairCache kept;
  for (int step = 0; step < 20; ++step) {
    crowd.step(0);
    expect_same(kept, crowd.boxes, "step " + std::to_string(step));
    EXPECT_FALSE(kept.picked());
  }
}

TEST(PairCache, OfTheLargestBoxes) {
  constexpr Real greatest = std::numeric_limits<Real>::max();
  std::vector<Box> boxes = {{{-greatest, 0}, {greatest, 1}}, {{0, 0}, {greatest, greatest}}, {{2, 2}, {3, 3}}};
  PairCache kept;
  for (int step = 0; step < 3; ++step) expect_same(kept, boxes, "step " + std::to_string(step));
}

/// Pairs matter or not, as the test says.
class AllOrNone final : public detail::PairSieve {
 public:
  explicit AllOrNone(std::size_t most) : PairSieve(most) {}
  bool matters(const IndexPair&) const override { return all; }
  bool all = true;
};

// In a row of boxes no two overlap, but their rooms do: too many for the sieve, and nothing is kept.
TEST(PairCache, OnlyPairsCountThatOverlapNow) {
  std::vector<Box> boxes;
  for (int i = 0; i < 200; ++i) boxes.push_back({{Real(i), 0}, {Real(i) + Real(0.95), 1}});
  PairCache kept;
  std::vector<IndexPair> pairs;
  const AllOrNone few(50), enough(200);
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(kept.prepare(boxes, pairs, &few), 0u);
    EXPECT_FALSE(kept.crowded() || kept.picked());
    EXPECT_TRUE(pairs.empty());
  }
  for (int step = 0; step < 3; ++step) kept.prepare(boxes, pairs, &enough);
  EXPECT_TRUE(kept.picked());
}

// A pair that was left out because it did not matter is there as soon as it does.
TEST(PairCache, OfWhatDidNotMatterNothingIsKept) {
  const std::vector<Box> boxes(40, Box{{0, 0}, {1, 1}});
  PairCache kept;
  std::vector<IndexPair> pairs;
  AllOrNone sieve(600);
  sieve.all = false;
  for (int step = 0; step < 4; ++step) {
    EXPECT_EQ(kept.prepare(boxes, pairs, &sieve), 0u);
    EXPECT_TRUE(pairs.empty() && !kept.crowded());
  }
  sieve.all = true;
  EXPECT_EQ(kept.prepare(boxes, pairs, &sieve), 0u);
  EXPECT_TRUE(kept.crowded());
}

TEST(PairCache, ACopyStartsWithNone) {
  Crowd crowd(100, 1);
  PairCache kept;
  for (int step = 0; step < 3; ++step) expect_same(kept, crowd.boxes, "before");
  EXPECT_TRUE(kept.picked());
  PairCache copy(kept);
  expect_same(copy, crowd.boxes, "copy");
  EXPECT_FALSE(copy.picked());
}

}  // namespace
}  // namespace bankshot::testing
