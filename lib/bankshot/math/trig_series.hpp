#pragma once
// The series of sine and cosine, for trig.cpp and for kernels with many angles. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// head + tail, |tail| at most half a unit in the last place of head.
struct Sum {
  double head;
  double tail;
};

/// Less than half a quarter turn, in radians: smaller angles need no reduction.
inline constexpr double small_angle = 0.75;

// Taylor polynomials: on [-pi/4, pi/4] the first omitted term is below 2e-19 of either function, a thousandth of a
// rounding. The leading terms are added last, which keeps earlier roundings small.

/// sin(rest) = r + r z (-1/3! + z/5! - ...) + tail cos(r), with z = r^2.
BANKSHOT_INLINE double sine(const Sum& rest) {
  const double r = rest.head;
  const double z = r * r;
  double p = 1.0 / 355687428096000;  // 1/17!
  p = p * z - 1.0 / 1307674368000;
  p = p * z + 1.0 / 6227020800;
  p = p * z - 1.0 / 39916800;
  p = p * z + 1.0 / 362880;
  p = p * z - 1.0 / 5040;
  p = p * z + 1.0 / 120;
  p = p * z - 1.0 / 6;
  return r + (r * z * p + rest.tail * (1 - 0.5 * z));
}

/// cos(rest) = 1 - z/2 + z^2 (1/4! - z/6! + ...) - tail sin(r); the rounding error of 1 - z/2 is added back.
BANKSHOT_INLINE double cosine(const Sum& rest) {
  const double r = rest.head;
  const double z = r * r;
  double p = -1.0 / 6402373705728000;  // 1/18!
  p = p * z + 1.0 / 20922789888000;
  p = p * z - 1.0 / 87178291200;
  p = p * z + 1.0 / 479001600;
  p = p * z - 1.0 / 3628800;
  p = p * z + 1.0 / 40320;
  p = p * z - 1.0 / 720;
  p = p * z + 1.0 / 24;
  const double half = 0.5 * z;
  const double lead = 1 - half;
  return lead + (((1 - lead) - half) + (z * z * p - r * rest.tail));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
