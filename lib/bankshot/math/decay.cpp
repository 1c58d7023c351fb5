#include <bankshot/math/decay.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// With y = x / 2^n at most 1/8 the error of the series of (1 - e^-y) / y, truncated after y^10, is less than 3e-19.
// Then e^-2y = (e^-y)^2, and with m = 1 - e^-y, 1 - e^-2y = m (2 - m), in which nothing cancels.
Decay decay_of(Real rate, Real time) noexcept {
  const double x = static_cast<double>(rate) * static_cast<double>(time);
  if (x == 0) return {};
  if (x > 2000) return {0, static_cast<Real>(1 / x)};  // e^-2000 is 0 in double
  double y = x;
  int doublings = 0;
  for (; y > 0.125; y *= 0.5) ++doublings;
  double series = 1;
  for (int k = 11; k > 1; --k) series = 1 - y / k * series;
  double lost = y * series;
  double kept = 1 - lost;
  for (; doublings > 0; --doublings) {
    lost *= 2 - lost;
    kept *= kept;
  }
  return {static_cast<Real>(kept), static_cast<Real>(lost / x)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
