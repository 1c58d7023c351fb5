// The orientation predicate against 128-bit integers.
#include <bankshot/math/orient.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

using namespace bankshot;
using detail::orient;
using detail::V2;

namespace {

using Wide = __int128;

struct Whole {
  std::int64_t x, y;
};

Wide determinant(Whole a, Whole b, Whole c) { return Wide(b.x - a.x) * (c.y - a.y) - Wide(b.y - a.y) * (c.x - a.x); }

int sign(Wide v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }
int sign(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

V2 scaled(Whole p, Real scale) { return {static_cast<Real>(p.x) * scale, static_cast<Real>(p.y) * scale}; }

/// Largest whole number that every Real below it can hold.
constexpr std::int64_t limit = sizeof(Real) == 4 ? std::int64_t(1) << 24 : std::int64_t(1) << 53;

}  // namespace

// Points near one line, where the determinant is a small rest of two large products.
TEST(Orient, SignIsExactNearOneLine) {
  std::mt19937_64 random(21);
  const auto between = [&random](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  int zeros = 0;
  int rounded_wrong = 0;
  for (int i = 0; i < 300000; ++i) {
    const std::int64_t step = limit / 1024;
    const Whole d = {between(-step, step), between(-step, step)};
    const Whole a = {between(-limit / 4, limit / 4), between(-limit / 4, limit / 4)};
    const std::int64_t m = between(-250, 250), n = between(-250, 250);
    const Whole b = {a.x + m * d.x, a.y + m * d.y};
    const Whole c = {a.x + n * d.x + between(-1, 1), a.y + n * d.y + between(-1, 1)};
    const Wide truth = determinant(a, b, c);
    zeros += truth == 0 ? 1 : 0;
    for (const Real scale : {Real(1), Real(0x1p-60), Real(0x1p30)}) {
      const V2 p = scaled(a, scale), q = scaled(b, scale), r = scaled(c, scale);
      const double value = orient(p, q, r);
      ASSERT_EQ(sign(value), sign(truth)) << i;
      const auto expected = static_cast<double>(static_cast<long double>(truth) * scale * scale);
      ASSERT_NEAR(value, expected, 1e-9 * std::fabs(expected));
      ASSERT_EQ(sign(orient(q, p, r)), -sign(truth));
      ASSERT_EQ(sign(orient(r, p, q)), sign(truth));
      const Real plain = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
      rounded_wrong += sign(double(plain)) != sign(truth) ? 1 : 0;
    }
  }
  EXPECT_GT(zeros, 1000);
  EXPECT_GT(rounded_wrong, 1000) << "the cases are too easy: rounded arithmetic gets them right as well";
}

TEST(Orient, CoordinatesOfVeryDifferentSize) {
  const Real tiny = std::ldexp(Real(1), sizeof(Real) == 4 ? -100 : -400);
  EXPECT_GT(orient({0, 0}, {1, 1}, {-tiny, 0}), 0);
  EXPECT_LT(orient({0, 0}, {1, 1}, {tiny, 0}), 0);
  EXPECT_EQ(orient({0, 0}, {1, 1}, {tiny, tiny}), 0);
  EXPECT_GT(orient({1, 1}, {2, 2}, {-tiny, 0}), 0) << "lost when the differences are rounded";
  EXPECT_LT(orient({1, 1}, {2, 2}, {tiny, 0}), 0);
  EXPECT_EQ(orient({1, 1}, {2, 2}, {tiny, tiny}), 0);
  EXPECT_GT(orient({-1, -1}, {1, 1}, {1 - std::numeric_limits<Real>::epsilon() / 2, 1}), 0);
}
