#pragma once
#include <bankshot/math/vec2.hpp>

namespace bankshot::BANKSHOT_ABI {

/// A rotation as a unit complex number: cosine and sine, dimensionless; positive angles turn x towards y.
/// The stored numbers are taken literally: a pair that is not quite of unit length is not corrected.
struct BANKSHOT_API Rotation {
  Real c = 1;  ///< cosine
  Real s = 0;  ///< sine

  constexpr Rotation() = default;
  /// Takes both: a single number is no rotation; for an angle use from_angle().
  constexpr Rotation(Real cosine, Real sine) noexcept : c(cosine), s(sine) {}

  /// Returns the rotation by `angle` radians. Computed by the library itself (range reduction and polynomials in
  /// double), so that every compiler and C library gives the same bits. Within 1 ulp of the true values for
  /// |angle| < 1e6. A non-finite angle gives a non-finite rotation, which bodies and queries refuse.
  static Rotation from_angle(Real angle) noexcept;

  /// Returns the angle in (-pi, pi], radians; computed by the library itself, within 2 ulp.
  Real angle() const noexcept;

  /// Returns `v` turned by this rotation.
  Vec2 operator*(const Vec2& v) const noexcept;
  /// Returns this rotation after `first`.
  Rotation operator*(const Rotation& first) const noexcept;
  /// Returns the opposite rotation.
  Rotation inverse() const noexcept { return {c, -s}; }

  friend bool operator==(const Rotation&, const Rotation&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
