#include <bankshot/math/decay.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace bankshot::testing {
namespace {

TEST(Decay, IsTheExponentialAndItsMean) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-40, 9);
  const double unit = static_cast<double>(std::numeric_limits<Real>::epsilon());
  for (int i = 0; i < 20000; ++i) {
    const Real rate = static_cast<Real>(std::exp2(exponent(random))), time = Real(1) / 256;
    const double x = static_cast<double>(rate) * static_cast<double>(time);
    const detail::Decay decay = detail::decay_of(rate, time);
    const double keep = std::exp(-x), share = -std::expm1(-x) / x;
    // Doublings double the error of the exponential, and there are as many as powers of two in x.
    EXPECT_NEAR(static_cast<double>(decay.keep), keep, (unit + 2e-16 * (2 + 16 * x)) * keep + 1e-300) << x;
    EXPECT_NEAR(static_cast<double>(decay.share), share, (unit + 4e-16) * share) << x;
  }
}

TEST(Decay, HasItsLimits) {
  const detail::Decay none = detail::decay_of(0, 1), all = detail::decay_of(Real(1e18), 1);
  EXPECT_EQ(none.keep, 1);
  EXPECT_EQ(none.share, 1);
  EXPECT_EQ(all.keep, 0);
  EXPECT_EQ(all.share, static_cast<Real>(1 / static_cast<double>(Real(1e18))));
}

}  // namespace
}  // namespace bankshot::testing
