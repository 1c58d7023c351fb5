#pragma once
// Sine, cosine and arc tangent of the library's own. Not part of the public interface.
//
// The C library's trigonometry differs from one library to the next and compilers fold it differently, so the bits of
// a scene would depend on who built it. Everything here is additions, multiplications and divisions of doubles, which
// IEEE 754 fixes to the last bit.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Cosine and sine of `angle` (radians) within 1 ulp each for |angle| < 1e6. Beyond that the angle is first reduced by
/// the double nearest to 2 pi, so the result is still a unit pair, of an angle that is off by about |angle| x 4e-17.
/// NaN for a non-finite angle.
BANKSHOT_API Q2 rotation_of(Real angle) noexcept;

/// The angle of the vector (x, y) in [-pi, pi], radians, within 2 ulp of double; pi for y = -0 and x < 0, 0 for the
/// zero vector, NaN when a coordinate is not finite.
BANKSHOT_API double angle_of(double y, double x) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
