#pragma once
// Random numbers that depend on a seed and a place in the campaign only, and are the same on every compiler.

#include <bankshot/math/rotation.hpp>
#include <bankshot/math/vec2.hpp>

#include <cmath>
#include <cstdint>

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Finaliser of SplitMix64: every bit of the result depends on every bit of the argument. Source: Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", 2014.
constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index, std::uint64_t stream) noexcept
      : state_(mixed(mixed(mixed(seed + 0x9e3779b97f4a7c15u) ^ index) + stream)) {}

  std::uint64_t bits() noexcept { return mixed(state_ += 0x9e3779b97f4a7c15u); }
  double unit() noexcept { return static_cast<double>(bits() >> 11) * 0x1p-53; }  ///< in [0, 1)
  double between(double lower, double upper) noexcept { return lower + (upper - lower) * unit(); }
  /// Returns an integer in [lower, upper].
  int integer(int lower, int upper) noexcept {
    return lower + static_cast<int>(bits() % static_cast<std::uint64_t>(upper - lower + 1));
  }
  bool chance(double probability) noexcept { return unit() < probability; }
  double sign() noexcept { return chance(0.5) ? 1.0 : -1.0; }
  /// Returns 2^lower to 2^upper, log-uniform.
  double magnitude(int lower, int upper) noexcept {
    const double share = unit();  // the order of arguments is the compiler's choice, that of statements is not
    return std::ldexp(1 + share, integer(lower, upper - 1));
  }
  bankshot::Rotation rotation() noexcept {
    return bankshot::Rotation::from_angle(static_cast<bankshot::Real>(between(-3.1415926, 3.1415926)));
  }
  bankshot::Vec2 point(double reach) noexcept {
    const double x = between(-reach, reach);
    return {static_cast<bankshot::Real>(x), static_cast<bankshot::Real>(between(-reach, reach))};
  }

 private:
  std::uint64_t state_;
};

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
