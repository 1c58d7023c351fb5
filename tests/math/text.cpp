#include <bankshot/math/text.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
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
    EXPECT_EQ(sizeof(Real) == 4 ? std::strtof(shown.c_str(), nullptr) : std::strtod(shown.c_str(), nullptr), value)
        << shown;
  }
}
