#pragma once
// The library's own sine, cosine and arc tangent. Not part of the public interface.
//
// The C library's trigonometry differs between libraries and compilers fold it differently, so the bits of a scene
// would depend on the build. Everything here is additions, multiplications and divisions of doubles, which IEEE 754
// defines to the last bit.

#include <bankshot/math/vec2d.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Cosine and sine of `angle` (radians) within 1 ulp each for |angle| < 1e6. Larger angles are first reduced by the
/// double nearest to 2 pi, so the result is still a unit pair, of an angle with an error of about |angle| x 4e-17. NaN
/// for a non-finite angle.
BANKSHOT_API Q2 rotation_of(Real angle) noexcept;

/// The same in double for either Real: the unit vector at `angle`.
BANKSHOT_API P2 unit_at(double angle) noexcept;

/// The angle of the vector (x, y) in [-pi, pi], radians, within 2 ulp of double; 0 for the zero vector, NaN if a
/// coordinate is not finite. pi for y = -0 and x < 0.
BANKSHOT_API double angle_of(double y, double x) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
