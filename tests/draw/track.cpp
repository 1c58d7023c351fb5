#include <bankshot/draw/track.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace bankshot::detail;

namespace {

// A bouncing, turning way of `count` samples.
std::vector<PoseSample> bouncing(int count) {
  std::vector<PoseSample> samples;
  for (int i = 0; i < count; ++i) {
    const double t = i / 60.0;
    samples.push_back({t, 2 * t, std::fabs(std::fmod(t, 2.0) - 1) * 5, t * t});
  }
  return samples;
}

// The largest error of interpolation between keys, in position and in the displacement of a point at `reach` by the
// angle.
double worst_error(const std::vector<PoseSample>& samples, const std::vector<PoseSample>& keys, double reach) {
  double worst = 0;
  std::size_t k = 0;
  for (const PoseSample& s : samples) {
    while (k + 2 < keys.size() && keys[k + 1].time <= s.time) ++k;
    const PoseSample& a = keys[k];
    const PoseSample& b = keys[k + 1];
    const double u = (s.time - a.time) / (b.time - a.time);
    const double dx = a.x + u * (b.x - a.x) - s.x;
    const double dy = a.y + u * (b.y - a.y) - s.y;
    worst = std::max({worst, std::hypot(dx, dy), reach * std::fabs(a.angle + u * (b.angle - a.angle) - s.angle)});
  }
  return worst;
}

TEST(Thinned, StaysWithinTheTolerance) {
  const std::vector<PoseSample> samples = bouncing(600);
  for (const double tolerance : {0.001, 0.01, 0.1, 1.0}) {
    const std::vector<PoseSample> keys = thinned(samples, tolerance, 0.5);
    EXPECT_LE(worst_error(samples, keys, 0.5), tolerance * (1 + 1e-9));
    EXPECT_EQ(keys.front().time, samples.front().time);
    EXPECT_EQ(keys.back().time, samples.back().time);
  }
}

TEST(Thinned, DropsWhatALineSays) {
  std::vector<PoseSample> samples;
  for (int i = 0; i <= 100; ++i) samples.push_back({i * 0.5, i * 2.0, i * -1.0, i * 0.25});
  EXPECT_EQ(thinned(samples, 1e-9, 1).size(), 2u);
  samples[50].angle += 0.1;  // seen only by points away from the origin
  EXPECT_EQ(thinned(samples, 0.05, 0).size(), 2u);
  EXPECT_GE(thinned(samples, 0.05, 1).size(), 4u);
}

TEST(Thinned, FewSamples) {
  EXPECT_TRUE(thinned({}, 1, 1).empty());
  const std::vector<PoseSample> one = {{0, 1, 2, 3}};
  EXPECT_EQ(thinned(one, 1, 1).size(), 1u);
}

TEST(Track, KeepsItsMemoryBounded) {
  std::mt19937_64 random(3);
  Track track(1e-6, 1);
  for (int i = 0; i < 50000; ++i) {
    track.add({i * 0.01, double(random() % 1000), double(random() % 1000), 0});
    ASSERT_LT(track.samples().size(), 4097u);
  }
  EXPECT_EQ(track.samples().front().time, 0);
  EXPECT_DOUBLE_EQ(track.samples().back().time, 499.99);
}

TEST(Track, KnowsWhetherItMoves) {
  Track track(0.1, 1);
  track.add({0, 1, 2, 3});
  track.add({1, 1, 2, 3});
  EXPECT_FALSE(track.moves());
  track.add({2, 1, 2, 3.5});
  EXPECT_TRUE(track.moves());
}

TEST(Unwrapped, TakesTheNearestTurn) {
  const double turn = 6.283185307179586;
  EXPECT_NEAR(unwrapped(-3, 3), turn - 3, 1e-12);
  EXPECT_NEAR(unwrapped(1, 10 * turn), 10 * turn + 1, 1e-12);
  EXPECT_NEAR(unwrapped(3, -3.2), 3 - turn, 1e-12);
}

}  // namespace
