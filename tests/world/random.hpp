#pragma once
// Random numbers for worlds with fixed seeds.

#include <bankshot/math/pose.hpp>

#include <cmath>
#include <random>

namespace bankshot::testing {

/// Numbers that do not depend on how a library makes distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  Real real(double low, double high) {
    return static_cast<Real>(low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  /// Ten to a power between the two.
  Real power_of_ten(double low, double high) { return std::pow(Real(10), real(low, high)); }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  Vec2 vec2(double reach) {
    const Real x = real(-reach, reach);
    return Vec2(x, real(-reach, reach));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bankshot::testing
