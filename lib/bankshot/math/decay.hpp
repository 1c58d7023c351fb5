#pragma once
// The decay of a velocity by damping. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The solution of v' = a - rate v after `time`: v becomes keep v + share time a.
struct Decay {
  Real keep = 1;   ///< e^-x, x = rate time
  Real share = 1;  ///< (1 - e^-x) / x: the mean share of an acceleration that remains at the end
};

/// Both within some roundings of double for rate >= 0 and time >= 0. The C library's exponential differs between
/// libraries; this one uses only additions, multiplications and divisions of doubles.
BANKSHOT_API Decay decay_of(Real rate, Real time) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
