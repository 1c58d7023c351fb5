// The library's own trigonometry against the C library's in extended precision.
#include <bankshot/math/rotation.hpp>
#include <bankshot/math/trig.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "ulp.hpp"

using namespace bankshot;
using bankshot_test::ulps;

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;
const Real infinite = std::numeric_limits<Real>::infinity();
const Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

/// Random angles of every magnitude up to 1e6, and those next to multiples of an eighth turn, where cancellation in the
/// range reduction is worst.
std::vector<Real> angles() {
  std::vector<Real> result = {0, 1, -1, Real(0.5), Real(1e-3), Real(1e-30), Real(999999.9), Real(-999999.9)};
  std::mt19937_64 random(11);
  const auto unit = [&random] { return static_cast<Real>(random() >> 11) * Real(0x1p-53); };
  for (int i = 0; i < 200000; ++i) {
    const Real magnitude = std::ldexp(Real(1), static_cast<int>(random() % 50) - 30);
    const Real angle = (2 * unit() - 1) * magnitude;
    if (std::fabs(angle) < Real(1e6)) result.push_back(angle);
  }
  for (int i = 0; i < 100000; ++i) {
    const auto eighths = static_cast<long double>(random() % 1270000);
    Real angle = static_cast<Real>(eighths * pi / 4);
    for (auto steps = random() % 3; steps > 0; --steps)
      angle = std::nextafter(angle, random() % 2 != 0 ? infinite : -infinite);
    if (std::fabs(angle) < Real(1e6)) result.push_back(random() % 2 != 0 ? angle : -angle);
  }
  return result;
}

std::uint64_t mix(std::uint64_t hash, Real value) {
  const auto bits = std::bit_cast<std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>>(value);
  return (hash ^ bits) * 1099511628211U;
}

}  // namespace

TEST(Rotation, FromAngleIsWithinOneUlp) {
  double worst = 0;
  for (const Real angle : angles()) {
    const Rotation r = Rotation::from_angle(angle);
    const double c = ulps(r.c, std::cos(static_cast<long double>(angle)));
    const double s = ulps(r.s, std::sin(static_cast<long double>(angle)));
    ASSERT_LT(c, 1) << "cosine of " << angle;
    ASSERT_LT(s, 1) << "sine of " << angle;
    worst = std::max({worst, c, s});
  }
  EXPECT_GT(worst, 0.4) << "the oracle rounds like the library: it measures nothing";
}

TEST(Rotation, ZeroIsTheIdentityAndSymmetriesAreExact) {
  EXPECT_EQ(Rotation::from_angle(0), Rotation{});
  for (const Real angle : {Real(0.1), Real(1), Real(2), Real(100), Real(12345.678)}) {
    const Rotation there = Rotation::from_angle(angle), back = Rotation::from_angle(-angle);
    EXPECT_EQ(there.inverse(), back) << angle;
  }
}

TEST(Rotation, AnglesBeyondTheRangeStillGiveUnitPairs) {
  for (Real angle = Real(1e6); angle < std::numeric_limits<Real>::max() / 8; angle *= 7) {
    const Rotation r = Rotation::from_angle(angle);
    EXPECT_NEAR(static_cast<double>(r.c * r.c + r.s * r.s), 1, 4 * double(std::numeric_limits<Real>::epsilon()))
        << angle;
  }
  // Just beyond the limit the coarser reduction is off by |angle| x 4e-17 at most.
  EXPECT_NEAR(static_cast<double>(Rotation::from_angle(Real(1000003)).s), std::sin(1000003.0),
              double(std::numeric_limits<Real>::epsilon()) + 1e-10);
}

TEST(Rotation, NonFiniteAnglesGiveNonFiniteRotations) {
  for (const Real angle : {infinite, -infinite, not_a_number}) {
    const Rotation r = Rotation::from_angle(angle);
    EXPECT_TRUE(std::isnan(r.c) && std::isnan(r.s));
    EXPECT_TRUE(std::isnan(r.angle()));
  }
}

TEST(Rotation, AngleIsWithinTwoUlps) {
  std::mt19937_64 random(12);
  const auto coordinate = [&random] {
    const Real magnitude = std::ldexp(Real(1), -static_cast<int>(random() % 30));
    return (static_cast<Real>(random() >> 11) * Real(0x1p-52) - 1) * magnitude;
  };
  for (int i = 0; i < 300000; ++i) {
    const Rotation r = {coordinate(), coordinate()};
    const long double truth = std::atan2(static_cast<long double>(r.s), static_cast<long double>(r.c));
    ASSERT_LE(ulps(r.angle(), truth), 2) << r.c << " " << r.s;
  }
}

TEST(Rotation, AngleStaysAboveMinusPiAndReachesPi) {
  const auto real_pi = static_cast<Real>(pi);
  EXPECT_EQ((Rotation{-1, 0}.angle()), real_pi);
  EXPECT_EQ((Rotation{-1, -Real(0)}.angle()), real_pi);
  EXPECT_GT((Rotation{-1, -std::numeric_limits<Real>::min()}.angle()), -real_pi);
  EXPECT_LT((Rotation{-1, -std::numeric_limits<Real>::min()}.angle()), -real_pi * Real(0.999999));
  EXPECT_EQ((Rotation{1, 0}.angle()), 0);
  EXPECT_EQ((Rotation{0, 1}.angle()), static_cast<Real>(pi / 2));
  EXPECT_EQ((Rotation{0, -1}.angle()), -static_cast<Real>(pi / 2));
  EXPECT_EQ((Rotation{1, 1}.angle()), static_cast<Real>(pi / 4));
  EXPECT_EQ((Rotation{-1, 1}.angle()), static_cast<Real>(3 * pi / 4));
  EXPECT_EQ((Rotation{0, 0}.angle()), 0);
}

TEST(Rotation, AngleUndoesFromAngle) {
  for (Real angle = Real(-3.14); angle < Real(3.14); angle += Real(0.001)) {
    EXPECT_NEAR(Rotation::from_angle(angle).angle(), angle, 4 * std::numeric_limits<Real>::epsilon());
  }
}

TEST(Rotation, TurnsVectorsFromXToY) {
  const Rotation quarter = {0, 1};
  EXPECT_EQ(quarter * Vec2(2, 3), Vec2(-3, 2));
  const Rotation sum = Rotation::from_angle(Real(0.3)) * Rotation::from_angle(Real(0.4));
  EXPECT_NEAR(sum.angle(), Real(0.7), 2 * std::numeric_limits<Real>::epsilon());
  const Rotation r = {Real(0.6), Real(0.8)};
  const Vec2 turned = r * Vec2(1, 2);
  EXPECT_NEAR(turned[0], -1, 1e-6);
  EXPECT_NEAR(turned[1], 2, 1e-6);
  EXPECT_EQ(r.inverse(), (Rotation{Real(0.6), -Real(0.8)}));
}

// The same bits on every compiler and at every optimisation level: a digest of many results, fixed once.
TEST(Rotation, BitsAreFixed) {
  std::uint64_t hash = 14695981039346656037U;
  for (int i = -20000; i < 20000; ++i) {
    const Real angle = static_cast<Real>(i) * Real(0.4375) * static_cast<Real>(1 + i % 97);
    const Rotation r = Rotation::from_angle(angle);
    hash = mix(mix(mix(hash, r.c), r.s), r.angle());
  }
  EXPECT_EQ(hash, sizeof(Real) == 4 ? 11972020182290663675U : 4380746336522926915U);
}
