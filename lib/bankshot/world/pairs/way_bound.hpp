#pragma once
// Upper bound of a body's displacement in a step, in one byte. Not part of the public interface.

#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace bankshot::BANKSHOT_ABI::detail {

/// 0, 2^-126, 2^-125, ..., 2^127, infinity.
constexpr std::array<Real, 256> way_bounds() noexcept {
  std::array<Real, 256> all{};
  Real power = 1;
  for (int i = 0; i < 127; ++i) power /= 2;
  for (std::size_t i = 1; i < 255; ++i) power *= 2, all[i] = power;
  all[255] = std::numeric_limits<Real>::infinity();
  return all;
}
inline constexpr std::array<Real, 256> way_bound_values = way_bounds();

/// The smallest power of two above a length, stored in a byte: an upper bound that answers most questions. Lengths that
/// are not finite, or too large for the byte, are bounded by infinity.
class WayBound {
 public:
  WayBound() = default;
  /// `way`: a length >= 0, or NaN.
  explicit WayBound(Real way) noexcept {
    const int exponent = static_cast<int>(bit_cast<Bits>(way) >> mantissa) - offset;
    byte_ = static_cast<std::uint8_t>(exponent < 0 ? 1 : exponent > 253 ? 255 : exponent + 1);
  }
  Real value() const noexcept { return way_bound_values[byte_]; }

 private:
  static constexpr bool single = sizeof(Real) == sizeof(float);
  using Bits = std::conditional_t<single, std::uint32_t, std::uint64_t>;
  static constexpr int mantissa = single ? 23 : 52;
  static constexpr int offset = single ? 0 : 1023 - 127;  ///< of a double's exponent from a float's

  std::uint8_t byte_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
