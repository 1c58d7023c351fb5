#include <bankshot/math/text.hpp>

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <random>

using namespace bankshot;
using detail::text;

TEST(Text, NumbersAreShortest) {
  EXPECT_EQ(text(Real(-2)), "-2");
  EXPECT_EQ(text(Real(0.1)), "0.1");
  EXPECT_EQ(text(Real(0)), "0");
  EXPECT_EQ(text(Real(1e38)), "1e+38");
  EXPECT_EQ(text(std::numeric_limits<Real>::infinity()), "inf");
  EXPECT_EQ(text(-std::numeric_limits<Real>::infinity()), "-inf");
  EXPECT_EQ(text(std::numeric_limits<Real>::quiet_NaN()), "nan");
  EXPECT_EQ(text(-std::numeric_limits<Real>::quiet_NaN()), "nan");
  EXPECT_EQ(text(detail::V2{Real(1.5), 2}), "(1.5, 2)");
}

TEST(Text, NumbersReadBackTheSame) {
  std::mt19937_64 random(31);
  for (int i = 0; i < 10000; ++i) {
    const Real value = std::ldexp(static_cast<Real>(random()), static_cast<int>(random() % 160) - 120);
    const std::string shown = text(value);
    Real back = 0;
    std::from_chars(shown.data(), shown.data() + shown.size(), back);
    EXPECT_EQ(back, value) << shown;
  }
}
