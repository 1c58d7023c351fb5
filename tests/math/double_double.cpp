// Pairs of doubles against whole numbers of 128 bits, and against themselves.

#include <bankshot/math/double_double.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace bankshot_test {
namespace {

using namespace bankshot::detail;
using bankshot::Real;

__extension__ typedef __int128 Whole;

/// A whole number of up to `bits` bits, of either sign.
std::int64_t whole(std::mt19937_64& engine, int bits) {
  const auto size = static_cast<std::int64_t>(engine() >> (64 - bits));
  return (engine() & 1) != 0 ? size : -size;
}

Whole whole_of(DoubleDouble x) { return static_cast<Whole>(x.high) + static_cast<Whole>(x.low); }

DoubleDouble random_number(std::mt19937_64& engine) {
  return exact_sum(static_cast<double>(whole(engine, 53)), static_cast<double>(whole(engine, 53)) * 0x1p-54);
}

/// The size of `difference` as a share of `size`.
double share(DoubleDouble difference, double size) { return std::fabs(difference.high) / std::fabs(size); }

TEST(Wide, SumsAndProductsOfTwoDoublesAreExact) {
  std::mt19937_64 engine(1);
  for (int i = 0; i < 20000; ++i) {
    const int bits = 20 + i % 34;
    const std::int64_t a = whole(engine, 53), b = whole(engine, bits);
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    EXPECT_EQ(whole_of(exact_sum(x, y)), Whole(a) + b);
    EXPECT_EQ(whole_of(exact_product(x, y)), Whole(a) * b);
  }
}

TEST(Wide, FourOperationsAndTheRootKeepAHundredBits) {
  std::mt19937_64 engine(2);
  for (int i = 0; i < 20000; ++i) {
    const DoubleDouble a = random_number(engine), b = random_number(engine);
    if (b.high == 0 || a.high == 0) continue;
    EXPECT_LT(share((a + b) - b - a, std::fabs(a.high) + std::fabs(b.high)), 0x1p-100);
    const DoubleDouble whole_part = {a.high, 0}, rest = {a.low, 0};
    EXPECT_LT(share(a * b - (whole_part * b + rest * b), (a * b).high), 0x1p-100);
    EXPECT_LT(share((a / b) * b - a, a.high), 0x1p-100);
    const DoubleDouble square = a * a, size = root(square);
    EXPECT_LT(share(size * size - square, square.high), 0x1p-100);
  }
}

TEST(Wide, OperandsMayChangePlacesAndSigns) {
  std::mt19937_64 engine(3);
  const auto same = [](DoubleDouble a, DoubleDouble b) { return a.high == b.high && a.low == b.low; };
  for (int i = 0; i < 20000; ++i) {
    const DoubleDouble a = random_number(engine), b = random_number(engine);
    EXPECT_TRUE(same(a + b, b + a));
    EXPECT_TRUE(same(a * b, b * a));
    EXPECT_TRUE(same(-(a - b), b - a));
    EXPECT_TRUE(same(-a * b, -(a * b)));
    EXPECT_TRUE(same(-a / b, -(a / b)));
  }
}

TEST(Wide, OrderLooksAtBothParts) {
  const DoubleDouble one = {1, 0}, more = {1, 0x1p-80}, less = {1, -0x1p-80};
  EXPECT_TRUE(one < more && less < one && more > less);
  EXPECT_FALSE(one < one || more < one);
}

TEST(Wide, RestOfADifferenceIsWhatRoundingLost) {
  std::mt19937_64 engine(4);
  constexpr int digits = std::numeric_limits<Real>::digits;
  int lost = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t a = whole(engine, digits), b = whole(engine, digits - i % digits);
    const Real x = static_cast<Real>(a), y = static_cast<Real>(b) / 1024;
    const Real rest = rest_of_difference(x, y);
    EXPECT_EQ(static_cast<Whole>((x - y) * 1024) + static_cast<Whole>(rest * 1024), Whole(a) * 1024 - b);
    lost += rest != 0;
  }
  EXPECT_GT(lost, 1000);
}

}  // namespace
}  // namespace bankshot_test
