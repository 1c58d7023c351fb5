#pragma once
// What friction of a medium leaves of a velocity. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Of v' = a - rate v over `time`: v becomes keep v + share time a.
struct Decay {
  Real keep = 1;   ///< e^-x, x = rate time
  Real share = 1;  ///< (1 - e^-x) / x: the mean of what is kept of an acceleration until the end
};

/// Both within some roundings of double for rate >= 0 and time >= 0. The C library's exponential differs from one
/// library to the next; this one is additions, multiplications and divisions of doubles.
BANKSHOT_API Decay decay_of(Real rate, Real time) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
