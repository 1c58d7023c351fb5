#pragma once
// Errors in units of the last place.

#include <bankshot/config.hpp>

#include <cmath>
#include <limits>

namespace bankshot_test {

using bankshot::Real;

/// Distance of `value` from the true number, in steps of Real at the true number.
inline double ulps(Real value, long double truth) {
  const Real near = static_cast<Real>(std::fabs(truth));
  const long double step = static_cast<long double>(std::nextafter(near, std::numeric_limits<Real>::infinity())) - near;
  return static_cast<double>(std::fabs(value - truth) / step);
}

}  // namespace bankshot_test
